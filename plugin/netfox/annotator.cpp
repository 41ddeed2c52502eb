// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/annotator.h"

#include <algorithm>

#include "codec/netfox/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/preferences.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(NetfoxAnnotator);

using netfox::CommandKind;
using netfox::Reading;

namespace {

/// "full state"
const char* title(CommandKind kind) {
  constexpr const char* titles[] = {"ping",  "pong",      "request time", "set time",   "full state", "diff state",
                                    "input", "full sync", "diff sync",    "identities", "command",    "tick set"};
  return titles[static_cast<std::size_t>(kind)];
}

}  // namespace

// --- Texts --------------------------------------------------------------------------------------------------------

const char* NetfoxAnnotator::path_text(std::string_view path) {
  if (path_budget_ == 0) return "\u2026";
  path_budget_ -= std::min(path.size(), path_budget_);
  return utf8_text(message_.pinfo, path);
}

void NetfoxAnnotator::begin_text() {
  if (text_.empty()) text_.append(title(command_.kind));
}

void NetfoxAnnotator::append_bytes(Line& text, std::uint32_t count) {
  text.append_number(count);
  text.append(count == 1 ? " byte" : " bytes");
}

/// True while the text has room for another node; further ones are counted.
bool NetfoxAnnotator::has_room() const {
  const std::uint32_t limit = display().text_limit;
  return shown_ == 0 || limit == variant::no_text_limit || text_.size() < limit;
}

const char* NetfoxAnnotator::text(bool malformed) {
  begin_text();
  if (command_.kind == CommandKind::other) {
    text_.append(" ");
    text_.append_number(command_.number);
    text_.append(", ");
    append_bytes(text_, command_.bytes.reported);
  }
  older_ += named_older_;
  const auto append_more = [this](std::uint32_t count, const char* what) {
    if (count == 0) return;
    text_.append("; and ");
    text_.append_number(count);
    text_.append(what);
  };
  append_more(omitted_, " more");
  append_more(older_, " older");
  if (malformed) text_.append(" [Malformed]");
  return text_.text();
}

void NetfoxAnnotator::add_text(proto_tree* tree, int field, Offset begin, Offset length, const char* text) const {
  if (tree != nullptr) add_generated_text(tree, field, item_range(begin, length), text);
}

// --- Time ---------------------------------------------------------------------------------------------------------

void NetfoxAnnotator::times(const netfox::Times& times) {
  begin_text();
  if (command_.kind == CommandKind::ping) {
    text_.append(wmem_strdup_printf(pool(), " %" G_GINT64_FORMAT, times.sample));
  } else if (command_.kind == CommandKind::pong) {
    text_.append(wmem_strdup_printf(pool(), " %" G_GINT64_FORMAT ": %.6f s, answered after %.6f s", times.sample,
                                    times.first, times.second - times.first));
  } else {
    text_.append(wmem_strdup_printf(pool(), " %.6f s", times.first));
  }
}

// --- Problems -----------------------------------------------------------------------------------------------------

void NetfoxAnnotator::report(analysis::problems::Netfox problem, const NetfoxProblemPlace& place, const char* why) {
  const char* kind = report_netfox_problem(message_, place, problem, why);
  if (problem_ == nullptr) problem_ = kind;
}

/// netfox drops snapshots older than its history. The receiver's tick is at least that of its newest snapshot, except
/// for inputs that it sends for future ticks.
void NetfoxAnnotator::check_age(const netfox::Snapshot& snapshot) {
  if (message_.message.repeated) return;
  // Before 1.29 a StateSynchronizer keeps the newest state alone.
  if (command_.form == netfox::Form::dictionary && command_.kind == CommandKind::full_sync) return;
  const auto age = netfox_memory().age(command_.route.target, snapshot.tick, message_.pinfo->num);
  const analysis::NetfoxSettings settings = netfox_settings();
  if (!age || *age - settings.input_delay <= settings.history_limit) return;
  const bool is_input = command_.kind == CommandKind::input;
  const char* by = settings.known ? "as the project says" : "by default; the project's setting is not known";
  const char* why =
      wmem_strdup_printf(pool(),
                         "The receiver is %" G_GINT64_FORMAT
                         " ticks further, and netfox keeps %u (netfox/rollback/history_limit, %s): it drops %s",
                         *age, settings.history_limit, by, is_input ? "these inputs" : "these states");
  report(is_input ? analysis::problems::Netfox::late_input : analysis::problems::Netfox::late_state,
         {.tree = tree(), .begin = command_.begin + snapshot.begin}, why);
}

/// A receiver that has the node answers a path with its number.
void NetfoxAnnotator::check_node(const netfox::NodeReference& node) {
  if (node.id != 0 || message_.message.repeated) return;
  if (!netfox_memory().lacks(command_.route.target, node.path, absolute_time(message_.pinfo))) return;
  const char* rest = netfox::is_diff(command_.kind) ? ". It drops the rest of this packet, too" : "";
  const char* why =
      wmem_strdup_printf(pool(),
                         "The receiver has no node %s that netfox knows, and drops its values: it sends other "
                         "messages, but never announced its number for the node%s",
                         node_.text, rest);
  report(analysis::problems::Netfox::no_node,
         {.tree = tree(), .begin = command_.begin + node.begin, .node = node_.text}, why);
}

void NetfoxAnnotator::check_size(proto_item* root) {
  const bool is_input = command_.kind == CommandKind::input;
  if (command_.is_call() || message_.message.repeated || (!is_input && !netfox::is_state(command_.kind))) return;
  const analysis::NetfoxSettings settings = netfox_settings();
  constexpr std::uint32_t tick = 4;  // a single node may be as large as the limit, plus this
  const std::uint32_t limit = settings.packet_limit;
  const std::uint32_t size = command_.data_size();
  if (limit == 0 || size <= limit + (is_input ? 0 : tick)) return;
  // Several nodes in one packet are below the limit: the game has set another limit.
  if (!is_input && (nodes_ != 1 || netfox_memory().most_shared(command_.route.source) > limit)) return;
  const char* by = settings.known ? "as the project says" : "by default";
  const char* why = wmem_strdup_printf(
      pool(),
      "%u bytes are more than netfox's packet limit of %u (netfox/general/max_sync_packet_size, %s), and %s: such "
      "packets are lost more easily",
      size, limit, by, is_input ? "inputs are not divided" : "a node is not divided");
  report(analysis::problems::Netfox::above_limit,
         {.tree = proto_item_get_subtree(root), .begin = command_.begin, .node = is_input ? nullptr : node_.text}, why);
}

// --- Snapshots ----------------------------------------------------------------------------------------------------

void NetfoxAnnotator::snapshot(const netfox::Snapshot& snapshot) {
  begin_text();
  if (snapshot.redundancy == 0) {
    text_.append(" @");
    text_.append_number(snapshot.tick);
    text_.append("  ");
  } else {
    ++older_;
  }
  show_age(snapshot);
  if (snapshot.redundancy == 0) check_age(snapshot);
  if (command_.kind == CommandKind::input && bridge::visible(tree()))
    append_label(tree(), {": tick ", snapshot.tick, snapshot.redundancy != 0 ? ", again" : ""});
}

/// Adds the receiver's progress when this arrived, as far as it is in the capture.
void NetfoxAnnotator::show_age(const netfox::Snapshot& snapshot) const {
  if (tree() == nullptr) return;
  const auto age = netfox_memory().age(command_.route.target, snapshot.tick, message_.pinfo->num);
  if (!age || *age > INT32_MAX || *age < INT32_MIN) return;
  add_generated_integer(tree(), header_field(NetfoxField::netfox_age), item_range(snapshot.begin, sizeof snapshot.tick),
                        static_cast<std::int32_t>(*age));
}

netfox::Layout NetfoxAnnotator::layout(const netfox::NodeReference& node) {
  node_ = netfox_node(message_.pinfo, command_, node, path_budget_);
  ++nodes_;
  if (!node_.known) expert_add_info(message_.pinfo, tree(), expert(NetfoxExpert::netfox_unknown));
  if (older_ == 0) check_node(node);
  if (node_.identity != nullptr) {
    add_text(tree(), header_field(NetfoxField::netfox_node_path), node.begin, node.length, node_.path);
    if (tree() != nullptr)
      add_generated_number(tree(), header_field(NetfoxField::netfox_learned_in), item_range(node.begin, node.length),
                           node_.identity->frame);
  }
  return node_.layout();
}

/// The path of a call stands elsewhere in its message.
void NetfoxAnnotator::call_node(const netfox::NodeReference& node) {
  node_ = netfox_node(message_.pinfo, command_, node, path_budget_);
  ++nodes_;
  add_text(tree(), header_field(NetfoxField::netfox_node_path), node.begin, 0, node_.path);
}

void NetfoxAnnotator::node(const netfox::NodeFrame& frame) {
  if (command_.is_call()) call_node(frame.node);
  values_.clear();
  frame_ = frame;
  named_ = node_.names(frame);
  show_again(frame);
  if (frame.undivided) expert_add_info(message_.pinfo, tree(), expert(NetfoxExpert::netfox_undivided));
}

/// Links the state to the first one of its tick.
void NetfoxAnnotator::show_again(const netfox::NodeFrame& frame) {
  again_ = netfox_again(message_, command_, frame);
  if (again_ == nullptr || tree() == nullptr) return;
  const ItemRange range = item_range(frame.begin, frame.values_begin - frame.begin);
  add_generated_number(tree(), header_field(NetfoxField::netfox_again), range, again_->first_frame);
  if (again_->comparable)
    add_generated_boolean(tree(), header_field(NetfoxField::netfox_corrected), range, again_->corrected);
}

void NetfoxAnnotator::value(const netfox::PropertyValue& value) { value_ = value; }

/// Without a tree: whether the value is in the text or in the message's facts.
bool NetfoxAnnotator::needs(const netfox::PropertyValue& value) const noexcept {
  return message_.facts_item != nullptr || (older_ == 0 && value.redundancy == 0);
}

Offset NetfoxAnnotator::plain_value(const netfox::PropertyValue& value, const Buffer& bytes,
                                    const variant::Options& options) {
  if (texts_ == nullptr) return 0;
  const Offset end = variant::end_of_good(bytes, options);
  if (end == 0) return 0;
  if (!needs(value)) {
    named_older_ = std::max(named_older_, value.redundancy);
    return end;
  }
  this->value(OutermostValue{.role = field::netfox_value,
                             .index = value.index,
                             .begin = options.begin,
                             .end = end,
                             .text = texts_->text(bytes, options),
                             .type = "",
                             .item = nullptr});
  return end;
}

void NetfoxAnnotator::value(const OutermostValue& value) {
  if (value.role != field::netfox_value) return;
  const char* name = node_.property(message_.pinfo, named_, frame_, value_);
  const bool is_news = older_ == 0 && value_.redundancy == 0;
  if (value_.redundancy == 0) {
    if (!values_.empty()) values_.append(", ");
    if (name != nullptr) {
      values_.append(name);
      values_.append(" = ");
    }
    values_.append(value.text);
  }
  named_older_ = std::max(named_older_, value_.redundancy);
  if (name == nullptr) return;
  // The property's new value at the receiver.
  if (is_news) add_value(message_.pinfo, message_.facts_item, {.node = node_.text, .member = name, .text = value.text});
  if (value.item == nullptr) return;
  add_text(proto_item_get_subtree(value.item), header_field(NetfoxField::netfox_property), value.begin,
           value.end - value.begin, name);
  // Repeated inputs are not added to a graph.
  if (numbers_.count != 0 && is_news)
    add_watches({message_.pinfo, message_.message, command_.route, tree(), message_.tvb,
                 static_cast<int>(command_.begin + value.begin), static_cast<int>(value.end - value.begin)},
                {.node = node_.known ? node_.text : nullptr, .name = name, .index = value.index}, numbers_);
  if (bridge::visible(tree())) set_label(value.item, {name, value_.redundancy != 0 ? ", again: " : ": ", value.text});
}

/// Shows which properties have changed if their values could not be parsed.
void NetfoxAnnotator::show_changes(const netfox::NodeFrame& frame) const {
  if (!frame.diff || command_.is_call()) return;
  const auto begin = static_cast<Offset>(frame.changed.data() - command_.bytes.captured.data());
  const auto properties = static_cast<std::uint32_t>(frame.changed.size()) * 7;
  for (std::uint32_t i = 0; i < properties; ++i) {
    if (frame.has(i))
      add_text(tree(), header_field(NetfoxField::netfox_property), begin + i / 7, 1,
               node_.property(message_.pinfo, named_, i));
  }
}

void NetfoxAnnotator::node_end(const netfox::NodeFrame& frame) {
  if (frame.reading == Reading::unknown) {
    if (tree() != nullptr) show_changes(frame);
    append_bytes(values_, frame.values_length);
  } else if (values_.empty()) {
    values_.append("unchanged");
  }
  const char* again = "";
  if (again_ != nullptr) again = again_->corrected ? " (again, corrected)" : " (again)";
  set_label(tree(), {node_.text, again, ": ", values_.text()});
  if (older_ != 0) return;
  if (!has_room()) {
    ++omitted_;
    return;
  }
  if (shown_ != 0) text_.append("; ");
  text_.append(node_.text);
  text_.append(again);
  text_.append(": ");
  text_.append(values_.text());
  ++shown_;
}

// --- Actions ------------------------------------------------------------------------------------------------------

void NetfoxAnnotator::tick_set(const netfox::TickSet& ticks) {
  begin_text();
  node_ = netfox_node(message_.pinfo, command_, {}, path_budget_);
  add_text(tree(), header_field(NetfoxField::netfox_node_path), 0, 0, node_.path);
  text_.append(" @");
  text_.append_number(ticks.first);
  if (ticks.last != ticks.first) {
    text_.append(" to ");
    text_.append_number(ticks.last);
  }
  text_.append("  ");
  text_.append(node_.text);
  text_.append(ticks.active.empty() ? ": not active" : ": active at ");
  const char* separator = "";
  for (const std::uint8_t behind : ticks.active) {
    text_.append(separator);
    text_.append_number(ticks.first + behind);
    separator = ", ";
  }
}

// --- Identities ---------------------------------------------------------------------------------------------------

void NetfoxAnnotator::identity(const netfox::Identity& identity) {
  begin_text();
  const char* path = path_text(identity.path);
  set_label(tree(), {path, " = #", identity.id});
  if (!has_room()) {
    ++omitted_;
    return;
  }
  const char* name = netfox_node_text(path);
  text_.append(shown_ != 0 ? ", " : "  ");
  text_.append(name);
  text_.append(" = #");
  text_.append_number(identity.id);
  ++shown_;
}

}  // namespace godot::plugin

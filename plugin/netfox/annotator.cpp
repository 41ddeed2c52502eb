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
#include "plugin/facts/problem.h"

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
  if (names_.budget == 0) return "\u2026";
  names_.budget -= std::min(path.size(), names_.budget);
  return utf8_text(message_.pinfo, path);
}

void NetfoxAnnotator::begin_text() {
  if (text_.empty()) text_.append(title(command_.kind));
}

void NetfoxAnnotator::append_bytes(analysis::Line& text, std::uint32_t count) {
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

analysis::NetfoxSubject NetfoxAnnotator::subject() const {
  return {
      .message = message_, .command = command_, .memory = netfox_memory(), .settings = netfox_projects().settings()};
}

template <class Part>
void NetfoxAnnotator::check(const Part& part, proto_tree* tree, Offset begin) {
  analysis::NetfoxFindings found(message_.host.arena);
  analysis::judge(subject(), part, found);
  for (const auto* finding = found.first(); finding != nullptr; finding = finding->next) {
    const char* kind = show_problem<NetfoxExpert>({.pinfo = message_.pinfo,
                                                   .tree = tree,
                                                   .item = tree,
                                                   .tvb = message_.tvb,
                                                   .start = static_cast<int>(begin),
                                                   .facts_item = message_.facts_item},
                                                  *finding);
    if (problem_ == nullptr) problem_ = kind;
  }
}

void NetfoxAnnotator::check_size(proto_item* root) {
  check(analysis::NetfoxEnd{.nodes = nodes_, .node = node_.text}, proto_item_get_subtree(root), command_.begin);
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
  if (snapshot.redundancy == 0)
    check(analysis::NetfoxTick{.snapshot = snapshot}, tree(), command_.begin + snapshot.begin);
  if (command_.kind == CommandKind::input && bridge::visible(tree()))
    append_label(tree(), {": tick ", snapshot.tick, snapshot.redundancy != 0 ? ", again" : ""});
}

/// Adds the receiver's progress when this arrived, as far as it is in the capture.
void NetfoxAnnotator::show_age(const netfox::Snapshot& snapshot) const {
  if (tree() == nullptr) return;
  const auto age = names_.memory.age(command_.route.target, snapshot.tick, message_.pinfo->num);
  if (!age || *age > INT32_MAX || *age < INT32_MIN) return;
  add_generated_integer(tree(), header_field(NetfoxField::netfox_age), item_range(snapshot.begin, sizeof snapshot.tick),
                        static_cast<std::int32_t>(*age));
}

netfox::Layout NetfoxAnnotator::layout(const netfox::NodeReference& node) {
  node_ = netfox_node(message_, command_, node, names_);
  ++nodes_;
  if (!node_.known) expert_add_info(message_.pinfo, tree(), expert(NetfoxExpert::netfox_unknown));
  if (older_ == 0)
    check(analysis::NetfoxAddressed{.node = node, .text = node_.text}, tree(), command_.begin + node.begin);
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
  node_ = netfox_node(message_, command_, node, names_);
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
  again_ = netfox_again(message_, command_, names_.memory, frame);
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
  const char* name = node_.property(message_.host, named_, frame_, value_);
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
               node_.property(message_.host, named_, i));
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
  node_ = netfox_node(message_, command_, {}, names_);
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
  const char* name = analysis::netfox_node_text(path);
  text_.append(shown_ != 0 ? ", " : "  ");
  text_.append(name);
  text_.append(" = #");
  text_.append_number(identity.id);
  ++shown_;
}

}  // namespace godot::plugin

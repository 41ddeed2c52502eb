// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/reading.h"

#include <algorithm>
#include <cinttypes>
#include <cstddef>
#include <limits>

#include "codec/variant/text.h"

namespace godot::analysis {

using netfox::CommandKind;

namespace {

void append_bytes(Line& text, std::uint32_t count) {
  text.append_number(count);
  text.append(count == 1 ? " byte" : " bytes");
}

}  // namespace

// --- Texts --------------------------------------------------------------------------------------------------------

void NetfoxReading::begin_text() {
  if (text_.empty()) text_.append(title(command_.kind));
}

/// True while the text has room for another node; further ones are counted.
bool NetfoxReading::has_room() const noexcept {
  return shown_ == 0 || text_limit_ == variant::no_text_limit || text_.size() < text_limit_;
}

const char* NetfoxReading::text(bool malformed) {
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

// --- Time ---------------------------------------------------------------------------------------------------------

void NetfoxReading::times(const netfox::Times& times) {
  begin_text();
  const Arena& arena = message_.host.arena;
  if (command_.kind == CommandKind::ping) {
    text_.append(arena.text(" %" PRId64, times.sample));
  } else if (command_.kind == CommandKind::pong) {
    text_.append(arena.text(" %" PRId64 ": %.6f s, answered after %.6f s", times.sample, times.first,
                            times.second - times.first));
  } else {
    text_.append(arena.text(" %.6f s", times.first));
  }
}

// --- Problems -----------------------------------------------------------------------------------------------------

template <class Part>
void NetfoxReading::check(const Part& part, Offset begin) {
  NetfoxFindings findings(message_.host.arena);
  judge({.message = message_, .command = command_, .memory = names_.memory, .settings = names_.projects.settings()},
        part, findings);
  const char* kind = items_.found(findings, begin);
  if (problem_ == nullptr) problem_ = kind;
}

void NetfoxReading::end() { check(NetfoxEnd{.nodes = nodes_, .node = node_.text}, 0); }

// --- Snapshots ----------------------------------------------------------------------------------------------------

void NetfoxReading::snapshot(const netfox::Snapshot& snapshot) {
  begin_text();
  const bool is_newest = snapshot.redundancy == 0;
  if (is_newest) {
    text_.append(" @");
    text_.append_number(snapshot.tick);
    text_.append("  ");
  } else {
    ++older_;
  }
  show_age(snapshot);
  if (is_newest) check(NetfoxTick{.snapshot = snapshot}, snapshot.begin);
  if (command_.kind == CommandKind::input && items_.has_labels())
    items_.append_label({message_.host.arena.text(": tick %" PRIu32, snapshot.tick), is_newest ? "" : ", again"});
}

/// Adds the receiver's progress when this arrived, as far as it is in the capture.
void NetfoxReading::show_age(const netfox::Snapshot& snapshot) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (!items_.are_shown()) return;
  const auto age = names_.memory.age(command_.route.target, snapshot.tick, message_.frame);
  if (!age || *age > Limits::max() || *age < Limits::min()) return;
  items_.add(Field::age, {snapshot.begin, sizeof snapshot.tick}, static_cast<std::int32_t>(*age));
}

void NetfoxReading::show_path(Offset begin, Offset length) {
  if (items_.are_shown()) items_.add(Field::node_path, {begin, length}, node_.path);
}

netfox::Layout NetfoxReading::layout(const netfox::NodeReference& node) {
  node_ = netfox_node(message_, command_, node, names_);
  ++nodes_;
  if (!node_.known) items_.note(NetfoxExpert::netfox_unknown);
  if (older_ == 0) check(NetfoxAddressed{.node = node, .text = node_.text}, node.begin);
  if (node_.identity != nullptr) {
    show_path(node.begin, node.length);
    items_.add(Field::learned_in, {node.begin, node.length}, node_.identity->frame);
  }
  return node_.layout();
}

void NetfoxReading::node(const netfox::NodeFrame& frame) {
  if (command_.is_call()) {  // the path stands elsewhere in the message
    node_ = netfox_node(message_, command_, frame.node, names_);
    ++nodes_;
    show_path(frame.node.begin, 0);
  }
  values_.clear();
  frame_ = frame;
  named_ = node_.names(frame);
  show_again(frame);
  if (frame.undivided) items_.note(NetfoxExpert::netfox_undivided);
}

/// Links the state to the first one of its tick.
void NetfoxReading::show_again(const netfox::NodeFrame& frame) {
  again_ = netfox_again(message_, command_, names_.memory, frame);
  if (again_ == nullptr || !items_.are_shown()) return;
  const Offset length = frame.values_begin - frame.begin;
  items_.add(Field::again, {frame.begin, length}, again_->first_frame);
  if (again_->comparable) items_.add(Field::corrected, {frame.begin, length}, again_->corrected);
}

NetfoxReading::Value NetfoxReading::add(const char* text) {
  const char* name = node_.property(message_.host, named_, frame_, value_);
  const bool is_again = value_.redundancy != 0;
  if (!is_again) {
    if (!values_.empty()) values_.append(", ");
    if (name != nullptr) {
      values_.append(name);
      values_.append(" = ");
    }
    values_.append(text);
  }
  named_older_ = std::max(named_older_, value_.redundancy);
  return {.name = name, .is_news = older_ == 0 && !is_again, .is_again = is_again};
}

/// Shows which properties have changed if their values could not be parsed.
void NetfoxReading::show_changes(const netfox::NodeFrame& frame) {
  if (!items_.are_shown() || !frame.diff || command_.is_call()) return;
  const auto begin = static_cast<Offset>(frame.changed.data() - command_.bytes.captured.data());
  const auto properties = static_cast<std::uint32_t>(frame.changed.size()) * 7;
  for (std::uint32_t i = 0; i < properties; ++i) {
    if (frame.has(i)) items_.add(Field::property, {begin + i / 7, 1}, node_.property(message_.host, named_, i));
  }
}

void NetfoxReading::node_end(const netfox::NodeFrame& frame) {
  if (frame.reading == netfox::Reading::unknown) {
    show_changes(frame);
    append_bytes(values_, frame.values_length);
  } else if (values_.empty()) {
    values_.append("unchanged");
  }
  const char* again = "";
  if (again_ != nullptr) again = again_->corrected ? " (again, corrected)" : " (again)";
  if (items_.has_labels()) items_.set_label({node_.text, again, ": ", values_.text()});
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

void NetfoxReading::tick_set(const netfox::TickSet& ticks) {
  begin_text();
  node_ = netfox_node(message_, command_, {}, names_);
  show_path(0, 0);
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

void NetfoxReading::identity(const netfox::Identity& identity) {
  begin_text();
  const char* path = "\u2026";
  if (names_.budget != 0) {
    names_.budget -= std::min(identity.path.size(), names_.budget);
    path = message_.host.shown(identity.path);
  }
  if (items_.has_labels()) items_.set_label({path, message_.host.arena.text(" = #%" PRIu64, identity.id)});
  if (!has_room()) {
    ++omitted_;
    return;
  }
  text_.append(shown_ != 0 ? ", " : "  ");
  text_.append(netfox_node_text(path));
  text_.append(" = #");
  text_.append_number(identity.id);
  ++shown_;
}

}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
#include "analysis/facts/frame_facts.h"

#include <cstring>

namespace godot::analysis::facts {

void Collection::take_room() {
  room_ = arena_.bytes(room_size);
  left_ = room_size;
}

Envelope& Collection::begin(Transport transport) {
  Envelope& envelope = make(Envelope{.transport = transport});
  *next_envelope_ = &envelope;
  next_envelope_ = &envelope.next;
  next_item_ = &envelope.items;
  return envelope;
}

Item& Collection::add(Kind kind) {
  Item& item = make(Item{.kind = kind});
  *next_item_ = &item;
  next_item_ = &item.next;
  return item;
}

Problem& Collection::add_problem(Item& item, const Problem& problem) {
  Problem& added = make(problem);
  added.next = item.problems;
  added.node = names_.keep(problem.node);
  added.member = names_.keep(problem.member);
  item.problems = &added;
  return added;
}

void Collection::add_value(Item& item, const Value& value) {
  if (!with_texts || value.node == nullptr) return;
  Value& added = make(value);
  added.next = item.values;
  // A node's values follow each other, with one text in the packet's memory, and mostly the node's part of the message.
  if (value.node != last_node_) {
    const char* part = last_part_ != nullptr ? last_part_->node : nullptr;
    kept_node_ = part != nullptr && std::strcmp(part, value.node) == 0 ? part : names_.keep(value.node);
  }
  last_node_ = value.node;
  added.node = kept_node_;
  item.values = &added;
}

}  // namespace godot::analysis::facts

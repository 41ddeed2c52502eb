// SPDX-License-Identifier: MIT
#include "engine/tree/sink.h"

#include <algorithm>

#include "codec/core/problem.h"
#include "engine/frame/safe_text.h"
#include "engine/tree/field_labels.h"

namespace godot::engine {
namespace {

// As deep as a page shows; deeper values are text.
constexpr std::size_t most_levels = 200;
constexpr unsigned items_reserve = 200;

}  // namespace

TreeItem* TreeOutput::add_labelled(TreeItem* parent, std::string_view filter, Offset begin, Offset length,
                                   std::string_view label) const {
  TreeItem* item = tree_.add(parent, label);
  if (item == nullptr) return nullptr;
  item->filter = filter;
  item->bytes = place_.bytes;
  item->begin = place_.begin + begin;
  item->length = length;
  return item;
}

TreeItem* TreeOutput::add(TreeItem* parent, Field field, Offset begin, Offset length, const Value& value,
                          bool like_printf) const {
  return add_labelled(parent, info(field).filter, begin, length,
                      label_of_field(field, value, bytes(begin, length), like_printf, arena_));
}

TreeItem* TreeOutput::add_text(TreeItem* parent, Field field, Offset begin, Offset length, const char* text) const {
  return add_labelled(parent, info(field).filter, begin, length, label_of({info(field).title, ": ", text}));
}

TreeItem* TreeOutput::add_derived(TreeItem* parent, Field field, Offset begin, Offset length, const char* text) const {
  TreeItem* item = add_text(parent, field, begin, length, text);
  mark_derived(item);
  return item;
}

TreeItem* TreeOutput::add_derived_number(TreeItem* parent, Field field, Offset begin, Offset length,
                                         std::uint32_t number) const {
  TreeItem* item = add(parent, field, begin, length, Value::of_uint(number), false);
  mark_derived(item);
  return item;
}

TreeItem* TreeOutput::add_remark(TreeItem* parent, std::string_view filter, Offset begin, Offset length,
                                 std::string_view label, bool is_problem) const {
  TreeItem* item = add_labelled(parent, filter, begin, length, label);
  if (item == nullptr) return nullptr;
  item->is_derived = true;
  item->is_problem = is_problem;
  return item;
}

void TreeOutput::set_text(TreeItem* item, Field field, const char* text) {
  if (item != nullptr) item->label = label_of({info(field).title, ": ", text});
}
void TreeOutput::set_label(TreeItem* item, LabelParts parts) {
  if (item != nullptr) item->label = label_of(parts);
}
void TreeOutput::append_label(TreeItem* item, LabelParts parts) {
  if (item != nullptr && item->label.size() < engine::Tree::longest_label) item->label += label_of(parts);
}
void TreeOutput::prepend_label(TreeItem* item, LabelParts parts) {
  if (item != nullptr) item->label.insert(0, label_of(parts));
}

const char* TreeOutput::value_text(std::string_view text) const { return one_line(arena_, text); }

std::string_view TreeOutput::bytes(Offset begin, Offset length) const noexcept {
  const std::size_t from = std::min<std::size_t>(begin, bytes_.size());
  return {reinterpret_cast<const char*>(bytes_.data()) + from, std::min<std::size_t>(length, bytes_.size() - from)};
}

void TreeOutput::too_deep(TreeItem* item) const {
  add_remark(item, {}, 0, 0, "Deeper values are shown as text", false);
}
void TreeOutput::too_many_items(TreeItem* item) const {
  add_remark(item, {}, 0, 0, "The packet has more items than are shown", false);
}
void TreeOutput::note(TreeItem* item, Note note) const {
  add_remark(item, info(note).filter, 0, 0, info(note).text, info(note).severity >= Severity::warning);
}
void TreeOutput::problem(TreeItem* item, const Problem& problem, bool) const {
  char text[max_problem_text];
  add_remark(item, {}, 0, 0, describe(problem, text), problem.code != Problem::Code::cut);
}

TreeSink::TreeSink(const TreeOutput& output, std::size_t size, TreeItem* in, const analysis::items::Display& display,
                   const variant::Dialect& dialect, const char* evidence)
    : ItemSink(output, size, in, display,
               {.depth = most_levels, .items = static_cast<unsigned>(engine::Tree::most_items) - items_reserve},
               dialect, evidence),
      output_(output) {}

std::unique_ptr<TreeSink> TreeSink::make(const Packet& packet, const Buffer& bytes, std::string_view title,
                                         const analysis::items::Display& display, const variant::Dialect& dialect,
                                         const char* evidence, ValueListener* listener, TreeItem* in) {
  engine::Tree& tree = *packet.tree;
  const TreeOutput output(tree, packet.arena(), bytes.captured, tree.place(bytes.captured, title), listener);
  return std::unique_ptr<TreeSink>(
      new TreeSink(output, bytes.captured.size(), in != nullptr ? in : tree.open, display, dialect, evidence));
}

}  // namespace godot::engine

template class godot::analysis::items::ItemSink<godot::engine::TreeOutput>;

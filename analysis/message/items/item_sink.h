// SPDX-License-Identifier: MIT
// A codec sink that decides what a tree of items shows of a walk: which fields get an item, which items are hidden
// because their parent's label has their text, what the labels say, and where a limit ends the display. How items are
// made is the output's.
//
// Nothing here has a destructor: an output may leave any of these functions by longjmp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "analysis/message/items/label.h"
#include "analysis/message/items/value_texts.h"
#include "base/arena.h"
#include "base/line.h"
#include "codec/core/compiler.h"
#include "codec/core/sink.h"
#include "codec/multiplayer/fields.h"
#include "codec/variant/fields.h"
#include "codec/variant/node_path.h"
#include "codec/variant/text.h"

namespace godot::analysis::items {

/// What the tree has room for, and whether bytes are exported as files.
struct Limits {
  std::size_t depth = 0;
  unsigned items = 0;
  bool collects_objects = false;
};

/// `Output` has `Item` and `Tree`, pointers that are null where nothing is shown, and the functions that are called
/// here. A visible item is displayed; in others only values matter. Offsets are those of the walk.
template <class Output>
class ItemSink : public Sink {
 public:
  using Item = typename Output::Item;
  using Tree = typename Output::Tree;

  /// `size`: of the walked buffer. `tree`: if null, only texts are made. `evidence`: the reason for the dialect; if
  /// null, the dialect is not shown.
  ItemSink(const Output& output, std::size_t size, Tree tree, const Display& display, const Limits& limits,
           const variant::Dialect& dialect, const char* evidence)
      : out_(output),
        root_(tree),
        display_(display),
        limits_(limits),
        dialect_(dialect),
        evidence_(evidence),
        writer_(text_buffer(out_.arena(), size, display), display.text_limit, dialect, display.hex_bytes) {}

  void open(Field field, Offset begin, const Value& value) override;
  void leaf(Field field, Offset begin, Offset length, const Value& value) override;
  void close(Field field, Offset end) override;
  void note(Note note, Offset, Offset) override { out_.note(last_ != nullptr ? last_ : innermost_item(), note); }
  void problem(const Problem& problem) override {
    if (values_ != 0) writer_.problem();
    out_.problem(innermost_item(), problem, values_ != 0);
  }
  std::uint32_t wanted_elements(std::uint32_t count) override;

  /// The text of the last completed outermost value, in packet scope.
  [[nodiscard]] const char* text() const noexcept { return text_; }

  /// The name of its type, or a placeholder if unknown.
  [[nodiscard]] const char* type() const noexcept { return type_; }

  /// The item of the last opened root; null without a tree.
  [[nodiscard]] Item root_item() const noexcept { return root_ != nullptr ? nodes_[0].item : nullptr; }

  /// The innermost open subtree, to which the caller adds derived items; null: nothing is shown.
  [[nodiscard]] Tree tree() const noexcept { return depth_ != 0 ? nodes_[depth_ - 1].tree : root_; }

 protected:
  ~ItemSink() = default;

 private:
  /// The names of a struct's fields, which precede their values.
  struct FieldName {
    const char* name;
    FieldName* next;
  };
  struct FieldNames {
    FieldName* first;
    FieldName** end;
  };

  /// A subtree that is open.
  struct Node {
    Item item;
    Tree tree;         ///< null: the subtree is not shown
    Item anchor;       ///< the item below which the value's text is shown
    const char* key;   ///< text of a pair's key, name of a property or of a struct's field
    const char* text;  ///< text of the value of a pair or property
    Field field;
    Offset begin;
    Offset omitted_begin;
    std::uint32_t omitted;   ///< number of elements without an item
    std::uint32_t index;     ///< index of this element in its container
    std::uint32_t children;  ///< number of numbered children so far
    std::uint32_t values;    ///< number of outermost values directly below
    bool is_known;           ///< the role's value has been added
    FieldNames* names;       ///< of a struct whose values follow; null: none
  };

  // A pair or property adds two levels to its container's; the parts of the header add three more.
  static constexpr std::size_t max_nodes = std::size_t{variant::max_depth} * 3 + 8;
  // For the total size of nested values' texts, which repeat one another, if the user sets no limit.
  static constexpr std::uint64_t unlimited_text_budget = 4U << 20;
  static constexpr std::size_t short_text = 240;
  static constexpr std::uint32_t most_named_values = 100;  // of a message, beside one another

  static bool has_flag(Field field, unsigned flag) noexcept { return (info(field).flags & flag) != 0; }
  static bool is_pair(Field field) noexcept { return field == field::entry || field == field::object_property; }

  /// A leaf as the walk reports it.
  struct Leaf {
    Field field;
    Offset begin;
    Offset length;
    const Value& value;
  };

  /// True for a role that is a text or has the text of any value.
  static bool is_text_role(Field field) noexcept {
    return has_flag(field, is_variant) && info(field).type == FieldType::string;
  }
  /// True if the parent's label shows this value: the item is then hidden, but filters, columns and documents have it.
  static bool is_labelled_by_its_text(Field field) noexcept {
    return field == field::index || field == field::key || field == field::value || is_text_role(field);
  }
  /// True for a word of flags.
  static bool is_summed_up(Field field) noexcept { return field == field::flags || field == field::godot_command; }
  /// True for a role that is a text, whose value is a NodePath's path; other roles have the text of any value.
  static bool is_named_text(Field field) noexcept { return is_text_role(field) && !has_flag(field, of_any_type); }

  [[nodiscard]] Node& top() noexcept { return nodes_[depth_ - 1]; }
  [[nodiscard]] bool too_many(std::uint32_t index) const noexcept {
    return display_.max_elements != 0 && index >= display_.max_elements;
  }
  /// The limit for values beside one another, which are few if each has a name of its own.
  [[nodiscard]] bool too_many_values(std::uint32_t index) const noexcept {
    return index >= most_named_values && too_many(index);
  }
  bool omits(Node& node, Field field, Offset begin, const Value& value, bool numbered);
  // Inlined: the parts of open(), which is called for every subtree.
  [[nodiscard]] GODOT_INLINE Tree parent_of_next(Field field, Offset begin, const Value& value, bool is_outermost);
  GODOT_INLINE void add_subtree(Node& node, Tree parent, const Value& value);
  void add_type_name(Node& node, Tree parent, const Leaf& leaf);
  void add_node_path(Node& node, Tree parent, const Leaf& leaf);
  void add_plain(Node& node, Tree parent, const Leaf& leaf, bool numbered);
  [[nodiscard]] Tree room(Tree parent);
  void add_dialect(Tree tree, Offset begin);
  void keep_field_name(Node& structure, const char* name);
  [[nodiscard]] static const char* next_field_name(Node& structure) noexcept;
  void label(const Node& node);
  void find_object(Field field, Offset begin, Offset length, const Value& value);
  void sum_up(const Node& node, Field field, const Value& value);
  void finish_value(Node& node, const char* text, Offset end);
  static void omit(Node& node, Offset begin, std::uint32_t count) noexcept;
  void show_omitted(const Node& node, Offset end);
  [[nodiscard]] Item innermost_item() const noexcept;
  [[nodiscard]] bool flags_wanted();
  [[nodiscard]] const char* keep(const variant::Text& text);
  [[nodiscard]] const char* path_text(std::string_view block);

  Output out_;
  Tree root_;
  Display display_;
  Limits limits_;
  const variant::Dialect& dialect_;
  const char* evidence_;
  const char* text_ = "";
  const char* type_ = unknown_type;
  struct Image {
    std::uint32_t format;
    std::uint32_t width;
    std::uint32_t height;
  };
  Image image_ = {};                                   ///< of the last one, as far as it has been read
  std::size_t values_ = 0;                             ///< number of nested open values
  std::size_t outermost_ = 0;                          ///< depth of the outermost open value
  Item header_ = nullptr;                              ///< the last header, to which the name of its type is added
  const char* header_flags_ = "";                      ///< text of its flags, which follows the name
  Item last_ = nullptr;                                ///< the last leaf, to which notes about it are added
  std::uint64_t text_budget_ = unlimited_text_budget;  ///< remaining bytes for texts of nested values
  std::size_t depth_ = 0;
  enum class Answer : std::uint8_t { unknown, no, yes };
  Answer flags_wanted_ = Answer::unknown;
  bool depth_noted_ = false;
  bool items_noted_ = false;
  variant::TextWriter writer_;
  std::array<Node, max_nodes> nodes_;  // the first `depth_` are written before they are read
};

// --- Items --------------------------------------------------------------------------------------------------------

/// True if the flags of a header without any are asked for.
template <class Output>
bool ItemSink<Output>::flags_wanted() {
  if (flags_wanted_ == Answer::unknown) {
    constexpr Field rows[] = {field::flags,          field::flag_64,           field::object_as_id,
                              field::typed_array,    field::element_type_kind, field::key_type_kind,
                              field::value_type_kind};
    const bool is_wanted = std::any_of(std::begin(rows), std::end(rows),
                                       [this](Field row) { return out_.hidden_item_wanted(root_, row); });
    flags_wanted_ = is_wanted ? Answer::yes : Answer::no;
  }
  return flags_wanted_ == Answer::yes;
}

/// The innermost one that is displayed.
template <class Output>
typename ItemSink<Output>::Item ItemSink<Output>::innermost_item() const noexcept {
  for (std::size_t i = depth_; i != 0; --i) {
    if (nodes_[i - 1].tree != nullptr && !out_.is_hidden(nodes_[i - 1].item)) return nodes_[i - 1].item;
  }
  return nullptr;
}

/// The parent, or null where the tree has no room for more.
template <class Output>
typename ItemSink<Output>::Tree ItemSink<Output>::room(Tree parent) {
  if (parent == nullptr) return nullptr;
  if (depth_ >= limits_.depth) {
    if (!depth_noted_) out_.too_deep(innermost_item());
    depth_noted_ = true;
    return nullptr;
  }
  if (out_.item_count(parent) >= limits_.items) {
    if (!items_noted_) out_.too_many_items(innermost_item());
    items_noted_ = true;
    return nullptr;
  }
  return parent;
}

/// Copies a text to packet scope.
template <class Output>
const char* ItemSink<Output>::keep(const variant::Text& text) {
  const bool is_limited = text.cut || display_.text_limit != variant::no_text_limit;
  if (!is_limited && values_ != 0) {
    if (text.text.size() > text_budget_) return keep({text.text.substr(0, utf8_boundary(text.text, short_text)), true});
    text_budget_ -= text.text.size();
  }
  return kept_text(out_.arena(), text);
}

template <class Output>
const char* ItemSink<Output>::path_text(std::string_view block) {
  Line text(out_.arena());
  variant::NodePathReader reader(block, dialect_.root_path);
  for (variant::NodePathReader::Part part; reader.next(part);) {
    text.append(part.separator);
    text.append(out_.value_text(part.name));
  }
  return text.text();
}

// --- Events -------------------------------------------------------------------------------------------------------

/// The tree that gets the subtree which begins; null: it is not shown, or left out because there are too many.
template <class Output>
typename ItemSink<Output>::Tree ItemSink<Output>::parent_of_next(Field field, Offset begin, const Value& value,
                                                                 bool is_outermost) {
  if (depth_ == 0) return root_;
  if (top().tree == nullptr) return nullptr;
  const bool is_element =
      field == field::index || field == field::entry || field == field::packed_element || has_flag(field, is_numbered);
  const bool is_left_out = (is_element && too_many(static_cast<std::uint32_t>(value.uint))) ||
                           (is_outermost && too_many_values(top().values++));
  if (is_left_out) omit(top(), begin, 1);
  return is_left_out ? nullptr : top().tree;
}

/// Adds the item of a new node, and a subtree below it.
template <class Output>
void ItemSink<Output>::add_subtree(Node& node, Tree parent, const Value& value) {
  const Field field = node.field;
  if (info(field).type == FieldType::string) {
    // A text or the name of a property is known now, other values when they end.
    const bool is_text = value.kind == Value::Kind::text;
    node.key = is_text ? out_.value_text(value.view()) : "";
    node.is_known = is_text && has_flag(field, is_variant);
    node.item = out_.add_text(parent, field, node.begin, 0, node.key);
  } else {
    node.item = out_.add(parent, field, node.begin, 0, value, dialect_.text.exponent_like_printf);
  }
  if (field == field::structure_field && depth_ != 1) keep_field_name(nodes_[depth_ - 2], node.key);
  if (field == field::structure_value && depth_ != 1) node.key = next_field_name(nodes_[depth_ - 2]);
  node.tree = out_.add_subtree(node.item, field);
}

template <class Output>
void ItemSink<Output>::open(Field field, Offset begin, const Value& value) {
  const bool is_outermost = has_flag(field, is_variant) && values_++ == 0;
  if (is_outermost) {
    outermost_ = depth_ + 1;
    type_ = unknown_type;
  }
  if (values_ != 0) writer_.open(field, value);
  Tree parent = parent_of_next(field, begin, value, is_outermost);
  const bool has_no_flags = field == field::flags && value.uint == 0;  // the header's line is enough
  if (has_no_flags && parent != nullptr && !flags_wanted()) parent = nullptr;
  parent = room(parent);
  Node& node = nodes_[depth_++];
  node = {.item = nullptr,
          .tree = nullptr,
          .anchor = nullptr,
          .key = nullptr,
          .text = nullptr,
          .field = field,
          .begin = begin,
          .omitted_begin = 0,
          .omitted = 0,
          .index = static_cast<std::uint32_t>(value.uint),
          .children = 0,
          .values = 0,
          .is_known = false,
          .names = nullptr};
  if (parent == nullptr) return;
  add_subtree(node, parent, value);
  last_ = node.item;
  if (has_no_flags) out_.hide(node.item);
  if (field == field::header) {
    header_ = node.item;
    header_flags_ = "";
  }
  if (field == field::packed_element) {
    ++nodes_[depth_ - 2].children;
    out_.set_label(node.item, {"[", node.index, "]"});
  }
  if (depth_ == 1 && evidence_ != nullptr) add_dialect(node.tree, begin);
}

/// One line: the dialect, and how it is known.
template <class Output>
void ItemSink<Output>::add_dialect(Tree tree, Offset begin) {
  Item shown = out_.add_derived(tree, field::dialect, begin, 0, dialect_.name.data());
  if (out_.visible(tree)) out_.append_label(shown, {", evidence: ", evidence_});
  if (!out_.hidden_item_wanted(tree, field::dialect_evidence)) return;
  Item hidden = out_.add_derived(tree, field::dialect_evidence, begin, 0, evidence_);
  if (out_.visible(tree)) out_.hide(hidden);
}

template <class Output>
void ItemSink<Output>::keep_field_name(Node& structure, const char* name) {
  if (structure.names == nullptr) {
    structure.names = &out_.arena().make(FieldNames{nullptr, nullptr});
    structure.names->end = &structure.names->first;
  }
  FieldName& kept = out_.arena().make(FieldName{name, nullptr});
  *structure.names->end = &kept;
  structure.names->end = &kept.next;
}

template <class Output>
const char* ItemSink<Output>::next_field_name(Node& structure) noexcept {
  if (structure.names == nullptr || structure.names->first == nullptr) return "";
  const FieldName* name = structure.names->first;
  structure.names->first = name->next;
  return name->name;
}

/// Reports bytes as a candidate for export.
template <class Output>
void ItemSink<Output>::find_object(Field field, Offset begin, Offset length, const Value& value) {
  switch (field) {
    case field::image_format: image_.format = static_cast<std::uint32_t>(value.uint); return;
    case field::image_width: image_.width = static_cast<std::uint32_t>(value.uint); return;
    case field::image_height: image_.height = static_cast<std::uint32_t>(value.uint); return;
    default: break;
  }
  const char* pixels = nullptr;
  if (field == field::image_data) {
    const std::string_view format = value_name(field::image_format, image_.format);
    pixels =
        out_.arena().text("%.*s-%ux%u", static_cast<int>(format.size()), format.data(), image_.width, image_.height);
  } else if (field != field::packed_bytes) {
    return;
  }
  out_.found(begin, length, pixels);
}

template <class Output>
void ItemSink<Output>::leaf(Field field, Offset begin, Offset length, const Value& value) {
  if (values_ != 0) writer_.leaf(field, value);
  if (limits_.collects_objects) find_object(field, begin, length, value);
  if (depth_ == 0) return;
  if (field == field::type_name && depth_ == outermost_) type_ = value.chars;
  Node& node = top();
  const bool numbered = has_flag(node.field, is_indexed) && field != field::string_length && field != field::padding &&
                        field != field::elements_omitted;
  if (omits(node, field, begin, value, numbered)) return;
  if (node.field == field::flags && node.tree == nullptr) return;
  // The header's line has the type's name, that of the command its number.
  const bool is_hidden = node.field == field::header || field == field::type_alias ||
                         field == field::godot_command_code || is_unset_bit(field, value);
  if (is_hidden && node.tree != nullptr && !out_.hidden_item_wanted(node.tree, field)) return;
  Tree parent = room(node.tree);
  if (parent == nullptr) {
    last_ = nullptr;
    return;
  }
  if (field == field::type_name) return add_type_name(node, parent, {field, begin, length, value});
  if (field == field::type_alias) {
    // A name of the catalogue, terminated by a NUL.
    Item alias = out_.add_derived(parent, field, begin, length, value.chars);
    if (out_.visible(parent)) out_.hide(alias);
    return;
  }
  if (value.kind == Value::Kind::node_path) return add_node_path(node, parent, {field, begin, length, value});
  add_plain(node, parent, {field, begin, length, value}, numbered);
  if (is_hidden) out_.hide(last_);
}

/// Handles a leaf without an item, because there are too many. `numbered`: it is an element.
template <class Output>
bool ItemSink<Output>::omits(Node& node, Field field, Offset begin, const Value& value, bool numbered) {
  if (field == field::elements_omitted) {
    if (node.tree != nullptr) omit(node, begin, static_cast<std::uint32_t>(value.uint));
    return true;
  }
  if (numbered && too_many(node.children++)) {
    if (node.tree != nullptr) omit(node, begin, 1);
    return true;
  }
  // Omits the length before and the padding after an omitted string, too.
  const bool around_string = has_flag(node.field, is_indexed) && !numbered;
  if (!around_string || !too_many(node.children - (field == field::padding ? 1 : 0))) return false;
  omit(node, begin, 0);
  return true;
}

template <class Output>
void ItemSink<Output>::add_type_name(Node& node, Tree parent, const Leaf& leaf) {
  const char* name = leaf.value.chars;  // a name of the catalogue, terminated by a NUL
  const bool is_hidden = depth_ != 1;
  if (out_.visible(parent)) {
    out_.append_label(header_, {", ", name, header_flags_});
    if (is_hidden) node.anchor = header_;
  }
  if (is_hidden && !out_.hidden_item_wanted(parent, field::type_name)) return;
  Item item = out_.add_derived(parent, field::type_name, leaf.begin, leaf.length, name);
  if (!out_.visible(parent)) return;
  node.anchor = item;
  if (is_hidden) out_.hide(item);
}

template <class Output>
void ItemSink<Output>::add_node_path(Node& node, Tree parent, const Leaf& leaf) {
  const char* path = path_text(leaf.value.view());
  out_.add_derived(parent, leaf.field, leaf.begin, leaf.length, path);
  if (!is_named_text(node.field)) return;
  out_.set_text(node.item, node.field, path);
  node.is_known = true;
}

/// Adds a value as it is on the wire. `numbered`: it is an element.
template <class Output>
void ItemSink<Output>::add_plain(Node& node, Tree parent, const Leaf& leaf, bool numbered) {
  const auto& [field, begin, length, value] = leaf;
  last_ = out_.add(parent, field, begin, length, value, dialect_.text.exponent_like_printf);
  if (has_flag(field, is_generated)) out_.mark_derived(last_);
  if (node.field == field::key && (field == field::string || field == field::string_name))
    node.key = out_.value_text(out_.bytes(begin, length));
  if (!out_.visible(parent)) return;
  if (is_summed_up(node.field)) sum_up(node, field, value);
  if (numbered) out_.prepend_label(last_, {"[", node.children - 1, "] "});
  if (node.field == field::packed_element) {
    char digits[max_number_text];
    const std::string_view number = number_text(value, dialect_.text.exponent_like_printf, digits);
    out_.append_label(node.item, {node.children++ == 0 ? ": " : ", ", number});
  }
}

/// Adds the flags to the label of their subtree, so that it need not be opened.
template <class Output>
void ItemSink<Output>::sum_up(const Node& node, Field field, const Value& value) {
  const FieldInfo& row = info(field);
  if (row.mask == 0) return;
  const auto bits = static_cast<std::uint32_t>(value.uint) & row.mask;
  const char* label = nullptr;
  if (row.type == FieldType::boolean) {
    if (bits != 0) label = out_.arena().joined({", ", row.title});
  } else if (node.field != field::flags || bits != 0) {
    const std::string_view name = value_name(field, bits >> std::countr_zero(row.mask));
    if (!name.empty()) label = out_.arena().joined({", ", row.title, ": ", name});
  }
  if (label == nullptr) return;
  out_.append_label(node.item, {label});
  if (node.field == field::flags) header_flags_ = out_.arena().joined({header_flags_, label});
}

template <class Output>
void ItemSink<Output>::close(Field field, Offset end) {
  const variant::Text text = values_ != 0 ? writer_.close(field) : variant::Text{};
  Node& node = top();
  --depth_;
  if (has_flag(field, is_variant)) {
    --values_;
    const bool wanted = node.tree != nullptr || values_ == 0;
    finish_value(node, wanted ? keep(text) : "", end);
  }
  if (node.tree != nullptr) {
    if (node.omitted != 0) show_omitted(node, end);
    out_.set_length(node.item, field, end - node.begin);
    if (out_.visible(node.tree)) label(node);
  }
  if (values_ == 0 && has_flag(field, is_variant)) {
    out_.value({.role = field,
                .index = node.index,
                .begin = node.begin,
                .end = end,
                .text = node.text,
                .type = type_,
                .item = node.item});
  }
}

template <class Output>
void ItemSink<Output>::finish_value(Node& node, const char* text, Offset end) {
  node.text = text;
  if (values_ == 0) text_ = text;
  if (node.tree == nullptr) return;
  const bool is_hidden = depth_ != 0 && is_labelled_by_its_text(node.field);
  if (!is_hidden || out_.hidden_item_wanted(node.tree, field::text)) {
    Item item = out_.add_text(node.tree, field::text, node.begin, end - node.begin, text);
    out_.mark_derived(item);
    if (node.anchor != nullptr) out_.move_behind(node.tree, node.anchor, item);
    if (is_hidden) out_.hide(item);
  }
  if (info(node.field).type == FieldType::string && !node.is_known) {
    const char* key = node.key != nullptr && node.field == field::key && node.key[0] != '\0' ? node.key : text;
    out_.set_text(node.item, node.field, key);
    if (depth_ != 0 && is_pair(top().field)) {
      if (node.field == field::key) top().key = key;
      else top().text = text;
    }
  }
}

template <class Output>
void ItemSink<Output>::label(const Node& node) {
  switch (node.field) {
    case field::variant: out_.append_label(node.item, {": ", node.text}); break;
    case field::index: out_.set_label(node.item, {"[", node.index, "]: ", node.text}); break;
    case field::key: out_.set_label(node.item, {"Key: ", node.text}); break;
    case field::value: out_.set_label(node.item, {"Value: ", node.text}); break;
    case field::entry:
    case field::object_property:
    case field::structure_value: out_.set_label(node.item, {node.key, ": ", node.text}); break;
    case field::packed_elements: out_.append_label(node.item, {": ", node.children + node.omitted}); break;
    default:
      // A role that is a number or a bool has a label with the value's name, if it has one.
      if (is_text_role(node.field)) out_.set_label(node.item, {info(node.field).title, ": ", node.text});
      if (has_flag(node.field, is_numbered)) out_.set_label(node.item, {info(node.field).title, "[", node.index, "]"});
      break;
  }
}

template <class Output>
void ItemSink<Output>::omit(Node& node, Offset begin, std::uint32_t count) noexcept {
  if (node.omitted_begin == 0) node.omitted_begin = begin;
  node.omitted += count;
}

template <class Output>
void ItemSink<Output>::show_omitted(const Node& node, Offset end) {
  Item item = out_.add_derived_number(node.tree, field::elements_omitted, node.omitted_begin, end - node.omitted_begin,
                                      node.omitted);
  out_.append_label(item, {" (preference godot.max_elements)"});
}

template <class Output>
std::uint32_t ItemSink<Output>::wanted_elements(std::uint32_t count) {
  const std::uint32_t for_objects = limits_.collects_objects ? display_.max_elements : 0;
  const std::uint32_t for_text = std::max(writer_.wanted_elements(), for_objects);
  if (depth_ == 0 || top().tree == nullptr) return std::min(count, for_text);
  if (display_.max_elements == 0) return count;
  return std::min(count, std::max(for_text, display_.max_elements));
}

}  // namespace godot::analysis::items

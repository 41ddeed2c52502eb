// SPDX-License-Identifier: GPL-2.0-or-later
// A codec sink that builds Wireshark's protocol tree and its texts. Nothing here has a destructor: epan
// may leave any of these functions by longjmp.
#pragma once

#include <array>

#include "plugin/core/outermost_values.h"

namespace godot::plugin {

class TreeSink final : public Sink {
 public:
  /// `base`: where the walked buffer of `size` bytes begins in `tvb`. `tree`: if null, only texts are made. `evidence`:
  /// the reason for the dialect; if null, the dialect is not shown.
  TreeSink(tvbuff_t* tvb, int base, std::size_t size, packet_info* pinfo, proto_tree* tree, const Display& display,
           const variant::Dialect& dialect, const char* evidence, ValueListener* listener = nullptr);

  void open(Field field, Offset begin, const Value& value) override;
  void leaf(Field field, Offset begin, Offset length, const Value& value) override;
  void close(Field field, Offset end) override;
  void note(Note note, Offset begin, Offset length) override;
  void problem(const Problem& problem) override;
  std::uint32_t wanted_elements(std::uint32_t count) override;

  /// The text of the last completed outermost value, in packet scope.
  [[nodiscard]] const char* text() const noexcept { return text_; }

  /// The name of its type, or a placeholder if unknown.
  [[nodiscard]] const char* type() const noexcept { return type_; }

  /// The item of the last opened root; null without a tree.
  [[nodiscard]] proto_item* root_item() const noexcept { return root_ != nullptr ? nodes_[0].item : nullptr; }

  /// The innermost open subtree, to which the caller adds derived items; null: nothing is shown.
  [[nodiscard]] proto_tree* tree() const noexcept { return depth_ != 0 ? nodes_[depth_ - 1].tree : root_; }

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

  /// An open subtree.
  struct Node {
    proto_item* item;
    proto_tree* tree;    ///< null: not shown
    proto_item* anchor;  ///< the item below which the value's text is shown
    const char* key;     ///< text of a pair's key, name of a property or of a struct's field
    const char* text;    ///< text of the value of a pair or property
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

  [[nodiscard]] Node& top() noexcept { return nodes_[depth_ - 1]; }
  [[nodiscard]] bool too_many(std::uint32_t index) const noexcept;
  [[nodiscard]] bool too_many_values(std::uint32_t index) const noexcept;
  bool omits(Node& node, Field field, Offset begin, const Value& value, bool numbered);
  void add_type_name(Node& node, proto_tree* parent, Offset begin, Offset length, const Value& value);
  void add_node_path(Node& node, proto_tree* parent, Field field, Offset begin, Offset length, const Value& value);
  void add_plain(Node& node, proto_tree* parent, Field field, Offset begin, Offset length, const Value& value,
                 bool numbered);
  [[nodiscard]] proto_tree* room(proto_tree* parent);
  void add_dialect(proto_tree* tree, Offset begin);
  void keep_field_name(Node& structure, const char* name);
  [[nodiscard]] static const char* next_field_name(Node& structure) noexcept;
  proto_item* add(proto_tree* parent, Field field, Offset begin, Offset length, const Value& value);
  void add_generated(proto_tree* parent, Field field, Offset begin, Offset length, const char* text);
  static void label(const Node& node);
  void find_object(Field field, Offset begin, Offset length, const Value& value);
  void sum_up(const Node& node, Field field, const Value& value);
  void finish_value(Node& node, const char* text, Offset end);
  static void omit(Node& node, Offset begin, std::uint32_t count);
  void show_omitted(const Node& node, Offset end);
  [[nodiscard]] proto_item* innermost_item() const noexcept;
  [[nodiscard]] bool flags_wanted();
  [[nodiscard]] const char* keep(const variant::Text& text);

  tvbuff_t* tvb_;
  int base_;
  packet_info* pinfo_;
  proto_tree* root_;
  Display display_;
  const variant::Dialect& dialect_;
  const char* evidence_;
  const char* text_ = "";
  const char* type_ = unknown_type;
  ValueListener* listener_;
  struct Image {
    std::uint32_t format;
    std::uint32_t width;
    std::uint32_t height;
  };
  Image image_ = {};               ///< of the last one, as far as it has been read
  std::size_t values_ = 0;         ///< number of nested open values
  std::size_t outermost_ = 0;      ///< depth of the outermost open value
  proto_item* header_ = nullptr;   ///< the last header, to which the name of its type is added
  const char* header_flags_ = "";  ///< text of its flags, which follows the name
  proto_item* last_ = nullptr;     ///< the last leaf, to which notes about it are added
  std::uint64_t text_budget_;      ///< remaining bytes for texts of nested values
  std::size_t depth_ = 0;
  std::size_t max_depth_ = 0;
  unsigned max_items_ = 0;
  bool collects_objects_;  ///< true if objects are exported
  enum class Answer : std::uint8_t { unknown, no, yes };
  Answer flags_wanted_ = Answer::unknown;
  bool depth_noted_ = false;
  bool items_noted_ = false;
  variant::TextWriter writer_;
  std::array<Node, max_nodes> nodes_;  // written before read
};

}  // namespace godot::plugin

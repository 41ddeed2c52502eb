// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/tree_sink.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "codec/core/utf8.h"
#include "codec/multiplayer/fields.h"
#include "codec/netfox/fields.h"
#include "codec/variant/fields.h"
#include "codec/variant/node_path.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/needed_items.h"
#include "plugin/core/objects.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(TreeSink);

// Limit for the total size of nested values' texts, which repeat one another, if the user sets no limit.
constexpr std::uint64_t unlimited_text_budget = 4U << 20;
constexpr std::size_t short_text = 240;

constexpr std::uint32_t most_named_values = 100;  // of a message, beside one another

// A leaf, its expert information and the header's flags are at most this much deeper than their subtree.
constexpr unsigned depth_reserve = 8;
constexpr unsigned items_reserve = 2000;

const char* path_text(packet_info* pinfo, std::string_view block, bool root) {
  wmem_strbuf_t* text = wmem_strbuf_new(pinfo->pool, "");
  variant::NodePathReader reader(block, root);
  for (variant::NodePathReader::Part part; reader.next(part);) {
    wmem_strbuf_append_len(text, part.separator.data(), part.separator.size());
    wmem_strbuf_append(text, value_text(pinfo, part.name));
  }
  return wmem_strbuf_get_str(text);
}

bool is_pair(Field field) { return field == field::entry || field == field::object_property; }
bool has_flag(Field field, unsigned flag) { return (info(field).flags & flag) != 0; }

/// True if the parent's label shows this value: the item is then hidden, but filters, columns and documents have it.
bool is_labelled_by_its_text(Field field) {
  return field == field::index || field == field::key || field == field::value ||
         (has_flag(field, is_variant) && info(field).type == FieldType::string);
}

/// True for a word of flags.
bool is_summed_up(Field field) { return field == field::flags || field == field::godot_command; }

/// True for a role that is a text, whose value is a NodePath's path; other roles have the text of any value.
bool is_named_text(Field field) {
  return has_flag(field, is_variant) && info(field).type == FieldType::string && field != field::key &&
         field != field::value && field != field::netfox_value;
}

}  // namespace

TreeSink::TreeSink(tvbuff_t* tvb, int base, std::size_t size, packet_info* pinfo, proto_tree* tree,
                   const Display& display, const variant::Dialect& dialect, const char* evidence,
                   ValueListener* listener)
    : tvb_(tvb),
      base_(base),
      pinfo_(pinfo),
      root_(tree),
      display_(display),
      dialect_(dialect),
      evidence_(evidence),
      listener_(listener),
      text_budget_(unlimited_text_budget),
      collects_objects_(objects::wanted()),
      writer_(text_buffer(pinfo, size, display), display.text_limit, dialect, display.hex_bytes) {
  if (tree == nullptr) return;
  unsigned used = depth_reserve;
  for (const proto_node* node = tree; node != nullptr; node = node->parent) ++used;
  const unsigned allowed = bridge::max_tree_depth();
  max_depth_ = allowed > used ? allowed - used : 1;
  const unsigned items = bridge::max_tree_items();
  max_items_ = items > items_reserve ? items - items_reserve : items / 2;
}

// --- Items --------------------------------------------------------------------------------------------------------

bool TreeSink::too_many(std::uint32_t index) const noexcept {
  return display_.max_elements != 0 && index >= display_.max_elements;
}

/// The limit for values beside one another, which are few if each has a name of its own.
bool TreeSink::too_many_values(std::uint32_t index) const noexcept {
  return index >= most_named_values && too_many(index);
}

/// True if the flags of a header without any are asked for.
bool TreeSink::flags_wanted() {
  if (flags_wanted_ == Answer::unknown) {
    constexpr Field rows[] = {field::flags,          field::flag_64,           field::object_as_id,
                              field::typed_array,    field::element_type_kind, field::key_type_kind,
                              field::value_type_kind};
    const bool is_wanted = std::any_of(std::begin(rows), std::end(rows),
                                       [this](Field row) { return hidden_item_wanted(root_, header_field(row)); });
    flags_wanted_ = is_wanted ? Answer::yes : Answer::no;
  }
  return flags_wanted_ == Answer::yes;
}

/// The innermost one that is displayed.
proto_item* TreeSink::innermost_item() const noexcept {
  for (std::size_t i = depth_; i != 0; --i) {
    if (nodes_[i - 1].tree != nullptr && !proto_item_is_hidden(nodes_[i - 1].item)) return nodes_[i - 1].item;
  }
  return nullptr;
}

/// The parent, or null where Wireshark's tree has no room for more.
proto_tree* TreeSink::room(proto_tree* parent) {
  if (parent == nullptr) return nullptr;
  if (depth_ >= max_depth_) {
    if (!depth_noted_) expert_add_info(pinfo_, innermost_item(), expert(CoreExpert::variant_depth));
    depth_noted_ = true;
    return nullptr;
  }
  if (bridge::item_count(parent) >= max_items_) {
    if (!items_noted_) expert_add_info(pinfo_, innermost_item(), expert(CoreExpert::variant_items));
    items_noted_ = true;
    return nullptr;
  }
  return parent;
}

proto_item* TreeSink::add(proto_tree* parent, Field field, Offset begin, Offset length, const Value& value) {
  return add_item(parent, field, tvb_, base_ + static_cast<int>(begin), static_cast<int>(length), value, pinfo_,
                  dialect_.text.exponent_like_printf);
}

void TreeSink::add_generated(proto_tree* parent, Field field, Offset begin, Offset length, const char* text) {
  add_generated_text(parent, header_field(field), {tvb_, base_ + static_cast<int>(begin), static_cast<int>(length)},
                     text);
}

/// Copies a text to packet scope.
const char* TreeSink::keep(const variant::Text& text) {
  const bool is_limited = text.cut || display_.text_limit != variant::no_text_limit;
  if (!is_limited && values_ != 0) {
    if (text.text.size() > text_budget_) return keep({text.text.substr(0, utf8_boundary(text.text, short_text)), true});
    text_budget_ -= text.text.size();
  }
  return kept_text(pinfo_, text);
}

// --- Events -------------------------------------------------------------------------------------------------------

void TreeSink::open(Field field, Offset begin, const Value& value) {
  const bool is_value = has_flag(field, is_variant);
  const bool is_outermost = is_value && values_++ == 0;
  if (is_outermost) {
    outermost_ = depth_ + 1;
    type_ = unknown_type;
  }
  if (values_ != 0) writer_.open(field, value);
  proto_tree* parent = root_;
  if (depth_ != 0) {
    parent = top().tree;
    const bool element = field == field::index || field == field::entry || field == field::packed_element ||
                         has_flag(field, is_numbered);
    if (parent != nullptr && ((element && too_many(static_cast<std::uint32_t>(value.uint))) ||
                              (is_outermost && too_many_values(top().values++)))) {
      omit(top(), begin, 1);
      parent = nullptr;
    }
  }
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
  if (info(field).type == FieldType::string) {
    // A text or the name of a property is known now, other values when they end.
    const char* name = value.kind == Value::Kind::text ? value_text(pinfo_, value.view()) : "";
    node.key = name;
    node.is_known = is_value && value.kind == Value::Kind::text;
    node.item = proto_tree_add_string(parent, header_field(field), tvb_, base_ + static_cast<int>(begin), 0, name);
  } else {
    node.item = add(parent, field, begin, 0, value);
  }
  if (field == field::structure_field && depth_ != 1) keep_field_name(nodes_[depth_ - 2], node.key);
  if (field == field::structure_value && depth_ != 1) node.key = next_field_name(nodes_[depth_ - 2]);
  node.tree = proto_item_add_subtree(node.item, subtree(field));
  last_ = node.item;
  if (has_no_flags) hide(node.item);
  if (field == field::header) {
    header_ = node.item;
    header_flags_ = "";
  }
  if (field == field::packed_element) {
    ++nodes_[depth_ - 2].children;
    set_label(node.item, {"[", node.index, "]"});
  }
  if (depth_ == 1 && evidence_ != nullptr) {
    add_dialect(node.tree, begin);
  }
}

/// One line: the dialect, and how it is known.
void TreeSink::add_dialect(proto_tree* tree, Offset begin) {
  add_generated(tree, field::dialect, begin, 0, dialect_.name.data());
  if (bridge::visible(tree)) append_label(tree->last_child, {", evidence: ", evidence_});
  if (!hidden_item_wanted(tree, header_field(field::dialect_evidence))) return;
  add_generated(tree, field::dialect_evidence, begin, 0, evidence_);
  if (bridge::visible(tree)) hide(tree->last_child);
}

void TreeSink::keep_field_name(Node& structure, const char* name) {
  if (structure.names == nullptr) {
    structure.names = wmem_new(pinfo_->pool, FieldNames);
    *structure.names = {nullptr, &structure.names->first};
  }
  auto* kept = wmem_new(pinfo_->pool, FieldName);
  *kept = {name, nullptr};
  *structure.names->end = kept;
  structure.names->end = &kept->next;
}

const char* TreeSink::next_field_name(Node& structure) noexcept {
  if (structure.names == nullptr || structure.names->first == nullptr) return "";
  const FieldName* name = structure.names->first;
  structure.names->first = name->next;
  return name->name;
}

/// Adds bytes as a candidate for export.
void TreeSink::find_object(Field field, Offset begin, Offset length, const Value& value) {
  switch (field) {
    case field::image_format: image_.format = static_cast<std::uint32_t>(value.uint); return;
    case field::image_width: image_.width = static_cast<std::uint32_t>(value.uint); return;
    case field::image_height: image_.height = static_cast<std::uint32_t>(value.uint); return;
    default: break;
  }
  const char* pixels = nullptr;
  if (field == field::image_data) {
    const std::string_view format = value_name(field::image_format, image_.format);
    pixels = wmem_strdup_printf(pinfo_->pool, "%.*s-%ux%u", static_cast<int>(format.size()), format.data(),
                                image_.width, image_.height);
  } else if (field != field::packed_bytes) {
    return;
  }
  objects::found(pinfo_, tvb_, base_ + static_cast<int>(begin), static_cast<int>(length), pixels);
}

void TreeSink::leaf(Field field, Offset begin, Offset length, const Value& value) {
  if (values_ != 0) writer_.leaf(field, value);
  if (collects_objects_) find_object(field, begin, length, value);
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
  if (is_hidden && node.tree != nullptr && !hidden_item_wanted(node.tree, header_field(field))) return;
  proto_tree* parent = room(node.tree);
  if (parent == nullptr) {
    last_ = nullptr;
    return;
  }
  if (field == field::type_name) return add_type_name(node, parent, begin, length, value);
  if (field == field::type_alias) {
    add_generated(parent, field, begin, length, value.chars);  // a name of the catalogue, terminated by a NUL
    if (bridge::visible(parent)) hide(parent->last_child);
    return;
  }
  if (value.kind == Value::Kind::node_path) return add_node_path(node, parent, field, begin, length, value);
  add_plain(node, parent, field, begin, length, value, numbered);
  if (is_hidden) hide(last_);
}

/// Handles a leaf without an item, because there are too many. `numbered`: it is an element.
bool TreeSink::omits(Node& node, Field field, Offset begin, const Value& value, bool numbered) {
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

void TreeSink::add_type_name(Node& node, proto_tree* parent, Offset begin, Offset length, const Value& value) {
  const char* name = value.chars;  // a name of the catalogue, terminated by a NUL
  const bool is_hidden = depth_ != 1;
  if (bridge::visible(parent)) {
    append_label(header_, {", ", name, header_flags_});
    if (is_hidden) node.anchor = header_;
  }
  if (is_hidden && !hidden_item_wanted(parent, header_field(field::type_name))) return;
  add_generated(parent, field::type_name, begin, length, name);
  if (!bridge::visible(parent)) return;
  node.anchor = parent->last_child;
  if (is_hidden) hide(node.anchor);
}

void TreeSink::add_node_path(Node& node, proto_tree* parent, Field field, Offset begin, Offset length,
                             const Value& value) {
  const char* path = path_text(pinfo_, value.view(), dialect_.root_path);
  add_generated(parent, field, begin, length, path);
  if (!is_named_text(node.field)) return;
  bridge::set_string(node.item, header_field(node.field), path);
  node.is_known = true;
}

/// Adds a value as it is on the wire. `numbered`: it is an element.
void TreeSink::add_plain(Node& node, proto_tree* parent, Field field, Offset begin, Offset length, const Value& value,
                         bool numbered) {
  last_ = add(parent, field, begin, length, value);
  if (has_flag(field, is_generated)) proto_item_set_generated(last_);
  if (node.field == field::key && (field == field::string || field == field::string_name)) {
    node.key = value_text(
        pinfo_,
        {reinterpret_cast<const char*>(tvb_get_ptr(tvb_, base_ + static_cast<int>(begin), static_cast<int>(length))),
         length});
  }
  if (!bridge::visible(parent)) return;
  if (is_summed_up(node.field)) sum_up(node, field, value);
  if (numbered) prepend_label(last_, {"[", node.children - 1, "] "});
  if (node.field == field::packed_element) {
    append_label(node.item,
                 {node.children++ == 0 ? ": " : ", ", number_text(pinfo_, value, dialect_.text.exponent_like_printf)});
  }
}

/// Adds the flags to the label of their subtree, so that it need not be opened.
void TreeSink::sum_up(const Node& node, Field field, const Value& value) {
  const FieldInfo& row = info(field);
  if (row.mask == 0) return;
  const auto bits = static_cast<std::uint32_t>(value.uint) & row.mask;
  const char* label = nullptr;
  if (row.type == FieldType::boolean) {
    if (bits != 0) label = wmem_strdup_printf(pinfo_->pool, ", %s", row.title);
  } else if (node.field != field::flags || bits != 0) {
    const std::string_view name = value_name(field, bits >> std::countr_zero(row.mask));
    if (!name.empty())
      label = wmem_strdup_printf(pinfo_->pool, ", %s: %.*s", row.title, static_cast<int>(name.size()), name.data());
  }
  if (label == nullptr) return;
  append_label(node.item, {label});
  if (node.field == field::flags) header_flags_ = wmem_strdup_printf(pinfo_->pool, "%s%s", header_flags_, label);
}

void TreeSink::close(Field field, Offset end) {
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
    set_length(node.item, field, static_cast<int>(end - node.begin));
    if (bridge::visible(node.tree)) label(node);
  }
  if (values_ == 0 && listener_ != nullptr && has_flag(field, is_variant)) {
    listener_->value({.role = field,
                      .index = node.index,
                      .begin = node.begin,
                      .end = end,
                      .text = node.text,
                      .type = type_,
                      .item = node.item});
  }
}

void TreeSink::finish_value(Node& node, const char* text, Offset end) {
  node.text = text;
  if (values_ == 0) text_ = text;
  if (node.tree == nullptr) return;
  const bool is_hidden = depth_ != 0 && is_labelled_by_its_text(node.field);
  if (!is_hidden || hidden_item_wanted(node.tree, header_field(field::text))) {
    proto_item* item =
        proto_tree_add_string(node.tree, header_field(field::text), tvb_, base_ + static_cast<int>(node.begin),
                              static_cast<int>(end - node.begin), text);
    proto_item_set_generated(item);
    if (node.anchor != nullptr) proto_tree_move_item(node.tree, node.anchor, item);
    if (is_hidden) hide(item);
  }
  if (info(node.field).type == FieldType::string && !node.is_known) {
    const char* key = node.key != nullptr && node.field == field::key && node.key[0] != '\0' ? node.key : text;
    bridge::set_string(node.item, header_field(node.field), key);
    if (depth_ != 0 && is_pair(top().field)) {
      if (node.field == field::key) top().key = key;
      else top().text = text;
    }
  }
}

void TreeSink::label(const Node& node) {
  switch (node.field) {
    case field::variant: append_label(node.item, {": ", node.text}); break;
    case field::index: set_label(node.item, {"[", node.index, "]: ", node.text}); break;
    case field::key: set_label(node.item, {"Key: ", node.text}); break;
    case field::value: set_label(node.item, {"Value: ", node.text}); break;
    case field::entry:
    case field::object_property: set_label(node.item, {node.key, ": ", node.text}); break;
    case field::structure_value: set_label(node.item, {node.key, ": ", node.text}); break;
    case field::packed_elements: append_label(node.item, {": ", node.children + node.omitted}); break;
    default:
      // Wireshark labels a role that is a number or a bool, with the value's name if it has one.
      if (has_flag(node.field, is_variant) && info(node.field).type == FieldType::string)
        set_label(node.item, {info(node.field).title, ": ", node.text});
      if (has_flag(node.field, is_numbered)) set_label(node.item, {info(node.field).title, "[", node.index, "]"});
      break;
  }
}

void TreeSink::omit(Node& node, Offset begin, std::uint32_t count) {
  if (node.omitted_begin == 0) node.omitted_begin = begin;
  node.omitted += count;
}

void TreeSink::show_omitted(const Node& node, Offset end) {
  proto_item* item = add_generated_number(
      node.tree, header_field(field::elements_omitted),
      {tvb_, base_ + static_cast<int>(node.omitted_begin), static_cast<int>(end - node.omitted_begin)}, node.omitted);
  append_label(item, {" (preference godot.max_elements)"});
}

void TreeSink::note(Note note, Offset, Offset) {
  expert_add_info(pinfo_, last_ != nullptr ? last_ : innermost_item(), expert(note));
}

void TreeSink::problem(const Problem& problem) {
  if (values_ != 0) writer_.problem();
  report_problem(pinfo_, innermost_item(), problem, values_ != 0);
}

std::uint32_t TreeSink::wanted_elements(std::uint32_t count) {
  const std::uint32_t for_objects = collects_objects_ ? display_.max_elements : 0;
  const std::uint32_t for_text = std::max(writer_.wanted_elements(), for_objects);
  if (depth_ == 0 || top().tree == nullptr) return std::min(count, for_text);
  if (display_.max_elements == 0) return count;
  return std::min(count, std::max(for_text, display_.max_elements));
}

}  // namespace godot::plugin

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/fields.h"

#include <array>
#include <string_view>

namespace godot::plugin {

Protocols protocols;
Experts experts;

namespace {

// Registered ids, one per row; Wireshark keeps their addresses.
std::array<int, field_count> header_fields;
std::array<int, field_count> subtrees;
std::array<expert_field, note_count> note_experts;

constexpr auto index(Field field) { return static_cast<std::size_t>(field); }

// What the plugin dissects. The codec's catalogue may know more protocols than there are dissectors.
struct Protocol {
  std::string_view prefix;  ///< of its filter names; the first that fits counts
  int Protocols::*id;
};
constexpr Protocol protocol_rows[] = {
    {"godot.variant", &Protocols::variant},
    {"godot", &Protocols::godot},
};

/// By the filter name of a field or of expert information; null if no dissector shows it.
const Protocol* protocol_of(std::string_view filter) {
  for (const Protocol& row : protocol_rows) {
    if (filter.starts_with(row.prefix)) return &row;
  }
  return nullptr;
}

enum ftenum wireshark_type(FieldType type) {
  switch (type) {
    case FieldType::none: return FT_NONE;
    case FieldType::protocol: return FT_PROTOCOL;
    case FieldType::boolean: return FT_BOOLEAN;
    case FieldType::uint8: return FT_UINT8;
    case FieldType::uint16: return FT_UINT16;
    case FieldType::uint32: return FT_UINT32;
    case FieldType::int32: return FT_INT32;
    case FieldType::int64: return FT_INT64;
    case FieldType::uint64: return FT_UINT64;
    // In single precision, too: a filter's 0.1 is a double, and the float next to it would never equal it.
    case FieldType::real:
    case FieldType::float64: return FT_DOUBLE;
    case FieldType::string: return FT_STRING;
    case FieldType::bytes: return FT_BYTES;
  }
  return FT_NONE;
}

/// How many bits the mask of a boolean applies to.
int bits_of(const FieldInfo& row) {
  if ((row.flags & in_8_bits) != 0) return 8;
  return (row.flags & in_16_bits) != 0 ? 16 : 32;
}

int display_of(const FieldInfo& row) {
  switch (row.type) {
    case FieldType::boolean: return row.mask != 0 ? bits_of(row) : BASE_NONE;
    case FieldType::uint8:
    case FieldType::uint16:
    case FieldType::uint32:
    case FieldType::uint64: return (row.flags & is_hex) != 0 ? BASE_HEX : BASE_DEC;
    case FieldType::int32:
    case FieldType::int64: return BASE_DEC;
    default: return BASE_NONE;
  }
}

/// Wireshark's form of a table of names, kept for as long as Wireshark runs.
const value_string* value_strings(const ValueName* names) {
  std::size_t count = 0;
  while (names[count].name != nullptr) ++count;
  auto* strings = static_cast<value_string*>(wmem_alloc0(wmem_epan_scope(), (count + 1) * sizeof(value_string)));
  for (std::size_t i = 0; i < count; ++i) {
    strings[i].value = names[i].value;
    strings[i].strptr = names[i].name;
  }
  return strings;
}

void register_field(const FieldInfo& row, enum ftenum type, int* id) {
  auto* field = static_cast<hf_register_info*>(wmem_alloc0(wmem_epan_scope(), sizeof(hf_register_info)));
  *id = -1;
  const void* strings = row.names != nullptr ? value_strings(row.names) : nullptr;
  const hf_register_info filled = {id,
                                   {row.title, row.filter, type, display_of(row), strings, row.mask, row.blurb, HFILL}};
  *field = filled;
  proto_register_field_array(protocols.*protocol_of(row.filter)->id, field, 1);
}

int wireshark_severity(Severity severity) {
  switch (severity) {
    case Severity::note: return PI_NOTE;
    case Severity::warning: return PI_WARN;
    case Severity::error: return PI_ERROR;
  }
  return PI_NOTE;
}

void register_expert(expert_module_t* module, expert_field* id, const char* filter, int group, int severity,
                     const char* text) {
  auto* expert = static_cast<ei_register_info*>(wmem_alloc0(wmem_epan_scope(), sizeof(ei_register_info)));
  const expert_field unset = EI_INIT;
  *id = unset;
  const ei_register_info filled = {id, {filter, group, severity, text, EXPFILL}};
  *expert = filled;
  expert_register_field_array(module, expert, 1);
}

void register_experts() {
  expert_module_t* module = expert_register_protocol(protocols.variant);
  for (std::size_t i = 0; i < note_count; ++i) {
    const NoteInfo& row = info(static_cast<Note>(i));
    if (protocol_of(row.filter) == nullptr) continue;
    register_expert(module, &note_experts[i], row.filter, PI_PROTOCOL, wireshark_severity(row.severity), row.text);
  }
  register_expert(module, &experts.malformed, "godot.variant.malformed", PI_MALFORMED, PI_ERROR, "Malformed value");
  register_expert(
      module, &experts.depth, "godot.variant.depth", PI_UNDECODED, PI_NOTE,
      "Nested deeper than Wireshark shows trees (preference gui.max_tree_depth); what is below was checked");
  register_expert(module, &experts.items, "godot.variant.items", PI_UNDECODED, PI_NOTE,
                  "More items than Wireshark shows (preference gui.max_tree_items); what follows was checked");
  register_expert(module, &experts.incomplete, "godot.variant.incomplete", PI_REASSEMBLE, PI_NOTE,
                  "The value goes on in segments that were not reassembled");
}

}  // namespace

int protocol(Field field) noexcept { return protocols.*protocol_of(info(field).filter)->id; }

int header_field(Field field) noexcept { return header_fields[index(field)]; }

int subtree(Field field) noexcept { return subtrees[index(field)]; }

expert_field* expert(Note note) noexcept { return &note_experts[static_cast<std::size_t>(note)]; }

}  // namespace godot::plugin

void godot_fields_register() {
  using namespace godot;
  using namespace godot::plugin;
  protocols.godot = proto_register_protocol("Godot Multiplayer", "Godot", "godot");
  protocols.variant = proto_register_protocol("Godot Variant", "Godot Variant", "godot.variant");
  std::array<int*, field_count> trees;
  for (std::size_t i = 0; i < field_count; ++i) {
    const FieldInfo& row = info(static_cast<Field>(i));
    subtrees[i] = -1;
    trees[i] = &subtrees[i];
    header_fields[i] = -1;
    if (row.type == FieldType::protocol || protocol_of(row.filter) == nullptr) continue;
    register_field(row, wireshark_type(row.type), &header_fields[i]);
  }
  proto_register_subtree_array(trees.data(), static_cast<int>(trees.size()));
  register_experts();
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/fields.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "plugin/core/generated.h"

namespace godot::plugin {

Protocols protocols;

namespace {

// Registered ids, one for each row; Wireshark keeps pointers to them.
std::array<int, field_numbers> header_fields;
std::array<int, field_numbers> subtrees;
std::array<expert_field, note_numbers> note_experts;

constexpr auto index(Field field) { return static_cast<std::size_t>(field); }

struct Protocol {
  std::string_view prefix;  ///< of filter names; the first match counts
  int Protocols::*id;
  const char* name;
  const char* short_name;
  CoreExpert malformed;  ///< count_: none, as nothing of it can be malformed
};
constexpr Protocol protocol_rows[] = {
#define GODOT_PROTOCOL(id, prefix, name, short_name, ...) \
  {prefix, &Protocols::id, name, short_name, CoreExpert::id##_malformed},
#define GODOT_TEXT(id, prefix, name, short_name) {prefix, &Protocols::id, name, short_name, CoreExpert::count_},
#include "plugin/core/protocols.def"
};

/// The protocol of a field or of expert information by filter name. Every name has one: see explains_itself() in the
/// catalogue.
const Protocol& protocol_of(std::string_view filter) {
  return *std::find_if(std::begin(protocol_rows), std::end(protocol_rows) - 1, [&](const Protocol& row) {
    return filter.starts_with(row.prefix) && (filter.size() == row.prefix.size() || filter[row.prefix.size()] == '.');
  });
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
    // Also in single precision: a filter's 0.1 is a double, and would never equal the nearest float.
    case FieldType::real:
    case FieldType::float64: return FT_DOUBLE;
    case FieldType::string: return FT_STRING;
    case FieldType::bytes: return FT_BYTES;
  }
  return FT_NONE;
}

/// The width of a boolean's mask, in bits.
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
    case FieldType::uint64:
      return ((row.flags & is_hex) != 0 ? BASE_HEX : BASE_DEC) |
             ((row.flags & names_some) != 0 ? BASE_SPECIAL_VALS : 0);
    case FieldType::int32:
    case FieldType::int64: return BASE_DEC;
    default: return BASE_NONE;
  }
}

}  // namespace

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

namespace {

void register_field(int* id, const header_field_info& described) {
  auto* field = static_cast<hf_register_info*>(wmem_alloc0(wmem_epan_scope(), sizeof(hf_register_info)));
  *id = -1;
  field->p_id = id;
  field->hfinfo = described;
  proto_register_field_array(protocols.*protocol_of(described.abbrev).id, field, 1);
}

void register_field(const FieldInfo& row, int* id) {
  const void* strings = row.names != nullptr ? value_strings(row.names) : nullptr;
  register_field(
      id, {row.title, row.filter, wireshark_type(row.type), display_of(row), strings, row.mask, row.blurb, HFILL});
}

void register_subtree(int* subtree) {
  *subtree = -1;
  proto_register_subtree_array(&subtree, 1);
}

int wireshark_severity(Severity severity) {
  switch (severity) {
    case Severity::note: return PI_NOTE;
    case Severity::warning: return PI_WARN;
    case Severity::error: return PI_ERROR;
  }
  return PI_NOTE;
}

}  // namespace

int protocol(Field field) noexcept { return protocols.*protocol_of(info(field).filter).id; }

int header_field(Field field) noexcept { return header_fields[index(field)]; }

int subtree(Field field) noexcept { return subtrees[index(field)]; }

expert_field* expert(Note note) noexcept { return &note_experts[static_cast<std::size_t>(note)]; }
expert_field* malformed(Field field) noexcept { return expert(protocol_of(info(field).filter).malformed); }

void register_row(const GeneratedRow& row, int* field, int* subtree) {
  register_field(field, {row.title, row.filter, row.type, row.display, row.strings, 0, row.blurb, HFILL});
  register_subtree(subtree);
}

void register_row(const ExpertRow& row, expert_field* field) {
  auto* expert = static_cast<ei_register_info*>(wmem_alloc0(wmem_epan_scope(), sizeof(ei_register_info)));
  const expert_field unset = EI_INIT;
  *field = unset;
  const ei_register_info filled = {field, {row.filter, row.group, row.severity, row.text, EXPFILL}};
  *expert = filled;
  static std::array<expert_module_t*, std::size(protocol_rows)> modules;
  const Protocol& owner = protocol_of(row.filter);
  expert_module_t*& module = modules[static_cast<std::size_t>(&owner - std::begin(protocol_rows))];
  if (module == nullptr) module = expert_register_protocol(protocols.*owner.id);
  expert_register_field_array(module, expert, 1);
}

void register_fields() {
  for (const Protocol& row : protocol_rows)
    protocols.*row.id = proto_register_protocol(row.name, row.short_name, row.prefix.data());
  header_fields.fill(-1);
  each_field([](Field field) {
    const FieldInfo& row = info(field);
    if (row.type != FieldType::protocol) register_field(row, &header_fields[index(field)]);
    register_subtree(&subtrees[index(field)]);
  });
  each_note([](Note note) {
    const NoteInfo& row = info(note);
    register_row({row.filter, PI_PROTOCOL, wireshark_severity(row.severity), row.text},
                 &note_experts[static_cast<std::size_t>(note)]);
  });
  RegisteredExperts<CoreExpert>::register_all({{
#define GODOT_EXPERT(id, ...) {__VA_ARGS__},
#include "plugin/core/experts.def"
#undef GODOT_EXPERT
  }});
}

}  // namespace godot::plugin

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/register/field_registration.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string_view>

#include "analysis/derived/common.h"
#include "analysis/derived/rows_of_names.h"
#include "codec/mirror/names.h"
#include "codec/relay/relay_fate.h"
#include "plugin/core/register/rows.h"

namespace godot::plugin {

Protocols protocols;

namespace {

// Registered ids, one for each row; Wireshark keeps pointers to them.
std::array<int, field_numbers> header_fields;
std::array<header_field_info*, field_numbers> window_rows;
std::array<int, field_numbers> subtrees;
std::array<expert_field, note_numbers> note_experts;

constexpr auto index(Field field) { return static_cast<std::size_t>(field); }

struct Protocol {
  std::string_view prefix;  ///< of filter names; the first match counts
  int Protocols::*id;
  const char* name;
  const char* short_name;
  const char* malformed;  ///< filter name of expert information on bytes; null: nothing of it can be malformed
  const char* malformed_text;
};
constexpr Protocol protocol_rows[] = {
#define GODOT_PROTOCOL(id, prefix, name, short_name, malformed, is_library) \
  {prefix, &Protocols::id, name, short_name, prefix ".malformed", malformed},
#define GODOT_TEXT(id, prefix, name, short_name) {prefix, &Protocols::id, name, short_name, nullptr, nullptr},
#include "plugin/core/register/protocols.def"
};

std::array<expert_field, std::size(protocol_rows)> malformed_experts;
std::size_t index(const Protocol& protocol) { return static_cast<std::size_t>(&protocol - std::begin(protocol_rows)); }

/// The protocol of a field or of expert information by filter name. Every name has one: see explains_itself() in the
/// catalogue.
const Protocol& protocol_of(std::string_view filter) {
  return *std::find_if(std::begin(protocol_rows), std::end(protocol_rows) - 1, [&](const Protocol& row) {
    return filter.starts_with(row.prefix) && (filter.size() == row.prefix.size() || filter[row.prefix.size()] == '.');
  });
}

/// A field's type in Wireshark, and how its values are displayed.
struct WiresharkType {
  enum ftenum type;
  int display = BASE_NONE;
  const void* strings = nullptr;
};

/// The width of a boolean's mask, in bits.
int bits_of(const FieldInfo& row) {
  if ((row.flags & in_8_bits) != 0) return 8;
  return (row.flags & in_16_bits) != 0 ? 16 : 32;
}

WiresharkType type_of(const FieldInfo& row) {
  const int number =
      ((row.flags & is_hex) != 0 ? BASE_HEX : BASE_DEC) | ((row.flags & names_some) != 0 ? BASE_SPECIAL_VALS : 0);
  switch (row.type) {
    case FieldType::none: break;
    case FieldType::protocol: return {FT_PROTOCOL};
    case FieldType::boolean: return {FT_BOOLEAN, row.mask != 0 ? bits_of(row) : BASE_NONE};
    case FieldType::uint8: return {FT_UINT8, number};
    case FieldType::uint16: return {FT_UINT16, number};
    case FieldType::uint32: return {FT_UINT32, number};
    case FieldType::uint64: return {FT_UINT64, number};
    case FieldType::int32: return {FT_INT32, BASE_DEC};
    case FieldType::int64: return {FT_INT64, BASE_DEC};
    // Also in single precision: a filter's 0.1 is a double, and would never equal the nearest float.
    case FieldType::real:
    case FieldType::float64: return {FT_DOUBLE};
    case FieldType::string: return {FT_STRING};
    case FieldType::bytes: return {FT_BYTES};
  }
  return {FT_NONE};
}

/// Converts a table of names to Wireshark's form; allocated once, for as long as Wireshark runs.
value_string* value_strings(const ValueName* names) {
  std::size_t count = 0;
  while (names[count].name != nullptr) ++count;
  auto* strings = static_cast<value_string*>(wmem_alloc0(wmem_epan_scope(), (count + 1) * sizeof(value_string)));
  for (std::size_t i = 0; i < count; ++i) {
    strings[i].value = names[i].value;
    strings[i].strptr = names[i].name;
  }
  return strings;
}

void register_field(int* id, const header_field_info& described) {
  auto* field = static_cast<hf_register_info*>(wmem_alloc0(wmem_epan_scope(), sizeof(hf_register_info)));
  *id = -1;
  field->p_id = id;
  field->hfinfo = described;
  proto_register_field_array(protocols.*protocol_of(described.abbrev).id, field, 1);
}

header_field_info described(const FieldInfo& row, const value_string* names) {
  const WiresharkType its = type_of(row);
  return {row.title, row.filter, its.type, its.display, names, row.mask, row.blurb, HFILL};
}

const value_string* names_of(const FieldInfo& row) { return row.names != nullptr ? value_strings(row.names) : nullptr; }

/// The names that no row of this filter name contradicts.
const value_string* common_names(std::span<const Field> rows) {
  const FieldInfo& row = info(rows.front());
  if (row.names == nullptr) return nullptr;
  value_string* const strings = value_strings(row.names);
  value_string* end = strings;
  for (const ValueName* name = row.names; name->name != nullptr; ++name)
    if (analysis::is_common(*name, rows)) *end++ = {name->value, name->name};
  *end = {0, nullptr};
  return strings;
}

bool same_names(const value_string* one, const value_string* other) {
  if (one == nullptr || other == nullptr) return one == other;
  for (; one->strptr != nullptr && other->strptr != nullptr; ++one, ++other) {
    if (one->value != other->value || std::string_view(one->strptr) != other->strptr) return false;
  }
  return one->strptr == other->strptr;
}

/// The row as its labels show it, if the registered one lacks its names.
header_field_info* row_of_label(Field field, const value_string* registered) {
  const value_string* const own = names_of(info(field));
  if (same_names(own, registered)) return nullptr;
  auto* row = static_cast<header_field_info*>(wmem_alloc0(wmem_epan_scope(), sizeof(header_field_info)));
  *row = described(info(field), own);
  row->id = -2 - static_cast<int>(index(field));  // labels are cached by it; registered ones are greater
  return row;
}

/// Registers a name once: I/O graphs and "io,stat" count the items of one registration alone.
void register_name(std::span<const Field> rows) {
  const value_string* const names = common_names(rows);
  int& id = header_fields[index(rows.front())];
  register_field(&id, described(info(rows.front()), names));
  for (const Field row : rows) {
    header_fields[index(row)] = id;
    window_rows[index(row)] = row_of_label(row, names);
  }
}

void register_subtree(int* subtree) {
  *subtree = -1;
  proto_register_subtree_array(&subtree, 1);
}

/// The codec's and the problems' begin alike.
template <class Severity>
int wireshark_severity(Severity severity) {
  constexpr std::array<int, 4> severities = {PI_CHAT, PI_NOTE, PI_WARN, PI_ERROR};
  return severities[static_cast<std::size_t>(severity)];
}
int wireshark_group(analysis::ExpertGroup group) {
  constexpr std::array<int, 8> groups = {PI_ASSUMPTION, PI_CHECKSUM,      PI_MALFORMED, PI_PROTOCOL,
                                         PI_REASSEMBLE, PI_RESPONSE_CODE, PI_SEQUENCE,  PI_UNDECODED};
  return groups[static_cast<std::size_t>(group)];
}
int wireshark_group(analysis::problems::Group group) {
  constexpr std::array<int, 3> groups = {PI_PROTOCOL, PI_SEQUENCE, PI_UNDECODED};
  return groups[static_cast<std::size_t>(group)];
}

/// The pointers must stay valid as long as Wireshark runs.
void register_expert(const expert_field_info& row, expert_field* field) {
  auto* expert = static_cast<ei_register_info*>(wmem_alloc0(wmem_epan_scope(), sizeof(ei_register_info)));
  const expert_field unset = EI_INIT;
  *field = unset;
  *expert = {field, row};
  static std::array<expert_module_t*, std::size(protocol_rows)> modules;
  const Protocol& owner = protocol_of(row.name);
  expert_module_t*& module = modules[index(owner)];
  if (module == nullptr) module = expert_register_protocol(protocols.*owner.id);
  expert_register_field_array(module, expert, 1);
}

/// The codec's names, which end with a NUL.
const value_string* outcome_strings() {
  static value_string strings[relay::outcome_count + 1] = {};
  for (unsigned i = 0; i < relay::outcome_count; ++i)
    strings[i] = {i, relay::name(static_cast<relay::Outcome>(i)).data()};
  return strings;
}

void one_decimal(char* text, double number) { std::snprintf(text, ITEM_LABEL_LENGTH, "%.1f", number); }

WiresharkType type_of(analysis::DerivedKind kind) {
  using Kind = analysis::DerivedKind;
  switch (kind) {
    case Kind::text: break;
    case Kind::bytes: return {FT_BYTES};
    case Kind::number: return {FT_UINT32, BASE_DEC};
    case Kind::number8: return {FT_UINT8, BASE_DEC};
    case Kind::number16: return {FT_UINT16, BASE_DEC};
    case Kind::number64: return {FT_UINT64, BASE_DEC};
    case Kind::hexadecimal: return {FT_UINT32, BASE_HEX};
    case Kind::integer: return {FT_INT32, BASE_DEC};
    case Kind::boolean: return {FT_BOOLEAN};
    case Kind::real:
    case Kind::milliseconds: return {FT_DOUBLE};
    case Kind::tenths: return {FT_DOUBLE, BASE_CUSTOM, CF_FUNC(one_decimal)};
    case Kind::time: return {FT_RELATIVE_TIME};
    case Kind::checksum_status: return {FT_UINT8, BASE_NONE, VALS(proto_checksum_vals)};
    case Kind::transfer_mode: return {FT_UINT8, BASE_DEC, value_strings(names::mirror_transfer_modes)};
    case Kind::relay_outcome: return {FT_UINT8, BASE_DEC, outcome_strings()};
    case Kind::subtree: return {FT_NONE};
    case Kind::frame: return {FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_NONE)};
    case Kind::frame_of_request: return {FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_REQUEST)};
    case Kind::frame_of_response: return {FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE)};
    case Kind::frame_of_acknowledgement: return {FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_ACK)};
    case Kind::frame_of_first_copy: return {FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_DUP_ACK)};
    case Kind::frame_of_previous: return {FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_PREV)};
    case Kind::frame_of_next: return {FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_NEXT)};
  }
  return {FT_STRING};
}

}  // namespace

int protocol(Field field) noexcept { return protocols.*protocol_of(info(field).filter).id; }

int header_field(Field field) noexcept { return header_fields[index(field)]; }

header_field_info* shown_as(Field field) noexcept { return window_rows[index(field)]; }

int subtree(Field field) noexcept { return subtrees[index(field)]; }

expert_field* expert(Note note) noexcept { return &note_experts[static_cast<std::size_t>(note)]; }
expert_field* malformed(Field field) noexcept { return &malformed_experts[index(protocol_of(info(field).filter))]; }

void register_row(const analysis::DerivedRow& row, int* field, int* subtree) {
  register_subtree(subtree);
  if (row.wire != field::none) {
    *field = header_field(row.wire);
    return;
  }
  const WiresharkType its = type_of(row.kind);
  register_field(field, {row.title, row.filter, its.type, its.display, its.strings, 0, row.blurb, HFILL});
}

void register_row(const analysis::ExpertRow& row, expert_field* field) {
  register_expert({row.filter, wireshark_group(row.group), wireshark_severity(row.severity), row.text, EXPFILL}, field);
}

void register_row(const analysis::problems::ProblemInfo& row, expert_field* field) {
  const char* text = row.kind == nullptr
                         ? row.summary
                         : g_strdup_printf("%s: %s %s", analysis::problems::word_of(row.kind), row.remedy, row.summary);
  register_expert({row.filter, wireshark_group(row.group), wireshark_severity(row.severity), text, EXPFILL}, field);
}

void register_fields() {
  for (const Protocol& row : protocol_rows)
    protocols.*row.id = proto_register_protocol(row.name, row.short_name, row.prefix.data());
  header_fields.fill(-1);
  const analysis::RowsOfNames rows;
  each_field([&rows](Field field) {
    const FieldInfo& row = info(field);
    register_subtree(&subtrees[index(field)]);
    if (row.type == FieldType::protocol) return;
    const std::span<const Field> same_name = rows.of(row.filter);
    if (same_name.front() == field) register_name(same_name);
  });
  each_note([](Note note) {
    const NoteInfo& row = info(note);
    register_expert({row.filter, PI_PROTOCOL, wireshark_severity(row.severity), row.text, EXPFILL},
                    &note_experts[static_cast<std::size_t>(note)]);
  });
  register_rows<analysis::CommonExpert>();
  for (const Protocol& row : protocol_rows) {
    if (row.malformed != nullptr)
      register_expert({row.malformed, PI_MALFORMED, PI_ERROR, row.malformed_text, EXPFILL},
                      &malformed_experts[index(row)]);
  }
  register_rows<analysis::CommonField>();
}

}  // namespace godot::plugin

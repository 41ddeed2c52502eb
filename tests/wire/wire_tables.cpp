// SPDX-License-Identifier: MIT
// Prints the tables that the codec itself runs on, as the pages of docs/wire show them: for each a line "== name", then
// the rows of a Markdown table. scripts/wire-tables puts them into the pages.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codec/debugger/messages.h"
#include "codec/enet/fields.h"
#include "codec/enet/protocol.h"
#include "codec/files/fields.h"
#include "codec/mirror/fields.h"
#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/protocol.h"
#include "codec/variant/fields.h"
#include "codec/variant/framing.h"
#include "codec/variant/names.h"
#include "codec/variant/walk.h"

namespace godot {
namespace {

using Row = std::vector<std::string>;

void print(const Row& row) {
  for (const std::string& cell : row) std::printf("| %s ", cell.c_str());
  std::puts("|");
}

void begin(std::string_view name, const Row& titles) {
  std::printf("== %.*s\n", static_cast<int>(name.size()), name.data());
  print(titles);
  print(Row(titles.size(), "---"));
}

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string hex(std::uint32_t number) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%X", static_cast<unsigned>(number));
  return text;
}

/// Joins two texts as "a, b"; an empty one is left out.
std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ") {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty() && !part.empty()) text += between;
    text += part;
  }
  return text;
}

// --- Variants -----------------------------------------------------------------------------------------------------

constexpr variant::Generation engines[] = {variant::Generation::godot2, variant::Generation::godot3,
                                           variant::Generation::redot};

/// `wide`: a flag of the header makes reals wide; without the flag they are never wide.
std::string component_text(variant::Component component, bool wide) {
  switch (component) {
    case variant::Component::int32: return "i32";
    case variant::Component::int64: return "i64";
    case variant::Component::float32: return "f32";
    case variant::Component::float64: return "f64";
    case variant::Component::real: break;
  }
  return wide ? "R" : "f32";
}

std::string layout_text(const variant::Layout& layout, bool wide) {
  return (layout.count == 1 ? "" : std::to_string(layout.count) + " × ") + component_text(layout.component, wide);
}

std::string payload_text(const variant::TypeRow& row) {
  const bool wide = (row.flags & variant::flag_64) != 0;
  switch (row.kind) {
    case variant::Kind::nil:
    case variant::Kind::no_payload: return "–";
    case variant::Kind::boolean: return "u32";
    case variant::Kind::integer: return wide ? "i32, or i64" : "i32";
    case variant::Kind::floating: return wide ? "f32, or f64" : "f32";
    case variant::Kind::string:
    case variant::Kind::string_name: return "text";
    case variant::Kind::math: return layout_text(row.layout, wide);
    case variant::Kind::node_path: return "path";
    case variant::Kind::rid: return "u64";
    case variant::Kind::object: return "id, or whole";
    case variant::Kind::signal: return "text, u64";
    case variant::Kind::dictionary: return "count, pairs";
    case variant::Kind::array: return "count, elements";
    case variant::Kind::packed_bytes: return "count, bytes";
    case variant::Kind::packed: return "count × " + layout_text(row.layout, wide);
    case variant::Kind::packed_strings: return "count × text with NUL";
    case variant::Kind::image: return "image";
    case variant::Kind::input_event: return "input event";
    case variant::Kind::structure: return "description, values";
    default: return "see its section";
  }
}

/// Null if the dialect has no type of this number.
const variant::TypeRow* type_at(const variant::Dialect& dialect, std::size_t id) {
  return id < dialect.types.size() ? &dialect.types[id] : nullptr;
}

/// The type's name and the data after its header, each with a remark; both are empty without such a type.
std::array<std::string, 2> cells_of(const variant::TypeRow* type, const std::string& remark) {
  if (type == nullptr) return {};
  return {std::string(type->name) + remark, payload_text(*type)};
}

/// For Godot 4 and Redot, which share a column: one entry if they agree, otherwise one for each.
std::array<std::string, 2> both_cells(std::size_t id) {
  const variant::TypeRow* godots = type_at(variant::dialect(variant::Generation::godot4), id);
  const variant::TypeRow* redots = type_at(variant::dialect(variant::Generation::redot), id);
  if (godots != nullptr && redots != nullptr && godots->name == redots->name) return cells_of(godots, "");
  const auto ours = cells_of(godots, redots != nullptr ? " (Godot)" : "");
  const auto theirs = cells_of(redots, " (Redot 26.3)");
  return {joined({ours[0], theirs[0]}), joined({ours[1], theirs[1]}, "; ")};
}

void variant_types() {
  begin("types", {"id", "Godot 2", "bytes after the header", "Godot 3", "bytes after the header", "Godot 4, Redot",
                  "bytes after the header"});
  std::size_t most = variant::dialect(variant::Generation::godot4).types.size();
  for (const variant::Generation engine : engines) most = std::max(most, variant::dialect(engine).types.size());
  for (std::size_t id = 0; id < most; ++id) {
    Row row{std::to_string(id)};
    for (const variant::Generation engine : engines) {
      const auto cells =
          engine == variant::Generation::redot ? both_cells(id) : cells_of(type_at(variant::dialect(engine), id), "");
      row.insert(row.end(), cells.begin(), cells.end());
    }
    print(row);
  }
  begin("type-flags", {"Godot", "type", "header bits that it defines"});
  for (const variant::Generation engine : engines) {
    const variant::Dialect& dialect = variant::dialect(engine);
    std::map<std::uint32_t, std::vector<std::string>> by_flags;
    for (const variant::TypeRow& type : dialect.types) by_flags[type.flags].emplace_back(type.name);
    for (const auto& [flags, names] : by_flags) {
      const bool is_redot = engine == variant::Generation::redot;
      if (flags != 0) print({is_redot ? "godot4, redot" : std::string(dialect.name), joined(names), code(hex(flags))});
    }
  }
}

void variant_components() {
  begin("components", {"type of Godot 4", "numbers in wire order"});
  for (const variant::TypeRow& type : variant::dialect(variant::Generation::godot4).types) {
    if (type.kind != variant::Kind::math) continue;
    std::vector<std::string> names;
    for (unsigned i = 0; i < type.layout.count; ++i)
      names.emplace_back(info(static_cast<Field>(static_cast<unsigned>(type.layout.first) + i)).title);
    print({std::string(type.name), joined(names)});
  }
}

void names_table(std::string_view name, std::string_view title, const ValueName* names) {
  begin(name, {"number", std::string(title)});
  for (; names->name != nullptr; ++names) print({std::to_string(names->value), names->name});
}

/// The flags of a header that the catalogue names.
void masks(std::string_view name, const std::vector<Field>& fields) {
  begin(name, {"bits", "filter", "meaning"});
  for (const Field field : fields) {
    const FieldInfo& row = info(field);
    print({code(hex(row.mask)), code(row.filter), row.blurb});
  }
}

void notes_table(std::string_view name, std::string_view protocol, const std::vector<std::string_view>& without) {
  begin(name, {"filter", "severity", "what it says"});
  constexpr const char* severities[] = {"chat", "note", "warning", "error"};
  each_note([&](Note note) {
    const NoteInfo& row = info(note);
    const std::string_view filter = row.filter;
    const auto begins = [&](std::string_view other) { return filter.starts_with(other); };
    if (!begins(protocol) || std::any_of(without.begin(), without.end(), begins)) return;
    print({code(filter), severities[static_cast<unsigned>(row.severity)], row.text});
  });
}

/// All flags of a protocol's fields.
void masks_of(std::string_view name, std::string_view protocol, const std::vector<std::string_view>& without) {
  std::vector<Field> fields;
  each_field([&](Field field) {
    const FieldInfo& row = info(field);
    const std::string_view filter = row.filter;
    const auto begins = [&](std::string_view other) { return filter.starts_with(other); };
    if (row.mask != 0 && begins(protocol) && std::none_of(without.begin(), without.end(), begins))
      fields.push_back(field);
  });
  masks(name, fields);
}

void variant_tables() {
  variant_types();
  variant_components();
  names_table("type-kinds", "kind", names::type_kinds);
  names_table("image-formats", "format", names::image_formats);
  names_table("input-events", "event", names::input_events);
  masks("variant-bits", {field::flag_64, field::object_as_id, field::typed_array, field::element_type_kind,
                         field::key_type_kind, field::value_type_kind, field::shared, field::node_path_new_format,
                         field::node_path_absolute, field::node_path_has_property, field::input_event_shift,
                         field::input_event_alt, field::input_event_meta, field::input_event_ctrl});
  begin("variant-limits", {"limit", "value"});
  print({"levels of containers inside of a value", std::to_string(variant::max_depth)});
  print({"bytes of the longest value that a stream or a PacketPeer takes", std::to_string(variant::max_stream_length)});
  print({"bytes of the length in front of a value on a stream", std::to_string(variant::stream_prefix)});
  notes_table("variant-notes", "godot.variant.", {});
}

// --- ENet ---------------------------------------------------------------------------------------------------------

std::string bits(unsigned width) { return "u" + std::to_string(8 * width); }

void enet_tables() {
  begin("enet-commands",
        {"number", "command", "bytes", "behind the command byte, the channel and the reliable sequence"});
  for (unsigned number = 1; number < enet::command_type_count; ++number) {
    const auto parts = enet::parts_of(static_cast<enet::CommandType>(number));
    unsigned size = 0;
    std::vector<std::string> texts;
    for (const enet::Part& part : parts) {
      size += part.width;
      if (&part - parts.data() >= 3) texts.push_back(bits(part.width) + ' ' + info(part.field).title);
    }
    enet::Command command;
    command.type = static_cast<enet::CommandType>(number);
    if (command.has_payload()) texts.emplace_back("data");
    print({std::to_string(number), std::string(value_name(field::enet_command, number)),
           std::to_string(size) + (command.has_payload() ? " + data" : ""), texts.empty() ? "–" : joined(texts)});
  }
  begin("enet-limits", {"limit", "value"});
  print({"peer id of a host that has assigned none yet", hex(enet::no_peer_id)});
  print({"channel of commands about the connection", hex(enet::connection_channel)});
  print({"bytes of a datagram, also when decompressed", std::to_string(enet::max_datagram)});
  print({"fragments of a message", std::to_string(enet::max_fragments)});
  print({"bytes of a message", std::to_string(enet::max_message)});
  notes_table("enet-notes", "enet.", {});
}

// --- Multiplayer --------------------------------------------------------------------------------------------------

void multiplayer_tables() {
  begin("multiplayer-commands", {"command", "Godot 4: bits 0–2 of the first byte", "Godot 2.1 – 3.6: the first byte"});
  std::map<std::string, std::array<std::string, 2>> rows;
  std::vector<std::string> order;
  constexpr multiplayer::Api apis[] = {multiplayer::Api::scene, multiplayer::Api::named};
  for (std::size_t api = 0; api < std::size(apis); ++api) {
    for (unsigned first = 0; first < multiplayer::command_count(apis[api]); ++first) {
      const auto type = multiplayer::command_type(apis[api], static_cast<std::uint8_t>(first));
      if (type == multiplayer::CommandType::none) continue;
      const std::string title = info(multiplayer::node_of(type)).title;
      if (rows.find(title) == rows.end()) order.push_back(title);
      rows[title][api] = std::to_string(first);
    }
  }
  for (const std::string& title : order) {
    const auto cell = [](const std::string& text) { return text.empty() ? std::string("–") : text; };
    print({title, cell(rows[title][0]), cell(rows[title][1])});
  }
  const auto names_of = [](Field field) { return info(field).names; };
  names_table("system-commands", "system command", names_of(field::godot_system_command));
  names_table("int-widths", "width of an int", names_of(field::godot_int_width));
  masks_of("multiplayer-masks", "godot.", {"godot.variant.", "godot.debug.", "godot.mirror.", "godot.files."});
  notes_table("multiplayer-notes", "godot.", {"godot.variant.", "godot.debug.", "godot.mirror.", "godot.files."});
}

// --- The mirror's records, this project's own format --------------------------------------------------------------

void mirror_tables() {
  names_table("mirror-transports", "transport", info(field::mirror_link_transport).names);
  masks_of("mirror-masks", "godot.mirror.", {});
  notes_table("mirror-notes", "godot.mirror.", {});
}

// --- The editor's remote file system -------------------------------------------------------------------------------

void files_tables() {
  names_table("files-commands", "command", info(field::files_command).names);
  names_table("files-responses", "response", info(field::files_response).names);
  notes_table("files-notes", "godot.files.", {});
}

// --- Debugger -----------------------------------------------------------------------------------------------------

std::string version(debugger::Version number) {
  constexpr unsigned last = 99;  // highest major version of a generation
  return std::to_string(number / 100) + '.' + (number % 100 == last ? "x" : std::to_string(number % 100));
}

/// `count` rows of the description from `at` on, with their sub-rows.
std::string elements_text(std::span<const debugger::Element> elements) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < elements.size();) {
    const debugger::Element& element = elements[i];
    const std::size_t size = std::min<std::size_t>(element.size, elements.size() - i - 1);
    const auto inner = elements.subspan(i + 1, size);
    std::string text = element.field == field::none ? "" : info(element.field).title;
    switch (element.take) {
      case debugger::Take::group: text = "(" + elements_text(inner) + ")…"; break;
      case debugger::Take::list: text += (text.empty() ? "[" : " [") + elements_text(inner) + "]"; break;
      case debugger::Take::table: text += " {" + elements_text(inner) + "}"; break;
      case debugger::Take::packed: text += " [" + elements_text(elements.subspan(i + 1, 1)) + "…]"; break;
      case debugger::Take::count: text = "number of " + text; break;
      default: break;
    }
    if (element.optional) text += " (not always)";
    parts.push_back(text);
    i += 1 + (element.take == debugger::Take::packed ? std::max<std::size_t>(size, 1) : size);
  }
  return joined(parts);
}

void debugger_messages(std::string_view name, debugger::Direction direction, debugger::Version first,
                       debugger::Version last) {
  begin(name, {"message", "versions", "elements"});
  std::vector<Row> rows;
  for (const debugger::Message& message : debugger::messages()) {
    if (message.direction != direction || message.until < first || message.since > last) continue;
    const auto since = std::max(message.since, first);
    const auto until = std::min(message.until, last);
    const std::string text = elements_text(message.elements);
    const std::string versions = since == first && until == last ? "all"
                                 : until == last                 ? version(since) + " up"
                                                                 : version(since) + " – " + version(until);
    rows.push_back({code(message.name), versions, text.empty() ? "–" : text});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a[0] < b[0]; });
  for (const Row& row : rows) print(row);
}

void debugger_tables() {
  begin("eras", {"engine", "values of", "a message is"});
  for (std::size_t i = 0; i < debugger::era_count; ++i) {
    const debugger::EraInfo& era = debugger::info(static_cast<debugger::Era>(i));
    print({std::string(era.name), code(variant::dialect(era.generation).name),
           era.units        ? "to the editor name, number, then so many values; to the game [command, arguments …]"
           : era.has_thread ? "[name, thread id, [data …]]"
                            : "[name, [data …]]"});
  }
  constexpr debugger::Version first_3_and_2 = 200;
  constexpr debugger::Version last_3 = 399;
  constexpr debugger::Version first_4 = 400;
  const debugger::Version last_4 = debugger::info(debugger::Era::godot4_2).last;
  debugger_messages("old-to-editor", debugger::Direction::to_editor, first_3_and_2, last_3);
  debugger_messages("old-to-game", debugger::Direction::to_game, first_3_and_2, last_3);
  debugger_messages("to-editor", debugger::Direction::to_editor, first_4, last_4);
  debugger_messages("to-game", debugger::Direction::to_game, first_4, last_4);
}

}  // namespace
}  // namespace godot

int main() {
  godot::variant_tables();
  godot::enet_tables();
  godot::multiplayer_tables();
  godot::mirror_tables();
  godot::files_tables();
  godot::debugger_tables();
  return 0;
}

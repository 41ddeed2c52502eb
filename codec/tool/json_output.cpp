// SPDX-License-Identifier: MIT
#include <cmath>
#include <nlohmann/json.hpp>

#include "codec/core/number.h"
#include "codec/core/problem.h"
#include "codec/tool/output_forms.h"

namespace godot::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* severities[] = {"chat", "note", "warning", "error"};

/// JSON has no infinities, and a float must not grow the digits of a double: 0.1 is 0.1.
Json real(const Value& value) {
  if (std::isnan(value.real)) return "nan";
  if (std::isinf(value.real)) return value.real < 0 ? "-inf" : "inf";
  if (value.kind == Value::Kind::float64) return value.real;
  return as_written(static_cast<float>(value.real));
}

std::string hex(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const char byte : bytes) {
    const auto code = static_cast<unsigned char>(byte);
    out += digits[code >> 4];
    out += digits[code & 15];
  }
  return out;
}

Json value_of(const Node& node, const variant::Dialect& dialect) {
  switch (node.value.kind) {
    case Value::Kind::none: break;
    case Value::Kind::boolean:
    case Value::Kind::uint:
      if (info(node.field).type == FieldType::boolean) return masked(node.field, node.value) != 0;
      return masked(node.field, node.value);
    case Value::Kind::int_: return node.value.int_;
    case Value::Kind::float32:
    case Value::Kind::float64: return real(node.value);
    case Value::Kind::text: return node.value.view();
    case Value::Kind::bytes: return hex(node.value.view());
    case Value::Kind::node_path: return path_text(node.value, dialect);
  }
  if (node.text.empty()) return nullptr;
  return node.text;
}

Json note_of(const NotedBytes& noted) {
  const NoteInfo& row = info(noted.note);
  return {{"filter", row.filter},
          {"severity", severities[static_cast<std::size_t>(row.severity)]},
          {"offset", noted.begin},
          {"length", noted.length},
          {"text", row.text}};
}

Json node_of(const Node& node, const variant::Dialect& dialect) {
  Json out{{"filter", info(node.field).filter}, {"offset", node.begin}, {"length", node.length}};
  if (!node.name.empty()) out["field"] = node.name;
  Json value = value_of(node, dialect);
  if (!value.is_null()) out["value"] = std::move(value);
  if (node.value.kind == Value::Kind::uint) {
    const auto number = static_cast<std::uint32_t>(masked(node.field, node.value));
    const std::string_view word = value_name(node.field, number);
    if (!word.empty()) out["name"] = word;
  }
  for (const NotedBytes& noted : node.notes) out["notes"].push_back(note_of(noted));
  return out;
}

/// Text from the wire may be invalid UTF-8.
std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// An object that further members follow.
void write_open(const Json& json, std::string_view member, std::string& out) {
  out += dump(json);
  out.back() = ',';
  out.append("\"").append(member).append("\":");
}

/// Writes nodes one by one, so that nesting needs no stack.
void write_nodes(const Report& report, std::string& out) {
  const std::span<const Node> nodes = report.nodes;
  const variant::Dialect& dialect = *report.options.dialect;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::uint32_t depth = nodes[i].depth;
    const std::uint32_t next = i + 1 == nodes.size() ? 0 : nodes[i + 1].depth;
    if (next > depth) {
      write_open(node_of(nodes[i], dialect), "children", out);
      out += '[';
      continue;
    }
    out += dump(node_of(nodes[i], dialect));
    for (std::uint32_t level = next; level < depth; ++level) out += "]}";
    if (i + 1 != nodes.size()) out += ',';
  }
}

Json problem_of(const Problem& problem) {
  char out[max_problem_text];
  const bool bytes = problem.is_about_bytes();
  return {{"code", godot::name(problem.code)},
          {"filter", info(problem.field).filter},
          {"limit", problem.limit == message_end ? "message" : info(problem.limit).filter},
          {"offset", problem.offset},
          {bytes ? "needed" : "value", bytes ? problem.needed : problem.value},
          {bytes ? "had" : "bound", bytes ? problem.had : problem.bound},
          {"text", describe(problem, out)}};
}

}  // namespace

void write_json(const Report& report, Offset place, std::string& out) {
  Json head{{"dialect", report.options.dialect->name},
            {"precision", name(report.options.precision)},
            {"place", place},
            {"length", report.message.reported},
            {"consumed", report.result.consumed},
            {"exact", report.exact()},
            {"text", report.text}};
  for (std::size_t i = 0; i < note_numbers; ++i) {
    const auto note = static_cast<Note>(i);
    if (report.result.notes.has(note)) head["notes"].push_back(info(note).filter);
  }
  for (const variant::Dialect* other : report.others) head["others"].push_back(other->name);
  if (report.result.problem) head["problem"] = problem_of(report.result.problem);
  if (report.nodes.empty()) {
    out += dump(head) + '\n';
    return;
  }
  write_open(head, "variant", out);
  write_nodes(report, out);
  out += "}\n";
}

}  // namespace godot::tool

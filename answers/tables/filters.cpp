// SPDX-License-Identifier: MIT
#include "answers/tables/filters.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "analysis/facts/facts.h"

namespace godot::analysis::report {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Appends the text with a backslash before each special character.
template <class IsSpecial>
void append_escaped(std::string& out, std::string_view text, IsSpecial is_special) {
  const auto* from = text.begin();
  for (;;) {
    const auto* const special = std::find_if(from, text.end(), is_special);
    out.append(from, special);
    if (special == text.end()) return;
    out += '\\';
    out += *special;
    from = special + 1;
  }
}

/// By its number, whether a letter has a meaning in a regular expression.
constexpr auto is_special = [] {
  std::array<bool, 256> all = {};
  for (const char letter : std::string_view("\\^$.[]|()?*+{}-")) all[static_cast<unsigned char>(letter)] = true;
  return all;
}();

/// Wireshark ignores case by default.
std::string begins_with(std::string_view field, const std::string& expression) {
  return std::string(field) + " matches " + quoted("(?-i)^" + expression);
}

}  // namespace

std::string literal(std::string_view text) {
  std::string expression;
  append_escaped(expression, text, [](char letter) { return is_special[static_cast<unsigned char>(letter)]; });
  return expression;
}

std::string quoted(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 2);
  result += '"';
  append_escaped(result, text, [](char letter) { return letter == '"' || letter == '\\'; });
  result += '"';
  return result;
}

std::string filter_of_row(std::string_view kind) {
  const char* filter = facts::filter_of(kind);
  return filter != nullptr ? filter : "";
}

std::string filter_of_conversation(std::string_view from) {
  // A conversation whose peers are unknown: "ENet 2 client".
  constexpr struct {
    std::string_view name;
    std::string_view field;
  } conversations[] = {{"ENet ", "enet.stream"}, {"UDP ", "udp.stream"}, {"TCP ", "tcp.stream"}};
  for (const auto& [name, field] : conversations) {
    if (from.substr(0, name.size()) != name) continue;
    const std::string_view rest = from.substr(name.size());
    const std::string_view number = rest.substr(0, rest.find(' '));
    const bool is_number = !number.empty() && std::all_of(number.begin(), number.end(), is_digit);
    if (is_number) return std::string(field) + " == " + std::string(number);
  }
  return {};
}

std::string filter_of_peers(std::string_view from, std::string_view to) {
  std::string conversation = filter_of_conversation(from);
  if (!conversation.empty()) return conversation;
  if (from == "?" || to == "?") return {};
  return "godot.from == " + quoted(from) + " && godot.to == " + quoted(to);
}

std::string filter_of_second(std::uint64_t second) {
  return "frame.time_relative >= " + std::to_string(second) + " && frame.time_relative < " + std::to_string(second + 1);
}

std::string filter_of_problem(const std::vector<std::string>& rows) {
  if (rows.size() == 1) return "godot.problem.row == " + quoted(rows.front());
  std::string set;
  for (const std::string& row : rows) set += (set.empty() ? "" : ", ") + quoted(row);
  return "godot.problem.row in {" + set + '}';
}

namespace {

std::string for_receiver(std::int32_t receiver) {
  if (receiver <= 0) return {};
  const std::string id = std::to_string(receiver);
  return " && (godot.peer.target == " + id + " || godot.peer.hop_target == " + id + ")";
}

}  // namespace

std::string filter_of_snapshots(const StatesOf& which, const facts::SnapshotFields& fields) {
  const std::string_view node = which.node;
  if (node.empty()) return {};
  const bool is_number = node.front() == '#';
  std::string filter = is_number ? fields.node_id : fields.node;
  filter += " == ";
  filter += is_number ? std::string(node.substr(1)) : quoted((node.front() == '/' ? "" : "/root/") + std::string(node));
  filter.append(" && ").append(fields.snapshot);
  if (which.connection != nullptr)
    filter.append(" && ").append(which.connection).append(" == ").append(std::to_string(which.link));
  return filter + for_receiver(which.receiver);
}

std::string filter_of_states(const StatesOf& which) {
  if (which.node.empty()) return {};
  std::string filter = begins_with("godot.sync.text", literal(which.node) + ": ");
  const auto add = [&filter](const char* field, std::int64_t value) {
    filter.append(" && ").append(field).append(" == ").append(std::to_string(value));
  };
  add("godot.sync.net_id", which.number);
  if (which.connection != nullptr) add(which.connection, which.link);
  if (which.source != 0) add("godot.peer.source", which.source);
  if (which.receiver <= 0) return filter;
  const std::string id = std::to_string(which.receiver);
  if (which.to_relay)
    return std::move(filter.append(" && godot.peer.target == ").append(id).append(" && godot.peer.hop_target"));
  // One to everyone is for the receiver of its hop; others pass through the server.
  filter.append(" && (godot.peer.target == ").append(id);
  return std::move(filter.append(" || (godot.peer.target <= 0 && godot.peer.hop_target == ").append(id).append("))"));
}

}  // namespace godot::analysis::report

// SPDX-License-Identifier: MIT
// What an annotator says of messages of the test game, as lines of text. The messages are made here, not by an engine.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/game/learning/sink_fan_out.h"
#include "analysis/message/annotation/annotator.h"
#include "tests/unit/analysis/message/account/accounts.h"

namespace godot::analysis::annotation {

/// Writes down all that it is to show: "learned_in 12 @4+4".
class Recorder final : public Show {
 public:
  static std::string_view name(MultiplayerField row) {
    static constexpr std::string_view names[] = {
#define GODOT_WIRE(id, ...) #id,
#define GODOT_DERIVED(id, ...) #id,
#include "analysis/message/annotation/derived.def"
#undef GODOT_WIRE
#undef GODOT_DERIVED
    };
    return names[static_cast<std::size_t>(row)];
  }
  static std::string place(ByteRange range) {
    std::string text = " @";
    text += std::to_string(range.begin);
    text += '+';
    text += std::to_string(range.length);
    return text;
  }
  static std::string written(const MessageItem& item) {
    std::string text(name(item.row));
    text += ' ';
    text += derived_row(item.row).kind == DerivedKind::text ? std::string(item.value.text)
                                                            : std::to_string(item.value.number);
    text += place(item.range);
    if (item.hidden) text += " hidden";
    if (item.in != nullptr) text += " in a value";
    if (item.label != nullptr) (text += ' ') += item.label;
    return text;
  }

  void add(const MessageItem& item) override {
    lines.push_back(written(item));
    if (item.below != nullptr) lines.push_back("below: " + written(*item.below));
  }
  [[nodiscard]] bool wants(MultiplayerField) override { return wants_hidden; }
  [[nodiscard]] Handle open() override { return this; }
  void label(const char* text, bool continues) override {
    lines.push_back((continues ? "label +" : "label ") + std::string(text));
  }
  void label_value(Handle, const char* name, std::uint32_t index, const char* text) override {
    std::string line = "value ";
    line += name != nullptr ? std::string(name) : std::to_string(index);
    line += ": ";
    line += text;
    lines.push_back(line);
  }
  void name_missing(ByteRange range) override { lines.push_back("name_missing" + place(range)); }
  void add_costs(Handle, ByteRange range, std::optional<std::uint32_t> own, std::uint32_t total) override {
    std::string line = "costs ";
    line += own ? std::to_string(*own) : std::string("?");
    line += " of ";
    line += std::to_string(total);
    lines.push_back(line + place(range));
  }
  void remark(MultiplayerExpert row, const char* text) override {
    std::string line = "remark ";
    line += expert_row(row).filter;
    if (text != nullptr) (line += ": ") += text;
    lines.push_back(line);
  }
  const char* problem(const account::Finding& finding, Handle, const char*, const char*) override {
    const problems::ProblemInfo& its = row(finding.problem);
    std::string line = "problem ";
    line += its.kind != nullptr ? its.kind : "none";
    if (finding.counted) line += " counted";
    if (finding.text != nullptr) (line += ": ") += finding.text;
    lines.push_back(line);
    return finding.counted ? its.kind : nullptr;
  }
  void watch(ByteRange range, const plots::WatchedValue& where, const plots::ValueNumbers& numbers) override {
    std::string line = "watch ";
    line += where.listed != nullptr ? where.listed : where.name != nullptr ? where.name : "?";
    line += " of ";
    line += std::to_string(numbers.count);
    lines.push_back(line + place(range));
  }
  void hand_on(const ArgumentBytes& bytes, Handle) override {
    lines.push_back("hand on " + std::string(bytes.method) + place(bytes.range));
  }
  [[nodiscard]] const char* variant(const multiplayer::UserBytes&) override { return "5"; }
  void found_bytes(ByteRange range) override { lines.push_back("found" + place(range)); }
  void name_objects(const Owner& owner) override {
    std::string line = "object of ";
    line += owner.node != nullptr ? owner.node : "-";
    line += '.';
    line += owner.member != nullptr ? owner.member : "-";
    line += " from ";
    lines.push_back(line + owner.from);
  }

  [[nodiscard]] bool has(std::string_view line) const {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  }
  [[nodiscard]] std::vector<std::string> all(std::string_view begin) const {
    std::vector<std::string> found;
    for (const std::string& line : lines)
      if (line.starts_with(begin)) found.push_back(line);
    return found;
  }
  [[nodiscard]] bool has_any(std::string_view begin) const {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.starts_with(begin); });
  }

  std::vector<std::string> lines;
  bool wants_hidden = false;
};

class Annotated : public account::Accounts {
 protected:
  Annotated() {
    shown.has_tree = true;
    shown.visible = true;
    shown.names_peers = true;
  }

  /// Begins a message with a command of this type.
  Annotator& begin(multiplayer::CommandType type, End from = End::second) {
    account = std::make_unique<account::Builder>(received(from), host(memories));
    context = std::make_unique<Context>(Context{.account = *account,
                                                .peer_names = game.state.peer_names,
                                                .projects = projects,
                                                .leaves = leaves,
                                                .naming_rows = rows,
                                                .facts = facts,
                                                .item = item,
                                                .generation = variant::Generation::godot4,
                                                .text_limit = text_limit,
                                                .bytes = bytes,
                                                .sender_port = 5000,
                                                .first_pass = first_pass,
                                                .lists_all_nodes = lists_all_nodes,
                                                .shows_states = shows_states,
                                                .has_library = has_library,
                                                .watched = watched,
                                                .exports = exports});
    shown.lines.clear();
    annotator = std::make_unique<Annotator>(*context, shown);
    sinks = std::make_unique<SinkFanOut>();
    sinks->add(*account);
    sinks->add(*annotator);
    command = {.type = type, .first = 0, .relayed = false, .begin = 0, .end = 60};
    sinks->command(command);
    return *annotator;
  }
  void value(Field role, std::uint32_t index, const char* text, const char* type = "int") {
    annotator->value({role, index, 20 + index * 4, 24 + index * 4, text, type, &shown});
  }
  /// Ends the message; its text.
  std::string_view end(bool good = true) {
    sinks->end(command, good);
    return annotator->summary().text;
  }

  Recorder shown;
  std::array<std::uint8_t, 100> bytes = {};
  facts::Collection* facts = nullptr;
  facts::Item* item = nullptr;
  GameProjects projects;
  Leaves leaves;
  std::vector<NamingRow> rows;
  std::uint32_t text_limit = 200;
  bool first_pass = true;
  bool lists_all_nodes = false;
  bool shows_states = true;
  bool has_library = false;
  bool watched = false;
  bool exports = false;
  multiplayer::Command command;
  std::unique_ptr<account::Builder> account;
  std::unique_ptr<Context> context;
  std::unique_ptr<Annotator> annotator;
  std::unique_ptr<SinkFanOut> sinks;
};

}  // namespace godot::analysis::annotation

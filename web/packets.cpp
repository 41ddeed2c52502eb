// SPDX-License-Identifier: MIT
#include "web/packets.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/problems/problem_table.h"
#include "base/json.h"
#include "codec/core/utf8.h"

namespace godot::web {
namespace {

namespace facts = analysis::facts;
namespace json = analysis::json;

/// Texts of a frame, each once, joined by commas.
class Words {
 public:
  void add(const char* word) {
    constexpr std::size_t most = 16;
    if (word == nullptr || *word == '\0' || words_.size() == most) return;
    if (std::find(words_.begin(), words_.end(), word) == words_.end()) words_.emplace_back(word);
  }
  [[nodiscard]] std::string joined() const {
    std::string out;
    for (const std::string_view each : words_) {
      if (!out.empty()) out += ", ";
      out += each;
    }
    return out;
  }

 private:
  std::vector<std::string_view> words_;
};

/// "cause → remedy", as the problem's table has them.
std::string advice_of(const facts::Problem& problem) {
  if (problem.cause == nullptr) return {};
  const char* remedy =
      problem.remedy != nullptr ? problem.remedy : analysis::problems::remedy_of(problem.kind, problem.cause);
  return problem.cause + (remedy != nullptr ? std::string(" \u2192 ") + remedy : "");
}

/// What a row says of all items of a frame.
struct Gathered {
  Words channels;
  Words kinds;
  Words commands;
  Words nodes;
  Words problems;

  void add(const facts::Item& item) {
    if (item.on_channel) channels_kept_.push_back(std::to_string(item.channel));
    kinds.add(name(item.kind));
    if (item.command != nullptr) commands.add(item.command->name);
    for (const facts::Part* part = item.parts; part != nullptr; part = part->next) nodes.add(part->node);
    for (const facts::Problem* each = item.problems; each != nullptr; each = each->next) {
      problems.add(each->kind);
      add_advice(advice_of(*each));
      nodes.add(each->node);
    }
  }
  void finish() {
    for (const std::string& each : channels_kept_) channels.add(each.c_str());
  }
  /// "kind, kind: cause → remedy; cause → remedy".
  [[nodiscard]] std::string problem_text() const {
    std::string text = problems.joined();
    for (std::size_t i = 0; i < advice_.size(); ++i) text += (i == 0 ? ": " : "; ") + advice_[i];
    return text;
  }

 private:
  void add_advice(std::string advice) {
    constexpr std::size_t most = 4;
    if (advice.empty() || advice_.size() == most) return;
    if (std::find(advice_.begin(), advice_.end(), advice) == advice_.end()) advice_.push_back(std::move(advice));
  }

  std::vector<std::string> channels_kept_;
  std::vector<std::string> advice_;
};

void append(std::string& out, std::string_view text, std::size_t most = Packets::most_text) {
  out += ',';
  if (text.size() <= most) return json::append_text(out, text);
  json::append_text(out, std::string(text.substr(0, utf8_boundary(text, most))) + "\u2026");
}

std::string or_empty(const char* text) { return text != nullptr ? text : ""; }

}  // namespace

void Packets::line(const engine::Frame& frame, const engine::MessageLine& line) {
  if (line_of_ == frame.number) {
    text_ += "; " + std::string(or_empty(line.text)) + engine::marks_of(line);
    if (problem_.empty()) problem_ = or_empty(line.problem);
    return;
  }
  line_of_ = frame.number;
  from_ = or_empty(line.from);
  to_ = or_empty(line.to);
  text_ = or_empty(line.text) + engine::marks_of(line);
  problem_ = or_empty(line.problem);
}

void Packets::add(facts::Frame& frame, const analysis::Packet& packet) {
  const bool has_items = frame.envelopes != nullptr && frame.envelopes->items != nullptr;
  if (!has_items && line_of_ != frame.number) return;
  if (rows_ == most_rows) {
    ++left_out_;
    return;
  }
  ++rows_;
  append(frame, packet);
  if (held_.size() >= most_held) finish({});
}

void Packets::append(const facts::Frame& frame, const analysis::Packet& packet) {
  Gathered all;
  for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next)
    for (const facts::Item* item = envelope->items; item != nullptr; item = item->next) all.add(*item);
  all.finish();
  const bool has_line = line_of_ == frame.number;
  const std::string commands = all.commands.joined();
  if (!held_.empty()) held_ += ',';
  held_ += '[' + std::to_string(frame.number) + ',' + std::to_string(frame.time);
  web::append(held_, has_line ? from_ : packet.source());
  web::append(held_, has_line ? to_ : packet.destination());
  web::append(held_, all.channels.joined());
  web::append(held_, all.kinds.joined());
  web::append(held_, has_line ? text_ : commands.empty() ? all.kinds.joined() : commands);
  web::append(held_, all.nodes.joined());
  const std::string problems = all.problem_text();
  web::append(held_, problems.empty() && has_line ? problem_ : problems, most_advice);
  held_ += ']';
}

void Packets::finish(const analysis::report::Output&) {
  if (!held_.empty()) take_(held_);
  held_.clear();
}

}  // namespace godot::web

// SPDX-License-Identifier: MIT
#include "answers/questions/flow_graphs/flow_graph.h"

#include <algorithm>
#include <string_view>

#include "analysis/problems/problem_table.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::flow {
namespace {

using enet::connection_channel;  // of pings, and of acknowledgements of them
using facts::Envelope;
using facts::Item;
using facts::Kind;

bool is_busy(const Item& item, Graph graph) {
  switch (item.kind) {
    case Kind::simplify_path:
    case Kind::confirm_path: return graph == Graph::calls;
    case Kind::sync:
    case Kind::ping:
    case Kind::bandwidth: return true;
    case Kind::acknowledgement: return item.channel == connection_channel;
    default: return false;
  }
}

/// The text of a message; null: none.
const char* text_of(const Item& item) { return item.texts != nullptr ? item.texts->text : nullptr; }

bool is_drawn(const Item& item, Graph graph) {
  const facts::Texts* texts = item.texts;
  if (texts == nullptr || texts->from == nullptr || texts->to == nullptr) return false;
  if (graph == Graph::connection) return item.command != nullptr;
  if (item.kind == Kind::handshake) return texts->of_game && !item.again;
  return texts->of_game && is_message(item.kind) && !item.again && !item.counted_elsewhere;
}

/// In little room, only a node's last name is shown.
std::string shortened(const Item& item) {
  const char* summary = text_of(item);
  std::string text = summary != nullptr ? summary : facts::name(item.kind);
  if (item.parts == nullptr || item.parts->node == nullptr) return text;
  const std::string_view node = item.parts->node;
  const std::size_t at = text.find(node);
  const std::size_t slash = node.rfind('/');
  if (at != std::string::npos && slash != std::string_view::npos) text.erase(at, slash + 1);
  return text;
}

std::string number_of(const Item& item) {
  return std::string(item.command->name) + " " + std::to_string(item.command->sequence);
}

/// The command and its number. Commands that only keep a connection alive have no useful number.
std::string command_label(const Item& item) {
  const bool numbered = item.kind != Kind::handshake && item.kind != Kind::ping && item.kind != Kind::bandwidth;
  return numbered ? number_of(item) : std::string(item.command->name);
}

void add(std::string& text, std::string_view more) {
  if (!text.empty()) text += ", ";
  text += more;
}

void add_channel(std::string& text, const Item& item) {
  add(text, "channel ");
  text += std::to_string(item.channel);
}

/// The events of an ENet command.
void add_fate(std::string& text, const Item& item) {
  const facts::Fate& fate = item.fate();
  if (fate.retransmission) add(text, "sent again");
  else if (fate.duplicate) add(text, "twice in one datagram");
  else if (item.again) add(text, "again");
  if (fate.out_of_order) add(text, "out of order");
  if (fate.lost_before != 0) add(text, std::to_string(fate.lost_before) + " lost before");
  if (fate.rtt >= 0) {
    constexpr std::int64_t microsecond = 1'000;
    constexpr std::int64_t tenth = 100;  // of a millisecond, in microseconds
    const std::int64_t tenths = (fate.rtt / microsecond + tenth / 2) / tenth;
    add(text, "after ");
    text += std::to_string(tenths / 10);
    text += '.';
    text += std::to_string(tenths % 10);
    text += " ms";
  }
}

/// The mark of its problem, as in the packet list; empty: it has none. `fills`: it is the first reliable message of a
/// datagram that fills the window.
std::string mark(const Item& item, bool fills) {
  const char* word = item.problems != nullptr ? problems::word_of(item.problems->kind)
                     : fills                  ? problems::word_of(problems::row(problems::Enet::window_full).kind)
                                              : nullptr;
  if (word == nullptr) return {};
  std::string text = "[";
  text += word;
  text += "] ";
  return text;
}

std::string with_text(std::string facts, const Item& item) {
  const char* summary = text_of(item);
  if (summary == nullptr) return facts;
  return facts.empty() ? std::string(summary) : facts + ": " + summary;
}

std::string call_comment(const Item& item) {
  std::string text;
  if (item.kind == Kind::handshake) return text;
  add(text, facts::name(item.mode));
  if (item.on_channel) add_channel(text, item);
  const facts::Texts& texts = *item.texts;
  if (item.route().relayed && texts.source != nullptr && texts.receiver != nullptr)
    add(text, std::string("relayed from ") + texts.source + " to " + texts.receiver);
  return with_text(std::move(text), item);
}

std::string command_comment(const Item& item) {
  std::string text;
  if (item.channel != connection_channel) add_channel(text, item);
  if (item.on_channel) add(text, std::to_string(item.own + item.protocol) + " bytes");
  add_fate(text, item);
  return with_text(std::move(text), item);
}

/// True if `next` acknowledges the number after that of `item`: consecutive numbers are one arrow.
bool goes_on(const Item& item, const Item& next) {
  return item.kind == Kind::acknowledgement && next.kind == Kind::acknowledgement && item.channel == next.channel &&
         next.sequence() == static_cast<std::uint16_t>(item.sequence() + 1);
}

void draw(const Envelope& envelope, Graph graph, bool busy, std::vector<Arrow>& arrows) {
  const Item* last = nullptr;  // the last one drawn
  bool fills = envelope.window_full;
  for (const Item* item = envelope.items; item != nullptr; item = item->next) {
    if (!is_drawn(*item, graph) || (!busy && is_busy(*item, graph))) continue;
    const bool joins = last != nullptr && goes_on(*last, *item);
    last = item;
    if (joins) {
      std::string& label = arrows.back().label;
      const std::size_t dash = label.find('-');
      label.resize(std::min(dash, label.size()));
      label += '-';
      label += std::to_string(item->sequence());
      continue;
    }
    const bool is_command = graph == Graph::connection || item->kind == Kind::handshake;
    // A command's label is narrow, and ends with its number.
    const bool is_first =
        fills && item->mode == facts::Mode::reliable && (facts::is_message(item->kind) || item->kind == Kind::fragment);
    const std::string problem = mark(*item, is_first);
    if (is_first) fills = false;
    const bool is_narrow = graph == Graph::connection;
    std::string label = is_narrow ? std::string() : problem;
    label += is_command ? command_label(*item) : shortened(*item);
    arrows.push_back({.from = item->texts->from,
                      .to = item->texts->to,
                      .label = std::move(label),
                      .comment = is_narrow ? problem + command_comment(*item) : call_comment(*item),
                      .link = envelope.link});
  }
}

}  // namespace

void draw(const facts::Frame& frame, Graph graph, bool busy, std::vector<Arrow>& arrows) {
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next)
    draw(*envelope, graph, busy, arrows);
}

}  // namespace godot::analysis::flow

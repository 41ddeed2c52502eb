// SPDX-License-Identifier: MIT
#include "engine/streams/debugger.h"

#include <algorithm>

#include "engine/frame/item.h"
#include "engine/streams/steps.h"
#include "engine/tree/sink.h"

namespace godot::engine {
namespace {

// From this size on, a message whose length is unknown is looked at again when it has grown by a part of it.
constexpr std::size_t large = std::size_t{1} << 20;
constexpr std::size_t growth = 64;

/// Fields are not needed, but a message's line needs its values.
class ValuesOnly final : public Sink {
 public:
  void open(Field, Offset, const Value&) override {}
  void leaf(Field, Offset, Offset, const Value&) override {}
  void close(Field, Offset) override {}
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override {}
  std::uint32_t wanted_elements(std::uint32_t count) override { return count; }
};

class Reader final : public analysis::DebugReader {
 public:
  using DebugReader::DebugReader;
  void taken(Offset, Offset) override {}

 private:
  bool takes(std::string_view) override { return false; }
  void means(const analysis::DebugMeaning&, Offset, Offset) override {}
};

}  // namespace

DebugEnds& Debugger::begin(std::uint32_t stream) {
  auto [found, is_new] = conversations_.try_emplace(stream);
  if (is_new) found->second.known = &all_.begin();
  return found->second;
}

bool Debugger::claims(const Buffer& stream, bool is_port, bool has_refused, bool& waits) noexcept {
  const DebugClaim claim = claim_debugger(stream, is_port, [has_refused] { return has_refused; });
  const bool is_cut = stream.captured.size() < stream.reported;
  waits = claim.waits && !is_cut;
  return claim.is_proven || (is_cut && claim.suffices);
}

std::size_t Debugger::message(Packet& packet, DebugEnds& conversation, const Buffer& bytes, bool prefixed) {
  const bool first_pass = packet.frame.first_pass;
  const analysis::DebugPlace place = {packet.frame.number, packet.messages++, first_pass};
  const debugger::Proof proof = debugger::prove(bytes, prefixed);
  if (first_pass) conversation.learn(all_, bytes, proof, packet.frame.number, packet.source, packet.destination);
  analysis::DebugConversation& known = *conversation.known;
  const debugger::Direction direction = conversation.direction_of(proof, packet.source, packet.destination,
                                                                  [](std::uint16_t each) { return each == port; });
  const analysis::items::Display& display = game_.settings.display;
  DebugWalk walk = begin_debug_message(known, place, proof, direction, prefixed, false, nullptr, display);
  ValuesOnly values;
  const debugger::Era era = walk.options.era;
  const auto shown_in = packet.tree == nullptr
                            ? nullptr
                            : TreeSink::make(packet, bytes, "Message of the debugger", display,
                                             variant::dialect(debugger::info(era).generation), walk.evidence);
  Sink& sink = shown_in != nullptr ? static_cast<Sink&>(*shown_in) : values;
  Reader reader(known, place, packet.arena());
  const debugger::Result result =
      debugger::walk(bytes, walk.options, walk.run, debug_line_room(packet.arena()), sink, &reader);
  const DebugFacts said = end_debug_message(known, walk, result, reader, bytes.reported, host_key(packet.source),
                                            packet.frame.time, packet.arena())
                              .facts;
  if (packet.facts != nullptr) {
    const auto transport = prefixed ? analysis::facts::Transport::tcp : analysis::facts::Transport::websocket;
    fill_debug_message(*packet.facts, *item_of(packet, transport, said.size, 0, nullptr), said);
  }
  if (packet.lines != nullptr)
    packet.lines->line(packet.frame, {.from = said.to_editor ? "game" : "editor",
                                      .to = said.to_editor ? "editor" : "game",
                                      .text = said.line,
                                      .malformed = said.malformed});
  return std::min<std::size_t>(std::max<Offset>(result.consumed, 1), bytes.captured.size());
}

ReadOfStream Debugger::read(Packet& packet, std::uint32_t stream, const Buffer& bytes) {
  DebugEnds& conversation = begin(stream);
  const std::size_t end = bytes.captured.size();
  const bool is_cut = end < bytes.reported;
  for (std::size_t at = 0; at < end;) {
    const Buffer rest = {bytes.captured.subspan(at), static_cast<Offset>(bytes.reported - at)};
    const debugger::Extent extent = debug_extent(rest, *conversation.known, false);
    if (extent.status == debugger::Extent::Status::none) return {.is_ours = at != 0, .taken = end};
    if (extent.status == debugger::Extent::Status::more && !is_cut) {
      const std::size_t have = end - at;
      const bool is_known = !extent.run;
      return {.taken = at, .needs = have + (is_known ? extent.missing : have < large ? 1 : have / growth)};
    }
    at += message(packet, conversation, debug_front(rest, extent), true);
  }
  return {.taken = end};
}

bool Debugger::take(Packet& packet, std::uint32_t stream, const Buffer& bytes) {
  const auto find = [&]() -> const DebugEnds* {
    const auto known = conversations_.find(stream);
    return known != conversations_.end() ? &known->second : nullptr;
  };
  if (!is_debug_message(bytes, find)) return false;
  (void)message(packet, begin(stream), bytes, false);
  return true;
}

}  // namespace godot::engine

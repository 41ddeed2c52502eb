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

Buffer front(const Buffer& stream, Offset size) {
  return {stream.captured.first(std::min<std::size_t>(stream.captured.size(), size)), size};
}

}  // namespace

/// What a message's facts are made of.
struct Debugger::View {
  debugger::Direction direction;
  std::uint32_t size;
  bool on_stream;
  const char* engine;
  const char* line;
};

DebugEnds& Debugger::begin(std::uint32_t stream) {
  auto [found, is_new] = conversations_.try_emplace(stream);
  if (is_new) found->second.known = &all_.begin();
  return found->second;
}

bool Debugger::claims(const Buffer& stream, bool is_port, bool has_refused, bool& waits) noexcept {
  waits = false;
  const debugger::Proof proof = debugger::prove(stream, true);
  if (proof.look >= (is_port ? debugger::Proof::Look::named : debugger::Proof::Look::yes)) return true;
  if (proof.look != debugger::Proof::Look::maybe || !(is_port || proof.begun)) return false;
  const bool is_cut = stream.captured.size() < stream.reported;
  waits = !is_cut && (proof.begun || !has_refused);
  // If waiting is not possible, a distinctive beginning suffices.
  return is_cut && is_port && proof.begun;
}

void Debugger::add_facts(Packet& packet, const View& view, const debugger::Result& result) const {
  if (packet.facts == nullptr) return;
  const auto transport = view.on_stream ? analysis::facts::Transport::tcp : analysis::facts::Transport::websocket;
  analysis::facts::Item& item = *item_of(packet, transport, view.size, 0, nullptr);
  fill_debug_message(*packet.facts, item,
                     {.name = result.stray ? "stray unit" : packet.arena().joined({result.name}),
                      .line = view.line,
                      .engine = view.engine,
                      .size = view.size,
                      .to_editor = view.direction == debugger::Direction::to_editor,
                      .malformed = result.problem && result.problem.code != Problem::Code::cut});
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
  const DebugMessage said =
      end_debug_message(known, walk, result, reader, host_key(packet.source), packet.frame.time, packet.arena());
  const char* shown = said.line;
  add_facts(packet, {direction, bytes.reported, prefixed, analysis::debug_engines(era, walk.evidence), shown}, result);
  const bool to_editor = direction == debugger::Direction::to_editor;
  if (packet.lines != nullptr)
    packet.lines->line(packet.frame, {.from = to_editor ? "game" : "editor",
                                      .to = to_editor ? "editor" : "game",
                                      .text = shown,
                                      .malformed = result.problem && result.problem.code != Problem::Code::cut});
  return std::min<std::size_t>(std::max<Offset>(result.consumed, 1), bytes.captured.size());
}

ReadOfStream Debugger::read(Packet& packet, std::uint32_t stream, const Buffer& bytes) {
  DebugEnds& conversation = begin(stream);
  const std::size_t end = bytes.captured.size();
  const bool is_cut = end < bytes.reported;
  for (std::size_t at = 0; at < end;) {
    const Buffer rest = {bytes.captured.subspan(at), static_cast<Offset>(bytes.reported - at)};
    // After a gap in the capture a segment may begin anywhere.
    const bool begins = debugger::prove(rest, true).look != debugger::Proof::Look::no ||
                        debugger::is_unit(rest, conversation.known->era());
    const debugger::Extent extent = begins ? debugger::extent(rest) : debugger::Extent{};
    if (extent.status == debugger::Extent::Status::none) return {.is_ours = at != 0, .taken = end};
    if (extent.status == debugger::Extent::Status::more && !is_cut) {
      const std::size_t have = end - at;
      const bool is_known = !extent.run;
      return {.taken = at, .needs = have + (is_known ? extent.missing : have < large ? 1 : have / growth)};
    }
    const Buffer one = extent.status == debugger::Extent::Status::whole ? front(rest, extent.size) : rest;
    at += message(packet, conversation, one, true);
  }
  return {.taken = end};
}

bool Debugger::take(Packet& packet, std::uint32_t stream, const Buffer& bytes) {
  const debugger::Proof proof = debugger::prove(bytes, false);
  if (proof.look < debugger::Proof::Look::named) return false;
  const auto known = conversations_.find(stream);
  const bool is_proven = known != conversations_.end() && known->second.known->is_proven();
  if (proof.look != debugger::Proof::Look::yes && !is_proven) return false;
  (void)message(packet, begin(stream), bytes, false);
  return true;
}

}  // namespace godot::engine

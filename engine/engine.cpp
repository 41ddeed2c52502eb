// SPDX-License-Identifier: MIT
#include "engine/engine.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "analysis/relay/relayed.h"
#include "analysis/tcp_ends/end_verdicts.h"
#include "analysis/tcp_ends/ends.h"
#include "answers/questions/plots/plots.h"
#include "base/text_hash.h"
#include "engine/enet/datagrams.h"
#include "engine/frame/flow_facts.h"
#include "engine/frame/frame_memory.h"
#include "engine/frame/safe_text.h"
#include "engine/ice/ice.h"
#include "engine/message/message_problems.h"
#include "engine/mirror/records.h"
#include "engine/noray/noray.h"
#include "engine/relay/side_of_relay.h"
#include "engine/streams/streams.h"

namespace godot::engine {
namespace {

using analysis::Extent;

/// The flows of a transport, numbered as they appear.
class Flows {
 public:
  const Flow& of(const Address& one, const Address& other) {
    // Most datagrams belong to few flows: their last ones are compared before two addresses are hashed with a secret.
    const Known*& recent = recent_[(one.port ^ other.port) % recent_.size()];
    if (recent == nullptr || !is_between(*recent, one, other)) recent = &find(one, other);
    return recent->second;
  }

 private:
  using Ends = std::pair<Address, Address>;
  using Known = std::pair<const Ends, Flow>;
  struct Hash {
    std::size_t operator()(const Ends& ends) const noexcept {
      const AddressHash hash;
      return hash(ends.first) * 31 ^ hash(ends.second);
    }
  };

  static bool is_between(const Known& flow, const Address& one, const Address& other) noexcept {
    const auto& [first, second] = flow.first;
    return (first == one && second == other) || (first == other && second == one);
  }
  const Known& find(const Address& one, const Address& other) {
    auto [found, is_new] = flows_.try_emplace(one < other ? Ends(one, other) : Ends(other, one));
    if (is_new) found->second = {.number = static_cast<std::uint32_t>(flows_.size() - 1)};
    return *found;
  }

  std::unordered_map<Ends, Flow, Hash> flows_;
  std::array<const Known*, 256> recent_ = {};  ///< one for each hash of the ports; null: none yet
};

template <class Statement>
std::vector<std::string> lines_of(const std::vector<Statement>& statements) {
  std::vector<std::string> lines;
  for (const Statement& each : statements)
    lines.push_back("frame " + std::to_string(each.frame) + (each.is_problem ? ", problem: " : ": ") + each.text);
  return lines;
}

class AnswersPacket final : public analysis::Packet {
 public:
  AnswersPacket(const engine::Packet& packet, std::int64_t begin) noexcept : packet_(packet), begin_(begin) {}
  [[nodiscard]] std::string source() const override { return text_of(packet_.source); }
  [[nodiscard]] std::string destination() const override { return text_of(packet_.destination); }
  [[nodiscard]] double capture_begin() const override { return static_cast<double>(begin_ / analysis::second); }
  [[nodiscard]] const analysis::plots::SeenNumbers* numbers() const override {
    return packet_.numbers != nullptr ? packet_.numbers->first : nullptr;
  }

 private:
  const engine::Packet& packet_;
  std::int64_t begin_;
};

}  // namespace

class Engine::Impl {
 public:
  Impl(const Settings& settings, const godot::enet::Decompressors& decompressors)
      : game(settings),
        messages(game),
        values(game),
        streams(game),
        websocket(game, messages, values, streams.debugger),
        datagrams(game, messages, values, of_capture.arena(), decompressors, relayed),
        mirror(game, messages) {}

  Blocks of_capture;
  Blocks of_frame;
  Game game;
  Messages messages;
  Values values;
  Streams streams;
  WebSocketMessages websocket;
  analysis::tcp_ends::Ends ends;
  analysis::RelayedFrames relayed;
  Datagrams datagrams;
  MirrorRecords mirror;
  Noray noray;
  Ice ice;
  Flows udp;
  std::vector<Listener> listeners;
  Lines* lines = nullptr;
  Pass pass = Pass::learn;
  Extent most = Extent::facts;  ///< that a listener needs
  bool reads_ages = true;       ///< whether a listener reads ages
  std::int64_t begin = 0;
  Tree* tree = nullptr;           ///< of the pass `show`
  std::uint32_t shown_frame = 0;  ///< whose items it gets

  /// The frame with a time near that of the capture's first one: sums and multiples of differences fit, too.
  [[nodiscard]] Frame timed(const Frame& given) noexcept {
    constexpr std::int64_t farthest = std::int64_t{1} << 57;  // more than four years
    Frame frame = given;
    frame.since_begin = std::clamp(given.since_begin, -farthest, farthest);
    begin = given.time - given.since_begin;
    frame.time = begin + frame.since_begin;
    return frame;
  }

  [[nodiscard]] bool answers() const noexcept { return pass == Pass::answer || pass == Pass::only; }
  /// Nothing of a frame is needed that does not belong to a stream.
  [[nodiscard]] bool skips(const Frame& frame) const noexcept {
    return pass == Pass::show && frame.number != shown_frame;
  }
  [[nodiscard]] analysis::Host host() { return {.arena = of_frame.arena(), .one_line = shown, .packet = &of_frame}; }

  /// Reads one frame by `read(packet)`, and passes its facts on.
  template <class Read>
  void frame(const Frame& frame, const Address& source, const Address& destination, analysis::facts::Frame head,
             bool quoted, bool is_mirrored, Read read);

  void look_for_end(Packet& packet, const Segment& segment);

 private:
  static const char* shown(void* blocks, std::string_view text);
  /// A report is full long before the end of a large capture.
  [[nodiscard]] bool reads_values() const {
    return std::any_of(listeners.begin(), listeners.end(), [](const Listener& each) {
      return each.extent >= Extent::values && each.request.error().empty() && each.request.reads_values();
    });
  }
  [[nodiscard]] analysis::facts::Relayed side_of_relay(std::uint32_t frame) const;
  void pass_on(analysis::facts::Frame& frame, const Packet& packet);
};

/// Valid UTF-8 on one line.
const char* Engine::Impl::shown(void* blocks, std::string_view text) {
  return one_line(static_cast<Blocks*>(blocks)->arena(), text);
}

analysis::facts::Relayed Engine::Impl::side_of_relay(std::uint32_t frame) const {
  if (relayed.empty()) return analysis::facts::Relayed::no;
  analysis::Relayed of;
  return relayed.find(frame, of) ? side_of(of) : analysis::facts::Relayed::no;
}

void Engine::Impl::pass_on(analysis::facts::Frame& frame, const Packet& packet) {
  const AnswersPacket of(packet, begin);
  for (const Listener& each : listeners)
    if (each.request.error().empty()) each.request.add(frame, of);
}

/// What the segment shows of the end of its connection.
void Engine::Impl::look_for_end(Packet& packet, const Segment& segment) {
  if (packet.frame.first_pass) {
    const std::uint32_t stream = segment.tcp.stream;
    if (websocket.has_game(stream) || streams.has_values(stream) || values.has(stream, ValueLayer::websocket))
      ends.mark(stream);
    ends.add({.stream = segment.tcp.stream,
              .frame = packet.frame.number,
              .time = packet.frame.time,
              .side = side_of(segment.source, segment.destination),
              .sequence = segment.sequence,
              .acknowledged = segment.acknowledged,
              .window = segment.tcp.window,
              .reported = segment.payload,
              .target = segment.begins ? AddressHash{}(segment.destination) : 0,
              .opens = segment.begins,
              .acknowledges = segment.acknowledges,
              .ends = segment.ends,
              .resets = segment.resets,
              .payload = segment.captured});
    if (ends.control_in(packet.frame.number).closes != 0) websocket.leave(packet, segment.tcp);
  }
  const auto* endings = packet.facts != nullptr ? ends.find(packet.frame.number) : nullptr;
  if (endings == nullptr) return;
  analysis::facts::Item& item = analysis::tcp_ends::add_fact_of_ending(*packet.facts, endings->front());
  analysis::tcp_ends::EndingFindings found(packet.arena());
  for (const analysis::tcp_ends::Ending& ending : *endings) analysis::tcp_ends::judge(ending, found);
  const analysis::facts::Route& route = packet.facts->route(websocket.route(packet, segment.tcp.stream));
  report_all({.packet = packet, .item = &item, .route = &route}, found);
}

template <class Read>
void Engine::Impl::frame(const Frame& frame, const Address& source, const Address& destination,
                         analysis::facts::Frame head, bool quoted, bool is_mirrored, Read read) {
  if (frame.fate != nullptr && frame.first_pass) relayed.add(frame.number, *frame.fate, frame.time);
  analysis::plots::NumbersOfFrame numbers;
  const bool collects = answers() && !listeners.empty() && !quoted;
  analysis::facts::Collection facts(of_frame.arena(), game.names);
  Packet packet = {.frame = frame, .source = source, .destination = destination, .host = host(), .is_quoted = quoted};
  if (collects) {
    facts.frame().number = frame.number;
    facts.frame().time = frame.since_begin;
    facts.frame().length = frame.length;
    facts.frame().carrier = head.carrier;
    packet.facts = &facts;
    packet.with_problems = most >= Extent::problems;
    packet.with_texts = facts.with_texts = most >= Extent::values;
    packet.with_values = packet.with_texts && reads_values();
    facts.with_states = most >= Extent::texts;
    facts.with_ages = reads_ages;
    if (most >= Extent::numbers) packet.numbers = &numbers;
  }
  if (pass == Pass::show && frame.number == shown_frame) packet.tree = tree;
  if (answers()) packet.lines = lines;
  read(packet);
  if (answers() && !listeners.empty()) {
    analysis::facts::Envelope* envelopes = collects ? facts.frame().envelopes : nullptr;
    if (is_mirrored && envelopes == nullptr) return of_frame.clear();
    head.length = frame.length;
    if (is_mirrored) set_flow_of_record(head, *envelopes);
    head.control = ends.control_in(frame.number);
    head.number = frame.number;
    head.first_pass = envelopes != nullptr && !envelopes->is_remark && frame.first_pass;
    head.cut = !is_mirrored && frame.is_cut();
    head.time = frame.since_begin;
    head.quoted = quoted;
    head.envelopes = envelopes;
    head.relayed = side_of_relay(frame.number);
    pass_on(head, packet);
  }
  of_frame.clear();
}

Engine::Engine(const Settings& settings, const godot::enet::Decompressors& decompressors)
    : impl_(std::make_unique<Impl>(settings, decompressors)) {}
Engine::~Engine() = default;

void Engine::listen(const Listener& listener) { impl_->listeners.push_back(listener); }
void Engine::list(Lines& lines) noexcept { impl_->lines = &lines; }
void Engine::show(std::uint32_t frame, Tree& tree) noexcept {
  impl_->shown_frame = frame;
  impl_->tree = &tree;
}
void Engine::begin_pass(Pass pass) {
  impl_->pass = pass;
  impl_->most = Extent::facts;
  impl_->reads_ages = false;
  for (const Listener& each : impl_->listeners) {
    impl_->most = std::max(impl_->most, each.extent);
    impl_->reads_ages = impl_->reads_ages || each.request.reads_ages();
  }
  impl_->streams.begin_pass();
  impl_->noray.begin_pass();
}
Game& Engine::game() noexcept { return impl_->game; }
std::vector<std::string> Engine::meetings() const {
  Blocks blocks;
  return lines_of(impl_->noray.statements(blocks.arena()));
}
std::vector<std::string> Engine::webrtc() const {
  Blocks blocks;
  return lines_of(impl_->ice.statements(blocks.arena()));
}
std::uint64_t Engine::not_read() const noexcept { return impl_->streams.not_read().whole; }

std::uint64_t Engine::incomplete() const noexcept { return impl_->streams.not_read().incomplete; }

void Engine::datagram(const Frame& given, const Datagram& datagram) {
  Impl& all = *impl_;
  const Frame frame = all.timed(given);
  const Flow flow = all.udp.of(datagram.source, datagram.destination);
  analysis::facts::Frame head;
  head.carrier = analysis::facts::Carrier::udp;
  head.flow = flow.number;
  head.payload = datagram.said != 0 ? datagram.said : datagram.reported;
  head.side = side_of(datagram.source, datagram.destination);
  head.sealed = datagram.is_sealed;
  if (all.skips(frame)) return;
  std::optional<godot::enet::IcmpError> error;
  if (datagram.error != nullptr) error = *datagram.error;
  all.frame(frame, datagram.source, datagram.destination, head, datagram.is_quoted, false, [&](Packet& packet) {
    const Buffer bytes(datagram.captured, datagram.reported);
    all.ice.take(packet, bytes, error);
    if (bytes.captured.empty()) return;
    all.ice.report(packet, analysis::facts::Transport::udp);
    if (all.noray.take(packet, bytes)) return all.noray.report(packet);
    const bool has_values = all.values.has(flow.number, ValueLayer::datagram);
    if (!packet.is_quoted && has_values &&
        all.values.take(packet, flow.number, ValueLayer::datagram, bytes, nullptr, analysis::facts::Transport::udp))
      return;
    if (!all.datagrams.take(packet, flow, bytes, error) && !packet.is_quoted && !has_values)
      all.values.take(packet, flow.number, ValueLayer::datagram, bytes, nullptr, analysis::facts::Transport::udp);
  });
}

void Engine::segment(const Frame& given, const Segment& segment) {
  Impl& all = *impl_;
  const Frame frame = all.timed(given);
  analysis::facts::Frame head;
  head.carrier = analysis::facts::Carrier::tcp;
  head.flow = segment.tcp.stream;
  head.payload = segment.payload;
  head.sequence = segment.sequence;
  head.acknowledged = segment.acknowledged;
  head.begins = segment.begins;
  head.acknowledges = segment.acknowledges;
  head.resets = segment.resets;
  head.sealed = segment.is_sealed;
  head.side = side_of(segment.source, segment.destination);
  all.frame(frame, segment.source, segment.destination, head, segment.is_quoted, false, [&](Packet& packet) {
    if (segment.is_quoted) return;
    for (const std::vector<std::uint8_t>& message : segment.messages)
      all.websocket.take(packet, segment.tcp, Buffer(message));
    all.noray.reach(packet.frame);
    all.ice.take(packet, {.sequence = segment.sequence,
                          .acknowledged = segment.acknowledged,
                          .opens = segment.begins,
                          .acknowledges = segment.acknowledges,
                          .ends = segment.ends,
                          .resets = segment.resets,
                          .payload = segment.captured,
                          .reported = segment.payload});
    if (segment.tcp.lacks) all.noray.lose(segment.tcp.stream);
    for (const StreamPiece& piece : segment.pieces)
      if (!all.noray.take(packet, segment.tcp.stream, piece)) all.streams.take(packet, segment.tcp.stream, piece);
    all.websocket.end_segment(packet, segment.tcp);
    all.noray.report(packet);
    all.look_for_end(packet, segment);
    all.ice.report(packet, analysis::facts::Transport::tcp);
  });
}

void Engine::record(const Frame& given, std::span<const std::uint8_t> captured, std::uint32_t reported) {
  Impl& all = *impl_;
  const Frame frame = all.timed(given);
  if (all.skips(frame)) return;
  all.frame(frame, {}, {}, {}, false, true,
            [&](Packet& packet) { all.mirror.take(packet, Buffer(captured, reported)); });
}

}  // namespace godot::engine

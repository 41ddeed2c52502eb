// SPDX-License-Identifier: MIT
#include "engine/enet/datagrams.h"

#include <cstdlib>

#include "analysis/enet/delivery/message.h"
#include "analysis/enet/shown/command_costs.h"
#include "analysis/enet/shown/command_facts.h"
#include "analysis/enet/shown/datagram_facts.h"
#include "analysis/game/learning/link_ends.h"
#include "engine/message/problems.h"

namespace godot::engine {

namespace enet = analysis::enet;
using godot::enet::Checksum;
using godot::enet::Command;
using godot::enet::CommandList;
using godot::enet::DatagramReader;
using godot::enet::ObservedSettings;
using godot::enet::Strength;

namespace {

constexpr analysis::Nanoseconds held_limit = 100 * analysis::millisecond;

enet::Direction opposite(enet::Direction direction) noexcept { return static_cast<enet::Direction>(direction ^ 1); }

/// The guess for a connection without a handshake.
class Guess final : public enet::LikelierServer {
 public:
  explicit Guess(enet::Direction server) noexcept : server_(server) {}
  [[nodiscard]] enet::Direction likelier_server() const override { return server_; }

 private:
  enet::Direction server_;
};

}  // namespace

struct Datagrams::Conversation : enet::Pair {
  Address first = {};

  [[nodiscard]] enet::Direction direction_of(const Packet& packet) const noexcept {
    return packet.source == first ? 0 : 1;
  }
};

Datagrams::Datagrams(Game& game, Messages& messages, Values& values, const analysis::Arena& arena,
                     const godot::enet::Decompressors& decompressors, const analysis::RelayedFrames& relayed)
    : game_(game),
      messages_(messages),
      values_(values),
      relayed_(relayed),
      capture_(arena),
      reader_(std::make_unique<DatagramReader>(decompressors)) {}
Datagrams::~Datagrams() = default;

Datagrams::Conversation* Datagrams::find(const Flow& flow) noexcept {
  const auto found = conversations_.find(flow.number);
  return found != conversations_.end() ? found->second.get() : nullptr;
}

Datagrams::Conversation& Datagrams::begin(const Flow& flow) {
  auto& made = conversations_[flow.number];
  if (made == nullptr) {
    made = std::make_unique<Conversation>();
    made->streams = &capture_.connections().begin_pair();
  }
  return *made;
}

enet::Endpoint& Datagrams::endpoint(const Address& end) {
  const auto number = static_cast<std::uint32_t>(endpoints_.size());
  auto [found, is_new] = endpoints_.try_emplace(end);
  if (is_new) found->second.number = number;
  return found->second;
}

enet::Endpoint* Datagrams::known_endpoint(const Packet& packet) {
  auto found = endpoints_.find(packet.source);
  if (found == endpoints_.end()) found = endpoints_.find(packet.destination);
  return found != endpoints_.end() ? &found->second : nullptr;
}

ObservedSettings Datagrams::settings_of(const Conversation* conversation, const Packet& packet) {
  const bool is_certain = conversation != nullptr && conversation->recognition.certain();
  return enet::settings_of(conversation, is_certain ? nullptr : known_endpoint(packet));
}

void Datagrams::settle(Conversation& conversation, const Packet& packet) {
  if (conversation.ends[0] != nullptr) return;
  enet::Endpoint& from = endpoint(packet.source);
  enet::Endpoint& to = endpoint(packet.destination);
  if (conversation.direction_of(packet) == 0) conversation.settle(from, to);
  else conversation.settle(to, from);
}

enet::Record& Datagrams::track(const Packet& packet, Conversation& conversation, const godot::enet::Reading& reading,
                               const CommandList& commands) {
  const enet::Direction sender = conversation.direction_of(packet);
  const auto known = [this](const Address& end) -> const enet::Endpoint* {
    const auto found = endpoints_.find(end);
    return found != endpoints_.end() ? &found->second : nullptr;
  };
  const bool likelier = enet::is_likelier_server({known(packet.source), packet.source.port},
                                                 {known(packet.destination), packet.destination.port});
  return capture_.track({.frame = packet.frame.number,
                         .captured = packet.frame.time,
                         .key = key,
                         .direction = sender,
                         .reading = reading,
                         .commands = commands},
                        conversation, Guess(likelier ? sender : opposite(sender)), {});
}

Datagrams::Verdict Datagrams::learn(const Packet& packet, const Flow& flow, const Buffer& bytes) {
  const enet::Endpoint* known = known_endpoint(packet);
  godot::enet::Observation seen = godot::enet::observe(bytes, Checksum::automatic);
  const bool compressed = seen.strength == Strength::compressed;
  if (compressed && known == nullptr && !attempts_.next(refused_[flow.number].compressed)) seen = {};
  if (seen.strength == Strength::none) return Verdict::refused;
  const godot::enet::Reading reading = reader_->read(bytes, settings_of(find(flow), packet), Checksum::automatic);
  if (compressed) seen = godot::enet::observe(reading, Checksum::automatic);
  if (seen.strength == Strength::none) return Verdict::refused;
  Conversation& conversation = begin(flow);
  if (conversation.first == Address{}) conversation.first = packet.source;
  conversation.recognition.add(seen, refused_[flow.number].count);
  if (known != nullptr) conversation.recognition.accept();
  if (!conversation.recognition.certain()) {
    if (conversation.takes_another()) track(packet, conversation, reading, CommandList(reading.reader()));
    return Verdict::undecided;
  }
  if (conversation.skipped) conversation.streams->analyse_anew();
  settle(conversation, packet);
  return Verdict::enet;
}

bool Datagrams::belongs(const Conversation& conversation, const Packet& packet, const Buffer& bytes) {
  if (capture_.find(packet.frame.number, key) != nullptr || conversation.has(bytes, conversation.direction_of(packet)))
    return true;
  if (!godot::enet::possible(bytes, Checksum::automatic)) return false;
  const godot::enet::Reading reading = reader_->read(bytes, settings_of(&conversation, packet), Checksum::automatic);
  return godot::enet::observe(reading, Checksum::automatic).strength != Strength::none;
}

Datagrams::Verdict Datagrams::judge(const Packet& packet, const Flow& flow, const Buffer& bytes) {
  if (const Conversation* known = find(flow); known != nullptr && known->recognition.certain())
    return belongs(*known, packet, bytes) ? Verdict::enet : Verdict::undecided;
  return packet.frame.first_pass && !packet.is_quoted ? learn(packet, flow, bytes) : Verdict::undecided;
}

enet::OtherSide Datagrams::other_side(const enet::Record& record, const Packet& packet) const {
  analysis::Relayed relayed;
  if (record.stream == nullptr || !relayed_.find(packet.frame.number, relayed))
    return capture_.other_side(record, !packet.frame.first_pass);
  return enet::other_side_of_relay(*record.stream, relayed.fate.outcome, relayed.other_in(),
                                   relayed.is_sent() ? relayed.arrived : relayed.sent);
}

/// One datagram while its commands are read.
class Datagrams::Viewer final : public enet::Surroundings, public enet::Above {
 public:
  Viewer(Datagrams& all, Packet& packet, const Flow& flow, const Conversation& conversation, const enet::Record& record,
         const enet::Sender& sender, const godot::enet::Reading& reading, const CommandList& commands,
         MessageLine* line)
      : all_(all),
        packet_(packet),
        flow_(flow),
        conversation_(conversation),
        record_(record),
        sender_(sender),
        reading_(reading),
        commands_(commands),
        line_(line),
        bytes_(reading.commands.captured),
        facts_(packet.facts, reading, &record, sender, *this, *this),
        findings_(record.analysis()),
        part_(all.capture_.parts_of(&record)) {
    if (reading.has_commands && (facts_.wanted() || part_ != nullptr))
      costs_ = {packet.arena(), packet.frame.length, {reading, commands, plain_size()}};
  }

  void read() {
    const Problem problem = commands_.each([this](const Command& command) { return take(command); });
    facts_.finish(plain_size(), plain_size() != 0 && reading_.is_padded() && !problem);
  }

 private:
  [[nodiscard]] enet::Stream& stream() const { return *record_.stream; }
  [[nodiscard]] bool from_client() const { return record_.direction == stream().client; }
  [[nodiscard]] Offset plain_size() const {
    return reading_.header.compressed ? static_cast<Offset>(reading_.command_bytes().size()) : 0;
  }

  bool take(const Command& command);
  bool take_fragment(const enet::KnownCommand& known, const enet::FragmentPart& part);
  void report_problems(const Command& command, const enet::Finding* finding);
  void hand_over(const enet::KnownCommand& known, const Buffer& bytes, const enet::Fragmented* whole);
  [[nodiscard]] analysis::Transit transit_of(const enet::KnownCommand& known) const;
  void guess_server() const;
  [[nodiscard]] bool is_among_last_words(const Command& command) const {
    return command.has_payload() && record_.analysis() != nullptr && record_.stream != nullptr &&
           stream().analysis->is_among_last_words(record_.direction, packet_.frame.number,
                                                  record_.analysis()->captured);
  }

  // --- Surroundings, Above ---
  [[nodiscard]] enet::Handshake handshake() const override {
    enet::Handshake handshake = enet::handshake_of(stream(), conversation_.ends[record_.direction],
                                                   conversation_.ends[opposite(record_.direction)]);
    handshake.is_games = analysis::is_recognised(stream().link);
    return handshake;
  }
  [[nodiscard]] enet::OtherSide other_side() const override { return all_.other_side(record_, packet_); }
  [[nodiscard]] bool is_judged_on_other_side() const override {
    return enet::is_reported_on_other_side(stream(), record_.direction);
  }
  [[nodiscard]] bool has_other_side() const override { return stream().other_side != nullptr; }
  [[nodiscard]] bool is_authenticating() const override { return analysis::is_authenticating(stream().link); }
  [[nodiscard]] enet::ChannelUse highest_channel() const override {
    if (!analysis::has_channels(stream().link)) return {};
    all_.game_.refresh_names();
    return analysis::highest_channel();
  }
  [[nodiscard]] bool is_mesh() const override { return analysis::is_of_mesh(stream().link); }
  [[nodiscard]] analysis::facts::Route route() const override {
    return analysis::route_between_ends(stream().link, from_client(),
                                        {.all = all_.game_.state.peer_names,
                                         .which = analysis::PeerNames::Ask::all,
                                         .frame = packet_.frame.number,
                                         .keep = [](const char* text) { return Game::current().names.keep(text); }});
  }
  void name_ends(analysis::facts::Texts& texts) const override {
    const analysis::annotation::PeerTexts peers = all_.game_.peer_texts(packet_);
    texts.from = peers.end(stream().link, from_client(), packet_.source.port);
    texts.to = peers.end(stream().link, !from_client(), packet_.destination.port);
    texts.of_game = stream().link.godot != nullptr && stream().link.godot->number >= 0;
  }
  void add_left(analysis::facts::Item& item) const override {
    if (stream().link.godot == nullptr) return;
    analysis::facts::Route& route = packet_.facts->route(item);
    route.session = stream().link.godot->peers.session();
    route.left = stream().link.godot->peers.id(analysis::End::first);
  }

  Datagrams& all_;
  Packet& packet_;
  const Flow& flow_;
  const Conversation& conversation_;
  const enet::Record& record_;
  const enet::Sender& sender_;
  const godot::enet::Reading& reading_;
  const CommandList& commands_;
  MessageLine* line_;
  std::span<const std::uint8_t> bytes_;
  enet::DatagramFacts facts_;
  enet::CommandCosts costs_;
  enet::Findings findings_;
  const enet::FragmentPart* part_;
  std::uint16_t command_ = 0;
  std::uint32_t handed_ = 0;
};

bool Datagrams::Viewer::take(const Command& command) {
  const enet::Finding* finding = findings_.next();
  const enet::KnownCommand known = {.command = command, .finding = finding, .cost = costs_.next()};
  facts_.add(command, finding);
  if (facts_.wanted() && (finding != nullptr || is_among_last_words(command))) report_problems(command, finding);
  if (command.has_payload()) {
    if (command.is_fragment() && part_ != nullptr && part_->command == command_) {
      const enet::FragmentPart& part = *part_;
      part_ = part_->next;
      take_fragment(known, part);
    } else if (!command.is_fragment() && command.payload_length != 0 && record_.stream != nullptr) {
      hand_over(known, Buffer(bytes_.subspan(command.payload_begin, command.payload_length)), nullptr);
    }
  }
  ++command_;
  return false;
}

bool Datagrams::Viewer::take_fragment(const enet::KnownCommand& known, const enet::FragmentPart& part) {
  facts_.add_fragment(part);
  if (packet_.frame.first_pass) enet::charge(known, part);
  if (!part.is_new) return false;
  enet::Fragmented& message = *part.message;
  if (packet_.frame.first_pass) {
    if (known.command.payload_length != 0) message.keep(known.command, packet_.frame.number);
    if (message.seen == message.count && !message.pieces.empty()) {
      const bool is_complete = message.join();
      message.pieces = {};
      if (is_complete) {
        message.complete_in = packet_.frame.number;
        message.complete_at = part.command;
      }
    }
  }
  if (message.complete_in != packet_.frame.number || message.complete_at != part.command) return false;
  facts_.add_whole(part);
  // A reassembled message is new even if the command that completes it is a retransmission.
  hand_over({.command = known.command, .finding = nullptr, .cost = known.cost}, Buffer(message.whole), &message);
  return true;
}

void Datagrams::Viewer::report_problems(const Command& command, const enet::Finding* finding) {
  if (record_.stream == nullptr) return;
  static const enet::Finding nothing = {};
  enet::ProblemFindings found(packet_.arena());
  enet::judge(
      enet::Subject{sender_, *this, finding != nullptr ? *finding : nothing, command.type, command.acknowledge,
                    packet_.frame.number, record_.compression, stream().compresses, held_limit, record_.captured},
      found);
  report_all({.packet = packet_, .item = facts_.item(), .route = command.has_payload() ? nullptr : facts_.route()},
             found);
}

/// Guesses the roles of the connection's ends without a handshake.
void Datagrams::Viewer::guess_server() const {
  enet::Stream& stream = this->stream();
  if (!stream.link.has_handshake && !stream.link.server_is_clear) {
    const enet::Direction server = opposite(stream.client);
    const bool from_server = record_.direction == server;
    stream.link.server_is_clear = enet::is_clearly_server(
        {conversation_.ends[server], from_server ? packet_.source.port : packet_.destination.port},
        {conversation_.ends[opposite(server)], from_server ? packet_.destination.port : packet_.source.port});
  }
  enet::learn_ends(stream);
}

/// Estimates are for facts only; what the capture's other side shows is also learned.
analysis::Transit Datagrams::Viewer::transit_of(const enet::KnownCommand& known) const {
  const bool has_sides = stream().sides != nullptr;
  if (!facts_.wanted() && !has_sides && line_ == nullptr) return {};
  return all_.capture_.transit_of(record_, known.command.type, command_, known.finding,
                                  has_sides ? other_side() : enet::OtherSide{});
}

void Datagrams::Viewer::hand_over(const enet::KnownCommand& known, const Buffer& bytes, const enet::Fragmented* whole) {
  guess_server();
  analysis::Message message = enet::message_of(record_, sender_, known, whole);
  message.index = handed_++;
  if (line_ != nullptr)
    message.problem = enet::problem_of_message(sender_, packet_.frame.number, known, *this, held_limit);
  if (whole == nullptr) message.transit = transit_of(known);
  if (facts_.wanted()) facts_.item()->index = message.index;
  if (all_.messages_.take(packet_, message, bytes, facts_.item(), line_)) return;
  if (all_.values_.take(packet_, flow_.number, ValueLayer::enet, bytes, facts_.item(),
                        analysis::facts::Transport::enet))
    return;
  if (analysis::requests_as_godot(*message.link)) all_.values_.take_single(packet_, flow_.number, bytes, facts_.item());
}

void Datagrams::read(Packet& packet, const Flow& flow, Conversation& conversation, const Buffer& bytes,
                     const std::optional<godot::enet::IcmpError>& error, MessageLine* line) {
  const bool first_pass = packet.frame.first_pass;
  const enet::Record* record = packet.is_quoted ? nullptr : capture_.find(packet.frame.number, key);
  const ObservedSettings settings = record != nullptr ? record->settings() : settings_of(&conversation, packet);
  const godot::enet::Reading reading = packet.is_quoted ? reader_->read_quote(bytes, settings, Checksum::automatic)
                                                        : reader_->read(bytes, settings, Checksum::automatic);
  const CommandList commands(reading.reader());
  if (packet.is_quoted) {
    if (first_pass && reading.has_commands && error)
      conversation.streams->track_returned(
          {packet.frame.number, conversation.direction_of(packet), reading.header, commands}, *error);
    return;
  }
  if (record == nullptr && first_pass) {
    record = &track(packet, conversation, reading, commands);
    const enet::Stream* stream = record->stream;
    if (stream != nullptr && stream->analysis != nullptr && stream->analysis->left_in() == packet.frame.number)
      analysis::has_ended(stream->link, game_.state.memory, packet.frame.number);
  }
  if (record == nullptr) return;
  const enet::Sender sender = {.analysis = record->stream != nullptr ? record->stream->analysis : nullptr,
                               .capture = &capture_.completeness(),
                               .direction = record->direction,
                               .is_complete = !first_pass,
                               .on_one_machine = packet.source.has_host_of(packet.destination),
                               .gone = record->stream != nullptr ? record->stream->gone : nullptr,
                               .come = record->stream != nullptr ? record->stream->come : nullptr};
  Viewer(*this, packet, flow, conversation, *record, sender, reading, commands, line).read();
}

bool Datagrams::take(Packet& packet, const Flow& flow, const Buffer& bytes,
                     const std::optional<godot::enet::IcmpError>& error, MessageLine* line) {
  const bool is_possible = godot::enet::possible(bytes, Checksum::automatic);
  Conversation* conversation = find(flow);
  const bool is_known = conversation != nullptr && conversation->recognition.certain();
  Verdict verdict = is_possible || is_known ? judge(packet, flow, bytes) : Verdict::refused;
  if (verdict == Verdict::refused && packet.frame.first_pass && !packet.is_quoted) {
    std::uint8_t& count = refused_[flow.number].count;
    if (count != UINT8_MAX) ++count;
  }
  if (verdict != Verdict::enet) return false;
  read(packet, flow, *find(flow), bytes, error, line);
  return true;
}

}  // namespace godot::engine

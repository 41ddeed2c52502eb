// SPDX-License-Identifier: MIT
#include "engine/enet/datagrams.h"

#include <algorithm>
#include <cstdlib>

#include "analysis/enet/delivery/message.h"
#include "analysis/enet/shown/command_costs.h"
#include "analysis/enet/shown/command_facts.h"
#include "analysis/enet/shown/datagram_facts.h"
#include "analysis/enet/shown/tree_items.h"
#include "engine/enet/command_steps.h"
#include "engine/enet/datagram_context.h"
#include "engine/enet/steps.h"
#include "engine/message/problems.h"
#include "engine/tree/sink.h"

namespace godot::engine {

namespace enet = analysis::enet;
using godot::enet::Checksum;
using godot::enet::Command;
using godot::enet::CommandList;
using godot::enet::DatagramReader;
using godot::enet::ObservedSettings;

namespace {

constexpr analysis::Nanoseconds held_limit = 100 * analysis::millisecond;

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
  return flow.number < conversations_.size() ? conversations_[flow.number].get() : nullptr;
}

Datagrams::Conversation& Datagrams::begin(const Flow& flow) {
  if (flow.number >= conversations_.size()) conversations_.resize(flow.number + std::size_t{1});
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

enet::OtherSide Datagrams::other_side(const enet::Record& record, const Packet& packet) const {
  // Asked for each command: most captures have no relay.
  if (relayed_.empty()) return capture_.other_side(record, !packet.frame.first_pass, nullptr);
  analysis::Relayed relayed;
  const bool is_relayed = record.stream != nullptr && relayed_.find(packet.frame.number, relayed);
  return capture_.other_side(record, !packet.frame.first_pass, is_relayed ? &relayed : nullptr);
}

/// One datagram while its commands are read.
class Datagrams::Viewer final : public godot::enet::CommandSink {
 public:
  Viewer(Datagrams& all, Packet& packet, const Flow& flow, const Conversation& conversation, const enet::Record& record,
         const enet::Sender& sender, const godot::enet::Reading& reading, const CommandList& commands)
      : all_(all),
        packet_(packet),
        flow_(flow),
        conversation_(conversation),
        record_(record),
        sender_(sender),
        reading_(reading),
        commands_(commands),
        bytes_(reading.commands.captured),
        context_(*this),
        facts_(packet.facts, reading, &record, sender, context_, context_),
        findings_(record.analysis()),
        steps_(*this, all.capture_.parts_of(&record)) {
    // Items have them, and the messages of fragments.
    if (reading.has_commands && (packet.tree != nullptr || all.capture_.parts_of(&record) != nullptr))
      costs_ = {packet.arena(), packet.frame.length, {reading, commands, plain_size()}};
  }

  void read() {
    if (packet_.tree != nullptr) return read_into_tree();
    const Problem problem = commands_.each([this](const Command& command) { return take(command); });
    facts_.finish(plain_size(), plain_size() != 0 && reading_.is_padded() && !problem);
  }

  // --- The host of the steps of commands ---
  [[nodiscard]] std::uint32_t frame() const { return packet_.frame.number; }
  [[nodiscard]] bool is_first_pass() const { return packet_.frame.first_pass; }
  [[nodiscard]] const enet::Record& record() const { return record_; }
  [[nodiscard]] const enet::Sender& sender() const { return sender_; }
  [[nodiscard]] const enet::CommandContext& command_context() const { return context_; }
  [[nodiscard]] enet::DatagramFacts& facts() { return facts_; }
  [[nodiscard]] enet::Capture& capture() const { return all_.capture_; }
  [[nodiscard]] bool hands_over() const { return record_.stream != nullptr; }
  [[nodiscard]] bool has_connection() const { return record_.stream != nullptr; }
  [[nodiscard]] bool wants_word() const { return packet_.lines != nullptr; }
  [[nodiscard]] static analysis::Nanoseconds held_limit() { return godot::engine::held_limit; }
  [[nodiscard]] bool wants_transit() const { return is_needed() || packet_.lines != nullptr; }
  static bool passes_over(const enet::KnownCommand&) { return false; }
  void takes_fragment(const enet::KnownCommand& known, const enet::FragmentPart&) const {
    if (sink_ != nullptr) items().fragment(known.command);
  }
  [[nodiscard]] std::optional<Buffer> bytes_of(const Command& command) const {
    const std::size_t begin = std::min<std::size_t>(command.payload_begin, bytes_.size());
    const std::size_t captured = std::min<std::size_t>(command.payload_length, bytes_.size() - begin);
    return Buffer(bytes_.subspan(begin, captured), command.payload_length);
  }
  [[nodiscard]] std::optional<Buffer> joined(const enet::KnownCommand& known, const enet::FragmentPart& part) const;
  void guess_server() const;
  [[nodiscard]] std::uint32_t next_index() { return handed_++; }
  bool hand_over(const analysis::Message& made, const std::optional<Buffer>& bytes, const enet::KnownCommand& known,
                 const enet::Fragmented* whole);

  // --- The host of what its checks ask ---
  [[nodiscard]] const Conversation& pair() const { return conversation_; }
  [[nodiscard]] enet::OtherSide other_side() const { return all_.other_side(record_, packet_); }
  void refresh_names() const { all_.game_.refresh_names(); }
  [[nodiscard]] analysis::annotation::PeerTexts peer_texts() const { return all_.game_.peer_texts(packet_); }
  [[nodiscard]] analysis::NamesInFrame names() const {
    return {.all = all_.game_.state.peer_names, .frame = frame(), .keep = [](const char* text) {
              return Game::current().names.keep(text);
            }};
  }
  [[nodiscard]] std::uint32_t sender_port() const { return packet_.source.port; }
  [[nodiscard]] std::uint32_t receiver_port() const { return packet_.destination.port; }
  [[nodiscard]] analysis::facts::Collection* collection() const { return packet_.facts; }

 private:
  [[nodiscard]] enet::Stream& stream() const { return *record_.stream; }
  [[nodiscard]] bool from_client() const { return record_.direction == stream().client; }
  [[nodiscard]] Offset plain_size() const {
    return reading_.header.compressed ? static_cast<Offset>(reading_.command_bytes().size()) : 0;
  }

  /// Facts or items are needed.
  [[nodiscard]] bool is_needed() const { return facts_.wanted() || packet_.tree != nullptr; }

  // --- Items ---
  using TreeItems = enet::TreeItems<TreeOutput>;
  /// Of what is open in the walk.
  [[nodiscard]] TreeItems items() const { return {sink_->output(), sink_->tree(), sink_->item()}; }
  void read_into_tree();
  void header(const godot::enet::Header& header) override;
  bool command(const Command& command) override;

  bool take(const Command& command);
  void report_problems(const Command& command, const enet::Finding* finding);

  Datagrams& all_;
  Packet& packet_;
  const Flow& flow_;
  const Conversation& conversation_;
  const enet::Record& record_;
  const enet::Sender& sender_;
  const godot::enet::Reading& reading_;
  const CommandList& commands_;
  std::span<const std::uint8_t> bytes_;
  DatagramContext<Viewer> context_;
  enet::DatagramFacts facts_;
  enet::CommandCosts costs_;
  enet::Findings findings_;
  CommandSteps<Viewer> steps_;
  std::uint32_t handed_ = 0;
  DatagramSink* sink_ = nullptr;  ///< gets the items; null: there is no tree
};

/// The walk adds each field, and calls header() and command() between them.
void Datagrams::Viewer::read_into_tree() {
  Tree& tree = *packet_.tree;
  TreeItem* const above = tree.open;
  const Buffer& datagram = reading_.datagram;
  DatagramSink sink({tree, packet_.arena(), datagram.captured, tree.place(datagram.captured, "Datagram"), nullptr},
                    above);
  sink_ = &sink;
  godot::enet::Result result =
      godot::enet::walk(datagram, {.checksum = reading_.header.has_checksum, .make = reading_.header.make}, sink, this);
  TreeItem* const root = sink.closed();
  const TreeItems shown(sink.output(), root, root);
  if (plain_size() != 0) {
    shown.compression(reading_, true, packet_.arena());
    const Buffer plain(reading_.command_bytes());
    DatagramSink commands({tree, packet_.arena(), plain.captured, tree.place(plain.captured, "Decompressed"), nullptr},
                          root);
    sink_ = &commands;
    result = godot::enet::walk_commands(plain, reading_.header, {.padded = reading_.is_padded()}, commands, this);
  }
  sink_ = nullptr;
  tree.open = above;
  if (record_.analysis() != nullptr) shown.analysis(*record_.analysis(), sender_, other_side().in);
  if (record_.stream != nullptr) shown.label(&stream(), from_client(), context_.is_mesh(), true, result.commands);
}

void Datagrams::Viewer::header(const godot::enet::Header& header) {
  items().label(header, sink_->closed());
  if (record_.stream != nullptr && stream().numbered)
    items().connection(stream(), record_.direction, packet_.frame.number);
}

bool Datagrams::Viewer::command(const Command& command) {
  items().label(command);
  packet_.tree->open = sink_->item();
  return take(command);
}

bool Datagrams::Viewer::take(const Command& command) {
  const enet::Finding* finding = findings_.next();
  const enet::KnownCommand known = {.command = command, .finding = finding, .cost = costs_.next()};
  facts_.add(command, finding);
  if (sink_ != nullptr && finding != nullptr) items().analysis(command, *finding, sender_, is_first_pass());
  if (is_needed() && steps_.may_have_problems(command, finding)) report_problems(command, finding);
  return steps_.take(known);
}

std::optional<Buffer> Datagrams::Viewer::joined(const enet::KnownCommand& known, const enet::FragmentPart& part) const {
  const auto join = [](enet::Fragmented& message) { return message.join(); };
  if (!completes(part, known.command, frame(), is_first_pass(), join)) return std::nullopt;
  return Buffer(part.message->whole);
}

void Datagrams::Viewer::report_problems(const Command& command, const enet::Finding* finding) {
  enet::ProblemFindings found(packet_.arena());
  steps_.judge(command, finding, found);
  if (found.first() == nullptr) return;
  report_all({.packet = packet_,
              .item = facts_.item(),
              .route = command.has_payload() || !facts_.wanted() ? nullptr : facts_.route(),
              .shown_in = sink_ != nullptr ? sink_->item() : nullptr},
             found);
}

/// Guesses the roles of the connection's ends without a handshake.
void Datagrams::Viewer::guess_server() const {
  enet::Stream& stream = this->stream();
  if (!stream.link.has_handshake && !stream.link.server_is_clear) {
    const enet::Direction server = enet::opposite(stream.client);
    const bool from_server = record_.direction == server;
    stream.link.server_is_clear = enet::is_clearly_server(
        {conversation_.ends[server], from_server ? packet_.source.port : packet_.destination.port},
        {conversation_.ends[enet::opposite(server)], from_server ? packet_.destination.port : packet_.source.port});
  }
  enet::learn_ends(stream);
}

bool Datagrams::Viewer::hand_over(const analysis::Message& made, const std::optional<Buffer>& bytes,
                                  const enet::KnownCommand&, const enet::Fragmented*) {
  if (facts_.wanted()) facts_.item()->index = made.index;
  if (all_.messages_.take(packet_, made, *bytes, facts_.item())) return true;
  if (all_.values_.take(packet_, flow_.number, ValueLayer::enet, *bytes, facts_.item(),
                        analysis::facts::Transport::enet))
    return true;
  if (analysis::requests_as_godot(*made.link)) all_.values_.take_single(packet_, flow_.number, *bytes, facts_.item());
  return true;
}

/// The engine as a host of the steps of a datagram.
class Datagrams::Host {
  /// What is presumed of a connection without a handshake: the ends are looked up if somebody asks.
  class PresumedServer final : public enet::LikelierServer {
   public:
    PresumedServer(const Host& host, enet::Direction sender) noexcept : host_(host), sender_(sender) {}
    [[nodiscard]] enet::Direction likelier_server() const override {
      const Packet& packet = host_.packet_;
      const bool is_sender = enet::is_likelier_server({host_.known(packet.source), packet.source.port},
                                                      {host_.known(packet.destination), packet.destination.port});
      return is_sender ? sender_ : enet::opposite(sender_);
    }

   private:
    const Host& host_;
    enet::Direction sender_;
  };

 public:
  Host(Datagrams& all, Packet& packet, const Flow& flow, const std::optional<godot::enet::IcmpError>& error)
      : all_(all), packet_(packet), flow_(flow), error_(error) {}

  [[nodiscard]] std::uint32_t frame() const { return packet_.frame.number; }
  [[nodiscard]] std::int64_t time() const { return packet_.frame.time; }
  [[nodiscard]] bool is_first_pass() const { return packet_.frame.first_pass; }
  [[nodiscard]] bool is_quoted() const { return packet_.is_quoted; }
  [[nodiscard]] static enet::RecordKey key() { return Datagrams::key; }
  [[nodiscard]] static Checksum checksum() { return Checksum::automatic; }
  [[nodiscard]] static bool decompresses() { return true; }
  [[nodiscard]] DatagramReader& reader() const { return *all_.reader_; }
  [[nodiscard]] enet::Capture& capture() const { return all_.capture_; }
  [[nodiscard]] Conversation* pair() const { return all_.find(flow_); }
  [[nodiscard]] Conversation& begin() const {
    Conversation& begun = all_.begin(flow_);
    if (begun.first == Address{}) begun.first = packet_.source;
    return begun;
  }
  [[nodiscard]] ObservedSettings settings(const Conversation* pair) const {
    const bool is_certain = pair != nullptr && pair->recognition.certain();
    return enet::settings_of(pair, is_certain ? nullptr : all_.known_endpoint(packet_));
  }
  [[nodiscard]] bool has_known_end() const { return all_.known_endpoint(packet_) != nullptr; }
  void settle(Conversation& pair) const {
    if (pair.ends[0] != nullptr) return;
    enet::Endpoint& from = all_.endpoint(packet_.source);
    enet::Endpoint& to = all_.endpoint(packet_.destination);
    if (direction(pair) == 0) pair.settle(from, to);
    else pair.settle(to, from);
  }
  [[nodiscard]] enet::Direction direction(const Conversation& pair) const { return pair.direction_of(packet_); }
  [[nodiscard]] PresumedServer guess(const Conversation& pair) const { return {*this, direction(pair)}; }
  [[nodiscard]] static enet::Tracking tracking() { return {}; }
  [[nodiscard]] std::uint32_t refusals() const { return all_.refused_[flow_.number].count; }
  [[nodiscard]] bool worth_decompressing() const { return all_.attempts_.next(all_.refused_[flow_.number].compressed); }
  [[nodiscard]] const std::optional<godot::enet::IcmpError>& returned_by() const { return error_; }
  struct Listed {
    CommandList list;
  };
  [[nodiscard]] static Listed list(const godot::enet::Reading& reading) { return {CommandList(reading.reader())}; }
  void has_ended(const enet::Stream& stream) const {
    analysis::has_ended(stream.link, all_.game_.state.memory, packet_.frame.number);
  }
  void show(const Conversation& pair, const enet::Record* record, const godot::enet::Reading& reading,
            const Listed& listed) const {
    if (record == nullptr) return;
    const enet::Sender sender =
        all_.capture_.sender_of(*record, !packet_.frame.first_pass, packet_.source.has_host_of(packet_.destination));
    Viewer(all_, packet_, flow_, pair, *record, sender, reading, listed.list).read();
  }

 private:
  [[nodiscard]] const enet::Endpoint* known(const Address& end) const {
    const auto found = all_.endpoints_.find(end);
    return found != all_.endpoints_.end() ? &found->second : nullptr;
  }

  Datagrams& all_;
  Packet& packet_;
  const Flow& flow_;
  const std::optional<godot::enet::IcmpError>& error_;
};

bool Datagrams::take(Packet& packet, const Flow& flow, const Buffer& bytes,
                     const std::optional<godot::enet::IcmpError>& error) {
  const Host host(*this, packet, flow, error);
  const bool is_possible = godot::enet::possible(bytes, Checksum::automatic);
  const Conversation* known = find(flow);
  const bool is_known = known != nullptr && known->recognition.certain();
  EnetVerdict verdict = EnetVerdict::refused;
  if (packet.is_quoted)
    verdict = is_known && belongs_to(host, *known, bytes) ? EnetVerdict::enet : EnetVerdict::undecided;
  else if (is_possible || is_known) verdict = judge_datagram(host, bytes);
  if (verdict == EnetVerdict::refused && packet.frame.first_pass) {
    std::uint8_t& count = refused_[flow.number].count;
    if (count != UINT8_MAX) ++count;
  }
  if (verdict != EnetVerdict::enet) return false;
  read_datagram(host, *find(flow), bytes);
  return true;
}

}  // namespace godot::engine

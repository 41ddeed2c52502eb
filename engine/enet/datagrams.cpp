// SPDX-License-Identifier: MIT
#include "engine/enet/datagrams.h"

#include <algorithm>
#include <cstdlib>

#include "analysis/enet/delivery/delivered_message.h"
#include "analysis/enet/shown/command_facts.h"
#include "base/flow_table.h"
#include "engine/enet/datagram_view.h"
#include "engine/enet/steps.h"
#include "engine/message/message_problems.h"
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

Datagrams::Datagrams(Game& game, Messages& messages, Values& values, const analysis::Arena& arena,
                     const godot::enet::Decompressors& decompressors, const analysis::RelayedFrames& relayed)
    : game_(game),
      messages_(messages),
      values_(values),
      relayed_(relayed),
      capture_(arena),
      reader_(std::make_unique<DatagramReader>(decompressors)) {}
Datagrams::~Datagrams() = default;

EnetPair* Datagrams::find(const Flow& flow) noexcept {
  return flow.number < conversations_.size() ? conversations_[flow.number].get() : nullptr;
}

EnetPair& Datagrams::begin(const Flow& flow) {
  if (flow.number >= conversations_.size()) conversations_.resize(flow.number + std::size_t{1});
  auto& made = conversations_[flow.number];
  if (made == nullptr) {
    made = std::make_unique<EnetPair>();
    made->streams = &capture_.connections().begin_pair();
  }
  return *made;
}

enet::OtherSide Datagrams::other_side(const enet::Record& record, const Packet& packet) const {
  // Asked for each command: most captures have neither a relay nor both sides of a connection.
  if (relayed_.empty()) {
    const enet::Stream* stream = capture_.stream_of(record);
    const bool is_alone = stream == nullptr || stream->sides == nullptr;
    return is_alone ? enet::OtherSide{} : capture_.other_side(record, !packet.frame.first_pass, nullptr);
  }
  analysis::Relayed relayed;
  const bool is_relayed = record.connection != 0 && relayed_.find(packet.frame.number, relayed);
  return capture_.other_side(record, !packet.frame.first_pass, is_relayed ? &relayed : nullptr);
}

/// One datagram while its commands are read, by the steps.
class Datagrams::Viewer {
 public:
  Viewer(Datagrams& all, Packet& packet, const Flow& flow, const EnetDatagram& its)
      : all_(all),
        packet_(packet),
        flow_(flow),
        its_(its),
        bytes_(its.reading.commands.captured),
        datagram_(*this, its, packet.facts, costs_of(all, packet, its)) {}

  void read() {
    if (packet_.tree == nullptr) {
      datagram_.read();
    } else {
      TreeItem* const above = packet_.tree->open;
      datagram_.read_into(above);
      packet_.tree->open = above;
    }
    datagram_.finish();
  }

  // --- The packet ---
  [[nodiscard]] std::uint32_t frame() const { return packet_.frame.number; }
  [[nodiscard]] bool is_first_pass() const { return packet_.frame.first_pass; }
  [[nodiscard]] const analysis::Arena& arena() const { return packet_.arena(); }
  [[nodiscard]] static bool decompresses() { return true; }
  [[nodiscard]] static analysis::Nanoseconds held_limit() { return godot::engine::held_limit; }
  [[nodiscard]] enet::Capture& capture() const { return all_.capture_; }
  [[nodiscard]] analysis::facts::Collection* collection() const { return packet_.facts; }
  [[nodiscard]] std::uint32_t sender_port() const { return packet_.source.port; }
  [[nodiscard]] std::uint32_t receiver_port() const { return packet_.destination.port; }

  // --- The datagram ---
  [[nodiscard]] enet::OtherSide other_side() const { return all_.other_side(*its_.record, packet_); }
  [[nodiscard]] enet::DatagramFacts& facts() { return datagram_.facts(); }

  // --- The game ---
  void refresh_names() const { all_.game_.refresh_names(); }
  [[nodiscard]] analysis::annotation::PeerTexts peer_texts() const { return all_.game_.peer_texts(packet_); }
  [[nodiscard]] analysis::NamesInFrame names() const {
    return {.all = all_.game_.state.peer_names, .frame = frame(), .keep = [](const char* text) {
              return Game::current().names.keep(text);
            }};
  }

  // --- Items ---
  [[nodiscard]] TreeOutput output(const Buffer& bytes, const char* title) const {
    return {*packet_.tree, packet_.arena(), bytes.captured, packet_.tree->place(bytes.captured, title), nullptr};
  }
  void begins(TreeItem* item) const { packet_.tree->open = item; }
  void found(const Command& command, const enet::ProblemFindings& findings);
  static void shown(TreeItem*, TreeItem*) noexcept {}

  // --- Commands ---
  static void begins(const enet::KnownCommand&) noexcept {}
  static bool passes_over(const enet::KnownCommand&) { return false; }
  void takes_fragment(const enet::KnownCommand& known, const enet::FragmentPart& part) const {
    datagram_.show_fragment(known.command, part);
  }

  // --- Messages ---
  [[nodiscard]] bool wants_word() const { return packet_.lines != nullptr; }
  [[nodiscard]] bool wants_transit() const {
    const bool reads_ages = packet_.facts != nullptr && (packet_.facts->with_ages || packet_.with_texts);
    return reads_ages || packet_.tree != nullptr || packet_.lines != nullptr;
  }
  [[nodiscard]] std::optional<Buffer> bytes_of(const Command& command) const {
    const std::size_t begin = std::min<std::size_t>(command.payload_begin, bytes_.size());
    const std::size_t captured = std::min<std::size_t>(command.payload_length, bytes_.size() - begin);
    return Buffer(bytes_.subspan(begin, captured), command.payload_length);
  }
  [[nodiscard]] std::optional<Buffer> joined(const enet::KnownCommand& known, const enet::FragmentPart& part) const;
  [[nodiscard]] std::uint32_t next_index() { return handed_++; }
  bool hand_over(const analysis::Message& made, const std::optional<Buffer>& bytes, const enet::KnownCommand& known,
                 const enet::Fragmented* whole);

 private:
  /// Items have them, and the messages of fragments.
  static enet::CommandCosts costs_of(const Datagrams& all, const Packet& packet, const EnetDatagram& its) {
    if (!its.reading.has_commands || (packet.tree == nullptr && all.capture_.parts_of(its.record) == nullptr))
      return {};
    return {packet.arena(), packet.frame.length, {its.reading, its.commands, its.plain.reported}};
  }

  Datagrams& all_;
  Packet& packet_;
  const Flow& flow_;
  const EnetDatagram& its_;
  std::span<const std::uint8_t> bytes_;
  DatagramView<Viewer, TreeOutput> datagram_;
  std::uint32_t handed_ = 0;
};

std::optional<Buffer> Datagrams::Viewer::joined(const enet::KnownCommand& known, const enet::FragmentPart& part) const {
  const auto join = [](enet::Fragmented& message) { return message.join(); };
  if (!completes(part, known.command, frame(), is_first_pass(), join)) return std::nullopt;
  return Buffer(part.message->whole);
}

void Datagrams::Viewer::found(const Command&, const enet::ProblemFindings& findings) {
  if (findings.first() == nullptr) return;
  report_all({.packet = packet_,
              .item = facts().item(),
              .route = facts().route(),
              .shown_in = datagram_.sink() != nullptr ? datagram_.sink()->item() : nullptr},
             findings);
}

bool Datagrams::Viewer::hand_over(const analysis::Message& made, const std::optional<Buffer>& bytes,
                                  const enet::KnownCommand& known, const enet::Fragmented*) {
  if (made.repeated) datagram_.show_copy(known.command);
  if (facts().wanted()) facts().item()->index = made.index;
  if (all_.messages_.take(packet_, made, *bytes, facts().item())) return true;
  if (all_.values_.take(packet_, flow_.number, ValueLayer::enet, *bytes, facts().item(),
                        analysis::facts::Transport::enet))
    return true;
  if (analysis::requests_as_godot(*made.link)) all_.values_.take_single(packet_, flow_.number, *bytes, facts().item());
  return true;
}

/// The engine as a host of the steps of a datagram.
class Datagrams::Host {
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
  [[nodiscard]] EnetPair* pair() const { return all_.find(flow_); }
  [[nodiscard]] EnetPair& begin() const {
    EnetPair& begun = all_.begin(flow_);
    if (begun.first == Address{}) begun.first = packet_.source;
    return begun;
  }
  [[nodiscard]] ObservedSettings settings(const EnetPair* pair) const {
    const bool is_certain = pair != nullptr && pair->recognition.certain();
    return enet::settings_of(pair, is_certain ? nullptr : all_.endpoints_.known(ends()));
  }
  [[nodiscard]] bool has_known_end() const { return all_.endpoints_.known(ends()) != nullptr; }
  void settle(EnetPair& pair) const { all_.endpoints_.settle(pair, ends()); }
  [[nodiscard]] enet::Direction direction(const EnetPair& pair) const { return pair.direction_of(packet_.source); }
  [[nodiscard]] PresumedServer guess(const EnetPair& pair) const {
    return {all_.endpoints_, pair, packet_.source, packet_.destination};
  }
  [[nodiscard]] static enet::Tracking tracking() { return {}; }
  [[nodiscard]] std::uint32_t refusals() const { return all_.refused_[flow_.number].count; }
  void refuse() const { analysis::count_up(all_.refused_[flow_.number].count); }
  [[nodiscard]] bool worth_decompressing() const { return all_.attempts_.next(all_.refused_[flow_.number].compressed); }
  [[nodiscard]] const std::optional<godot::enet::IcmpError>& returned_by() const { return error_; }
  struct Listed {
    CommandList list;
  };
  [[nodiscard]] static Listed list(const godot::enet::Reading& reading) { return {CommandList(reading.reader())}; }
  void has_ended(const enet::Stream& stream) const {
    analysis::has_ended(stream.link, all_.game_.state.memory, packet_.frame.number);
  }
  void show(const EnetPair& pair, const enet::Record* record, const godot::enet::Reading& reading,
            const Listed& listed) const {
    if (record == nullptr) return;
    const enet::Sender sender =
        all_.capture_.sender_of(*record, !packet_.frame.first_pass, packet_.source.has_host_of(packet_.destination));
    // Bytes as decompressed are those of the reader.
    const bool is_plain = reading.has_commands && reading.header.compressed;
    const EnetDatagram its = {.pair = pair,
                              .record = record,
                              .sender = sender,
                              .reading = reading,
                              .commands = listed.list,
                              .plain = is_plain ? Buffer(reading.command_bytes()) : Buffer()};
    Viewer(all_, packet_, flow_, its).read();
  }

 private:
  [[nodiscard]] EnetEnds ends() const noexcept { return {packet_.source, packet_.destination}; }

  Datagrams& all_;
  Packet& packet_;
  const Flow& flow_;
  const std::optional<godot::enet::IcmpError>& error_;
};

bool Datagrams::take(Packet& packet, const Flow& flow, const Buffer& bytes,
                     const std::optional<godot::enet::IcmpError>& error) {
  return take_datagram(Host(*this, packet, flow, error), bytes);
}

}  // namespace godot::engine

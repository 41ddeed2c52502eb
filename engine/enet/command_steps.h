// SPDX-License-Identifier: MIT
// The steps of a command of ENet: what becomes of its payload. A fragment goes to its message; a message, whole or
// completed, goes to the protocol above with what the analysis knows of it. Wireshark leaves a host's functions by
// longjmp: nothing here has a destructor.
//
// A host is the datagram while its commands are read, a class with
//   frame(), is_first_pass()
//   sender_port(), receiver_port()
//   capture()                            the capture's datagrams
//   wants_word(), held_limit()           a line names the message's problem
//   wants_transit()                      somebody reads the message's way through the network
//   passes_over(known)                   a command whose payload is no message, or belongs to none that is known
//   takes_fragment(known, part)          shows it
//   bytes_of(command)                    of the message in a command, as the host keeps bytes
//   joined(known, part)                  of the message that this fragment completes; null: it completes none
//   next_index()                         of the message in its frame
//   hand_over(message, bytes, known, whole)   true: shown
#pragma once

#include <cstdint>

#include "analysis/enet/capture/capture.h"
#include "analysis/enet/delivery/delivered_message.h"
#include "analysis/enet/shown/datagram_facts.h"
#include "base/release.h"
#include "base/remake.h"
#include "engine/enet/datagram_context.h"

namespace godot::engine {

/// True if this fragment completes its message; on the first pass its bytes are kept. `join`: puts the message together
/// of which all fragments were seen; false: their bytes leave gaps.
template <class Join>
bool completes(const analysis::enet::FragmentPart& part, const godot::enet::Command& command, std::uint32_t frame,
               bool first_pass, Join join) {
  analysis::enet::Fragmented& message = *part.message;
  if (!part.is_new) return false;
  if (first_pass) {
    if (command.payload_length != 0) message.keep(command, frame);
    if (message.seen == message.count && !message.pieces.empty()) {
      const bool is_complete = join(message);
      analysis::release(message.pieces);
      if (is_complete) {
        message.complete_in = frame;
        message.complete_at = part.command;
      }
    }
  }
  return message.complete_in == frame && message.complete_at == part.command;
}

template <class Host>
class CommandSteps {
 public:
  /// `part`: the datagram's first fragment of a message that is known; null: none.
  CommandSteps(Host& host, const EnetDatagram& its, const analysis::enet::CommandContext& context,
               analysis::enet::DatagramFacts& facts, const analysis::enet::FragmentPart* part) noexcept
      : host_(host), its_(its), context_(context), facts_(facts), part_(part) {}

  /// Takes the next command; call it for all, in order. True: the host has shown its payload.
  bool take(const analysis::enet::KnownCommand& known) {
    const bool shown = take_payload(known);
    ++command_;
    return shown;
  }

  /// The kind of the datagram's problem, at its first reliable message; null: none.
  const char* problem_of_window(const analysis::enet::KnownCommand& known) {
    if (window_marked_ || !hands_over() || !host_.wants_word()) return nullptr;
    const char* kind = analysis::enet::problem_of_window(its_.sender, *its_.record, known.command);
    window_marked_ = kind != nullptr;
    return kind;
  }

  /// True if the command can have problems: the analysis has a finding, or its sender leaves just behind it.
  [[nodiscard]] bool may_have_problems(const godot::enet::Command& command,
                                       const analysis::enet::Finding* finding) const {
    if (!has_connection()) return false;
    if (finding != nullptr) return true;
    const analysis::enet::Record& record = *its_.record;
    return command.has_payload() && record.analysis() != nullptr &&
           its_.sender.analysis->is_among_last_words(record.direction, host_.frame(), record.analysis()->captured);
  }
  /// Finds the problems of a command.
  void judge(const godot::enet::Command& command, const analysis::enet::Finding* finding,
             analysis::enet::ProblemFindings& found) const {
    static const analysis::enet::Finding nothing = {};
    analysis::enet::judge(subject_of(command, finding != nullptr ? *finding : nothing), found);
  }
  /// The kind of the first of a command of the connection itself; null: none.
  [[nodiscard]] const char* problem_of_connection(const analysis::enet::KnownCommand& known,
                                                  const analysis::Arena& arena) const {
    if (known.finding == nullptr || !has_connection() || known.command.has_payload()) return nullptr;
    return analysis::enet::problem_of_connection(subject_of(known.command, *known.finding), arena);
  }

 private:
  [[nodiscard]] bool has_connection() const noexcept { return its_.stream() != nullptr; }
  /// Messages go to the protocol above: not those that an ICMP error quotes.
  [[nodiscard]] bool hands_over() const noexcept { return !its_.is_quoted && has_connection(); }

  [[nodiscard]] analysis::enet::Subject subject_of(const godot::enet::Command& command,
                                                   const analysis::enet::Finding& finding) const {
    const analysis::enet::Record& record = *its_.record;
    return {its_.sender,
            context_,
            finding,
            command.type,
            command.acknowledge,
            host_.frame(),
            record.compression,
            its_.stream()->compresses,
            host_.held_limit(),
            record.captured};
  }

  bool take_payload(const analysis::enet::KnownCommand& known) {
    const godot::enet::Command& command = known.command;
    if (!command.has_payload()) return host_.passes_over(known);
    if (command.is_fragment() && part_ != nullptr && part_->command == command_) {
      const analysis::enet::FragmentPart& part = *part_;
      part_ = part_->next;
      return take_fragment(known, part);
    }
    if (command.is_fragment() || command.payload_length == 0 || !hands_over()) return host_.passes_over(known);
    return hand_over(known, host_.bytes_of(command), nullptr);
  }

  bool take_fragment(const analysis::enet::KnownCommand& known, const analysis::enet::FragmentPart& part) {
    facts_.add_fragment(part);
    if (host_.is_first_pass()) analysis::enet::charge(known, part);
    host_.takes_fragment(known, part);
    const auto bytes = host_.joined(known, part);
    if (!bytes) return true;
    facts_.add_whole(part);
    // A message that is put together is new even if the command that completes it is a retransmission.
    const analysis::enet::KnownCommand last = {.command = known.command, .finding = nullptr, .cost = known.cost};
    return hand_over(last, bytes, part.message);
  }

  /// The roles of the connection's ends, if no handshake tells them.
  void guess_server() const {
    using namespace analysis::enet;
    Stream& stream = *its_.stream();
    if (!stream.link.has_handshake && !stream.link.server_is_clear) {
      const Direction server = opposite(stream.client);
      const bool from_server = its_.record->direction == server;
      const std::uint32_t port = from_server ? host_.sender_port() : host_.receiver_port();
      const std::uint32_t other_port = from_server ? host_.receiver_port() : host_.sender_port();
      const auto& ends = its_.pair.ends;
      stream.link.server_is_clear = is_clearly_server({ends[server], port}, {ends[opposite(server)], other_port});
    }
    learn_ends(stream);
  }

  /// `whole`: the message of fragments; null: the command has it.
  template <class Bytes>
  bool hand_over(const analysis::enet::KnownCommand& known, const Bytes& bytes,
                 const analysis::enet::Fragmented* whole) {
    guess_server();
    analysis::Message message = analysis::enet::message_of(*its_.record, its_.sender, known, whole);
    message.index = host_.next_index();
    if (host_.wants_word())
      message.problem =
          analysis::enet::problem_of_message(its_.sender, host_.frame(), known, context_, host_.held_limit());
    if (message.problem == nullptr) message.problem = problem_of_window(known);
    if (whole == nullptr) analysis::remake(message.transit, [&] { return transit_of(known); });
    return host_.hand_over(message, bytes, known, whole);
  }

  /// Estimates are for readers only; what the capture's other side shows is also learned.
  [[nodiscard]] analysis::Transit transit_of(const analysis::enet::KnownCommand& known) const {
    const bool has_sides = its_.stream()->sides != nullptr;
    if (!host_.wants_transit() && !has_sides) return {};
    return host_.capture().transit_of(*its_.record, known.command.type, command_, known.finding,
                                      has_sides ? context_.other_side() : analysis::enet::OtherSide{});
  }

  Host& host_;
  const EnetDatagram& its_;
  const analysis::enet::CommandContext& context_;
  analysis::enet::DatagramFacts& facts_;
  const analysis::enet::FragmentPart* part_;  // of the next fragment
  std::uint16_t command_ = 0;                 // number of earlier commands
  bool window_marked_ = false;                // the datagram fills the window, and a message of it says so
};

}  // namespace godot::engine

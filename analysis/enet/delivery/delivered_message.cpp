// SPDX-License-Identifier: MIT
#include "analysis/enet/delivery/delivered_message.h"

#include "analysis/enet/shown/command_facts.h"
#include "analysis/problems/problem_table.h"

namespace godot::analysis::enet {
namespace {

/// It waits if a reliable message is held back, in a capture at its receiver.
Turn turn_of(const Sender& sender, const Command& command) {
  if (delivery_of(command.type) != multiplayer::Delivery::reliable) return {};
  const Analysis* analysis = sender.analysis;
  return {
      .number = command.reliable_sequence,
      .channel = command.channel,
      .numbered = true,
      .waits = analysis != nullptr && analysis->waits(sender.direction, command.channel, command.reliable_sequence)};
}

/// After sending Disconnect, an end accepts no more messages.
std::uint32_t receiver_left_in(const Record& record, const Analysis* analysis) {
  if (analysis == nullptr || analysis->left_by() == record.direction || analysis->is_back()) return 0;
  return analysis->left_in() < record.frame ? analysis->left_in() : 0;
}

/// The frame that returned something that was sent in this direction, after which its receiver has sent nothing; 0:
/// none.
std::uint32_t returns_since(const Record& record, const Stream& stream) {
  const bool by_client = record.direction == stream.client;
  const std::uint32_t returned_in = by_client ? stream.returned_in : stream.returned_to_server_in;
  const std::uint32_t receiver_last = stream.link.last_frames[by_client ? 1 : 0];
  const bool is_over = returned_in != 0 && returned_in < record.frame && receiver_last < returned_in;
  return is_over ? returned_in : 0;
}

std::uint32_t certainly_held_until(const Finding* finding) {
  const Sequel* sequel = finding != nullptr ? finding->sequel() : nullptr;
  return sequel != nullptr && !sequel->perhaps ? sequel->held_until : 0;
}

/// True if the receiver's number of the connection, which datagrams on this route carry, is not its first.
bool is_one_of_many(const Route& to_receiver) noexcept { return to_receiver.known && to_receiver.peer_id != 0; }

}  // namespace

Message message_of(const Record& record, const Sender& sender, const KnownCommand& known, const Fragmented* whole) {
  const Command& command = known.command;
  const Finding* finding = known.finding;
  Stream& stream = *sender.stream;
  return {.link = &stream.link,
          .from_client = record.direction == stream.client,
          .channel = command.channel,
          .delivery = delivery_of(command.type),
          .cost = whole != nullptr ? whole->cost : known.cost,
          .plain = whole != nullptr ? whole->plain : known.size(),
          .fragmented = command.is_fragment(),
          .lost = finding != nullptr && finding->sequel() != nullptr && is_lost(sender, record.frame, *finding),
          .acknowledged = finding != nullptr && is_acknowledged(*finding),
          .left_in = receiver_left_in(record, stream.analysis),
          .returns_since = returns_since(record, stream),
          .turn = turn_of(sender, command),
          .late = known.has(Event::retransmission) || known.has(Event::out_of_order),
          .missing_before = known.has(Event::lost_command),
          .shows_gaps = finding != nullptr && command.type == CommandType::send_unsequenced,
          .held_until = certainly_held_until(finding),
          .repeated = known.has(Event::repeated)};
}

const char* problem_of_message(const Sender& sender, std::uint32_t frame, const KnownCommand& known,
                               const CommandContext& context, Nanoseconds held_limit) {
  if (known.finding == nullptr) return nullptr;
  const Finding& finding = *known.finding;
  // Without a sequel it was neither lost nor left unread: most have none.
  const bool may_be_lost = finding.sequel() != nullptr;
  if ((may_be_lost && (is_lost(sender, frame, finding) || is_left_unread(sender, finding))) ||
      finding.has(Event::dropped) || (!known.command.acknowledge && context.other_side().never_arrived))
    return "never_delivered";
  return is_held(finding, held_limit) ? "held" : nullptr;
}

const char* problem_of_window(const Sender& sender, const Record& record, const Command& command) {
  const bool tells = record.is_analysed && delivery_of(command.type) == multiplayer::Delivery::reliable;
  return tells && is_window_full(sender, record) ? problems::row(problems::Enet::window_full).kind : nullptr;
}

void charge(const KnownCommand& fragment, const FragmentPart& part) {
  if (!part.is_new && part.fits) return;
  facts::Cost& cost = part.message->cost;
  cost.own += fragment.cost.own;
  cost.protocol += fragment.cost.protocol;
  cost.share += fragment.cost.share;
  part.message->plain += fragment.size();
}

void learn_ends(Stream& stream) noexcept {
  if (!stream.link.has_handshake) {
    stream.link.first_has_many = is_one_of_many(stream.routes[opposite(stream.client)]);
    stream.link.second_has_many = is_one_of_many(stream.routes[stream.client]);
  }
}

enet::Delivery::Message delivery_message_of(const Command& command) noexcept {
  enet::Delivery::Message message = {
      .channel = command.channel, .reliable = command.reliable_sequence, .unreliable = command.sequence};
  switch (delivery_of(command.type)) {
    case multiplayer::Delivery::reliable: message.kind = enet::Delivery::Kind::reliable; break;
    case multiplayer::Delivery::unreliable: message.kind = enet::Delivery::Kind::unreliable; break;
    case multiplayer::Delivery::unsequenced: message.kind = enet::Delivery::Kind::unsequenced; break;
  }
  if (!command.is_fragment()) return message;
  const Fragment body = fragment(command);
  const auto start = static_cast<std::uint16_t>(body.start_sequence);
  if (message.kind == enet::Delivery::Kind::reliable) {
    message.reliable = start;
    message.numbers = static_cast<std::uint16_t>(body.count);
  } else {
    message.unreliable = start;
  }
  return message;
}

}  // namespace godot::analysis::enet

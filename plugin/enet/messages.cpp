// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/messages.h"

#include <new>

#include "analysis/enet/command_facts.h"
#include "analysis/problems/table.h"
#include "codec/enet/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/follow.h"
#include "plugin/core/items.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/needed_items.h"
#include "plugin/enet/follow_events.h"
#include "plugin/enet/generated.h"
#include "plugin/enet/payload.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/problems.h"
#include "plugin/enet/upper.h"

namespace godot::enet::dissector {
namespace {

LEFT_BY_LONGJMP(KnownCommand, Messages);

/// Includes the header.
std::uint32_t size_of(const Command& command) { return command.payload_begin - command.begin + command.payload_length; }

bool is_repeated(const KnownCommand& known) {
  return known.finding != nullptr && known.finding->has(analysis::enet::Event::repeated);
}

/// Adds the fragments' cost to their message; first pass.
void charge(const KnownCommand& known, const FragmentPart& part) {
  if (!part.is_new && part.fits) return;
  analysis::facts::Cost& cost = part.message->cost;
  cost.own += known.cost.own;
  cost.protocol += known.cost.protocol;
  cost.share += known.cost.share;
  part.message->plain += size_of(known.command);
}

/// True if the receiver's number of the connection, which datagrams on this route carry, is not its first.
bool is_one_of_many(const analysis::enet::Route& to_receiver) noexcept {
  return to_receiver.known && to_receiver.peer_id != 0;
}

std::uint32_t certainly_held_until(const analysis::enet::Finding* finding) {
  const analysis::enet::Sequel* sequel = finding != nullptr ? finding->sequel : nullptr;
  return sequel != nullptr && !sequel->perhaps ? sequel->held_until : 0;
}

/// After sending Disconnect, an end accepts no more messages.
std::uint32_t receiver_left_in(const View& view) {
  const analysis::enet::Analysis* analysis = view.stream()->analysis;
  if (analysis == nullptr || analysis->left_by() == view.record->direction || analysis->is_back()) return 0;
  return analysis->left_in() < view.pinfo->num ? analysis->left_in() : 0;
}

void add_repeated(const KnownCommand& known) {
  if (known.node == nullptr) return;
  plugin::add_generated_boolean(known.node->tree, plugin::header_field(plugin::EnetField::enet_repeated),
                                {known.node->tvb, static_cast<int>(known.command.begin)}, true);
}

}  // namespace

Messages::Messages(const View& view, tvbuff_t* tvb, DatagramFacts& facts, InfoText& info)
    : view_(view), tvb_(tvb), facts_(facts), info_(info), part_(capture().parts_of(view.record)) {}

analysis::enet::Sender Messages::sender() const noexcept { return sender_of(view_.pinfo, *view_.record); }

bool Messages::take(const KnownCommand& known) {
  if (known.command.type == CommandType::acknowledge) follow_acknowledgement(view_, known.command, known.finding);
  bool shown = false;
  if (known.command.has_payload()) shown = take_payload(known);
  else info_.add(known.command, known.finding, problem_of_command(known));
  ++command_;
  return shown;
}

bool Messages::take_payload(const KnownCommand& known) {
  const Command& command = known.command;
  if (known.finding != nullptr && known.finding->has(analysis::enet::Event::lost_command))
    info_.add(is_unsent(sender(), *known.finding) ? "[Not sent before this?]" : "[Lost before this]");
  if (command.is_fragment() && part_ != nullptr && part_->command == command_) {
    const FragmentPart& part = *part_;
    part_ = part_->next;
    return take_fragment(known, part);
  }
  if (view_.quoted) {  // shown where the datagram was sent
    info_.add(command, known.finding);
    return true;
  }
  if (command.is_fragment() || command.payload_length == 0 || view_.stream() == nullptr) {
    info_.add(command, known.finding);
    if (command.payload_length == 0 && !is_repeated(known)) follow_message(view_, command, nullptr, nullptr);
    return false;
  }
  tvbuff_t* message =
      tvb_new_subset_length(tvb_, static_cast<int>(command.payload_begin), static_cast<int>(command.payload_length));
  return hand_over(message, known, nullptr);
}

bool Messages::take_fragment(const KnownCommand& known, const FragmentPart& part) {
  const Command& command = known.command;
  facts_.add_fragment(part);
  if (view_.pinfo->fd->visited == 0) charge(known, part);
  info_.add(command, known.finding, analysis::problems::word_of(problem_of_window(known)));
  if (known.node != nullptr) add_fragment(*known.node, command, part);
  proto_tree* tree = known.node != nullptr ? known.node->tree : nullptr;
  tvbuff_t* message = reassemble(part, command, tvb_, static_cast<int>(command.payload_begin), view_.pinfo, tree);
  if (message == nullptr) return true;
  facts_.add_whole(part);
  // A reassembled message is new even if the command that completes it is a retransmission.
  const KnownCommand last = {.command = command, .finding = nullptr, .cost = known.cost, .node = known.node};
  if (!hand_over(message, last, part.message) && known.node != nullptr)
    proto_tree_add_item(tree, plugin::header_field(field::enet_payload), message, 0, -1, ENC_NA);
  return true;
}

/// It waits if a reliable message is held back, in a capture at its receiver.
analysis::Turn Messages::turn_of(const KnownCommand& known) const {
  const Command& command = known.command;
  if (analysis::enet::delivery_of(command.type) != analysis::Delivery::reliable) return {};
  const analysis::enet::Analysis* analysis = view_.stream()->analysis;
  return {.number = command.reliable_sequence,
          .channel = command.channel,
          .numbered = true,
          .waits = analysis != nullptr &&
                   analysis->waits(view_.record->direction, command.channel, command.reliable_sequence)};
}

/// Guesses the roles of the connection's ends without a handshake.
void Messages::guess_server() const {
  const Stream& stream = *view_.stream();
  analysis::Link& link = view_.stream()->link;
  if (link.has_handshake) return;
  if (!link.server_is_clear)
    link.server_is_clear = is_clearly_server(view_.conversation, view_.pinfo, opposite(stream.client));
  link.first_has_many = is_one_of_many(stream.routes[opposite(stream.client)]);
  link.second_has_many = is_one_of_many(stream.routes[stream.client]);
}

/// The packet list's word for its problem: the kind that report_problems() reports for the command.
const char* Messages::problem_of(const KnownCommand& known) const {
  const analysis::enet::Finding* finding = known.finding;
  if (finding == nullptr || !info_.is_shown()) return nullptr;
  // Without a sequel it was neither lost nor left unread: most have none.
  const bool may_be_lost = finding->sequel != nullptr;
  if ((may_be_lost && (is_lost(sender(), view_.pinfo->num, *finding) || is_left_unread(sender(), *finding))) ||
      finding->has(analysis::enet::Event::dropped) ||
      (!known.command.acknowledge && other_side(*view_.record, view_.pinfo).never_arrived))
    return "never_delivered";
  return is_held(*finding, held_limit()) ? "held" : nullptr;
}

/// The kind of the datagram's problem, at its first reliable message.
const char* Messages::problem_of_window(const KnownCommand& known) {
  if (window_marked_ || view_.quoted || !info_.is_shown()) return nullptr;
  if (analysis::enet::delivery_of(known.command.type) != analysis::Delivery::reliable) return nullptr;
  if (view_.analysis() == nullptr || !is_window_full(sender(), *view_.analysis())) return nullptr;
  window_marked_ = true;
  return analysis::problems::row(analysis::problems::Enet::window_full).kind;
}

/// The word for the problem of a command without a message.
const char* Messages::problem_of_command(const KnownCommand& known) const {
  if (known.finding == nullptr || view_.quoted || !info_.is_shown()) return nullptr;
  return analysis::problems::word_of(
      problem_of_connection(view_.pinfo, view_.conversation, *view_.record, known.command, *known.finding));
}

/// Estimates are displayed only; what the capture's other side shows is also learned.
bool Messages::needs_transit(const KnownCommand& known) const {
  return known.node != nullptr || facts_.wanted() || view_.stream()->sides != nullptr ||
         plugin::fields_wanted(view_.tree);
}

analysis::Transit Messages::transit_of(const KnownCommand& known) const {
  const OtherSide other = view_.stream()->sides != nullptr ? other_side(*view_.record, view_.pinfo) : OtherSide{};
  return capture().transit_of(*view_.record, known.command.type, command_, known.finding, other);
}

/// `whole`: the reassembled message; null: the command has the message.
analysis::Message Messages::message_of(const KnownCommand& known, const Fragmented* whole) {
  constexpr unsigned datagram_shift = 16;
  const Command& command = known.command;
  const char* problem = problem_of(known);
  if (problem == nullptr) problem = problem_of_window(known);
  return {.link = &view_.stream()->link,
          .from_client = view_.from_client(),
          .channel = command.channel,
          .delivery = analysis::enet::delivery_of(command.type),
          .index = view_.ordinal << datagram_shift | messages_++,
          .cost = whole != nullptr ? whole->cost : known.cost,
          .plain = whole != nullptr ? whole->plain : size_of(command),
          .fragmented = command.is_fragment(),
          .lost = known.finding != nullptr && known.finding->sequel != nullptr &&
                  is_lost(sender(), view_.pinfo->num, *known.finding),
          .acknowledged = known.finding != nullptr && is_acknowledged(*known.finding),
          .left_in = receiver_left_in(view_),
          .turn = turn_of(known),
          .late = known.finding != nullptr && (known.finding->has(analysis::enet::Event::retransmission) ||
                                               known.finding->has(analysis::enet::Event::out_of_order)),
          .missing_before = known.finding != nullptr && known.finding->has(analysis::enet::Event::lost_command),
          .shows_gaps = known.finding != nullptr && command.type == CommandType::send_unsequenced,
          .held_until = certainly_held_until(known.finding),
          .problem = problem,
          .transit = whole == nullptr && needs_transit(known) ? transit_of(known) : analysis::Transit{},
          .repeated = is_repeated(known),
          .last_way = &last_way_};
}

bool Messages::hand_over(tvbuff_t* tvb, const KnownCommand& known, const Fragmented* whole) {
  const Command& command = known.command;
  guess_server();
  auto* message =
      new (wmem_alloc(view_.pinfo->pool, sizeof(analysis::Message))) analysis::Message(message_of(known, whole));
  if (message->repeated) add_repeated(known);
  const char* line = nullptr;
  if (plugin::follow::lines_wanted()) message->line = &line;
  info_.before_others();
  facts_.before_others(message->index);
  const bool taken = hand_on(tvb, view_.pinfo, view_.tree, *message);
  upper().export_message(tvb, view_.pinfo, *message);
  facts_.after_others();
  const bool is_listed = info_.after_others();
  if (!message->repeated) follow_message(view_, command, tvb, line);
  // The text of a fragment has been added before.
  if ((!taken || !is_listed) && !command.is_fragment())
    info_.add(command, known.finding, analysis::problems::word_of(message->problem));
  return taken;
}

}  // namespace godot::enet::dissector

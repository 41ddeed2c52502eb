// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/messages.h"

#include <new>

#include "analysis/problems/table.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/follow.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/follow_events.h"
#include "plugin/enet/generated.h"
#include "plugin/enet/payload.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/problems.h"
#include "plugin/enet/upper.h"

namespace godot::plugin::enet {

using analysis::enet::Event;

LEFT_BY_LONGJMP(KnownCommand, Messages);

Messages::Messages(const View& view, const AroundDatagram& around, tvbuff_t* tvb, DatagramFacts& facts,
                   plugin::Collector* collector, InfoText& info)
    : view_(view),
      around_(around),
      tvb_(tvb),
      facts_(facts),
      collector_(collector),
      info_(info),
      part_(capture().parts_of(view.record)) {}

bool Messages::take(const KnownCommand& known, const CommandNode* node) {
  if (known.command.type == CommandType::acknowledge) follow_acknowledgement(view_, known.command, known.finding);
  bool shown = false;
  if (known.command.has_payload()) shown = take_payload(known, node);
  else info_.add(known.command, known.finding, problem_of_command(known));
  ++command_;
  return shown;
}

bool Messages::take_payload(const KnownCommand& known, const CommandNode* node) {
  const Command& command = known.command;
  if (known.has(Event::lost_command))
    info_.add(is_unsent(view_.sender, *known.finding) ? "[Not sent before this?]" : "[Missing before this]");
  if (command.is_fragment() && part_ != nullptr && part_->command == command_) {
    const FragmentPart& part = *part_;
    part_ = part_->next;
    return take_fragment(known, node, part);
  }
  const bool is_whole = !command.is_fragment() && command.payload_length != 0;
  if (is_whole && !view_.quoted && view_.stream() != nullptr) {
    tvbuff_t* message =
        tvb_new_subset_length(tvb_, static_cast<int>(command.payload_begin), static_cast<int>(command.payload_length));
    return hand_over(message, known, node, nullptr);
  }
  info_.add(command, known.finding);
  if (!view_.quoted && command.payload_length == 0 && !known.has(Event::repeated))
    follow_message(view_, command, nullptr, nullptr);
  return view_.quoted;  // shown where the datagram was sent
}

bool Messages::take_fragment(const KnownCommand& known, const CommandNode* node, const FragmentPart& part) {
  const Command& command = known.command;
  facts_.add_fragment(part);
  if (plugin::is_first_pass(view_.pinfo)) charge(known, part);
  info_.add(command, known.finding, analysis::problems::word_of(problem_of_window(known)));
  if (node != nullptr) add_fragment(*node, command, part);
  proto_tree* tree = node != nullptr ? node->tree : nullptr;
  tvbuff_t* message = reassemble(part, command, tvb_, static_cast<int>(command.payload_begin), view_.pinfo, tree);
  if (message == nullptr) return true;
  facts_.add_whole(part);
  // A reassembled message is new even if the command that completes it is a retransmission.
  const KnownCommand last = {.command = command, .finding = nullptr, .cost = known.cost};
  if (!hand_over(message, last, node, part.message) && node != nullptr)
    proto_tree_add_item(tree, plugin::header_field(field::enet_payload), message, 0, -1, ENC_NA);
  return true;
}

/// Guesses the roles of the connection's ends without a handshake.
void Messages::guess_server() const {
  Stream& stream = *view_.stream();
  if (!stream.link.has_handshake && !stream.link.server_is_clear)
    stream.link.server_is_clear = is_clearly_server(view_.conversation, view_.pinfo, opposite(stream.client));
  learn_ends(stream);
}

/// The kind of the datagram's problem, at its first reliable message.
const char* Messages::problem_of_window(const KnownCommand& known) {
  if (window_marked_ || view_.quoted || view_.record == nullptr || !info_.is_shown()) return nullptr;
  const char* kind = analysis::enet::problem_of_window(view_.sender, *view_.record, known.command);
  window_marked_ = kind != nullptr;
  return kind;
}

/// The word for the problem of a command without a message.
const char* Messages::problem_of_command(const KnownCommand& known) const {
  if (known.finding == nullptr || view_.quoted || !info_.is_shown()) return nullptr;
  return analysis::problems::word_of(problem_of_connection(view_, around_, known.command, *known.finding));
}

/// Estimates are displayed only; what the capture's other side shows is also learned.
analysis::Transit Messages::transit_of(const KnownCommand& known, const CommandNode* node) const {
  const bool has_sides = view_.stream()->sides != nullptr;
  if (node == nullptr && !facts_.wanted() && !has_sides && !view_.needed.items) return {};
  return capture().transit_of(*view_.record, known.command.type, command_, known.finding,
                              has_sides ? around_.other_side() : OtherSide{});
}

/// `whole`: the reassembled message; null: the command has the message.
analysis::Message Messages::message_of(const KnownCommand& known, const CommandNode* node, const Fragmented* whole) {
  constexpr unsigned datagram_shift = 16;
  analysis::Message message = analysis::enet::message_of(*view_.record, view_.sender, known, whole);
  message.index = view_.ordinal << datagram_shift | messages_++;
  if (info_.is_shown())
    message.problem = problem_of_message(view_.sender, plugin::frame_number(view_.pinfo), known, around_, held_limit());
  if (message.problem == nullptr) message.problem = problem_of_window(known);
  if (whole == nullptr) message.transit = transit_of(known, node);
  message.last_way = &last_way_;
  return message;
}

bool Messages::hand_over(tvbuff_t* tvb, const KnownCommand& known, const CommandNode* node, const Fragmented* whole) {
  const Command& command = known.command;
  guess_server();
  auto* message =
      new (wmem_alloc(view_.pinfo->pool, sizeof(analysis::Message))) analysis::Message(message_of(known, node, whole));
  if (message->repeated && node != nullptr)
    plugin::add_generated_boolean(node->tree, plugin::header_field(plugin::EnetField::enet_repeated),
                                  {node->tvb, static_cast<int>(command.begin)}, true);
  const char* line = nullptr;
  if (plugin::follow::lines_wanted()) message->line = &line;
  info_.before_others();
  if (facts_.wanted()) {
    facts_.item()->index = message->index;
    collector_->current = facts_.item();  // to which the dissectors above add
  }
  const bool taken = hand_on(tvb, view_.pinfo, view_.tree, *message, view_.needed);
  upper().export_message(tvb, view_.pinfo, *message);
  if (facts_.wanted()) collector_->current = nullptr;
  const bool is_listed = info_.after_others();
  if (!message->repeated) follow_message(view_, command, tvb, line);
  // The text of a fragment has been added before.
  if ((!taken || !is_listed) && !command.is_fragment())
    info_.add(command, known.finding, analysis::problems::word_of(message->problem));
  return taken;
}

}  // namespace godot::plugin::enet

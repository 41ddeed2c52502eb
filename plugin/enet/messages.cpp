// SPDX-License-Identifier: GPL-2.0-or-later
// The commands and messages of a datagram: each command contains one, is a fragment of one, or completes it. Passes
// them to the dissectors above, to Follow, and to the Info column.
#include <new>

#include "analysis/enet/delivery/delivered_message.h"
#include "analysis/problems/problem_table.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/follow.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/fragment_reassembly.h"
#include "plugin/enet/payload.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/shown_datagram.h"

namespace godot::plugin::enet {

using analysis::enet::Event;

LEFT_BY_LONGJMP(KnownCommand, plugin::follow::Event);

analysis::Nanoseconds ShownDatagram::held_limit() { return preferences::held_limit(); }

/// Passes a message, or the rest of one, to Follow. `tvb`: null: it has no bytes; `line`: its text, if known.
void ShownDatagram::follow(const Command& command, tvbuff_t* tvb, const char* line) const {
  if (!plugin::follow::listened() || view_.its.stream() == nullptr) return;
  plugin::follow::queue(view_.pinfo, {.link = &view_.its.stream()->link,
                                      .from_client = view_.its.from_client(),
                                      .message = analysis::enet::delivery_message_of(command),
                                      .bytes = tvb,
                                      .line = line});
}

/// The delivery does not wait for a message that was received but is not in the capture.
void ShownDatagram::follow_acknowledgement(const KnownCommand& known) const {
  if (!plugin::follow::listened() || view_.its.stream() == nullptr || !known.has(Event::ack_unseen)) return;
  const Command& command = known.command;
  if (command.channel == connection_channel) return;
  plugin::follow::queue(
      view_.pinfo, {.link = &view_.its.stream()->link,
                    .from_client = !view_.its.from_client(),
                    .missed = true,
                    .message = {.channel = command.channel, .reliable = acknowledgement(command).reliable_sequence}});
}

void ShownDatagram::begins(const KnownCommand& known) {
  if (known.command.type == CommandType::acknowledge) follow_acknowledgement(known);
  if (known.command.has_payload() && known.has(Event::lost_command))
    info_.add(is_unsent(view_.its.sender, *known.finding) ? "[Not sent before this?]" : "[Missing before this]");
}

bool ShownDatagram::passes_over(const KnownCommand& known) {
  const Command& command = known.command;
  if (!command.has_payload()) {
    info_.add(command, known.finding, problem_of_command(known));
    return false;
  }
  info_.add(command, known.finding);
  if (!view_.its.is_quoted && command.payload_length == 0 && !known.has(Event::repeated))
    follow(command, nullptr, nullptr);
  return view_.its.is_quoted;  // shown where the datagram was sent
}

void ShownDatagram::takes_fragment(const KnownCommand& known, const FragmentPart& part) {
  info_.add(known.command, known.finding, analysis::problems::word_of(datagram_.steps().problem_of_window(known)));
  datagram_.show_fragment(known.command, part);
}

tvbuff_t* ShownDatagram::bytes_of(const Command& command) const {
  return tvb_new_subset_length(view_.commands.tvb, static_cast<int>(command.payload_begin),
                               static_cast<int>(command.payload_length));
}

tvbuff_t* ShownDatagram::joined(const KnownCommand& known, const FragmentPart& part) const {
  return reassemble(part, known.command, view_.commands.tvb, static_cast<int>(known.command.payload_begin), view_.pinfo,
                    datagram_.sink() != nullptr ? datagram_.sink()->tree() : nullptr);
}

/// The word for the problem of a command without a message.
const char* ShownDatagram::problem_of_command(const KnownCommand& known) const {
  if (view_.its.is_quoted || !info_.is_shown()) return nullptr;
  return analysis::problems::word_of(datagram_.steps().problem_of_connection(known, arena()));
}

std::uint32_t ShownDatagram::next_index() {
  constexpr unsigned datagram_shift = 16;
  return view_.ordinal << datagram_shift | messages_++;
}

bool ShownDatagram::hand_over(const analysis::Message& made, tvbuff_t* tvb, const KnownCommand& known,
                              const Fragmented* whole) {
  const Command& command = known.command;
  auto* message = new (wmem_alloc(view_.pinfo->pool, sizeof(analysis::Message))) analysis::Message(made);
  message->last_way = &last_way_;
  const DatagramView::Sink* sink = datagram_.sink();
  if (message->repeated) datagram_.show_copy(command);
  const char* line = nullptr;
  if (plugin::follow::lines_wanted()) message->line = &line;
  info_.before_others();
  if (facts().wanted()) {
    facts().item()->index = message->index;
    collector_->current = facts().item();  // to which the dissectors above add
  }
  const bool taken = hand_on(tvb, view_.pinfo, view_.tree, *message, view_.needed);
  message_protocol->export_message(tvb, view_.pinfo, *message);
  if (facts().wanted()) collector_->current = nullptr;
  const bool is_listed = info_.after_others();
  if (!message->repeated) follow(command, tvb, line);
  // The text of a fragment has been added before.
  if ((!taken || !is_listed) && !command.is_fragment())
    info_.add(command, known.finding, analysis::problems::word_of(message->problem));
  if (whole == nullptr) return taken;
  if (!taken && sink != nullptr)
    proto_tree_add_item(sink->tree(), plugin::header_field(field::enet_payload), tvb, 0, -1, ENC_NA);
  return true;
}

}  // namespace godot::plugin::enet

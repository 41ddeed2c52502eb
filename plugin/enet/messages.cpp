// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/messages.h"

#include <new>

#include "analysis/enet/delivery/message.h"
#include "analysis/problems/table.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/follow.h"
#include "plugin/core/register/fields.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/message_protocol.h"
#include "plugin/enet/payload.h"
#include "plugin/enet/preferences.h"

namespace godot::plugin::enet {

using analysis::enet::Event;

LEFT_BY_LONGJMP(KnownCommand, Messages, plugin::follow::Event);

namespace {

/// Passes a message, or the rest of one, to Follow. `tvb`: null: it has no bytes; `line`: its text, if known.
void follow_message(const View& view, const Command& command, tvbuff_t* tvb, const char* line) {
  if (!plugin::follow::listened() || view.stream() == nullptr) return;
  plugin::follow::queue(view.pinfo, {.link = &view.stream()->link,
                                     .from_client = view.from_client(),
                                     .message = analysis::enet::delivery_message_of(command),
                                     .bytes = tvb,
                                     .line = line});
}

/// The delivery does not wait for a message that was received but is not in the capture. `finding` may be null.
void follow_acknowledgement(const View& view, const Command& command, const analysis::enet::Finding* finding) {
  if (!plugin::follow::listened() || view.stream() == nullptr || finding == nullptr) return;
  if (!finding->has(Event::ack_unseen) || command.channel == connection_channel) return;
  plugin::follow::queue(
      view.pinfo, {.link = &view.stream()->link,
                   .from_client = !view.from_client(),
                   .missed = true,
                   .message = {.channel = command.channel, .reliable = acknowledgement(command).reliable_sequence}});
}

}  // namespace

Messages::Messages(const View& view, const analysis::enet::CommandContext& context, tvbuff_t* tvb, DatagramFacts& facts,
                   plugin::Collector* collector, InfoText& info)
    : view_(view),
      context_(context),
      tvb_(tvb),
      facts_(facts),
      collector_(collector),
      info_(info),
      steps_(*this, enet::capture().parts_of(view.record)) {}

analysis::Nanoseconds Messages::held_limit() { return preferences::held_limit(); }

bool Messages::take(const KnownCommand& known, const TreeBuilder* builder) {
  builder_ = builder;
  if (known.command.type == CommandType::acknowledge) follow_acknowledgement(view_, known.command, known.finding);
  if (known.command.has_payload() && known.has(Event::lost_command))
    info_.add(is_unsent(view_.sender, *known.finding) ? "[Not sent before this?]" : "[Missing before this]");
  return steps_.take(known);
}

bool Messages::passes_over(const KnownCommand& known) {
  const Command& command = known.command;
  if (!command.has_payload()) {
    info_.add(command, known.finding, problem_of_command(known));
    return false;
  }
  info_.add(command, known.finding);
  if (!view_.quoted && command.payload_length == 0 && !known.has(Event::repeated))
    follow_message(view_, command, nullptr, nullptr);
  return view_.quoted;  // shown where the datagram was sent
}

void Messages::takes_fragment(const KnownCommand& known, const FragmentPart& part) {
  info_.add(known.command, known.finding, analysis::problems::word_of(steps_.problem_of_window(known)));
  if (builder_ == nullptr) return;
  const TreeItems items = items_of(*builder_);
  items.fragment(known.command);
  items.message_of_fragment(known.command, part, frame(), !is_first_pass());
}

tvbuff_t* Messages::bytes_of(const Command& command) const {
  return tvb_new_subset_length(tvb_, static_cast<int>(command.payload_begin), static_cast<int>(command.payload_length));
}

tvbuff_t* Messages::joined(const KnownCommand& known, const FragmentPart& part) const {
  return reassemble(part, known.command, tvb_, static_cast<int>(known.command.payload_begin), view_.pinfo,
                    builder_ != nullptr ? builder_->tree() : nullptr);
}

void Messages::guess_server() const {
  Stream& stream = *view_.stream();
  if (!stream.link.has_handshake && !stream.link.server_is_clear)
    stream.link.server_is_clear = is_clearly_server(view_.conversation, view_.pinfo, opposite(stream.client));
  learn_ends(stream);
}

/// The word for the problem of a command without a message.
const char* Messages::problem_of_command(const KnownCommand& known) const {
  if (view_.quoted || !info_.is_shown()) return nullptr;
  return analysis::problems::word_of(steps_.problem_of_connection(known, plugin::arena_of(view_.pinfo)));
}

std::uint32_t Messages::next_index() {
  constexpr unsigned datagram_shift = 16;
  return view_.ordinal << datagram_shift | messages_++;
}

bool Messages::hand_over(const analysis::Message& made, tvbuff_t* tvb, const KnownCommand& known,
                         const Fragmented* whole) {
  const Command& command = known.command;
  auto* message = new (wmem_alloc(view_.pinfo->pool, sizeof(analysis::Message))) analysis::Message(made);
  message->last_way = &last_way_;
  if (message->repeated && builder_ != nullptr) items_of(*builder_).repeated(command);
  const char* line = nullptr;
  if (plugin::follow::lines_wanted()) message->line = &line;
  info_.before_others();
  if (facts_.wanted()) {
    facts_.item()->index = message->index;
    collector_->current = facts_.item();  // to which the dissectors above add
  }
  const bool taken = hand_on(tvb, view_.pinfo, view_.tree, *message, view_.needed);
  message_protocol().export_message(tvb, view_.pinfo, *message);
  if (facts_.wanted()) collector_->current = nullptr;
  const bool is_listed = info_.after_others();
  if (!message->repeated) follow_message(view_, command, tvb, line);
  // The text of a fragment has been added before.
  if ((!taken || !is_listed) && !command.is_fragment())
    info_.add(command, known.finding, analysis::problems::word_of(message->problem));
  if (whole == nullptr) return taken;
  if (!taken && builder_ != nullptr)
    proto_tree_add_item(builder_->tree(), plugin::header_field(field::enet_payload), tvb, 0, -1, ENC_NA);
  return true;
}

}  // namespace godot::plugin::enet

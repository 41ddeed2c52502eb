// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/datagram_facts.h"

#include "codec/enet/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/from_to.h"
#include "plugin/core/longjmp.h"
#include "plugin/enet/other_side.h"
#include "plugin/enet/payload.h"
#include "plugin/enet/problems.h"
#include "plugin/enet/upper.h"

namespace godot::enet::dissector {
namespace {

analysis::facts::Kind kind_of(const Command& command) {
  switch (command.type) {
    case CommandType::acknowledge: return analysis::facts::Kind::acknowledgement;
    case CommandType::connect:
    case CommandType::verify_connect:
    case CommandType::disconnect: return analysis::facts::Kind::handshake;
    case CommandType::ping: return analysis::facts::Kind::ping;
    case CommandType::bandwidth_limit:
    case CommandType::throttle_configure: return analysis::facts::Kind::bandwidth;
    default: return analysis::facts::Kind::other_message;
  }
}

/// The sequence number that distinguishes the command.
std::uint16_t sequence_of(const Command& command) {
  switch (command.type) {
    case CommandType::acknowledge: return acknowledgement(command).reliable_sequence;
    case CommandType::send_unreliable:
    case CommandType::send_unreliable_fragment:
    case CommandType::send_unsequenced: return command.sequence;
    default: return command.reliable_sequence;
  }
}

analysis::facts::Fate fate_of(const analysis::enet::Finding& finding) {
  // A message that the sender's throttle may have dropped is not certainly lost.
  const bool maybe_throttled = finding.has(analysis::enet::Event::maybe_throttled);
  analysis::facts::Fate fate;
  fate.acked_in = finding.acked_in;
  fate.sent_again_in = finding.sent_again_in();
  fate.lost_before = maybe_throttled ? 0 : finding.missing_count();
  fate.unsent_before = maybe_throttled ? finding.never_came() : 0;
  fate.retransmission = finding.has(analysis::enet::Event::retransmission);
  fate.duplicate = finding.has(analysis::enet::Event::duplicate);
  fate.out_of_order = finding.has(analysis::enet::Event::out_of_order);
  // Uncertain holding times are not reported.
  if (finding.sequel != nullptr && finding.sequel->held_until != 0 && !finding.sequel->perhaps) {
    fate.held = finding.sequel->held;
    fate.held_until = finding.sequel->held_until;
  }
  if (finding.has(analysis::enet::Event::has_ack_rtt)) fate.rtt = finding.ack_rtt();
  if (finding.has(analysis::enet::Event::has_ack_rtt_reported)) fate.rtt_reported = finding.ack_rtt_reported;
  return fate;
}

LEFT_BY_LONGJMP(DatagramFacts);

}  // namespace

DatagramFacts::DatagramFacts(const View& view)
    : view_(view), collector_(view.quoted ? nullptr : plugin::collector(view.pinfo)) {
  if (collector_ == nullptr) return;
  const Reading& reading = view.reading;
  analysis::facts::Envelope& envelope = collector_->begin(analysis::facts::Transport::enet);
  envelope_ = &envelope;
  envelope.size = reading.datagram.reported;
  envelope.header = reading.has_header ? static_cast<std::uint32_t>(reading.header.size) : 0;
  const Stream* stream = view.stream();
  if (stream == nullptr) return;
  envelope.link = stream->link.number;
  envelope.has_link = true;
  envelope.from_client = view.from_client();
  const analysis::enet::Datagram* analysis = view.analysis();
  if (analysis == nullptr) return;
  envelope.window_full = analysis->window_full;
  envelope.overtaken = analysis->overtaken;
  envelope.in_flight = analysis->reliable_in_flight;
  envelope.window = analysis->window;
  envelope.throttled = is_throttled(view.pinfo, *view.record);
  const OtherSide other = other_side(*view.record, view.pinfo);
  arrives_in_ = other.is_receivers ? other.in : 0;
  lost_ = other.never_arrived;
}

void DatagramFacts::add(const Command& command, const analysis::enet::Finding* finding) {
  if (!wanted()) return;
  item_ = &collector_->add(kind_of(command));
  item_->channel = command.channel;
  item_->on_channel = command.has_payload();
  item_->mode = multiplayer::mode_of(delivery_of(command.type));
  item_->protocol = command.payload_begin - command.begin;
  item_->own = command.has_payload() ? command.payload_length : 0;
  analysis::facts::Command& fact = collector_->command(*item_);
  fact.name = value_name(field::enet_command, static_cast<std::uint32_t>(command.type)).data();
  fact.sequence = sequence_of(command);
  counted_ += item_->own + item_->protocol;
  add_ends_text();
  if (command.type == CommandType::disconnect && view_.stream() != nullptr)
    upper().add_left(view_.stream()->link, *collector_, *item_);
  if (finding == nullptr) return;
  item_->again = finding->has(analysis::enet::Event::repeated);
  fact.fate = fate_of(*finding);
  fact.fate.arrives_in = arrives_in_;
  fact.fate.lost = lost_;
}

void DatagramFacts::add_ends_text() const {
  analysis::facts::Texts* texts = view_.stream() != nullptr ? collector_->texts(*item_) : nullptr;
  if (texts == nullptr) return;
  const plugin::Ends ends = upper().ends(view_.pinfo, view_.stream()->link, view_.from_client());
  texts->from = ends.from;
  texts->to = ends.to;
  texts->of_game = ends.stream >= 0;
}

void DatagramFacts::add_fragment(const FragmentPart& part) {
  if (!wanted()) return;
  item_->kind = analysis::facts::Kind::fragment;
  item_->message = part.message->id;
  item_->again = !part.is_new && part.fits;
}

void DatagramFacts::add_whole(const FragmentPart& part) {
  if (!wanted()) return;
  const analysis::facts::Item& last = *item_;
  item_ = &collector_->add(analysis::facts::Kind::other_message);
  item_->channel = last.channel;
  item_->on_channel = last.on_channel;
  item_->mode = last.mode;
  item_->message = part.message->id;
}

void DatagramFacts::before_others(std::uint32_t index_of_message) const {
  if (!wanted()) return;
  item_->index = index_of_message;
  collector_->current = item_;
}

void DatagramFacts::after_others() const {
  if (wanted()) collector_->current = nullptr;
}

void DatagramFacts::finish(Offset plain, bool padded) {
  if (!wanted()) return;
  const std::uint32_t all = plain != 0 ? plain : envelope_->size - envelope_->header;
  if (all > counted_ && !padded) collector_->add(analysis::facts::Kind::strange).own = all - counted_;
}

}  // namespace godot::enet::dissector

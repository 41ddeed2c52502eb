// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/datagram_facts.h"

#include "analysis/enet/command_facts.h"
#include "plugin/core/fields.h"
#include "plugin/core/from_to.h"
#include "plugin/core/longjmp.h"
#include "plugin/enet/upper.h"

namespace godot::enet::dissector {
namespace {

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
  envelope.mesh = upper().is_mesh(stream->link);
  const analysis::enet::Datagram* analysis = view.analysis();
  if (analysis == nullptr) return;
  envelope.incomplete = !capture().completeness().whole();
  envelope.window_full = analysis->window_full && !envelope.incomplete;
  if (envelope.window_full) envelope.peers = route();
  envelope.overtaken = analysis->overtaken;
  envelope.in_flight = analysis->reliable_in_flight;
  envelope.window = analysis->window;
  const analysis::enet::Sender sender = sender_of(view.pinfo, *view.record);
  envelope.throttled = is_throttled(sender);
  envelope.local = is_local(sender);
  const OtherSide other = other_side(*view.record, view.pinfo);
  arrives_in_ = other.is_receivers ? other.in : 0;
  lost_ = other.never_arrived;
}

const analysis::facts::Route* DatagramFacts::route() {
  if (!wanted() || view_.stream() == nullptr) return nullptr;
  if (route_ == nullptr)
    route_ = &collector_->arena().make(upper().route(view_.pinfo, view_.stream()->link, view_.from_client()));
  return route_;
}

void DatagramFacts::add(const Command& command, const analysis::enet::Finding* finding) {
  if (!wanted()) return;
  item_ = &analysis::enet::add_command(*collector_, command);
  counted_ += item_->own + item_->protocol;
  add_ends_text();
  if (command.type == CommandType::disconnect && view_.stream() != nullptr)
    upper().add_left(view_.stream()->link, *collector_, *item_);
  if (finding == nullptr) return;
  item_->again = finding->has(analysis::enet::Event::repeated);
  analysis::facts::Fate& fate = item_->command->fate;
  fate = analysis::enet::fate_of(*finding);
  fate.arrives_in = arrives_in_;
  fate.lost = lost_;
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

// SPDX-License-Identifier: MIT
#include "analysis/enet/shown/datagram_facts.h"

#include "analysis/enet/shown/command_facts.h"

namespace godot::analysis::enet {

DatagramFacts::DatagramFacts(facts::Collection* facts, const Reading& reading, const Record* record,
                             const Sender& sender, const CommandContext& context, const UpperLayer& upper_layer)
    : facts_(facts), stream_(sender.stream), upper_layer_(upper_layer) {
  if (!wanted()) return;
  envelope_ = &facts_->begin(facts::Transport::enet);
  envelope_->size = reading.datagram.reported;
  envelope_->header = reading.has_header ? static_cast<std::uint32_t>(reading.header.size) : 0;
  if (stream_ != nullptr) begin(*record, sender, context);
}

void DatagramFacts::begin(const Record& record, const Sender& sender, const CommandContext& context) {
  facts::Envelope& envelope = *envelope_;
  envelope.link = stream_->link.number;
  envelope.has_link = true;
  envelope.from_client = record.direction == stream_->client;
  envelope.mesh = upper_layer_.is_mesh();
  envelope.began_late = !stream_->link.has_handshake && !stream_->handshake_unread;
  envelope.one_direction = stream_->link.last_frames[0] == 0 || stream_->link.last_frames[1] == 0;
  if (!record.is_analysed) return;
  envelope.incomplete = !sender.capture->whole();
  envelope.mixed = stream_->may_be_mixed();
  envelope.disordered = !sender.capture->in_order();
  envelope.lacks = sender.capture->lacks_in != 0 || envelope.disordered;
  envelope.coarse = sender.capture->coarse;
  envelope.window_full = record.window_full && !envelope.incomplete;
  if (envelope.window_full) envelope.peers = route();
  envelope.in_flight = record.reliable_in_flight;
  envelope.window = record.window;
  envelope.throttled = is_throttled(sender);
  envelope.local = envelope.throttled && is_local(sender);
  const OtherSide other = context.other_side();
  arrives_in_ = other.is_receivers ? other.in : 0;
  lost_ = other.never_arrived;
}

const facts::Route* DatagramFacts::route() {
  if (!wanted() || stream_ == nullptr) return nullptr;
  if (route_ == nullptr) route_ = &facts_->route(upper_layer_.route());
  return route_;
}

void DatagramFacts::add_wanted(const Command& command, const Finding* finding) {
  item_ = &add_command(*facts_, command);
  counted_ += item_->own + item_->protocol;
  if (stream_ != nullptr) {
    if (facts_->with_ends) upper_layer_.name_ends(*facts_->texts(*item_));
    if (command.type == CommandType::disconnect) upper_layer_.add_left(*item_);
  }
  if (finding == nullptr) return;
  item_->again = finding->has(Event::repeated);
  facts::Fate& fate = item_->command->fate;
  fate = fate_of(*finding);
  fate.arrives_in = arrives_in_;
  fate.lost = lost_;
}

void DatagramFacts::add_fragment(const FragmentPart& part) {
  if (!wanted()) return;
  item_->kind = facts::Kind::fragment;
  item_->message = part.message->id;
  item_->again = !part.is_new && part.fits;
}

void DatagramFacts::add_whole(const FragmentPart& part) {
  if (!wanted()) return;
  const facts::Item& last = *item_;
  item_ = &facts_->add(facts::Kind::other_message);
  item_->channel = last.channel;
  item_->on_channel = last.on_channel;
  item_->mode = last.mode;
  item_->message = part.message->id;
}

void DatagramFacts::finish(Offset plain, bool padded) {
  if (!wanted()) return;
  const std::uint32_t all = plain != 0 ? plain : envelope_->size - envelope_->header;
  if (all > counted_ && !padded) facts_->add(facts::Kind::strange).own = all - counted_;
}

}  // namespace godot::analysis::enet

// SPDX-License-Identifier: MIT
// Connect, Verify connect, Disconnect, Bandwidth limit: the life of the connection, and its window.
#include <algorithm>
#include <array>
#include <cstdint>

#include "analysis/enet/order/sent_commands.h"
#include "base/time.h"

namespace godot::analysis::enet {
namespace {

// As ENET_PROTOCOL_MINIMUM_WINDOW_SIZE and ENET_PEER_WINDOW_SIZE_SCALE of ENet.
constexpr std::uint32_t min_window = 4096;
constexpr std::uint32_t window_scale = 65536;

/// Bytes that may be in flight, from the bandwidths of both ends; 0 = no limit (peer.windowSize in protocol.c).
constexpr std::uint32_t window_of(std::uint32_t outgoing, std::uint32_t incoming) {
  if (outgoing == 0 && incoming == 0) return max_window;
  const std::uint32_t limit =
      outgoing == 0 || incoming == 0 ? std::max(outgoing, incoming) : std::min(outgoing, incoming);
  return std::clamp(limit / window_scale * min_window, min_window, max_window);
}

}  // namespace

void Analysis::connect(const Command& command) {
  Sending& sending = send(command);
  if (sending.has(Event::duplicate)) return;
  connect_ = &sending;
  client_ = direction_;
  const Connection body = connection(command);
  connect_window_ = body.window_size;
  learn(body.incoming_bandwidth, body.outgoing_bandwidth);
}

/// A client sends messages, pings and acknowledgements only after its Connect was answered: the answer has arrived,
/// even if the capture lacks it.
void Analysis::confirm_connect(const Command& command) noexcept {
  const bool is_connected =
      command.has_payload() || command.type == CommandType::ping || command.type == CommandType::acknowledge;
  if (is_connected) settle(sender(), *connect_);
}

void Analysis::verify_connect(const Command& command) {
  Sending& sending = send(command);
  if (!sending.has(Event::repeated)) verify_ = connect_ != nullptr && client_ != direction_ ? &sending : nullptr;
  const Connection body = connection(command);
  mtu_ = body.mtu;
  learn(body.incoming_bandwidth, body.outgoing_bandwidth);
  if (connect_ != nullptr && client_ == direction_) return;
  const std::uint32_t offered = std::clamp(body.window_size, min_window, max_window);
  receiver().window =
      connect_ == nullptr ? offered : std::min(offered, std::clamp(connect_window_, min_window, max_window));
  if (receiver().bandwidth_known) sender().window = window_of(body.outgoing_bandwidth, receiver().incoming_bandwidth);
  // Verify connect counts as the acknowledgement of Connect.
  if (connect_ == nullptr || connect_->acked_in != 0 || sending.has(Event::repeated)) return;
  connect_->acked_in = datagram_->frame;
  connect_->earliest().set(Event::never_acknowledged, false);
  connect_->settled = true;
  sending.other = connect_->datagram().frame;
  sending.set_delay(datagram_->captured - connect_->datagram().captured);
  sending.set(Event::has_ack_rtt);
  if (connect_->attempts == 1 && sending.delay() < second) return;
  Sequel& sequel = sequel_of(sending);
  sequel.asked = datagram_->captured - connect_->first_at();
  sequel.lost_perhaps = may_be_sent_again(*connect_);
}

/// True if the Verify connect that arrives now may be a retransmitted answer: to one of the Connects, after the times
/// that ENet waits before an end has measured a round trip.
bool Analysis::may_be_sent_again(const Sending& connect) const noexcept {
  constexpr Nanoseconds earlier = second / 50;
  constexpr Nanoseconds later = second / 7;
  constexpr std::array<Nanoseconds, 5> waits = {0, second / 2, 3 * second / 2, 7 * second / 2, 15 * second / 2};
  const Sending* copy = &connect;
  for (int left = most_sendings; copy != nullptr && left > 0; --left, copy = copy->previous()) {
    const Nanoseconds since = datagram_->captured - copy->datagram().captured;
    for (const Nanoseconds wait : waits)
      if (since > wait - earlier && since < wait + later) return true;
  }
  return false;
}

void Analysis::disconnect(const Command& command) {
  Sending& sending = send(command);
  // The other end may answer with a Disconnect.
  const bool is_first = left_in_ == 0;
  if (is_first) {
    left_in_ = datagram_->frame;
    left_by_ = direction_;
    left_at_ = datagram_->captured;
    heard_before_left_ = receiver().has_sent ? receiver().captured : datagram_->captured;
    mark_unread();
  }
  // An immediate close requests no acknowledgement: disconnect_peer() sends it, and so does the end of an
  // authentication.
  const bool asks = command.acknowledge && disconnect_data(command) == 0;
  if (is_first && asks && whole_ && !messages_ && receiver().has_sent) {
    sending.set(Event::left_in_silence);
    if (connect_ != nullptr) sequel_of(sending).tried = datagram_->captured - connect_->first_at();
  }
  // Both ends drop unsent and unacknowledged commands (enet_peer_reset_queues).
  for (Side& side : sides_) side.in_flight = 0;
  datagram_->reliable_in_flight = 0;
}

/// Marks the messages that the sender of this Disconnect sent just before it, until they are acknowledged.
void Analysis::mark_unread() {
  constexpr unsigned channels = 255;
  constexpr unsigned most_behind = 32;
  constexpr Nanoseconds just_before = second / 2;
  if (!receiver().has_sent) return;
  for (unsigned number = 0; number != channels; ++number) {
    const Channel* channel = sender().channels.find(channel_key(static_cast<std::uint8_t>(number)));
    if (channel == nullptr || !channel->reliable.begun()) continue;
    for (unsigned i = 0; i != most_behind; ++i) {
      Sending* sending = channel->find(static_cast<std::uint16_t>(channel->reliable.last().sequence - i));
      if (sending == nullptr) break;
      if (sending->settled || sending->length == 0 || sending->attempts != 1) continue;
      if (datagram_->captured - sending->datagram().captured > just_before) break;
      sequel_of(*sending).left_in = datagram_->frame;
    }
  }
}

void Analysis::limit_bandwidth(const Command& command) {
  send(command);
  const Bandwidth body = bandwidth(command);
  learn(body.incoming, body.outgoing);
  if (receiver().bandwidth_known) receiver().window = window_of(receiver().outgoing_bandwidth, body.incoming);
}

void Analysis::learn(std::uint32_t incoming, std::uint32_t outgoing) noexcept {
  sender().incoming_bandwidth = incoming;
  sender().outgoing_bandwidth = outgoing;
  sender().bandwidth_known = true;
}

}  // namespace godot::analysis::enet

// SPDX-License-Identifier: MIT
#include "analysis/tcp_ends/connection.h"

#include <algorithm>

#include "analysis/tcp_ends/close_codes.h"

namespace godot::analysis::tcp_ends {
namespace {

constexpr std::uint16_t switching = 101;
// Shorter silences are those of games that just stopped; timeouts of proxies are longer.
constexpr Nanoseconds silent = 3 * second;
constexpr Nanoseconds prompt = second;

void copy(std::string_view from, std::array<char, Ending::longest_text>& to) noexcept {
  const std::size_t size = std::min(from.size(), to.size() - 1);
  for (std::size_t i = 0; i != size; ++i) to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
  to[size] = 0;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool lists(std::string_view all, std::string_view word) {
  while (!all.empty()) {
    const std::size_t end = std::min(all.find(','), all.size());
    if (trimmed(all.substr(0, end)) == word) return true;
    all.remove_prefix(std::min(end + 1, all.size()));
  }
  return false;
}

}  // namespace

class Connection::Reader final : public HeadReader {
 public:
  Reader(Connection& connection, const Segment& segment, std::uint8_t side, EndingSink& sink) noexcept
      : connection_(connection), segment_(segment), side_(side), sink_(sink) {}

  void http(const HttpHead& head) override { connection_.read_head(segment_, side_, head, sink_); }
  void frame(const FrameHead& head) override { connection_.read_frame(segment_, side_, head, sink_); }
  void close(std::uint16_t code) override { connection_.read_close(side_, code, sink_); }
  void complete() override {
    Sent& sent = connection_.sides_[side_];
    if (sent.has_message) return;
    const std::uint32_t alone = websocket::head_size(sent.message, sent.is_masked);
    if (sent.head_bytes > alone && segment_.side == side_) sink_.found_heads(sent.head_bytes - alone);
    sent.head_bytes = 0;
    if (sent.message > sent.largest) {
      sent.largest = sent.message;
      sent.largest_in = sent.message_in;
    }
    sent.message = 0;
  }

 private:
  Connection& connection_;
  const Segment& segment_;
  std::uint8_t side_;
  EndingSink& sink_;
};

void Connection::add(const Segment& segment, EndingSink& sink) {
  Sent& sent = sides_[segment.side];
  const std::uint8_t other = segment.side ^ 1U;
  if (segment.opens) sent.order.begin(segment.sequence + 1);
  is_opened_ = is_opened_ || segment.opens;
  if (segment.opens && !segment.acknowledges) {
    client_ = segment.side;
    server_ = segment.target;
  }
  if (segment.opens && segment.acknowledges) client_ = other;
  note_opening(segment);
  if (segment.acknowledges && !segment.resets)
    sides_[other].order.acknowledge(
        segment.acknowledged, [&](std::span<const std::uint8_t> bytes) { take(segment, other, bytes, sink); },
        [&](std::uint64_t count) { lose(other, count, segment, sink); });
  follow_window(segment, sink);
  const bool has_payload = segment.reported != 0 && !segment.resets && !segment.opens;
  const bool is_new =
      has_payload && (!sent.order.has_begun() ||
                      static_cast<std::int32_t>(segment.sequence + segment.reported - sent.order.next()) > 0);
  if (is_new && sent.order.is_acknowledged(segment.sequence + segment.reported)) has_two_clocks_ = true;
  if (!segment.resets && !segment.opens && !is_doubled_) {
    follow_waits(segment, is_new, sink);
    follow_sleep(segment, has_payload, is_new, sink);
  }
  if (has_payload) {
    if (is_new) note_payload(segment);
    sent.order.add(
        segment.sequence, segment.payload, segment.reported,
        [&](std::span<const std::uint8_t> bytes) { take(segment, segment.side, bytes, sink); },
        [&](std::uint64_t count) { lose(segment.side, count, segment, sink); });
  }
  if ((segment.ends || segment.resets) && !has_ended_) end(segment, sink);
}

void Connection::note_payload(const Segment& segment) noexcept {
  Sent& sent = sides_[segment.side];
  const Nanoseconds last = std::max(sent.last_at, sides_[segment.side ^ 1U].last_at);
  if (last != 0 && segment.time - last >= silent) {
    quiet_ = segment.time - last;
    spoke_at_ = segment.time;
    spoke_ = segment.side;
  } else if (segment.side != spoke_) {
    quiet_ = 0;
  }
  sent.last_at = segment.time;
  sent.last_frame = segment.frame;
  Sent& other = sides_[segment.side ^ 1U];
  if (other.shut_in == 0) return;
  other.shut_for += segment.reported;
  // What was under way has come. Nothing but probes of one byte is sent to a window of 0: it was opened, and the
  // capture lacks that segment.
  constexpr Nanoseconds under_way = second / 2;
  if (segment.reported > 1 && segment.time - other.shut_at > under_way) other.shut_in = 0;
}

void Connection::take(const Segment& segment, std::uint8_t side, std::span<const std::uint8_t> bytes,
                      EndingSink& sink) {
  Sent& sent = sides_[side];
  Reader reader(*this, segment, side, sink);
  sent.heads.take(bytes, reader);
  if (sent.opening != Opening::none || sent.heads.opening() == Opening::none) return;
  sent.opening = sent.heads.opening();
  if (!is_answer_of_tls(side)) return;
  is_answered_ = true;
  sink.found(
      {.what = What::tls, .speaks_tls = sent.opening == Opening::tls_alert, .frame = sides_[client_].last_frame});
}

/// A request in plain text is answered by an alert of TLS.
bool Connection::is_answer_of_tls(std::uint8_t side) const noexcept {
  return side != client_ && is_asked_ && is_godots_ && !is_answered_ && sides_[side].opening == Opening::tls_alert;
}

void Connection::lose(std::uint8_t side, std::uint64_t count, const Segment& segment, EndingSink& sink) {
  Sent& sent = sides_[side];
  Reader reader(*this, segment, side, sink);
  has_gaps_ = true;
  sent.sleeper.sent_unseen(count);
  if (!sent.heads.lose(count, reader)) sent.lacks = true;
}

// --- The upgrade ----------------------------------------------------------------------------------------------------

void Connection::read_head(const Segment& segment, std::uint8_t side, const HttpHead& head, EndingSink& sink) {
  if (head.asks && !is_asked_) {
    is_asked_ = true;
    asks_as_godot_ = head.is_godots;
    is_godots_ = is_godots_ || head.is_godots;
    client_ = side;
    asked_in_ = segment.frame;
    asked_at_ = segment.time;
    offers_deflate_ = head.deflates;
    copy(head.protocol, offered_);
    return;
  }
  if (head.status == 0 || !is_asked_ || side == client_ || is_answered_) return;
  is_answered_ = true;
  read_answer(head, sink);
}

void Connection::read_answer(const HttpHead& head, EndingSink& sink) {
  is_upgraded_ = head.status == switching;
  deflates_ = is_upgraded_ && offers_deflate_ && head.deflates;
  if (!is_godots_) return;
  Ending ending = {.what = What::refused, .code = head.status, .frame = asked_in_};
  if (is_upgraded_) {
    ending.what = What::subprotocol;
    ending.subprotocol = compare(head.protocol);
    if (ending.subprotocol == Subprotocol::fits) return;
    copy(head.protocol, ending.text);
  } else {
    constexpr std::string_view of_tls = "HTTPS port";
    constexpr std::uint16_t bad_request = 400;
    if (head.status == bad_request && head.body.find(of_tls) != std::string_view::npos)
      ending = {.what = What::tls, .speaks_tls = true, .code = head.status, .frame = asked_in_};
    copy(head.location, ending.text);
  }
  sink.found(ending);
}

/// As WebSocketPeer verifies the answer (modules/websocket/wsl_peer.cpp, _verify_server_response).
Subprotocol Connection::compare(std::string_view chosen) const noexcept {
  const std::string_view offered = offered_.data();
  if (offered.size() == offered_.size() - 1) return Subprotocol::fits;  // the list fills the buffer: it may be cut
  if (offered.empty()) return chosen.empty() ? Subprotocol::fits : Subprotocol::not_asked;
  if (chosen.empty()) return Subprotocol::none_chosen;
  return lists(offered, chosen) ? Subprotocol::fits : Subprotocol::other;
}

// --- Frames ---------------------------------------------------------------------------------------------------------

Fault Connection::fault_of(const Sent& sent, std::uint8_t side, const FrameHead& head) const noexcept {
  const bool is_compressed = (head.reserved & websocket::compressed_bit) != 0;
  if (is_compressed && !deflates_) return Fault::compressed;
  if ((head.reserved & ~websocket::compressed_bit) != 0) return Fault::reserved;
  if (!head.is_known()) return Fault::unknown;
  if (side == client_ && !head.is_masked) return Fault::unmasked;
  if (side != client_ && head.is_masked) return Fault::masked;
  constexpr std::uint64_t largest_control = 125;
  if (head.is_control()) return !head.is_final || head.length > largest_control ? Fault::control : Fault::none;
  return (head.code == websocket::opcode::continuation) != sent.has_message ? Fault::order : Fault::none;
}

/// Of a frame whose payload has at most 125 bytes (RFC 6455, 5.5).
constexpr std::uint32_t size_of_control(const FrameHead& head) noexcept {
  return websocket::head_size(head.length, head.is_masked) + static_cast<std::uint32_t>(head.length);
}

void Connection::read_frame(const Segment& segment, std::uint8_t side, const FrameHead& head, EndingSink& sink) {
  Sent& sent = sides_[side];
  const Fault fault = fault_of(sent, side, head);
  if (fault != Fault::none && sent.fault == Fault::none) {
    sent.fault = fault;
    sent.fault_in = segment.frame;
    if (asks_as_godot_ && is_upgraded_ && side != client_)
      sink.found({.what = What::unread, .by_client = true, .fault = fault, .frame = segment.frame});
  }
  if (head.is_control()) {
    note_control(segment, side, head.code);
    if (segment.side == side && fault == Fault::none) sink.found_control(head.code, size_of_control(head));
    return;
  }
  if (!sent.has_message) {
    sent.message = 0;
    sent.head_bytes = 0;
    sent.message_in = segment.frame;
  }
  sent.head_bytes += websocket::head_size(head.length, head.is_masked);
  sent.is_masked = head.is_masked;
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  sent.message = std::min(sent.message + std::min(head.length, most), most);
  sent.has_message = !head.is_final;
}

void Connection::note_control(const Segment& segment, std::uint8_t side, std::uint8_t code) noexcept {
  if (code == websocket::opcode::pong) sides_[side ^ 1U].unanswered_in = 0;
  if (code != websocket::opcode::ping) return;
  Sent& sent = sides_[side];
  sent.ping_interval = sent.pinged_at != 0 ? segment.time - sent.pinged_at : 0;
  sent.pinged_at = segment.time;
  sent.unanswered_in = sent.last_frame;
}

void Connection::read_close(std::uint8_t side, std::uint16_t code, EndingSink& sink) {
  if (has_closed_) return;
  has_closed_ = true;
  if (!is_fault(code) || !is_godots_) return;
  const Sent& other = sides_[side ^ 1U];
  // These are about what the other end sent.
  if ((code == protocol_error || code == message_too_big) &&
      (other.lacks || other.order.lacks() || other.last_frame == 0))
    return;
  Ending ending = {.what = What::closed, .by_client = side == client_, .code = code};
  ending.fault = other.fault;
  ending.frame = other.fault_in;
  if (code == message_too_big) {
    const bool is_open = other.message > other.largest;
    ending.size = is_open ? other.message : other.largest;
    ending.frame = is_open ? other.message_in : other.largest_in;
  }
  sink.found(ending);
}

// --- The window -----------------------------------------------------------------------------------------------------

void Connection::follow_window(const Segment& segment, EndingSink& sink) {
  Sent& sent = sides_[segment.side];
  if (segment.opens || segment.resets) return;
  if (segment.window == 0 && sent.shut_in == 0) {
    sent.shut_in = segment.frame;
    sent.shut_at = segment.time;
    sent.shut_for = 0;
    sent.said_in = 0;
    return;
  }
  if (segment.window != 0) open_window(segment.side, segment, sink);
  else tell_window(segment.side, segment, false, sink);
}

/// The end of a time in which an end offered no window.
void Connection::open_window(std::uint8_t side, const Segment& segment, EndingSink& sink) {
  Sent& sent = sides_[side];
  if (sent.shut_in == 0) return;
  tell_window(side, segment, true, sink);
  sent.shut_in = 0;
}

/// Once, in the first frame that shows it: the capture may end before the window opens.
void Connection::tell_window(std::uint8_t side, const Segment& segment, bool is_over, EndingSink& sink) {
  Sent& sent = sides_[side];
  const Nanoseconds length = segment.time - sent.shut_at;
  if (!is_godots_ || (is_asked_ && !is_upgraded_) || length < second) return;
  const Ending ending = {.what = What::window,
                         .by_client = side == client_,
                         .knows_client = knows_client(),
                         .goes_on = !is_over,
                         .frame = sent.shut_in,
                         .is_websocket = is_asked_,
                         .size = sent.shut_for,
                         .length = length};
  if (sent.said_in != 0) return sink.found_more(sent.said_in, ending);
  sent.said_in = segment.frame;
  sink.found(ending);
}

// --- Waits ----------------------------------------------------------------------------------------------------------

/// How long the ends take to answer, while nothing delays their answers. A capture of both sides has each segment
/// twice.
void Connection::note_opening(const Segment& segment) noexcept {
  constexpr Nanoseconds until_again = 900 * millisecond;  // RFC 6298: a SYN is sent again after a second
  Sent& sent = sides_[segment.side];
  Sent& other = sides_[segment.side ^ 1U];
  if (segment.opens) {
    is_doubled_ |= sent.opened_at != 0 && segment.time - sent.opened_at < until_again;
    sent.opened_at = segment.time;
  }
  if (!segment.acknowledges || other.opened_at == 0 || sent.turn != 0) return;
  sent.turn = std::max<Nanoseconds>(1, segment.time - other.opened_at);
}

void Connection::follow_waits(const Segment& segment, bool is_new, EndingSink& sink) {
  Sent& sent = sides_[segment.side];
  Sent& other = sides_[segment.side ^ 1U];
  const SegmentHead head = {segment.frame,        segment.time,   segment.sequence,
                            segment.acknowledged, segment.window, segment.reported};
  const bool has_turns = sent.turn != 0 && other.turn != 0 && !has_two_clocks_;
  if (segment.acknowledges) {
    HeldSegments held;
    if (other.line.answered(head, held)) find_held(segment, held, sink);
    if (has_turns) other.nagle.answered(head, {.sender = other.turn, .receiver = sent.turn});
  }
  if (segment.reported == 0) return;
  sent.line.sent(head);
  if (!is_new || !has_turns || !sent.nagle.sent(head, {.sender = sent.turn, .receiver = other.turn}) || !is_godots_)
    return;
  sink.found({.what = What::nagle,
              .by_client = segment.side == client_,
              .knows_client = knows_client(),
              .frame = segment.frame,
              .is_quick = sent.nagle.is_quick(),
              .is_websocket = is_asked_,
              .count = Nagle::enough,
              .length = sent.nagle.least(),
              .longest = sent.nagle.most()});
}

void Connection::find_held(const Segment& segment, const HeldSegments& held, EndingSink& sink) const {
  if (!is_godots_) return;
  sink.found({.what = What::held,
              .by_client = segment.side != client_,
              .knows_client = knows_client(),
              .frame = held.first,
              .is_websocket = is_asked_,
              .count = held.count,
              .last_in = held.last,
              .missed_in = held.missed,
              .filled_in = held.filled,
              .size = held.bytes,
              .length = held.longest});
}

/// A system that sends a reset, or is shut, runs.
void Connection::follow_sleep(const Segment& segment, bool has_payload, bool is_new, EndingSink& sink) {
  Sleep sleep;
  const std::uint32_t size = is_new ? segment.reported : 0;
  const bool is_found = sides_[segment.side].sleeper.sent(segment.frame, segment.time, size, sleep);
  if (has_payload) sides_[segment.side ^ 1U].sleeper.received(segment.time, is_new);
  // What it sent meanwhile may be what the capture lacks.
  if (!is_found || !is_godots_ || !is_upgraded_ || has_closed_ || has_gaps_) return;
  sink.found({.what = What::slept,
              .by_client = segment.side == client_,
              .frame = sleep.last,
              .count = sleep.repeated,
              .last_in = sleep.first,
              .length = sleep.length,
              .every = sleep.every});
}

// --- The end of TCP -------------------------------------------------------------------------------------------------

void Connection::end(const Segment& segment, EndingSink& sink) {
  has_ended_ = true;
  // Who could send nothing was not silent.
  const bool was_shut = sides_[0].shut_in != 0 || sides_[1].shut_in != 0;
  for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}}) open_window(side, segment, sink);
  const Sent& sent = sides_[segment.side];
  const Sent& other = sides_[segment.side ^ 1U];
  // What was sent before, and is not in the capture; or all that the other end sends is not.
  if (!sent.order.has_begun() || segment.sequence + segment.reported != sent.order.next()) return;
  if (!other.order.has_begun() || sent.order.lacks() || other.order.lacks()) return;
  if (!is_whole() || sides_[0].order.waits() || sides_[1].order.waits() || !is_godots_) return;
  if (is_asked_ && !is_answered_) return end_unanswered(segment, sink);
  if (!is_upgraded_ || has_closed_ || was_shut) return;
  if (!end_by_heartbeat(segment, sink)) end_silently(segment, sink);
}

/// WebSocketPeer ends TCP without a Close when a Ping is due and the one before has no Pong
/// (modules/websocket/wsl_peer.cpp, poll). A program that is ended may have sent its last Ping just before.
bool Connection::end_by_heartbeat(const Segment& segment, EndingSink& sink) const {
  constexpr Nanoseconds just_before = second / 2;
  const Sent& sent = sides_[segment.side];
  const Sent& other = sides_[segment.side ^ 1U];
  const Nanoseconds length = segment.time - sent.pinged_at;
  const bool is_due = sent.ping_interval != 0 ? length >= sent.ping_interval / 10 * 9 : length >= just_before;
  if (sent.unanswered_in == 0 || segment.resets || !is_due) return false;
  sink.found({.what = What::heartbeat,
              .by_client = segment.side == client_,
              .frame = sent.unanswered_in,
              .polls_in = other.last_at > sent.pinged_at ? other.last_frame : 0,
              .is_acknowledged = sent.order.is_acknowledged(segment.sequence),
              .length = length,
              .every = sent.ping_interval});
  return true;
}

void Connection::end_unanswered(const Segment& segment, EndingSink& sink) {
  const bool by_client = segment.side == client_;
  const Nanoseconds waited = segment.time - asked_at_;
  if ((by_client && waited < second) || has_two_clocks_) return;
  sink.found_unanswered({.what = What::unanswered,
                         .by_client = by_client,
                         .is_reset = segment.resets,
                         .offers = offered_[0] != 0,
                         .frame = asked_in_,
                         .length = waited},
                        asked_at_);
}

void Connection::end_silently(const Segment& segment, EndingSink& sink) {
  const Nanoseconds last = std::max(sides_[0].last_at, sides_[1].last_at);
  Ending ending = {.what = What::silence, .by_client = segment.side == client_, .is_reset = segment.resets};
  ending.length = segment.time - last;
  ending.frame = sides_[0].last_at > sides_[1].last_at ? sides_[0].last_frame : sides_[1].last_frame;
  // The first message after the silence is answered by a reset: the connection was forgotten on the way.
  if (segment.resets && quiet_ != 0 && spoke_ != segment.side && segment.time - spoke_at_ < prompt) {
    ending.is_first_after = true;
    ending.length = quiet_;
  }
  if (ending.length >= silent) sink.found_silence(ending, segment.time);
}

}  // namespace godot::analysis::tcp_ends

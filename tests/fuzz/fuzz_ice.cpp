// SPDX-License-Identifier: MIT
// Any datagrams as those of players who meet by WebRTC: STUN, channels of TURN, DTLS, names of mDNS; and segments of
// TURN over TCP. What is read keeps within the bytes, also where the capture has a part of them; the sentences are
// texts.
//
// A sequence of units: a byte of what it is (bits 0-1 who sends, bits 2-3 who receives, bit 4: it came back by ICMP,
// bit 5: the last four bytes were not captured, bits 6-7: how much time has passed), two bytes with its length, and the
// bytes. Whom an end sends to itself is a segment of TCP between a client and its server: bit 0 says who sends, bit 1
// opens, bit 4 resets, and the first two bytes are the number of its first byte.
#include <array>
#include <vector>

#include "analysis/ice/meetings.h"
#include "analysis/ice/turn_over_tcp.h"
#include "codec/stun/dtls.h"
#include "codec/stun/stun.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

constexpr std::array<stun::End, 4> ends = {stun::End{{10, 0, 2, 2}, 4, 5000},
                                           {{203, 0, 113, 10}, 4, 6000},
                                           {{203, 0, 113, 1}, 4, 3478},
                                           {{0x20, 1, 0x0d, 0xb8}, 6, 5353}};
std::vector<std::vector<std::max_align_t>> taken;
const analysis::Arena arena([](void*, std::size_t size)
                                -> void* { return taken.emplace_back(size / sizeof(std::max_align_t) + 1).data(); },
                            nullptr);

bool is_within(std::string_view part, std::span<const std::uint8_t> whole) {
  const auto* const begin = reinterpret_cast<const char*>(whole.data());
  return part.empty() || (part.data() >= begin && part.data() + part.size() <= begin + whole.size());
}

void check_parts(std::span<const std::uint8_t> bytes, std::size_t reported) {
  stun::Message message;
  if (stun::read(bytes, reported, message)) {
    test::require(is_within(message.username, bytes) && is_within(message.software, bytes), "a text is elsewhere");
    test::require(message.data.size() <= message.data_size && message.data_size <= reported,
                  "data is longer than it is");
    test::require(!message.fits_fingerprint || message.has_fingerprint, "no fingerprint fits");
    test::require(message.error == 0 || (message.error >= 300 && message.error < 700) || !message.is_whole, "an error");
  }
  stun::ChannelData frame;
  if (stun::read(bytes, reported, frame))
    test::require(frame.data.size() <= frame.data_size && frame.data_size + 4 <= reported,
                  "a frame is longer than it is");
  stun::LocalName name;
  if (stun::read(bytes, name))
    test::require(name.name.size() == 36 && is_within(name.name, bytes), "a name is elsewhere");
  std::size_t records = 0;
  std::span<const std::uint8_t> rest = bytes;
  for (dtls::Record record = dtls::first_record(rest, reported); record.size != 0;
       record = dtls::first_record(rest, reported)) {
    test::require(record.size <= reported, "a record is longer than its datagram");
    reported -= record.size;
    rest = rest.subspan(std::min(record.size, rest.size()));
    test::require(++records <= bytes.size(), "records do not end");
  }
}

/// Messages of a stream do not overlap, and end.
void check_stream(std::span<const std::uint8_t> bytes) {
  stun::Framed first;
  for (std::size_t left = bytes.size() + 1; stun::first_in_stream(bytes, first) && first.size != 0; --left) {
    test::require(left != 0, "messages do not end");
    test::require(first.size <= first.padded && first.padded - first.size < 4, "a message is longer than its place");
    if (first.padded > bytes.size()) return;
    bytes = bytes.subspan(first.padded);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  analysis::IceMeetings meetings;
  analysis::IceStreams streams;
  std::array<std::uint32_t, 2> acknowledged = {};
  analysis::IceMeetings::Seen now;
  std::span<const std::uint8_t> rest(data, size);
  while (rest.size() >= 3) {
    const unsigned what = rest[0];
    const std::size_t length = std::min<std::size_t>(std::size_t{rest[1]} << 8U | rest[2], rest.size() - 3);
    const bool is_cut = (what & 32U) != 0 && length >= 4;
    const std::vector<std::uint8_t> copy(rest.begin() + 3,
                                         rest.begin() + 3 + static_cast<std::ptrdiff_t>(is_cut ? length - 4 : length));
    rest = rest.subspan(3 + length);
    constexpr std::int64_t steps[] = {0, 50'000'000, 1'000'000'000, 20'000'000'000};
    now = {now.frame + 1, now.time + steps[what >> 6U]};
    check_parts(copy, length);
    check_stream(copy);
    meetings.hears(ends[what >> 2U & 3U]);
    if ((what & 3U) == (what >> 2U & 3U) && copy.size() >= 2) {
      const unsigned side = what & 1U;
      const std::uint32_t sequence = std::uint32_t{copy[0]} << 8U | copy[1];
      const auto reported = static_cast<std::uint32_t>(length - 2);
      streams.add({.source = ends[side != 0 ? 2 : 0],
                   .destination = ends[side != 0 ? 0 : 2],
                   .sequence = sequence,
                   .acknowledged = acknowledged[1 - side],
                   .opens = (what & 2U) != 0,
                   .acknowledges = side != 0 || (what & 2U) == 0,
                   .ends = copy.back() == 0,
                   .resets = (what & 16U) != 0,
                   .payload = std::span(copy).subspan(2),
                   .reported = reported,
                   .at = now},
                  meetings);
      acknowledged[side] = std::max(acknowledged[side], sequence + reported);
      continue;
    }
    meetings.datagram(
        {ends[what & 3U], ends[what >> 2U & 3U], copy, length,
         (what & 16U) != 0 ? analysis::IceMeetings::Returned::closed : analysis::IceMeetings::Returned::no, now});
  }
  for (const analysis::IceStatement& each : meetings.statements(arena))
    test::require(each.text != nullptr && each.frame != 0, "a statement says nothing");
  taken.clear();
  return 0;
}

// SPDX-License-Identifier: MIT
// Any datagrams in a row as a connection of ENet: the analysis refers only to frames that exist, within its bounds of
// memory.
//
// Each datagram is preceded by two bytes: its length, and its time: bit 0 is its direction, the others count four
// milliseconds each since the previous datagram. A second byte of 0xFF is a pause of a minute.
#include <cstring>
#include <deque>

#include "base/clamped.h"
#include "tests/fuzz/input.h"
#include "tests/unit/analysis/enet/order/analysed.h"

using namespace godot;

namespace {

void require_links(const analysis::enet::Datagram& datagram, std::uint32_t frames) {
  using enum analysis::enet::Event;
  unsigned commands = 0;
  for (const analysis::enet::Finding* finding = datagram.first; finding != nullptr; finding = finding->next) {
    ++commands;
    test::require(finding->acks_frame() < datagram.frame, "an acknowledgement of what comes later");
    test::require(finding->acked_in == 0 || (finding->acked_in > datagram.frame && finding->acked_in <= frames),
                  "acknowledged before it was sent");
    test::require(finding->earlier() == 0 || finding->earlier() <= datagram.frame,
                  "an earlier sending that comes later");
    test::require(finding->sent_again_in() == 0 || finding->sent_again_in() >= datagram.frame, "sent again before");
    test::require(finding->gap_shown_in() == 0 || finding->gap_shown_in() <= datagram.frame, "a gap that shows later");
    test::require(finding->has(lost_command) == (finding->missing() != nullptr && *finding->missing() != 0),
                  "something is missing, but not what");
    // Times may be negative: clocks are set back.
    test::require(!finding->has(has_ack_rtt) || finding->acks_frame() != 0, "a time without an acknowledgement");
    test::require(!finding->has(has_rto) || (finding->has(retransmission) && finding->earlier() != 0),
                  "a time without a retransmission");
    test::require(finding->has(retransmission) + finding->has(duplicate) + finding->has(out_of_order) +
                          finding->has(lost_command) <=
                      1,
                  "two things at once that exclude each other");
  }
  test::require(commands <= 64, "too many commands");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most_per_command = 900;
  constexpr std::size_t most_gaps = 3 * 8192;  // of the lists that grow
  constexpr analysis::Nanoseconds minute = 60'000 * test::millisecond;
  test::HeapArena heap;
  analysis::enet::Analysis analysis(heap.arena());
  std::deque<const analysis::enet::Datagram*> datagrams;
  analysis::enet::Arrival arrival;
  std::uint64_t sent = 0;
  while (size >= 2) {
    const std::size_t length = std::min<std::size_t>(data[0], size - 2);
    const analysis::Nanoseconds passed = data[1] == 0xFF ? minute : (data[1] >> 1) * 4 * test::millisecond;
    arrival.captured = std::min(arrival.captured, analysis::most_time - passed) + passed;
    // Another clock: as any capture can have.
    if (data[1] >> 1 == 0x7E) arrival.captured = arrival.captured < minute ? analysis::most_time : 0;
    arrival.direction = data[1] & 1;
    const test::ExactCopy copy({data + 2, length}, static_cast<Offset>(length));
    data += 2 + length;
    size -= 2 + length;
    enet::Header header;
    Problem problem;
    if (!enet::read_header(copy.buffer(), false, header, problem) || header.compressed) continue;
    ++arrival.frame;
    arrival.has_sent_time = header.has_sent_time;
    arrival.sent_time = header.sent_time;
    const std::size_t before = heap.bytes();
    datagrams.push_back(&analysis.begin(arrival));
    enet::CommandReader reader(copy.buffer(), header);
    std::size_t commands = 0;
    for (enet::Command command; reader.next(command); ++commands) {
      analysis.add(command);
      sent += command.payload_length;
    }
    test::require(heap.bytes() - before <= sizeof(analysis::enet::Datagram) + sizeof(analysis::enet::Pause) +
                                               commands * (most_per_command + most_gaps),
                  "more memory than a datagram may cost");
    test::require(datagrams.back()->reliable_in_flight <= sent, "more in flight than was sent");
  }
  for (const analysis::enet::Datagram* datagram : datagrams) require_links(*datagram, arrival.frame);
  return 0;
}

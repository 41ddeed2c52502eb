// SPDX-License-Identifier: GPL-2.0-or-later
// Messages that were sent in fragments. The first pass groups the fragments and keeps their bytes. When all are there,
// Wireshark's own reassembly gets them in order, and lists them: it searches its list for a fragment out of order.
// Messages of more than `most_listed` fragments are reassembled without a list.
//
// A message is identified by stream, direction, channel, the kind of fragments and the number of the first one;
// unreliable ones also by the previous reliable number. Numbers are extended beyond 65,535, where they wrap.
//
// Memory: the bytes of the fragments received, once, regardless of the length in their headers.
#pragma once

#include "analysis/facts/facts.h"
#include "codec/enet/protocol.h"
#include "plugin/core/bridge.h"
#include "plugin/enet/stream.h"

namespace godot::enet::dissector {

/// The limit of fragments for messages that Wireshark lists: 5 MiB at the usual size.
inline constexpr std::uint32_t most_listed = 4096;

/// A message in fragments.
struct Fragmented {
  std::uint32_t id = 0;  ///< unique in the capture
  std::uint32_t count = 0;
  std::uint32_t total_length = 0;
  std::uint32_t seen = 0;           ///< number of different fragments
  std::uint32_t last_frame = 0;     ///< the last with a fragment of it
  std::uint32_t complete_in = 0;    ///< frame; 0 = not (yet)
  analysis::facts::Cost cost = {};  ///< of its fragments without retransmissions; first pass
  std::uint32_t plain = 0;          ///< size before compression of the own and protocol bytes in `cost`
  std::uint16_t complete_at = 0;    ///< index of the command in that frame's datagram
  wmem_tree_t* runs = nullptr;      ///< of fragment numbers seen, keyed by their first
  const char* missing = nullptr;    ///< cached text of missing_fragments(), for `missing_when_seen` fragments seen
  std::uint32_t missing_when_seen = 0;
  wmem_array_t* pieces = nullptr;       ///< the bytes of its fragments, until they are complete
  const std::uint8_t* whole = nullptr;  ///< of a message that is not listed: its bytes

  [[nodiscard]] bool is_listed() const noexcept { return count <= most_listed; }
};

/// The role of a fragment command.
struct FragmentPart {
  Fragmented* message = nullptr;
  std::uint16_t command = 0;  ///< index in its datagram
  bool is_new = false;        ///< not a retransmission
  bool fits = false;          ///< its totals match those of the message's first fragment
  FragmentPart* next = nullptr;
};

/// Extends the numbers of a channel: call it for every command, in capture order, before track_fragment().
void count_sequence(Stream& stream, Direction direction, const Command& command);

/// Finds a fragment's message, and whether the fragment is new. First pass only. The result lives as long as the
/// capture.
[[nodiscard]] FragmentPart* track_fragment(Stream& stream, Direction direction, const Command& command,
                                           std::uint16_t index, const packet_info* pinfo);

/// Keeps the fragment's bytes, at `offset` of `tvb`, on the first pass. On any pass, returns the complete message if
/// this fragment completes it, and lists its fragments in `tree`; else null.
[[nodiscard]] tvbuff_t* reassemble(const FragmentPart& part, const Command& command, tvbuff_t* tvb, int offset,
                                   packet_info* pinfo, proto_tree* tree);

/// The fragments not seen so far, as "3, 5-7"; null: all were seen.
[[nodiscard]] const char* missing_fragments(Fragmented& message);

void register_reassembly();

}  // namespace godot::enet::dissector

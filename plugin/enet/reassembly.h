// SPDX-License-Identifier: GPL-2.0-or-later
// Messages that were sent in fragments. Which fragments belong together is found out on the first pass; Wireshark's own
// reassembly keeps their bytes, and lists them. It searches that list for each fragment, so messages of more than
// `most_listed` fragments are put together here, without the list.
//
// A message is told by stream, direction, channel, the kind of fragments and the number of the first one; of unreliable
// ones, by the reliable number before, too. Numbers that begin anew after 65,535 are counted on.
//
// Memory: the bytes of fragments that were seen, once, whatever length they claim.
#pragma once

#include "codec/enet/protocol.h"
#include "plugin/analysis/facts/facts.h"
#include "plugin/core/bridge.h"
#include "plugin/enet/stream.h"

namespace godot::enet::dissector {

/// Fragments of a message that Wireshark lists: 5 MiB of the usual size.
inline constexpr std::uint32_t most_listed = 4096;

/// A message in fragments.
struct Fragmented {
  std::uint32_t id = 0;  ///< among all of the capture
  std::uint32_t count = 0;
  std::uint32_t total_length = 0;
  std::uint32_t seen = 0;         ///< different fragments
  std::uint32_t last_frame = 0;   ///< that had a fragment of it
  std::uint32_t complete_in = 0;  ///< frame; 0 = not (yet)
  facts::Cost cost = {};          ///< of its fragments, but for copies; first pass
  std::uint32_t plain = 0;        ///< bytes of what `cost` has as own and protocol, before they were compressed
  std::uint16_t complete_at = 0;  ///< command of that frame's datagram, from 0
  wmem_tree_t* runs = nullptr;    ///< of fragment numbers that were seen, by their first one
  const char* missing = nullptr;  ///< the text of missing_fragments(), made when `missing_when_seen` were seen
  std::uint32_t missing_when_seen = 0;
  wmem_array_t* pieces = nullptr;       ///< of a message that is not listed: the bytes of its fragments so far
  const std::uint8_t* whole = nullptr;  ///< … and put together

  [[nodiscard]] bool is_listed() const noexcept { return count <= most_listed; }
};

/// What a fragment command is.
struct FragmentPart {
  Fragmented* message = nullptr;
  std::uint16_t command = 0;  ///< of its datagram, from 0
  bool is_new = false;        ///< no copy of one that came before
  bool fits = false;          ///< it says the same of its message as the first one
  FragmentPart* next = nullptr;
};

/// The numbers of a channel as they are counted on: call it for every command, in the order of the capture, before
/// track_fragment().
void count_sequence(Stream& stream, Direction direction, const Command& command);

/// Which message a fragment belongs to, and whether it is new. First pass only. The result lives as long as the
/// capture.
[[nodiscard]] FragmentPart* track_fragment(Stream& stream, Direction direction, const Command& command,
                                           std::uint16_t index, const packet_info* pinfo);

/// Adds the fragment's bytes, which are at `offset` of `tvb`, on the first pass. Returns the whole message if this
/// fragment completes it, on any pass, and shows in `tree` what it was put together from; else null.
[[nodiscard]] tvbuff_t* reassemble(const FragmentPart& part, const Command& command, tvbuff_t* tvb, int offset,
                                   packet_info* pinfo, proto_tree* tree);

/// The fragments that have not been seen, as "3, 5-7"; null where none is missing.
[[nodiscard]] const char* missing_fragments(Fragmented& message);

void register_reassembly();

}  // namespace godot::enet::dissector

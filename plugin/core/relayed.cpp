// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/relayed.h"

#include "plugin/core/longjmp.h"

namespace godot::plugin {
namespace {

/// The frames of a datagram.
struct Frames {
  std::uint32_t arrived = 0;
  std::uint32_t sent = 0;
  std::uint32_t copy = 0;
};
LEFT_BY_LONGJMP(Frames);
LEFT_BY_LONGJMP(Relayed);

// By player, direction and number. For one capture.
wmem_map_t* all_frames = nullptr;

constexpr unsigned most_comments = 4;  // the relay writes one; people may add theirs

std::uint64_t key_of(const link::Fate& fate) {
  constexpr unsigned player_shift = 56;
  constexpr unsigned way_shift = 55;
  return std::uint64_t{fate.player} << player_shift | std::uint64_t{fate.to_server ? 1U : 0U} << way_shift |
         fate.number;
}

Frames& frames_of(const link::Fate& fate) {
  if (all_frames == nullptr) all_frames = wmem_map_new(wmem_file_scope(), g_int64_hash, g_int64_equal);
  const std::uint64_t key = key_of(fate);
  auto* frames = static_cast<Frames*>(wmem_map_lookup(all_frames, &key));
  if (frames != nullptr) return *frames;
  auto* kept = wmem_new(wmem_file_scope(), std::uint64_t);
  *kept = key;
  frames = wmem_new0(wmem_file_scope(), Frames);
  wmem_map_insert(all_frames, kept, frames);
  return *frames;
}

extern "C" {
void forget_relayed() { all_frames = nullptr; }
}

}  // namespace

bool relayed(const packet_info* pinfo, Relayed& found) {
  for (unsigned i = 0; i < most_comments; ++i) {
    const char* comment = bridge::comment(pinfo, i);
    if (comment == nullptr) return false;
    if (!link::read_fate(comment, found.fate)) continue;
    Frames& frames = frames_of(found.fate);
    if (pinfo->fd->visited == 0) {
      const bool is_sent = found.fate.outcome == link::Outcome::sent;
      std::uint32_t& mine = !is_sent ? frames.arrived : found.fate.copy > 1 ? frames.copy : frames.sent;
      // Merged captures may have two datagrams of one number: the first counts.
      if (mine == 0) mine = pinfo->num;
    }
    found.arrived_in = frames.arrived;
    found.sent_in = frames.sent;
    found.copy_in = frames.copy;
    return true;
  }
  return false;
}

void register_relayed() { register_init_routine(forget_relayed); }

}  // namespace godot::plugin

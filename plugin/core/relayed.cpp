// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/relayed.h"

#include "plugin/core/longjmp.h"
#include "plugin/core/time.h"

namespace godot::plugin {
namespace {

/// The frames of a datagram.
struct Frames {
  std::uint32_t arrived = 0;
  std::uint32_t sent = 0;
  std::uint32_t copy = 0;
  std::int64_t arrived_at = 0;
  std::int64_t sent_at = 0;
};
/// A frame's fate.
struct Kept {
  link::Fate fate;
  Frames* frames = nullptr;
};
LEFT_BY_LONGJMP(Frames);
LEFT_BY_LONGJMP(Kept);
LEFT_BY_LONGJMP(Relayed);

// By player, direction and number. For one capture.
wmem_map_t* all_frames = nullptr;
wmem_map_t* all_kept = nullptr;  // by frame
bool has_both_sides = false;

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

/// Tells the datagram's other frames of this one. Merged captures may have two datagrams of one number: the first
/// counts.
void introduce(const packet_info* pinfo, const link::Fate& fate, Frames& frames) {
  const bool is_sent = fate.outcome == link::Outcome::sent;
  std::uint32_t& mine = !is_sent ? frames.arrived : fate.copy > 1 ? frames.copy : frames.sent;
  if (mine != 0) return;
  mine = pinfo->num;
  has_both_sides = has_both_sides || (frames.arrived != 0 && frames.sent != 0);
  if (!is_sent) frames.arrived_at = absolute_time(pinfo);
  else if (fate.copy == 1) frames.sent_at = absolute_time(pinfo);
}

/// What was read from the frame's comment. It is kept, because Wireshark frees comments before taps are called.
const Kept* kept_of(const packet_info* pinfo) {
  gpointer key = GUINT_TO_POINTER(pinfo->num);
  if (all_kept != nullptr) {
    const auto* kept = static_cast<const Kept*>(wmem_map_lookup(all_kept, key));
    if (kept != nullptr) return kept;
  }
  link::Fate fate;
  for (unsigned i = 0; i < most_comments; ++i) {
    const char* comment = bridge::comment(pinfo, i);
    if (comment == nullptr) return nullptr;
    if (!link::read_fate(comment, fate)) continue;
    auto* kept = wmem_new(wmem_file_scope(), Kept);
    *kept = {.fate = fate, .frames = &frames_of(fate)};
    introduce(pinfo, fate, *kept->frames);
    if (all_kept == nullptr) all_kept = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    wmem_map_insert(all_kept, key, kept);
    return kept;
  }
  return nullptr;
}

extern "C" {
void forget_relayed() {
  all_frames = nullptr;
  all_kept = nullptr;
  has_both_sides = false;
}
}

}  // namespace

bool relayed(const packet_info* pinfo, Relayed& found) {
  const Kept* kept = kept_of(pinfo);
  if (kept == nullptr) return false;
  found.fate = kept->fate;
  found.both_sides = has_both_sides;
  found.arrived_in = kept->frames->arrived;
  found.sent_in = kept->frames->sent;
  found.copy_in = kept->frames->copy;
  found.arrived = kept->frames->arrived_at;
  found.sent = kept->frames->sent_at;
  return true;
}

void register_relayed() { register_init_routine(forget_relayed); }

}  // namespace godot::plugin

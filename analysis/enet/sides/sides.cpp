// SPDX-License-Identifier: MIT
#include "analysis/enet/sides/sides.h"

#include <algorithm>

namespace godot::analysis::enet {
namespace {

constexpr unsigned no_side = 2;

}  // namespace

const Passage& Sides::see(const Sighting& sighting) {
  last_[sighting.side] = std::max(last_[sighting.side], sighting.captured);
  if (buckets_ == nullptr) buckets_ = arena_.make<Passage*>(bucket_count);
  Passage*& bucket = buckets_[sighting.digest % bucket_count];
  unsigned steps = 0;
  for (Passage* passage = bucket; passage != nullptr; passage = passage->earlier) {
    // The positions of further packets are then unknown.
    if (++steps > most_steps) spoil();
    const Nanoseconds before = std::max(passage->captured[0], passage->captured[1]);
    if (spoiled_ || sighting.captured - before > window) break;
    if (passage->digest != sighting.digest || passage->from_client != sighting.from_client) continue;
    if (passage->frames[sighting.side] == 0) match(*passage, sighting);
    return *passage;
  }
  auto& passage = *arena_.make<Passage>();
  passage.earlier = bucket;
  passage.digest = sighting.digest;
  passage.from_client = sighting.from_client;
  passage.frames[sighting.side] = sighting.frame;
  passage.captured[sighting.side] = sighting.captured;
  bucket = &passage;
  ++alone_[sighting.side][passage.from_client ? 1 : 0];
  return passage;
}

void Sides::match(Passage& passage, const Sighting& sighting) noexcept {
  const unsigned before = 1 - sighting.side;
  const unsigned direction = passage.from_client ? 1 : 0;
  passage.frames[sighting.side] = sighting.frame;
  passage.captured[sighting.side] = sighting.captured;
  longest_ = std::max(longest_, sighting.captured - passage.captured[before]);
  --alone_[before][direction];
  ++first_[before][direction];
}

unsigned Sides::client_side() const noexcept {
  for (unsigned side = 0; side != no_side; ++side) {
    const unsigned other = 1 - side;
    const bool both_ways = first_[side][1] != 0 && first_[other][0] != 0;
    if (both_ways && first_[side][0] == 0 && first_[other][1] == 0) return side;
  }
  return no_side;
}

bool Sides::never_arrived(const Passage& passage) const noexcept {
  constexpr Nanoseconds at_least = 500'000'000;
  constexpr int times = 4;
  const unsigned client = client_side();
  if (spoiled_ || client == no_side) return false;
  const unsigned server = 1 - client;
  if (alone_[server][1] != 0 || alone_[client][0] != 0) return false;
  const unsigned sender = passage.from_client ? client : server;
  const unsigned receiver = 1 - sender;
  if (passage.frames[sender] == 0 || passage.frames[receiver] != 0) return false;
  return last_[receiver] >= passage.captured[sender] + at_least + times * longest_;
}

}  // namespace godot::analysis::enet

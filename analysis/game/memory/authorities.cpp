// SPDX-License-Identifier: MIT
#include "analysis/game/memory/authorities.h"

#include "base/text_hash.h"

namespace godot::analysis {

void Authorities::add_state(const Speaker& speaker, std::uint32_t id, bool by_path, std::uint32_t frame,
                            Entries::Place& last) {
  if (speaker.peer == 0) return;
  if (!by_path) {
    const SpawnedSynchronizer* known = nodes_.synchronizer(speaker, id, frame);
    if (known == nullptr) return add_unknown(speaker);
    Entry& entry = entries_.at({.game = game_of(speaker), .text = known->node->name_number, .spawned = true}, last);
    entry.senders.add(speaker.peer, frame);
    entry.spawned = known->node;
    entry.spawner = speaker;
    return;
  }
  const AnnouncedPath* known = paths_.find(speaker, id, frame);
  if (known == nullptr) return add_unknown(speaker);
  // A synchronizer is a child of its node, unless its scene sets another one.
  if (known->above == 0) return;
  entries_.at({.game = game_of(speaker), .text = known->above}, last).senders.add(speaker.peer, frame);
}

void Authorities::add_own_state(const Speaker& speaker, std::uint32_t id, bool is_change, const TwoSenders::To& to,
                                const Views::Position& position) {
  const AnnouncedPath* known = speaker.peer != 0 ? paths_.find(speaker, id, position.frame) : nullptr;
  if (known == nullptr) return;
  two_senders.state({.game = game_of(speaker), .text = texts_.keep(known->path).number}, is_change, speaker.peer, to,
                    position);
}

void Authorities::add_own_set(const Speaker& speaker, const char* path, std::string_view property,
                              const TwoSenders::To& to, const Views::Position& position) {
  if (speaker.peer == 0) return;
  two_setters.state({.game = hash_numbers(game_of(speaker), TextHash{}(property)), .text = texts_.find(path).number},
                    false, speaker.peer, to, position);
}

Senders Authorities::senders(const Speaker& speaker, std::string_view path) const {
  const std::uint64_t game = game_of(speaker);
  if (const std::uint32_t text = texts_.find(path).number; text != 0) {
    if (const Entry* found = entries_.find({.game = game, .text = text})) return found->senders;
  }
  const std::uint32_t name = texts_.find(path.substr(path.rfind('/') + 1)).number;
  const Entry* found = name != 0 ? entries_.find({.game = game, .text = name, .spawned = true}) : nullptr;
  if (found == nullptr) return {};
  // Others may have the same name elsewhere.
  const char* above = nodes_.parent(found->spawner, *found->spawned);
  return above != nullptr && path_above(path) == above ? found->senders : Senders{};
}

}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
// Facts learned about the ids of speakers, looked up by speaker and frame. Each entry is kept for its link and,
// where the speaker is known, for its session: a client whose beginning the capture misses uses what was announced to
// others.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "analysis/game/memory/history.h"
#include "analysis/link/speaker.h"
#include "base/hash_table.h"

namespace godot::analysis {

/// `Entry` has a member `frame` and a member function `same`, which is true for an entry that adds nothing.
/// Constant time to add, logarithmic in the entries about one id to find.
template <class Entry>
class SpeakerHistory {
 public:
  /// Adds an entry, unless it repeats a known one: then the first one stays.
  Entry* add(const Speaker& speaker, std::uint32_t id, const Entry& entry) {
    place(speaker, id) = {};
    History<Entry>& of_link = histories_[IdKey::of_link(speaker, id)];
    Entry* known = of_link.newest();
    if (known == nullptr || !known->same(entry)) {
      known = &entries_.emplace_back(entry);
      of_link.add(known);
    }
    if (speaker.known_to_all()) {
      History<Entry>& of_session = histories_[IdKey::of_session(speaker, id)];
      const Entry* newest = of_session.newest();
      if (newest == nullptr || (!newest->same(entry) && newest->frame <= entry.frame)) {
        // What this link has known for long may be news to the session; frames must not go back.
        const bool older = newest != nullptr && known->frame < newest->frame;
        of_session.add(older ? &entries_.emplace_back(entry) : known);
      }
    }
    return known;
  }

  /// The meaning of an id in a frame, or null. Earlier announcements have priority, then those on this link.
  [[nodiscard]] Entry* find(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
    if (Entry* entry = recent(speaker, id, frame)) return entry;
    const History<Entry>* of_link = history(IdKey::of_link(speaker, id));
    if (of_link != nullptr) {
      if (Entry* entry = keep(speaker, id, of_link->valid_in(frame))) return entry;
    }
    const History<Entry>* of_session = speaker.known_to_all() ? history(IdKey::of_session(speaker, id)) : nullptr;
    if (of_session != nullptr) {
      if (Entry* entry = of_session->until(frame)) return entry;
    }
    if (of_link != nullptr) {
      if (Entry* entry = of_link->after(frame)) return entry;
    }
    Entry* later = of_session != nullptr ? of_session->after(frame) : nullptr;
    // After the link has ended, its server may have restarted, with other meanings.
    if (later != nullptr && later->frame <= speaker.link_until) return later;
    const History<Entry>* unclear = speaker.was_unclear() ? history(IdKey::of_unclear(speaker, id)) : nullptr;
    if (unclear == nullptr) return nullptr;
    Entry* before = unclear->until(frame);
    return before != nullptr ? before : unclear->after(frame);
  }

  /// What was announced on this link alone about an id until a frame, or null.
  [[nodiscard]] Entry* find_on_link(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
    if (Entry* entry = recent(speaker, id, frame)) return entry;
    const History<Entry>* of_link = history(IdKey::of_link(speaker, id));
    if (Entry* entry = of_link != nullptr ? keep(speaker, id, of_link->valid_in(frame)) : nullptr) return entry;
    if (!speaker.was_unclear()) return nullptr;
    const History<Entry>* unclear = history(IdKey::of_unclear(speaker, id));
    return unclear != nullptr ? unclear->until(frame) : nullptr;
  }

 private:
  /// A lookup on a link: most messages ask for an id that the ones before asked for, several times.
  struct Lookup {
    std::uint32_t link = 0;
    std::int32_t sender = 0;
    std::uint32_t id = 0;
    std::uint32_t first = 0;  ///< the answer is the same in the frames from here
    std::uint32_t last = 0;   ///< ... to this one, which is included
    Entry* entry = nullptr;   ///< null: the place is empty
  };
  static constexpr std::size_t lookup_count = 128;

  [[nodiscard]] Lookup& place(const Speaker& speaker, std::uint32_t id) const noexcept {
    return recent_[(id + speaker.link * 13 + static_cast<std::uint32_t>(speaker.sender) * 61) % lookup_count];
  }
  [[nodiscard]] Entry* recent(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const noexcept {
    const Lookup& known = place(speaker, id);
    const bool same = known.id == id && known.link == speaker.link && known.sender == speaker.sender &&
                      frame >= known.first && frame <= known.last;
    return same ? known.entry : nullptr;
  }
  Entry* keep(const Speaker& speaker, std::uint32_t id, const typename History<Entry>::Valid& found) const noexcept {
    if (found.entry != nullptr)
      place(speaker, id) = {speaker.link, speaker.sender, id, found.entry->frame, found.last, found.entry};
    return found.entry;
  }

  [[nodiscard]] const History<Entry>* history(const IdKey& key) const { return histories_.find(key); }

  std::deque<Entry> entries_;
  HashTable<IdKey, History<Entry>, IdHash> histories_;
  mutable std::array<Lookup, lookup_count> recent_;
};

}  // namespace godot::analysis

// SPDX-License-Identifier: GPL-2.0-or-later
// Facts learned about the ids of speakers, looked up by speaker and frame. Each lesson is kept for its link and,
// where the speaker is known, for its session: a client whose beginning the capture misses is helped by what others
// were told.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "plugin/analysis/hash_table.h"
#include "plugin/analysis/multiplayer/history.h"
#include "plugin/analysis/multiplayer/speaker.h"

namespace godot::analysis {

/// `Lesson` has a member `frame` and a member function `same`, which tells whether another one says nothing new.
/// Constant time to add, logarithmic in the lessons about one id to find.
template <class Lesson>
class Lessons {
 public:
  /// Adds a lesson, unless it repeats a known one: then the first one stays.
  Lesson* add(const Speaker& speaker, std::uint32_t id, const Lesson& lesson) {
    recent_ = {};
    History<Lesson>& of_link = histories_[IdKey::of_link(speaker, id)];
    Lesson* known = of_link.newest();
    if (known == nullptr || !known->same(lesson)) {
      known = &lessons_.emplace_back(lesson);
      of_link.add(known);
    }
    if (speaker.known_to_all()) {
      History<Lesson>& of_session = histories_[IdKey::of_session(speaker, id)];
      const Lesson* newest = of_session.newest();
      if (newest == nullptr || (!newest->same(lesson) && newest->frame <= lesson.frame)) {
        // What this link has known for long may be news to the session; frames must not go back.
        const bool older = newest != nullptr && known->frame < newest->frame;
        of_session.add(older ? &lessons_.emplace_back(lesson) : known);
      }
    }
    return known;
  }

  /// The meaning of an id in a frame, or null. Earlier announcements have priority, then those on this link.
  [[nodiscard]] Lesson* find(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
    if (Lesson* lesson = recent(speaker, id, frame)) return lesson;
    const History<Lesson>* of_link = history(IdKey::of_link(speaker, id));
    if (of_link != nullptr) {
      if (Lesson* lesson = of_link->until(frame)) return keep(speaker, id, frame, lesson);
    }
    const History<Lesson>* of_session = speaker.known_to_all() ? history(IdKey::of_session(speaker, id)) : nullptr;
    if (of_session != nullptr) {
      if (Lesson* lesson = of_session->until(frame)) return lesson;
    }
    if (of_link != nullptr) {
      if (Lesson* lesson = of_link->after(frame)) return lesson;
    }
    Lesson* later = of_session != nullptr ? of_session->after(frame) : nullptr;
    // After the link has ended, its server may have restarted, with other meanings.
    if (later != nullptr && later->frame <= speaker.link_until) return later;
    const History<Lesson>* unclear = speaker.was_unclear() ? history(IdKey::of_unclear(speaker, id)) : nullptr;
    if (unclear == nullptr) return nullptr;
    Lesson* before = unclear->until(frame);
    return before != nullptr ? before : unclear->after(frame);
  }

  /// What this link alone was taught about an id until a frame, or null.
  [[nodiscard]] Lesson* find_on_link(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
    if (Lesson* lesson = recent(speaker, id, frame)) return lesson;
    const History<Lesson>* of_link = history(IdKey::of_link(speaker, id));
    if (Lesson* lesson = of_link != nullptr ? of_link->until(frame) : nullptr) return keep(speaker, id, frame, lesson);
    if (!speaker.was_unclear()) return nullptr;
    const History<Lesson>* unclear = history(IdKey::of_unclear(speaker, id));
    return unclear != nullptr ? unclear->until(frame) : nullptr;
  }

 private:
  /// A lookup on a link: a message asks for the same ids several times.
  struct Lookup {
    std::uint32_t link = 0;
    std::int32_t voice = 0;
    std::uint32_t id = 0;
    std::uint32_t frame = 0;
    Lesson* lesson = nullptr;  ///< null: empty
  };
  static constexpr std::size_t lookup_count = 32;

  [[nodiscard]] Lookup& place(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const noexcept {
    return recent_[(id + frame * 7 + speaker.link * 13) % lookup_count];
  }
  [[nodiscard]] Lesson* recent(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const noexcept {
    const Lookup& last = place(speaker, id, frame);
    const bool same = last.id == id && last.frame == frame && last.link == speaker.link && last.voice == speaker.voice;
    return same ? last.lesson : nullptr;
  }
  Lesson* keep(const Speaker& speaker, std::uint32_t id, std::uint32_t frame, Lesson* lesson) const noexcept {
    place(speaker, id, frame) = {speaker.link, speaker.voice, id, frame, lesson};
    return lesson;
  }

  [[nodiscard]] const History<Lesson>* history(const IdKey& key) const { return histories_.find(key); }

  std::deque<Lesson> lessons_;
  HashTable<IdKey, History<Lesson>, IdHash> histories_;
  mutable std::array<Lookup, lookup_count> recent_;
};

}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
// Builds the facts of a frame in the packet's arena, part after part.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "analysis/facts/facts.h"
#include "analysis/facts/interned_names.h"
#include "base/arena.h"

namespace godot::analysis::facts {

class Collection {
 public:
  Collection(Arena arena, InternedNames& names) noexcept : arena_(arena), names_(names) {}
  Collection(const Collection&) = delete;
  Collection& operator=(const Collection&) = delete;

  [[nodiscard]] Frame& frame() noexcept { return frame_; }
  [[nodiscard]] InternedNames& names() const noexcept { return names_; }
  [[nodiscard]] const Arena& arena() const noexcept { return arena_; }

  Envelope& begin(Transport transport);

  /// Adds an item to the envelope that was begun last.
  Item& add(Kind kind);

  /// Adds a part to the item; complete the parts of an item before those of the next.
  Part& part(Item& item) {
    Part** end = last_item_ == &item && last_part_ != nullptr ? &last_part_->next : &item.parts;
    last_item_ = &item;
    last_part_ = &make(Part{});
    return *(*end = last_part_);
  }

  /// Adds a problem to the item; interns node and member.
  Problem& add_problem(Item& item, const Problem& problem);

  /// Adds a property's value to the item, if texts are needed and the node is known; interns the node, whose text
  /// must not change while the frame is collected. The member is interned.
  void add_value(Item& item, const Value& value);

  /// A snapshot that parts can point to.
  [[nodiscard]] const Snapshot& snapshot(const Snapshot& snapshot) { return make(snapshot); }

  /// The peers of a transport's own command, which envelopes and problems can point to.
  [[nodiscard]] const Route& route(const Route& route) { return make(route); }

  /// A part of the item: created on first use.
  Route& route(Item& item) { return made(item.peers); }
  Command& command(Item& item) { return made(item.command); }
  Sync& sync(Item& item) { return made(item.sync); }
  NotSent& not_sent(Item& item) { return made(item.not_sent); }
  /// Null: no listener needs texts.
  [[nodiscard]] Texts* texts(Item& item) { return with_texts ? &made(item.texts) : nullptr; }

  bool with_texts = false;   ///< facts::Texts and properties' values are needed
  bool with_states = false;  ///< ... also the texts of states and of their values
  bool with_ends = false;    ///< ... with the names of peers in them
  bool with_ages = true;     ///< Part::age and the digests of properties' values are needed

 private:
  static constexpr std::size_t room_size = 1024;

  /// Facts are small, and a frame has about ten: memory for several is taken at once.
  template <class Fact>
  Fact& make(const Fact& fact) {
    static_assert(sizeof(Fact) <= room_size && alignof(Fact) <= alignof(std::max_align_t));  // NOLINT: differs by Fact
    static_assert(std::is_trivially_destructible_v<Fact>);
    constexpr std::size_t step = alignof(std::max_align_t);
    constexpr std::size_t size = (sizeof(Fact) + step - 1) / step * step;
    if (left_ < size) take_room();
    left_ -= size;
    return *new (room_ + left_) Fact(fact);
  }
  void take_room();

  template <class Fact>
  Fact& made(Fact*& part) {
    if (part == nullptr) part = &make(Fact{});
    return *part;
  }

  Arena arena_;
  char* room_ = nullptr;  ///< its first `left_` bytes are free
  std::size_t left_ = 0;
  InternedNames& names_;
  Frame frame_;
  Envelope** next_envelope_ = &frame_.envelopes;
  Item** next_item_ = nullptr;
  Item* last_item_ = nullptr;
  Part* last_part_ = nullptr;        ///< the last part of last_item_
  const char* last_node_ = nullptr;  ///< of the last value, as it was given
  const char* kept_node_ = nullptr;  ///< ... and as it was interned
};

}  // namespace godot::analysis::facts

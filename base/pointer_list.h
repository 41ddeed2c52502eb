// SPDX-License-Identifier: MIT
// A list of pointers to objects that live elsewhere, as large as one pointer: most lists in large tables have one
// entry, and need no allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace godot::analysis {

/// Appending takes constant time (amortized).
template <class Object>
class PointerList {
 public:
  PointerList() noexcept = default;
  PointerList(PointerList&& other) noexcept : kept_(std::exchange(other.kept_, nullptr)) {}
  PointerList& operator=(PointerList&& other) noexcept {
    std::swap(kept_, other.kept_);
    return *this;
  }
  PointerList(const PointerList&) = delete;
  PointerList& operator=(const PointerList&) = delete;
  ~PointerList() {
    if (has_several()) delete &several();
  }

  /// `object` is not null.
  void push_back(Object* object) {
    static_assert(alignof(Object) > tag && alignof(Several) > tag, "the lowest bit of an address is the tag");
    if (has_several()) {
      several().push_back(object);
    } else if (kept_ == nullptr) {
      kept_ = object;
    } else {
      kept_ = reinterpret_cast<Object*>(reinterpret_cast<char*>(new Several{kept_, object}) + tag);
    }
  }

  /// Puts `object`, which is not null, in the place of the last one; there is one.
  void replace_back(Object* object) noexcept {
    if (has_several()) several().back() = object;
    else kept_ = object;
  }

  [[nodiscard]] std::span<Object* const> all() const noexcept {
    if (has_several()) return several();
    return {&kept_, kept_ != nullptr ? std::size_t{1} : std::size_t{0}};
  }

  /// The last one, or null.
  [[nodiscard]] Object* back() const noexcept { return has_several() ? several().back() : kept_; }

 private:
  using Several = std::vector<Object*>;
  static constexpr std::size_t tag = 1;

  [[nodiscard]] bool has_several() const noexcept { return (reinterpret_cast<std::uintptr_t>(kept_) & tag) != 0; }
  [[nodiscard]] Several& several() const noexcept {
    return *reinterpret_cast<Several*>(reinterpret_cast<char*>(kept_) - tag);
  }

  Object* kept_ = nullptr;  ///< the only object; with the tag: the address of several
};

}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
// The state of reading a multiplayer message: its position, the readable part, the sinks. Internal to the walk.
#pragma once

#include <optional>
#include <string_view>

#include "codec/core/reader.h"
#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/walk.h"

namespace godot::multiplayer::detail {

inline constexpr Offset word = 4;

// Bytes of a synchronizer before its values. A loop over synchronizers continues while more than these are left
// (scene_replication_interface.cpp).
inline constexpr Offset sync_head = 8;
inline constexpr Offset delta_head = 16;

/// Whether a text must end with a NUL or may end with the message.
enum class Ending : std::uint8_t { required, optional };

[[nodiscard]] inline std::string_view view_of(std::span<const std::uint8_t> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class S>
class Reader : public MessageReader<Result, S> {
 public:
  Reader(const Buffer& message, S& its_sink, PacketSink* its_facts) noexcept
      : MessageReader<Result, S>(message, its_sink, message_end), facts(its_facts) {}

  using Base = MessageReader<Result, S>;
  using Base::has;
  using Base::leaf;
  using Base::note;
  using Base::result;

  PacketSink* facts;  ///< null if nobody asks for facts

  /// The number at `ahead` bytes from here; empty if it is not captured completely.
  template <class T>
  [[nodiscard]] std::optional<T> look(Offset ahead = 0) const noexcept {
    return in_.template look<T>(ahead);
  }

  // `count` must not exceed what has() confirmed, or captured_left().
  [[nodiscard]] const std::uint8_t* bytes(Offset count) const noexcept { return in_.bytes(count); }
  [[nodiscard]] std::string_view view(Offset from, Offset length) const noexcept { return in_.view(from, length); }
  void skip(Offset count) noexcept { in_.skip(count); }

  /// Reading is limited by the message alone again.
  void widen() noexcept { this->narrow(this->end(), message_end); }

  /// A text up to its NUL.
  bool text(Field field, Ending ending, std::string_view& out) {
    const Offset begin = in_.position();
    const std::string_view captured = in_.view(begin, in_.captured_left());
    const std::size_t nul = captured.find('\0');
    const bool terminated = nul != std::string_view::npos;
    const bool all_there = in_.left() == in_.captured_left();
    if (!terminated && (ending == Ending::required || !all_there || captured.empty()))
      return has(captured.size() + 1, field);
    out = captured.substr(0, nul);
    const auto length = static_cast<Offset>(out.size() + (terminated ? 1 : 0));
    leaf(field, begin, length, Value::of_text(out));
    if (!terminated) note(note::godot_unterminated_text, begin, length);
    if (!check_utf8(out).valid) note(note::godot_invalid_utf8, begin, length);
    in_.skip(length);
    return true;
  }

  /// Reports the remaining bytes, which the engine ignores.
  bool trailing() {
    const Offset begin = in_.position();
    const Offset captured = in_.captured_left();
    if (in_.left() == 0) return true;
    if (captured != 0) leaf(field::godot_trailing, begin, captured, Value::of_bytes(in_.view(begin, captured)));
    note(note::godot_trailing_bytes, begin, captured);
    if (!has(in_.left(), field::godot_trailing)) return false;
    in_.skip(captured);
    return true;
  }

 private:
  using Base::in_;
};

}  // namespace godot::multiplayer::detail

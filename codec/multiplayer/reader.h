// SPDX-License-Identifier: MIT
// The state of reading a multiplayer message: its position, the readable part, the sinks. Internal to the walk.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <type_traits>

#include "codec/core/cursor.h"
#include "codec/core/utf8.h"
#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/walk.h"

namespace godot::multiplayer::detail {

inline constexpr Offset word = 4;

/// Whether a text must end with a NUL or may end with the message.
enum class Ending : std::uint8_t { required, optional };

[[nodiscard]] inline std::string_view view_of(std::span<const std::uint8_t> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class S>
class Reader {
 public:
  Reader(const Buffer& message, S& its_sink, PacketSink* its_facts) noexcept
      : whole(message), bound(message), sink(its_sink), facts(its_facts), in_(message, message_end) {}

  const Buffer& whole;
  Buffer bound;               ///< the readable part: up to a length's end, or a path's begin
  Field limit = message_end;  ///< what sets its end; `message_end`: the message
  S& sink;
  PacketSink* facts;  ///< may be null
  Result result;
  bool problem_reported = false;  ///< the problem has been reported to the sink
  bool silent = false;            ///< checks without reporting

  // --- The position ------------------------------------------------------------------------------------------------

  [[nodiscard]] Offset position() const noexcept { return in_.position(); }
  [[nodiscard]] Offset left() const noexcept { return in_.left(); }
  [[nodiscard]] Offset captured_left() const noexcept { return in_.captured_left(); }

  /// The message's end on the wire.
  [[nodiscard]] Offset end() const noexcept {
    return std::max(whole.reported, static_cast<Offset>(whole.captured.size()));
  }

  /// True if `count` bytes can be read here; otherwise the result's problem is set.
  bool has(std::uint64_t count, Field field) noexcept { return in_.has(count, field, result.problem); }

  /// The number at the position; false: the result's problem is set.
  template <class T>
  [[nodiscard]] bool peek(T& number, Field field) noexcept {
    return in_.peek(number, field, result.problem);
  }

  /// The number at `ahead` bytes from here; empty if it is not captured completely.
  template <class T>
  [[nodiscard]] std::optional<T> look(Offset ahead = 0) const noexcept {
    return in_.template look<T>(ahead);
  }

  // `count` must not exceed what has() confirmed, or captured_left().
  [[nodiscard]] const std::uint8_t* bytes(Offset count) const noexcept { return in_.bytes(count); }
  [[nodiscard]] std::string_view view(Offset from, Offset length) const noexcept { return in_.view(from, length); }
  void skip(Offset count) noexcept { in_.skip(count); }

  /// Limits reading to `end` until the next call; `what` is the field that sets the limit.
  void narrow(Offset end, Field what) noexcept {
    const Offset here = in_.position();
    bound = Buffer(whole.captured.first(std::min<std::size_t>(end, whole.captured.size())), end);
    limit = what;
    in_ = Cursor(bound, what);
    in_.skip(here);
  }
  void widen() noexcept { narrow(end(), message_end); }

  // --- Events ------------------------------------------------------------------------------------------------------

  void open(Field field, const Value& value = {}) {
    if (!silent) sink.open(field, in_.position(), value);
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) {
    if (!silent) sink.leaf(field, begin, length, value);
  }
  void note(Note note, Offset begin, Offset length) {
    result.notes.add(note);
    if (!silent) sink.note(note, begin, length);
  }

  /// Closes a subtree that ends here. Returns `good`: no problem in it.
  bool close(Field field, bool good) {
    if (silent) return good;
    if (!good) report_problem();
    sink.close(field, in_.position());
    return good;
  }

  void report_problem() {
    if (!problem_reported) sink.problem(result.problem);
    problem_reported = true;
  }

  /// Reports a wrong value. Returns false.
  bool fail(Problem::Code code, Field field, Offset offset, std::uint64_t value, std::uint64_t bound) noexcept {
    result.problem = {.code = code, .field = field, .limit = limit, .offset = offset, .value = value, .bound = bound};
    return false;
  }

  /// Reports elements, or a part, with more declared bytes than are left. Returns false.
  bool fail_count(Field field, Offset offset, std::uint64_t needed) noexcept {
    result.problem = {.code = Problem::Code::count_too_large,
                      .field = field,
                      .limit = limit,
                      .offset = offset,
                      .needed = needed,
                      .had = left()};
    return false;
  }

  // --- Fields ------------------------------------------------------------------------------------------------------

  template <class T>
  bool number(Field field, T& out) {
    if (!peek(out, field)) return false;
    if constexpr (std::is_signed_v<T>) leaf(field, in_.position(), sizeof(T), Value::of_int(out));
    else leaf(field, in_.position(), sizeof(T), Value::of_uint(out));
    in_.skip(sizeof(T));
    return true;
  }

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
  Cursor in_;
};

}  // namespace godot::multiplayer::detail

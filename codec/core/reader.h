// SPDX-License-Identifier: MIT
// What walks of messages share: the position, the part that may be read, fields with an event each, problems and notes.
// Internal to the walks.
#pragma once

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "codec/core/cursor.h"
#include "codec/core/sink.h"
#include "codec/core/utf8.h"

namespace godot {

/// `Result` has a problem and notes; `S` is a type of sink.
template <class Result, class S = Sink>
class MessageReader {
 public:
  MessageReader(const Buffer& message, S& its_sink, Field its_limit) noexcept
      : whole(message), bound(message), limit(its_limit), sink(its_sink), in_(message, its_limit) {}

  const Buffer& whole;
  Buffer bound;  ///< the readable part: up to a length's end, or a path's begin
  Field limit;   ///< what sets its end, for problems
  S& sink;
  Result result;
  bool problem_reported = false;  ///< the problem has been reported to the sink
  bool silent = false;            ///< checks the bytes without reporting anything to the sink

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

  /// Limits reading to `end` until the next call; `what` is the field that sets the limit.
  void narrow(Offset end, Field what) noexcept {
    const Offset here = in_.position();
    bound = Buffer(whole.captured.first(std::min<std::size_t>(end, whole.captured.size())), end);
    limit = what;
    in_ = Cursor(bound, what);
    in_.skip(here);
  }

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

  /// Reports the problem while its subtree is open; the walk ends here.
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

  /// Reports a text. `invalid`: the note if it is not UTF-8.
  void leaf_of_text(Field field, Offset begin, Offset length, std::string_view text, Note invalid) {
    leaf(field, begin, length, Value::of_text(text));
    if (!check_utf8(text).valid) note(invalid, begin, length);
  }

  /// A text of so many bytes.
  bool text_of_length(Field field, Offset length, Note invalid, std::string_view& out) {
    if (!has(length, field)) return false;
    out = in_.view(in_.position(), length);
    leaf_of_text(field, in_.position(), length, out, invalid);
    in_.skip(length);
    return true;
  }

 protected:
  Cursor in_;
};

}  // namespace godot

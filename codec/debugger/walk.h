// SPDX-License-Identifier: MIT
// The debugger's walker: reads one message, however it is framed, and reports a tree of fields; and the message on one
// line. The Variants are read by the Variant walker; its events are given names here, by the message's description.
//
// Memory: no allocation; some 66 KB of stack.
// Limits: as those of Variants, and max_units in a run. Time is linear in the bytes read.
// Errors: a Variant that cannot be read ends its unit. An element at another place, or of another type, than in the
// message's description is reported as godot.debug.argument with a note.
//
//   godot.debug                   the message
//     godot.variant.stream.length
//     godot.debug.list            header and count of an Array whose elements follow by name
//     godot.debug.message         a Variant, as are all with a name
//     godot.debug.thread_id       since 4.2
//     godot.debug.error.file ...  by position; in groups where they repeat: godot.debug.error.callstack
//
// Sources: see messages.h and framing.h.
#pragma once

#include <array>

#include "codec/core/bytes.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"
#include "codec/core/sink.h"
#include "codec/debugger/framing.h"
#include "codec/debugger/line.h"
#include "codec/debugger/messages.h"
#include "codec/debugger/progress.h"
#include "codec/variant/text.h"

namespace godot::debugger {

struct Options {
  Era era = Era::godot4_2;
  Direction direction = Direction::to_editor;
  bool prefixed = true;               ///< units have a length before them: a stream
  std::uint32_t custom_monitors = 0;  ///< number of a performance frame's last values that are the game's own
  std::uint32_t line_limit = 240;     ///< characters of the line
  std::uint32_t hex_bytes = variant::no_hex_bytes;  ///< bytes from which on an array of them is hexadecimal
};

/// Receives a message's facts, besides the sink, which receives its fields. May leave the walk by longjmp, as the sink
/// may.
class Listener : public Names {
 public:
  /// Called with the name. True if the caller parses the arguments: they are then passed to taken(), and not reported.
  virtual bool message(std::string_view name, const Message* row) = 0;

  /// A number or a text has ended; its subtree is closed.
  virtual void element(Field field, const Value& value, Offset begin, Offset end) = 0;

  /// The range of the arguments that the caller parses: the data Array, or all after name or count.
  virtual void taken(Offset begin, Offset end) = 0;

 protected:
  ~Listener() = default;  // never owned through this interface
};

/// The state of a message of Godot 2 or 3 that continues in later bytes. A plain value that the caller keeps where the
/// transport cannot join segments.
struct Run {
  static constexpr std::size_t longest_name = 64;
  bool pending = false;
  std::uint32_t left = 0;   ///< how many units of the message are still to come
  bool is_counted = false;  ///< the number of units has been read
  bool is_warning = false;  ///< an `error` that is a warning
  const Message* message = nullptr;
  std::array<char, longest_name> name = {};
  std::size_t name_size = 0;
  Progress progress;
};

enum class Event : std::uint8_t { none, error, warning };

struct Result {
  Offset consumed = 0;
  Problem problem;
  Notes notes;
  const Message* message = nullptr;  ///< its row; null if it is unknown
  std::string_view name;             ///< in the buffer, or in the run
  std::uint64_t thread_id = 0;       ///< the thread that speaks or is spoken to; 0: the message names none
  Event event = Event::none;
  bool stray = false;     ///< no message, but a unit without one
  bool complete = true;   ///< false: a run that continues
  std::string_view line;  ///< in the buffer given for it
};

/// Reports the message in `buffer`, see extent(). `run`: the state of an unfinished one, updated.
Result walk(const Buffer& buffer, const Options& options, Run& run, std::span<char> line, Sink& sink,
            Listener* listener = nullptr);

}  // namespace godot::debugger

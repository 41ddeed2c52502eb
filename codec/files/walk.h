// SPDX-License-Identifier: MIT
// The editor's remote file system (TCP 6010): a game on another device gets the project's files from the editor.
//
//   on demand (2.0 to 4.1)     game:    password, then requests: open, read a block, close, exists, modified time
//                              editor:  a status, then answers, each with the number of its file
//   synchronized (since 4.2)   game:    "GRFS", version, password, tags, list of the files that it has
//                              editor:  number of changed files, their paths and times, their bytes, "GEND"
//
// A stream is a sequence of units. The next unit depends on those before it, so each direction has a State. The game
// sends first, and its first bytes show the form.
//
// Memory: no allocation. Time is linear in the bytes read. Errors: the first problem ends the walk.
#pragma once

#include <span>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"
#include "codec/core/sink.h"

namespace godot::files {

enum class Form : std::uint8_t { unknown, on_demand, synchronized };
enum class Side : std::uint8_t { game, editor };

enum class Unit : std::uint8_t {
  none,      ///< the side sends nothing more
  password,  ///< on demand: the password, which the game sends first
  status,
  request,
  answer,
  hello,  ///< synchronized: "GRFS", the version and the password
  tag,
  list,
  count,
  entry,
  file,
  end,
};

/// The state of one direction of a conversation.
struct State {
  Unit next = Unit::none;
  std::uint32_t left = 0;     ///< tags or entries that are yet to come
  std::uint32_t files = 0;    ///< files that are yet to come
  std::uint32_t entries = 0;  ///< files that have been announced so far, and exist
  std::uint32_t sent = 0;     ///< of these, how many have come
};

/// The form of a game's first bytes; unknown: more bytes are needed, or it is neither form.
struct Begun {
  Form form = Form::unknown;
  bool needs_more = false;
};
[[nodiscard]] Begun begun(std::span<const std::uint8_t> bytes) noexcept;

/// The state of a direction at its beginning.
[[nodiscard]] State first_state(Form form, Side side) noexcept;

/// The unit at the front of a stream.
struct Extent {
  enum class Status : std::uint8_t {
    more,   ///< `size` bytes are needed for a decision, or for the unit itself
    whole,  ///< the unit has `size` bytes
    bad,    ///< the bytes are no unit of this protocol
  };
  Status status = Status::bad;
  std::uint32_t size = 0;
};
[[nodiscard]] Extent extent(const State& state, const Buffer& stream) noexcept;

/// The content of a unit.
struct Facts {
  Unit unit = Unit::none;
  std::uint32_t id = 0;
  std::uint32_t code = 0;  ///< the command or the response
  std::uint32_t status = 0;
  std::string_view path = {};  ///< the path of a file, or a tag
  std::uint64_t offset = 0;
  std::uint64_t size = 0;      ///< the size of the whole file in bytes
  std::uint64_t modified = 0;  ///< when; or 1, the file exists
  std::uint32_t length = 0;    ///< of the requested block
  bool has_data = false;
  Offset data_begin = 0;
  Offset data_length = 0;
};

/// Commands and responses, as far as callers need them.
inline constexpr std::uint32_t command_open = 0;
inline constexpr std::uint32_t command_read = 1;
inline constexpr std::uint32_t command_close = 2;
inline constexpr std::uint32_t command_exists = 3;
inline constexpr std::uint32_t response_open = 0;
inline constexpr std::uint32_t response_data = 1;
inline constexpr std::uint32_t response_exists = 2;

struct Result {
  Facts facts;
  State after;  ///< the direction's state after the unit
  Offset consumed = 0;
  Problem problem;
  Notes notes;
};

/// Reports one unit to `sink`; `state` is its direction's state.
Result walk(const Buffer& unit, const State& state, Sink& sink);

/// The same without a sink.
Result validate(const Buffer& unit, const State& state);

}  // namespace godot::files

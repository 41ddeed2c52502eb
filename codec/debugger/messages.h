// SPDX-License-Identifier: MIT
// The debugger's messages as data: for each its name, its sender, since and until which version, and what its
// elements are. Supporting another message is another row.
//
// Sources: core/debugger/remote_debugger.cpp, debugger_marshalls.cpp, scene/debugger/scene_debugger.cpp,
// servers/debugger/servers_debugger.cpp, modules/multiplayer/multiplayer_debugger.cpp and
// editor/debugger/script_editor_debugger.cpp of Godot 4; core/script_debugger_remote.cpp and
// editor/script_editor_debugger.cpp of Godot 2 and 3.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/catalogue.h"
#include "codec/debugger/fields.h"
#include "codec/variant/dialect.h"

namespace godot::debugger {

enum class Direction : std::uint8_t { to_editor, to_game };

/// What an element of a message is. Rows that describe others are followed by them.
enum class Take : std::uint8_t {
  value,   ///< anything: its text is the field's value
  scalar,  ///< a text, a number or a bool, as the field's type says
  count,   ///< a scalar that counts the repetitions of the group with the same slot
  list,    ///< an Array, whose elements the next `size` rows describe; instead of it, what the first of them describes
  table,   ///< a Dictionary; the next `size` rows are its values, each under the last part of its field's name
  packed,  ///< a packed array, whose elements are the field of the next row
  group,   ///< the next `size` rows, as often as their slot says, or up to the end
};

/// What a group's repetitions are counted in.
enum class Per : std::uint8_t { end, element, group };

/// A row of a message's description.
struct Element {
  Take take;
  Field field;            ///< field::none: a list without a subtree of its own
  std::uint8_t size = 0;  ///< rows after this one that belong to it
  std::uint8_t slot = 0;  ///< which of the counts that are open, below `slots`
  Per per = Per::end;     ///< groups
  bool optional = false;  ///< not in every version: it and the rows up to the next one like it stand or fall together
};
inline constexpr std::size_t slots = 4;

/// 100 * major + minor, e.g. 403.
using Version = std::uint16_t;

/// A kind of element where several descriptions have one name, which Godot 2 and 3 could not tell apart either.
struct Telling {
  std::uint8_t modulus = 1;                 ///< the number of units, modulo this, ...
  std::uint8_t remainder = 0;               ///< ... is this
  std::uint8_t at = 0;                      ///< the unit with this index, if there is one, ...
  variant::Kind kind = variant::Kind::nil;  ///< ... is of this kind; nil = of any
};

struct Message {
  std::string_view name;  ///< a trailing '*' stands for anything
  Direction direction;
  Version since;
  Version until;
  std::span<const Element> elements;
  std::string_view line;  ///< how it reads on one line, see line.h; empty: names and values
  Telling telling = {};
};

/// The form of the messages of a generation of engines, in the order of their versions.
enum class Era : std::uint8_t {
  godot2,    ///< 2.0 - 2.2: units, one Variant each
  godot3,    ///< 3.0 - 3.6: the same
  godot4_0,  ///< 4.0, 4.1: [name, data]
  godot4_2,  ///< since 4.2: [name, thread id, data]
  redot,     ///< Redot 26.3, by what only it sends: the same, with structs
};
inline constexpr std::size_t era_count = 5;

struct EraInfo {
  std::string_view name;  ///< "2.x"
  variant::Generation generation;
  Version first;
  Version last;
  bool units;       ///< to the editor a message is many Variants, to the game a command with its arguments
  bool has_thread;  ///< a thread id stands before the data
};
[[nodiscard]] const EraInfo& info(Era era) noexcept;

[[nodiscard]] std::span<const Message> messages() noexcept;

/// The rows of this name, direction and era, from `after` on (null: from the first); null if there are no more.
[[nodiscard]] const Message* find(std::string_view name, Direction direction, Era era,
                                  const Message* after = nullptr) noexcept;

/// A set of the questions that the game answers, a bit for each.
using Questions = std::uint32_t;

/// The question that this message to the game is; 0: a message without an answer.
[[nodiscard]] Questions question(std::string_view message) noexcept;

/// How many bits that may be, and the message that asks the one with this number. Ends with a NUL.
[[nodiscard]] unsigned question_count() noexcept;
[[nodiscard]] std::string_view request_name(unsigned question) noexcept;

/// The questions that this message to the editor answers, one at a time.
[[nodiscard]] Questions answered_by(std::string_view message) noexcept;

/// The questions that the game answers only while it is stopped; and the message that says that it goes on.
[[nodiscard]] Questions questions_to_stopped_game() noexcept;
[[nodiscard]] bool is_going_on(std::string_view name) noexcept;

/// What a number in a message stands for. Each kind has numbers of its own.
enum class Numbered : std::uint8_t { nothing, live_node, live_resource, signature, object };
inline constexpr std::size_t numbered_count = 5;

/// What the number in this field stands for, in this message.
[[nodiscard]] Numbered numbered_by(Field number, const Message& message) noexcept;

/// Texts that may tell what a number stands for.
[[nodiscard]] constexpr bool can_tell(Field text) noexcept {
  return text == field::debug_live_path || text == field::debug_signature_name || text == field::debug_node_name;
}

/// The text before the number in the same message that names it; field::none: there is no such text.
[[nodiscard]] Field told_by(Field number, const Message& message) noexcept;

}  // namespace godot::debugger

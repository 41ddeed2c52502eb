// SPDX-License-Identifier: MIT
// The debugger's messages as data: for each its name, its sender, the versions that send it, and its elements.
// Supporting another message is another row.
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

/// The form of a message's element. Rows that describe others are followed by these.
enum class Take : std::uint8_t {
  value,   ///< any value: its text is the field's value
  scalar,  ///< a text, a number or a bool, by the field's type
  count,   ///< a scalar that counts the repetitions of the group with the same slot
  list,    ///< an Array, whose elements are described by the next `size` rows; or, in its place, the first of these
           /// elements
  table,   ///< a Dictionary; the next `size` rows are its values, with the last part of their field's name as key
  packed,  ///< a packed array, whose elements are the field of the next row
  group,   ///< the next `size` rows, repeated by the count in their slot, or up to the end
};

/// The unit in which a group's repetitions are counted.
enum class Per : std::uint8_t { end, element, group };

/// A row of a message's description.
struct Element {
  Take take;
  Field field;            ///< field::none: a list without a subtree of its own
  std::uint8_t size = 0;  ///< number of following rows that belong to it
  std::uint8_t slot = 0;  ///< index of the open count, below `slots`
  Per per = Per::end;     ///< groups: the unit in which their repetitions are counted
  bool optional = false;  ///< not in every version: it and the rows up to the next optional one are present or absent
                          /// together
};
inline constexpr std::size_t slots = 4;

/// 100 * major + minor, e.g. 403.
using Version = std::uint16_t;

/// Distinguishes several descriptions with one name, which Godot 2 and 3 could not distinguish either.
struct Selector {
  std::uint8_t modulus = 1;                 ///< the number of units, modulo this, ...
  std::uint8_t remainder = 0;               ///< ... has this number as its remainder
  std::uint8_t at = 0;                      ///< the unit with this index, if there is one, ...
  variant::Kind kind = variant::Kind::nil;  ///< ... is of this kind; nil = of any
};

struct Message {
  std::string_view name;  ///< a trailing '*' matches anything
  Direction direction;
  Version since;
  Version until;
  std::span<const Element> elements;
  std::string_view line;  ///< its one-line form, see line.h; empty: names and values
  Selector selector = {};
};

/// The form of the messages of a generation of engines, in the order of their versions.
enum class Era : std::uint8_t {
  godot2,    ///< 2.0 - 2.2: units, one Variant each
  godot3,    ///< 3.0 - 3.6: the same
  godot4_0,  ///< 4.0, 4.1: [name, data]
  godot4_2,  ///< since 4.2: [name, thread id, data]
  redot,     ///< Redot 26.3, recognised by what only it sends: the same, with structs
};
inline constexpr std::size_t era_count = 5;

struct EraInfo {
  std::string_view name;  ///< the versions as people write them, e.g. "2.x"
  variant::Generation generation;
  Version first;
  Version last;
  bool units;       ///< to the editor a message is many Variants, to the game a command with its arguments
  bool has_thread;  ///< a thread id precedes the data
};
[[nodiscard]] const EraInfo& info(Era era) noexcept;

[[nodiscard]] std::span<const Message> messages() noexcept;

/// The next row of this name, direction and era after `after` (null: the first); null if there are no more.
[[nodiscard]] const Message* find(std::string_view name, Direction direction, Era era,
                                  const Message* after = nullptr) noexcept;

/// A set of questions, requests that the game answers: one bit for each.
using Questions = std::uint32_t;

/// The question in this message to the game; 0: it has no answer.
[[nodiscard]] Questions question(std::string_view message) noexcept;

/// The number of questions, and the message with the question of this number. Terminated by a NUL.
[[nodiscard]] unsigned question_count() noexcept;
[[nodiscard]] std::string_view request_name(unsigned question) noexcept;

/// The questions that this message to the editor answers, one of them at a time.
[[nodiscard]] Questions answered_by(std::string_view message) noexcept;

/// A request for one object, which a game may leave unanswered, or the answer: it has the object's id.
[[nodiscard]] bool is_about_one_object(std::string_view name) noexcept;

/// One of the variables that an earlier message counts (Godot 4).
[[nodiscard]] bool is_one_variable(std::string_view name) noexcept;

/// The questions that the game answers only while stopped; and the message that it continues.
[[nodiscard]] Questions questions_to_stopped_game() noexcept;
[[nodiscard]] bool is_going_on(std::string_view name) noexcept;
/// Those and the commands that a running game ignores; what a stopped one does not answer (`break`: it goes on); and
/// the message that it stops.
[[nodiscard]] Questions ignored_by_running_game() noexcept;
[[nodiscard]] Questions unanswered_by_stopped_game() noexcept;
[[nodiscard]] bool is_stopping(std::string_view name) noexcept;

/// What a number in a message refers to. Each kind has its own numbers.
enum class Numbered : std::uint8_t { nothing, live_node, live_resource, signature, object };
inline constexpr std::size_t numbered_count = 5;

/// What the number in this field of this message refers to.
[[nodiscard]] Numbered numbered_by(Field number, const Message& message) noexcept;

/// True for texts that may name a number.
[[nodiscard]] constexpr bool may_name_number(Field text) noexcept {
  return text == field::debug_live_path || text == field::debug_signature_name || text == field::debug_node_name;
}

/// The earlier text in the same message that names the number; field::none: there is none.
[[nodiscard]] Field naming_text(Field number, const Message& message) noexcept;

}  // namespace godot::debugger

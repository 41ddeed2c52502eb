// SPDX-License-Identifier: MIT
// One message of the multiplayer as a library of games reads it: a call with its node, method and arguments, or raw
// bytes. Parsed once for all libraries, and only if one of them may be in the message.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "analysis/game/memory/memory.h"
#include "analysis/game/routes/route.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis {

/// An argument of a call.
struct CallArgument {
  enum class Kind : std::uint8_t { other, integer, bytes };
  Kind kind = Kind::other;
  std::int64_t integer = 0;
  Offset begin = 0;  ///< in the message: of the bytes, or of another value
  Offset length = 0;
  bool is_good = false;  ///< a library has read it without a problem or a note

  /// Whether it is an int that may be a tick.
  [[nodiscard]] bool tick(std::uint32_t& out) const noexcept {
    out = static_cast<std::uint32_t>(integer);
    return kind == Kind::integer && integer == std::int64_t{out};
  }
};

struct ParsedCall {
  enum class Kind : std::uint8_t {
    none,  ///< neither a call nor raw, or malformed
    call,
    raw,
  };
  static constexpr std::size_t most_arguments = 3;

  Kind kind = Kind::none;
  Route route;

  // What is known of a call:
  std::string_view path = {};    ///< of the node, below the multiplayer's root; empty: unknown
  std::string_view md5 = {};     ///< of the node's list of methods; empty: unknown, or Godot 3
  std::string_view method = {};  ///< its name; empty: called by number
  std::uint32_t method_id = 0;   ///< only if called by number
  std::uint32_t count = 0;       ///< how many arguments it has
  std::array<CallArgument, most_arguments> arguments = {};  ///< its first arguments, at most `most_arguments`

  // Of a raw message:
  Buffer bytes = {};
  Offset begin = 0;  ///< of these in the message

  /// The bytes of an argument, as far as they were captured.
  [[nodiscard]] static Buffer bytes_of(const Buffer& message, const CallArgument& argument) {
    const std::size_t begin = std::min<std::size_t>(argument.begin, message.captured.size());
    const std::size_t captured = std::min<std::size_t>(argument.length, message.captured.size() - begin);
    return {message.captured.subspan(begin, captured), argument.length};
  }
};

/// Where a message comes from.
struct CallContext {
  const Memory& memory;
  const Peers& peers;
  End from;
  std::uint32_t frame;
};

[[nodiscard]] ParsedCall parse_call(const Buffer& message, const multiplayer::Options& options,
                                    const CallContext& context);

/// Whether the bytes contain a text: a quick check for the name of a node or the MD5 of a list of methods.
[[nodiscard]] bool contains(std::span<const std::uint8_t> bytes, std::string_view text) noexcept;

}  // namespace godot::analysis

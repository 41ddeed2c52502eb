// SPDX-License-Identifier: MIT
// What a tree and the packet list show of noray's lines and datagrams. A private id is a secret: its text is nowhere
// shown.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "analysis/derived/derived_value.h"
#include "analysis/noray/derived.h"
#include "analysis/noray/meetings.h"
#include "base/host.h"

namespace godot::analysis {

/// Fields in the order of the bytes, and the line of the packet list; texts are the host's.
struct NorayShown {
  struct Part {
    NorayField row;
    ByteRange range;
    DerivedValue value;
  };
  static constexpr std::size_t most = 3;

  const char* text = "";
  std::size_t count = 0;
  std::array<Part, most> parts = {};

  [[nodiscard]] std::span<const Part> all() const noexcept { return std::span(parts).first(count); }
  void add(NorayField row, std::size_t begin, std::size_t length, DerivedValue value) noexcept {
    parts[count++] = {row, {static_cast<Offset>(begin), static_cast<Offset>(length)}, value};
  }
};

[[nodiscard]] NorayShown shown_line(const noray::Line& line, bool from_player, const Host& host);

/// Not for one that is none of noray's.
[[nodiscard]] NorayShown shown_datagram(NorayMeetings::Kind kind, std::span<const std::uint8_t> bytes,
                                        const Host& host);

}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
// The one display filter that godot-analyse reads: a time since the capture's first frame. It is the text that rows of
// `godot,profile,seconds` have, so that a question with it is the same for tshark.
//
//   frame.time_relative >= 1.5 && frame.time_relative < 2
//
// `and` may stand for `&&`. Times are decimal numbers in seconds, with nine decimals at most.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "answers/options/request.h"

namespace godot::analyse {

/// From `begin` on, before `end`, in nanoseconds.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Empty: the text is no such filter.
[[nodiscard]] std::optional<Span> read_time_filter(std::string_view text) noexcept;

/// A request that gets the frames of this time alone.
[[nodiscard]] std::unique_ptr<analysis::Request> within(Span span, std::unique_ptr<analysis::Request> request);

}  // namespace godot::analyse

// SPDX-License-Identifier: MIT
// A row for each connection of ENet and direction: its quality (connection_quality.h) and a verdict on lag
// (lag_verdict.h).
//
// In: frames with ENet datagrams, in the order of the capture.
//
// Cost: constant for each command; memory for each direction, 4 bytes for each round trip, and for its series
// (send_schedule.h).
#pragma once

#include <memory>

#include "answers/tables/question.h"

namespace godot::analysis::streams {

[[nodiscard]] std::unique_ptr<report::Question> make_streams();

}  // namespace godot::analysis::streams

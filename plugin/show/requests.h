// SPDX-License-Identifier: GPL-2.0-or-later
// Passes frames to the requests of the analysis: those of tshark's options -z, and those of the window.
#pragma once

#include <string>

#include "answers/options/request.h"

namespace godot::plugin {

/// Has all packets of the capture go through the request, in the window; appends its output to `text`, or what went
/// wrong: then returns false.
bool answer(analysis::Request& request, analysis::Extent extent, std::string& text);

/// What is known beside the packets, now.
[[nodiscard]] analysis::Environment environment();

/// What others know of it: who registers sets his members.
[[nodiscard]] analysis::Environment& known_environment() noexcept;

}  // namespace godot::plugin

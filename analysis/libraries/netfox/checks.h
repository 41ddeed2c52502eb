// SPDX-License-Identifier: MIT
// Data of a netfox command that its receiver drops or cannot use. Each check takes plain values and adds its findings.
//
// Rows in problems.def name the checks, and the part of a command that each one judges. Copies of a
// message are not judged.
#pragma once

#include <cstdint>

#include "analysis/libraries/netfox/find_command.h"
#include "analysis/libraries/netfox/memory.h"
#include "analysis/libraries/netfox/problems.h"
#include "analysis/libraries/netfox/settings.h"
#include "analysis/problems/findings.h"
#include "codec/libraries/netfox/walk.h"

namespace godot::analysis {

struct NetfoxSubject {
  const LibraryMessage& message;
  const NetfoxCommand& command;
  const NetfoxMemory& memory;
  const NetfoxSettings& settings;
};

/// A snapshot of one tick.
struct NetfoxTick {
  const netfox::Snapshot& snapshot;
};
/// A node in a snapshot. `text`: as displayed.
struct NetfoxAddressed {
  const netfox::NodeReference& node;
  const char* text;
};
/// A whole command. `node`: the last one in it, as displayed.
struct NetfoxEnd {
  std::uint32_t nodes;
  const char* node;
};

using NetfoxFindings = problems::Findings<problems::Netfox>;
template <class Part>
using NetfoxCheck = void(const NetfoxSubject& subject, const Part& judged, NetfoxFindings& found);

#define GODOT_PROBLEMS Netfox
#define GODOT_PROBLEMS_ROWS "analysis/libraries/netfox/problems.def"
#define GODOT_CHECK NetfoxCheck
#define GODOT_CHECKS NetfoxChecks
#include "analysis/problems/checks.inc"

/// Runs the checks of a part, in the order of their rows.
template <class Part>
void judge(const NetfoxSubject& subject, const Part& part, NetfoxFindings& found);

}  // namespace godot::analysis

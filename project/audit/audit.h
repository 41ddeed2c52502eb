// SPDX-License-Identifier: MIT
// What a project's files say of its network traffic before anything runs: what will fail, what may, what costs; the
// bytes of each synchronizer's states; the methods that any peer may call.
//
// In: projects that have been read (refresh()). Out: rows, in the order of scenes and scripts. What scripts do at run
// time (configurations, lists and nodes that they make) is not read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "project/audit/method_bodies.h"
#include "project/audit/state_size.h"
#include "project/index/project.h"

namespace godot::analysis::project {

/// fault: it fails whenever it is used. risk: it may. cost: it works, and sends more than needed.
enum class Level : std::uint8_t { fault, risk, cost };

struct Finding {
  Level level = Level::risk;
  const char* kind = nullptr;  ///< for programs: many_on_change; a static text
  std::string place;           ///< the file and what in it: `res://player.tscn Player/Sync`, `res://player.gd:12`
  std::string text;            ///< a sentence that says what was found
};

/// A synchronizer of a scene.
struct SynchronizerSize {
  std::string scene;
  std::string node;  ///< its path from the scene's root on; the root's name comes first
  std::uint32_t always = 0;
  std::uint32_t on_change = 0;
  ByteRange values;     ///< of a state: its properties Always
  double interval = 0;  ///< seconds; 0: each frame
};

/// A method that any peer may call.
struct OpenMethod {
  std::string script;
  std::string name;
  unsigned line = 0;  ///< the line in the script, from 1; 0: not known
  std::string mode;   ///< as written: `"any_peer", "reliable"`
  bool has_body = false;
  Body body;  ///< of a script in a file of its own
};

struct AuditLimits {
  static constexpr std::size_t rows = 10'000;      ///< rows of each list at most
  static constexpr std::size_t text = 256U << 20;  ///< bytes of scripts that are read for bodies, about
};

struct Audit {
  std::vector<Finding> findings;
  std::vector<SynchronizerSize> synchronizers;
  std::vector<OpenMethod> open_methods;
  bool is_cut = false;  ///< a limit was reached: there may be more
};

/// Several projects: each by itself, then the remote methods of scripts that two of them have under one path.
[[nodiscard]] Audit audit(std::span<Project* const> projects);

}  // namespace godot::analysis::project

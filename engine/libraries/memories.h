// SPDX-License-Identifier: MIT
// What the engine keeps of each library of games: what a capture teaches, and the names of its own methods.
#pragma once

#include "analysis/game/learning/game_projects.h"
#include "analysis/libraries/netfox/memory.h"
#include "analysis/libraries/netfox/methods.h"
#include "analysis/libraries/netfox/projects.h"
#include "analysis/libraries/rollback/memory.h"
#include "analysis/libraries/rollback/methods.h"
#include "base/names/source.h"

namespace godot::engine {

/// What tables of the user's add.
struct LibraryRows {
  void (*netfox)(analysis::NetfoxProjects& to) = nullptr;
};

/// Each capture has its own.
struct LibraryMemories {
  explicit LibraryMemories(const analysis::GameProjects& projects, const LibraryRows& rows = {})
      : netfox_projects(projects, rows.netfox) {}

  analysis::NetfoxMemory netfox;
  analysis::NetfoxProjects netfox_projects;
  analysis::RollbackMemory rollback;
};

/// Sources of names, for the whole program.
struct LibraryMethods {
  analysis::NetfoxMethods netfox;
  analysis::RollbackMethods rollback;

  void add() const {
    analysis::names::add_source(netfox);
    analysis::names::add_source(rollback);
  }
};

}  // namespace godot::engine

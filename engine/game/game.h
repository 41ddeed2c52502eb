// SPDX-License-Identifier: MIT
// What a capture teaches of its games, and what the user has said about them: the memory that all steps share.
//
// Sources of names register themselves once for the whole program (base/names/source.h), so there is one Game at a
// time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/facts/interned_names.h"
#include "analysis/facts/watches.h"
#include "analysis/game/learning/game_projects.h"
#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/game/learning/project_folders.h"
#include "analysis/message/annotation/peer_texts.h"
#include "analysis/message/items/value_texts.h"
#include "analysis/mirror/descriptions.h"
#include "engine/frame/frame.h"
#include "engine/libraries/memories.h"

namespace godot::engine {

/// What the user may set; the preferences of Wireshark have the same defaults.
struct Settings {
  std::vector<std::string> projects;  ///< the folders of projects, in the order of the settings
  bool recorded_project = true;       ///< names are read from the project that a recording names, too
  analysis::items::Display display = {.text_limit = 240, .max_elements = 1000, .hex_bytes = variant::no_hex_bytes};
};

class Game {
 public:
  explicit Game(const Settings& settings);
  ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  const Settings settings;
  analysis::Knowledge& knowledge;
  analysis::GameProjects& projects;
  analysis::MultiplayerState state;
  analysis::facts::InternedNames names;  ///< names as the facts of messages have them
  LibraryMemories libraries{projects};   ///< what messages of libraries of games teach

  /// The one that was made last; it must exist.
  [[nodiscard]] static Game& current() noexcept;

  /// Reads the projects, once, when the first lookup needs them.
  void refresh_names();
  /// A recording names the folder of its project: it is read, too, if that comes before the first lookup.
  void saw_project_folder(std::string_view folder);
  [[nodiscard]] std::vector<std::string> project_names();
  /// Why a folder that the settings name is no project that can be read; empty: all are.
  [[nodiscard]] std::string project_fault();

  [[nodiscard]] analysis::annotation::PeerTexts peer_texts(const Packet& packet) {
    return {state.peer_names, packet.host, packet.frame.number, analysis::PeerNames::Ask::all};
  }
  /// A value's numbers become those of its packet, if somebody needs them, the node is known, and the message is no
  /// copy.
  void add_numbers(const Packet& packet, const analysis::Message& message, const analysis::Route& route,
                   const analysis::plots::WatchedValue& where, const analysis::plots::ValueNumbers& numbers);

 private:
  analysis::ProjectFolders folders_;
};

}  // namespace godot::engine

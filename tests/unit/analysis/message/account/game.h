// SPDX-License-Identifier: MIT
// A game of a server and two clients, as a capture of all links has it, for tests of accounts and checks. The messages
// are made here, not by an engine.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "analysis/message/account/checks/checks.h"
#include "base/time.h"
#include "tests/unit/analysis/causes.h"

namespace godot::analysis::account {

inline constexpr PeerId server = 1;
inline constexpr PeerId red = 1001;
inline constexpr PeerId green = 1002;
inline constexpr const char* no_methods = "d41d8cd98f00b204e9800998ecf8427e";

/// Memory for one test.
class Memories {
 public:
  [[nodiscard]] Arena arena() {
    return {[](void* pool, std::size_t size) -> void* {
              auto& blocks = *static_cast<std::vector<std::unique_ptr<std::max_align_t[]>>*>(pool);
              return blocks.emplace_back(new std::max_align_t[size / sizeof(std::max_align_t) + 1]).get();
            },
            &blocks_};
  }

 private:
  std::vector<std::unique_ptr<std::max_align_t[]>> blocks_;
};

/// Two links to one server: red's and green's. The server is each link's second end.
class Game {
 public:
  Game() {
    for (Link* link : {&to_red, &to_green}) {
      link->has_handshake = true;
      link->server_key = 7;
    }
    to_red.connect_data = static_cast<std::uint32_t>(red);
    to_green.connect_data = static_cast<std::uint32_t>(green);
    static_cast<void>(state.of(to_red));
    static_cast<void>(state.of(to_green));
  }

  [[nodiscard]] Memory& memory() { return state.memory; }
  [[nodiscard]] Speaker speaker(Link& link, End end) { return link.godot->peers.speaker(end); }
  /// The server, as the sender on red's link; and red.
  [[nodiscard]] Speaker server_to_red() { return speaker(to_red, End::second); }
  [[nodiscard]] Speaker reds() { return speaker(to_red, End::first); }

  MultiplayerState state;
  Link to_red;
  Link to_green;
};

/// A message of that game, for the checks.
class Judged {
 public:
  Judged(Game& game, Link& link, End from, std::uint32_t frame, std::int64_t time = 0)
      : game_(game), link_(link), from_(from), frame_(frame), time_(time) {
    message.link = &link;
    message.from_client = from == End::first;
    route = Route::direct(link.godot->peers, from);
  }

  [[nodiscard]] Received received() const {
    return {.state = game_.state,
            .link = *link_.godot,
            .message = message,
            .from = from_,
            .frame = frame_,
            .time = time_,
            .size = size,
            .first_pass = first_pass};
  }
  [[nodiscard]] Subject subject() const { return {received(), route, node}; }

  /// The result of a check: its problem, or count_ if there is none; of several, the first.
  template <class Check, class... Values>
  Problem problem(Check check, const Values&... values) {
    findings = std::make_unique<Findings>(memories_.arena());
    check(subject(), values..., *findings);
    return findings->first() != nullptr ? findings->first()->problem : innocent;
  }
  /// What a check finds at the end of the command.
  Problem problem(Check<CommandEnd>* check) { return problem(check, command); }
  /// What all checks of a part find.
  template <class Part>
  Problem problem_of(const Part& part) {
    return problem([&part](const Subject& subject, Findings& found) { judge(subject, part, found); });
  }
  [[nodiscard]] std::string_view text() const { return findings->first()->text; }
  /// The whole list of causes that remain.
  [[nodiscard]] test::Causes causes() const { return test::causes_of(*findings); }
  [[nodiscard]] std::string_view why() const { return findings->first()->advice.why; }
  [[nodiscard]] std::string_view remedy() const { return findings->first()->advice.remedies[0]; }
  [[nodiscard]] std::uint32_t linked(FrameLink::To to) const {
    const Finding& finding = *findings->first();
    for (std::size_t i = 0; i != finding.link_count; ++i)
      if (finding.links[i].to == to) return finding.links[i].frame;
    return 0;
  }

  static constexpr Problem innocent = Problem::count_;

  Message message;
  std::uint32_t size = 2000;  ///< bytes of the message
  bool first_pass = false;    ///< what comes later is not known
  Route route;
  names::Node node;
  CommandEnd command = {.type = multiplayer::CommandType::remote_call, .has_member = true};
  std::unique_ptr<Findings> findings;

 private:
  Game& game_;
  Link& link_;
  End from_;
  std::uint32_t frame_;
  std::int64_t time_;
  Memories memories_;
};

/// A reliable message of ENet.
inline Turn of_channel(std::uint8_t channel, std::uint16_t number, bool waits = false) {
  return {.number = number, .channel = channel, .numbered = true, .waits = waits};
}

inline constexpr const char* enemy_path = "Main/World/Enemy3";

/// A node that is spawned for red in frame 10, at half a second.
class WithEnemy : public testing::Test {
 protected:
  WithEnemy() {
    Memory& memory = game.memory();
    memory.paths.add(game.server_to_red(), {2, "Main/Spawner", no_methods, 5});
    memory.nodes.spawn(game.server_to_red(), enemy(10, 500 * millisecond), "Enemy3");
    memory.paths.add(game.server_to_red(), {3, enemy_path, no_methods, 12});
  }
  static SpawnedNode enemy(std::uint32_t frame, std::int64_t time) {
    return {.frame = frame, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 0, .time = time};
  }

  Game game;
};

}  // namespace godot::analysis::account

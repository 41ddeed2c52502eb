// SPDX-License-Identifier: MIT
// Accounts of messages of the test game, with the names of a project. The messages are made here, not by an engine.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/message/account/builder.h"
#include "tests/unit/analysis/message/account/game.h"

namespace godot::analysis::account {

/// Has the names of one project, and counts the lookups.
class Project final : public names::Source {
 public:
  Project() { names::add_source(*this); }
  ~Project() override { names::remove_source(*this); }
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  [[nodiscard]] names::Name script(const names::Node& node) const override {
    ++asked;
    seen = node;
    return {.text = "res://player.gd", .source = nullptr, .certainty = certainty};
  }
  [[nodiscard]] names::Name method(const names::Node&, std::uint32_t id) const override {
    ++asked;
    return id == 3 ? names::Name{.text = "move", .certainty = certainty} : names::Name{};
  }
  [[nodiscard]] names::Name scene(std::string_view, std::uint32_t) const override {
    ++asked;
    return {.text = "res://enemy.tscn", .certainty = certainty};
  }
  [[nodiscard]] names::Name parent(std::string_view) const override {
    return {.text = below, .source = nullptr, .certainty = certainty};
  }
  [[nodiscard]] names::HalfPrecision halves(const names::Synchronizer&, names::PropertyList) const override {
    ++asked;
    return {.known = true, .values = 1};
  }

  [[nodiscard]] names::Signature signature(const names::Node&, std::string_view) const override { return takes; }
  [[nodiscard]] names::Argument argument(const names::Node&, std::string_view, std::uint32_t) const override {
    return takes.known ? names::Argument{.name = {.text = "to", .certainty = certainty}, .type = takes_type}
                       : names::Argument{};
  }
  [[nodiscard]] names::Declaration declaration(const names::Node&, std::string_view) const override { return declared; }
  [[nodiscard]] names::Properties properties(const names::Synchronizer&, names::PropertyList list) const override {
    static constexpr const char* all[2][4] = {{"position", "rotation", "health", "name"},
                                              {"armor", "score", "team", "tag"}};
    if (property_count < 0) return {};
    const auto count = static_cast<std::size_t>(property_count);
    const std::span<const char* const> few = all[list == names::PropertyList::on_change ? 1 : 0];
    return {.names = count <= few.size() ? few.first(count) : many().first(count),
            .scene = "res://clock.tscn",
            .certainty = certainty};
  }

  /// p0, p1, ...
  static std::span<const char* const> many() {
    static const std::vector<std::string> texts = [] {
      std::vector<std::string> made;
      for (int i = 0; i != 200; ++i) made.push_back("p" + std::to_string(i));
      return made;
    }();
    static const std::vector<const char*> names = [] {
      std::vector<const char*> made;
      for (const std::string& text : texts) made.push_back(text.c_str());
      return made;
    }();
    return names;
  }

  names::Certainty certainty = names::Certainty::certain;  ///< of scripts, methods and scenes
  const char* below = nullptr;                             ///< the node below which spawners make theirs
  names::Signature takes;                                  ///< of methods; each argument's name is `to`
  const char* takes_type = nullptr;                        ///< of each argument; null: it is not declared
  names::Declaration declared;                             ///< of methods
  int property_count = -1;                                 ///< how many a synchronizer has, up to 200; -1: unknown
  mutable unsigned asked = 0;
  mutable names::Node seen;
};

class Accounts : public testing::Test {
 protected:
  static constexpr std::uint32_t frame = 50;

  Accounts() {
    Memory& memory = game.memory();
    const Speaker& spoken = game.server_to_red();
    memory.paths.add(spoken, {2, "Main/Spawner", no_methods, 5});
    memory.nodes.spawn(
        spoken, {.frame = 10, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 6, .synchronizers = 2}, "Enemy3");
    memory.nodes.add_synchronizer(spoken, 41, *memory.nodes.find(spoken, 40, 10), 1, 10);
    memory.paths.add(spoken, {3, "Main/World/Enemy3", no_methods, 12});
    memory.paths.add(spoken, {4, "Main/Clock/Sync", no_methods, 13});
  }

  static Host host(Memories& memories) {
    return {.arena = memories.arena(),
            .one_line = [](void* packet,
                           std::string_view text) { return static_cast<Memories*>(packet)->arena().joined({text}); },
            .packet = &memories};
  }
  static multiplayer::Node by_number(std::uint32_t id) {
    multiplayer::Node node;
    node.id = id;
    return node;
  }
  static multiplayer::Node by_path(std::string_view path) {
    multiplayer::Node node;
    node.by_path = true;
    node.path = path;
    return node;
  }
  static multiplayer::Member numbered(std::uint32_t id) {
    multiplayer::Member method;
    method.id = id;
    return method;
  }
  static multiplayer::SyncObject object(std::uint32_t id, bool by_path) {
    multiplayer::SyncObject object;
    object.id = id;
    object.by_path = by_path;
    return object;
  }

  Game game;
  Project project;
  Memories memories;
  Message message{.link = &game.to_red};
  [[nodiscard]] Received received(End from = End::second) {
    return {.state = game.state, .link = *game.to_red.godot, .message = message, .from = from, .frame = frame};
  }
  /// A message from the server to red, or from red to the server.
  [[nodiscard]] const Builder& built(const auto& event, auto function, End from = End::second) {
    Builder& builder = *builders.emplace_back(std::make_unique<Builder>(received(from), host(memories)));
    builder.command({});
    (builder.*function)(event);
    return builder;
  }

  std::vector<std::unique_ptr<Builder>> builders;
};

}  // namespace godot::analysis::account

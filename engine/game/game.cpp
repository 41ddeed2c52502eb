// SPDX-License-Identifier: MIT
#include "engine/game/game.h"

#include "analysis/game/learning/engine_errors.h"
#include "answers/questions/plots/plots.h"
#include "base/names/engine_methods.h"
#include "base/names/source.h"

namespace godot::engine {
namespace {

Game* current_game = nullptr;

/// The sources of names, in the order in which they are asked: a running game knows best.
struct Sources {
  analysis::Knowledge knowledge;
  analysis::GameProjects projects{[] { Game::current().refresh_names(); }};
  analysis::EngineMethods engine;
  LibraryMethods libraries;

  Sources() {
    for (const analysis::names::Source* each : {static_cast<const analysis::names::Source*>(&knowledge),
                                                static_cast<const analysis::names::Source*>(&projects.source),
                                                static_cast<const analysis::names::Source*>(&engine)})
      analysis::names::add_source(*each);
    libraries.add();
  }
};

Sources& sources() {
  static Sources all;
  return all;
}

}  // namespace

Game::Game(const Settings& settings)
    : settings(settings), knowledge(sources().knowledge), projects(sources().projects) {
  current_game = this;
  knowledge.forget();
  analysis::begin_engine_errors();
}

Game::~Game() { current_game = nullptr; }

Game& Game::current() noexcept { return *current_game; }

void Game::refresh_names() {
  if (folders_.take_turn()) projects.read(folders_.with_recorded(settings.projects));
}

void Game::saw_project_folder(std::string_view folder) {
  if (settings.recorded_project) folders_.saw(folder);
}

std::vector<std::string> Game::project_names() {
  refresh_names();
  return projects.source.names_of_projects();
}

std::string Game::project_fault() {
  refresh_names();
  return projects.source.fault_of_folder();
}

void Game::add_numbers(const Packet& packet, const analysis::Message& message, const analysis::Route& route,
                       const analysis::plots::WatchedValue& where, const analysis::plots::ValueNumbers& numbers) {
  if (packet.numbers == nullptr || where.node == nullptr || numbers.count == 0 || message.is_copy()) return;
  const analysis::annotation::PeerTexts peers = peer_texts(packet);
  packet.numbers->add(packet.arena(), where, numbers, peers.sender(message, route, packet.source.port),
                      peers.receiver(message, route, packet.destination.port));
}

}  // namespace godot::engine

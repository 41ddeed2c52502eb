// SPDX-License-Identifier: MIT
// The ways to read a message, by their names in vectors and seeds.
#pragma once

#include <stdexcept>
#include <string_view>

#include "codec/multiplayer/walk.h"

namespace godot::test {

struct How {
  std::string_view name;
  multiplayer::Options options;
};

inline const How hows[] = {
    {"scene", {.api = multiplayer::Api::scene}},
    {"redot", {.api = multiplayer::Api::scene, .dialect = &variant::dialect(variant::Generation::redot)}},
    {"scene by_id", {.api = multiplayer::Api::scene, .confirm = multiplayer::ConfirmForm::by_id}},
    {"scene by_path", {.api = multiplayer::Api::scene, .confirm = multiplayer::ConfirmForm::by_path}},
    {"assigned", {.api = multiplayer::Api::scene, .carrier = multiplayer::Carrier::assigned_id}},
    {"named", {.api = multiplayer::Api::named}},
    {"godot2", {.api = multiplayer::Api::named, .dialect = &variant::dialect(variant::Generation::godot2)}},
    {"enet_12", {.api = multiplayer::Api::named, .carrier = multiplayer::Carrier::enet_12}},
    {"enet_8", {.api = multiplayer::Api::named, .carrier = multiplayer::Carrier::enet_8}},
    {"config", {.api = multiplayer::Api::named, .carrier = multiplayer::Carrier::enet_config}},
    {"websocket", {.api = multiplayer::Api::named, .carrier = multiplayer::Carrier::websocket}},
    {"packet_8", {.api = multiplayer::Api::none, .carrier = multiplayer::Carrier::enet_8}},
    {"packet_12", {.api = multiplayer::Api::none, .carrier = multiplayer::Carrier::enet_12}},
    {"packet_websocket", {.api = multiplayer::Api::none, .carrier = multiplayer::Carrier::websocket}},
};

inline const multiplayer::Options& how(std::string_view name) {
  for (const How& row : hows) {
    if (row.name == name) return row.options;
  }
  throw std::invalid_argument("no such way to read a message: " + std::string(name));
}

}  // namespace godot::test

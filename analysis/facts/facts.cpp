// SPDX-License-Identifier: MIT
#include "analysis/facts/facts.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace godot::analysis::facts {

namespace {

struct KindRow {
  const char* name;
  const char* colour;
  const char* filter = nullptr;
};
constexpr KindRow kinds[] = {
#define GODOT_KIND(id, name, colour, ...) {name, colour __VA_OPT__(, ) __VA_ARGS__},
#include "analysis/facts/item_kinds.def"
};

}  // namespace

const char* name(Kind kind) noexcept { return kinds[static_cast<unsigned>(kind)].name; }

const char* colour(Kind kind) noexcept { return kinds[static_cast<unsigned>(kind)].colour; }

const char* filter_of(std::string_view name) noexcept {
  const auto* row =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const KindRow& row) { return row.name == name; });
  return row != std::end(kinds) ? row->filter : nullptr;
}

const char* name(Transport transport) noexcept {
  static constexpr std::array names = {
#define GODOT_TRANSPORT(id, name, peer) name,
#include "codec/multiplayer/transports.def"
      "UDP",
      "TCP",
  };
  return names[static_cast<unsigned>(transport)];
}

const char* name(Mode mode) noexcept {
  static constexpr std::array<const char*, 3> names = {"unreliable", "ordered", "reliable"};
  return names[static_cast<unsigned>(mode)];
}

}  // namespace godot::analysis::facts

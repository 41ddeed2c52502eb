// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/errors/engine_errors.h"

#include <algorithm>
#include <charconv>

#include "plugin/analysis/multiplayer/names.h"

namespace godot::plugin {
namespace {

/// What stands between two texts, the last one searched behind the first; empty: not there.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin + before.size());
  const std::size_t end = text.find(after);
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

template <class Number>
bool number(std::string_view text, Number& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size();
}

EngineErrors* current = nullptr;

}  // namespace

EngineErrors& engine_errors() {
  if (current == nullptr) begin_engine_errors();
  return *current;
}

void begin_engine_errors() {
  delete current;
  current = new EngineErrors;
}

bool EngineErrors::parse(std::string_view text, Parsed& parsed) {
  parsed.source = 0;
  if (text.starts_with("RPC '")) {
    parsed.kind = Kind::refused;
    parsed.method = between(text, "RPC '", "' is not allowed on node ");
    parsed.path = between(text, "' is not allowed on node ", " from: ");
    return !parsed.method.empty() && !parsed.path.empty() && number(between(text, " from: ", "."), parsed.source);
  }
  if (text.starts_with("Node not found: \"")) {
    parsed.kind = Kind::not_found;
    parsed.path = between(text, "Node not found: \"", "\" (relative to ");
    return !parsed.path.empty();
  }
  if (text.starts_with("Failed to get path from RPC: ")) {
    parsed.kind = Kind::no_path;
    parsed.path = text.substr(text.find(": ") + 2);
    if (parsed.path.ends_with('.')) parsed.path.remove_suffix(1);
    return !parsed.path.empty();
  }
  if (text.starts_with("Failed to get cached node from peer ")) {
    parsed.kind = Kind::no_cached;
    return number(between(text, "from peer ", " with cache ID "), parsed.source) &&
           number(between(text, " with cache ID ", "."), parsed.node_id);
  }
  if (text.starts_with("The rpc node checksum failed.")) {
    constexpr std::string_view before = "Node path: ";
    const std::size_t begin = text.find(before);
    if (begin == std::string_view::npos) return false;
    parsed.kind = Kind::checksum;
    parsed.path = text.substr(begin + before.size());
    return !parsed.path.empty();
  }
  return false;
}

void EngineErrors::said(std::string_view path, const Said& said) {
  const auto add = [&said](std::deque<Said>& all) {
    while (!all.empty() && (all.front().time < said.time - window || all.size() > most)) all.pop_front();
    all.push_back(said);
  };
  if (!path.empty()) add(recent_[TextHash{}(path)]);
  if (!said.announces && !said.by_path)
    add(recent_by_id_[hash_numbers(static_cast<std::uint32_t>(said.source), said.node_id)]);
}

bool EngineErrors::fits(const Said& said, const Parsed& error, std::uint32_t connection, std::uint64_t host) const {
  if ((said.errors >> static_cast<unsigned>(error.kind) & 1U) != 0 || said.host != host) return false;
  if (error.source != 0 && said.source != error.source) return false;
  if (const auto mine = peer_of_.find(connection); mine != peer_of_.end() && mine->second != said.receiver)
    return false;
  if (const auto its = connection_of_.find(said.receiver); its != connection_of_.end() && its->second != connection)
    return false;
  switch (error.kind) {
    case Kind::checksum: return said.announces;
    case Kind::no_path: return !said.announces && said.by_path;
    case Kind::no_cached: return !said.announces && !said.by_path && said.node_id == error.node_id;
    case Kind::not_found: return true;
    case Kind::refused: break;
  }
  if (said.announces) return false;
  if (said.method != 0) return said.method == TextHash{}(error.method);
  const names::Node node = {.path = said.path, .rpc_md5 = said.md5};
  const names::Name name = said.path != nullptr ? names::method(node, said.method_id) : names::Name{};
  return !name || name.certainty != names::Certainty::certain || error.method == name.text;
}

void EngineErrors::error(Place place, std::string_view text, std::uint32_t connection, std::uint64_t host,
                         std::int64_t time) {
  Parsed parsed{};
  if (!parse(text, parsed)) return;
  Said* only = nullptr;
  bool several = false;
  const auto look = [&](std::unordered_map<std::uint64_t, std::deque<Said>>& all, std::uint64_t key) {
    const auto found = all.find(key);
    if (found == all.end()) return false;
    if (found->second.size() > most) several = true;  // others may have been dropped
    for (Said& said : found->second) {
      if (said.time < time - window || said.time > time || !fits(said, parsed, connection, host)) continue;
      several = several || only != nullptr;
      only = &said;
    }
    return true;
  };
  if (parsed.kind == Kind::no_cached) {
    look(recent_by_id_, hash_numbers(static_cast<std::uint32_t>(parsed.source), parsed.node_id));
  } else {
    // The wire has the path below the multiplayer root, the error often the one below the tree's.
    constexpr unsigned deepest = 16;
    std::string_view path = parsed.path;
    if (path.starts_with('/')) path.remove_prefix(1);
    for (unsigned depth = 0; depth < deepest && !path.empty() && !look(recent_, TextHash{}(path)); ++depth) {
      const std::size_t slash = path.find('/');
      path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    }
  }
  if (only == nullptr || several) return;
  only->errors = static_cast<std::uint8_t>(only->errors | 1U << static_cast<unsigned>(parsed.kind));
  causes_.emplace(place, only->place.frame);
  errors_.emplace(only->place, place.frame);
  if (only->receiver == 0) return;
  peer_of_.emplace(connection, only->receiver);
  connection_of_.emplace(only->receiver, connection);
}

std::uint32_t EngineErrors::cause_of(Place error) const {
  const auto found = causes_.find(error);
  return found != causes_.end() ? found->second : 0;
}

std::uint32_t EngineErrors::error_in(Place message) const {
  const auto found = errors_.find(message);
  return found != errors_.end() ? found->second : 0;
}

}  // namespace godot::plugin

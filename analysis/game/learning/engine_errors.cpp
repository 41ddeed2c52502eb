// SPDX-License-Identifier: MIT
#include "analysis/game/learning/engine_errors.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/names/source.h"

namespace godot::analysis {
namespace {

/// The text between two texts, the second searched after the first; empty if one is missing.
std::string_view text_between(std::string_view text, std::string_view before, std::string_view after) {
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
    parsed.method = text_between(text, "RPC '", "' is not allowed on node ");
    parsed.path = text_between(text, "' is not allowed on node ", " from: ");
    return !parsed.method.empty() && !parsed.path.empty() && number(text_between(text, " from: ", "."), parsed.source);
  }
  if (text.starts_with("Node not found: \"")) {
    parsed.kind = Kind::not_found;
    parsed.path = text_between(text, "Node not found: \"", "\" (relative to ");
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
    return number(text_between(text, "from peer ", " with cache ID "), parsed.source) &&
           number(text_between(text, " with cache ID ", "."), parsed.node_id);
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

void EngineErrors::drop_first() {
  recent_.pop_front();
  ++first_;
}

void EngineErrors::add(std::string_view path, const Message& message) {
  while (!recent_.empty() && recent_.front().message.time < message.time - window) drop_first();
  if (recent_.size() == most_recent) {
    dropped_until_ = std::max(dropped_until_, recent_.front().message.time);
    drop_first();
  }
  const Number number = first_ + recent_.size();
  const auto replace = [number](Last& last, std::uint64_t key) { return std::exchange(last[key], number); };
  const std::int64_t newest = recent_.empty() ? message.time : std::max(message.time, recent_.back().newest);
  Kept kept = {.message = message, .before_of_path = 0, .before_of_id = 0, .newest = newest};
  if (!path.empty()) kept.before_of_path = replace(last_of_path_, TextHash{}(path));
  if (!message.announces && !message.by_path)
    kept.before_of_id = replace(last_of_id_, hash_numbers(static_cast<std::uint32_t>(message.source), message.node_id));
  recent_.push_back(kept);
}

bool EngineErrors::fits(const Message& message, const Parsed& error, std::uint32_t connection,
                        std::uint64_t host) const {
  if ((message.errors >> static_cast<unsigned>(error.kind) & 1U) != 0 || message.host != host) return false;
  if (error.source != 0 && message.source != error.source) return false;
  if (const auto mine = peer_of_.find(connection); mine != peer_of_.end() && mine->second != message.receiver)
    return false;
  if (const auto its = connection_of_.find(message.receiver); its != connection_of_.end() && its->second != connection)
    return false;
  switch (error.kind) {
    case Kind::checksum: return message.announces;
    case Kind::no_path: return !message.announces && message.by_path;
    case Kind::no_cached: return message.node_id == error.node_id;  // only calls by number are found by it
    case Kind::not_found: return true;
    case Kind::refused: break;
  }
  if (message.announces) return false;
  if (message.method != 0) return message.method == TextHash{}(error.method);
  const names::Node node = {.path = message.path, .rpc_md5 = message.md5};
  const names::Name name = message.path != nullptr ? names::method(node, message.method_id) : names::Name{};
  return !name || name.certainty != names::Certainty::certain || error.method == name.text;
}

void EngineErrors::error(Place place, std::string_view text, std::uint32_t connection, std::uint64_t host,
                         std::int64_t time) {
  Parsed parsed{};
  if (!parse(text, parsed)) return;
  Message* only = nullptr;
  bool several = false;
  const auto look = [&](const Last& last, std::uint64_t key, Number Kept::*before) {
    const auto found = last.find(key);
    if (found == last.end()) return false;
    std::size_t looked_at = 0;
    for (Kept* one = kept(found->second); one != nullptr; one = kept(one->*before)) {
      if (one->newest < time - window) break;  // so are all before it
      // Those that are too old or too new count, too, in a capture that is not in order: this search must have an end.
      if (++looked_at > most) {
        several = true;
        break;
      }
      Message& message = one->message;
      if (message.time < time - window || message.time > time) continue;
      if (!fits(message, parsed, connection, host)) continue;
      several = several || only != nullptr;
      only = &message;
    }
    return true;
  };
  if (dropped_until_ >= time - window) several = true;  // one of the dropped messages may have caused it
  if (parsed.kind == Kind::no_cached) {
    look(last_of_id_, hash_numbers(static_cast<std::uint32_t>(parsed.source), parsed.node_id), &Kept::before_of_id);
  } else {
    // The wire has the path below the multiplayer root, the error often the path below the tree's root.
    constexpr unsigned deepest = 16;
    std::string_view path = parsed.path;
    if (path.starts_with('/')) path.remove_prefix(1);
    for (unsigned depth = 0;
         depth < deepest && !path.empty() && !look(last_of_path_, TextHash{}(path), &Kept::before_of_path); ++depth) {
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

}  // namespace godot::analysis

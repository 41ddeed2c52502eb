// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/state/state.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace godot::state {
namespace {

using facts::Item;
using facts::Kind;
using report::Cell;
using report::Column;
using report::Report;

using Peer = std::int32_t;
constexpr Peer everyone = 0;

/// When something happened, in the order of the messages; 0: never.
using Turn = std::uint64_t;

/// When, as people find it again.
struct When {
  Turn turn = 0;
  std::uint32_t frame = 0;
  facts::Time time = 0;
};

/// What a peer was sent last.
struct Sent {
  std::string text;
  Peer source = 0;
  When when;
};
using Property = std::map<Peer, Sent>;

struct Node {
  explicit Node(Node* above) : above(above) {}

  Node* above;
  std::map<std::string, std::unique_ptr<Node>, std::less<>> below;
  std::map<std::string, Property, std::less<>> properties;
  std::map<Peer, When> told;     ///< to whom anything of it was said
  std::map<Peer, When> spawned;  ///< for whom
  std::map<Peer, When> gone;     ///< for whom it was despawned
  Peer spawner = 0;              ///< who spawned it last
  const char* scene = nullptr;
};

struct Session {
  Node root{nullptr};
  std::unordered_map<const char*, Node*> by_path;
  std::map<Peer, When> left;
  std::map<Peer, const char*> names;
  std::set<Peer> heard;  ///< peers whose own links the capture has
};

Turn turn_of(const std::map<Peer, When>& times, Peer peer) {
  const auto found = times.find(peer);
  const auto all = times.find(everyone);
  return std::max(found != times.end() ? found->second.turn : 0, all != times.end() ? all->second.turn : 0);
}

/// Not in the middle of a character.
std::string cut(std::string_view text) {
  if (text.size() <= most_text) return std::string(text);
  std::size_t end = most_text;
  constexpr unsigned char continues = 0x80;
  constexpr unsigned char kind = 0xC0;
  while (end != 0 && (static_cast<unsigned char>(text[end]) & kind) == continues) --end;
  return std::string(text.substr(0, end)) + "\u2026";
}

std::string seconds(facts::Time time) {
  constexpr double second = 1e9;
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.6f s", static_cast<double>(time) / second);
  return text.data();
}

std::string peer_text(const Session& session, Peer peer) {
  if (peer == everyone) return "all";
  const auto named = session.names.find(peer);
  if (named != session.names.end()) return cut(named->second);
  return peer == 1 ? "server" : std::to_string(peer);
}

/// A value, and who was sent it.
struct Version {
  const Sent* sent;
  std::vector<Peer> receivers;
  bool left = false;  ///< nobody of them is here any more
};

/// What is known at the end: which of all that was told still holds.
class FinalState {
 public:
  explicit FinalState(const Session& session) : session_(session) {}

  [[nodiscard]] bool has_left(Peer peer, Turn since) const { return turn_of(session_.left, peer) > since; }

  /// Whether a peer has lost the node with one above it; if it has it again, since when.
  struct Loss {
    Turn turn = 0;
    bool is_lost = false;
  };
  [[nodiscard]] static Loss loss(const Node& node, Peer peer) {
    Loss loss;
    for (const Node* each = &node; each != nullptr; each = each->above) {
      const Turn gone = turn_of(each->gone, peer);
      if (gone == 0) continue;
      const Turn again = turn_of(each->spawned, peer);
      loss.is_lost = loss.is_lost || again < gone;
      loss.turn = std::max(loss.turn, again);
    }
    return loss;
  }

  [[nodiscard]] bool has(const Node& node, Peer peer) const {
    const Loss lost = loss(node, peer);
    return !lost.is_lost && turn_of(node.told, peer) != 0 && turn_of(node.told, peer) >= lost.turn;
  }

  /// Somebody has it.
  [[nodiscard]] bool is_there(const Node& node) const {
    return std::any_of(node.told.begin(), node.told.end(), [&](const auto& told) { return has(node, told.first); });
  }

  /// The values that hold, by age; where all receivers have left, the last one.
  [[nodiscard]] std::vector<Version> versions(const Node& node, const Property& property) const {
    std::map<std::pair<bool, std::string_view>, Version> found;
    bool any_here = false;
    for (const auto& [peer, sent] : property) {
      const Loss lost = loss(node, peer);
      if (lost.is_lost || sent.when.turn < lost.turn) continue;
      const bool left = has_left(peer, sent.when.turn);
      any_here = any_here || !left;
      Version& version = found[{left, sent.text}];
      if (version.receivers.empty() || version.sent->when.turn < sent.when.turn) version.sent = &sent;
      version.receivers.push_back(peer);
      version.left = left;
    }
    std::vector<Version> versions;
    for (auto& [key, version] : found) {
      if (!any_here || !version.left) versions.push_back(std::move(version));
    }
    std::sort(versions.begin(), versions.end(),
              [](const Version& a, const Version& b) { return a.sent->when.turn < b.sent->when.turn; });
    if (!any_here && versions.size() > 1) versions.erase(versions.begin(), versions.end() - 1);
    return versions;
  }

  [[nodiscard]] std::string receivers(const Version& version) const {
    std::string text;
    for (const Peer peer : version.receivers) text += (text.empty() ? "" : ", ") + peer_text(session_, peer);
    return text + (version.left ? " (left)" : "");
  }

  [[nodiscard]] const Session& session() const noexcept { return session_; }

 private:
  const Session& session_;
};

/// Writes the tree: a node is shown if it is there, or one below it.
class Writer {
 public:
  explicit Writer(const FinalState& state) : final_(state) {}

  [[nodiscard]] std::string take() && { return std::move(text_); }

  // No deeper than paths have levels.
  void write(const Node& node, std::string_view name, unsigned level) {  // NOLINT(misc-no-recursion)
    const std::size_t begin = text_.size();
    const bool is_root = node.above == nullptr;
    const bool is_there = final_.is_there(node);
    if (!is_root) write_node(node, name, level, is_there);
    if (is_there) {
      for (const auto& [member, property] : node.properties) write_property(node, member, property, level + 1);
    }
    const std::size_t own = text_.size();
    for (const auto& [child, below] : node.below) write(*below, child, is_root ? 0 : level + 1);
    if (!is_there && text_.size() == own) text_.resize(begin);
  }

 private:
  void indent(unsigned level) { text_.append(std::size_t{2} * level, ' '); }

  void write_node(const Node& node, std::string_view name, unsigned level, bool is_there) {
    indent(level);
    text_ += name;
    if (is_there) {
      if (node.scene != nullptr) text_ += "  " + cut(node.scene);
      const std::string whose = spawned(node);
      if (!whose.empty()) text_ += "  spawned by " + peer_text(final_.session(), node.spawner) + " for " + whose;
    }
    text_ += '\n';
  }

  [[nodiscard]] std::string spawned(const Node& node) const {
    std::string text;
    for (const auto& [peer, when] : node.spawned) {
      if (!final_.has(node, peer) || final_.has_left(peer, when.turn)) continue;
      text += (text.empty() ? "" : ", ") + peer_text(final_.session(), peer) + " (" + std::to_string(when.frame) + ")";
    }
    return text;
  }

  void write_property(const Node& node, std::string_view name, const Property& property, unsigned level) {
    const std::vector<Version> versions = final_.versions(node, property);
    if (versions.empty()) return;
    indent(level);
    if (versions.size() == 1) {
      text_ += name;
      write_version(versions.front());
      return;
    }
    text_ += std::string(name) + "  \u2260\n";
    for (const Version& version : versions) {
      indent(level + 1);
      write_version(version);
    }
  }

  void write_version(const Version& version) {
    const Sent& sent = *version.sent;
    const std::string from = sent.source != 0 ? peer_text(final_.session(), sent.source) : "?";
    text_ += " = " + sent.text + "  [" + from + " \u2192 " + final_.receivers(version) + ", frame " +
             std::to_string(sent.when.frame) + ", " + seconds(sent.when.time) + "]\n";
  }

  const FinalState& final_;
  std::string text_;
};

using Type = Column::Type;
const std::vector<Column>& columns() {
  static const std::vector<Column> rows = {
      {"session", "Session", Type::count, 0},
      {"node", "Node", Type::text, 0},
      {"scene", "Scene", Type::text, 0},
      {"property", "Property", Type::text, 0},
      {"value", "Value", Type::text, 0},
      {"from", "From", Type::text, 0},
      {"to", "To", Type::text, 0},
      {"frame", "Frame", Type::count, 0},
      {"time", "Time", Type::number, 6},
      {"differs", "Differs", Type::count, 0},
  };
  return rows;
}

class World final : public Moment {
 public:
  World(std::uint32_t until, std::size_t entries) : until_(until), room_(entries) {}

  void hear(facts::Frame& frame) override {
    if (frame.number > until_) return;
    last_ = {.turn = 0, .frame = frame.number, .time = frame.time};
    for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      for (const Item* item = envelope->items; item != nullptr; item = item->next) {
        if (!item->again && !item->malformed) hear(*item, frame);
      }
    }
  }

  [[nodiscard]] Report answer() const override {
    Report report = {.title = title(), .columns = columns()};
    for (const auto& [number, session] : sessions_) {
      const FinalState final_state(session);
      append(report, number, final_state, session.root, "");
    }
    if (left_out_ != 0) report.notes.push_back(note());
    return report;
  }

  [[nodiscard]] std::string tree() const override {
    std::string text = title() + "\n";
    for (const auto& [number, session] : sessions_) {
      text += sessions_.size() > 1 ? "\nGame " + std::to_string(number) + "\n" : "\n";
      const FinalState final_state(session);
      Writer writer(final_state);
      writer.write(session.root, "", 0);
      text += std::move(writer).take();
    }
    return left_out_ != 0 ? text + "\n" + note() + "\n" : text;
  }

 private:
  void hear(const Item& item, const facts::Frame& frame) {
    if (item.session == 0) return;
    const bool is_known = sessions_.contains(item.session);
    if (!is_known && item.parts == nullptr && item.values == nullptr) return;
    if (!is_known && !has_room()) return;
    Session& session = sessions_[item.session];
    const When now = {.turn = ++turn_, .frame = frame.number, .time = frame.time};
    learn_names(session, item);
    if (item.left > 0 && (session.left.contains(item.left) || has_room())) session.left[item.left] = now;
    if (!is_message(item.kind)) return;
    if (item.hop_target > 0 && !session.heard.contains(item.hop_target) && has_room())
      session.heard.insert(item.hop_target);
    Peer receiver = everyone;
    if (!receives(session, item, receiver)) return;
    for (const facts::Part* part = item.parts; part != nullptr; part = part->next)
      hear(session, item, *part, receiver, now);
    for (const facts::Value* value = item.values; value != nullptr; value = value->next)
      hear(session, item, *value, receiver, now);
  }

  void learn_names(Session& session, const Item& item) {
    learn_name(session, item.source, item.source_name);
    learn_name(session, item.target, item.target_name);
    learn_name(session, item.hop_target, item.hop_target_name);
  }

  void learn_name(Session& session, Peer peer, const char* name) {
    if (name == nullptr || peer < 0 || (!session.names.contains(peer) && !has_room())) return;
    session.names[peer] = name;
  }

  /// Whom this brings it to; false: it is on its way to one who will be seen to get it.
  static bool receives(const Session& session, const Item& item, Peer& receiver) {
    receiver = item.target_known && item.target > 0 ? item.target : item.hop_target;
    return item.hop_target <= 0 || receiver == item.hop_target || !session.heard.contains(receiver);
  }

  void hear(Session& session, const Item& item, const facts::Part& part, Peer receiver, const When& now) {
    if (part.node == nullptr || item.kind == Kind::confirm_path) return;
    Node* node = find(session, part.node);
    if (node == nullptr) return;
    if (item.kind == Kind::despawn) {
      put(node->gone, receiver, now);
      return;
    }
    put(node->told, receiver, now);
    if (item.kind == Kind::spawn) {
      put(node->spawned, receiver, now);
      node->spawner = item.source;
    }
    const bool has_scene = item.kind == Kind::spawn || item.kind == Kind::sync;
    if (has_scene && part.scene != nullptr) node->scene = part.scene;
  }

  void hear(Session& session, const Item& item, const facts::Value& value, Peer receiver, const When& now) {
    Node* node = find(session, value.node);
    if (node == nullptr || value.member == nullptr) return;
    auto property = node->properties.find(std::string_view(value.member));
    if (property == node->properties.end()) {
      if (!has_room()) return;
      property = node->properties.try_emplace(cut(value.member)).first;
    }
    const auto sent = property->second.find(receiver);
    if (sent == property->second.end() && !has_room()) return;
    property->second[receiver] = {.text = cut(value.text), .source = item.source, .when = now};
  }

  void put(std::map<Peer, When>& times, Peer peer, const When& now) {
    const auto found = times.find(peer);
    if (found != times.end()) found->second = now;
    else if (has_room()) times[peer] = now;
  }

  /// By its path's levels; null: there is no room.
  Node* find(Session& session, const char* path) {
    const auto known = session.by_path.find(path);
    if (known != session.by_path.end()) return known->second;
    std::string_view rest = path;
    if (rest.size() > most_path) ++left_out_;
    if (rest.size() > most_path || !has_room()) return nullptr;
    Node* node = &session.root;
    for (std::size_t level = 1; !rest.empty(); ++level) {
      const std::size_t slash = level == most_levels ? std::string_view::npos : rest.find('/');
      const std::string_view name = rest.substr(0, slash);
      rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
      if (name.empty()) continue;
      auto below = node->below.find(name);
      if (below == node->below.end()) {
        if (!has_room()) return nullptr;
        below = node->below.emplace(name, std::make_unique<Node>(node)).first;
      }
      node = below->second.get();
    }
    session.by_path.emplace(path, node);
    return node;
  }

  bool has_room() {
    if (room_ == 0) {
      ++left_out_;
      return false;
    }
    --room_;
    return true;
  }

  // No deeper than paths have levels.
  void append(Report& report, std::uint32_t number, const FinalState& final_state,
              const Node& node,  // NOLINT(*-no-recursion)
              const std::string& path) const {
    const bool is_there = final_state.is_there(node);
    std::size_t values = 0;
    const Cell scene = node.scene != nullptr ? Cell::of(cut(node.scene)) : Cell{};
    for (const auto& [member, property] : node.properties) {
      if (!is_there) break;
      const std::vector<Version> versions = final_state.versions(node, property);
      for (const Version& version : versions) {
        const Sent& sent = *version.sent;
        constexpr double second = 1e9;
        report.rows.push_back({Cell::of(std::uint64_t{number}), Cell::of(path), scene, Cell::of(member),
                               Cell::of(sent.text),
                               sent.source != 0 ? Cell::of(peer_text(final_state.session(), sent.source)) : Cell{},
                               Cell::of(final_state.receivers(version)), Cell::of(std::uint64_t{sent.when.frame}),
                               Cell::of(static_cast<double>(sent.when.time) / second),
                               Cell::of(std::uint64_t{versions.size() > 1 ? 1U : 0U})});
        ++values;
      }
    }
    if (is_there && values == 0) {
      report.rows.push_back({Cell::of(std::uint64_t{number}), Cell::of(path), scene});
      report.rows.back().resize(columns().size());
    }
    for (const auto& [name, below] : node.below) {
      std::string below_path = path;
      if (!path.empty()) below_path += '/';
      below_path += name;
      append(report, number, final_state, *below, below_path);
    }
  }

  [[nodiscard]] std::string title() const {
    return "State at packet " + std::to_string(last_.frame) + " (" + seconds(last_.time) + ")";
  }

  [[nodiscard]] std::string note() const {
    return "There was no room for " + std::to_string(left_out_) + " more nodes, properties and receivers.";
  }

  std::uint32_t until_;
  std::size_t room_;
  std::uint64_t left_out_ = 0;
  Turn turn_ = 0;
  When last_;
  std::map<std::uint32_t, Session> sessions_;
};

}  // namespace

std::unique_ptr<Moment> make_moment(std::uint32_t until, std::size_t entries) {
  return std::make_unique<World>(until, entries);
}

}  // namespace godot::state

// SPDX-License-Identifier: MIT
#include "answers/questions/states/state_at_packet.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/duration.h"
#include "base/time.h"
#include "codec/core/utf8.h"

namespace godot::analysis::state {
namespace {

using facts::Item;
using facts::Kind;
using report::Cell;
using report::Column;
using report::Report;

using Peer = std::int32_t;
constexpr Peer everyone = 0;

/// The limit of a round, in which a sender sends a value to one peer after another.
constexpr facts::Time longest_round = 100 * millisecond;

/// Ages that differ by less are equal.
constexpr facts::Time same_age = millisecond;

/// The time of a message, and its place in the order; 0: never.
using Turn = std::uint64_t;

/// A time that users can find in the capture.
struct When {
  Turn turn = 0;
  std::uint32_t frame = 0;
  facts::Time time = 0;
};

/// The key of an ENet command's transmission, and its result.
struct Sending {
  std::uint32_t frame = 0;
  std::uint8_t channel = 0;
  std::uint16_t sequence = 0;
  std::uint32_t arrives_in = 0;     ///< frame; 0: not known
  std::uint32_t acked_in = 0;       ///< frame; 0: not known
  std::uint32_t sent_again_in = 0;  ///< the frame that has it again; 0: none
  bool lost = false;

  [[nodiscard]] auto key() const { return std::tuple(frame, channel, sequence); }
};

/// The last value sent to a peer.
struct Sent {
  std::string text;
  Peer source = 0;
  When when;
  std::uint32_t round = 0;  ///< the round of its property in which it was sent
  Sending sending = {};
};

/// A round is one value that its sender sends to one peer after another.
struct Property {
  std::map<Peer, Sent> sent;
  std::map<Peer, Sent> relayed;  ///< on its way through the server, whose own packet follows
  std::map<Peer, When> next;     ///< peers that get the newest value only after the packet
  Peer newest = everyone;        ///< the last receiver of the newest value
  std::uint32_t round = 0;
  facts::Time begun = 0;    ///< when the round has begun
  bool is_settled = false;  ///< after the packet: a newer value was sent, or the round took too long
};

struct Node {
  explicit Node(Node* above) : above(above) {}

  Node* above;
  std::map<std::string, std::unique_ptr<Node>, std::less<>> below;
  std::map<std::string, Property, std::less<>> properties;
  std::map<Peer, When> reached;  ///< peers that got anything for the node
  std::map<Peer, When> spawned;  ///< peers it was spawned for
  std::map<Peer, When> gone;     ///< peers for which it was despawned
  Peer spawner = 0;              ///< the peer that has spawned the node last
  const char* scene = nullptr;
};

struct Session {
  Node root{nullptr};
  std::unordered_map<const char*, Node*> by_path;
  std::map<Peer, When> left;
  std::map<Peer, const char*> names;
  std::set<Peer> captured;  ///< peers whose own links are in the capture
  std::set<Peer> leaving;   ///< peers that leave soon after the packet
};

Turn turn_of(const std::map<Peer, When>& times, Peer peer) {
  const auto found = times.find(peer);
  const auto all = times.find(everyone);
  return std::max(found != times.end() ? found->second.turn : 0, all != times.end() ? all->second.turn : 0);
}

/// Not inside a character.
std::string cut(std::string_view text) {
  if (text.size() <= most_text) return std::string(text);
  return std::string(text.substr(0, utf8_boundary(text, most_text))) + "\u2026";
}

std::string seconds(facts::Time time) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.6f s", in_seconds(time));
  return text.data();
}

std::string peer_text(const Session& session, Peer peer) {
  if (peer == everyone) return "all";
  const auto named = session.names.find(peer);
  if (named != session.names.end()) return cut(named->second);
  return peer == 1 ? "server" : std::to_string(peer);
}

/// 0.014 ms, 51.4 ms, 3.20 s
std::string duration(facts::Time time) {
  const auto length = static_cast<double>(time);
  std::array<char, 32> text;
  if (length < 10 * millisecond) std::snprintf(text.data(), text.size(), "%.3f ms", length / millisecond);
  else if (length < second) std::snprintf(text.data(), text.size(), "%.1f ms", length / millisecond);
  else std::snprintf(text.data(), text.size(), "%.2f s", length / second);
  return text.data();
}

/// A receiver's relation to the newest value.
enum class Standing : std::uint8_t {
  sent,
  on_its_way,    ///< sent, and certainly not arrived
  lost,          ///< sent, and never arrives
  not_yet_sent,  ///< its packet comes later, in the same round
  undecided,     ///< the capture, or the receiver's stay, ends before a decision
  differs,
};

const char* name(Standing standing) {
  switch (standing) {
    case Standing::sent: return "sent";
    case Standing::on_its_way: return "on its way";
    case Standing::lost: return "lost";
    case Standing::not_yet_sent: return "not yet sent";
    case Standing::undecided: return "undecided";
    case Standing::differs: return "differs";
  }
  return "";
}

/// A value and its receivers.
struct Version {
  const Sent* sent;  ///< null: nothing sent so far
  std::vector<Peer> receivers;
  bool left = false;  ///< all of them have left
  Standing standing = Standing::sent;
  When until = {};  ///< when it arrives, or is sent; frame 0: unknown
};

bool is_different(const std::vector<Version>& versions) {
  return std::any_of(versions.begin(), versions.end(),
                     [](const Version& version) { return version.standing == Standing::differs; });
}

/// Retransmissions, by the frame, channel and number of each.
using Resent = std::map<decltype(Sending{}.key()), Sending>;

/// State shared by all sessions.
struct Capture {
  When packet;          ///< the packet whose state is requested
  facts::Time end = 0;  ///< the time of the capture's last frame
  Resent resent;
};

/// Decides at the end which of the sent values are still valid.
class FinalState {
 public:
  FinalState(const Session& session, const Capture& capture) : session_(session), capture_(capture) {}

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
    return !lost.is_lost && turn_of(node.reached, peer) != 0 && turn_of(node.reached, peer) >= lost.turn;
  }

  /// True if a peer has it.
  [[nodiscard]] bool is_there(const Node& node) const {
    return std::any_of(node.reached.begin(), node.reached.end(),
                       [&](const auto& reached) { return has(node, reached.first); });
  }

  /// The valid values, by age; if all receivers have left, the last one.
  [[nodiscard]] std::vector<Version> versions(const Node& node, const Property& property) const {
    std::vector<Version> versions;
    bool any_here = false;
    for (const auto& [peer, sent] : property.sent) {
      const Loss lost = loss(node, peer);
      if (lost.is_lost || sent.when.turn < lost.turn || is_outdated(property, peer, sent)) continue;
      const bool left = has_left(peer, sent.when.turn);
      any_here = any_here || !left;
      versions.push_back({.sent = &sent, .receivers = {peer}, .left = left});
    }
    std::stable_sort(versions.begin(), versions.end(),
                     [](const Version& a, const Version& b) { return a.sent->when.turn < b.sent->when.turn; });
    if (any_here) std::erase_if(versions, [](const Version& version) { return version.left; });
    if (versions.empty()) return versions;
    const Sent& newest = *versions.back().sent;
    if (any_here) {
      for (Version& version : versions) judge(version, property, newest);
    }
    versions = grouped(versions);
    if (!any_here) versions.erase(versions.begin(), versions.end() - 1);
    add_not_yet_sent(versions, node, property, newest);
    return versions;
  }

  [[nodiscard]] facts::Time age(const Sent& sent) const noexcept { return capture_.packet.time - sent.when.time; }

  [[nodiscard]] std::string receivers(const Version& version) const {
    std::string text;
    for (const Peer peer : version.receivers) text += (text.empty() ? "" : ", ") + peer_text(session_, peer);
    return text + (version.left ? " (left)" : "");
  }

  [[nodiscard]] const Session& session() const noexcept { return session_; }
  [[nodiscard]] const When& packet() const noexcept { return capture_.packet; }

 private:
  /// The sender of the property itself has the new value; and so has everyone to whom something later was sent.
  static bool is_outdated(const Property& property, Peer peer, const Sent& sent) {
    const auto newest = property.sent.find(property.newest);
    const auto all = property.sent.find(everyone);
    const auto is_later = [&](auto found) {
      return found != property.sent.end() && found->second.when.turn > sent.when.turn;
    };
    return (is_later(newest) && newest->second.source == peer) || is_later(all);
  }

  void judge(Version& version, const Property& property, const Sent& newest) const {
    const Sent& sent = *version.sent;
    const Peer peer = version.receivers.front();
    if (sent.text == newest.text) return judge_arrival(version);
    const auto relayed = property.relayed.find(peer);
    const auto next = next_of(property, peer, newest);
    if (next != nullptr) version.until = *next;
    if (relayed != property.relayed.end() && relayed->second.text == newest.text) {
      version.standing = Standing::on_its_way;
    } else if (next != nullptr) {
      version.standing = Standing::not_yet_sent;
    } else if (capture_.end - newest.when.time < longest_round || session_.leaving.contains(peer)) {
      version.standing = Standing::undecided;
    } else {
      version.standing = Standing::differs;
    }
  }

  /// When the newest value is sent to a peer; null: never, or there is a newer one by then.
  static const When* next_of(const Property& property, Peer peer, const Sent& newest) {
    const auto last = property.sent.find(property.newest);
    const auto next = property.next.find(peer);
    const bool is_same = last != property.sent.end() && last->second.text == newest.text;
    return is_same && next != property.next.end() ? &next->second : nullptr;
  }

  /// A frame after the packet shows that it arrived later; an acknowledgement is no earlier than the command.
  void judge_arrival(Version& version) const {
    Sending sending = version.sent->sending;
    constexpr unsigned most_times = 64;
    for (unsigned times = 0; times != most_times; ++times) {
      const std::uint32_t frame = sending.arrives_in != 0 ? sending.arrives_in : sending.acked_in;
      if (frame != 0 && frame <= capture_.packet.frame) return;
      if (frame != 0) {
        version.standing = Standing::on_its_way;
        version.until.frame = frame;
        return;
      }
      const auto again = capture_.resent.find({sending.sent_again_in, sending.channel, sending.sequence});
      if (again == capture_.resent.end()) break;
      sending = again->second;
    }
    if (sending.lost && sending.sent_again_in == 0) version.standing = Standing::lost;
  }

  /// Receivers of one value, of one age, with the same relation to the newest value.
  static std::vector<Version> grouped(const std::vector<Version>& single) {
    std::vector<Version> groups;
    for (const Version& version : single) {
      const auto fits = [&](const Version& group) {
        return group.sent->text == version.sent->text && group.sent->source == version.sent->source &&
               group.standing == version.standing && group.left == version.left &&
               version.sent->when.time - group.sent->when.time < same_age;
      };
      const auto group = groups.empty() || !fits(groups.back()) ? groups.end() : groups.end() - 1;
      if (group == groups.end()) {
        groups.push_back(version);
      } else {
        group->receivers.push_back(version.receivers.front());
        group->sent = version.sent;
        if (group->until.frame < version.until.frame) group->until = version.until;
      }
    }
    for (Version& group : groups) std::sort(group.receivers.begin(), group.receivers.end());
    return groups;
  }

  /// Peers that have the node, and get their first value after the packet.
  void add_not_yet_sent(std::vector<Version>& versions, const Node& node, const Property& property,
                        const Sent& newest) const {
    for (const auto& [peer, when] : property.next) {
      if (property.sent.contains(peer) || !has(node, peer) || next_of(property, peer, newest) == nullptr) continue;
      versions.push_back({.sent = nullptr, .receivers = {peer}, .standing = Standing::not_yet_sent, .until = when});
    }
  }

  const Session& session_;
  const Capture& capture_;
};

/// Writes the tree: a node is shown if it exists, or one below it does.
class Writer {
 public:
  Writer(const FinalState& state, bool differences) : final_(state), differences_(differences) {}

  [[nodiscard]] std::string take() && { return std::move(text_); }

  // No deeper than paths have levels.
  void write(const Node& node, std::string_view name, unsigned level) {  // NOLINT(misc-no-recursion)
    const std::size_t begin = text_.size();
    const bool is_root = node.above == nullptr;
    const bool is_there = final_.is_there(node);
    if (!is_root) write_node(node, name, level, is_there);
    const std::size_t name_end = text_.size();
    if (is_there) {
      for (const auto& [member, property] : node.properties) write_property(node, member, property, level + 1);
    }
    const std::size_t own = differences_ ? name_end : text_.size();
    for (const auto& [child, below] : node.below) write(*below, child, is_root ? 0 : level + 1);
    if ((!is_there || differences_) && text_.size() == own) text_.resize(begin);
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
    if (versions.empty() || (differences_ && !is_different(versions))) return;
    indent(level);
    if (versions.size() == 1) {
      text_ += name;
      write_version(versions.front());
      return;
    }
    text_ += name;
    if (is_different(versions)) text_ += "  \u2260";
    text_ += '\n';
    for (const Version& version : versions) {
      indent(level + 1);
      write_version(version);
    }
  }

  void write_version(const Version& version) {
    if (version.sent == nullptr) {
      text_ += " = ?  [" + final_.receivers(version);
    } else {
      const Sent& sent = *version.sent;
      const std::string from = sent.source != 0 ? peer_text(final_.session(), sent.source) : "?";
      text_ += " = " + sent.text + "  [" + from + " \u2192 " + final_.receivers(version) + ", frame " +
               std::to_string(sent.when.frame) + ", " + duration(final_.age(sent)) + " ago";
    }
    write_standing(version);
    text_ += "]\n";
  }

  void write_standing(const Version& version) {
    const std::string frame = "frame " + std::to_string(version.until.frame);
    switch (version.standing) {
      case Standing::sent: break;
      case Standing::on_its_way:
        text_ += version.until.frame != 0 ? "; on its way until " + frame : "; on its way";
        break;
      case Standing::lost: text_ += "; lost on its way"; break;
      case Standing::not_yet_sent:
        text_ += "; not yet sent, " + frame + " is " + duration(version.until.time - final_.packet().time) + " later";
        break;
      case Standing::undecided: text_ += "; the capture ends before one can tell"; break;
      case Standing::differs: text_ += "; differs"; break;
    }
  }

  const FinalState& final_;
  bool differences_;
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
      {"age", "Age", Type::number, 6},
      {"standing", "Standing", Type::text, 0},
      {"until", "Until frame", Type::count, 0},
  };
  return rows;
}

class World final : public GameState {
 public:
  explicit World(const Scope& scope)
      : until_(scope.until), differences_(scope.differences_only), room_(scope.entries) {}

  void add(facts::Frame& frame) override {
    const bool is_later = frame.number > until_;
    if (!is_later) capture_.packet = {.turn = 0, .frame = frame.number, .time = frame.time};
    capture_.end = std::max(capture_.end, frame.time);
    for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      for (const Item* item = envelope->items; item != nullptr; item = item->next) {
        if (item->malformed) continue;
        if (item->again) add_retransmission(*item, frame);
        else if (is_later) add_later(*item, frame);
        else add(*item, frame);
      }
    }
  }

  [[nodiscard]] Report answer() const override {
    Report report = {.title = title(), .columns = columns()};
    for (const auto& [number, session] : sessions_) {
      const FinalState final_state(session, capture_);
      append(report, number, final_state, session.root, "");
    }
    report.not_judged = not_judged();
    return report;
  }

  [[nodiscard]] std::string tree() const override {
    std::string text = title() + "\n";
    for (const auto& [number, session] : sessions_) {
      text += sessions_.size() > 1 ? "\nGame " + std::to_string(number) + "\n" : "\n";
      const FinalState final_state(session, capture_);
      Writer writer(final_state, differences_);
      writer.write(session.root, "", 0);
      text += std::move(writer).take();
    }
    return text;
  }

  [[nodiscard]] std::vector<report::NotJudged> not_judged() const override {
    if (left_out_ == 0) return {};
    return {report::no_room(
        left_out_, std::to_string(left_out_) + " more nodes, properties and receivers, for which there was no room",
        "Give the number of an earlier packet, or read a part of the capture.")};
  }

 private:
  void add(const Item& item, const facts::Frame& frame) {
    const facts::Route& route = item.route();
    if (route.session == 0) return;
    const bool is_known = sessions_.contains(route.session);
    if (!is_known && item.parts == nullptr && item.values == nullptr) return;
    if (!is_known && !has_room()) return;
    Session& session = sessions_[route.session];
    const When now = {.turn = ++turn_, .frame = frame.number, .time = frame.time};
    learn_names(session, item);
    if (route.left > 0 && (session.left.contains(route.left) || has_room())) session.left[route.left] = now;
    if (!is_message(item.kind)) return;
    if (route.hop_target > 0 && !session.captured.contains(route.hop_target) && has_room())
      session.captured.insert(route.hop_target);
    Peer receiver = everyone;
    if (!receives(session, item, receiver)) {
      for (const facts::Value* value = item.values; value != nullptr; value = value->next)
        add_relayed(session, item, *value, receiver, now);
      return;
    }
    for (const facts::Part* part = item.parts; part != nullptr; part = part->next)
      add(session, item, *part, receiver, now);
    for (const facts::Value* value = item.values; value != nullptr; value = value->next)
      add(session, item, *value, receiver, now);
  }

  void learn_names(Session& session, const Item& item) {
    const facts::Route& route = item.route();
    learn_name(session, route.source, route.source_name);
    learn_name(session, route.target, route.target_name);
    learn_name(session, route.hop_target, route.hop_target_name);
  }

  void learn_name(Session& session, Peer peer, const char* name) {
    if (name == nullptr || peer < 0 || (!session.names.contains(peer) && !has_room())) return;
    session.names[peer] = name;
  }

  /// The receiver of this message; false: it is on its way to a receiver whose own hop is captured.
  static bool receives(const Session& session, const Item& item, Peer& receiver) {
    const facts::Route& route = item.route();
    receiver = route.receiver();
    return route.hop_target <= 0 || receiver == route.hop_target || !session.captured.contains(receiver);
  }

  void add(Session& session, const Item& item, const facts::Part& part, Peer receiver, const When& now) {
    if (part.node == nullptr || item.kind == Kind::confirm_path) return;
    Node* node = find(session, part.node);
    if (node == nullptr) return;
    if (item.kind == Kind::despawn) {
      put(node->gone, receiver, now);
      return;
    }
    if (part.is_lacked) return;
    put(node->reached, receiver, now);
    if (item.kind == Kind::spawn) {
      put(node->spawned, receiver, now);
      node->spawner = item.route().source;
    }
    const bool has_scene = item.kind == Kind::spawn || item.kind == Kind::sync;
    if (has_scene && part.scene != nullptr) node->scene = part.scene;
  }

  void add(Session& session, const Item& item, const facts::Value& value, Peer receiver, const When& now) {
    Node* node = find(session, value.node);
    if (node == nullptr || value.member == nullptr) return;
    auto property = node->properties.find(std::string_view(value.member));
    if (property == node->properties.end()) {
      if (!has_room()) return;
      property = node->properties.try_emplace(cut(value.member)).first;
    }
    Property& entry = property->second;
    const auto own = entry.sent.find(receiver);
    if (own == entry.sent.end() && !has_room()) return;
    std::string text = cut(value.text);
    const auto last = entry.sent.find(entry.newest);
    const bool goes_on = last != entry.sent.end() && last->second.text == text &&
                         last->second.source == item.route().source && now.time - entry.begun <= longest_round &&
                         (own == entry.sent.end() || own->second.round != entry.round);
    if (!goes_on) {
      ++entry.round;
      entry.begun = now.time;
    }
    entry.newest = receiver;
    entry.relayed.erase(receiver);
    entry.sent[receiver] = {.text = std::move(text),
                            .source = item.route().source,
                            .when = now,
                            .round = entry.round,
                            .sending = sending_of(item, now.frame)};
  }

  static Sending sending_of(const Item& item, std::uint32_t frame) {
    return {.frame = frame,
            .channel = item.channel,
            .sequence = item.sequence(),
            .arrives_in = item.fate().arrives_in,
            .acked_in = item.fate().acked_in,
            .sent_again_in = item.fate().sent_again_in,
            .lost = item.fate().lost};
  }

  /// The values that the server must relay: of properties that were sent to any peer.
  void add_relayed(Session& session, const Item& item, const facts::Value& value, Peer receiver, const When& now) {
    Property* property = known(session, value);
    if (property == nullptr || (!property->relayed.contains(receiver) && !has_room())) return;
    property->relayed[receiver] = {.text = cut(value.text), .source = item.route().source, .when = now};
  }

  /// Retransmissions at any time show when the message arrived.
  void add_retransmission(const Item& item, const facts::Frame& frame) {
    if (!item.fate().retransmission || item.values == nullptr) return;
    const Sending sending = sending_of(item, frame.number);
    if (has_room()) capture_.resent.emplace(sending.key(), sending);
  }

  /// After the packet, only those peers count that are sent the newest value before something newer is sent.
  void add_later(const Item& item, const facts::Frame& frame) {
    const facts::Route& route = item.route();
    const auto found = sessions_.find(route.session);
    if (found == sessions_.end() || frame.time - capture_.packet.time > longest_round) return;
    Session& session = found->second;
    if (route.left > 0 && (session.leaving.contains(route.left) || has_room())) session.leaving.insert(route.left);
    Peer receiver = everyone;
    if (!is_message(item.kind) || !receives(session, item, receiver)) return;
    for (const facts::Value* value = item.values; value != nullptr; value = value->next) {
      Property* property = known(session, *value);
      if (property == nullptr || property->is_settled) continue;
      const auto newest = property->sent.find(property->newest);
      property->is_settled = newest == property->sent.end() || newest->second.text != cut(value->text) ||
                             newest->second.source != route.source || frame.time - property->begun > longest_round;
      if (property->is_settled || property->next.contains(receiver) || !has_room()) continue;
      property->next[receiver] = {.turn = 0, .frame = frame.number, .time = frame.time};
    }
  }

  /// Null: nothing was sent for it so far.
  static Property* known(Session& session, const facts::Value& value) {
    const auto node = value.node != nullptr ? session.by_path.find(value.node) : session.by_path.end();
    if (node == session.by_path.end() || value.member == nullptr) return nullptr;
    const auto property = node->second->properties.find(cut(value.member));
    return property != node->second->properties.end() ? &property->second : nullptr;
  }

  void put(std::map<Peer, When>& times, Peer peer, const When& now) {
    const auto found = times.find(peer);
    if (found != times.end()) found->second = now;
    else if (has_room()) times[peer] = now;
  }

  /// By the levels of its path; null: there is no room.
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
      if (differences_ && !is_different(versions)) continue;
      for (const Version& version : versions) {
        report::Row row = {Cell::of(std::uint64_t{number}), Cell::of(path), scene, Cell::of(member)};
        append_version(row, final_state, version, is_different(versions));
        report.rows.push_back(row);
        ++values;
      }
    }
    if (is_there && values == 0 && !differences_) {
      report::Row row = {Cell::of(std::uint64_t{number}), Cell::of(path), scene};
      row.resize(columns().size());
      report.rows.push_back(row);
    }
    for (const auto& [name, below] : node.below) {
      std::string below_path = path;
      if (!path.empty()) below_path += '/';
      below_path += name;
      append(report, number, final_state, *below, below_path);
    }
  }

  static void append_version(report::Row& row, const FinalState& final_state, const Version& version, bool differs) {
    const Sent* sent = version.sent;
    const bool is_final =
        sent != nullptr && version.standing != Standing::not_yet_sent && version.standing != Standing::undecided;
    const auto of_sent = [&](auto cell) { return sent != nullptr ? cell(*sent) : Cell{}; };
    row.push_back(of_sent([](const Sent& s) { return Cell::of(s.text); }));
    row.push_back(of_sent(
        [&](const Sent& s) { return s.source != 0 ? Cell::of(peer_text(final_state.session(), s.source)) : Cell{}; }));
    row.push_back(Cell::of(final_state.receivers(version)));
    row.push_back(of_sent([](const Sent& s) { return Cell::of(std::uint64_t{s.when.frame}); }));
    row.push_back(of_sent([](const Sent& s) { return Cell::of(in_seconds(s.when.time)); }));
    row.push_back(Cell::of(std::uint64_t{differs && is_final ? 1U : 0U}));
    row.push_back(of_sent([&](const Sent& s) { return Cell::of(in_seconds(final_state.age(s))); }));
    row.push_back(Cell::of(std::string(name(version.standing))));
    row.push_back(version.until.frame != 0 ? Cell::of(std::uint64_t{version.until.frame}) : Cell{});
  }

  [[nodiscard]] std::string title() const {
    return "State at packet " + std::to_string(capture_.packet.frame) + " (" + seconds(capture_.packet.time) + ")";
  }

  std::uint32_t until_;
  bool differences_;
  std::size_t room_;
  std::uint64_t left_out_ = 0;
  Turn turn_ = 0;
  Capture capture_;
  std::map<std::uint32_t, Session> sessions_;
};

}  // namespace

std::unique_ptr<GameState> make_game_state(const Scope& scope) { return std::make_unique<World>(scope); }

}  // namespace godot::analysis::state

// SPDX-License-Identifier: MIT
#include "analysis/questions/profile.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/base/number_hash.h"
#include "analysis/base/text_pool.h"
#include "analysis/base/time.h"
#include "analysis/facts/attribution.h"
#include "analysis/facts/counted_hops.h"
#include "analysis/facts/stream.h"
#include "analysis/questions/nodes.h"
#include "analysis/questions/profile_row.h"
#include "analysis/questions/rows.h"
#include "analysis/report/filters.h"

namespace godot::analysis::profile {
namespace {

using facts::Cost;
using facts::Envelope;
using facts::Frame;
using facts::Item;
using facts::Kind;
using facts::Part;
using facts::Stream;
using report::Cell;
using report::Column;
using report::Report;

constexpr const char* nothing = "";

// --- Names of rows --------------------------------------------------------------------------------------------------

/// A group of nodes that share a row.
struct Group {
  const char* kin;    ///< common scene or kind; null: their names have the same pattern
  std::string shown;  ///< the common part
};

/// Builds the key of an item's row, or of a part's, for the profile's grouping.
class Namer {
 public:
  explicit Namer(const Options& options) : options_(options) {}

  Key key(const Frame& frame, const Envelope* envelope, const Item& item, const Part* part) {
    switch (options_.by) {
      case By::name:
        return {facts::name(item.kind), node(item, part), part != nullptr ? keep_name(part->member) : nothing};
      case By::kind: return {facts::name(item.kind), nothing, nothing};
      case By::node: return {node(item, part), nothing, nothing};
      case By::peers: return peers(frame, envelope, item);
      case By::channel:
        if (!item.on_channel) return {facts::name(item.kind), nothing, nothing};
        return {number(item.channel), facts::name(item.mode), nothing};
      case By::scene: return {part != nullptr ? keep_name(part->scene) : nothing, nothing, nothing};
      case By::second: return {number(static_cast<std::uint64_t>(frame.time / second)), nothing, nothing};
    }
    return {};
  }

  /// All parts of a key, as in the facts: equal parts give equal keys.
  [[nodiscard]] Origin origin(const Frame& frame, const Envelope* envelope, const Item& item, const Part* part) const {
    const auto kind = static_cast<std::uint64_t>(item.kind);
    const auto pair = [](std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32U | low; };
    switch (options_.by) {
      case By::name:
        if (part == nullptr) return {.number = kind};
        return {.texts = {part->node, part->member, part->kin}, .number = kind};
      case By::kind: return {.number = kind};
      case By::node: return {.texts = {part != nullptr ? part->node : nullptr, part != nullptr ? part->kin : nullptr}};
      case By::scene: return {.texts = {part != nullptr ? part->scene : nullptr}};
      case By::channel: {
        const auto mode = static_cast<std::uint32_t>(item.mode);
        const std::uint32_t channel = mode << 8U | item.channel;
        return {.number = item.on_channel ? pair(1, channel) : kind};
      }
      case By::second: return {.number = static_cast<std::uint64_t>(frame.time / second)};
      case By::peers: break;
    }
    const facts::Route& route = item.route();
    if (route.source != 0 || route.target_known) {
      return {.texts = {route.source_name, route.target_name},
              .number = pair(static_cast<std::uint32_t>(route.source), static_cast<std::uint32_t>(route.target)),
              .more = route.target_known ? 2U : 1U};
    }
    if (const Ends* ends = known_ends(envelope)) {
      const auto& [from, to] = envelope->from_client ? *ends : Ends{ends->second, ends->first};
      return {.texts = {from.name, to.name},
              .number = pair(static_cast<std::uint32_t>(from.id), static_cast<std::uint32_t>(to.id)),
              .more = 2U};
    }
    constexpr std::uint32_t link = 4;
    constexpr std::uint32_t flow = 8;
    const bool has_link = envelope != nullptr && envelope->has_link;
    const std::uint32_t side = has_link ? static_cast<std::uint32_t>(envelope->from_client)
                                        : static_cast<std::uint32_t>(frame.carrier) << 1U | frame.side;
    return {.number = pair(side, has_link ? envelope->link : frame.flow), .more = has_link ? link : flow};
  }

  /// Stores the peers of a link from a message. True: they were unknown.
  bool store_ends(const Envelope& envelope, const Item& item) {
    const facts::Route& route = item.route();
    const bool is_between_ends = !route.relayed && route.source > 0 && route.target_known && route.target > 0;
    if (!envelope.has_link || !is_message(item.kind) || !is_between_ends) return false;
    const auto [known, is_new] = ends_.try_emplace(envelope.link);
    const End sender = {.id = route.source, .name = route.source_name};
    const End receiver = {.id = route.target, .name = route.target_name};
    known->second = envelope.from_client ? Ends{sender, receiver} : Ends{receiver, sender};
    return is_new;
  }

  [[nodiscard]] bool has_known_ends(const Envelope& envelope) const { return known_ends(&envelope) != nullptr; }

  /// The names of a link's ends while the peers are unknown: the client, the server.
  Key unknown_ends(std::uint32_t link) {
    const std::string name = "ENet " + std::to_string(link);
    return {keep((name + " client").c_str()), keep((name + " server").c_str()), nothing};
  }
  Key ends_of(std::uint32_t link) {
    const auto& [client, server] = ends_.find(link)->second;
    return {peer(client.id, true, client.name), peer(server.id, true, server.name), nothing};
  }

  /// Whether a message's parts may belong to different rows.
  [[nodiscard]] bool by_part() const noexcept {
    return options_.by == By::name || options_.by == By::node || options_.by == By::scene;
  }

  [[nodiscard]] const char* shown(const char* name) const {
    const auto found = groups_.find(name);
    return found != groups_.end() ? found->second.shown.c_str() : name;
  }

  /// The addition that distinguishes a group from another one with the same name; empty: none is needed.
  [[nodiscard]] std::string kin(const char* name) const {
    const auto found = groups_.find(name);
    const bool has_kin = found != groups_.end() && found->second.kin != nullptr;
    return has_kin ? std::string(" (") + found->second.kin + ")" : std::string();
  }

 private:
  const char* keep(const char* text) { return text != nullptr ? texts_.keep(text).text : nothing; }

  /// The same for interned names of facts: equal texts have one pointer.
  const char* keep_name(const char* name) {
    if (name == nullptr) return nothing;
    const auto [found, is_new] = names_.try_emplace(name, nullptr);
    if (is_new) found->second = keep(name);
    return found->second;
  }

  const char* number(std::uint64_t value) {
    const auto [found, is_new] = numbers_.try_emplace(value, nullptr);
    if (is_new) found->second = keep(std::to_string(value).c_str());
    return found->second;
  }

  /// The group of a part's node, by which the row identifies it. A node stays in its first group, also if some of its
  /// messages tell its scene and others do not: the rows' filters know it by its path.
  const char* node(const Item& item, const Part* part) {
    if (part == nullptr || part->node == nullptr) return nothing;
    const char* path = keep_name(part->node);
    if (options_.nodes_apart) return path;
    const char* kin = kin_of(item, *part);
    const auto [own, is_first] = group_of_.try_emplace(path, nullptr);
    if (!is_first) return own->second;
    // No path begins with a slash.
    const char* group = keep(kin != nullptr ? ('/' + std::string(kin)).c_str() : pattern_of(path).c_str());
    const auto [found, is_new] = groups_.try_emplace(group, Group{kin, path});
    Group& nodes = found->second;
    if (!is_new) nodes.shown = common_path(nodes.shown, path);
    own->second = group;
    return group;
  }

  /// Records the scene of a spawned node, for messages about it and about nodes below it.
  const char* kin_of(const Item& item, const Part& part) {
    const bool is_spawned = item.kind == Kind::spawn || item.kind == Kind::despawn || item.kind == Kind::sync;
    if (is_spawned && part.kin != nullptr) return kins_.try_emplace(keep(part.node), part.kin).first->second;
    const std::string_view path = part.node;
    constexpr int most_levels = 16;  // nodes deeper below a spawned one are not grouped
    std::size_t end = kins_.empty() ? 0 : path.size();
    for (int level = 0; level != most_levels && end != 0 && end != std::string_view::npos; ++level) {
      const auto known = kins_.find(texts_.find(path.substr(0, end)).text);
      if (known != kins_.end())
        return end == path.size() ? known->second : keep((known->second + std::string(path.substr(end))).c_str());
      end = path.rfind('/', end - 1);
    }
    return part.kin;
  }

  const char* peer(std::int32_t id, bool known, const char* name) {
    if (name != nullptr && id >= 0) return keep_name(name);
    return keep(peer_name(id, known, name).c_str());
  }

  struct End {
    std::int32_t id = 0;
    const char* name = nullptr;
  };
  using Ends = std::pair<End, End>;  // the client, the server

  [[nodiscard]] const Ends* known_ends(const Envelope* envelope) const {
    const bool is_enet = envelope != nullptr && envelope->has_link && envelope->transport == facts::Transport::enet;
    const auto found = is_enet ? ends_.find(envelope->link) : ends_.end();
    return found != ends_.end() ? &found->second : nullptr;
  }

  Key peers(const Frame& frame, const Envelope* envelope, const Item& item) {
    const facts::Route& route = item.route();
    if (route.source != 0 || route.target_known) {
      return {peer(route.source, route.source != 0, route.source_name),
              peer(route.target, route.target_known, route.target_name), nothing};
    }
    if (envelope == nullptr || !envelope->has_link) {
      const std::string flow = (frame.carrier == facts::Carrier::udp ? "UDP " : "TCP ") + std::to_string(frame.flow);
      return {keep((flow + (frame.side == 0 ? " first" : " second")).c_str()),
              keep((flow + (frame.side == 0 ? " second" : " first")).c_str()), nothing};
    }
    const Key ends = known_ends(envelope) != nullptr ? ends_of(envelope->link) : unknown_ends(envelope->link);
    return envelope->from_client ? ends : Key{ends[1], ends[0], nothing};
  }

  Options options_;
  TextPool texts_;
  std::unordered_map<const char*, const char*> names_;  // by the facts' name
  std::unordered_map<std::uint64_t, const char*, NumberHash> numbers_;
  std::unordered_map<const char*, Group> groups_;
  std::unordered_map<const char*, const char*> group_of_;  // by the node's path
  std::map<std::uint32_t, Ends> ends_;                     // by ENet's link
  std::unordered_map<const char*, const char*> kins_;      // of nodes, by their paths as stored here
};

// --- Waiting bytes --------------------------------------------------------------------------------------------------

/// The fragments of a message.
struct Fragments {
  struct Heir {
    std::uint32_t row;
    std::uint32_t weight;
  };
  Cost waiting;
  std::uint64_t again = 0;
  std::vector<Heir> heirs;  // once they are known
};

/// Frames of a flow that is not recognised (yet).
struct Early {
  std::uint64_t second = 0;
  Kind kind = Kind::strange;
  bool again = false;
  std::uint64_t frames = 0;
  Cost cost = {};
};

struct Flow {
  bool begun = false;
  bool is_ours = false;
  bool upgrades = false;  // to WebSocket: frames before the first message are a handshake
  facts::Time first = 0;
  facts::Time last = 0;
  std::vector<Early> early;
  facts::Streams streams;
};

void add_cost(Cost& sum, const Cost& cost) noexcept {
  sum.own += cost.own;
  sum.protocol += cost.protocol;
  sum.share += cost.share;
}

// --- The answer -----------------------------------------------------------------------------------------------------

using Type = Column::Type;

struct Layout {
  const char* title;
  std::vector<Column> names;
};

Layout layout_of(By by) {
  switch (by) {
    case By::name:
      return {"Network profile",
              {{"kind", "Kind", Type::text, 0}, {"node", "Node", Type::text, 0}, {"member", "Member", Type::text, 0}}};
    case By::kind: return {"Network profile by kind", {{"kind", "Kind", Type::text, 0}}};
    case By::node: return {"Network profile by node, all kinds", {{"node", "Node", Type::text, 0}}};
    case By::peers: return {"Network profile by peers", {{"from", "From", Type::text, 0}, {"to", "To", Type::text, 0}}};
    case By::channel:
      return {"Network profile by channel", {{"channel", "Channel", Type::text, 0}, {"mode", "Mode", Type::text, 0}}};
    case By::scene: return {"Network profile by scene", {{"scene", "Scene", Type::text, 0}}};
    case By::second: return {"Network profile by second", {{"second", "Second", Type::count, 0}}};
  }
  return {};
}

constexpr Column figures[] = {
    {"count", "Count", Type::count, 0},       {"own", "Own", Type::count, 0},
    {"protocol", "Protocol", Type::count, 0}, {"share", "Share", Type::count, 0},
    {"again", "Again", Type::count, 0},       {"total", "Total", Type::count, 0},
    {"percent", "Percent", Type::number, 2},  {"per_second", "Bytes/s", Type::number, 0},
    {"busiest", "Busiest", Type::count, 0},   {"busiest_second", "In second", Type::count, 0},
    {"average", "Average", Type::number, 1},  {"overhead", "Overhead %", Type::number, 1},
};

double percent_of(std::uint64_t part, std::uint64_t whole) {
  constexpr double hundred = 100;
  return whole == 0 ? 0 : hundred * static_cast<double>(part) / static_cast<double>(whole);
}

void append_figures(report::Row& row, const Tally& tally, std::uint64_t all, double seconds) {
  const std::uint64_t once = tally.own + tally.protocol + tally.share;
  for (const std::uint64_t value : {tally.count, tally.own, tally.protocol, tally.share, tally.again, tally.total()})
    row.push_back(Cell::of(value));
  row.push_back(Cell::of(percent_of(tally.total(), all)));
  row.push_back(seconds > 0 ? Cell::of(static_cast<double>(tally.total()) / seconds) : Cell{});
  row.push_back(tally.busiest != 0 ? Cell::of(tally.busiest) : Cell{});
  row.push_back(tally.busiest != 0 ? Cell::of(tally.busiest_second) : Cell{});
  row.push_back(tally.count != 0 ? Cell::of(static_cast<double>(tally.own) / static_cast<double>(tally.count))
                                 : Cell{});
  row.push_back(Cell::of(percent_of(once - tally.own, once)));
}

struct ByText {
  bool operator()(const Key& one, const Key& other) const noexcept {
    for (std::size_t i = 0; i != one.size(); ++i) {
      const int order = std::strcmp(one[i], other[i]);
      if (order != 0) return order < 0;
    }
    return false;
  }
};

// --- The profile ----------------------------------------------------------------------------------------------------

class Profile final : public report::Question {
 public:
  explicit Profile(const Options& options) : options_(options), namer_(options) {}

  void add(Frame& frame) override {
    const bool is_tcp = frame.carrier == facts::Carrier::tcp;
    Flow& flow = flows_[std::uint64_t{is_tcp} << 32U | frame.flow];
    if (!flow.begun) flow.first = frame.time;
    flow.begun = true;
    if (!frame.quoted) flow.streams.begin(frame.side);
    flow.last = frame.time;
    if (frame.envelopes != nullptr && !flow.is_ours) adopt(flow, frame);
    if (frame.quoted) add_unrecognised(flow, frame, Kind::quoted, false);
    else if (is_tcp) add_segment(flow, frame);
    else add_datagram(flow, frame);
    if (flow.is_ours) extend_time(flow.first, frame.time);
  }

  [[nodiscard]] Report answer() const override {
    Rows rows = rows_;
    add_unfinished(rows);
    return table(rows);
  }

 private:
  [[nodiscard]] static std::uint64_t second_of(const Frame& frame) noexcept {
    return frame.time < 0 ? 0 : static_cast<std::uint64_t>(frame.time / second);
  }

  void extend_time(facts::Time first, facts::Time last) {
    first_ = has_time_ ? std::min(first_, first) : first;
    last_ = has_time_ ? std::max(last_, last) : last;
    has_time_ = true;
  }

  // --- Flows ---

  void adopt(Flow& flow, const Frame& frame) {
    flow.is_ours = true;
    flow.upgrades = frame.envelopes->transport == facts::Transport::websocket;
    for (const Early& early : flow.early) {
      Frame then = frame;
      then.time = static_cast<facts::Time>(early.second) * second;
      charge_alone(then, early.kind, early.cost, early.again, early.frames);
    }
    flow.early = {};
  }

  /// A frame without recognised content: counted if its flow is recognised, otherwise stored.
  void add_unrecognised(Flow& flow, const Frame& frame, Kind kind, bool again) {
    const std::uint32_t payload = std::min(frame.length, frame.payload);
    const Cost cost = {.own = payload, .share = frame.length - payload};
    if (flow.is_ours) return charge_alone(frame, kind, cost, again, again ? 0 : 1);
    const std::uint64_t at = second_of(frame);
    auto same = [&](const Early& early) { return early.second == at && early.kind == kind && early.again == again; };
    // The latest of each kind are near the end.
    constexpr std::ptrdiff_t near = 4;
    auto begin = flow.early.size() > near ? flow.early.end() - near : flow.early.begin();
    auto found = std::find_if(begin, flow.early.end(), same);
    if (found == flow.early.end()) {
      flow.early.push_back({.second = at, .kind = kind, .again = again});
      found = flow.early.end() - 1;
    }
    found->frames += again ? 0 : 1;
    facts::Cost& sum = found->cost;
    add_cost(sum, cost);
  }

  void add_datagram(Flow& flow, Frame& frame) {
    const std::uint32_t unassigned = facts::attribute(frame);
    if (unassigned != 0) return add_unrecognised(flow, frame, Kind::strange, false);
    for_each_item(frame, [&](const Envelope& envelope, Item& item) { charge(frame, envelope, item); });
  }

  void add_segment(Flow& flow, Frame& frame) {
    if (frame.payload == 0) return add_unrecognised(flow, frame, Kind::segment, false);
    Stream& stream = flow.streams.sides[frame.side];
    if (!stream.is_new(frame.sequence, frame.payload) && frame.envelopes == nullptr)
      return add_unrecognised(flow, frame, Kind::segment, true);
    stream.add(frame.sequence, frame.payload, frame.length);
    if (frame.envelopes == nullptr) return;
    const bool delivers = stream.delivers();
    for_each_item(frame, [&](const Envelope& envelope, Item& item) {
      const bool framed = envelope.transport == facts::Transport::websocket;
      const std::uint32_t size = item.own + item.protocol;
      const std::uint32_t header = framed ? flow.streams.websocket_header_of(frame.side, size) : 0;
      item.cost = stream.claim(item.own, item.protocol + header, envelope.sealed);
    });
    const Stream::Bytes left = stream.leave();
    if (left.payload != 0) charge_alone(frame, kind_of_rest(flow, delivers), cost_of(left), false, 1);
    for_each_item(frame, [&](const Envelope& envelope, Item& item) { charge(frame, envelope, item); });
  }

  /// The kind of a stream's bytes outside messages.
  [[nodiscard]] static Kind kind_of_rest(const Flow& flow, bool delivers) noexcept {
    return flow.upgrades && !delivers ? Kind::handshake : Kind::strange;
  }
  [[nodiscard]] static Cost cost_of(const Stream::Bytes& bytes) noexcept {
    return {.own = static_cast<std::uint32_t>(bytes.payload), .share = static_cast<std::uint32_t>(bytes.headers)};
  }

  // --- Items ---

  template <class Visit>
  static void for_each_item(const Frame& frame, Visit visit) {
    for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      for (Item* item = envelope->items; item != nullptr; item = item->next) visit(*envelope, *item);
    }
  }

  std::uint32_t row_of(const Frame& frame, const Envelope* envelope, const Item& item, const Part* part) {
    const auto [found, is_new] = known_.try_emplace(namer_.origin(frame, envelope, item, part), 0);
    if (is_new) found->second = rows_.find(namer_.key(frame, envelope, item, part));
    return found->second;
  }

  void charge_alone(const Frame& frame, Kind kind, const Cost& cost, bool again, std::uint64_t count) {
    const Item item = {.kind = kind};
    Tally& tally = rows_[row_of(frame, nullptr, item, nullptr)];
    tally.count += count;
    tally.add(cost, again, second_of(frame));
  }

  void charge(const Frame& frame, const Envelope& envelope, Item& item) {
    const bool has_ends = options_.by == By::peers && envelope.transport == facts::Transport::enet;
    if (has_ends && namer_.store_ends(envelope, item)) give_to_peers(envelope.link);
    if (item.kind == Kind::fragment) return add_fragment(frame, item);
    if (item.message == 0) return charge_whole(frame, envelope, item, item.cost, nullptr);
    Fragments& fragments = fragments_[item.message];
    const std::uint64_t again = fragments.again;
    Cost whole = item.cost;  // the item is also read by others
    add_cost(whole, fragments.waiting);
    fragments.waiting = {};
    fragments.again = 0;
    charge_whole(frame, envelope, item, whole, &fragments);
    inherit(fragments, {.share = static_cast<std::uint32_t>(again)}, true, second_of(frame));
  }

  /// Charges each row, and stores it among the heirs of later bytes.
  void charge_whole(const Frame& frame, const Envelope& envelope, Item& item, const Cost& whole, Fragments* fragments) {
    const bool is_of_peers = options_.by == By::peers && !is_message(item.kind) && namer_.has_known_ends(envelope);
    const bool counts = is_news(item) && !is_of_peers;
    const std::uint64_t at = second_of(frame);
    const auto charge_row = [&](const Part* part, const Cost& cost, bool count, std::uint32_t weight) {
      const std::uint32_t row = row_of(frame, &envelope, item, part);
      if (count) ++rows_[row].count;
      rows_[row].add(cost, item.again, at);
      if (fragments != nullptr) fragments->heirs.push_back({.row = row, .weight = weight});
      return row;
    };
    if (item.parts == nullptr || !namer_.by_part()) {
      charge_row(item.parts, whole, counts, 1);
      return;
    }
    const bool is_divided = fragments == nullptr && !envelope.streamed;
    if (!is_divided) facts::divide(item, whole);
    std::uint32_t last_row = 0;
    const Part* last = nullptr;
    for (const Part* part = item.parts; part != nullptr; last = part, part = part->next) {
      const std::uint32_t row = charge_row(part, part->cost, false, part->own + part->protocol);
      const bool same = last != nullptr && last->synchronizer == part->synchronizer && last_row == row;
      if (counts && !same) ++rows_[row].count;
      last_row = row;
    }
  }

  /// Whether an item is counted, not only charged: a relayed message counts once, whatever its number of hops.
  bool is_news(const Item& item) {
    if (item.again) return false;
    return !is_message(item.kind) || hops_.is_news(item.route());
  }

  void add_fragment(const Frame& frame, const Item& item) {
    Fragments& fragments = fragments_[item.message];
    if (!fragments.heirs.empty()) return inherit(fragments, item.cost, item.again, second_of(frame));
    if (item.again) fragments.again += item.cost.total();
    else add_cost(fragments.waiting, item.cost);
  }

  void inherit(const Fragments& fragments, const Cost& cost, bool again, std::uint64_t at) {
    std::uint64_t weights = 0;
    for (const Fragments::Heir& heir : fragments.heirs) weights += heir.weight;
    facts::Division own(cost.own, weights);
    facts::Division protocol(cost.protocol, weights);
    facts::Division share(cost.share, weights);
    for (const Fragments::Heir& heir : fragments.heirs) {
      rows_[heir.row].add({own.next(heir.weight), protocol.next(heir.weight), share.next(heir.weight)}, again, at);
    }
  }

  /// ENet's own commands before the peers at the ends of its connection are known. These are no messages.
  void give_to_peers(std::uint32_t link) {
    const Key unknown = namer_.unknown_ends(link);
    const Key peers = namer_.ends_of(link);
    const auto give = [&](const Key& from, const Key& to) {
      const std::uint32_t giver = rows_.find(from);
      rows_[rows_.find(to)].take(rows_[giver]);
      rows_[giver] = {};
    };
    give(unknown, peers);
    give({unknown[1], unknown[0], nothing}, {peers[1], peers[0], nothing});
  }

  // --- The answer ---

  /// Adds the waiting bytes, which stay `Unfinished` unless more arrive.
  void add_unfinished(Rows& rows) const {
    const auto charge = [&](Kind kind, const Frame& frame, const Cost& cost, std::uint64_t again) {
      if (cost.total() == 0 && again == 0) return;
      const Item item = {.kind = kind};
      Tally& tally = rows[rows.find(namer_.key(frame, nullptr, item, nullptr))];
      ++tally.count;
      tally.own += cost.own;
      tally.protocol += cost.protocol;
      tally.share += cost.share;
      tally.again += again;
    };
    for (const auto& [id, fragments] : fragments_) charge(Kind::unfinished, {}, fragments.waiting, fragments.again);
    for (const auto& [id, flow] : flows_) {
      if (!flow.is_ours) continue;
      Frame frame = {.time = flow.last, .flow = static_cast<std::uint32_t>(id), .carrier = facts::Carrier::tcp};
      for (const Stream& side : flow.streams.sides) {
        charge(kind_of_rest(flow, side.delivers()), frame, cost_of(side.waiting()), 0);
        frame.side = 1;
      }
    }
  }

  [[nodiscard]] Report table(const Rows& rows) const {
    const Layout layout = layout_of(options_.by);
    Report report = {.title = layout.title, .columns = layout.names};
    report.columns.insert(report.columns.end(), std::begin(figures), std::end(figures));
    report.columns.push_back({"filter", "Filter", Type::text, 0});
    std::vector<const Row*> sorted;
    Tally sum;
    for (const Row& row : rows.all()) {
      if (row.tally.count == 0 && row.tally.total() == 0) continue;
      sorted.push_back(&row);
      sum.count += row.tally.count;
      sum.own += row.tally.own;
      sum.protocol += row.tally.protocol;
      sum.share += row.tally.share;
      sum.again += row.tally.again;
    }
    std::sort(sorted.begin(), sorted.end(), [&](const Row* one, const Row* other) { return before(*one, *other); });
    const double seconds = static_cast<double>(last_ - first_) / static_cast<double>(second);
    const std::vector<std::vector<std::string>> frames_names = names_of_rows(rows);
    std::vector<std::string> all_names;
    for (const std::vector<std::string>& each : frames_names)
      all_names.insert(all_names.end(), each.begin(), each.end());
    const RowFilter filters(std::move(all_names));
    // Groups may have the same common name.
    std::map<Key, unsigned, ByText> alike;
    for (const Row* row : sorted) ++alike[shown(*row)];
    for (const Row* row : sorted) {
      report::Row cells;
      const Key names = shown(*row);
      const bool is_alone = alike[names] == 1;
      for (std::size_t i = 0; i != layout.names.size(); ++i) {
        const bool is_count = layout.names[i].type == Type::count;
        if (is_count) cells.push_back(Cell::of(std::uint64_t{std::strtoull(names[i], nullptr, 10)}));
        else cells.push_back(Cell::of(is_alone ? names[i] : names[i] + namer_.kin(row->key[i])));
      }
      append_figures(cells, row->tally, sum.total(), options_.by == By::second ? 1 : seconds);
      const std::vector<std::string>& in_frames = frames_names[static_cast<std::size_t>(row - rows.all().data())];
      // A pair of peers of which one has sent nothing has ENet's own commands alone.
      const bool is_empty = options_.by == By::peers && row->tally.count == 0;
      cells.push_back(Cell::of(filter(names, in_frames, filters, is_empty)));
      report.rows.push_back(cells);
    }
    for (std::size_t i = 0; i != layout.names.size(); ++i) report.sum.push_back(i == 0 ? Cell::of("Sum") : Cell{});
    append_figures(report.sum, sum, sum.total(), seconds);
    report.sum.emplace_back();
    return report;
  }

  /// The names of what each row has in the frames (`godot.profile.row`), in order; by the row's index.
  [[nodiscard]] std::vector<std::vector<std::string>> names_of_rows(const Rows& rows) const {
    std::vector<std::vector<std::string>> names(rows.all().size());
    for (const auto& [origin, row] : known_) {
      const auto& [first, second, third] = origin.texts;
      const auto kind = static_cast<Kind>(origin.number);
      const bool is_whole = is_message(kind) && origin.number < facts::kind_count;
      if (options_.by == By::kind && is_whole) names[row].push_back(row_of_kind(facts::name(kind)));
      if (options_.by == By::channel && is_whole) names[row].push_back(row_without_channel(facts::name(kind)));
      const bool is_named = first != nullptr || (options_.by == By::name && (second != nullptr || is_message(kind)));
      if (!is_named) continue;
      if (options_.by == By::name) names[row].push_back(row_name(facts::name(kind), first, second));
      if (options_.by == By::node) names[row].push_back(row_of_node(first));
      if (options_.by == By::scene) names[row].push_back(row_of_scene(first));
    }
    for (std::vector<std::string>& each : names) {
      std::sort(each.begin(), each.end());
      each.erase(std::unique(each.begin(), each.end()), each.end());
    }
    return names;
  }

  [[nodiscard]] std::string filter(const Key& shown, const std::vector<std::string>& names, const RowFilter& filters,
                                   bool is_empty) const {
    switch (options_.by) {
      case By::name:
        return names.empty() ? report::filter_of_row(shown[0])
                             : filters.of(names, row_name(shown[0], shown[1], shown[2]));
      case By::kind: return names.empty() ? report::filter_of_row(shown[0]) : filters.of(names, {});
      case By::node: return filters.of(names, row_of_node(shown[0]));
      case By::peers: {
        const std::string conversation = report::filter_of_conversation(shown[0]);
        return conversation.empty() && !is_empty ? filters.of({row_of_peers(shown[0], shown[1])}, {}) : conversation;
      }
      case By::channel:
        if (*shown[1] == '\0') return names.empty() ? report::filter_of_row(shown[0]) : filters.of(names, {});
        return filters.of({row_of_channel(std::strtoull(shown[0], nullptr, 10), shown[1])}, {});
      case By::scene: return filters.of(names, {});
      case By::second: return report::filter_of_second(std::strtoull(shown[0], nullptr, 10));
    }
    return {};
  }

  [[nodiscard]] Key shown(const Row& row) const {
    Key names;
    std::transform(row.key.begin(), row.key.end(), names.begin(), [&](const char* name) { return namer_.shown(name); });
    return names;
  }

  [[nodiscard]] bool before(const Row& one, const Row& other) const {
    if (options_.by == By::second)
      return std::strtoull(one.key[0], nullptr, 10) < std::strtoull(other.key[0], nullptr, 10);
    if (one.tally.total() != other.tally.total()) return one.tally.total() > other.tally.total();
    return ByText{}(one.key, other.key);
  }

  Options options_;
  mutable Namer namer_;  // it also stores the names in an answer
  Rows rows_;
  std::unordered_map<Origin, std::uint32_t, Origin::Hash> known_;
  std::unordered_map<std::uint64_t, Flow> flows_;
  std::unordered_map<std::uint32_t, Fragments> fragments_;
  facts::CountedHops hops_;
  facts::Time first_ = 0;
  facts::Time last_ = 0;
  bool has_time_ = false;
};

}  // namespace

std::unique_ptr<report::Question> make_profile(const Options& options) { return std::make_unique<Profile>(options); }

}  // namespace godot::analysis::profile

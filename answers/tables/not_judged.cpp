// SPDX-License-Identifier: MIT
#include "answers/tables/not_judged.h"

#include <cstddef>
#include <iterator>
#include <utility>

namespace godot::analysis::report {
namespace {

using facts::Carrier;
using facts::Envelope;
using facts::Frame;
using facts::Item;
using facts::Kind;

/// `#7`: a method or a property whose name is not known.
bool is_number(const char* member) noexcept { return member != nullptr && member[0] == '#'; }

/// Copies leave nothing open that the message itself does not.
bool is_counted(const Item& item) noexcept { return !item.again && !item.counted_elsewhere; }

bool is_undeclared(const Item& item, bool names_problems) noexcept {
  if (!is_counted(item)) return false;
  if (item.undeclared && names_problems) return true;
  if (item.kind == Kind::sync) return false;  // properties without names are numbered otherwise
  for (const facts::Part* part = item.parts; part != nullptr; part = part->next)
    if (is_number(part->member)) return true;
  return false;
}

/// The entry of this number, which is used now.
template <class Entry>
Entry& entry_of(std::vector<Entry>& all, std::uint32_t number) {
  if (number >= all.size()) all.resize(number + std::size_t{1});
  all[number].seen = true;
  return all[number];
}

/// More than a handshake, and more than what is known of the segments of a connection of TCP.
bool speaks(const Frame& frame) noexcept {
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next)
    for (const Item* item = envelope->items; item != nullptr; item = item->next)
      if (item->kind != Kind::handshake && item->kind != Kind::segment) return true;
  return false;
}

/// A segment shows which bytes of its sender the capture has, and which ones of the other end it should have.
void add_segment(const Frame& frame, std::array<Received, 2>& received) {
  const std::size_t side = frame.side & 1U;
  const std::uint32_t behind = frame.begins ? 1 : 0;
  if (frame.begins) received[side].open(frame.sequence);
  else received[side].begin(frame.sequence);
  if (frame.payload != 0) received[side].add(frame.sequence + behind, frame.payload);
  if (frame.acknowledges) received[1 - side].acknowledge(frame.acknowledged);
}

/// A WebSocket that is not made: what is known of that.
bool is_refused(const Frame& frame) noexcept {
  if (frame.carrier != Carrier::tcp) return false;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next)
    for (const Item* item = envelope->items; item != nullptr; item = item->next)
      if (item->kind == Kind::handshake && item->again && item->own == 0) return true;
  return false;
}

struct Counted {
  const char* reason;
  std::uint64_t count;
  const char* one;   ///< the beginning for one: "packet was"
  const char* many;  ///< the beginning for several: "packets were"
  const char* rest;
  const char* what_to_do;
};

constexpr const char* to_read =
    "Look at them: the filter enet.malformed || godot.malformed || godot.variant.malformed || data finds them.";
constexpr const char* to_join =
    "Where Wireshark does not join such messages, godot-analyse does: read the capture with it.";
constexpr const char* to_find_nodes =
    "Where one lacks its node, that game prints \"Node not found\" with the path: the node has another name there, or "
    "is not made yet, or no longer there.";
constexpr const char* to_begin =
    "If the game uses Godot's multiplayer API, start the capture before it connects; a protocol of its own is not "
    "judged.";
constexpr const char* to_decrypt =
    "If they are the game's, give Wireshark the keys: Edit > Preferences > Protocols > TLS, (Pre)-Master-Secret log.";
constexpr const char* to_recognise =
    "If they are the game's: start the capture before the game connects, which WebSocket needs, or Analyze > Decode "
    "As; if they are encrypted, give Wireshark the keys.";

constexpr const char* to_connect =
    "If they are the game's: what it connects to does not run there, listens on another address or port, or a firewall "
    "is between them.";

}  // namespace

void add(std::vector<NotJudged>& all, std::vector<NotJudged> others) {
  all.insert(all.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
}

NotJudged no_room(std::uint64_t count, std::string what, std::string what_to_do) {
  return {"no_room", count, std::move(what), std::move(what_to_do)};
}

std::vector<std::string> lines_of(const std::vector<NotJudged>& all) {
  if (all.empty()) return {"Nothing was left unjudged."};
  std::vector<std::string> lines;
  for (const NotJudged& each : all) lines.push_back("Not judged: " + each.what + ". " + each.what_to_do);
  return lines;
}

void NotJudgedReasons::add(const Frame& frame) {
  if (frame.quoted || frame.relayed == facts::Relayed::went) return;
  const bool is_known = frame.is_recognised();
  if (is_known) add_known(frame);
  if (is_known && frame.envelopes->transport == facts::Transport::mirror) {
    mirrored_ = true;  // its frames are no packets of a flow
    return;
  }
  Flow& flow = entry_of(flows_[frame.carrier == Carrier::tcp ? 1 : 0], frame.flow);
  if (is_known && frame.carrier == Carrier::udp && flow.speaks && flow.sides[frame.side & 1U]) {
    packets_ += frame.payload != 0 ? 1 : 0;  // all else is known of the flow
    return;
  }
  flow.known = flow.known || is_known;
  flow.speaks = flow.speaks || speaks(frame);
  flow.begins = flow.begins || frame.begins;
  flow.refused = flow.refused || is_refused(frame);
  flow.sides[frame.side & 1U] = true;
  if (frame.carrier == Carrier::tcp) add_segment(frame, flow.received);
  flow.asks = flow.asks || (frame.begins && !frame.acknowledges);
  flow.opens = flow.opens || frame.payload != 0 || (frame.acknowledges && !frame.resets);
  if (frame.payload == 0) return;
  if (frame.carrier == Carrier::tcp) add_bytes(frame);
  ++packets_;
  if (is_known) {
    add_variables(frame, flow);
    flow.lacks = flow.lacks || (frame.carrier == Carrier::tcp && frame.envelopes->lacks);
    return;
  }
  flow.in_frames += frame.control.heads != 0 ? 1 : 0;
  flow.cut += frame.cut ? 1 : 0;
  ++(frame.sealed ? flow.sealed : flow.unread);
}

/// Variables whose announcement the capture lacks are none that were announced.
void NotJudgedReasons::add_variables(const Frame& frame, Flow& flow) noexcept {
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next)
    for (const Item* item = envelope->items; item != nullptr; item = item->next) {
      if (item->not_sent == nullptr || item->again) continue;
      flow.variables += item->not_sent->announced;
      if (item->not_sent->is_variable && flow.variables != 0) --flow.variables;
    }
}

/// Messages, and WebSocket's own frames, take their bytes; the rest waits.
void NotJudgedReasons::add_bytes(const Frame& frame) {
  if (frame.flow >= bytes_.size()) bytes_.resize(frame.flow + std::size_t{1});
  Bytes& all = bytes_[frame.flow];
  all.streams.begin(frame.side, frame.begins && frame.acknowledges);
  all.sealed = all.sealed || frame.sealed;
  facts::Stream& stream = all.streams.sides[frame.side];
  const bool is_known = frame.is_recognised();
  if (!is_known && !stream.is_new(frame.sequence, frame.payload)) return;
  stream.add(frame.sequence, frame.payload, frame.length);
  if (!is_known && !frame.control.any()) return;
  std::uint32_t heads = frame.control.heads;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    const bool framed = envelope->transport == facts::Transport::websocket;
    all.upgrades = all.upgrades || framed;
    all.sealed = all.sealed || envelope->sealed;
    for (const Item* item = envelope->items; item != nullptr; item = item->next) {
      const std::uint32_t size = item->own + item->protocol;
      if (item->again && size == 0) continue;
      const std::uint32_t header =
          framed ? all.streams.websocket_header_of(frame.side, size) + std::exchange(heads, 0) : 0;
      (void)stream.claim(item->own, item->protocol + header, envelope->sealed);
    }
  }
  for (const std::uint32_t own : {frame.control.pings, frame.control.closes, heads})
    if (own != 0) (void)stream.claim(own, 0, false);
  (void)stream.leave();
}

void NotJudgedReasons::add_known(const Frame& frame) {
  read_once_ += frame.first_pass ? 1 : 0;
  cut_ += frame.cut ? 1 : 0;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) add_items(*envelope);
}

void NotJudgedReasons::add_items(const Envelope& envelope) {
  bool speaks = false;
  for (const Item* item = envelope.items; item != nullptr; item = item->next) {
    speaks = speaks || item->kind != Kind::handshake;
    malformed_ += item->malformed || item->kind == Kind::strange ? 1 : 0;
    undeclared_ += is_undeclared(*item, names_problems_) ? 1 : 0;
    in_no_scene_ += item->in_no_scene && is_counted(*item) ? 1 : 0;
    list_changes_ += item->sync != nullptr && !item->again ? item->sync->list_changes : 0;
    dropped_ += item->not_sent != nullptr && item->not_sent->tells && !item->again ? 1 : 0;
    if (item->open != nullptr && !item->again) {
      ++undecided_;
      open_.insert(item->open);
    }
    unrecognised_ += item->kind == Kind::other_message && !item->again ? 1 : 0;
  }
  if (envelope.transport != facts::Transport::enet || !envelope.has_link) return;
  Connection& connection = entry_of(connections_, envelope.link);
  connection.late = envelope.began_late;
  connection.lacks = connection.lacks || envelope.lacks;
  connection.one_direction = envelope.one_direction;
  connection.speaks = connection.speaks || speaks;
}

void NotJudgedReasons::add_flow(const Flow& flow, bool is_tcp, Sums& sums) const {
  sums.any_known = sums.any_known || flow.known;
  sums.unopened += flow.asks && !flow.opens && !filtered_ ? 1 : 0;
  if (!flow.known) {
    sums.foreign += flow.unread;
    sums.sealed += flow.sealed;
    sums.foreign_cut += flow.cut;
    return;
  }
  if (!is_tcp || (!flow.speaks && !flow.refused))
    sums.unread += flow.unread;  // a segment of TCP may end no message of those that are read
  sums.in_frames += flow.in_frames;
  sums.cut += flow.cut;
  const bool lacks = is_tcp && !filtered_ && (flow.received[0].lacks() || flow.received[1].lacks());
  sums.lacks += flow.lacks || lacks ? 1 : 0;
  if (!flow.lacks && !lacks) sums.variables += flow.variables;
  if (!is_tcp || filtered_) return;
  sums.late += flow.begins ? 0 : 1;
  sums.one_direction += flow.sides[0] && flow.sides[1] ? 0 : 1;
}

/// Bytes behind the last message that was read, unless another reason tells why none was.
std::uint64_t NotJudgedReasons::waiting(const Flow& flow, const Bytes& bytes) noexcept {
  const bool is_told = flow.lacks || flow.received[0].lacks() || flow.received[1].lacks() || flow.cut != 0;
  if (!flow.known || !flow.speaks || bytes.sealed || is_told || flow.in_frames != 0) return 0;
  std::uint64_t sum = 0;
  for (const facts::Stream& side : bytes.streams.sides)
    if (side.delivers() || !bytes.upgrades) sum += side.waiting().payload;
  return sum;
}

NotJudgedReasons::Sums NotJudgedReasons::sums() const {
  Sums sums;
  for (const bool is_tcp : {false, true})
    for (const Flow& flow : flows_[is_tcp ? 1 : 0])
      if (flow.seen) add_flow(flow, is_tcp, sums);
  for (std::size_t flow = 0; flow != bytes_.size() && !filtered_; ++flow)
    sums.waiting += waiting(flows_[1][flow], bytes_[flow]);
  for (const Connection& connection : connections_) {
    if (!connection.seen) continue;
    sums.late += connection.late ? 1 : 0;
    sums.lacks += connection.lacks ? 1 : 0;
    sums.one_direction += connection.one_direction && connection.speaks ? 1 : 0;
  }
  sums.any_known = sums.any_known || mirrored_;
  return sums;
}

namespace {

std::string project_advice(const Advice& advice) {
  if (advice.has_project)
    return "The project that is set does not declare them, or its scenes lack their nodes, which scripts make: add the "
           "folder of the version that was run, if it is another.";
  if (advice.project_fault.empty()) return advice.set_project;
  return "The project that is set is not read (" + advice.project_fault + "): correct it, or add another. " +
         advice.set_project;
}

/// Where the notes are that say what a message depends on.
std::string advice_of(const std::set<std::string_view>& open) {
  std::string filter;
  for (const std::string_view each : open) filter += (filter.empty() ? "" : " || ") + std::string(each);
  return "Notes say what it depends on; the filter " + filter + " finds them.";
}

}  // namespace

std::vector<NotJudged> NotJudgedReasons::list(const Advice& advice) const {
  const Sums sums = this->sums();
  const std::string set_project = project_advice(advice);
  // Names that are learned late are missing in one pass, whatever the project.
  const bool are_names_late = advice.has_project && read_once_ != 0;
  const std::string find_open = advice_of(open_);
  const bool is_foreign = !sums.any_known && packets_ != 0;
  const Counted all[] = {
      {"no_project", are_names_late ? 0 : undeclared_, "message", "messages",
       " whose declarations are not known: names, arguments, and who may call", set_project.c_str()},
      {"one_pass", read_once_, "packet was", "packets were",
       " read once only: what later packets show about earlier ones", advice.read_twice},
      {"began_late", sums.late, "connection", "connections",
       " whose beginning the capture lacks: nodes and peers that were announced before",
       "Start the capture before the game connects."},
      {"lacks_packets", sums.lacks, "connection", "connections",
       " of which the capture lacks packets: what was lost, and what was not sent",
       "Capture with a larger buffer, close to the game, and without a filter for a part of it."},
      {"one_direction", sums.one_direction, "connection", "connections",
       " of which the capture has one direction only: answers and acknowledgements",
       "Capture where both directions pass."},
      {"unknown_nodes", names_problems_ ? in_no_scene_ : 0, "message", "messages",
       " of Godot 3 to nodes that no scene of the project has: whether their receivers have them", to_find_nodes},
      {"list_changed", names_problems_ ? list_changes_ : 0, "synchronizer", "synchronizers",
       " whose list of properties changed while the game ran: whether the receiver's list is the same",
       "The filter godot.sync.list_changed finds the change. Change the list at every peer (add_property())."},
      {"undecided", names_problems_ ? undecided_ : 0, "message", "messages",
       " that the receiver takes or refuses: the capture does not show which", find_open.c_str()},
      {"not_sent", names_problems_ ? dropped_ : 0, "notice", "notices",
       " of games that they drop errors, warnings, output or messages for their debugger: those that they dropped",
       "The filter godot.debug.overflow finds them. Print less, or raise the limits in the project's settings "
       "(Network > Limits)."},
      {"not_sent", names_problems_ && !filtered_ && cut_ == 0 ? sums.variables : 0, "variable", "variables",
       " that a game has announced to its debugger, and that did not come: their values",
       "A value that holds itself never comes. print() shows it in the game's log."},
      {"unreadable", cut_ + sums.cut + (is_foreign ? sums.foreign_cut : 0), "packet is", "packets are",
       " cut: the capture lacks their ends", "Capture whole packets: without a limit of their length (-s)."},
      {"unreadable", malformed_ + sums.unread, "part of a packet", "parts of packets",
       " of the game's connections that could not be read", to_read},
      {"unreadable", sums.waiting, "byte", "bytes",
       " at the end of the game's connections over TCP: a value or message that is not complete in the capture",
       "Capture until the connection closes. If it was, its sender ended before, or counts with another length."},
      {"unreadable", sums.in_frames, "message", "messages",
       " of WebSocket in several frames, of which nothing was read", to_join},
      {"unreadable", unrecognised_, "message", "messages",
       " that no API of Godot has written, as far as the capture shows", to_begin},
      {"unreadable", is_foreign ? sums.sealed : 0, "packet is", "packets are", " encrypted", to_decrypt},
      {"unreadable", is_foreign ? sums.foreign : 0, "packet", "packets", " of no protocol that is judged here",
       to_recognise},
      {"lacks_packets", sums.any_known ? 0 : sums.unopened, "connection over TCP was", "connections over TCP were",
       " refused or not answered, so that no data came", to_connect},
  };
  std::vector<NotJudged> open;
  for (const Counted& each : all) {
    if (each.count == 0) continue;
    open.push_back({each.reason, each.count,
                    std::to_string(each.count) + ' ' + (each.count == 1 ? each.one : each.many) + each.rest,
                    each.what_to_do});
  }
  if (packets_ == 0 && !mirrored_ && sums.unopened == 0)
    open.push_back(
        {"lacks_packets", 0,
         filtered_ ? "no packet of the filter is of UDP or TCP" : "the capture has no packet of UDP or TCP with data",
         "Capture on the interface that the game's packets pass; for a game on this machine, on its loopback."});
  return open;
}

}  // namespace godot::analysis::report

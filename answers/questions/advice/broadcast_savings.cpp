// SPDX-License-Identifier: MIT
#include "answers/questions/advice/broadcast_savings.h"

#include <algorithm>
#include <cmath>

namespace godot::analysis::advice {
namespace {

using facts::Envelope;
using facts::Frame;
using facts::Item;

/// Of a message on its own link, with its acknowledgement.
double cost_of(const Envelope& envelope, const Item& item, bool alone) noexcept {
  constexpr double acknowledgement = 8;
  const bool is_whole = item.message == 0 && !envelope.streamed;
  const double bytes = is_whole
                           ? static_cast<double>(item.cost.own + item.cost.protocol + (alone ? item.cost.share : 0))
                           : static_cast<double>(item.own + item.protocol);
  const bool is_confirmed = envelope.transport == facts::Transport::enet && item.mode == facts::Mode::reliable;
  return bytes + (is_confirmed ? acknowledgement : 0);
}

/// A client's message to one peer, on the client's own link.
bool is_to_one(const facts::Route& route) noexcept {
  return route.source > facts::server && route.hop_source == route.source && route.target_known && route.target > 0;
}

}  // namespace

void Broadcasts::learn(const facts::Route& route) {
  if (peers_.size() == most_peers && !peers_.contains(route.session)) return;
  std::set<std::int32_t>& peers = peers_[route.session];
  const std::int32_t ends[] = {route.source, route.target, route.hop_source, route.hop_target};
  for (const std::int32_t peer : ends) {
    if (peer > facts::server && peer_count_ != most_peers && peers.insert(peer).second) ++peer_count_;
  }
  if (route.left != 0) peer_count_ -= peers.erase(route.left);
}

void Broadcasts::add(const Frame& frame, const Envelope& envelope, const Item& item, bool alone) {
  const facts::Route& route = item.route();
  learn(route);
  if (item.kind != facts::Kind::raw || item.again || item.parts == nullptr || !is_to_one(route)) return;
  const Sender sender = {route.session, route.source};
  if (runs_.size() == most_peers && !runs_.contains(sender)) return;
  std::array<Run, most_runs>& runs = runs_[sender];
  const auto continues = [&](const Run& run) {
    return !run.targets.empty() && run.digest == item.parts->digest && frame.time - run.begun <= longest &&
           !run.targets.contains(route.target);
  };
  auto* run = std::find_if(runs.begin(), runs.end(), continues);
  if (run == runs.end()) {
    run = std::min_element(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.begun < b.begun; });
    end(sender, *run, found_);
    *run = {.digest = item.parts->digest, .begun = frame.time};
  }
  const double cost = cost_of(envelope, item, alone);
  run->targets.insert(route.target);
  run->bytes += cost;
  run->largest = std::max(run->largest, cost);
}

void Broadcasts::end(const Sender& sender, const Run& run, Found& found) const {
  const auto peers = peers_.find(sender.first);
  if (peers == peers_.end() || run.targets.size() - run.targets.count(facts::server) < least_receivers) return;
  const auto reaches = [&](std::int32_t peer) { return peer == sender.second || run.targets.contains(peer); };
  if (!std::all_of(peers->second.begin(), peers->second.end(), reaches)) return;
  ++found.broadcasts;
  found.messages += run.targets.size();
  found.bytes += run.bytes;
  found.largest += run.largest;
}

void Broadcasts::append(std::vector<Saving>& savings) const {
  Found found = found_;
  for (const auto& [sender, runs] : runs_) {
    for (const Run& run : runs) end(sender, run, found);
  }
  if (found.broadcasts == 0) return;
  savings.push_back({.advice = "one_broadcast",
                     .member = "send_bytes",
                     .bytes = found.bytes - found.largest,
                     .costs = "send_bytes() once to everybody (id 0): the server gets them, too.",
                     .how = counted(found.messages, "message") + " of " + whole(found.bytes) +
                            " bytes on their senders' links become " + counted(found.broadcasts, "broadcast") + " of " +
                            whole(found.largest) + "."});
}

}  // namespace godot::analysis::advice

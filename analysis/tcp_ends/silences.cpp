// SPDX-License-Identifier: MIT
#include "analysis/tcp_ends/silences.h"

#include <cstdlib>

namespace godot::analysis::tcp_ends {
namespace {

constexpr std::size_t most = 64;
// Games that speak so seldom while a capture runs are rare.
constexpr Nanoseconds is_long = 30 * second;
// A timer fires late by as much, and never early but for the capture's clock.
constexpr Nanoseconds late = 100 * millisecond;
constexpr Nanoseconds early = 20 * millisecond;
constexpr Nanoseconds at_once = 100 * millisecond;

bool is_same(Nanoseconds one, Nanoseconds other) { return std::abs(one - other) <= late; }
bool is_whole(Nanoseconds length) {
  const Nanoseconds part = length % second;
  return part <= late || part >= second - early;
}

}  // namespace

bool Silences::add(Ending& ending, Nanoseconds time, std::uint32_t frame) {
  const Earlier mine = {ending.length, time, frame, ending.by_client && !ending.is_reset};
  ending.is_whole = is_whole(ending.length);
  bool is_said = ending.is_first_after || (!mine.is_clients_fin && (ending.is_whole || ending.length >= is_long));
  for (const Earlier& each : earlier_) {
    if (!is_same(each.length, ending.length)) continue;
    const bool is_proxys = time - each.time <= at_once && each.is_clients_fin != mine.is_clients_fin;
    const bool is_repeated = time - each.time >= second && !each.is_clients_fin && !mine.is_clients_fin;
    if (!is_proxys && !is_repeated) continue;
    is_said = true;
    ending.same_in = each.frame;
    ending.has_two_sides = is_proxys;
    break;
  }
  if (earlier_.size() == most) earlier_.erase(earlier_.begin());
  earlier_.push_back(mine);
  return is_said;
}

}  // namespace godot::analysis::tcp_ends

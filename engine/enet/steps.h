// SPDX-License-Identifier: MIT
// The steps of a datagram of ENet before its commands are shown: recognise its flow, read, track. Wireshark leaves a
// host's functions by longjmp: nothing here has a destructor.
//
// A host is a packet with this datagram, a class with
//   frame(), is_first_pass(), is_quoted(), key()
//   checksum(), decompresses()   what the user set
//   reader()                     a DatagramReader
//   capture()                    the capture's datagrams
//   pair(), begin()              the Pair of the packet's ends: null if nothing is known of it; made, if need be
//   settings(pair)               its known properties, or those of other pairs of its ends
//   has_known_end()              an end has another pair
//   settle(pair)                 tells the ends
//   direction(pair), guess(pair) of the packet; a LikelierServer
//   tracking()                   what is followed
//   refusals(), refuse()         the flow's datagrams that were not ENet; counts one
//   worth_decompressing()
//   returned_by()                the ICMP error that quotes the datagram, if it is known
//   list(reading)                what has the commands: `.list`, a CommandList
//   has_ended(stream)            the connection has ended with this datagram
//   show(pair, record, reading, listed)
#pragma once

#include <cstdint>

#include "analysis/enet/capture/capture.h"
#include "codec/enet/command_list.h"
#include "codec/enet/datagram_reading.h"
#include "codec/enet/recognise.h"
#include "codec/noray/noray.h"

namespace godot::engine {

/// What a datagram of a flow is, as far as the datagrams up to it show.
enum class EnetVerdict : std::uint8_t { refused, undecided, enet };

/// Adds the datagram to its connection; first pass only.
template <class Host, class Pair>
const analysis::enet::Record& track_datagram(const Host& host, Pair& pair, const godot::enet::Reading& reading,
                                             const godot::enet::CommandList& commands) {
  return host.capture().track({.frame = host.frame(),
                               .captured = host.time(),
                               .key = host.key(),
                               .direction = host.direction(pair),
                               .reading = reading,
                               .commands = commands},
                              pair, host.guess(pair), host.tracking());
}

/// A datagram that is not understood, maybe of a pair that is known to be ENet's.
template <class Host>
EnetVerdict not_read(const Host& host) {
  if (auto* pair = host.pair(); pair != nullptr) pair->could_not_read(host.frame());
  return EnetVerdict::refused;
}

/// Learns from a datagram of a pair that is not recognised yet.
template <class Host>
EnetVerdict learn_pair(const Host& host, const Buffer& datagram) {
  const bool has_known_end = host.has_known_end();
  godot::enet::Observation seen = godot::enet::observe(datagram, host.checksum());
  const bool compressed = seen.strength == godot::enet::Strength::compressed;
  if (compressed && !has_known_end && !host.worth_decompressing()) seen = {};
  if (seen.strength == godot::enet::Strength::none) return not_read(host);
  const godot::enet::Reading reading = host.reader().read(datagram, host.settings(host.pair()), host.checksum());
  if (compressed) seen = godot::enet::observe(reading, host.checksum());
  if (seen.strength == godot::enet::Strength::none) return not_read(host);
  auto& pair = host.begin();
  const std::uint32_t refusals = host.refusals();
  if (refusals != 0) pair.could_not_read(host.frame());
  pair.recognition.add(seen, refusals);
  if (has_known_end) pair.recognition.accept();
  if (!pair.recognition.certain()) {
    if (pair.takes_another()) track_datagram(host, pair, reading, godot::enet::CommandList(reading.reader()));
    return EnetVerdict::undecided;
  }
  if (pair.skipped) pair.streams->analyse_anew();
  host.settle(pair);
  return EnetVerdict::enet;
}

/// True for a datagram of one of the pair's connections, malformed or not, or the first one of another. Programs may
/// send other data through the same socket.
template <class Host, class Pair>
bool belongs_to(const Host& host, const Pair& pair, const Buffer& datagram) {
  if (host.capture().find(host.frame(), host.key()) != nullptr || pair.has(datagram, host.direction(pair))) return true;
  if (!godot::enet::possible(datagram, host.checksum())) return false;
  const godot::enet::Reading reading = host.reader().read(datagram, host.settings(&pair), host.checksum());
  return godot::enet::observe(reading, host.checksum()).strength != godot::enet::Strength::none;
}

/// What a datagram is. Players who have found each other by noray shake hands before they speak ENet: these datagrams
/// are none that could not be read. What an ICMP error quotes teaches nothing. `pair`: of the packet's ends, or null.
template <class Host, class Pair>
EnetVerdict judge_datagram(const Host& host, const Pair* pair, const Buffer& datagram) {
  if (noray::handshake_of(datagram.captured) != noray::Handshake::none) return EnetVerdict::undecided;
  const bool is_settled = pair != nullptr && pair->recognition.certain();
  if (is_settled && belongs_to(host, *pair, datagram)) return EnetVerdict::enet;
  if (!is_settled && !godot::enet::possible(datagram, host.checksum())) return EnetVerdict::refused;
  if (host.is_quoted() || !host.is_first_pass()) return EnetVerdict::undecided;
  if (!is_settled) return learn_pair(host, datagram);
  not_read(host);
  return EnetVerdict::undecided;
}

/// Reads a datagram of a settled pair, tracks it on the first pass, and shows it.
template <class Host, class Pair>
void read_datagram(const Host& host, Pair& pair, const Buffer& datagram) {
  const bool quoted = host.is_quoted();
  const analysis::enet::Record* record = quoted ? nullptr : host.capture().find(host.frame(), host.key());
  const godot::enet::ObservedSettings settings =
      record != nullptr ? host.capture().settings_of(*record) : host.settings(&pair);
  const godot::enet::Reading reading =
      quoted ? host.reader().read_quote(datagram, settings, host.checksum(), host.decompresses())
             : host.reader().read(datagram, settings, host.checksum(), host.decompresses());
  const auto listed = host.list(reading);
  if (record == nullptr && host.is_first_pass() && !quoted) {
    record = &track_datagram(host, pair, reading, listed.list);
    const analysis::enet::Stream* stream = host.capture().stream_of(*record);
    if (stream != nullptr && stream->analysis != nullptr && stream->analysis->left_in() == host.frame())
      host.has_ended(*stream);
  }
  if (quoted && host.is_first_pass() && reading.has_commands) {
    if (const auto error = host.returned_by())
      pair.streams->track_returned({host.frame(), host.direction(pair), reading.header, listed.list}, *error);
  }
  host.show(pair, record, reading, listed);
}

/// Reads and shows a datagram, if it is ENet's. Counts it against its flow, if it is not.
template <class Host>
bool take_datagram(const Host& host, const Buffer& datagram) {
  auto* const known = host.pair();
  const EnetVerdict verdict = judge_datagram(host, known, datagram);
  if (verdict == EnetVerdict::refused && host.is_first_pass()) host.refuse();
  // A pair may begin with this datagram.
  if (verdict == EnetVerdict::enet) read_datagram(host, known != nullptr ? *known : *host.pair(), datagram);
  return verdict == EnetVerdict::enet;
}

/// Reads and shows a datagram of a port that the user chose, as ENet without checks.
template <class Host>
void take_chosen(const Host& host, const Buffer& datagram) {
  auto& pair = host.begin();
  if (host.is_first_pass()) {
    pair.recognition.accept();
    host.settle(pair);
  }
  read_datagram(host, pair, datagram);
}

}  // namespace godot::engine

// SPDX-License-Identifier: MIT
// What a datagram's checks and facts may ask beyond the datagram: its connection, the other side, the multiplayer
// above. Wireshark leaves a host's functions by longjmp: nothing here has a destructor.
//
// A host is a datagram that has a connection, a class with
//   other_side()            the same datagram on the other side of a relay or router
//   refresh_names()         before the user's projects are asked
//   peer_texts(), names()   the peers as texts, and as facts have them (NamesInFrame)
//   sender_port(), receiver_port()
//   collection()            of facts, if somebody needs them
#pragma once

#include "analysis/enet/connections/connection.h"
#include "analysis/enet/shown/datagram_facts.h"
#include "analysis/game/learning/link_ends.h"
#include "codec/enet/command_list.h"
#include "codec/enet/datagram_reading.h"

namespace godot::engine {

/// A datagram that has been read.
struct EnetDatagram {
  const analysis::enet::Pair& pair;
  const analysis::enet::Record* record;  ///< null: it is not tracked
  const analysis::enet::Sender& sender;
  const godot::enet::Reading& reading;
  const godot::enet::CommandList& commands;
  Buffer plain = {};       ///< its commands, if they were decompressed
  bool is_quoted = false;  ///< by an ICMP error: not counted

  /// Its connection; null: unknown.
  [[nodiscard]] analysis::enet::Stream* stream() const noexcept { return sender.stream; }
  /// True if the connection's client sent it; requires a connection.
  [[nodiscard]] bool from_client() const noexcept { return record->direction == stream()->client; }
  /// The results of the analysis; null: none.
  [[nodiscard]] const analysis::enet::Datagram* analysis() const noexcept {
    return record != nullptr ? record->analysis() : nullptr;
  }
};

template <class Host>
class DatagramContext final : public analysis::enet::CommandContext, public analysis::enet::UpperLayer {
 public:
  DatagramContext(const Host& host, const EnetDatagram& its) noexcept : host_(host), its_(its) {}

  [[nodiscard]] analysis::enet::Handshake handshake() const override {
    const auto& ends = its_.pair.ends;
    analysis::enet::Handshake handshake =
        analysis::enet::handshake_of(stream(), ends[direction()], ends[analysis::enet::opposite(direction())]);
    handshake.is_games = analysis::is_recognised(stream().link);
    return handshake;
  }
  [[nodiscard]] analysis::enet::OtherSide other_side() const override { return host_.other_side(); }
  [[nodiscard]] bool is_judged_on_other_side() const override {
    return analysis::enet::is_reported_on_other_side(stream(), direction());
  }
  [[nodiscard]] bool has_other_side() const override { return stream().other_side != nullptr; }
  [[nodiscard]] bool is_authenticating() const override { return analysis::is_authenticating(stream().link); }
  [[nodiscard]] analysis::enet::ChannelUse highest_channel() const override {
    if (!analysis::has_channels(stream().link)) return {};
    host_.refresh_names();
    return analysis::highest_channel();
  }

  [[nodiscard]] bool is_mesh() const override { return analysis::is_of_mesh(stream().link); }
  [[nodiscard]] analysis::facts::Route route() const override {
    return analysis::route_between_ends(stream().link, from_client(), host_.names());
  }
  void name_ends(analysis::facts::Texts& texts) const override {
    const auto peers = host_.peer_texts();
    texts.from = peers.end(stream().link, from_client(), host_.sender_port());
    texts.to = peers.end(stream().link, !from_client(), host_.receiver_port());
    texts.of_game = analysis::is_of_game(stream().link);
  }
  /// Whichever end closes the connection, its client leaves the session.
  void add_left(analysis::facts::Item& item) const override {
    if (stream().link.godot == nullptr) return;
    analysis::facts::Route& route = host_.collection()->route(item);
    route.session = stream().link.godot->peers.session();
    route.left = stream().link.godot->peers.id(analysis::End::first);
  }

 private:
  [[nodiscard]] const analysis::enet::Stream& stream() const { return *its_.stream(); }
  [[nodiscard]] analysis::enet::Direction direction() const { return its_.record->direction; }
  [[nodiscard]] bool from_client() const { return direction() == stream().client; }

  const Host& host_;
  const EnetDatagram& its_;
};

}  // namespace godot::engine

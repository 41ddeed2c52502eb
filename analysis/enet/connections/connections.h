// SPDX-License-Identifier: MIT
// The connections of a capture, one per enet.stream: assigns datagrams to them, and keeps the handshake.
//
// A datagram identifies its connection by the receiver's number of the sender (peer id) and a session of two bits. One
// pair of ports may have many connections, one after another or at the same time. Connect begins a new one, unless it
// is a retransmission: its client has sent nothing after it, or its sent time was seen before. (The connect id does not
// identify a connection: ENet hosts started within a second choose the same.)
//
// Fed on the first pass, in capture order. Memory: a Stream for each connection, an entry for each of its two routes.
// Time: constant for each datagram; a handshake, and a datagram without one, look at 64 connections at most.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/enet/connections/connection.h"
#include "base/number_hash.h"
#include "codec/enet/command_list.h"

namespace godot::analysis::enet {

/// A datagram of a pair of ports.
struct PairDatagram {
  std::uint32_t frame;
  Direction direction;
  const Header& header;
  const CommandList& commands;
};

/// The end that is likelier the server when there is no handshake.
class LikelierServer {
 public:
  /// The direction in which it sends.
  [[nodiscard]] virtual Direction likelier_server() const = 0;

 protected:
  ~LikelierServer() = default;  // never owned through this interface
};

class AllConnections;

/// The connections of one pair of ports.
class Connections {
 public:
  explicit Connections(AllConnections& all) noexcept : all_(all) {}

  /// The datagram's connection, created if new; null if it belongs to none.
  [[nodiscard]] Stream* track(const PairDatagram& datagram, const LikelierServer& guess);

  /// An ICMP error in `frame` returns this datagram.
  void track_returned(const PairDatagram& datagram, const IcmpError& error);

  /// True if datagrams with this header were seen or announced by a handshake.
  [[nodiscard]] bool knows(Direction direction, const Header& header) {
    return find_route(direction, header) != nullptr;
  }

  /// The pair is ENet: numbers its connections, in the order of their beginning, and those that follow.
  void settle();

  /// Datagrams were skipped: later ones are analysed as in a capture that begins late.
  void analyse_anew() noexcept;

  [[nodiscard]] Stream* latest() const noexcept { return latest_; }

 private:
  /// The last connection found for the datagrams of one direction.
  struct Recent {
    std::uint32_t key = 0;
    Stream* stream = nullptr;  ///< null: none was found yet
  };

  [[nodiscard]] Stream* find_route(Direction direction, const Header& header);
  void remove_route(const Stream& stream, Direction direction);
  void set_route(Stream& stream, Direction direction, std::uint16_t peer_id, std::uint8_t session_id);
  template <class Fits>
  [[nodiscard]] Stream* find(Fits fits) const;
  Stream& begin(std::uint32_t frame, Direction client);
  Stream& handle_connect(const PairDatagram& datagram, const Connection& body);
  Stream& handle_verify(const PairDatagram& datagram, const Connection& body);
  Stream& handle_others(const PairDatagram& datagram, const LikelierServer& guess);

  AllConnections& all_;
  Stream* latest_ = nullptr;
  std::unordered_map<std::uint32_t, Stream*, NumberHash> routes_;
  std::array<Recent, 2> recent_{};
  bool is_settled_ = false;
};

/// The connections of all pairs of ports.
class AllConnections {
 public:
  AllConnections() = default;
  AllConnections(const AllConnections&) = delete;
  AllConnections& operator=(const AllConnections&) = delete;

  /// For a new pair of ports; valid as long as this.
  [[nodiscard]] Connections& begin_pair() { return pairs_.emplace_back(*this); }

  /// How many have a number.
  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(by_number_.size()); }
  /// Null: none has this number.
  [[nodiscard]] const Stream* of_number(std::uint32_t number) const noexcept {
    return number < by_number_.size() ? by_number_[number] : nullptr;
  }

  /// Stream::place; null: 0, or none has it.
  [[nodiscard]] Stream* of_place(std::uint32_t place) const noexcept {
    return place != 0 && place <= by_place_.size() ? by_place_[place - 1] : nullptr;
  }

  /// The messages in fragments of a connection.
  [[nodiscard]] Fragments& fragments_of(Stream& stream, const Arena& arena) {
    if (stream.fragments == nullptr) stream.fragments = std::make_unique<Fragments>(last_message_, arena);
    return *stream.fragments;
  }

  /// The latest connection to this server with the stream's id that has not ended; then the stream, if there is none.
  [[nodiscard]] const Stream* holder_of_id(const Stream& stream, std::uint32_t server);

 private:
  friend class Connections;

  std::deque<Connections> pairs_;
  std::deque<Stream> streams_;
  std::vector<Stream*> by_place_;
  std::deque<Stream*> by_number_;
  std::uint32_t last_message_ = 0;  ///< id of the last one in fragments
  /// By server and the client's id, as long as they last.
  std::unordered_map<std::uint64_t, const Stream*, NumberHash> by_id_;
};

/// A datagram of a connection, as its server shows itself by it.
struct OfServer {
  std::uint32_t frame;
  Direction direction;
  Compression compression;
  const CommandList& commands;
};

/// Keeps what both ends of the connection show of the server.
void watch_server(AllConnections& all, Stream& stream, Endpoint& server, const OfServer& datagram);

}  // namespace godot::analysis::enet

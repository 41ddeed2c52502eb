// SPDX-License-Identifier: MIT
// Players who meet by WebRTC: which pairs of addresses were checked by whom, and answered or not; servers of STUN and
// TURN that were asked; the handshake of DTLS that follows; who falls silent. And what remains of the causes where
// players do not meet. From bytes, without keys, as seen where the capture was taken: at either end, or between.
//
//   IceMeetings meetings;
//   meetings.datagram(...);        each datagram of UDP
//   meetings.statements(arena)     after the last frame
//
// Two agents are known by the fragments of their names in USERNAME, so that NATs and relays hide nobody. Memory: an
// entry for each session, pair, flow and server, at most `most_entries` of each kind; the transactions of the last 2 *
// `most_transactions` requests. Time of a datagram: constant.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analysis/problems/ice.h"
#include "analysis/problems/verdict.h"
#include "base/arena.h"
#include "codec/stun/dtls.h"
#include "codec/stun/stun.h"

namespace godot::analysis {

/// A sentence about a server, a pair or two agents.
struct IceStatement {
  std::uint32_t frame = 0;  ///< what it is about
  bool is_problem = false;
  const char* text = nullptr;
  problems::Ice row = {};  ///< the row of a problem, if it is one
  problems::Basis basis = {};
  problems::Advice advice = {};
};

class IceMeetings {
 public:
  static constexpr std::size_t most_entries = 4096;
  static constexpr std::size_t most_transactions = 16384;
  static constexpr std::size_t most_channels = 64;  ///< of an allocation of TURN
  static constexpr std::size_t most_pairs_shown = 6;
  /// Datagrams of an end whose content DTLS 1.3 hides: with more than these, its handshake is over.
  static constexpr std::uint32_t most_hidden_of_handshake = 5;

  /// A frame, and its time in nanoseconds.
  struct Seen {
    std::uint32_t frame = 0;  ///< the frame's number; 0: never seen
    std::int64_t time = 0;
  };

  /// What an ICMP error says of the datagram that it quotes.
  enum class Returned : std::uint8_t {
    no,
    closed,  ///< nothing listens at the port
    no_way,  ///< its host or network cannot be reached, or a router refuses it
  };

  struct Datagram {
    stun::End source = {};
    stun::End destination = {};
    std::span<const std::uint8_t> bytes = {};  ///< as far as they were captured
    std::size_t reported = 0;                  ///< their number on the wire
    Returned returned = Returned::no;
    Seen at = {};
    bool is_stream = false;  ///< it is a message over TCP (turn_over_tcp.h)
  };
  void datagram(const Datagram& datagram);
  /// False: datagram() learns no more of it than its time, as long as no connection is known.
  [[nodiscard]] bool concerns(std::span<const std::uint8_t> bytes, std::uint16_t port, std::uint16_t other_port) const {
    const auto is_dns = [](std::uint16_t each) { return each == stun::mdns_port || each == stun::dns_port; };
    return !flows_.empty() || is_dns(port) || is_dns(other_port) || stun::may_be(bytes);
  }
  /// What a connection over TCP shows that may carry TURN, by a segment of it (turn_over_tcp.h).
  struct StreamEnd {
    stun::End source = {};
    stun::End destination = {};
    Seen at = {};
  };
  /// Its client asks for it.
  void stream_opens(const StreamEnd& end);
  /// Its server takes it.
  void stream_opened(const StreamEnd& end);
  /// One of them ends it.
  void stream_ends(const StreamEnd& end);
  /// Its client begins with TLS, which hides the rest.
  void stream_is_sealed(const StreamEnd& end);
  /// Its first bytes are something else.
  void stream_is_other(const StreamEnd& end);
  /// The capture lacks bytes of one, or what they are is not known.
  void stream_lacks() noexcept { lacks_bytes_ = true; }

  /// The capture begins at this time.
  void begin(std::int64_t time) noexcept { begun_ = time; }
  /// Something is sent to this end, of any protocol: the capture has the direction to its host. Counts behind the first
  /// message of STUN.
  void hears(const stun::End& end);
  /// The capture goes on until this time.
  void reach(std::int64_t time) noexcept { last_ = std::max(last_, time); }

  /// In the order of the frames; empty: nobody uses ICE. The texts are in the arena.
  [[nodiscard]] std::vector<IceStatement> statements(const Arena& arena) const;

 private:
  /// The way of a datagram between two ends, or between a client of TURN (`near`), its server (`far`) and a peer.
  struct Route {
    stun::End near = {};
    stun::End far = {};
    stun::End peer = {};     ///< family 0: not by TURN
    bool is_stream = false;  ///< by TURN over TCP

    [[nodiscard]] bool operator==(const Route&) const noexcept = default;
    [[nodiscard]] bool is_relayed() const noexcept { return peer.family != 0; }
  };
  struct RouteHash {
    [[nodiscard]] std::size_t operator()(const Route& route) const noexcept;
  };
  struct TransactionHash {
    [[nodiscard]] std::size_t operator()(const stun::Transaction& transaction) const noexcept;
  };

  /// What travels on a route.
  struct Carried {
    Route route = {};
    bool from_near = true;
    std::span<const std::uint8_t> bytes = {};
    std::size_t reported = 0;
    Seen at = {};
  };

  /// An agent of a session, and what it sent.
  struct Side {
    std::string fragment = {};
    stun::End end = {};  ///< where its first check came from
    Seen first_check = {};
    Seen last_check = {};
    std::uint32_t checks = 0;    ///< how many requests it has sent
    std::uint32_t answered = 0;  ///< ... that were answered with success
    std::uint32_t again = 0;     ///< ... that it repeats after the answer
    Seen first_answered = {};
    Seen nominated = {};      ///< its first answered request with USE-CANDIDATE
    std::uint16_t error = 0;  ///< the last error that its requests got
    Seen refused = {};
    Seen last = {};                    ///< its last datagram of any kind
    std::uint32_t unheard_checks = 0;  ///< since the other side's last datagram
    std::uint32_t unheard = 0;         ///< ... datagrams of any kind
    std::uint32_t unheard_data = 0;    ///< ... those with encrypted content
    Returned unheard_returned = Returned::no;
    Seen returned = {};  ///< ... and an ICMP error that quotes one
    // What it has sent of DTLS:
    std::uint32_t hellos = 0;  ///< how many messages ClientHello
    Seen first_hello = {};
    Seen handshake = {};       ///< another message of the handshake
    Seen encrypted = {};       ///< the first record with application data
    std::uint32_t hidden = 0;  ///< records of DTLS 1.3, whose content is hidden: of the handshake, too
    Seen closes = {};          ///< an encrypted alert, or close notify
    std::size_t largest = 0;   ///< bytes of its largest datagram of the handshake
    [[nodiscard]] bool has_dtls() const noexcept {
      return hellos + hidden != 0 || handshake.frame + encrypted.frame != 0;
    }
    std::uint32_t other = 0;  ///< datagrams that are neither STUN nor DTLS
  };
  struct Session {
    std::array<Side, 2> sides = {};
    std::vector<std::size_t> pairs = {};
    Seen alert = {};  ///< fatal, in the handshake
    std::uint8_t alert_side = 0;
    std::uint8_t alert_code = 0;
    bool hides_alerts = false;  ///< records of DTLS 1.3 hide alerts
    Route used = {};            ///< of the last encrypted datagram, else of the first answered check
    bool has_used = false;
  };
  /// Checks of a side on a route.
  struct Pair {
    std::size_t session = 0;
    std::uint8_t side = 0;
    Route route = {};
    bool from_near = true;
    std::uint32_t checks = 0;
    Seen first = {};
    Seen answered = {};
    bool is_nominated = false;
    std::uint16_t error = 0;  ///< the last error that they got; 0: none
    Returned returned = Returned::no;
    Seen returned_at = {};
  };
  struct Flow {
    std::size_t session = 0;
    std::uint8_t near_side = 0;
    std::array<std::size_t, 2> pairs = {};  ///< from near, from far: 1 + its number; 0: none
  };
  /// A server of STUN or TURN, as asked by one port.
  struct Server {
    stun::End client = {};
    stun::End server = {};
    bool is_stream = false;  ///< it is asked over TCP
    bool is_turn = false;
    bool is_ice = false;  ///< a client that does nothing but ICE
    std::uint32_t sent = 0;
    Seen first = {};
    Seen last = {};
    Seen answered = {};  ///< the first answer, whatever it says
    stun::End mapped = {};
    stun::End relayed = {};
    Seen allocated = {};
    Seen refused = {};  ///< the refusal of an allocation
    std::uint16_t error = 0;
    Seen denied = {};  ///< a permission for this peer
    stun::End denied_peer = {};
    std::uint16_t denied_error = 0;
    Returned returned = Returned::no;
    Seen returned_at = {};
    std::vector<std::pair<std::uint16_t, stun::End>> channels = {};
    // Of a server that is asked over TCP:
    std::uint32_t opens = 0;  ///< how often its client has asked for a connection
    Seen opened = {};         ///< the server takes it
    Seen ended = {};          ///< the server ends it
    Seen sealed = {};         ///< the client begins TLS
    Seen other = {};          ///< the server sends something that is no STUN
  };
  struct Request {
    bool is_check = false;
    std::size_t number = 0;  ///< of the pair or server
    std::uint16_t method = 0;
    bool has_credentials = false;
    bool is_answered = false;
    bool nominates = false;
    std::uint16_t channel = 0;
    stun::End peer = {};
  };
  /// A name of mDNS that was asked for.
  struct Name {
    std::string name = {};
    stun::End who = {};
    std::uint32_t asked = 0;
    Seen first = {};
    Seen answered = {};
  };

  [[nodiscard]] static std::uint8_t other_than(std::uint8_t side) noexcept { return side == 0 ? 1 : 0; }
  [[nodiscard]] static Route direct(const stun::End& one, const stun::End& other) noexcept;
  [[nodiscard]] Request* request_of(const stun::Transaction& transaction);
  void remember(const stun::Transaction& transaction, const Request& request);
  void remember_early(const stun::Transaction& transaction);
  [[nodiscard]] Server* server_of(const Route& key, bool adds);
  [[nodiscard]] Server* server_of(const StreamEnd& end, bool& from_client);

  void comes_back(const Datagram& datagram);
  void message(const Datagram& datagram, const stun::Message& message);
  void asks_server(const Datagram& datagram, const stun::Message& message);
  void server_answers(const Datagram& datagram, const stun::Message& message, Request& request);
  void asks_name(const Datagram& datagram);
  bool channel(const Datagram& datagram);

  void carried(const Carried& carried);
  void check(const Carried& carried, const stun::Message& message, const stun::Fragments& fragments);
  void check_answered(const Carried& carried, const stun::Message& message, Request& request);
  void content(const Carried& carried, Session& session, std::uint8_t side);
  [[nodiscard]] std::size_t session_of(const stun::Fragments& fragments, std::uint8_t& sender);
  [[nodiscard]] std::size_t pair_of(std::size_t session, std::uint8_t side, const Carried& carried);
  /// Any datagram of a side.
  static void heard(Session& session, std::uint8_t side, const Seen& at);

  // What is said (verdicts.cpp).
  [[nodiscard]] bool is_used() const noexcept;
  [[nodiscard]] bool lacks_frames() const noexcept;
  [[nodiscard]] bool meets(const stun::End& host) const noexcept;
  [[nodiscard]] bool checks(const stun::End& host) const noexcept;
  [[nodiscard]] bool is_missed(const stun::End& host) const noexcept;
  [[nodiscard]] bool is_denied(const stun::End& client) const noexcept;
  [[nodiscard]] bool has_heard(const stun::End& end) const;
  [[nodiscard]] bool may_have_begun_before(const Seen& first) const noexcept;
  [[nodiscard]] const char* name_of(const Session& session, std::uint8_t side, const Arena& arena) const;
  [[nodiscard]] IceStatement of(const Server& server, const Arena& arena) const;
  [[nodiscard]] IceStatement unanswered(const Server& server, const Arena& arena) const;
  [[nodiscard]] IceStatement unanswered_stream(const Server& server, const Arena& arena) const;
  [[nodiscard]] IceStatement without_checks(const Server& server, const Arena& arena) const;
  [[nodiscard]] IceStatement denied(const Server& server, const Arena& arena) const;
  [[nodiscard]] IceStatement of(const Name& name, const Arena& arena) const;
  [[nodiscard]] IceStatement of(const Pair& pair, const Arena& arena) const;
  [[nodiscard]] IceStatement of(const Session& session, const Arena& arena) const;
  [[nodiscard]] IceStatement met(const Session& session, const Arena& arena) const;
  [[nodiscard]] IceStatement silent(const Session& session, std::uint8_t silent_side, const Arena& arena) const;
  [[nodiscard]] IceStatement alerted(const Session& session, const Arena& arena) const;
  [[nodiscard]] IceStatement unfinished(const Session& session, const Arena& arena) const;
  [[nodiscard]] IceStatement without_handshake(const Session& session, const Arena& arena) const;
  [[nodiscard]] IceStatement unheard(const Session& session, std::uint8_t side, const Arena& arena) const;
  [[nodiscard]] IceStatement one_way(const Session& session, std::uint8_t unheard_side, const Arena& arena) const;
  [[nodiscard]] IceStatement crossed(const Session& session, const Arena& arena) const;
  [[nodiscard]] IceStatement refused(const Session& session, std::uint8_t side, const Arena& arena) const;
  void add_hidden(const Session& session, const Arena& arena, problems::Verdict& verdict) const;
  void add_networks(const Session& session, std::uint8_t side, const Arena& arena, problems::Verdict& verdict) const;
  [[nodiscard]] std::int64_t since(const Seen& seen) const noexcept { return last_ - seen.time; }

  std::vector<Session> sessions_;
  std::vector<Pair> pairs_;
  std::vector<Server> servers_;
  std::vector<Name> names_;
  std::unordered_map<std::string, std::size_t> by_fragments_;
  std::unordered_map<Route, Flow, RouteHash> flows_;
  std::unordered_map<Route, std::size_t, RouteHash> by_client_;  ///< servers: near is the client
  std::unordered_map<std::string, std::size_t> by_name_;
  std::unordered_map<stun::Transaction, Request, TransactionHash> requests_;
  std::unordered_map<stun::Transaction, Request, TransactionHash> earlier_requests_;
  std::set<stun::End> heard_;                                             ///< hosts to which something is sent
  std::unordered_set<stun::Transaction, TransactionHash> early_answers_;  ///< whose request was not seen before
  bool lacks_bytes_ = false;     ///< of checks, or of what a relay carries: what was not seen proves nothing
  bool lacks_requests_ = false;  ///< an answer came whose request the capture does not have, although it had begun
  std::int64_t begun_ = 0;       ///< when the capture begins
  std::int64_t first_ = 0;       ///< when its first message of STUN was captured
  std::int64_t last_ = 0;
};

}  // namespace godot::analysis

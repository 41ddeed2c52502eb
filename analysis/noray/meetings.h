// SPDX-License-Identifier: MIT
// Players who meet by noray: who registered, who was told to whom, whose datagrams arrived at whom, and what remains of
// the causes where they never did. As seen where the capture was taken: at one of the players, or at noray.
//
//   NorayMeetings meetings;
//   meetings.line(...);       each line of a connection to noray
//   meetings.datagram(...);   each datagram of IPv4, once meetings.is_used()
//   meetings.statements(arena)   after the last frame
//
// Memory: an entry for each connection to noray and each of its requests, at most `most_entries` of each kind. Time of
// a datagram: constant, at most `most_looked_at` meetings of the same two hosts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/problems/noray.h"
#include "analysis/problems/verdict.h"
#include "base/arena.h"
#include "codec/noray/noray.h"

namespace godot::analysis {

/// A sentence about a registration, a request or a meeting.
struct NorayStatement {
  std::uint32_t frame = 0;  ///< what it is about
  bool is_problem = false;
  problems::Noray row = {};
  const char* text = nullptr;  ///< null: nothing is said
  problems::Basis basis = {};
  problems::Advice advice = {};
};

class NorayMeetings {
 public:
  static constexpr std::size_t most_entries = 4096;
  static constexpr std::size_t most_looked_at = 8;

  /// A frame, and its time in nanoseconds.
  struct Seen {
    std::uint32_t frame = 0;  ///< the frame's number; 0: never seen
    std::int64_t time = 0;
  };

  /// A whole line of the connection `stream` between a player and noray.
  struct TcpLine {
    std::uint32_t stream = 0;
    noray::End player = {};
    noray::End server = {};
    bool from_player = false;
    Seen at = {};
  };
  void line(const TcpLine& where, const noray::Line& line);
  /// The capture goes on until this time: what was not answered until then has waited so long.
  void reach(std::int64_t time) noexcept { last_ = std::max(last_, time); }

  /// The capture lacks bytes of this connection.
  void lose(std::uint32_t stream);

  /// `is_returned`: an ICMP error quotes it.
  struct Datagram {
    noray::End source = {};
    noray::End destination = {};
    std::span<const std::uint8_t> bytes = {};
    bool is_returned = false;
    Seen at = {};
  };
  void datagram(const Datagram& datagram);

  /// What a datagram is: a player registers its port, or noray answers that.
  enum class Kind : std::uint8_t { none, handshake, registration, answer };
  /// `has_ends`: false: they are no addresses of IPv4.
  [[nodiscard]] Kind kind_of(const Datagram& datagram, bool has_ends) const;

  void forget() { *this = {}; }

  /// False: nothing is known of any noray, and datagrams need not be given.
  [[nodiscard]] bool is_used() const noexcept { return !players_.empty(); }

  /// In the order of the frames. The texts are in the arena.
  [[nodiscard]] std::vector<NorayStatement> statements(const Arena& arena) const;

 private:
  struct Player {
    noray::End tcp = {};
    noray::End server = {};
    std::string oid = {};
    bool lacks_bytes = false;
    noray::End local = {};      ///< the address whose port it registers
    noray::End registrar = {};  ///< ... and the registrar where it does
    Seen first_pid = {};
    std::uint32_t pids = 0;
    Seen accepted = {};
    Seen refused = {};
    std::string refusal = {};
    Seen returned = {};  ///< an ICMP error that quotes a registration
  };
  struct Request {
    std::size_t player = 0;
    bool by_relay = false;
    std::string oid = {};
    Seen asked = {};
    Seen answered = {};
  };
  struct Meeting {
    std::size_t player = 0;
    bool by_relay = false;
    noray::End other = {};
    Seen told = {};
    std::uint16_t local_port = 0;  ///< the last handshake was sent from it
    Seen from_port = {};           ///< ... and so were those since this one
    std::uint32_t sent = 0;
    Seen first_sent = {};
    Seen last_sent = {};
    Seen returned = {};
    std::uint32_t heard = 0;  ///< how many handshakes have arrived
    Seen first_heard = {};
    Seen last_heard = {};
    Seen was_heard = {};          ///< the other end says that it has heard this one, or sends what is no handshake
    Seen other_port = {};         ///< the first handshake of its host from another port
    std::uint16_t came_from = 0;  ///< the port that it came from
  };
  using Indices = std::vector<std::size_t>;

  [[nodiscard]] bool is_pid(std::span<const std::uint8_t> bytes) const;
  [[nodiscard]] bool is_registrars(const noray::End& source, const noray::End& destination) const;
  [[nodiscard]] Player* player_of(const TcpLine& where);
  void begin_meeting(std::size_t player, bool by_relay, const noray::End& other, const Seen& at);
  bool registers(const Datagram& datagram);
  void meets(Meeting& meeting, const Datagram& datagram, bool is_sent);
  [[nodiscard]] NorayStatement of(const Player& player, const Arena& arena) const;
  [[nodiscard]] NorayStatement of(const Request& request, const Arena& arena) const;
  [[nodiscard]] NorayStatement of(const Meeting& meeting, const Arena& arena) const;
  [[nodiscard]] problems::Verdict unanswered(const Request& request, const Arena& arena) const;
  [[nodiscard]] problems::Verdict unheard(const Meeting& meeting, const Arena& arena) const;
  [[nodiscard]] problems::Verdict one_way(const Meeting& meeting, const Arena& arena) const;
  [[nodiscard]] std::int64_t since(const Seen& seen) const noexcept { return last_ - seen.time; }

  std::vector<Player> players_;
  std::vector<Request> requests_;
  std::vector<Meeting> meetings_;
  std::unordered_map<std::uint32_t, std::size_t> by_stream_;
  std::unordered_map<std::string, std::size_t> by_pid_;
  std::unordered_map<std::uint64_t, std::size_t> by_local_;  ///< players, by the port that they register
  std::unordered_map<std::uint64_t, Indices> by_hosts_;      ///< meetings, by both hosts
  std::unordered_map<std::size_t, Indices> asked_by_;        ///< open requests, by player
  std::int64_t last_ = 0;
};

}  // namespace godot::analysis

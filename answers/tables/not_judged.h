// SPDX-License-Identifier: MIT
// What a capture leaves open: an answer without rows means "nothing was found", not "nothing is wrong". Each reason has
// a line that says what was not judged, and what to do about it.
//
// In: frames, in capture order. Out: a row for each reason that applies, in a fixed order. Cost: constant for each
// frame; memory for each flow and each connection.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/facts/facts.h"
#include "analysis/facts/tcp_bytes.h"
#include "answers/tables/received.h"

namespace godot::analysis::report {

struct NotJudged {
  const char* reason;  ///< no_project, one_pass, began_late, lacks_packets, one_direction, unknown_nodes, list_changed,
                       ///< undecided, not_sent, unreadable, no_room
  std::uint64_t count;
  std::string what;        ///< with the count: "12 packets were read once: ..."
  std::string what_to_do;  ///< a sentence that says how to get the missing rows
};

/// Adds reasons behind those of the answer itself.
void add(std::vector<NotJudged>& all, std::vector<NotJudged> others);

/// Rows that an answer has no room for.
[[nodiscard]] NotJudged no_room(std::uint64_t count, std::string what, std::string what_to_do);

/// How a person does what is missing, where the answer is shown.
struct Advice {
  bool has_project = false;
  std::string project_fault = {};  ///< why a project that is set is not read; empty: all are
  const char* read_twice = "Read the capture twice: tshark -2.";
  const char* set_project = "Set the folder of the game's project: tshark -o 'uat:godot_projects:\"FOLDER\"'.";
};

/// " Not judged: ...", a line each; one line if nothing is open.
[[nodiscard]] std::vector<std::string> lines_of(const std::vector<NotJudged>& all);

class NotJudgedReasons {
 public:
  /// Frames are missing because a filter hides them: what only all frames of a connection show is not said.
  void set_filtered() noexcept { filtered_ = true; }
  /// The answer names no problems: a call whose declaration is not known leaves nothing open. Facts have the mark if
  /// another question asks for problems.
  void set_without_problems() noexcept { names_problems_ = false; }

  void add(const facts::Frame& frame);
  [[nodiscard]] std::vector<NotJudged> list(const Advice& advice) const;

 private:
  struct Flow {
    bool seen = false;               ///< a frame of it
    bool known = false;              ///< something in it was recognised
    bool speaks = false;             ///< more than a handshake
    bool lacks = false;              ///< TCP: it was read as one of which the capture lacks packets
    bool begins = false;             ///< TCP: its first segment is there
    bool refused = false;            ///< TCP: it was to become a WebSocket, and did not: its bytes are those of HTTP
    bool asks = false;               ///< TCP: a request to open it is there
    bool opens = false;              ///< TCP: an answer to that which accepts it, or data, are there
    std::array<bool, 2> sides = {};  ///< frames of these directions were seen
    std::array<Received, 2> received = {};  ///< TCP: of each side
    std::uint64_t variables = 0;            ///< that a game has announced to its debugger, and that have not come
    std::uint64_t unread = 0;               ///< UDP: datagrams without anything known
    std::uint64_t sealed = 0;               ///< packets of TLS or DTLS without anything known
    std::uint64_t in_frames = 0;            ///< messages of WebSocket in several frames that were not read
    std::uint64_t cut = 0;                  ///< packets without anything known that the capture has cut
  };
  /// Of TCP: the bytes behind the last message that was read of each side wait for the rest of theirs.
  struct Bytes {
    facts::Streams streams;
    bool upgrades = false;  ///< a WebSocket: HTTP comes before its first message
    bool sealed = false;    ///< TLS: its own records are among the bytes
  };
  /// Of ENet, by enet.stream.
  struct Connection {
    bool seen = false;  ///< a packet of it
    bool late = false;
    bool lacks = false;
    bool one_direction = false;  ///< as the last packet shows it
    bool speaks = false;         ///< more than a request for a connection
  };
  struct Sums {
    std::uint64_t late = 0;
    std::uint64_t lacks = 0;
    std::uint64_t one_direction = 0;
    std::uint64_t unread = 0;
    std::uint64_t waiting = 0;
    std::uint64_t sealed = 0;
    std::uint64_t in_frames = 0;
    std::uint64_t variables = 0;
    std::uint64_t cut = 0;
    std::uint64_t foreign_cut = 0;  ///< of flows without anything known
    std::uint64_t foreign = 0;      ///< packets of flows without anything known
    std::uint64_t unopened = 0;     ///< connections over TCP that were asked for, and refused or not answered
    bool any_known = false;
  };

  void add_known(const facts::Frame& frame);
  void add_items(const facts::Envelope& envelope);
  [[nodiscard]] Sums sums() const;
  void add_flow(const Flow& flow, bool is_tcp, Sums& sums) const;
  static void add_variables(const facts::Frame& frame, Flow& flow) noexcept;
  void add_bytes(const facts::Frame& frame);
  [[nodiscard]] static std::uint64_t waiting(const Flow& flow, const Bytes& bytes) noexcept;

  bool filtered_ = false;
  bool names_problems_ = true;
  bool mirrored_ = false;
  // By their numbers, which count from 0.
  std::array<std::vector<Flow>, 2> flows_;  ///< of UDP, of TCP
  std::vector<Bytes> bytes_;                ///< of TCP, by flow
  std::vector<Connection> connections_;
  std::uint64_t packets_ = 0;        ///< packets that have a payload
  std::uint64_t read_once_ = 0;      ///< packets that were read once
  std::uint64_t cut_ = 0;            ///< packets that the capture has cut
  std::uint64_t malformed_ = 0;      ///< items that could not be read to their end
  std::uint64_t undeclared_ = 0;     ///< messages whose declaration is not known
  std::uint64_t unrecognised_ = 0;   ///< messages that were not recognised
  std::uint64_t in_no_scene_ = 0;    ///< messages of Godot 3 to nodes that no scene has
  std::uint64_t list_changes_ = 0;   ///< how often lists of synchronizers have changed
  std::uint64_t dropped_ = 0;        ///< notices of games that they drop what they would send to their debugger
  std::uint64_t undecided_ = 0;      ///< messages of which it is not known whether their receivers take them
  std::set<std::string_view> open_;  ///< filters of the remarks that say so
};

}  // namespace godot::analysis::report

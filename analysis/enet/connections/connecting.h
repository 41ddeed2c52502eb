// SPDX-License-Identifier: MIT
// Why a client does not get into a game: verdicts on a Connect that is never answered, on an answer that the client
// does not read, and on a server that accepts it and then sends nothing.
//
// In: what the capture has of the server at that time, as plain values; frames are 0 if there is none. Out: the causes
// that remain. Sources: thirdparty/enet/protocol.c, modules/enet/enet_multiplayer_peer.cpp.
#pragma once

#include <cstdint>

#include "analysis/enet/capture/icmp.h"
#include "analysis/problems/verdict.h"
#include "base/arena.h"
#include "codec/enet/decompress.h"

namespace godot::analysis::enet {

using godot::enet::Compression;

/// A server, from the datagrams that it sent.
struct ServerSeen {
  std::uint32_t last = 0;           ///< the frame of its latest datagram
  std::uint32_t last_before = 0;    ///< the latest before the request
  std::uint32_t left_in = 0;        ///< its latest Disconnect before the request, after which it sent nothing
  std::uint32_t accepted_in = 0;    ///< it accepts another client during the requests
  std::uint32_t accepted_same = 0;  ///< it ever accepted a request of another client with the same compression
  bool accepted_any = false;        ///< it ever accepted one
  bool has_client = false;          ///< another client was connected to it at the request
};

struct Unanswered {
  std::uint32_t first = 0;                      ///< the frame of the first Connect
  std::uint32_t last = 0;                       ///< the frame of the last Connect
  std::uint32_t returned_in = 0;                ///< the first ICMP error that returns one
  IcmpError error = {};                         ///< ... and what it says
  std::uint32_t unreturned = 0;                 ///< requests before it, which did not come back: something listened
  Compression compression = Compression::none;  ///< how the datagram with Connect is compressed
  bool is_long = false;   ///< the requests last for a second or more: a server with clients sends something meanwhile
  bool is_local = false;  ///< both ends have one address
  ServerSeen server;
};
[[nodiscard]] problems::Verdict verdict_on(const Unanswered& request, const char* symptom,
                                           const analysis::Arena& arena);

/// A Verify connect that is sent again and again, and to which the client does not react.
struct Unread {
  std::uint32_t accepted_in = 0;     ///< the frame of the Verify connect
  std::uint32_t asked_again_in = 0;  ///< a Connect after it: the client runs, and has not read it; 0: none
  bool is_compressed = false;
  bool client_compresses = false;  ///< the client has sent compressed datagrams
  bool is_local = false;           ///< both ends have one address
};
[[nodiscard]] problems::Verdict verdict_on(const Unread& answer, const char* symptom, const analysis::Arena& arena);

struct Ignored {
  std::uint32_t accepted_in = 0;    ///< the frame of the Verify connect
  std::uint32_t client_last = 0;    ///< the client's last datagram
  std::uint32_t id = 0;             ///< the data of Connect: the client's id
  bool has_id = false;              ///< the capture has Connect
  std::uint32_t taken_in = 0;       ///< the Connect of another client with this id that was connected then
  bool taken_for_certain = false;   ///< ... and that went on later
  bool is_games = false;            ///< the connection is one of Godot's multiplayer, as its messages show
  std::uint32_t returned_in = 0;    ///< the first ICMP error that returns a datagram to the server
  IcmpError error = {};             ///< ... and what it says
  std::uint32_t unreturned_in = 0;  ///< the client's last datagram since then that did not come back; 0: none
  std::int64_t unreturned_for = 0;  ///< ... how long after the Verify connect; nanoseconds
  std::uint32_t server_last = 0;    ///< the server's last datagram to anyone
  std::int64_t server_went_on = 0;  ///< ... and how long after the Verify connect; nanoseconds
  bool is_local = false;            ///< both ends have one address
};
[[nodiscard]] problems::Verdict verdict_on(const Ignored& accepted, const char* symptom, const analysis::Arena& arena);

/// A message that was never acknowledged, while what is sent to its receiver comes back as ICMP errors, and the
/// receiver has sent nothing since.
struct Ended {
  std::uint32_t sent_in = 0;
  std::uint32_t receiver_last = 0;  ///< the receiver's last datagram of this connection
  std::uint32_t returned_in = 0;    ///< the first ICMP error, a later frame
  IcmpError error = {};
  bool is_server = true;  ///< the receiver is the server
  bool is_local = false;  ///< both ends have one address

  /// False if nothing shows that the receiver has ended.
  [[nodiscard]] bool is_shown() const noexcept {
    return returned_in != 0 && receiver_last < returned_in && turned_back(error) == Returned::at_port;
  }
};
[[nodiscard]] problems::Verdict verdict_on(const Ended& message, const char* symptom, const analysis::Arena& arena);

}  // namespace godot::analysis::enet

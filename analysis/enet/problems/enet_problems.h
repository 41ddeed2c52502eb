// SPDX-License-Identifier: MIT
// ENet's reasons for missing messages: commands that were lost, held back, dropped or never answered. Most are known
// only after the whole capture was read. Each check takes plain values and adds its findings.
//
// Rows in analysis/problems/enet.def name the checks, and the part of a connection that each one judges.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/enet/connections/connecting.h"
#include "analysis/enet/order/analysis.h"
#include "analysis/enet/sides/sides.h"
#include "analysis/link/completeness.h"
#include "analysis/problems/findings.h"
#include "codec/enet/decompress.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

using ProblemFindings = problems::Findings<problems::Enet>;

struct Move;
struct Stream;

/// One direction of a connection.
struct Sender {
  const Analysis* analysis = nullptr;  ///< null: nothing is known
  const Completeness* capture = nullptr;
  std::uint8_t direction = 0;
  bool is_complete = false;     ///< the whole capture was read
  bool on_one_machine = false;  ///< both ends have one address
  const Move* gone = nullptr;   ///< an end of the connection goes on from another address, perhaps; null: none
  const Move* come = nullptr;   ///< the connection is such an end, perhaps
  Stream* stream = nullptr;     ///< the connection; null: the datagram belongs to none

  [[nodiscard]] bool knows_all() const noexcept { return is_complete && analysis != nullptr && capture->whole(); }
};

/// Both ends are on one machine, and every missing message of this direction was dropped by its sender's throttle.
[[nodiscard]] bool is_local(const Sender& sender) noexcept;
/// The sender's throttle drops messages.
[[nodiscard]] bool is_throttled(const Sender& sender) noexcept;
/// The messages missing before this command were more likely dropped by the sender's throttle than lost.
[[nodiscard]] bool is_unsent(const Sender& sender, const Finding& finding) noexcept;
/// This command of `frame` was never acknowledged until the connection was closed, or for so long that it counts as
/// lost.
[[nodiscard]] bool is_lost(const Sender& sender, std::uint32_t frame, const Finding& finding) noexcept;
/// The sender of this message left just after it, and it was never acknowledged.
[[nodiscard]] bool is_left_unread(const Sender& sender, const Finding& finding) noexcept;
/// The datagram's reliable bytes fill the window, and the capture lacks no acknowledgement.
[[nodiscard]] bool is_window_full(const Sender& sender, const Datagram& datagram) noexcept;
/// This reliable command was acknowledged, in this transmission or in a later one.
[[nodiscard]] bool is_acknowledged(const Finding& finding) noexcept;
/// The receiver had to hold the message back for so long, or longer.
[[nodiscard]] bool is_held(const Finding& finding, Nanoseconds limit) noexcept;

/// The highest channel on which a script of the game sends.
struct ChannelUse {
  int channel = 0;          ///< as in the script; 0: unknown
  std::uint32_t needs = 0;  ///< number of ENet's channels that it requires
  const char* method = nullptr;
  const char* script = nullptr;
};

/// How a connection began; frames are 0 if the capture lacks them.
struct Handshake {
  std::uint32_t connect_in = 0;
  std::uint32_t last_connect_in = 0;
  std::uint32_t verify_in = 0;
  std::uint32_t channels_asked = 0;
  std::uint32_t channels = 0;             ///< as the server answers
  std::uint32_t server_takes = 0;         ///< its incoming bandwidth, as it answers: bytes a second; 0 = no limit
  std::uint32_t id = 0;                   ///< the data of Connect
  bool is_games = false;                  ///< the connection is one of Godot's multiplayer, as its messages show
  std::uint32_t connect_returned_in = 0;  ///< the first ICMP error that returns a Connect
  IcmpError connect_error = {};           ///< ... and what it says
  std::uint32_t connects_heard = 0;       ///< Connects before the one that came back
  std::uint32_t returned_in = 0;  ///< the first ICMP error that returns anything else of the client to the server
  IcmpError error = {};           ///< ... and what it says
  std::uint32_t returned_to_server_in = 0;  ///< the same of anything that the server sent to the client
  IcmpError error_to_server = {};
  std::uint32_t unreturned_in = 0;  ///< the client's last datagram after Verify connect that did not come back
  Nanoseconds unreturned_for = 0;   ///< ... and the time between the two
  std::uint32_t client_last = 0;    ///< the client's last datagram
  std::uint32_t answer_last = 0;    ///< the server's last datagram of this connection
  std::uint8_t client = 0;          ///< the direction in which the client sends
  std::uint32_t taken_in = 0;       ///< the Connect of another client with this id that was connected then
  std::uint32_t taken_until = 0;    ///< ... and its last datagram
  std::uint32_t server_last = 0;    ///< the server's last datagram to anyone
  Nanoseconds server_went_on = 0;   ///< ... and how long after Verify connect it was
  ServerSeen server = {};           ///< when the requests were sent
};

struct Stream;
struct Endpoint;

/// What the capture has of a connection's handshake, and of the ends of a datagram of it; null: an end is not known.
[[nodiscard]] Handshake handshake_of(const Stream& stream, const Endpoint* sender, const Endpoint* receiver) noexcept;

/// What few checks need, looked up when they do.
class CommandContext {
 public:
  [[nodiscard]] virtual Handshake handshake() const = 0;
  [[nodiscard]] virtual OtherSide other_side() const = 0;
  /// This side is the receiver's, and the sender's is captured, too: problems of messages are found there.
  [[nodiscard]] virtual bool is_judged_on_other_side() const = 0;
  [[nodiscard]] virtual bool has_other_side() const = 0;
  /// The client is being authenticated.
  [[nodiscard]] virtual bool is_authenticating() const = 0;
  [[nodiscard]] virtual ChannelUse highest_channel() const = 0;

 protected:
  ~CommandContext() = default;  // never owned through this interface
};

/// A command, and what is known around it.
struct Subject : Sender {
  const CommandContext& context;
  const Finding& finding;
  CommandType type = CommandType::none;
  bool asks_acknowledgement = false;
  std::uint32_t frame = 0;
  Compression compression = Compression::none;  ///< how its datagram was compressed
  std::array<bool, 2> compresses = {};          ///< an end's datagrams were compressed, by direction
  Nanoseconds held_limit = 0;                   ///< a longer wait at the receiver is a problem
  Nanoseconds captured = 0;                     ///< when its datagram was

  [[nodiscard]] std::uint8_t other_direction() const noexcept { return direction ^ 1U; }
  [[nodiscard]] bool never_acknowledged() const noexcept {
    return finding.has(Event::never_acknowledged) && finding.sequel() != nullptr;
  }
};

// The parts that are judged.
struct Payload {};          ///< a message, or a fragment of one
struct Acknowledgement {};  ///< a command of type Acknowledge
struct Request {};          ///< a command of type Connect
struct Answer {};           ///< a command of type Verify connect
struct Leaving {};          ///< a command of type Disconnect
struct AnyCommand {};       ///< each of these, and others
using WholeDatagram = Datagram;

/// What a part's checks know: of the datagram as a whole, only its sender.
template <class Part>
struct SubjectOf {
  using Type = Subject;
};
template <>
struct SubjectOf<WholeDatagram> {
  using Type = Sender;
};
template <class Part>
using Check = void(const typename SubjectOf<Part>::Type& subject, const Part& judged, ProblemFindings& found);

#define GODOT_PROBLEMS Enet
#define GODOT_PROBLEMS_ROWS "analysis/problems/enet.def"
#define GODOT_CHECK Check
#define GODOT_CHECKS Checks
#include "analysis/problems/checks.inc"

/// Runs the checks of a command, and of a datagram as a whole.
void judge(const Subject& subject, ProblemFindings& found);
void judge(const Sender& sender, const WholeDatagram& datagram, ProblemFindings& found);

/// The kind of the first problem of a command of the connection itself (a request, its answer, an acknowledgement, the
/// end), those of connecting first; null: none.
[[nodiscard]] const char* problem_of_connection(const Subject& subject, const analysis::Arena& arena);

}  // namespace godot::analysis::enet

// SPDX-License-Identifier: MIT
// The content of a frame as plain values, which is all that the answering modules (profile, synchronizers, links, ...)
// read. The dissectors fill a Frame during dissection, if there are listeners, and pass it on once, when it is
// complete.
//
//   Frame                  one frame of the capture
//     Envelope             a datagram; for a TCP segment, the messages completed by it
//       Item               a message, a fragment of one, or a transport's own command
//         Part             a node's part of a message, or a property's
//
// Names (node, member, scene) are interned: equal texts are one pointer, valid until the capture is closed. Everything
// else lives as long as the packet: copy it for later use.
//
// Sizes are bytes, before any decompression is undone: `cost` has their size on the wire (attribution.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codec/multiplayer/transport.h"
#include "codec/variant/dialect.h"

namespace godot::analysis::facts {

/// A row each in item_kinds.def.
enum class Kind : std::uint8_t {
#define GODOT_KIND(id, ...) id,
#include "analysis/facts/item_kinds.def"
  count_,
};
inline constexpr unsigned kind_count = static_cast<unsigned>(Kind::count_);

/// The name for display: "Remote call".
[[nodiscard]] const char* name(Kind kind) noexcept;

/// Its colour in the report: "#3b82c4".
[[nodiscard]] const char* colour(Kind kind) noexcept;

/// How a display filter finds packets with items of a kind; null: no filter finds them, or there is no kind of this
/// name.
[[nodiscard]] const char* filter_of(std::string_view name) noexcept;

/// Messages have a sender and a receiver, and count as such.
[[nodiscard]] constexpr bool is_message(Kind kind) noexcept { return kind < Kind::fragment; }

/// The transports of the multiplayer, and what carries other protocols.
enum class Transport : std::uint8_t {
#define GODOT_TRANSPORT(id, ...) id,
#include "codec/multiplayer/transports.def"
  udp,
  tcp,
};
[[nodiscard]] constexpr Transport fact_of(multiplayer::Transport transport) noexcept {
  return static_cast<Transport>(transport);
}
[[nodiscard]] const char* name(Transport transport) noexcept;

/// How a message was sent.
using Mode = multiplayer::TransferMode;

[[nodiscard]] const char* name(Mode mode) noexcept;

/// The peer that is the server, in every game.
inline constexpr std::int32_t server = 1;

/// The cost of something on the wire, in bytes.
struct Cost {
  std::uint32_t own = 0;       ///< the bytes of the thing itself
  std::uint32_t protocol = 0;  ///< headers between it and UDP or TCP
  std::uint32_t share = 0;     ///< its share of headers that its datagram has only once

  [[nodiscard]] std::uint32_t total() const noexcept { return own + protocol + share; }
};

/// The fields with which filters find the snapshots of a library of games.
struct SnapshotFields {
  const char* node = nullptr;      ///< the node's path, from /root on
  const char* node_id = nullptr;   ///< the number of a node whose path is not known
  const char* snapshot = nullptr;  ///< each snapshot has it
};

/// The snapshot of a library of games that contains a part. Those of `state` and `input` are simulated again from older
/// ticks on; of `sync`, only newer ones are used.
struct Snapshot {
  enum class List : std::uint8_t { state, input, sync };
  List list = List::state;
  bool diff = false;             ///< it has changed properties alone
  bool has_age = false;          ///< the receiver has sent snapshots before
  std::uint32_t redundancy = 0;  ///< 0 = the newest; of repeated inputs: how many newer snapshots the packet has
  std::uint32_t tick = 0;
  std::int64_t age = 0;    ///< ticks that the receiver's newest snapshot is ahead of this one
  bool again = false;      ///< of states: this tick of the node was sent to this receiver before
  bool corrected = false;  ///< ... with other values, as far as they can be compared
  const SnapshotFields* fields = nullptr;
};

/// A node's part of a message, or a property's.
struct Part {
  Part* next = nullptr;
  const char* node = nullptr;          ///< Main/Player, or #7 if unknown
  const char* member = nullptr;        ///< method, property; null: the part is the node's
  const char* scene = nullptr;         ///< res://player.tscn, or the script; null: not known
  const char* kin = nullptr;           ///< equal for nodes of one scene or script, if that is certain; null: unknown
  std::uint32_t net_id = 0;            ///< of a spawned node or a synchronizer; of others, their path's number
  bool by_path = false;                ///< net_id is the number of a path
  bool is_lacked = false;              ///< the receiver lacks the node: it went with one above it, or its spawn failed
  std::uint32_t synchronizer = 0;      ///< Sync: which of the message's synchronizers this is part of
  std::uint32_t own = 0;               ///< bytes of the part's own value
  std::uint32_t protocol = 0;          ///< bytes of the message for this part: ids, lengths, headers
  std::uint64_t digest = 0;            ///< of the value, or the raw bytes: equal ones have equal ones
  const Snapshot* snapshot = nullptr;  ///< null: the part is of none
  std::int64_t age = -1;               ///< Sync: how old the receiver's view was, in nanoseconds; -1 = not known
  bool age_estimated = false;          ///< the age is estimated from round trips
  bool begins = false;                 ///< Sync: the first one since its node was spawned again; only with ages
  Cost cost = {};
};

/// The outcome of an ENet command, as far as the capture shows it.
struct Fate {
  std::uint32_t acked_in = 0;       ///< frame; 0 = not known
  std::uint32_t sent_again_in = 0;  ///< the frame that has it again; 0 = none
  std::uint32_t lost_before = 0;    ///< number of missing commands before it
  std::uint32_t unsent_before = 0;  ///< the same for unreliable ones, which the sender may have dropped itself
  std::int64_t rtt = -1;            ///< an acknowledgement's: nanoseconds by the capture's clock; -1 = not known
  std::int32_t rtt_reported = -1;   ///< milliseconds by the sender's clock; -1 = not known, or acknowledged before
  std::int64_t copied_after = -1;   ///< a duplicate's: nanoseconds since what it repeats; -1 = not known
  std::int64_t held = 0;            ///< nanoseconds for which its receiver held it back; 0 = not held back
  std::uint32_t held_until = 0;     ///< the frame that ended that
  std::uint32_t arrives_in = 0;     ///< the frame at the receiver's side, if the capture has both sides; 0 = unknown
  bool lost = false;                ///< this transmission never arrives there
  bool retransmission = false;
  bool duplicate = false;
  bool out_of_order = false;
};

/// The command of ENet that an item is, or that carries its message.
struct Command {
  const char* name = nullptr;  ///< ENet's name for it; a static text
  std::uint16_t sequence = 0;  ///< its number, or the one that it acknowledges
  Fate fate = {};
};

/// A message of Godot 4's synchronizers.
struct Sync {
  bool delta = false;              ///< changes only, without a clock
  std::uint16_t clock = 0;         ///< the sender's counter for this receiver
  std::uint32_t list_changes = 0;  ///< synchronizers whose lists of properties are others from here on
};

/// What a game did not send to its debugger, or may not send.
struct NotSent {
  bool tells = false;           ///< it says that it drops what it would send
  bool is_variable = false;     ///< one of the variables that were announced
  std::uint32_t announced = 0;  ///< how many variables are to follow, each in a message of its own
};

/// Texts for listeners that need them; each valid for this packet only, and null if unknown.
struct Texts {
  const char* text = nullptr;  ///< the message on one line
  // For flow graphs alone.
  const char* from = nullptr;      ///< sender of the frame, by name
  const char* to = nullptr;        ///< receiver of the frame
  const char* source = nullptr;    ///< of messages: the original sender, by name
  const char* receiver = nullptr;  ///< the final receiver, by name
  bool of_game = false;            ///< the connection is a game's
};

struct Route;

/// Why a message does not arrive, or not as it should.
struct Problem {
  Problem* next = nullptr;
  const char* kind = nullptr;      ///< not_allowed, node_missing ...; both are static texts
  const char* cause = nullptr;     ///< a sentence that says what was found
  const char* node = nullptr;      ///< interned; null: of none
  const char* member = nullptr;    ///< interned; null: of none
  const Route* route = nullptr;    ///< of a transport's own command: the peers at its ends; null: those of the item
  const char* remedy = nullptr;    ///< what this message suggests, valid for this packet only; null: what its row does
  bool counted_elsewhere = false;  ///< of a message that several processes recorded: another record has it
};

/// A value of numbers, in the bytes of its message: variant::Numbers and variant::text_of() read it.
struct SentNumbers {
  std::span<const std::uint8_t> bytes = {};
  const variant::Dialect* dialect = nullptr;
  variant::Precision precision = variant::Precision::single_;
};

/// A property's value in a message: in a state, a spawn, a remote set.
struct Value {
  Value* next = nullptr;
  const char* node = nullptr;    ///< interned: the synchronizer's path, or the spawned node's
  const char* member = nullptr;  ///< interned: position, or always #0 if unknown
  const char* text = nullptr;  ///< valid for this packet only; null: the value is `numbers`, and its text is not needed
  SentNumbers numbers = {};    ///< of a value of numbers, also of one with a text; no bytes: of another one
};

/// The peers of a message; or the one that leaves.
struct Route {
  std::uint32_t session = 0;    ///< ids of peers and nodes are unique within one; 0 = unknown
  std::int32_t source = 0;      ///< original sender; 0 = unknown
  std::int32_t target = 0;      ///< final receiver; 0 = everyone, negative = everyone but one
  std::int32_t hop_source = 0;  ///< the sender in this frame; 0 = unknown
  std::int32_t hop_target = 0;  ///< the receiver of this frame; 0 = unknown
  std::int32_t left = 0;        ///< the peer that leaves the session with this item; 0 = none
  bool target_known = false;
  bool relayed = false;               ///< relayed by the server
  const char* source_name = nullptr;  ///< interned; null: the peer has no name but its id
  const char* target_name = nullptr;  ///< for a message to all but one: the excluded peer's
  const char* hop_target_name = nullptr;

  /// False for a relayed message between the server and its receiver.
  [[nodiscard]] bool is_first_hop() const noexcept { return !relayed || hop_source == source; }
  /// The peer that executes the message or receives its state: of a message to many, the receiver of this hop; 0 =
  /// unknown.
  [[nodiscard]] std::int32_t receiver() const noexcept { return target_known && target > 0 ? target : hop_target; }
};

/// What a message of a library says beyond its parts, for the questions about that library. Its type follows from the
/// item's kind: each library derives its own.
struct LibraryFacts {};

struct Item {
  Item* next = nullptr;
  Kind kind = Kind::strange;
  Mode mode = Mode::reliable;
  std::uint8_t channel = 0;
  bool on_channel = false;         ///< the transport has channels, and it is on one
  bool again = false;              ///< a retransmission of captured bytes: has a cost, but is not counted as a message
  bool counted_elsewhere = false;  ///< a mirror's record of a message that counts in another frame
  bool malformed = false;
  bool undeclared = false;       ///< a call or a set whose declaration is not known; found with problems only
  bool in_no_scene = false;      ///< a call or a set of Godot 3 to a node that no scene of the project has; found with
                                 ///< problems only
  const char* open = nullptr;    ///< filter of a remark that leaves open whether the receiver takes the message; found
                                 ///< with problems only; null if another record of the message has it
  std::uint32_t index = 0;       ///< of the message among those of its frame
  std::uint32_t message = 0;     ///< fragments, and their message: a common number; 0 = none
  std::uint32_t own = 0;         ///< bytes; of a fragment, its part of the message
  std::uint32_t protocol = 0;    ///< bytes of headers between it and UDP or TCP
  const char* engine = nullptr;  ///< versions that write messages of this form; or the one that a recording names;
                                 ///< stays valid; null: not recognised
  Cost cost = {};

  // Parts that only some items have, or that only some listeners need.
  Route* peers = nullptr;                 ///< null: no message between peers; read by route()
  Command* command = nullptr;             ///< null: of another transport; read by fate() and sequence()
  Part* parts = nullptr;                  ///< the parts of `own` and `protocol`; null: not divided
  Sync* sync = nullptr;                   ///< null: no message of synchronizers, or a malformed one
  NotSent* not_sent = nullptr;            ///< null: of no debugger, or says nothing of that
  Problem* problems = nullptr;            ///< of messages; null: none, or texts are not needed
  Texts* texts = nullptr;                 ///< null: not needed, or none
  const LibraryFacts* library = nullptr;  ///< null: of no library, or of one without
  Value* values = nullptr;                ///< applied by the receiver (none of late states); null without texts

  /// The peers; for an item without them, an empty route.
  [[nodiscard]] const Route& route() const noexcept;
  /// The outcome and the number of the command; for an item without one, empty and 0.
  [[nodiscard]] const Fate& fate() const noexcept;
  [[nodiscard]] std::uint16_t sequence() const noexcept { return command != nullptr ? command->sequence : 0; }
};

inline constexpr Route no_route = {};
inline const Route& Item::route() const noexcept { return peers != nullptr ? *peers : no_route; }

inline constexpr Fate no_fate = {};
inline const Fate& Item::fate() const noexcept { return command != nullptr ? command->fate : no_fate; }

struct Envelope {
  Envelope* next = nullptr;
  Transport transport = Transport::udp;
  std::uint32_t link = 0;    ///< which of the transport's links: enet.stream; of the mirror, godot.stream
  bool has_link = false;     ///< false: the datagram belongs to no link
  bool from_client = false;  ///< sent by the end that requested the connection
  bool mesh = false;         ///< neither end is a server
  bool streamed = false;     ///< its items end in this frame, but may have begun in earlier ones (TCP)
  bool sealed = false;       ///< it came inside of TLS records
  bool is_remark = false;    ///< what is said of a packet of another protocol: its bytes are not recognised
  bool window_full = false;
  bool incomplete = false;     ///< ENet: the capture lacks commands, or has cut some: nothing shows that they were lost
  bool mixed = false;          ///< ... perhaps with the connection before between these ports, which was not closed
  bool disordered = false;     ///< ... the capture is not in the order of events
  bool coarse = false;         ///< ... its times are too coarse to tell one datagram from the next
  bool began_late = false;     ///< ENet: the capture lacks the connection's handshake
  bool lacks = false;          ///< the capture lacks some of the connection's packets, or their order
  bool one_direction = false;  ///< ENet: the capture lacks one direction, as far as it was read
  bool throttled = false;      ///< its sender's throttle drops messages (lost_or_unsent.h), by the whole capture
  bool local = false;          ///< ... of them all: both ends are on one machine, and nothing else was lost
  std::uint32_t in_flight = 0;  ///< ENet: bytes of reliable messages that are not acknowledged yet, these included
  std::uint32_t window = 0;     ///< ENet: limit of `in_flight`; 0 = unknown
  std::uint32_t size = 0;       ///< bytes on the wire, all items and its own header; streamed: unknown, 0
  std::uint32_t header = 0;     ///< of these, its own header: the items share its cost
  Item* items = nullptr;
  const Route* peers = nullptr;  ///< at its ends; null: not needed
};

/// A time or a duration in nanoseconds.
using Time = std::int64_t;

/// The transport of a frame's envelopes.
enum class Carrier : std::uint8_t { udp, tcp };

/// Which side of a relay that makes the network worse (godotdump) a frame is of: such a capture has each datagram as it
/// came to the relay and as it went on.
enum class Relayed : std::uint8_t { no, came, went };

/// Bytes of WebSocket's own frames in a segment.
struct Control {
  std::uint32_t closes = 0;  ///< of frames with Close, their heads included
  std::uint32_t pings = 0;   ///< ... with Ping and Pong
  std::uint32_t heads = 0;   ///< of the heads of messages in several frames, without that of one frame for each

  [[nodiscard]] bool any() const noexcept { return closes + pings + heads != 0; }
};

struct Frame {
  std::uint32_t number = 0;
  Time time = 0;                   ///< since the capture's first frame
  std::uint32_t length = 0;        ///< bytes on the wire, link layer included
  std::uint32_t flow = 0;          ///< udp.stream or tcp.stream; of the mirror, its link
  std::uint32_t payload = 0;       ///< bytes behind UDP's or TCP's header
  std::uint32_t sequence = 0;      ///< TCP: of its first byte
  std::uint32_t acknowledged = 0;  ///< TCP: the first byte that its sender does not have yet, if it says so
  Control control = {};            ///< over WebSocket: bytes of its own frames
  Carrier carrier = Carrier::udp;
  std::uint8_t side = 0;          ///< 0 or 1: which end of the flow sent it
  Envelope* envelopes = nullptr;  ///< null: nothing recognised; later frames of the flow may be
  Relayed relayed = Relayed::no;  ///< messages count on one side
  bool quoted = false;            ///< an ICMP error: the flow's packet is a copy inside it
  bool begins = false;            ///< TCP: a segment that opens the connection (SYN)
  bool acknowledges = false;      ///< TCP: `acknowledged` is set
  bool resets = false;            ///< TCP: a segment that refuses the connection, or ends it at once (RST)
  bool first_pass = false;        ///< later frames were not read yet
  bool cut = false;               ///< the capture lacks its end
  bool sealed = false;            ///< TLS or DTLS, of which nothing was read
  bool attributed = false;        ///< attribute() has set the costs
  std::uint32_t unassigned = 0;   ///< bytes that attribute() has given to nothing

  /// Bytes of it are Godot's, or of what its games use.
  [[nodiscard]] bool is_recognised() const noexcept { return envelopes != nullptr && !envelopes->is_remark; }
  /// A mirror's record is alone in its frame.
  [[nodiscard]] bool counts_elsewhere() const noexcept {
    return envelopes != nullptr && envelopes->items != nullptr && envelopes->items->counted_elsewhere;
  }
  /// Its bytes that belong to its messages: none if they count in another frame.
  [[nodiscard]] std::uint32_t counted_length() const noexcept { return counts_elsewhere() ? 0 : length; }
};

}  // namespace godot::analysis::facts

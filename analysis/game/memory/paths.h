// SPDX-License-Identifier: MIT
// The paths of nodes that got a number, and what their confirmations show.
//
// Sources: modules/multiplayer/scene_cache_interface.cpp of Godot 4.0-4.6; core/io/multiplayer_api.cpp of Godot 3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/game/memory/parents.h"
#include "analysis/game/memory/speaker_history.h"
#include "analysis/link/receiver_order.h"
#include "base/hash_table.h"
#include "base/text_pool.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

/// A path that got a number.
struct AnnouncedPath {
  std::uint32_t frame;
  const char* path;
  const char* md5;            ///< of the node's remote methods; null before Godot 4
  std::uint32_t told_in = 0;  ///< the first frame that announces it to the other end of the link, which may be later
                              ///< than to a peer behind a server; 0: none does
  std::int64_t told_at = 0;   ///< ... and its time in nanoseconds by the capture's clock
  Turn told = {};             ///< ... and its place in the order of delivery
  std::uint32_t confirmed_in = 0;  ///< the other end confirms it; 0: not in the capture
  bool may_be_copy = false;        ///< it may have been announced before the capture began, and confirmed then
  bool methods_differ = false;     ///< the confirming end has another list of remote methods
  bool used = false;               ///< its sender refers to the node by the number, as it does once that is confirmed
  bool waited = false;             ///< its receiver delivered it only later: after the reliable messages sent before it
  std::uint32_t above = 0;         ///< number of the path above the node, among the memory's texts; 0: none

  [[nodiscard]] bool same(const AnnouncedPath& other) const noexcept { return path == other.path && md5 == other.md5; }
};

/// What announces a path: its number, and the message that has it.
struct PathAnnouncement {
  std::uint32_t id;
  std::string_view path;
  std::string_view md5;  ///< of the node's remote methods; empty before Godot 4
  std::uint32_t frame;
  std::int64_t time = 0;     ///< nanoseconds, by the capture's clock
  Turn turn = {};            ///< its place in the order of delivery
  bool may_be_copy = false;  ///< it may be a copy, as in AnnouncedPath
  bool waits = false;        ///< its receiver delivers it only after reliable messages that were sent before
};

/// Conclusions from the numbers of calls about a list of remote methods.
struct CalledMethods {
  bool configured = false;  ///< Node.rpc_config() has added some methods
  std::uint32_t least = 0;  ///< so many at least are the script's own
};

class Paths {
 public:
  Paths(TextPool& texts, Parents& parents) noexcept : texts_(texts), parents_(parents) {}

  /// Stores a path that the speaker announces to the other end of its link.
  void add(const Speaker& speaker, const PathAnnouncement& announced);
  /// Stores a path that the server at the other end of the speaker's link relays to the peer `to`.
  void add_passed(const Speaker& speaker, const PathAnnouncement& announced, multiplayer::PeerId to);
  /// The path with this number, as announced by the speaker until this frame; null: none.
  [[nodiscard]] const AnnouncedPath* find(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const;

  /// The same for a call that carries its path: an announcement to this peer or to others, before or after.
  [[nodiscard]] const AnnouncedPath* find(const Speaker& speaker, std::string_view path, std::uint32_t frame) const;

  [[nodiscard]] const AnnouncedPath* find(const Speaker& speaker, const multiplayer::Node& node,
                                          std::uint32_t frame) const {
    return node.by_path ? find(speaker, node.path, frame) : find(speaker, node.id, frame);
  }

  /// The announcement of `speaker` on its link that the far end now confirms, or null: by number, or before Godot 4.3
  /// by the path itself.
  [[nodiscard]] const AnnouncedPath* find_on_link(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const;
  [[nodiscard]] const AnnouncedPath* find_on_link(const Speaker& speaker, std::string_view path,
                                                  std::uint32_t frame) const;
  /// The newest one on its link that ends with a name, by that one's number in the text pool; null: none.
  [[nodiscard]] const AnnouncedPath* newest_named(const Speaker& speaker, std::uint32_t name) const;

  /// A node with this list of remote methods was called by this number.
  void called(const char* md5, std::uint32_t id);
  [[nodiscard]] CalledMethods called(const char* md5) const;

  /// `direct`: by the other end of the link itself, not relayed by a server. `by`: else the peer behind it.
  void confirm(const Speaker& speaker, std::uint32_t id, std::uint32_t frame, bool direct, bool methods_match = true,
               multiplayer::PeerId by = 0);
  void confirm(const Speaker& speaker, std::string_view path, std::uint32_t frame, bool direct,
               bool methods_match = true, multiplayer::PeerId by = 0);

  /// A path that a server passes on to a peer, and that peer's confirmation, as the announcing end's link has them.
  struct Passed {
    std::uint32_t frame = 0;         ///< 0: not in the capture
    std::uint32_t confirmed_in = 0;  ///< 0: not in the capture
    bool methods_differ = false;     ///< that peer has another list of remote methods
  };
  [[nodiscard]] Passed passed(const AnnouncedPath& path, multiplayer::PeerId peer) const;

  /// The speaker refers to a node by its number alone, in a call or a state: only after the other end has confirmed it.
  /// (scene_rpc_interface.cpp, _send_rpc; scene_replication_interface.cpp, _verify_synchronizer)
  void used(const Speaker& speaker, std::uint32_t id, std::uint32_t frame);

  /// The newest announcement of a path on the speaker's link, which the other end has not confirmed, nor shown to have.
  [[nodiscard]] bool is_open(const Speaker& speaker, const AnnouncedPath& path) const;

  /// Why the other end has no node at this path, which it never confirmed.
  enum class Missing : std::uint8_t {
    no,               ///< it may have the node
    later_confirmed,  ///< it confirmed others that were announced later: paths and their confirmations stay in order
    keeps_sending,    ///< it goes on sending for two seconds, which is longer than a retransmission takes
    keeps_reading,    ///< it sends nothing, but reads what is sent to it for as long
    acknowledged,     ///< it sends nothing, and only its system is known to go on: it may stand still
  };
  /// The signs of life of an end, by time; 0: none.
  struct Signs {
    std::int64_t reads_at = 0;  ///< it reads what is sent to it
    std::int64_t acks_at = 0;   ///< its system acknowledges what is sent to it
    std::int64_t got_at = 0;    ///< it could read the announcement; 0: when that was captured
  };
  /// A game that stands still seldom does so for longer: its system alone is no sign of it before.
  static constexpr std::int64_t longest_standstill = 10'000'000'000;
  /// As the engine waits for it (scene_cache_interface.cpp, process_simplify_path).
  [[nodiscard]] Missing never_confirmed(const Speaker& speaker, const Speaker& receiver, const AnnouncedPath& path,
                                        const Signs& signs) const;

  /// The path that the other end of the speaker's link confirmed first, of those that a node of its own root must have:
  /// not `.`, which every root has; null: none.
  [[nodiscard]] const AnnouncedPath* first_confirmed(const Speaker& speaker) const;

  /// The first frame with a path that shows that an end has a node, or one below it: a path that it announces, or that
  /// is announced to it and that it confirms. 0: none.
  struct Sight {
    std::uint32_t frame = 0;
    std::int64_t time = 0;  ///< when the frame was captured, in nanoseconds
  };
  [[nodiscard]] Sight shown_in(const Speaker& end, std::string_view node) const;

  /// A receiver of this game on another link than the speaker's confirmed the path although it had shown nothing of a
  /// branch of it before, so that the node comes with that branch: the frame of its confirmation. 0: none did.
  [[nodiscard]] std::uint32_t comes_with(const Speaker& speaker, std::string_view path, std::string_view branch) const;

  /// An announced path was too long to be stored.
  void leave_out() noexcept { lacks_some_ = true; }
  [[nodiscard]] bool lacks_some() const noexcept { return lacks_some_; }

  /// Records that this end of a link has sent something.
  void sent(const Speaker& speaker, std::int64_t time) {
    const std::size_t number = speaker.link * 13 + static_cast<std::uint32_t>(speaker.sender) * 61;
    LastSent::Place& place = recent_senders_[number % recent_senders_.size()];
    last_sent_.at(IdKey::of_link(speaker, 0), place) = time;
  }
  [[nodiscard]] bool has_sent_since(const Speaker& speaker, std::int64_t time) const {
    const std::int64_t* last = last_sent_.find(IdKey::of_link(speaker, 0));
    return last != nullptr && *last >= time;
  }

 private:
  /// The number of an announced path.
  struct PathNumber {
    std::uint32_t frame;
    std::uint32_t id;
    [[nodiscard]] bool same(const PathNumber& other) const noexcept { return id == other.id; }
  };

  AnnouncedPath* store(const Speaker& speaker, const PathAnnouncement& announced);

  TextPool& texts_;
  Parents& parents_;
  bool lacks_some_ = false;
  struct Shown {
    std::uint32_t link;
    std::int32_t end;
    std::uint64_t node;  ///< hash of its path
    [[nodiscard]] bool operator==(const Shown&) const noexcept = default;
  };
  struct ShownHash {
    std::size_t operator()(const Shown& key) const noexcept { return hash_numbers(key.link, key.end, key.node); }
  };
  struct With {
    std::uint64_t game;
    std::uint32_t path;    ///< its number in the text pool
    std::uint64_t branch;  ///< hash of its path
    [[nodiscard]] bool operator==(const With&) const noexcept = default;
  };
  struct WithHash {
    std::size_t operator()(const With& key) const noexcept { return hash_numbers(key.game, key.path, key.branch); }
  };
  void note_branch(const Speaker& speaker, const AnnouncedPath& path, std::int32_t end, std::uint32_t frame);
  void show(std::uint32_t link, std::int32_t end, std::string_view path, const Sight& sight);

  HashTable<Shown, Sight, ShownHash> shown_;  ///< the first frame that shows the node
  /// The first confirmation, and the first on another link.
  struct Confirmed {
    std::uint32_t link;
    std::uint32_t frame;
    std::uint32_t other_frame;  ///< the frame of that one; 0: none
  };
  HashTable<With, Confirmed, WithHash> comes_with_;
  HashTable<IdKey, const AnnouncedPath*, IdHash> first_confirmed_;
  SpeakerHistory<AnnouncedPath> paths_;
  SpeakerHistory<PathNumber> numbers_;                        ///< by the path's number in the text pool
  HashTable<IdKey, std::uint32_t, IdHash> newest_confirmed_;  ///< the newest announcement that the other end confirmed
  using LastSent = HashTable<IdKey, std::int64_t, IdHash>;
  LastSent last_sent_;  ///< the time of an end's last message
  std::array<LastSent::Place, 64> recent_senders_;
  HashTable<IdKey, const AnnouncedPath*, IdHash> newest_named_;  ///< by the number of the name in the text pool
  std::map<std::pair<const AnnouncedPath*, multiplayer::PeerId>, Passed> passed_;
  std::unordered_map<const char*, CalledMethods> called_;  ///< by checksum, one of the text pool
};

}  // namespace godot::analysis

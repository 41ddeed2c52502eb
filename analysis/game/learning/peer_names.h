// SPDX-License-Identifier: MIT
// Names for the peers of a game:
//
//   red            from the call that the user's table names
//   Players/Red    from the node that only this peer synchronizes
//   red?           from an argument that the project calls name, nick or player_name, in any of its calls; else from
//                  the text with which its first call begins; a guess
//   Godot, process 4711    the process on the capturing machine, if the capture names it
//   peer 2         its id, if it is small, as in a mesh; else from the order of appearance; the server is the first
//
// No two peers have the same name, and numbers are those of the whole capture, because a peer of a mesh has several
// links. A name that a game gives to two peers is followed by the peer's id, as is one that could be confused with a
// name made here ("server"). A node whose states came from more than one peer gives no name: it changes its owner, or
// one of them should not send them. Filled on the first pass, in frame order; one entry for each new name and each
// peer. Independent of Wireshark.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/game/memory/history.h"
#include "analysis/game/routes/route.h"
#include "base/hash_table.h"
#include "base/number_hash.h"
#include "base/text_hash.h"

namespace godot::analysis {

class PeerNames {
 public:
  /// Adds a name that the game sends in this frame; it is valid from this frame on.
  void add(const Peers& among, PeerId peer, std::string_view name, std::uint32_t frame);

  /// Whether a call has named the peer.
  [[nodiscard]] bool is_given(const Peers& among, PeerId peer) const {
    const Named* named = named_.find(key(among, peer));
    return named != nullptr && named->given.newest() != nullptr;
  }

  /// Records that the peer sends states of the synchronizer at `path`: it is the authority if no other peer does. The
  /// first such synchronizer names the peer. Also records the server, which gets no name by this.
  void owns(const Peers& among, PeerId peer, std::string_view path);

  /// Numbers the peer at the first message from it, for it, or about it.
  void appears(PeerId peer, std::uint32_t frame);

  /// The first call of the peer has this text as its first argument. It counts if it looks like a name, no other peer
  /// begins with the same, and the peer sends no other text in the same way: then it is a chat.
  void introduces_itself(PeerId peer, std::string_view text);

  /// The peer's process on the capturing machine. The first one counts, if it has no other peer.
  void runs_in(PeerId peer, std::string_view program, std::int32_t id);

  /// In one of the peer's calls, the argument that is declared as a name has this text. It counts unless the peer sends
  /// another one, or another peer the same.
  void names_itself(PeerId peer, std::string_view text);

  /// A later call of the same method begins with this text: another one than in the first call withdraws the name.
  void says(PeerId peer, std::string_view text);

  /// Of a method, by its node's path and its number: which argument is declared as a name. Filled by the learner.
  struct Method {
    const char* path = nullptr;
    std::uint32_t number = 0;
    [[nodiscard]] bool operator==(const Method&) const noexcept = default;
  };
  struct MethodHash {
    [[nodiscard]] std::size_t operator()(const Method& method) const noexcept {
      return hash_numbers(method.path, method.number);
    }
  };
  std::unordered_map<Method, std::int8_t, MethodHash> naming_arguments;

  enum class Ask : std::uint8_t { all, given_only };

  /// The peer's name in a frame, or null. A name sent later applies to earlier frames, too, if there is no other.
  [[nodiscard]] const char* find(const Peers& among, PeerId peer, std::uint32_t frame, Ask ask = Ask::all) const;

  /// The frame in which the peer appears first; 0: it has not.
  [[nodiscard]] std::uint32_t appeared_in(PeerId peer) const;

 private:
  struct Key {
    std::uint32_t scope;
    PeerId peer;
    bool is_session;
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
  };
  struct Hash {
    [[nodiscard]] std::size_t operator()(const Key& key) const noexcept {
      return IdHash{}({key.scope, key.peer, 0, key.is_session});
    }
  };
  struct GivenName {
    std::uint32_t frame;
    std::string name;
    std::string with_id;  ///< where another peer has this name, too
  };
  /// What the game has named a peer, and what it has that no other peer has.
  struct Named {
    History<GivenName> given;
    std::vector<std::string> owned;  ///< nodes: the last two names of their paths
  };
  struct Use {
    PeerId peer = 0;
    bool shared = false;  ///< several peers have used the text
  };
  /// A name that a peer has shown of itself.
  struct Introduction {
    std::string text;          ///< empty: the peer has shown none
    const Use* use = nullptr;  ///< of the text, among all peers

    /// No other peer has introduced itself so.
    [[nodiscard]] bool is_alone() const noexcept { return !text.empty() && !use->shared; }
  };
  struct Appearance {
    std::uint32_t frame = 0;
    PeerId ordinal = 0;       ///< a small id, or the place among all
    std::string number;       ///< the peer's number as a text: "peer 2"
    std::string with_id;      ///< "peer 2 (1047514211)", if a peer's id is 2
    Introduction process;     ///< the process of its end: "Godot, process 4711"
    Introduction introduced;  ///< by a call of its own: "red?"
    Introduction named;       ///< the same from an argument that is declared as a name
    bool chats = false;
    bool renamed = false;  ///< such arguments have different texts
  };
  struct Text {
    Key scope;  ///< the key of its session, without a peer
    std::string text;
    [[nodiscard]] bool operator==(const Text&) const noexcept = default;
  };
  struct TextHasher {
    [[nodiscard]] std::size_t operator()(const Text& text) const noexcept {
      return hash_numbers(Hash{}(text.scope), TextHash{}(text.text));
    }
  };
  using Uses = std::unordered_map<Text, Use, TextHasher>;
  static constexpr std::size_t most_owned = 8;  ///< nodes of a peer that may name it

  [[nodiscard]] static Key key(const Peers& among, PeerId peer) noexcept;
  static bool use(Use& found, PeerId peer);
  static bool use(Uses& uses, const Peers& among, std::string_view text, PeerId peer);
  [[nodiscard]] const char* given(const Named& named, const Peers& among, std::uint32_t frame) const;
  [[nodiscard]] Introduction introduce(std::string text, PeerId peer);
  [[nodiscard]] const char* owned(const Named& named, const Peers& among) const;
  [[nodiscard]] static bool is_shared(const Uses& uses, const Peers& among, std::string_view text);

  std::deque<GivenName> all_;
  HashTable<Key, Named, Hash> named_;
  HashTable<PeerId, Appearance, NumberHash> appeared_;
  Uses names_;                                                 ///< texts that games have sent as names
  Uses owners_;                                                ///< nodes, by the last two names of their paths
  std::unordered_map<std::string, Use, TextHash> introduced_;  ///< texts of introductions, and those of processes
};

/// True for an argument's name that says that it is a player's: name, nick, player_name ...
[[nodiscard]] bool is_of_names(std::string_view argument);

/// True if a text may be a name: a short word that begins with a letter; no path, version or list.
[[nodiscard]] bool looks_like_a_name(std::string_view text);

/// The name that owning a synchronizer gives a peer: of the node above it, with its parent's name ("Players/Red").
/// Empty where one of the two is the peer's id, or has it in its name: games often name players so.
[[nodiscard]] std::string_view owner_name(std::string_view synchronizer, PeerId peer);

}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
// Calls that may find no node: those that come before their path is confirmed, or after a node of that name was
// despawned. Whether one missed its node is known only after the whole capture was read; spawns and despawns then look
// up the calls that missed them.
//
// In: the first pass, in frame order. Memory: an entry for a called path; one more whenever a node with a name in that
// path is spawned or despawned between such calls; nothing for repetitions. Time: constant for a call; for a query,
// proportional to the calls between the given frames, for at most 64 paths: queries about calls that wait for one node
// never repeat.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/link/speaker.h"
#include "base/hash_table.h"
#include "base/number_hash.h"
#include "base/pointer_list.h"
#include "base/text_hash.h"

namespace godot::analysis {

/// The messages that missed a spawn or a despawn: the first frames that have one, and how many messages there were.
struct Missed {
  static constexpr std::size_t most_frames = 8;

  std::array<std::uint32_t, most_frames> frames = {};
  std::uint32_t shown = 0;  ///< how many of `frames` are used
  std::uint32_t count = 0;  ///< how many messages were missed

  void add(const Missed& other) {
    for (std::size_t i = 0; i != other.shown; ++i) add_frame(other.frames[i]);
    count += other.count;
  }
  void add_frame(std::uint32_t frame) {
    const std::span<const std::uint32_t> known(frames.data(), shown);
    if (shown != frames.size() && std::find(known.begin(), known.end(), frame) == known.end()) frames[shown++] = frame;
  }
};

class CallsInDoubt {
 public:
  /// Calls of one path while nothing changes for it.
  struct Run {
    std::uint64_t nodes;  ///< the stamp that the path's nodes had
    Missed calls;
    [[nodiscard]] std::uint32_t first() const noexcept { return calls.frames[0]; }
  };
  using Runs = std::vector<Run>;
  /// For messages of one end of a link to the other.
  struct Way {
    std::uint32_t link = 0;
    std::int32_t sender = 0;
    [[nodiscard]] bool operator==(const Way&) const noexcept = default;
  };

  [[nodiscard]] static Way way_of(const Speaker& caller) noexcept { return {caller.link, caller.sender}; }

  /// The state of the nodes named in a path.
  struct Nodes {
    std::uint64_t stamp = 0;  ///< constant until one of them is spawned or despawned
    bool gone = false;        ///< one was despawned, and not spawned again
  };

  /// Adds a call of a path; equal paths have one text. `confirmed`: the receiver had a node there. `changes`: number of
  /// nodes spawned and despawned on this link so far; `find_nodes()`, which returns Nodes, is called only after such
  /// changes.
  template <class Find>
  void add(const Way& way, const char* path, bool confirmed, std::uint32_t changes, std::uint32_t frame,
           Find find_nodes) {
    Calls& calls = *calls_.try_emplace({way, path}).first;
    if (calls.looked_at != changes + 1) {
      calls.looked_at = changes + 1;
      calls.nodes = find_nodes();
    }
    if (confirmed && !calls.nodes.gone) return;
    Runs& runs = calls.runs;
    if (runs.empty()) index(way, path, calls);
    if (runs.empty() || runs.back().nodes != calls.nodes.stamp)
      runs.push_back({.nodes = calls.nodes.stamp, .calls = {}});
    runs.back().calls.add_frame(frame);
    ++runs.back().calls.count;
  }

  /// Calls `each(path, run)` for the runs that begin from one frame on and before another, of this node and of those
  /// below it.
  template <class Each>
  void visit(const Way& way, std::string_view node, std::uint32_t from, std::uint32_t until, Each each) const {
    const PointerList<Calls>* found = below_.find({way, hash(node)});
    if (found == nullptr) return;
    for (const Calls* calls : found->all()) {
      const std::string_view path = calls->path;
      if (!is_below(path, node)) continue;
      const Runs& runs = calls->runs;
      const auto begins = [](const Run& run, std::uint32_t frame) { return run.first() < frame; };
      for (auto run = std::lower_bound(runs.begin(), runs.end(), from, begins); run != runs.end(); ++run) {
        if (run->first() >= until) break;
        each(path, *run);
      }
    }
  }

 private:
  static constexpr std::size_t most_paths = 64;  ///< of one node and those below it
  static constexpr unsigned most_parts = 64;     ///< names in one path at most

  struct Calls {
    const char* path = nullptr;   ///< set with the first run
    std::uint32_t looked_at = 0;  ///< the number of changes at the last check, plus one
    Nodes nodes;
    Runs runs;
  };

  template <class Name>
  struct Key {
    Way way;
    Name name;
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
  };
  struct Hash {
    template <class Name>
    [[nodiscard]] std::size_t operator()(const Key<Name>& key) const noexcept {
      return hash_numbers(key.way.link, key.way.sender, key.name);
    }
  };

  [[nodiscard]] static std::uint64_t hash(std::string_view text) noexcept { return TextHash{}(text); }
  [[nodiscard]] static bool is_below(std::string_view path, std::string_view node) noexcept {
    return path.starts_with(node) && (path.size() == node.size() || path[node.size()] == '/');
  }

  /// Registers a path under itself, and under each node above it.
  void index(const Way& way, const char* called, Calls& calls) {
    const std::string_view path = calls.path = called;
    std::size_t end = 0;
    for (unsigned part = 0; part != most_parts && end != path.size(); ++part) {
      end = std::min(path.find('/', end + 1), path.size());
      PointerList<Calls>& paths = below_[{way, hash(path.substr(0, end))}];
      if (paths.all().size() != most_paths) paths.push_back(&calls);
    }
  }

  HashTable<Key<const char*>, Calls, Hash> calls_;
  HashTable<Key<std::uint64_t>, PointerList<Calls>, Hash> below_;  ///< by the hash of a node's path
};

}  // namespace godot::analysis

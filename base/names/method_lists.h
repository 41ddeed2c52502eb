// SPDX-License-Identifier: MIT
// The lists of remote methods that one end of a connection has announced, as checksums: they prove which project the
// end runs. Two ends may run two projects (a server of its own, or an older version of the game).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace godot::analysis {

/// The generation of a game or of a project, which decides whether they can belong together.
enum class Engine : std::uint8_t { unknown, godot_3, godot_4 };

struct MethodLists {
  struct Entry {
    const char* md5 = nullptr;   ///< interned by the memory, as is the path
    const char* path = nullptr;  ///< of the first node that has the list
  };
  /// How the projects match the lists so far.
  struct Fit {
    static constexpr int any = -1;             ///< undecided: all are used
    static constexpr int none = -2;            ///< the lists fit none of the projects
    static constexpr int any_of_godot_3 = -3;  ///< undecided among those of one generation
    static constexpr int any_of_godot_4 = -4;
    [[nodiscard]] static constexpr bool is_any(int project) noexcept { return project < 0 && project != none; }
    int project = any;
    std::uint32_t lists = 0;          ///< of methods, without empty ones
    std::uint32_t fit = 0;            ///< a script of the project has this list
    std::uint32_t judged = 0;         ///< the number of entries when it was judged
    std::uint32_t read = 0;           ///< … and how often the projects had been read; 0: never judged
    Engine engine = Engine::unknown;  ///< … and the generation of the game
    bool of_other_engine = false;     ///< `none`, because all projects are of the other generation
    std::uint64_t all = 0;            ///< a bit for each of the first 64 projects that fits as well as this one
  };
  static constexpr std::size_t most = 64;

  std::vector<Entry> entries;
  mutable Fit fit;

  void add(const char* md5, const char* path) {
    const auto is_same = [md5](const Entry& entry) { return entry.md5 == md5; };
    if (md5 == nullptr || entries.size() >= most || std::any_of(entries.begin(), entries.end(), is_same)) return;
    entries.push_back({md5, path});
  }
};

}  // namespace godot::analysis

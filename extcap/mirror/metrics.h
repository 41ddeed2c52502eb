// SPDX-License-Identifier: MIT
// Counters of the captured games for Prometheus: bytes, messages and problems, by kind and peers, in a file in its text
// format (exposition format 0.0.4).
//
// It reads the blocks of pcapng that godotdump writes, all of which are untrusted.
//
// Memory: most_series counters, and what the engine keeps: about 90 bytes for a record, and texts. It would grow for
// days; when is_full() says so, begin_anew() forgets what was learned, not the counters, and the games are to connect
// again, whereupon they describe themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "extcap/output/pcapng.h"

namespace godotdump {

class Metrics {
 public:
  /// Of each family. Peers come and go: what more of them send counts as that of "other".
  static constexpr std::size_t most_series = 5000;

  static constexpr std::uint64_t most_records = 2'000'000;
  static constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;

  /// `projects`: folders of the games' projects. `local`: games are on this machine, and the folder that one names is
  /// read, too.
  Metrics(std::vector<std::string> projects, bool local);
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  /// The next blocks of the capture, whole or not.
  void feed(View blocks);

  [[nodiscard]] bool is_full() const;
  void begin_anew();

  /// All counters. `games`: connections of games now.
  [[nodiscard]] std::string text(std::size_t games) const;

 private:
  class Counters;
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// How every text of Metrics begins.
inline constexpr std::string_view metrics_begin = "# HELP godot_games ";

/// Replaces the file as a whole, by way of one beside it, so that a reader never sees half of it. What is no file, and
/// files of another kind, are left as they are. Empty: done; else a sentence for users.
[[nodiscard]] std::string replace_file(const std::string& path, const std::string& text);

}  // namespace godotdump

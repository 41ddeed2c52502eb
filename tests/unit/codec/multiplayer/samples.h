// SPDX-License-Identifier: MIT
// Messages to damage: the vectors, valid and malformed, and some of each engine's.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/unit/codec/multiplayer/engine.h"
#include "tests/unit/codec/multiplayer/how.h"
#include "tests/unit/codec/multiplayer/malformed.h"
#include "tests/unit/codec/multiplayer/vectors.h"
#include "tests/unit/support/truth.h"

namespace godot::test {

struct MultiplayerSample {
  std::string name;
  const multiplayer::Options* options;
  Bytes bytes;
};

/// How the engines of this capture encode a message on this channel.
inline std::string_view how_name(const std::filesystem::path& capture, std::uint8_t channel) {
  if (capture.string().find("godot-3") == std::string::npos) return "scene";
  return channel == 0 ? "config" : "enet_8";
}

/// Captures of engines that used the multiplayer API over ENet.
inline std::vector<std::filesystem::path> engine_captures() {
  std::vector<std::filesystem::path> paths;
  for (const auto& path : files_below(captures(), ".pcap")) {
    const std::string folder = path.parent_path().parent_path().filename().string();
    const std::string name = path.filename().string();
    if (folder == "enet" && (name.starts_with("rpc_") || name.starts_with("replication_"))) paths.push_back(path);
    if (folder == "multiplayer" && name.find("_enet") != std::string::npos) paths.push_back(path);
  }
  return paths;
}

inline std::vector<MultiplayerSample> multiplayer_samples(std::size_t longest) {
  std::vector<MultiplayerSample> samples;
  for (const MultiplayerVector& row : multiplayer_vectors)
    samples.push_back({row.name, &how(row.how), from_hex(row.hex)});
  for (const MultiplayerMalformed& row : multiplayer_malformed)
    samples.push_back({row.reason, &how(row.how), from_hex(row.hex)});
  constexpr std::size_t every = 41;  // every so many of the captures' messages
  for (const auto& path : engine_captures()) {
    const EngineCapture capture(path);
    const auto& messages = capture.messages();
    for (std::size_t i = 0; i < messages.size(); i += every) {
      const EngineMessage& message = messages[i];
      if (message.bytes.size() > longest) continue;
      samples.push_back(
          {path.filename().string() + ' ' + std::to_string(i), &how(how_name(path, message.channel)), message.bytes});
    }
  }
  return samples;
}

}  // namespace godot::test

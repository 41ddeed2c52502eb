// SPDX-License-Identifier: MIT
// zlib and zstd: for datagrams of ENet, and for packed capture files.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codec/enet/reading.h"

namespace godot::analyse {

[[nodiscard]] godot::enet::Decompressors decompressors() noexcept;

/// The bytes of a file as they were before it was packed; of another file, its own.
class Unpacker {
 public:
  Unpacker();
  ~Unpacker();
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// Appends to `out` what can be unpacked so far. Returns what is wrong; empty: nothing.
  [[nodiscard]] std::string take(std::span<const std::uint8_t> packed, std::vector<std::uint8_t>& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace godot::analyse

// SPDX-License-Identifier: MIT
// Unpacks captures (gzip, Zstandard) and messages of WebSocket (deflate). Built with zlib and libzstd where they are
// there; a program without them may bring its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace godot::capture {

/// A stream of deflate without head (RFC 1951), which messages share. An interface, because zlib may be missing.
class Inflater {
 public:
  Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  virtual ~Inflater() = default;

  /// Appends to `out` what the bytes are unpacked, until it has `limit` bytes. False: damaged, or more than `limit`.
  [[nodiscard]] virtual bool inflate(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out,
                                     std::size_t limit) = 0;

  /// What follows is independent of what was before.
  virtual void reset() = 0;
};

using MakeInflater = std::unique_ptr<Inflater> (*)();

/// With zlib; null: built without it, or no memory.
[[nodiscard]] std::unique_ptr<Inflater> make_inflater();

enum class Packing : std::uint8_t { none, gzip, zstd };

/// From a file's first four bytes.
[[nodiscard]] Packing packing_of(std::span<const std::uint8_t> first) noexcept;

/// What takes unpacked bytes: until the call ends.
class UnpackedSink {
 public:
  UnpackedSink() = default;
  UnpackedSink(const UnpackedSink&) = delete;
  UnpackedSink& operator=(const UnpackedSink&) = delete;
  virtual ~UnpackedSink() = default;
  virtual void write(std::span<const std::uint8_t> bytes) = 0;
};

/// A packed capture, from its bytes as they come.
class Unpacker {
 public:
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  virtual ~Unpacker() = default;

  /// The next packed bytes. False: damaged; what was unpacked before has been written.
  [[nodiscard]] virtual bool feed(std::span<const std::uint8_t> bytes, UnpackedSink& out) = 0;
};

/// Null: this packing cannot be read: built without its library.
[[nodiscard]] std::unique_ptr<Unpacker> make_unpacker(Packing packing);

}  // namespace godot::capture

// SPDX-License-Identifier: MIT
// The decoder of ENet's range coder: prediction by partial matching (order 2) over bytes, coded by an adaptive range
// coder without carries. ENet's only own compression, and Godot's first.
//
// Bytes: a stream of code bytes without a header, length or end mark; past its end zeros are read, which decode to an
// escape from the root context, and that ends the output.
//
// Memory: the caller's scratch of 80 KiB, which needs no initial value and may be used again and again. Time: linear in
// the output for anything that an encoder made. Arbitrary input is safe: it yields what ENet's own decoder makes of it.
// Errors: see Decompressed.
//
//   static godot::enet::RangeCoderScratch scratch;
//   std::uint8_t plain[godot::enet::max_datagram];
//   const auto done = godot::enet::decompress_range_coder(bytes, plain, scratch);
//   if (done.good()) use(std::span(plain).first(done.size));
//
// Source: compress.c of ENet 1.3.18.
#pragma once

#include <array>

#include "codec/enet/decompress.h"

namespace godot::enet {

/// A symbol in the tree of the context where it was seen, and also the context of the symbols after it.
struct RangeCoderNode {
  std::uint8_t value;   ///< the byte that the symbol stands for
  std::uint8_t count;   ///< how often it was seen, more or less
  std::uint16_t under;  ///< count, and the counts of everything in the left subtree
  std::uint16_t left;   ///< smaller values; indexes of nodes, 0 = none
  std::uint16_t right;  ///< larger values; an index of a node, 0 = none
  std::uint16_t tree;   ///< as a context: root of its symbols
  std::uint16_t escapes;
  std::uint16_t total;   ///< of all counts and escapes
  std::uint16_t parent;  ///< the same symbol in the next shorter context
};

struct RangeCoderScratch {
  static constexpr std::size_t node_count = 4096;

  std::array<RangeCoderNode, node_count> nodes;
  std::array<std::uint16_t, node_count> path;      ///< nodes above the one being looked at
  std::array<std::uint16_t, node_count> subtotal;  ///< of the counts in front of each of them
};

/// Decompresses `input` into `output`, whose size is the limit.
[[nodiscard]] Decompressed decompress_range_coder(std::span<const std::uint8_t> input, std::span<std::uint8_t> output,
                                                  RangeCoderScratch& scratch) noexcept;

}  // namespace godot::enet

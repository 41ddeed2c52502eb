// SPDX-License-Identifier: MIT
// Divides a frame's bytes: every byte is assigned to exactly one item.
//
// - An item has its own bytes (own, protocol). In a compressed datagram, these are scaled to their compressed size.
// - Bytes that a frame or a datagram has only once (ENet's header and checksum, UDP, IP, the link layer) are shared in
//   proportion to those bytes.
// - Whole numbers: of n bytes that are shared by weights w1, w2, ..., the first i get together floor(n * (w1 + ... +
//   wi) / sum of w). So remainders are distributed in wire order, and the sum is exact.
//
// Time: linear in items and parts. Nothing is allocated.
#pragma once

#include <cstdint>

#include "analysis/facts/facts.h"

namespace godot::analysis::facts {

/// Divides a number of bytes by weights, one after another: the shares add up to it.
class Division {
 public:
  /// `weights` is the sum of all that will be asked for.
  Division(std::uint64_t bytes, std::uint64_t weights) noexcept : bytes_(bytes), weights_(weights) {}

  /// The next share. If all weights are zero, the first gets everything.
  [[nodiscard]] std::uint32_t next(std::uint64_t weight) noexcept {
    before_ += weight;
    // 64 bits hold the product: bytes of a frame, and of messages.
    const std::uint64_t due = before_ >= weights_ ? bytes_ : bytes_ * before_ / weights_;
    const std::uint64_t share = due - given_;
    given_ = due;
    return static_cast<std::uint32_t>(share);
  }

 private:
  std::uint64_t bytes_;
  std::uint64_t weights_;
  std::uint64_t before_ = 0;
  std::uint64_t given_ = 0;
};

/// Sets, once, the costs of a frame's items and their parts, in all envelopes that are not streamed. Returns the number
/// of unassigned bytes: the whole frame, if it has no such envelope.
std::uint32_t attribute(Frame& frame) noexcept;

/// Divides a cost of the item among its parts, in proportion to their bytes.
void divide(Item& item, const Cost& cost) noexcept;

}  // namespace godot::analysis::facts

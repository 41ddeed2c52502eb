// SPDX-License-Identifier: MIT
// Decompresses with the codec's methods, without knowing which one was used: the method whose result reads to its end.
#pragma once

#include <memory>

#include "codec/enet/fastlz.h"
#include "codec/enet/range_coder.h"
#include "codec/enet/recognise.h"
#include "codec/enet/walk.h"
#include "tests/unit/support/bytes.h"

namespace godot::test {

inline bool decompressed(std::span<const std::uint8_t> body, const enet::Header& header, Bytes& plain,
                         enet::Options& options) {
  static const auto scratch = std::make_unique<enet::RangeCoderScratch>();
  for (const enet::Compression compression : {enet::Compression::fastlz, enet::Compression::range_coder}) {
    if ((enet::possible_compressions(body) >> static_cast<unsigned>(compression) & 1) == 0) continue;
    plain.resize(enet::most_decompressed(header.size));
    const enet::Decompressed done = compression == enet::Compression::fastlz
                                        ? enet::decompress_fastlz(body, plain)
                                        : enet::decompress_range_coder(body, plain, *scratch);
    if (!done.good()) continue;
    plain.resize(done.size);
    options = {.padded = compression == enet::Compression::fastlz};
    const Buffer buffer(plain);
    if (enet::validate_commands(buffer, header, options).exact(buffer)) return true;
  }
  return false;
}

/// The commands of a datagram, decompressed if needed.
inline enet::Observation observe_any(const Buffer& datagram) {
  const enet::Observation seen = enet::observe(datagram);
  enet::Header header;
  Problem problem;
  if (seen.strength != enet::Strength::compressed || !enet::read_header(datagram, false, header, problem)) return seen;
  Bytes plain;
  enet::Options options;
  if (!decompressed(datagram.captured.subspan(header.size), header, plain, options)) return {};
  return enet::observe_commands(Buffer(plain), header, options);
}

}  // namespace godot::test

// SPDX-License-Identifier: MIT
// Any bytes as FastLZ: the decoder stays within its bounds, and its output does not depend on the buffer's size. And
// any bytes as plain data: compressed data decompresses to the same.
//
// The first byte: the maximum size of the output, 255 for a datagram's.
#include <memory>

#include "codec/enet/fastlz.h"
#include "tests/fuzz/input.h"
#include "tests/unit/codec/enet/compress.h"

using namespace godot;

namespace {

std::pair<enet::Decompressed, test::Bytes> ours(const test::Bytes& input, std::size_t limit) {
  const test::ExactCopy from(input);
  const auto to = std::make_unique<std::uint8_t[]>(limit);
  const enet::Decompressed done = enet::decompress_fastlz(from.buffer().captured, std::span(to.get(), limit));
  test::require(done.size <= limit, "more came out than there is room for");
  test::require(!enet::describe(done.error).empty(), "the error has no name");
  return {done, test::Bytes(to.get(), to.get() + done.size)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t limit = *data == 255 ? enet::most_decompressed(4) : *data;
  const test::Bytes input(data + 1, data + size);

  const auto [done, plain] = ours(input, limit);
  // Three bytes yield 264 at most.
  const auto [roomy, all] = ours(input, 1 + input.size() * 90);
  test::require(roomy.error != enet::DecompressionError::too_long, "more came out than the input accounts for");
  test::require(all.size() >= plain.size() && std::equal(plain.begin(), plain.end(), all.begin()),
                "the output depends on the room");
  test::require(done.good() == (roomy.good() && all.size() <= limit), "the error depends on the room");

  constexpr std::size_t most = 600;  // the compressor is slow
  if (input.empty() || input.size() > most) return 0;
  const auto [again, back] = ours(test::compress_fastlz(input), input.size());
  test::require(again.good() && back == input, "what was compressed does not come back");
  return 0;
}

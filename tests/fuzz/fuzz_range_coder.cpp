// SPDX-License-Identifier: MIT
// Any bytes as compressed data: the result is that of ENet's own decoder. And as plain data: the output of ENet's
// encoder decompresses to the same.
//
// The first byte: the maximum size of the output, 255 for a datagram's.
#include <memory>

#include "codec/enet/range_coder.h"
#include "tests/fuzz/input.h"
#include "tests/unit/codec/enet/compress.h"

using namespace godot;

namespace {

std::pair<enet::Decompressed, test::Bytes> ours(const test::Bytes& input, std::size_t limit) {
  static const auto scratch = std::make_unique<enet::RangeCoderScratch>();
  const test::ExactCopy from(input);
  const auto to = std::make_unique<std::uint8_t[]>(limit);
  const enet::Decompressed done =
      enet::decompress_range_coder(from.buffer().captured, std::span(to.get(), limit), *scratch);
  test::require(done.size <= limit, "more came out than there is room for");
  test::require(!enet::describe(done.error).empty(), "the error has no name");
  return {done, test::Bytes(to.get(), to.get() + done.size)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const test::LibraryCoder library;
  const std::size_t limit = *data == 255 ? enet::most_decompressed(4) : *data;
  const test::Bytes input(data + 1, data + size);

  const auto [done, plain] = ours(input, limit);
  const test::Bytes theirs = library.decompress(input, limit);
  test::require(done.good() == !theirs.empty(), "only one of the decoders takes it");
  test::require(!done.good() || plain == theirs, "the decoders disagree");

  if (input.empty() || input.size() > enet::max_datagram) return 0;
  const test::Bytes compressed = library.compress(input, 2 * input.size() + 16);
  const auto [again, back] = ours(compressed, input.size());
  test::require(again.good() && back == input, "what was compressed does not come back");
  return 0;
}

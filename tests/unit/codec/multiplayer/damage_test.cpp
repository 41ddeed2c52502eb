// SPDX-License-Identifier: MIT
// Messages cut at every byte and with every bit flipped: the walk keeps its guarantees, stays inside the buffer
// (AddressSanitizer checks that: buffers have exactly the size of their content), and agrees with the validation.
#include <gtest/gtest.h>

#include "codec/multiplayer/recognise.h"
#include "tests/unit/codec/multiplayer/reading.h"
#include "tests/unit/codec/multiplayer/samples.h"

namespace godot::test {
namespace {

/// Longer ones cover no more code.
const std::vector<MultiplayerSample>& all() {
  static const std::vector<MultiplayerSample> list = multiplayer_samples(200);
  return list;
}

std::string fault(const Buffer& buffer, const multiplayer::Options& options, multiplayer::Result& result) {
  const MultiplayerReading reading(buffer, options);
  result = reading.result;
  for (const auto transport :
       {multiplayer::Transport::enet, multiplayer::Transport::websocket, multiplayer::Transport::data_channel})
    (void)multiplayer::observe(buffer, {.transport = transport, .channel = 1});
  return fault_of(reading, buffer, multiplayer::validate(buffer, options));
}

TEST(MultiplayerDamage, CutOnTheWire) {
  std::size_t walks = 0;
  for (const MultiplayerSample& sample : all()) {
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      const ExactCopy copy(std::span(sample.bytes).first(size));
      multiplayer::Result result;
      ASSERT_EQ(fault(copy.buffer(), *sample.options, result), "") << sample.name << " cut to " << size;
      ASSERT_NE(name(result.problem.code), "cut") << sample.name << " cut to " << size;
      ++walks;
    }
  }
  std::printf("%zu walks of %zu messages\n", walks, all().size());
}

TEST(MultiplayerDamage, CutInTheCapture) {
  for (const MultiplayerSample& sample : all()) {
    multiplayer::Result whole;
    ASSERT_EQ(fault(Buffer(sample.bytes), *sample.options, whole), "") << sample.name;
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      const ExactCopy copy(std::span(sample.bytes).first(size), static_cast<Offset>(sample.bytes.size()));
      multiplayer::Result result;
      ASSERT_EQ(fault(copy.buffer(), *sample.options, result), "") << sample.name << " cut to " << size;
      ASSERT_TRUE(result.problem.code == Problem::Code::cut || result.problem.code == whole.problem.code)
          << sample.name << " cut to " << size << " is " << name(result.problem.code);
    }
  }
}

/// Bytes between the arguments and the path, as no engine sends them; the capture has one of three.
TEST(MultiplayerDamage, CutBeforeThePath) {
  const Bytes bytes = from_hex("20 0a000080 00 00 ffffff 4d00");
  const ExactCopy copy(std::span<const std::uint8_t>(bytes).first(8), static_cast<Offset>(bytes.size()));
  const multiplayer::Result result = multiplayer::validate(copy.buffer(), {.api = multiplayer::Api::scene});
  EXPECT_EQ(name(result.problem.code), "cut");
  EXPECT_EQ(result.problem.field, field::godot_trailing);
  EXPECT_EQ(result.problem.offset, 7U);
}

TEST(MultiplayerDamage, EveryBitFlipped) {
  std::size_t walks = 0;
  for (const MultiplayerSample& sample : all()) {
    ExactCopy copy(sample.bytes);
    for (std::size_t bit = 0; bit < copy.size() * 8; ++bit) {
      copy[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      multiplayer::Result result;
      ASSERT_EQ(fault(copy.buffer(), *sample.options, result), "") << sample.name << " bit " << bit;
      copy[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      ++walks;
    }
  }
  std::printf("%zu walks\n", walks);
}

/// Every way to read, for every message, whatever it was made for.
TEST(MultiplayerDamage, ReadInAnotherFormat) {
  for (const MultiplayerSample& sample : all()) {
    const ExactCopy copy(sample.bytes);
    for (const How& row : hows) {
      multiplayer::Result result;
      ASSERT_EQ(fault(copy.buffer(), row.options, result), "") << sample.name << " as " << row.name;
    }
  }
}

}  // namespace
}  // namespace godot::test

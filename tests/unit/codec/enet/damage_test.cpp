// SPDX-License-Identifier: MIT
// Datagrams cut at every byte and with every bit flipped: the walk keeps its guarantees, stays inside the buffer
// (AddressSanitizer checks that: buffers have exactly the size of their content), and agrees with the validation.
#include <gtest/gtest.h>

#include "codec/enet/recognise.h"
#include "tests/unit/codec/enet/reading.h"
#include "tests/unit/codec/enet/samples.h"

namespace godot::test {
namespace {

/// Longer ones cover no more code.
const std::vector<EnetSample>& all() {
  static const std::vector<EnetSample> list = enet_samples(300);
  return list;
}

std::string fault(const Buffer& buffer, bool checksum, enet::Result& result) {
  const enet::Options options{.checksum = checksum};
  const EnetReading reading(buffer, options);
  result = reading.result;
  (void)enet::observe(buffer);
  return fault_of(reading, buffer, enet::validate(buffer, options));
}

TEST(EnetDamage, CutOnTheWire) {
  std::size_t walks = 0;
  for (const EnetSample& sample : all()) {
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      const ExactCopy copy(std::span(sample.bytes).first(size));
      enet::Result result;
      ASSERT_EQ(fault(copy.buffer(), sample.checksum, result), "") << sample.name << " cut to " << size;
      ASSERT_NE(name(result.problem.code), "cut") << sample.name << " cut to " << size;
      ++walks;
    }
  }
  std::printf("%zu walks of %zu datagrams\n", walks, all().size());
}

TEST(EnetDamage, CutInTheCapture) {
  for (const EnetSample& sample : all()) {
    enet::Result whole;
    ASSERT_EQ(fault(Buffer(sample.bytes), sample.checksum, whole), "") << sample.name;
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      const ExactCopy copy(std::span(sample.bytes).first(size), static_cast<Offset>(sample.bytes.size()));
      enet::Result result;
      ASSERT_EQ(fault(copy.buffer(), sample.checksum, result), "") << sample.name << " cut to " << size;
      ASSERT_TRUE(result.problem.code == Problem::Code::cut || result.problem.code == whole.problem.code)
          << sample.name << " cut to " << size << " is " << name(result.problem.code);
      ASSERT_LE(result.commands, whole.commands) << sample.name << " cut to " << size;
    }
  }
}

TEST(EnetDamage, EveryBitFlipped) {
  std::size_t walks = 0;
  for (const EnetSample& sample : all()) {
    ExactCopy copy(sample.bytes);
    for (std::size_t bit = 0; bit < copy.size() * 8; ++bit) {
      copy[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      enet::Result result;
      ASSERT_EQ(fault(copy.buffer(), sample.checksum, result), "") << sample.name << " bit " << bit;
      copy[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      ++walks;
    }
  }
  std::printf("%zu walks\n", walks);
}

}  // namespace
}  // namespace godot::test

// SPDX-License-Identifier: MIT
// Floats are checked two at a time.
#include "codec/variant/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/unit/support/bytes.h"

namespace godot::test {
namespace {

template <class T>
bool all_finite(const std::vector<T>& numbers) {
  Bytes bytes;
  for (const T number : numbers) append(bytes, number);
  return variant::detail::all_finite<T>(bytes.data(), static_cast<std::uint32_t>(numbers.size()));
}

template <class T>
class AllFinite : public testing::Test {};
using Widths = testing::Types<float, double>;
TYPED_TEST_SUITE(AllFinite, Widths);

TYPED_TEST(AllFinite, TrueForEveryFiniteNumber) {
  using Limits = std::numeric_limits<TypeParam>;
  EXPECT_TRUE(all_finite<TypeParam>({}));
  for (std::size_t count = 1; count <= 16; ++count) {
    for (const TypeParam number :
         {TypeParam{0}, -TypeParam{0}, Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min()})
      EXPECT_TRUE(all_finite(std::vector(count, number))) << count << " times " << number;
  }
}

TYPED_TEST(AllFinite, FalseForOneThatIsNotAtAnyPlace) {
  using Limits = std::numeric_limits<TypeParam>;
  for (std::size_t count = 1; count <= 16; ++count) {
    for (std::size_t at = 0; at < count; ++at) {
      for (const TypeParam number : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN(),
                                     Limits::signaling_NaN()}) {
        std::vector numbers(count, Limits::max());
        numbers[at] = number;
        EXPECT_FALSE(all_finite(numbers)) << number << " at " << at << " of " << count;
      }
    }
  }
}

}  // namespace
}  // namespace godot::test

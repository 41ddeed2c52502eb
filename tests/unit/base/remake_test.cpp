// SPDX-License-Identifier: MIT
#include "base/remake.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

/// Knows where it was made.
struct Place {
  explicit Place(int its_number) noexcept : number(its_number), made_at(this) {}
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  int number;
  const Place* made_at;
};

TEST(Remake, MakesTheObjectWhereItIs) {
  Place place(1);
  remake(place, [] { return Place(2); });
  EXPECT_EQ(place.number, 2);
  EXPECT_EQ(place.made_at, &place);
}

}  // namespace
}  // namespace godot::analysis

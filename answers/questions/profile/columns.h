// SPDX-License-Identifier: MIT
// The columns of the network profile, where a new one is added: those that name a row, by what the profile groups, and
// the figures of each row.
#pragma once

#include <cstdint>
#include <vector>

#include "answers/questions/profile/profile.h"
#include "answers/questions/profile/tallies.h"
#include "answers/tables/report.h"

namespace godot::analysis::profile {

struct Layout {
  const char* title;
  std::vector<report::Column> names;  ///< the columns before the figures
};

[[nodiscard]] Layout layout_of(By by);

/// All columns of a profile: names, figures, the row's filter.
[[nodiscard]] std::vector<report::Column> columns_of(const Layout& layout);

/// Appends a cell for each figure. `all`: the bytes of all rows, whose share the row has; `seconds`: 0: no rates.
void append_figures(report::Row& row, const Tally& tally, std::uint64_t all, double seconds);

}  // namespace godot::analysis::profile

// SPDX-License-Identifier: MIT
#include "answers/questions/connections/send_schedule.h"

#include <cmath>

namespace godot::analysis::streams {

float quantile(std::vector<float> values, double share) {
  if (values.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

Schedule schedule_of(const Series& series) {
  constexpr std::size_t enough = 20;
  constexpr double near = 0.6;
  constexpr double most = 0.6;
  constexpr double nearly_all = 0.95;
  Schedule found;
  if (series.count() < enough) return found;
  found.middle = quantile(series.intervals(), 1.0 / 2);
  found.longest = quantile(series.silences(), nearly_all);
  const auto is_near = [&](float interval) { return std::abs(interval - found.middle) <= near * found.middle; };
  const auto count = std::count_if(series.intervals().begin(), series.intervals().end(), is_near);
  found.known = static_cast<double>(count) >= most * static_cast<double>(series.count());
  for (const float interval : series.intervals()) found.tick.add(interval);
  constexpr double most_of_them = 0.85;
  found.lacks_states = static_cast<double>(series.messages() - 1) * found.middle <
                       most_of_them * found.tick.mean() * static_cast<double>(series.count());
  return found;
}

}  // namespace godot::analysis::streams

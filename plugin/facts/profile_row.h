// SPDX-License-Identifier: GPL-2.0-or-later
// `godot.profile.row`: the rows of the profile to which the messages of a frame belong. Only made if a filter or a
// column names it.
#pragma once

namespace godot::plugin {

[[nodiscard]] bool profile_rows_wanted() noexcept;

}  // namespace godot::plugin

// SPDX-License-Identifier: GPL-2.0-or-later
// The columns Protocol and Info as they are before a user's dissector is called: one that accepts nothing may have
// written to them, and other dissectors append to what is there.
#pragma once

#include <cstddef>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

class SavedColumns {
 public:
  explicit SavedColumns(packet_info* pinfo);

  /// Removes what has been written since.
  void restore() const;

 private:
  struct Text {
    const char* text = nullptr;  ///< null: nobody can have changed it, it ends at the fence
    std::size_t size = 0;
    std::size_t fence = 0;  ///< bytes that others can't overwrite
  };

  [[nodiscard]] Text save(int column) const;
  void restore(int column, const Text& saved) const;

  packet_info* pinfo_;
  Text protocol_;
  Text info_;
};

}  // namespace godot::plugin

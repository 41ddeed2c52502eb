// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/project/checksum.h"

#include <glib.h>

namespace godot::project {

struct ListChecksum::State {
  GChecksum* md5 = g_checksum_new(G_CHECKSUM_MD5);
  bool finished = false;

  State() = default;
  ~State() { g_checksum_free(md5); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// A finished checksum takes no more.
  void begin() {
    if (finished) g_checksum_reset(md5);
    finished = false;
  }
};

ListChecksum::ListChecksum() : state_(std::make_unique<State>()) {}
ListChecksum::~ListChecksum() = default;

void ListChecksum::add(std::string_view name) {
  state_->begin();
  g_checksum_update(state_->md5, reinterpret_cast<const guchar*>(name.data()), static_cast<gssize>(name.size()));
}

std::string_view ListChecksum::finish() {
  state_->begin();  // of nothing, if nothing was added
  state_->finished = true;
  return g_checksum_get_string(state_->md5);
}

}  // namespace godot::project

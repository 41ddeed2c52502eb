// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/epan/saved_columns.h"

#include <cstring>

#include "plugin/core/epan/longjmp.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(SavedColumns);

SavedColumns::SavedColumns(packet_info* pinfo) : pinfo_(pinfo) {
  protocol_ = save(COL_PROTOCOL);
  info_ = save(COL_INFO);
}

void SavedColumns::restore() const {
  restore(COL_PROTOCOL, protocol_);
  restore(COL_INFO, info_);
}

SavedColumns::Text SavedColumns::save(int column) const {
  if (!bridge::writable(pinfo_, column)) return {};
  const char* text = col_get_text(pinfo_->cinfo, column);
  Text saved;
  saved.size = std::strlen(text);
  saved.fence = static_cast<std::size_t>(pinfo_->cinfo->columns[pinfo_->cinfo->col_first[column]].col_fence);
  if (saved.fence != saved.size) saved.text = wmem_strndup(pinfo_->pool, text, saved.size);
  return saved;
}

void SavedColumns::restore(int column, const Text& saved) const {
  if (!bridge::writable(pinfo_, column)) return;
  const char* now = col_get_text(pinfo_->cinfo, column);
  const std::size_t size = std::strlen(now);
  if (size == saved.size && (saved.text == nullptr || std::memcmp(now, saved.text, size) == 0)) return;
  const char* text = saved.text != nullptr ? saved.text : wmem_strndup(pinfo_->pool, now, saved.size);
  col_clear_fence(pinfo_->cinfo, column);
  if (saved.fence == 0) return col_add_str(pinfo_->cinfo, column, text);
  col_add_str(pinfo_->cinfo, column, wmem_strndup(pinfo_->pool, text, saved.fence));
  col_set_fence(pinfo_->cinfo, column);
  col_append_str(pinfo_->cinfo, column, text + saved.fence);
}

}  // namespace godot::plugin

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/info_text.h"

#include <cstring>
#include <string_view>

#include "plugin/core/epan/longjmp.h"

namespace godot::plugin::enet {
LEFT_BY_LONGJMP(InfoText);

InfoText::InfoText(packet_info* pinfo) : pinfo_(pinfo), wanted_(bridge::writable(pinfo, COL_INFO)) {
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "ENet");
  col_clear(pinfo->cinfo, COL_INFO);
}

void InfoText::write(const char* text) { col_append_str(pinfo_->cinfo, COL_INFO, text); }

void InfoText::before_others() {
  if (!wanted_) return;
  // Dissectors above may clear the column: protects the text so far.
  if (flush()) col_set_fence(pinfo_->cinfo, COL_INFO);
  before_ = std::strlen(col_get_text(pinfo_->cinfo, COL_INFO));
}

bool InfoText::after_others() {
  if (!wanted_) return true;
  const char* text = col_get_text(pinfo_->cinfo, COL_INFO);
  const std::size_t size = std::strlen(text);
  if (size <= before_) return false;
  const std::string_view added(text + before_, size - before_);
  if (!is_empty() && before_ != 0 && !added.starts_with(separator)) {
    const char* old = wmem_strndup(pinfo_->pool, text, before_);
    const char* own = wmem_strdup(pinfo_->pool, text + before_);
    col_clear_fence(pinfo_->cinfo, COL_INFO);
    col_add_fstr(pinfo_->cinfo, COL_INFO, "%s%.*s%s", old, static_cast<int>(separator.size()), separator.data(), own);
  }
  col_set_fence(pinfo_->cinfo, COL_INFO);
  others_have_written();
  return true;
}

}  // namespace godot::plugin::enet

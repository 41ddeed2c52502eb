// SPDX-License-Identifier: GPL-2.0-or-later
// File > Export Objects > Godot, tshark --export-objects godot,FOLDER: saves the bytes that
// core/exports/objects.h collects as files.
#include <string>
#include <string_view>

#include "base/naming.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin {
namespace {

std::string_view text(const char* maybe) { return maybe != nullptr ? std::string_view(maybe) : std::string_view{}; }

tap_packet_status list(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  const auto* list = static_cast<export_object_list_t*>(data);
  const auto& object = *static_cast<const objects::Object*>(event);
  const objects::Owner& owner = object.owner;
  const auto size = static_cast<std::size_t>(object.length);
  const auto* bytes = tvb_get_ptr(object.tvb, object.begin, object.length);
  const analysis::objects::Content content = analysis::objects::content_of({bytes, size});
  const std::string name =
      analysis::objects::file_name({.node = text(owner.node),
                                    .member = text(owner.member),
                                    .argument = text(owner.argument != nullptr ? owner.argument : object.what),
                                    .file = text(owner.file),
                                    .frame = frame_number(pinfo),
                                    .index = object.index},
                                   content.extension);
  auto* entry = g_new0(export_object_entry_t, 1);
  entry->pkt_num = pinfo->num;
  entry->hostname = g_strdup(owner.from);
  entry->content_type = g_strdup(content.type);
  entry->filename = g_strdup(name.c_str());
  entry->payload_len = size;
  entry->payload_data = static_cast<guint8*>(g_memdup2(bytes, size));
  list->add_entry(list->gui_data, entry);
  return TAP_PACKET_REDRAW;
}

}  // namespace

void register_export_objects() { objects::go_to(register_export_object(protocols.godot, list, nullptr)); }

}  // namespace godot::plugin

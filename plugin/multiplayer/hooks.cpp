// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/hooks.h"

#include "plugin/core/epan/guarded_call.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin {
namespace {

constexpr const char* table_name = "godot.rpc.method";

dissector_table_t table;
bool in_use = false;

void found_hook(const gchar*, ftenum_t, void*, void*, void* found) { *static_cast<bool*>(found) = true; }

/// Scripts add to the table only before a capture is read.
void look_for_hooks() {
  in_use = false;
  dissector_table_foreach(table_name, found_hook, &in_use);
}

}  // namespace

void register_hooks() {
  table = register_dissector_table(table_name, "Godot method", protocols.godot, FT_STRING, FALSE);
  register_init_routine(look_for_hooks);
}

bool hooks_in_use() { return in_use; }

void dissect_argument(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree,
                      const analysis::annotation::ArgumentBytes& bytes) {
  if (!in_use || bytes.method == nullptr) return;
  dissector_handle_t handle = nullptr;
  if (bytes.node != nullptr) {
    handle = dissector_get_string_handle(table, wmem_strdup_printf(pinfo->pool, "%s:%s", bytes.node, bytes.method));
  }
  if (handle == nullptr) handle = dissector_get_string_handle(table, bytes.method);
  if (handle == nullptr) return;
  tvbuff_t* content =
      tvb_new_subset_length(tvb, static_cast<int>(bytes.range.begin), static_cast<int>(bytes.range.length));
  call_users_dissector(handle, content, pinfo, tree);
}

}  // namespace godot::plugin

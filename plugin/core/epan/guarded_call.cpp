// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/epan/guarded_call.h"

#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/saved_columns.h"

namespace godot::plugin {
namespace {

struct Call {
  dissector_handle_t handle;
  tvbuff_t* tvb;
  packet_info* pinfo;
  proto_tree* tree;
  bool taken;
};
LEFT_BY_LONGJMP(Call);

void call(void* context) {
  auto& asked = *static_cast<Call*>(context);
  asked.taken = call_dissector_only(asked.handle, asked.tvb, asked.pinfo, asked.tree, nullptr) != 0;
}

}  // namespace

void guarded(void (*function)(void*), void* context, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  const char* volatile protocol = pinfo->current_proto;
  TRY { function(context); }
  CATCH_NONFATAL_ERRORS {
    show_exception(tvb, pinfo, tree, EXCEPT_CODE, GET_MESSAGE);
    pinfo->current_proto = protocol;
  }
  ENDTRY;
}

bool call_users_dissector(dissector_handle_t handle, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  const SavedColumns columns(pinfo);
  Call asked = {.handle = handle, .tvb = tvb, .pinfo = pinfo, .tree = tree, .taken = true};
  guarded(call, &asked, tvb, pinfo, tree);
  if (!asked.taken) columns.restore();
  return asked.taken;
}

}  // namespace godot::plugin

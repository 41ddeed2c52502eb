// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/guard.h"

namespace godot::plugin {

void guarded(void (*function)(void*), void* context, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  const char* volatile protocol = pinfo->current_proto;
  TRY { function(context); }
  CATCH_NONFATAL_ERRORS {
    show_exception(tvb, pinfo, tree, EXCEPT_CODE, GET_MESSAGE);
    pinfo->current_proto = protocol;
  }
  ENDTRY;
}

}  // namespace godot::plugin

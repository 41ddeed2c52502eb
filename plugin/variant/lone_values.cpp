// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/lone_values.h"

#include "analysis/derived/common.h"
#include "engine/values/steps.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/variant/value_dissector.h"

namespace godot::plugin {
namespace {

/// The packet's conversation, for the steps.
struct ConversationHost {
  packet_info* pinfo;

  [[nodiscard]] bool first_pass() const { return is_first_pass(pinfo); }
  [[nodiscard]] std::uint32_t frame() const { return frame_number(pinfo); }
  [[nodiscard]] Conversation* find() const { return conversation_of(pinfo); }
  [[nodiscard]] Conversation* begin() const { return begin_conversation(pinfo); }
  [[nodiscard]] analysis::values::Circumstances circumstances() const { return plugin::circumstances(pinfo); }
  void refuse() const { plugin::refuse(pinfo); }
};
LEFT_BY_LONGJMP(ConversationHost);

/// Says in the frame where it became clear that the conversation has no Variants.
void show_withdrawal(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  const Conversation* known = conversation_of(pinfo);
  if (known == nullptr || known->withdrawn_in != frame_number(pinfo)) return;
  proto_tree_add_expert(tree, pinfo, expert(analysis::CommonExpert::godot_recognition_withdrawn), tvb, 0, to_end(tvb));
}

}  // namespace

int dissect_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Choice& choice) {
  const Buffer payload = buffer_of(tvb, 0);
  const Conversation* conversation = engine::conversation_of_value(ConversationHost{pinfo}, payload, choice);
  if (conversation == nullptr) return 0;
  col_clear(pinfo->cinfo, COL_INFO);
  const Verdict verdict = analysis::values::judge(payload, conversation, choice, circumstances(pinfo));
  return dissect_value({tvb, 0, pinfo, tree}, payload, verdict, {});
}

bool message_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, dissector_handle_t handle) {
  if (!engine::recognises_value(ConversationHost{pinfo}, buffer_of(tvb, 0))) {
    show_withdrawal(tvb, pinfo, tree);
    return false;
  }
  if (handle != nullptr && is_first_pass(pinfo)) lock_conversation(pinfo, handle);
  return dissect_message(tvb, pinfo, tree, {}) != 0;
}

}  // namespace godot::plugin

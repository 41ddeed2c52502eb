// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/message.h"

#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/variant/value.h"

namespace godot::plugin {
namespace {

namespace values = analysis::values;

/// True if the payload is a Variant, or must be one because the conversation carries Variants.
bool recognise_message(packet_info* pinfo, const Buffer& payload) {
  const bool first_pass = is_first_pass(pinfo);
  if (!variant::possible(payload)) {
    // Other payloads of a conversation of Variants are taken for values with trailing bytes, if they begin like one.
    const Conversation* known = values::begins_like_a_value(payload) ? conversation_of(pinfo) : nullptr;
    if (known != nullptr && known->recognition.certain()) return true;
    if (first_pass) refuse(pinfo);
    return false;
  }
  Conversation* conversation = first_pass ? begin_conversation(pinfo) : conversation_of(pinfo);
  if (conversation == nullptr) return false;
  if (first_pass && !conversation->recognition.certain()) {
    const variant::Observation seen = variant::observe(payload, circumstances(pinfo).readings);
    if (seen.fits == 0) refuse(pinfo);
    values::learn(*conversation, frame_number(pinfo), seen, payload, circumstances(pinfo).refused);
  }
  return conversation->recognition.certain();
}

/// Says in the frame where it became clear that the conversation has no Variants.
void show_withdrawal(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  const Conversation* known = conversation_of(pinfo);
  if (known == nullptr || known->withdrawn_in != frame_number(pinfo)) return;
  proto_tree_add_expert(tree, pinfo, expert(CoreExpert::godot_recognition_withdrawn), tvb, 0, to_end(tvb));
}

}  // namespace

int dissect_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Choice& choice) {
  const Buffer payload = buffer_of(tvb, 0);
  if (payload.reported == 0) return 0;
  Conversation* conversation = begin_conversation(pinfo);
  const bool expects_values = conversation->recognition.certain();
  if (conversation->recognition.withdrawn() && !choice.insists && choice.dialect == nullptr) return 0;
  if (choice.insists) conversation->recognition.accept();
  else if (!variant::plausible_header(payload) && !(expects_values && values::begins_like_a_value(payload)))
    return 0;  // user bytes among the values
  const values::Circumstances where = circumstances(pinfo);
  if (is_first_pass(pinfo) && choice.dialect == nullptr) values::learn_further(*conversation, payload, where);
  col_clear(pinfo->cinfo, COL_INFO);
  return dissect_value({tvb, 0, pinfo, tree}, payload, values::judge(payload, conversation, choice, where), {});
}

bool message_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, dissector_handle_t handle) {
  if (!recognise_message(pinfo, buffer_of(tvb, 0))) {
    show_withdrawal(tvb, pinfo, tree);
    return false;
  }
  if (handle != nullptr && is_first_pass(pinfo)) lock_conversation(pinfo, handle);
  return dissect_message(tvb, pinfo, tree, {}) != 0;
}

}  // namespace godot::plugin

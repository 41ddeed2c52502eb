// SPDX-License-Identifier: MIT
// The steps of a value that is alone in a datagram or a message, for every host: recognise its conversation, learn, and
// what its facts are. Nothing here has a destructor: a host may leave by longjmp.
//
// `Host` is the message's conversation: `first_pass()`, `frame()`, `find()` (null: nothing was learned about it),
// `begin()` (creates it), `circumstances()`, and `refuse()`, which counts a payload that was no value.
#pragma once

#include "analysis/facts/frame_facts.h"
#include "analysis/streams/values/value_conversation.h"
#include "codec/variant/recognise.h"
#include "engine/frame/item.h"

namespace godot::engine {

/// True if the payload is a Variant, or must be one because the conversation carries Variants.
template <class Host>
[[nodiscard]] bool recognises_value(const Host& host, const Buffer& payload) {
  namespace values = analysis::values;
  const bool first_pass = host.first_pass();
  if (!variant::possible(payload)) {
    // Other payloads of a conversation of Variants are taken for values with trailing bytes, if they begin like one.
    const values::Conversation* known = values::begins_like_a_value(payload) ? host.find() : nullptr;
    if (known != nullptr && known->recognition.certain()) return true;
    if (first_pass) host.refuse();
    return false;
  }
  values::Conversation* conversation = first_pass ? host.begin() : host.find();
  if (conversation == nullptr) return false;
  if (first_pass && !conversation->recognition.certain()) {
    const variant::Observation seen = variant::observe(payload, host.circumstances().readings);
    if (seen.fits == 0) host.refuse();
    values::learn(*conversation, host.frame(), seen, payload, host.circumstances().refused);
  }
  return conversation->recognition.certain();
}

/// The conversation whose value the payload is, after it has learned from it; null: it is no value.
template <class Host>
[[nodiscard]] analysis::values::Conversation* conversation_of_value(const Host& host, const Buffer& payload,
                                                                    const analysis::values::Choice& choice) {
  namespace values = analysis::values;
  if (payload.reported == 0) return nullptr;
  values::Conversation* conversation = host.begin();
  variant::Recognition& recognition = conversation->recognition;
  const bool expects_values = recognition.certain();
  if (recognition.withdrawn() && !choice.insists && choice.dialect == nullptr) return nullptr;
  if (choice.insists) recognition.accept();
  else if (!variant::plausible_header(payload) && !(expects_values && values::begins_like_a_value(payload)))
    return nullptr;  // bytes of the user among the values
  if (host.first_pass() && choice.dialect == nullptr)
    values::learn_further(*conversation, payload, host.circumstances());
  const bool is_chosen = choice.insists || choice.dialect != nullptr;
  if (!is_chosen && values::is_own_format(*conversation, payload, host.circumstances())) return nullptr;
  return conversation;
}

/// What the facts of a value say.
struct ValueFacts {
  const char* text;  ///< null: the facts have no texts
  const char* type;  ///< name of its type, which serves as the name of the value
  bool malformed;
  Notes notes;  ///< what the walk has remarked
  std::uint32_t own;
  std::uint32_t protocol;  ///< bytes of its length
};

inline void fill_value(analysis::facts::Collection& facts, analysis::facts::Item& item,
                       const analysis::values::Verdict& verdict, const ValueFacts& value) {
  item.kind = analysis::facts::Kind::value;
  item.engine = analysis::values::engines_of(verdict);
  if (analysis::facts::Texts* texts = facts.texts(item)) texts->text = value.text;
  item.malformed = value.malformed;
  leave_open(item, value.notes);
  analysis::facts::Part& part = facts.part(item);
  part.member = facts.names().keep(value.type);
  part.own = value.own;
  part.protocol = value.protocol;
}

}  // namespace godot::engine

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/conversation.h"

#include <bit>

#include "plugin/core/conversation.h"
#include "plugin/core/fields.h"
#include "plugin/core/frame_values.h"
#include "plugin/core/preferences.h"

namespace godot::plugin::debug {
namespace {

using debugger::Direction;

std::uint32_t conversations = 0;

// Keyed by the frame's message.
FrameValues<Exchange*> exchanges;
FrameValues<debugger::Run> runs;

const char* keep(std::string_view text) { return wmem_strndup(wmem_file_scope(), text.data(), text.size()); }

Exchange* request(Conversation& conversation, packet_info* pinfo, debugger::Questions question) {
  auto* exchange = wmem_new0(wmem_file_scope(), Exchange);
  exchange->request_frame = pinfo->num;
  exchange->request_time = pinfo->abs_ts;
  exchange->number = conversation.requests++;
  exchange->question = static_cast<unsigned>(std::countr_zero(question));
  Queue& queue = conversation.waiting[exchange->question];
  (queue.first == nullptr ? queue.first : queue.last->next) = exchange;
  queue.last = exchange;
  return exchange;
}

/// Finds the oldest request that waits for this answer. Each question has a queue, so nothing is searched.
Exchange* reply(Conversation& conversation, packet_info* pinfo, debugger::Questions questions) {
  Queue* oldest = nullptr;
  for (; questions != 0; questions &= questions - 1) {
    Queue& queue = conversation.waiting[std::countr_zero(questions)];
    if (queue.first == nullptr) continue;
    if (oldest == nullptr || queue.first->number < oldest->first->number) oldest = &queue;
  }
  if (oldest == nullptr) return nullptr;
  Exchange* exchange = oldest->first;
  oldest->first = exchange->next;
  exchange->reply_frame = pinfo->num;
  exchange->reply_time = pinfo->abs_ts;
  return exchange;
}

/// Drops the requests that a stopped game has not answered when it continues: it never answers them.
void forget_questions(Conversation& conversation) {
  debugger::Questions questions = debugger::questions_to_stopped_game();
  for (; questions != 0; questions &= questions - 1) conversation.waiting[std::countr_zero(questions)] = {};
}

}  // namespace

Conversation* conversation_of(packet_info* pinfo) { return conversation_data<Conversation>(pinfo, protocols.debug); }

Conversation* begin_conversation(packet_info* pinfo) {
  return begin_conversation_data<Conversation>(pinfo, protocols.debug, [](Conversation& conversation) {
    conversation.custom_monitors = wmem_tree_new(wmem_file_scope());
    for (wmem_map_t*& map : conversation.meanings) {
      map = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    }
  });
}

void number(Conversation& conversation) {
  if (conversation.numbered) return;
  conversation.numbered = true;
  conversation.number = conversations++;
}

std::uint32_t conversation_count() { return conversations; }
void forget_conversations() { conversations = 0; }

void learn(Conversation& conversation, packet_info* pinfo, const debugger::Proof& proof) {
  if (!conversation.proven) {
    conversation.proven = true;
    conversation.era = proof.era;
  }
  const bool is_redot = proof.era == debugger::Era::redot && conversation.era == debugger::Era::godot4_2;
  if (proof.era_certain && (is_redot || !conversation.era_certain)) {
    conversation.era = proof.era;
    conversation.era_certain = true;
    conversation.era_in = pinfo->num;
  }
  if (proof.direction_certain && !conversation.editor_known) {
    const bool to_editor = proof.direction == Direction::to_editor;
    copy_address_wmem(wmem_file_scope(), &conversation.editor, to_editor ? &pinfo->dst : &pinfo->src);
    conversation.editor_port = to_editor ? pinfo->destport : pinfo->srcport;
    conversation.editor_known = true;
  }
}

Direction direction_of(const Conversation& conversation, const packet_info* pinfo, const debugger::Proof& proof) {
  if (conversation.editor_known) {
    const bool from_editor =
        conversation.editor_port == pinfo->srcport && addresses_equal(&conversation.editor, &pinfo->src);
    return from_editor ? Direction::to_game : Direction::to_editor;
  }
  if (proof.direction_certain) return proof.direction;
  if (value_is_in_range(port_ranges().debug, pinfo->destport)) return Direction::to_editor;
  if (value_is_in_range(port_ranges().debug, pinfo->srcport)) return Direction::to_game;
  return proof.direction;
}

void learn_meaning(Conversation& conversation, debugger::Numbered kind, std::int64_t id, std::string_view text,
                   std::uint32_t frame) {
  wmem_map_t* map = conversation.meanings[static_cast<std::size_t>(kind)];
  auto* tree = static_cast<wmem_tree_t*>(wmem_map_lookup(map, &id));
  if (tree == nullptr) {
    auto* key = wmem_new(wmem_file_scope(), gint64);
    *key = id;
    tree = wmem_tree_new(wmem_file_scope());
    wmem_map_insert(map, key, tree);
  }
  // Many announcements repeat earlier ones, as a scene tree every second.
  const auto* known = static_cast<const Meaning*>(wmem_tree_lookup32_le(tree, frame));
  if (known != nullptr && known->text == text) return;
  auto* added = wmem_new(wmem_file_scope(), Meaning);
  *added = {keep(text), frame};
  wmem_tree_insert32(tree, frame, added);
}

const Meaning* meaning(const Conversation& conversation, debugger::Numbered kind, std::int64_t id,
                       std::uint32_t frame) {
  auto* tree = static_cast<wmem_tree_t*>(wmem_map_lookup(conversation.meanings[static_cast<std::size_t>(kind)], &id));
  return tree == nullptr ? nullptr : static_cast<const Meaning*>(wmem_tree_lookup32_le(tree, frame));
}

debugger::Run run_at(const Conversation& conversation, packet_info* pinfo, std::uint32_t index, Direction direction) {
  if (pinfo->fd->visited != 0) {
    const debugger::Run* kept = runs.find(pinfo, index);
    return kept != nullptr ? *kept : debugger::Run{};
  }
  const debugger::Run& run = conversation.runs[static_cast<std::size_t>(direction)];
  if (run.pending) runs.make(pinfo, index, run);
  return run;
}

void keep_run(Conversation& conversation, const packet_info* pinfo, Direction direction, const debugger::Run& run) {
  if (pinfo->fd->visited == 0) conversation.runs[static_cast<std::size_t>(direction)] = run;
}

Exchange* exchange_of(Conversation& conversation, packet_info* pinfo, std::uint32_t index, std::string_view message,
                      Direction direction) {
  if (pinfo->fd->visited != 0) {
    Exchange* const* kept = exchanges.find(pinfo, index);
    return kept != nullptr ? *kept : nullptr;
  }
  Exchange* exchange = nullptr;
  if (direction == Direction::to_game) {
    const debugger::Questions question = debugger::question(message);
    if (question != 0) exchange = request(conversation, pinfo, question);
  } else {
    exchange = reply(conversation, pinfo, debugger::answered_by(message));
    if (debugger::is_going_on(message)) forget_questions(conversation);
  }
  if (exchange != nullptr) exchanges.make(pinfo, index, exchange);
  return exchange;
}

}  // namespace godot::plugin::debug

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/talk.h"

#include <new>

#include "plugin/core/fields.h"
#include "plugin/variant/preferences.h"

namespace godot::plugin::debug {
namespace {

using debugger::Direction;

std::uint32_t talks = 0;

/// A request that waits for its answer.
struct Waiting {
  const char* name;
  Exchange* exchange;
};

const char* keep(std::string_view text) { return wmem_strndup(wmem_file_scope(), text.data(), text.size()); }

Exchange* request(DebugTalk& talk, packet_info* pinfo, std::string_view name) {
  auto* exchange = wmem_new0(wmem_file_scope(), Exchange);
  exchange->request_frame = pinfo->num;
  exchange->request_time = pinfo->abs_ts;
  auto* waiting = wmem_new(wmem_file_scope(), Waiting);
  *waiting = {keep(name), exchange};
  wmem_list_append(talk.waiting, waiting);
  return exchange;
}

Exchange* reply(DebugTalk& talk, packet_info* pinfo, std::string_view name) {
  for (wmem_list_frame_t* at = wmem_list_head(talk.waiting); at != nullptr; at = wmem_list_frame_next(at)) {
    auto* waiting = static_cast<Waiting*>(wmem_list_frame_data(at));
    if (!debugger::is_reply(name, waiting->name)) continue;
    waiting->exchange->reply_frame = pinfo->num;
    waiting->exchange->reply_time = pinfo->abs_ts;
    wmem_list_remove_frame(talk.waiting, at);
    return waiting->exchange;
  }
  return nullptr;
}

/// What a stopped game was asked and has not answered when it goes on, it never answers.
void forget_questions(DebugTalk& talk) {
  for (wmem_list_frame_t* at = wmem_list_head(talk.waiting); at != nullptr;) {
    wmem_list_frame_t* next = wmem_list_frame_next(at);
    if (debugger::is_for_stopped_game(static_cast<Waiting*>(wmem_list_frame_data(at))->name))
      wmem_list_remove_frame(talk.waiting, at);
    at = next;
  }
}

}  // namespace

DebugTalk* find_debug_talk(packet_info* pinfo) {
  conversation_t* conversation = find_conversation_pinfo(pinfo, 0);
  if (conversation == nullptr) return nullptr;
  return static_cast<DebugTalk*>(conversation_get_proto_data(conversation, protocols.debug));
}

DebugTalk* get_debug_talk(packet_info* pinfo) {
  conversation_t* conversation = find_or_create_conversation(pinfo);
  auto* talk = static_cast<DebugTalk*>(conversation_get_proto_data(conversation, protocols.debug));
  if (talk == nullptr) {
    talk = new (wmem_alloc0(wmem_file_scope(), sizeof(DebugTalk))) DebugTalk{};
    talk->waiting = wmem_list_new(wmem_file_scope());
    talk->custom_monitors = wmem_tree_new(wmem_file_scope());
    for (wmem_map_t*& map : talk->meanings) map = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    conversation_add_proto_data(conversation, protocols.debug, talk);
  }
  return talk;
}

std::uint32_t debug_talks() { return talks; }
void forget_debug_talks() { talks = 0; }

void learn(DebugTalk& talk, packet_info* pinfo, const debugger::Proof& proof) {
  if (!talk.proven) {
    talk.proven = true;
    talk.number = talks++;
    talk.era = proof.era;
  }
  if (proof.era_certain && !talk.era_certain) {
    talk.era = proof.era;
    talk.era_certain = true;
    talk.era_in = pinfo->num;
  }
  if (proof.direction_certain && !talk.editor_known) {
    const bool to_editor = proof.direction == Direction::to_editor;
    copy_address_wmem(wmem_file_scope(), &talk.editor, to_editor ? &pinfo->dst : &pinfo->src);
    talk.editor_port = to_editor ? pinfo->destport : pinfo->srcport;
    talk.editor_known = true;
  }
}

Direction direction_of(const DebugTalk& talk, const packet_info* pinfo, const debugger::Proof& proof) {
  if (talk.editor_known) {
    const bool from_editor = talk.editor_port == pinfo->srcport && addresses_equal(&talk.editor, &pinfo->src);
    return from_editor ? Direction::to_game : Direction::to_editor;
  }
  if (proof.direction_certain) return proof.direction;
  if (value_is_in_range(port_ranges().debug, pinfo->destport)) return Direction::to_editor;
  if (value_is_in_range(port_ranges().debug, pinfo->srcport)) return Direction::to_game;
  return proof.direction;
}

void teach(DebugTalk& talk, debugger::Numbered kind, std::int64_t id, std::string_view text, std::uint32_t frame) {
  wmem_map_t* map = talk.meanings[static_cast<std::size_t>(kind)];
  auto* tree = static_cast<wmem_tree_t*>(wmem_map_lookup(map, &id));
  if (tree == nullptr) {
    auto* key = wmem_new(wmem_file_scope(), gint64);
    *key = id;
    tree = wmem_tree_new(wmem_file_scope());
    wmem_map_insert(map, key, tree);
  }
  // The same is told again and again: a scene tree every second.
  const auto* known = static_cast<const Meaning*>(wmem_tree_lookup32_le(tree, frame));
  if (known != nullptr && known->text == text) return;
  auto* told = wmem_new(wmem_file_scope(), Meaning);
  *told = {keep(text), frame};
  wmem_tree_insert32(tree, frame, told);
}

const Meaning* meaning(const DebugTalk& talk, debugger::Numbered kind, std::int64_t id, std::uint32_t frame) {
  auto* tree = static_cast<wmem_tree_t*>(wmem_map_lookup(talk.meanings[static_cast<std::size_t>(kind)], &id));
  return tree == nullptr ? nullptr : static_cast<const Meaning*>(wmem_tree_lookup32_le(tree, frame));
}

debugger::Run run_at(const DebugTalk& talk, packet_info* pinfo, std::uint32_t index, Direction direction) {
  constexpr std::uint32_t run_key = 1U << 30;  // apart from exchanges
  if (pinfo->fd->visited != 0) {
    const auto* kept =
        static_cast<const debugger::Run*>(p_get_proto_data(wmem_file_scope(), pinfo, protocols.debug, run_key + index));
    return kept != nullptr ? *kept : debugger::Run{};
  }
  const debugger::Run& run = talk.runs[static_cast<std::size_t>(direction)];
  if (run.pending) {
    auto* kept = static_cast<debugger::Run*>(wmem_memdup(wmem_file_scope(), &run, sizeof run));
    p_add_proto_data(wmem_file_scope(), pinfo, protocols.debug, run_key + index, kept);
  }
  return run;
}

void keep_run(DebugTalk& talk, const packet_info* pinfo, Direction direction, const debugger::Run& run) {
  if (pinfo->fd->visited == 0) talk.runs[static_cast<std::size_t>(direction)] = run;
}

Exchange* exchange_of(DebugTalk& talk, packet_info* pinfo, std::uint32_t index, std::string_view message,
                      Direction direction) {
  if (pinfo->fd->visited != 0)
    return static_cast<Exchange*>(p_get_proto_data(wmem_file_scope(), pinfo, protocols.debug, index));
  Exchange* exchange = nullptr;
  if (direction == Direction::to_game) {
    if (debugger::is_request(message)) exchange = request(talk, pinfo, message);
  } else {
    exchange = reply(talk, pinfo, message);
    if (debugger::is_going_on(message)) forget_questions(talk);
  }
  if (exchange != nullptr) p_add_proto_data(wmem_file_scope(), pinfo, protocols.debug, index, exchange);
  return exchange;
}

}  // namespace godot::plugin::debug

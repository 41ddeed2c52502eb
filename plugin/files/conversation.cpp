// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/files/conversation.h"

#include "plugin/core/conversation.h"
#include "plugin/core/fields.h"

namespace godot::plugin::files {
namespace {

using godot::files::Facts;
using godot::files::Form;
using godot::files::Unit;

std::uint32_t conversations = 0;

const char* kept(std::string_view text) { return wmem_strndup(wmem_file_scope(), text.data(), text.size()); }

}  // namespace

Conversation& conversation_of(packet_info* pinfo) {
  return *begin_conversation_data<Conversation>(pinfo, protocols.files, [](Conversation& conversation) {
    conversation.number = conversations++;
    conversation.opened = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    conversation.announced = wmem_array_new(wmem_file_scope(), sizeof(const char*));
  });
}

void begin(Conversation& conversation, const packet_info* pinfo, Form form) {
  conversation.form = form;
  copy_address_wmem(wmem_file_scope(), &conversation.game, &pinfo->src);
  conversation.game_port = pinfo->srcport;
  for (const Side side : {Side::game, Side::editor})
    conversation.directions[static_cast<std::size_t>(side)].state = godot::files::first_state(form, side);
}

Side side_of(const Conversation& conversation, const packet_info* pinfo) {
  const bool is_game =
      pinfo->srcport == conversation.game_port && addresses_equal(&pinfo->src, &conversation.game) != FALSE;
  return is_game ? Side::game : Side::editor;
}

void learn(Conversation& conversation, const packet_info* pinfo, const Facts& facts) {
  if (facts.unit == Unit::entry && facts.modified != 0) {
    const char* path = kept(facts.path);
    wmem_array_append_one(conversation.announced, path);
  }
  if (facts.unit != Unit::request || facts.path.empty()) return;
  void* key = GUINT_TO_POINTER(facts.id);
  auto* paths = static_cast<wmem_tree_t*>(wmem_map_lookup(conversation.opened, key));
  if (paths == nullptr) {
    paths = wmem_tree_new(wmem_file_scope());
    wmem_map_insert(conversation.opened, key, paths);
  }
  wmem_tree_insert32(paths, pinfo->num, const_cast<char*>(kept(facts.path)));
}

const char* path_of(const Conversation& conversation, const packet_info* pinfo, const State& before,
                    const Facts& facts) {
  if (facts.unit == Unit::file) {
    if (before.sent >= wmem_array_get_count(conversation.announced)) return nullptr;
    return *static_cast<const char**>(wmem_array_index(conversation.announced, before.sent));
  }
  if ((facts.unit != Unit::request && facts.unit != Unit::answer) || !facts.path.empty()) return nullptr;
  auto* paths = static_cast<wmem_tree_t*>(wmem_map_lookup(conversation.opened, GUINT_TO_POINTER(facts.id)));
  return paths != nullptr ? static_cast<const char*>(wmem_tree_lookup32_le(paths, pinfo->num)) : nullptr;
}

void forget_conversations() { conversations = 0; }

}  // namespace godot::plugin::files

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/peer_table.h"

#include <string_view>

#include "plugin/core/bridge.h"
#include "plugin/core/preferences.h"
#include "plugin/core/text_records.h"

namespace godot::plugin {
namespace {

struct PeerRecord {
  char* method;
  char* name;
  char* id;
};

// Set by Wireshark.
PeerRecord* records = nullptr;
guint record_count = 0;

UAT_CSTRING_CB_DEF(peer, method, PeerRecord)
UAT_CSTRING_CB_DEF(peer, name, PeerRecord)
UAT_CSTRING_CB_DEF(peer, id, PeerRecord)

bool is_place(const char* text) {
  char* end = nullptr;
  return !is_empty(text) && g_ascii_strtoull(text, &end, 10) <= UINT8_MAX && *end == '\0';
}

extern "C" {

static bridge::Bool check_peer(void* record, char** error) {
  const auto* peer = static_cast<const PeerRecord*>(record);
  *error = nullptr;
  if (is_empty(peer->method) || std::string_view(peer->method).find('.') == std::string_view::npos) {
    *error = g_strdup("Node and method must be given, as in Network.register");
  } else if (!is_place(peer->name)) {
    *error = g_strdup("The number of the argument with the name must be given; the first is 0");
  } else if (!is_empty(peer->id) && !is_place(peer->id)) {
    *error = g_strdup("The number of the argument with the peer's id, or nothing where it is the caller's");
  }
  return *error == nullptr;
}

}  // extern "C"

uat_field_t columns[] = {
    UAT_FLD_CSTRING(peer, method, "Method", "Node and method as calls show them: Network.register, Network.#2"),
    UAT_FLD_CSTRING(peer, name, "Name", "Which argument is the name, from 0"),
    UAT_FLD_CSTRING(peer, id, "Id", "Which argument is the peer's id; empty: the caller is meant"),
    UAT_END_FIELDS,
};

/// The node may be given by the end of its path.
bool fits(std::string_view written, std::string_view node, std::string_view method) {
  const std::size_t dot = written.rfind('.');
  if (written.substr(dot + 1) != method) return false;
  const std::string_view wanted = written.substr(0, dot);
  if (!node.ends_with(wanted)) return false;
  return node.size() == wanted.size() || node[node.size() - wanted.size() - 1] == '/';
}

}  // namespace

bool peer_table_in_use() noexcept { return record_count != 0; }

bool naming_call(const char* node, const char* method, NamingCall& call) {
  if (record_count == 0 || node == nullptr || method == nullptr) return false;
  for (guint i = 0; i < record_count; ++i) {
    const PeerRecord& row = records[i];
    if (!fits(row.method, node, method)) continue;
    call.name = static_cast<std::uint32_t>(g_ascii_strtoull(row.name, nullptr, 10));
    call.id = is_empty(row.id) ? -1 : static_cast<int>(g_ascii_strtoull(row.id, nullptr, 10));
    return true;
  }
  return false;
}

void register_peer_table() {
  uat_t* table = uat_new("Godot peer names", sizeof(PeerRecord), "godot_peer_names", TRUE, &records, &record_count,
                         UAT_AFFECTS_DISSECTION, nullptr, copy_texts<PeerRecord>, check_peer, free_texts<PeerRecord>,
                         nullptr, nullptr, columns);
  prefs_register_uat_preference(preferences_module(), "peer_names", "Names of peers",
                                "Calls whose arguments are the names of peers", table);
}

}  // namespace godot::plugin

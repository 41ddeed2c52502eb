// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/peer_table.h"

#include "plugin/core/epan/bridge.h"
#include "plugin/core/settings/text_records.h"

namespace godot::plugin {
namespace {

using analysis::annotation::NamingRow;

TextRecords<NamingRow> records;

UAT_CSTRING_CB_DEF(peer, method, NamingRow)
UAT_CSTRING_CB_DEF(peer, name, NamingRow)
UAT_CSTRING_CB_DEF(peer, id, NamingRow)

uat_field_t columns[] = {
    UAT_FLD_CSTRING(peer, method, "Method", "Node and method as calls show them: Network.register, Network.#2"),
    UAT_FLD_CSTRING(peer, name, "Name", "Which argument is the name, from 0"),
    UAT_FLD_CSTRING(peer, id, "Id", "Which argument is the peer's id; empty: the caller is meant"),
    UAT_END_FIELDS,
};

}  // namespace

std::span<const NamingRow> peer_table() noexcept { return {records.rows, records.count}; }

void register_peer_table() {
  register_text_table<NamingRow, analysis::annotation::fault_of>(
      {.title = "Godot peer names",
       .file = "godot_peer_names",
       .preference = "peer_names",
       .preference_title = "Names of peers",
       .help = "Calls whose arguments are the names of peers"},
      records, columns, nullptr);
}

}  // namespace godot::plugin

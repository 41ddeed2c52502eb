// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/netfox/methods.h"

#include <array>
#include <string_view>

namespace godot::plugin {
namespace {

struct Row {
  std::string_view md5;
  std::array<const char*, 5> methods;  ///< in the order of their numbers; null: no more
};

constexpr Row rows[] = {
    // NetworkCommandServer's transport
    {"9cb578c905f52b3bc82346e899477cb8", {"_submit_reliable", "_submit_unreliable", "_submit_unreliable_ordered"}},
    // NetworkTime
    {"fff757d9151f95e9de64bb00379d6e02", {"_submit_sync_success"}},
    // NetworkTickrateHandshake
    {"47b985e0c9d9903573b4c1d1c7157712", {"_submit_tickrate"}},
    // RewindableAction; until 1.12 StateSynchronizer
    {"0aedbf981ba47ecfbb6ec7a7ca9caf9a", {"_submit_state"}},
    // RollbackSynchronizer's transmitter, and StateSynchronizer, until 1.39
    {"e405a93c8cc473bd7f0625a52150f072",
     {"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state", "_submit_input"}},
    {"d38b3a10ceed1a70e7588e980415c54f",
     {"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state"}},
    // RollbackSynchronizer until 1.12
    {"434e417de79dc8baab86b07fa409c8d2", {"_submit_input", "_submit_state"}},
    // NetworkTimeSynchronizer until 1.12
    {"21874f45e3de8a0e9b83b78798635244", {"_request_timestamp", "_send_ping", "_send_pong", "_set_timestamp"}},
};

}  // namespace

names::Name NetfoxMethods::method(const names::Node& node, std::uint32_t id) const {
  if (node.rpc_md5 == nullptr) return {};
  for (const Row& row : rows) {
    if (row.md5 != node.rpc_md5) continue;
    if (id >= row.methods.size() || row.methods[id] == nullptr) return {};
    return {row.methods[id], nullptr, names::Certainty::certain};
  }
  return {};
}

}  // namespace godot::plugin

// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/methods.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace godot::analysis {
namespace {

enum class Owner : std::uint8_t {
  other,         ///< carries neither states nor inputs, or is recognised as a command
  rollback,      ///< RollbackSynchronizer, or its transmitter
  synchronizer,  ///< a StateSynchronizer or a RewindableAction
};

struct Row {
  std::string_view md5;
  Owner owner;
  std::array<const char*, 5> methods;  ///< in the order of their numbers; null: no more
};

constexpr Row rows[] = {
    // The transport of NetworkCommandServer has these methods.
    {"9cb578c905f52b3bc82346e899477cb8",
     Owner::other,
     {"_submit_reliable", "_submit_unreliable", "_submit_unreliable_ordered"}},
    // NetworkTime has this method alone.
    {"fff757d9151f95e9de64bb00379d6e02", Owner::other, {"_submit_sync_success"}},
    // NetworkTickrateHandshake has this method alone.
    {"47b985e0c9d9903573b4c1d1c7157712", Owner::other, {"_submit_tickrate"}},
    // RewindableAction since 1.25; until 1.28 StateSynchronizer
    {"0aedbf981ba47ecfbb6ec7a7ca9caf9a", Owner::synchronizer, {"_submit_state"}},
    // RollbackSynchronizer (its transmitter since 1.28.4) from 1.13 until 1.39, except those of the next row
    {"e405a93c8cc473bd7f0625a52150f072",
     Owner::rollback,
     {"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state", "_submit_input"}},
    // RollbackSynchronizer from 1.24.1 until 1.28.0
    {"3f131915ff54d17b7e6afe18a04c4d69",
     Owner::rollback,
     {"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state", "_submit_inputs"}},
    // StateSynchronizer from 1.29 until 1.39
    {"d38b3a10ceed1a70e7588e980415c54f",
     Owner::synchronizer,
     {"_ack_diff_state", "_ack_full_state", "_submit_diff_state", "_submit_full_state"}},
    // RollbackSynchronizer has these until netfox 1.12.
    {"434e417de79dc8baab86b07fa409c8d2", Owner::rollback, {"_submit_input", "_submit_state"}},
    // NetworkTimeSynchronizer from 1.10 until 1.37
    {"21874f45e3de8a0e9b83b78798635244",
     Owner::other,
     {"_request_timestamp", "_send_ping", "_send_pong", "_set_timestamp"}},
};

const Row* row_of(std::string_view md5) noexcept {
  const auto* found = std::find_if(std::begin(rows), std::end(rows), [&](const Row& row) { return row.md5 == md5; });
  return found != std::end(rows) ? found : nullptr;
}

}  // namespace

names::Name NetfoxMethods::method(const names::Node& node, std::uint32_t id) const {
  const Row* row = node.rpc_md5 != nullptr ? row_of(node.rpc_md5) : nullptr;
  if (row == nullptr || id >= row->methods.size() || row->methods[id] == nullptr) return {};
  return {row->methods[id], nullptr, names::Certainty::certain};
}

std::optional<NetfoxRemote> netfox_remote(std::string_view md5, std::uint32_t id) noexcept {
  const Row* row = row_of(md5);
  if (row == nullptr || row->owner == Owner::other || id >= row->methods.size() || row->methods[id] == nullptr)
    return std::nullopt;
  return NetfoxRemote{.method = row->methods[id], .of_rollback = row->owner == Owner::rollback};
}

bool names_netfox_list(std::string_view bytes) noexcept {
  return std::any_of(std::begin(rows), std::end(rows), [&](const Row& row) {
    return row.owner != Owner::other && bytes.find(row.md5) != std::string_view::npos;
  });
}

}  // namespace godot::analysis

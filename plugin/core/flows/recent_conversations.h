// SPDX-License-Identifier: GPL-2.0-or-later
// A cache of Wireshark's conversations, by addresses and ports: its own lookup costs about a thousand instructions for
// each packet. An entry is used only as long as Wireshark's lookup would find the same conversation. (It would find
// another one if a dissector made a second one of the same ends in the other order, as TCP's does for a new connection
// between the ports of an earlier one: then the earlier one has an end.)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

class RecentConversations {
 public:
  /// As find_conversation_pinfo() with no options.
  [[nodiscard]] conversation_t* find(packet_info* pinfo) noexcept {
    const auto size = static_cast<std::size_t>(pinfo->src.len);
    const bool is_plain = !pinfo->use_conv_addr_port_endpoints && pinfo->conv_elements == nullptr &&
                          pinfo->src.type == pinfo->dst.type && pinfo->dst.len == pinfo->src.len && size != 0 &&
                          size <= most_address;
    if (!is_plain) return find_conversation_pinfo(pinfo, 0);
    Entry& entry = entries_[place(pinfo->srcport, pinfo->destport)];
    if (!entry.is_of(pinfo, size)) {
      conversation_t* found = find_conversation_pinfo(pinfo, 0);
      if (found == nullptr || found->options != 0) return found;  // others may be found by wildcards
      entry.set(pinfo, size, found);
    }
    return entry.conversation;
  }

  /// Conversations are freed with their capture.
  void reset() noexcept { entries_.fill({}); }

 private:
  static constexpr std::size_t most_address = 16;
  static constexpr std::size_t entry_count = 64;

  struct Entry {
    conversation_t* conversation = nullptr;
    int address_type = 0;
    int port_type = 0;
    std::uint32_t source_port = 0;
    std::uint32_t target_port = 0;
    std::array<std::uint8_t, most_address> source = {};
    std::array<std::uint8_t, most_address> target = {};

    [[nodiscard]] bool is_of(const packet_info* pinfo, std::size_t size) const noexcept {
      if (conversation == nullptr || source_port != pinfo->srcport || target_port != pinfo->destport ||
          port_type != static_cast<int>(pinfo->ptype) || address_type != pinfo->src.type ||
          conversation->setup_frame > pinfo->num)
        return false;
      // TCP's dissector, which ran before, has extended the packet's own conversation up to it.
      if (pinfo->ptype == PT_TCP && conversation->last_frame < pinfo->num) return false;
      // A later one of the same ends follows in the chain.
      const conversation_t* next = conversation->next;
      return (next == nullptr || next->setup_frame > pinfo->num) &&
             std::equal(source.begin(), source.begin() + size, static_cast<const std::uint8_t*>(pinfo->src.data)) &&
             std::equal(target.begin(), target.begin() + size, static_cast<const std::uint8_t*>(pinfo->dst.data));
    }

    void set(const packet_info* pinfo, std::size_t size, conversation_t* found) noexcept {
      conversation = found;
      address_type = pinfo->src.type;
      port_type = static_cast<int>(pinfo->ptype);
      source_port = pinfo->srcport;
      target_port = pinfo->destport;
      std::copy_n(static_cast<const std::uint8_t*>(pinfo->src.data), size, source.begin());
      std::copy_n(static_cast<const std::uint8_t*>(pinfo->dst.data), size, target.begin());
    }
  };

  static std::size_t place(std::uint32_t source_port, std::uint32_t target_port) noexcept {
    const std::uint32_t mixed = source_port * 31 + target_port;
    return (mixed ^ mixed >> 6) % entry_count;
  }

  std::array<Entry, entry_count> entries_ = {};
};

}  // namespace godot::plugin

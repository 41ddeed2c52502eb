// SPDX-License-Identifier: GPL-2.0-or-later
// Values stored for the parts of a frame (messages, datagrams, segments), and counters during its dissection. A frame
// may have thousands of parts: Wireshark's own list for a frame (p_add_proto_data) is searched linearly.
#pragma once

#include <new>

#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"

namespace godot::plugin {

/// Values by frame and number, with constant lookup. They live as long as the capture; the object itself lives as long
/// as the program. Memory for each value: the value, its key and a map's node.
template <class T>
class FrameValues {
  LEFT_BY_LONGJMP(T);

 public:
  /// Null if there is none.
  [[nodiscard]] T* find(const packet_info* pinfo, std::uint32_t number) const {
    if (values_ == nullptr) return nullptr;
    const gint64 key = key_of(pinfo, number);
    auto* kept = static_cast<Kept*>(wmem_map_lookup(values_, &key));
    return kept != nullptr ? &kept->value : nullptr;
  }

  /// Adds a value; there must be none yet.
  T& make(const packet_info* pinfo, std::uint32_t number, const T& value) {
    if (values_ == nullptr)
      values_ = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    auto* kept = new (wmem_alloc(wmem_file_scope(), sizeof(Kept))) Kept{key_of(pinfo, number), value};
    wmem_map_insert(values_, &kept->key, kept);
    return kept->value;
  }

 private:
  struct Kept {
    gint64 key;
    T value;
  };

  [[nodiscard]] static gint64 key_of(const packet_info* pinfo, std::uint32_t number) noexcept {
    return static_cast<gint64>(std::uint64_t{frame_number(pinfo)} << 32U | number);
  }

  wmem_map_t* values_ = nullptr;
};

/// What the frame being dissected has with this key of the protocol, as long as its dissection; null: nothing.
template <class T>
[[nodiscard]] T* find_in_frame(packet_info* pinfo, int protocol, std::uint32_t key) {
  return static_cast<T*>(p_get_proto_data(pinfo->pool, pinfo, protocol, key));
}

/// The same; if there is nothing, it begins as `first`.
template <class T>
[[nodiscard]] T& in_frame(packet_info* pinfo, int protocol, std::uint32_t key, const T& first = {}) {
  LEFT_BY_LONGJMP(T);
  if (T* known = find_in_frame<T>(pinfo, protocol, key)) return *known;
  T* made = new (wmem_alloc(pinfo->pool, sizeof(T))) T(first);
  p_add_proto_data(pinfo->pool, pinfo, protocol, key, made);
  return *made;
}

/// Number of earlier calls for the frame being dissected, with this key of the protocol.
inline std::uint32_t count_in_frame(packet_info* pinfo, int protocol, std::uint32_t key) {
  return in_frame<std::uint32_t>(pinfo, protocol, key)++;
}

}  // namespace godot::plugin

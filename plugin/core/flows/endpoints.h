// SPDX-License-Identifier: GPL-2.0-or-later
// A map from endpoints (an address and a port each) to values; it lives as long as the capture.
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>

#include "base/text_hash.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Equal for equal addresses, regardless of ports; 0: no address.
[[nodiscard]] inline std::uint64_t host_hash(const address& host) {
  if (host.len <= 0 || host.data == nullptr) return 0;
  return analysis::TextHash{}({static_cast<const char*>(host.data), static_cast<std::size_t>(host.len)}) | 1U;
}

namespace detail {

[[nodiscard]] wmem_map_t* make_endpoint_map();
[[nodiscard]] void* find_endpoint(wmem_map_t* map, const address& host, std::uint32_t port);
void add_endpoint(wmem_map_t* map, const address& host, std::uint32_t port, void* data);

}  // namespace detail

template <class T>
class Endpoints {
 public:
  [[nodiscard]] T* find(const address& host, std::uint32_t port) const {
    if (size() == 0) return nullptr;
    return static_cast<T*>(detail::find_endpoint(map_, host, port));
  }

  /// The endpoint's value; calls `begin` on a new one if there is none.
  template <class F>
  T& get(const address& host, std::uint32_t port, F begin) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (T* known = find(host, port)) return *known;
    if (map_ == nullptr) map_ = detail::make_endpoint_map();
    T* data = new (wmem_alloc(wmem_file_scope(), sizeof(T))) T{};
    begin(*data);
    detail::add_endpoint(map_, host, port, data);
    return *data;
  }

  [[nodiscard]] std::uint32_t size() const { return map_ != nullptr ? wmem_map_size(map_) : 0; }

 private:
  wmem_map_t* map_ = nullptr;  // emptied with each capture
};

}  // namespace godot::plugin

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/flows/endpoints.h"

namespace godot::plugin::detail {
namespace {

struct Key {
  address host;
  std::uint32_t port;
};

guint key_hash(gconstpointer key) {
  const auto* endpoint = static_cast<const Key*>(key);
  return add_address_to_hash(endpoint->port, &endpoint->host);
}
gboolean key_equal(gconstpointer one, gconstpointer other) {
  const auto* left = static_cast<const Key*>(one);
  const auto* right = static_cast<const Key*>(other);
  return static_cast<gboolean>(left->port == right->port && addresses_equal(&left->host, &right->host));
}

}  // namespace

wmem_map_t* make_endpoint_map() {
  return wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), key_hash, key_equal);
}

void* find_endpoint(wmem_map_t* map, const address& host, std::uint32_t port) {
  const Key key = {host, port};
  return wmem_map_lookup(map, &key);
}

void add_endpoint(wmem_map_t* map, const address& host, std::uint32_t port, void* data) {
  auto* key = wmem_new(wmem_file_scope(), Key);
  copy_address_wmem(wmem_file_scope(), &key->host, &host);
  key->port = port;
  wmem_map_insert(map, key, data);
}

}  // namespace godot::plugin::detail

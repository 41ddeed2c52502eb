// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/methods.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace godot::analysis {
namespace {

constexpr std::string_view list_md5 = "b4a964fb8149f16c37b7cf9cd87d3cf1";
constexpr std::string_view adaptor = "NetworkAdaptor";
constexpr std::string_view receive = "_rit";  // short for "receive input tick"

struct Method {
  const char* name;
  RollbackCall call;
};
/// In the order of their numbers.
constexpr Method methods[] = {
    {"_remote_ping", RollbackCall::ping},   {"_remote_ping_back", RollbackCall::answer},
    {"_remote_start", RollbackCall::start}, {"_remote_stop", RollbackCall::other},
    {receive.data(), RollbackCall::inputs},
};

/// The one argument is bytes.
bool has_bytes(const ParsedCall& call) {
  return call.count == 1 && call.arguments[0].kind == CallArgument::Kind::bytes;
}

/// The adaptor is a child of the autoload SyncManager, which a game may name otherwise.
bool is_adaptor(std::string_view path) {
  return path.ends_with(adaptor) && path.size() > adaptor.size() && path[path.size() - adaptor.size() - 1] == '/';
}

}  // namespace

RollbackCall rollback_call(const ParsedCall& call) noexcept {
  if (call.kind != ParsedCall::Kind::call) return RollbackCall::none;
  const Method* method = std::end(methods);
  if (!call.method.empty()) {
    if (!call.path.empty() && !is_adaptor(call.path)) return RollbackCall::none;
    method = std::find_if(std::begin(methods), std::end(methods),
                          [&](const Method& each) { return call.method == each.name; });
    // Without the path, the name and the bytes must fit.
    if (method != std::end(methods) && call.path.empty() && method->call != RollbackCall::inputs)
      return RollbackCall::none;
    if (method != std::end(methods) && call.path.empty() && has_bytes(call)) return RollbackCall::maybe_inputs;
  } else if (call.md5 == list_md5) {
    if (call.method_id < std::size(methods)) method = &methods[call.method_id];
  } else if (is_adaptor(call.path) && has_bytes(call)) {
    return RollbackCall::maybe_inputs;
  }
  if (method == std::end(methods)) return RollbackCall::none;
  if (method->call == RollbackCall::inputs && !has_bytes(call)) return RollbackCall::none;
  return method->call;
}

/// The key ends with padding, and an int of 64 bits follows: milliseconds since 1970.
bool rollback_ping_time(std::span<const std::uint8_t> bytes, std::int64_t& time) noexcept {
  constexpr std::string_view key("local_time\0\0\x02\0\x01\0", 16);
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t at = all.find(key);
  if (at == std::string_view::npos || all.size() - at < key.size() + sizeof time) return false;
  std::uint64_t value = 0;
  for (std::size_t i = sizeof value; i-- != 0;) value = value << 8U | bytes[at + key.size() + i];
  time = static_cast<std::int64_t>(value);
  return true;
}

bool names_rollback(std::span<const std::uint8_t> message, multiplayer::Api api) noexcept {
  if (contains(message, adaptor)) return true;
  constexpr std::size_t most_headers = 64;
  const std::span<const std::uint8_t> front = message.first(std::min(message.size(), most_headers));
  return api == multiplayer::Api::named && contains(front, receive);
}

names::Name RollbackMethods::method(const names::Node& node, std::uint32_t id) const {
  if (node.rpc_md5 == nullptr || node.rpc_md5 != list_md5 || id >= std::size(methods)) return {};
  return {methods[id].name, nullptr, names::Certainty::certain};
}

}  // namespace godot::analysis

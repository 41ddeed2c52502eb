// SPDX-License-Identifier: MIT
#include "analysis/rollback/methods.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace godot::analysis {
namespace {

constexpr std::string_view list_md5 = "b4a964fb8149f16c37b7cf9cd87d3cf1";
constexpr std::string_view adaptor = "NetworkAdaptor";
constexpr std::string_view receive = "_rit";  // receive input tick

struct Method {
  const char* name;
  RollbackCall call;
};
/// In the order of their numbers.
constexpr Method methods[] = {
    {"_remote_ping", RollbackCall::other},  {"_remote_ping_back", RollbackCall::other},
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

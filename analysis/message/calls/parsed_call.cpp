// SPDX-License-Identifier: MIT
#include "analysis/message/calls/parsed_call.h"

#include "analysis/message/calls/call_parser.h"

namespace godot::analysis {

ParsedCall parse_call(const Buffer& message, const multiplayer::Options& options, const CallContext& context) {
  CallParser parser(context);
  multiplayer::walk(message, options, parser, &parser);
  return parser.call();
}

bool contains(std::span<const std::uint8_t> bytes, std::string_view text) noexcept {
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).find(text) !=
         std::string_view::npos;
}

}  // namespace godot::analysis

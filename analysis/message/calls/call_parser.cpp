// SPDX-License-Identifier: MIT
#include "analysis/message/calls/call_parser.h"

#include "codec/multiplayer/fields.h"
#include "codec/variant/fields.h"

namespace godot::analysis {

void CallParser::leaf(Field field, Offset begin, Offset length, const Value& value) {
  if (argument_ == nullptr || depth_ != value_depth_ + 1) return;
  if (field == field::int_) {
    argument_->kind = CallArgument::Kind::integer;
    argument_->integer = value.int_;
  } else if (field == field::packed_bytes) {
    argument_->kind = CallArgument::Kind::bytes;
    argument_->begin = begin;
    argument_->length = length;
  }
}

void CallParser::node(const multiplayer::Node& node) {
  const AnnouncedPath* known = context_.memory.paths.find(router_.route().source, node, context_.frame);
  call_.path = node.by_path ? node.path : known != nullptr ? known->path : std::string_view{};
  call_.md5 = known != nullptr && known->md5 != nullptr ? known->md5 : std::string_view{};
}

void CallParser::method(const multiplayer::Member& method) {
  if (method.by_name) call_.method = method.name;
  else call_.method_id = method.id;
}

void CallParser::value_begin(const multiplayer::ValuePlace& place) {
  if (place.role != field::godot_rpc_argument || place.index >= ParsedCall::most_arguments) return;
  argument_ = &call_.arguments[place.index];
  value_depth_ = depth_;
}

void CallParser::value_end(const multiplayer::ValuePlace& place) {
  if (argument_ != nullptr && argument_->kind == CallArgument::Kind::other) {
    argument_->begin = place.begin;
    argument_->length = place.end - place.begin;
  }
  argument_ = nullptr;
}

bool CallParser::bytes(const multiplayer::UserBytes& bytes) {
  if (bytes.field != field::godot_raw_data) return false;
  call_.kind = ParsedCall::Kind::raw;
  call_.bytes = Buffer(bytes.captured, bytes.length);
  call_.begin = bytes.begin;
  call_.route = router_.route();
  return false;
}

void CallParser::end(const multiplayer::Command& command, bool good) {
  if (!good || command.type != multiplayer::CommandType::remote_call) return;
  call_.kind = ParsedCall::Kind::call;
  call_.route = router_.route();
}

}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
// Receives the walk of one message, and keeps the call or the raw bytes in it. A library that reads more of the
// arguments derives from it.
#pragma once

#include <cstdint>

#include "analysis/game/routes/route.h"
#include "analysis/message/calls/parsed_call.h"
#include "codec/core/sink.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis {

class CallParser : public Sink, public multiplayer::PacketSink {
 public:
  explicit CallParser(const CallContext& context) noexcept : context_(context), router_(context.peers, context.from) {}

  [[nodiscard]] const ParsedCall& call() const noexcept { return call_; }

  void open(Field, Offset, const Value&) override { ++depth_; }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override;
  void close(Field, Offset) override { --depth_; }
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override {}
  std::uint32_t wanted_elements(std::uint32_t) override { return 0; }

  void header(const multiplayer::Header& header) override { router_.header(header); }
  void command(const multiplayer::Command& command) override { router_.begin(command.relayed); }
  void system(const multiplayer::System& system) override { router_.system(system); }
  void node(const multiplayer::Node& node) override;
  void method(const multiplayer::Member& method) override;
  void arguments(const multiplayer::Arguments& arguments) override { call_.count = arguments.count; }
  void value_begin(const multiplayer::ValuePlace& place) override;
  void value_end(const multiplayer::ValuePlace& place) override;
  bool bytes(const multiplayer::UserBytes& bytes) override;
  void end(const multiplayer::Command& command, bool good) override;

 protected:
  /// The argument that is read; null: none.
  [[nodiscard]] CallArgument* argument() const noexcept { return argument_; }

 private:
  CallContext context_;
  Router router_;
  ParsedCall call_;
  CallArgument* argument_ = nullptr;
  std::uint32_t depth_ = 0;
  std::uint32_t value_depth_ = 0;
};

}  // namespace godot::analysis

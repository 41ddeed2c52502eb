// SPDX-License-Identifier: MIT
#include "analysis/calls/parsed_call.h"

#include "codec/core/sink.h"
#include "codec/multiplayer/fields.h"
#include "codec/variant/fields.h"

namespace godot::analysis {
namespace {

class Parser final : public Sink, public multiplayer::PacketSink {
 public:
  explicit Parser(const CallContext& context) noexcept : context_(context), router_(context.peers, context.from) {}

  [[nodiscard]] const ParsedCall& call() const noexcept { return call_; }

  void open(Field, Offset, const Value&) override { ++depth_; }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
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
  void close(Field, Offset) override { --depth_; }
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override {}
  std::uint32_t wanted_elements(std::uint32_t) override { return 0; }

  void header(const multiplayer::Header& header) override { router_.header(header); }
  void command(const multiplayer::Command& command) override { router_.begin(command.relayed); }
  void system(const multiplayer::System& system) override { router_.system(system); }
  void node(const multiplayer::Node& node) override {
    const Speaker& source = router_.route().source;
    const auto& paths = context_.memory.paths;
    const AnnouncedPath* known =
        node.by_path ? paths.find(source, node.path, context_.frame) : paths.find(source, node.id, context_.frame);
    call_.path = node.by_path ? node.path : known != nullptr ? known->path : std::string_view{};
    call_.md5 = known != nullptr && known->md5 != nullptr ? known->md5 : std::string_view{};
  }
  void method(const multiplayer::Member& method) override {
    if (method.by_name) call_.method = method.name;
    else call_.method_id = method.id;
  }
  void arguments(const multiplayer::Arguments& arguments) override { call_.count = arguments.count; }
  void value_begin(const multiplayer::ValuePlace& place) override {
    if (place.role != field::godot_rpc_argument || place.index >= ParsedCall::most_arguments) return;
    argument_ = &call_.arguments[place.index];
    value_depth_ = depth_;
  }
  void value_end(const multiplayer::ValuePlace& place) override {
    if (argument_ != nullptr && argument_->kind == CallArgument::Kind::other) {
      argument_->begin = place.begin;
      argument_->length = place.end - place.begin;
    }
    argument_ = nullptr;
  }
  bool bytes(const multiplayer::UserBytes& bytes) override {
    if (bytes.field != field::godot_raw_data) return false;
    call_.kind = ParsedCall::Kind::raw;
    call_.bytes = Buffer(bytes.captured, bytes.length);
    call_.begin = bytes.begin;
    call_.route = router_.route();
    return false;
  }
  void end(const multiplayer::Command& command, bool good) override {
    if (!good || command.type != multiplayer::CommandType::remote_call) return;
    call_.kind = ParsedCall::Kind::call;
    call_.route = router_.route();
  }

 private:
  const CallContext& context_;
  Router router_;
  ParsedCall call_;
  CallArgument* argument_ = nullptr;  ///< the one that is read; null: none
  std::uint32_t depth_ = 0;
  std::uint32_t value_depth_ = 0;
};

}  // namespace

ParsedCall parse_call(const Buffer& message, const multiplayer::Options& options, const CallContext& context) {
  Parser parser(context);
  multiplayer::walk(message, options, parser, &parser);
  return parser.call();
}

bool contains(std::span<const std::uint8_t> bytes, std::string_view text) noexcept {
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).find(text) !=
         std::string_view::npos;
}

}  // namespace godot::analysis

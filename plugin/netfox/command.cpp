// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/command.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "codec/core/sink.h"
#include "codec/multiplayer/fields.h"
#include "codec/variant/fields.h"
#include "plugin/core/longjmp.h"

namespace godot::plugin {
namespace {

using multiplayer::CommandType;
using netfox::CommandKind;

constexpr std::string_view server_name = "NetworkCommandServer";

std::string_view view_of(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Part of the path is the command server, the rest its transport.
bool is_server_path(std::string_view path) {
  const std::size_t at = path.find(server_name);
  if (at == std::string_view::npos || (at != 0 && path[at - 1] != '/')) return false;
  const std::size_t end = at + server_name.size();
  return end < path.size() && path[end] == '/';
}

/// Receives one message: raw bytes, or the arguments of a call to the command server.
class Finder final : public Sink, public multiplayer::PacketSink {
 public:
  explicit Finder(const UpperMessage& message) noexcept
      : message_(message), router_(message.link.peers, message.from) {}

  void open(Field, Offset, const Value&) override {}
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    if (!in_value_) return;
    if (index_ == 0 && field == field::int_) {
      has_number_ = value.int_ >= 0 && value.int_ <= 0xFF;
      number_ = static_cast<std::uint8_t>(value.int_);
    } else if (index_ == 1 && field == field::packed_bytes) {
      data_begin_ = begin;
      data_length_ = length;
      has_data_ = true;
    }
  }
  void close(Field, Offset) override {}
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override {}
  std::uint32_t wanted_elements(std::uint32_t) override { return 0; }

  void header(const multiplayer::Header& header) override { router_.header(header); }
  void command(const multiplayer::Command& command) override { router_.begin(command.relayed); }
  void system(const multiplayer::System& system) override { router_.system(system); }
  void node(const multiplayer::Node& node) override {
    const auto frame = message_.pinfo->num;
    const Memory& memory = message_.state.memory;
    const TaughtPath* known = node.by_path ? nullptr : memory.path(router_.route().source, node.id, frame);
    is_server_ = is_server_path(node.by_path ? node.path : known != nullptr ? known->path : std::string_view{});
  }
  void arguments(const multiplayer::Arguments& arguments) override {
    constexpr std::uint32_t number_and_data = 2;
    is_call_ = arguments.count == number_and_data;
  }
  void value_begin(const multiplayer::ValuePlace& place) override {
    in_value_ = place.role == field::godot_rpc_argument;
    index_ = place.index;
  }
  void value_end(const multiplayer::ValuePlace&) override { in_value_ = false; }
  bool bytes(const multiplayer::UserBytes& bytes) override {
    if (bytes.field != field::godot_raw_data) return false;
    const auto number = netfox::raw_command(bytes.captured);
    if (!number) return false;
    found_ = {.found = true,
              .form = netfox::Form::raw,
              .number = *number,
              .bytes = Buffer(bytes.captured, bytes.length),
              .begin = bytes.begin,
              .route = router_.route()};
    return false;
  }
  void end(const multiplayer::Command& command, bool good) override {
    const bool is_its =
        good && command.type == CommandType::remote_call && is_server_ && is_call_ && has_number_ && has_data_;
    if (!is_its) return;
    found_ = {.found = true,
              .form = netfox::Form::data,
              .number = number_,
              .bytes = Buffer(message_.bytes.captured.subspan(data_begin_, data_length_)),
              .begin = data_begin_,
              .route = router_.route()};
  }

  [[nodiscard]] const NetfoxCommand& found() const noexcept { return found_; }

 private:
  const UpperMessage& message_;
  Router router_;
  NetfoxCommand found_;
  std::uint32_t index_ = 0;
  Offset data_begin_ = 0;
  Offset data_length_ = 0;
  std::uint8_t number_ = 0;
  bool is_server_ = false;
  bool is_call_ = false;
  bool in_value_ = false;
  bool has_number_ = false;
  bool has_data_ = false;
};
LEFT_BY_LONGJMP(Finder, NetfoxCommand);

/// False for messages without netfox, that is, most messages of most games: they are not parsed a second time.
bool is_worth_a_look(const UpperMessage& message, NetfoxMemory& memory) {
  if (message.options.api != multiplayer::Api::scene) return false;
  const std::span<const std::uint8_t> bytes = message.bytes.captured;
  if (bytes.empty()) return false;
  const auto* prefix = reinterpret_cast<const char*>(netfox::raw_prefix.data());
  // After the command's byte; if relayed, also after that of the relay.
  constexpr std::size_t most_headers = 16;
  const std::string_view front = view_of(bytes.first(std::min<std::size_t>(bytes.size(), most_headers)));
  if (front.find(std::string_view(prefix, netfox::raw_prefix.size())) != std::string_view::npos) return true;
  const CommandType type = multiplayer::command_type(multiplayer::Api::scene, bytes[0]);
  const bool may_call = type == CommandType::remote_call || type == CommandType::system;
  if (!memory.has_calls && (may_call || type == CommandType::simplify_path))
    memory.has_calls = view_of(bytes).find(server_name) != std::string_view::npos;
  return memory.has_calls && may_call;
}

bool reads_as(const NetfoxCommand& command, CommandKind kind) {
  netfox::Options options = command.options();
  options.kind = kind;
  return netfox::validate(command.bytes, options).exact(command.bytes);
}

/// Paths of nodes in the tree have the same beginning.
class FirstPath final : public netfox::PacketSink {
 public:
  void identity(const netfox::Identity& identity) override {
    good = good && identity.id != 0 && identity.path.starts_with("/root/");
    seen = true;
  }
  bool good = true;
  bool seen = false;
};

bool reads_as_identities(const NetfoxCommand& command) {
  netfox::Options options = command.options();
  options.kind = CommandKind::identities;
  FirstPath path;
  return netfox::validate(command.bytes, options, &path).exact(command.bytes) && path.seen && path.good;
}

void learn(const NetfoxCommand& command, NetfoxNumbers& numbers) {
  if (!numbers.knows_time() && reads_as(command, CommandKind::pong)) numbers.saw_pong(command.number);
  if (!numbers.knows_identities() && reads_as_identities(command)) numbers.saw_identities(command.number);
}

}  // namespace

NetfoxCommand netfox_command(const UpperMessage& message, NetfoxMemory& memory, bool learns) {
  if (!is_worth_a_look(message, memory)) return {};
  Finder finder(message);
  multiplayer::walk(message.bytes, message.options, finder, &finder);
  NetfoxCommand command = finder.found();
  if (!command.found) return {};
  const Speaker speaker = message.link.peers.speaker(message.from);
  if (learns) learn(command, memory.numbers(speaker));
  const NetfoxNumbers numbers = std::as_const(memory).numbers(speaker);
  command.kind = numbers.kind(command.number);
  command.learned = numbers.is_learned(command.number);
  const netfox::Result result = netfox::validate(command.bytes, command.options());
  const bool exact = result.exact(command.bytes);
  command.whole = exact;
  if (command.form == netfox::Form::raw) {
    const bool cut = result.problem.code == Problem::Code::cut;
    const bool is_own = command.kind != CommandKind::other;
    if (is_own ? !exact && !(cut && numbers.proven) : !numbers.proven) return {};
    if (learns && is_own && exact) memory.numbers(speaker).proven = true;
  } else if (!exact && !command.learned) {
    command.kind = CommandKind::other;  // the usual number, but not the content
  }
  return command;
}

}  // namespace godot::plugin

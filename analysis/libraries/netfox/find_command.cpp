// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/find_command.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "analysis/libraries/netfox/methods.h"
#include "analysis/message/calls/call_parser.h"

namespace godot::analysis {
namespace {

using multiplayer::CommandType;
using netfox::CommandKind;

constexpr std::string_view server_name = "NetworkCommandServer";
// Numbers of types of Variants, as Godot 4 has them.
constexpr std::uint8_t variant_dictionary = 27;
constexpr std::uint8_t variant_array = 28;
constexpr std::size_t empty = 8;  // bytes of a Dictionary or an Array: any call of the game may have that

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

/// Receives one message: raw bytes, or the arguments of a call to one of netfox's nodes.
class Finder final : public CallParser {
 public:
  explicit Finder(const LibraryMessage& message) noexcept : CallParser(message.context()), message_(message) {}

  /// What is in containers is not needed.
  Offset plain_value(const multiplayer::PlainValue& value) override {
    const std::uint8_t type = value.bytes.captured[value.options.begin];
    if (type != variant_array && type != variant_dictionary) return 0;
    const Offset end = variant::end_of_good(value.bytes, value.options);
    // netfox is read with Godot 4's types.
    if (end != 0 && argument() != nullptr) argument()->is_good = is_of_godot4(value);
    return end;
  }

  /// What the message has, after its walk.
  [[nodiscard]] NetfoxCommand find() {
    if (call().kind == ParsedCall::Kind::raw) find_raw();
    if (call().kind != ParsedCall::Kind::call) return found_;
    path_ = call().path;
    if (is_server_path(path_)) find_command();
    else if (call().method.empty()) find_call();
    return found_;
  }

  /// Of a call to a synchronizer or an action: its path below the multiplayer's root.
  [[nodiscard]] std::string_view path() const noexcept { return path_; }

 private:
  void find_raw() {
    const auto number = netfox::raw_command(call().bytes.captured);
    if (!number) return;
    found_ = {.found = true,
              .form = netfox::Form::raw,
              .number = *number,
              .bytes = call().bytes,
              .begin = call().begin,
              .route = call().route};
  }
  void find(netfox::Form form, const CallArgument& argument) {
    found_ = {.found = true,
              .form = form,
              .bytes = ParsedCall::bytes_of(message_.bytes, argument),
              .begin = argument.begin,
              .is_good = argument.is_good,
              .route = call().route};
  }

  /// A call to the command server: number, data.
  void find_command() {
    const auto& [number, data, none] = call().arguments;
    if (call().count != 2 || number.kind != CallArgument::Kind::integer || data.kind != CallArgument::Kind::bytes)
      return;
    if (number.integer < 0 || number.integer > 0xFF) return;
    find(netfox::Form::data, data);
    found_.number = static_cast<std::uint8_t>(number.integer);
  }

  [[nodiscard]] netfox::Form form_of(const CallArgument& content, bool is_list) const {
    if (content.kind == CallArgument::Kind::bytes) return netfox::Form::packed;
    if (is_list) return netfox::Form::dictionaries;
    const std::span<const std::uint8_t> bytes = ParsedCall::bytes_of(message_.bytes, content).captured;
    return !bytes.empty() && bytes[0] == variant_array ? netfox::Form::array : netfox::Form::dictionary;
  }

  /// A call to a synchronizer or an action: by the types of its arguments.
  void find_call() {
    const auto remote = netfox_remote(call().md5, call().method_id);
    if (!remote) return;
    const std::string_view method = remote->method;
    const std::uint32_t count = call().count;
    const auto& arguments = call().arguments;
    const bool is_list = method == "_submit_inputs";
    const bool is_input = is_list || method == "_submit_input";
    const bool is_diff = method == "_submit_diff_state";
    if (method == "_submit_state" && count == 1 && !remote->of_rollback) {
      if (arguments[0].kind != CallArgument::Kind::bytes) return;
      find(netfox::Form::packed, arguments[0]);
      found_.kind = CommandKind::tick_set;
      return;
    }
    if (!is_input && !is_diff && method != "_submit_state" && method != "_submit_full_state") return;
    if (count != (is_diff ? 3U : 2U)) return;
    const bool is_tick_first = is_input && arguments[0].kind == CallArgument::Kind::integer;
    const CallArgument& content = arguments[is_tick_first ? 1 : 0];
    std::uint32_t tick = 0;
    std::uint32_t reference = 0;
    if (!arguments[is_tick_first ? 0 : 1].tick(tick) || (is_diff && !arguments[2].tick(reference))) return;
    if (content.kind == CallArgument::Kind::integer) return;
    const netfox::Form form = form_of(content, is_list);
    // Bytes and Arrays of inputs follow their tick, Dictionaries precede it; _submit_state has a Dictionary alone.
    const bool has_version = form == netfox::Form::packed || form == netfox::Form::array;
    if (is_input && has_version != is_tick_first) return;
    if (has_version && (is_list || method == "_submit_state")) return;
    find(form, content);
    const bool of_rollback = remote->of_rollback;
    if (is_input) found_.kind = CommandKind::input;
    else if (is_diff) found_.kind = of_rollback ? CommandKind::diff_state : CommandKind::diff_sync;
    else found_.kind = of_rollback ? CommandKind::full_state : CommandKind::full_sync;
    found_.tick = tick;
    found_.reference = reference;
    // What sends these is the synchronizer's child.
    if (has_version && of_rollback) path_ = path_.substr(0, std::min(path_.rfind('/'), path_.size()));
  }

  const LibraryMessage& message_;
  NetfoxCommand found_;
  std::string_view path_;
};

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
  if (!numbers.is_time_known() && reads_as(command, CommandKind::pong)) numbers.saw_pong(command.number);
  if (!numbers.are_identities_known() && reads_as_identities(command)) numbers.saw_identities(command.number);
}

/// Accepts a call to a synchronizer or an action if its bytes are valid for netfox.
NetfoxCommand called(const LibraryMessage& message, NetfoxProjects& projects, NetfoxCommand command,
                     std::string_view path) {
  if (path.empty() || path.size() > NetfoxMemory::most_text) return {};
  command.node = message.host.arena.joined({"/root/", path});
  if (command.kind != CommandKind::tick_set)
    command.properties = projects.called_properties(command.node, list_of(command.kind));
  command.read = netfox::validate(command.bytes, command.options());
  command.whole = command.read.exact(command.bytes);
  const bool is_empty = command.form != netfox::Form::packed && command.bytes.captured.size() <= empty;
  if (!command.whole || is_empty) return {};
  return command;
}

}  // namespace

bool may_be_netfox(const LibraryMessage& message, NetfoxMemory& memory) {
  if (message.options.api != multiplayer::Api::scene) return false;
  const std::span<const std::uint8_t> bytes = message.bytes.captured;
  if (bytes.empty()) return false;
  const CommandType type = multiplayer::command_type(multiplayer::Api::scene, bytes[0]);
  if (type == CommandType::raw && netfox::raw_command(bytes.subspan(1))) return true;
  if (type == CommandType::system) {  // may be a relay, after whose header the raw message has its own
    const auto* prefix = reinterpret_cast<const char*>(netfox::raw_prefix.data());
    constexpr std::size_t most_headers = 16;
    const std::string_view front = view_of(bytes.first(std::min<std::size_t>(bytes.size(), most_headers)));
    if (front.find(std::string_view(prefix, netfox::raw_prefix.size())) != std::string_view::npos) return true;
  }
  const bool may_call = type == CommandType::remote_call || type == CommandType::system;
  if (!memory.has_calls && (may_call || type == CommandType::simplify_path))
    memory.has_calls = view_of(bytes).find(server_name) != std::string_view::npos;
  // A relayed announcement has type system.
  if (!memory.has_calls && (type == CommandType::simplify_path || type == CommandType::system))
    memory.has_calls = names_netfox_list(view_of(bytes));
  return memory.has_calls && may_call;
}

NetfoxCommand netfox_command(const LibraryMessage& message, NetfoxMemory& memory, NetfoxProjects& projects,
                             bool learns) {
  Finder finder(message);
  multiplayer::walk_values(message.bytes, message.options, finder, &finder);
  NetfoxCommand command = finder.find();
  if (!command.found) return {};
  if (command.is_call()) return called(message, projects, command, finder.path());
  const Speaker speaker = message.sender();
  if (learns) learn(command, memory.numbers(speaker));
  const NetfoxNumbers numbers = std::as_const(memory).numbers(speaker);
  command.kind = numbers.kind(command.number);
  command.learned = numbers.is_learned(command.number);
  command.read = netfox::validate(command.bytes, command.options());
  const bool exact = command.read.exact(command.bytes);
  command.whole = exact;
  if (command.form == netfox::Form::raw) {
    const bool cut = command.read.problem.code == Problem::Code::cut;
    const bool is_own = command.kind != CommandKind::other;
    if (is_own ? !exact && !(cut && numbers.proven) : !numbers.proven) return {};
    if (learns && is_own && exact) memory.numbers(speaker).proven = true;
  } else if (!exact && !command.learned) {
    command.kind = CommandKind::other;  // the usual number, but not the content
  }
  return command;
}

}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
#include "codec/multiplayer/walk.h"

#include <algorithm>
#include <bit>

#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/message_reader.h"
#include "codec/multiplayer/message_values.h"
#include "codec/variant/fields.h"

namespace godot::multiplayer {
namespace {

using detail::delta_head;
using detail::Ending;
using detail::sync_head;
using detail::view_of;
using detail::word;

constexpr std::uint32_t low_bits = ~high_bit;

// --- The first byte of 4.x (scene_rpc_interface.h, scene_multiplayer.h) --------------------------------------------

constexpr std::uint8_t node_width_mask = 0x30;
constexpr unsigned node_width_shift = 4;
constexpr std::uint8_t wide_method_bit = 0x40;
constexpr std::uint8_t bytes_only_bit = 0x80;
constexpr Offset node_widths[] = {1, 2, 4};

constexpr std::uint8_t flags_of(CommandType type) {
  if (type == CommandType::remote_call) return node_width_mask | wide_method_bit | bytes_only_bit;
  return type == CommandType::sync ? delta_bit : 0;
}

// --- Layouts -------------------------------------------------------------------------------------------------------
// The line above each reader shows its layout: `name:bytes`, `[…]` for optional parts, `× n` for repeated ones. Numbers
// are little-endian. `text\0` ends with a NUL, `Variant` is a value with its header (codec/variant).

constexpr Offset md5_digits = 32;
constexpr Offset confirm_by_id_size = 6;
// The bytes of a System relay before the message in it.
constexpr Offset relay_head = 2 + detail::word;

enum WebsocketType : std::uint8_t { websocket_message, websocket_add, websocket_delete, websocket_assign };
constexpr unsigned websocket_type_count = websocket_assign + 1;
enum ConfigMessage : std::uint8_t { config_add, config_remove };
constexpr unsigned config_message_count = config_remove + 1;

bool is_hexadecimal(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(),
                     [](char digit) { return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'); });
}

/// A sink that passes on values, notes and problems.
class ValuesOnly {
 public:
  explicit ValuesOnly(Sink& sink) noexcept : sink_(sink) {}

  void open(Field field, Offset begin, const Value& value) {
    if (depth_ == 0 && (info(field).flags & is_variant) == 0) return;
    ++depth_;
    sink_.open(field, begin, value);
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) {
    if (depth_ != 0) sink_.leaf(field, begin, length, value);
  }
  void close(Field field, Offset end) {
    if (depth_ == 0) return;
    --depth_;
    sink_.close(field, end);
  }
  void note(Note note, Offset begin, Offset length) { sink_.note(note, begin, length); }
  void problem(const Problem& problem) { sink_.problem(problem); }
  std::uint32_t wanted_elements(std::uint32_t count) { return sink_.wanted_elements(count); }

  /// For the walk of a value.
  explicit operator Sink&() const noexcept { return sink_; }

 private:
  Sink& sink_;
  std::uint32_t depth_ = 0;  ///< open subtrees from the value's own on
};

template <class S>
class Walker {
 public:
  Walker(const Buffer& message, const Options& options, S& sink, PacketSink* facts) noexcept
      : in_(message, sink, facts), values_(in_, options), options_(options) {}

  Result run() {
    in_.open(field::multiplayer);
    const bool good = in_.close(field::multiplayer, carried());
    in_.result.consumed = good ? in_.position() : in_.result.problem.offset;
    return in_.result;
  }

 private:
  static constexpr bool reports = !std::is_same_v<S, SilentSink>;

  // --- Carriers ----------------------------------------------------------------------------------------------------

  bool carried() {
    switch (options_.carrier) {
      case Carrier::none: return message();
      case Carrier::enet_12:
      case Carrier::enet_8: return enet_header() && message();
      case Carrier::enet_config: return config();
      case Carrier::websocket: return websocket();
      case Carrier::assigned_id: break;
    }
    return peer_change(field::godot_assigned_id, PeerChange::Kind::assigned) && in_.trailing();
  }

  bool ends() {
    return in_.number(field::godot_peer_source, in_.result.header.source) &&
           in_.number(field::godot_peer_target, in_.result.header.target);
  }

  bool pass_header() {
    in_.result.header.length = in_.position() - in_.result.header.begin;
    if (in_.facts != nullptr) in_.facts->header(in_.result.header);
    return true;
  }

  // source:4 target:4 [flags:4] message                                          3.x over ENet; 12 bytes up to 3.1
  bool enet_header() {
    in_.open(field::godot_header);
    const bool good = ends() && (options_.carrier != Carrier::enet_12 ||
                                 in_.number(field::godot_packet_flags, in_.result.header.packet_flags));
    return in_.close(field::godot_header, good) && pass_header();
  }

  // what:4 peer:4                                                                3.x over ENet, configuration channel
  bool config() {
    in_.open(field::godot_config);
    return in_.close(field::godot_config, config_body());
  }

  bool config_body() {
    const Offset begin = in_.position();
    std::uint32_t what = 0;
    if (!in_.number(field::godot_config_message, what)) return false;
    if (what >= config_message_count)
      return in_.fail(Problem::Code::out_of_range, field::godot_config_message, begin, what, config_message_count);
    return peer_change(field::godot_config_peer,
                       what == config_add ? PeerChange::Kind::added : PeerChange::Kind::removed) &&
           in_.trailing();
  }

  bool peer_change(Field field, PeerChange::Kind kind) {
    PeerChange change{.kind = kind, .peer = 0, .begin = in_.position(), .length = word};
    if (!in_.number(field, change.peer)) return false;
    if (in_.facts != nullptr) in_.facts->peer(change);
    return true;
  }

  // type:1 source:4 target:4 (message | peer:4)
  /// websocket_multiplayer_peer.cpp of 3.x, _process_multiplayer
  bool websocket() {
    const Offset begin = in_.position();
    std::uint8_t type = 0;
    in_.open(field::godot_header);
    bool good = in_.number(field::godot_websocket_type, type);
    if (good && type >= websocket_type_count)
      good = in_.fail(Problem::Code::out_of_range, field::godot_websocket_type, begin, type, websocket_type_count);
    good = good && ends();
    if (!in_.close(field::godot_header, good)) return false;
    pass_header();
    switch (type) {
      case websocket_add: return peer_change(field::godot_websocket_peer, PeerChange::Kind::added) && in_.trailing();
      case websocket_delete:
        return peer_change(field::godot_websocket_peer, PeerChange::Kind::removed) && in_.trailing();
      case websocket_assign: return peer_change(field::godot_assigned_id, PeerChange::Kind::assigned) && in_.trailing();
      default: return message();
    }
  }

  // --- Commands ----------------------------------------------------------------------------------------------------

  bool message() {
    if (options_.api == Api::none) return packet();
    Command command;
    if (!begin_command(command)) return false;
    return end_command(command, known(command) && body(command));
  }

  /// A packet of the program's own: any bytes, or none (core/io/packet_peer.cpp, put_packet).
  bool packet() {
    if (in_.captured_left() == 0 && in_.left() != 0) return in_.has(1, field::godot_packet_data);
    const Command command{.type = CommandType::packet, .begin = in_.position(), .end = in_.end()};
    in_.result.command = command.type;
    in_.open(node_of(command.type));
    if (in_.facts != nullptr) in_.facts->command(command);
    return end_command(command, user_bytes(field::godot_packet_data, 0));
  }

  /// A relayed message: SceneMultiplayer::_process_packet, which accepts no System command in it.
  bool relayed_message() {
    Command command{.relayed = true};
    in_.result.relayed = true;
    if (!begin_command(command)) return false;
    bool good = true;
    if (command.type == CommandType::system) {
      good = in_.fail(Problem::Code::misplaced, field::godot_command_code, command.begin,
                      command_code(options_.api, command.first), 0);
    }
    return end_command(command, good && known(command) && body(command));
  }

  /// Opens the command's subtree and reports its first byte.
  bool begin_command(Command& command) {
    command.begin = in_.position();
    command.end = in_.end();
    if (!in_.peek(command.first, field::godot_command)) return false;
    command.type = command_type(options_.api, command.first);
    in_.result.command = command.type;
    in_.open(node_of(command.type));
    command_events(command);
    if (in_.facts != nullptr) in_.facts->command(command);
    return true;
  }

  /// Reports the command, whose bits are the code and flags of the first byte.
  void command_events(const Command& command) {
    const bool known = command.type != CommandType::none;
    if (known) in_.open(field::godot_command, Value::of_uint(number_of(command.type)));
    in_.leaf(field::godot_command_code, command.begin, 1, Value::of_uint(command_code(options_.api, command.first)));
    if (options_.api == Api::scene) flag_events(command);
    in_.skip(1);
    if (known) in_.close(field::godot_command, true);
  }

  void flag_events(const Command& command) {
    const Value flags = Value::of_uint(command.first);
    if (command.type == CommandType::remote_call) {
      in_.leaf(field::godot_node_id_width, command.begin, 1, flags);
      in_.leaf(field::godot_method_id_width, command.begin, 1, flags);
      in_.leaf(field::godot_bytes_only, command.begin, 1, flags);
    } else if (command.type == CommandType::sync) {
      in_.leaf(field::godot_sync_delta, command.begin, 1, flags);
    }
    if ((command.first & ~(scene_command_mask | flags_of(command.type))) != 0)
      in_.note(note::godot_reserved_bits, command.begin, 1);
  }

  bool known(const Command& command) noexcept {
    return command.type != CommandType::none ||
           in_.fail(Problem::Code::unknown_type, field::godot_command_code, command.begin,
                    command_code(options_.api, command.first), command_count(options_.api));
  }

  bool end_command(const Command& command, bool good) {
    good = good && in_.trailing();
    if (in_.facts != nullptr) in_.facts->end(command, good);
    return in_.close(node_of(command.type), good);
  }

  /// Reads the rest after the first byte, with the function named after the command.
  bool body(const Command& command) {
    switch (command.type) {
      case CommandType::none:
      case CommandType::packet: break;
#define GODOT_FIELD(...)
#define GODOT_COMMAND(id, filter, name, ...) \
  case CommandType::name:                    \
    return name(command);
#include "codec/multiplayer/fields.def"
#undef GODOT_FIELD
    }
    return false;
  }

  [[nodiscard]] bool is_scene() const noexcept { return options_.api == Api::scene; }

  bool remote_call(const Command& command) { return is_scene() ? scene_call(command) : named_call(command); }
  bool confirm_path(const Command& command) { return is_scene() ? scene_confirm(command) : named_confirm(); }
  bool raw(const Command&) { return user_bytes(field::godot_raw_data, 1); }

  /// A number of 1, 2 or 4 bytes.
  [[nodiscard]] bool peek_number(Offset width, std::uint32_t& number, Field field) noexcept {
    if (width == word) return in_.peek(number, field);
    std::uint16_t two = 0;
    std::uint8_t one = 0;
    const bool good = width == 2 ? in_.peek(two, field) : in_.peek(one, field);
    number = width == 2 ? two : one;
    return good;
  }

  // --- The node ----------------------------------------------------------------------------------------------------

  /// Reads a node's number of 1, 2 or 4 bytes, and peeks at its path if it has one, where the arguments end.
  bool node(const Command& command, Offset width, Node& node) {
    std::uint32_t id = 0;
    if (!peek_number(width, id, field::godot_node_id)) return false;
    node.begin = in_.position();
    node.length = width;
    node.by_path = width == word && (id & high_bit) != 0;
    if (width == word) in_.leaf(field::godot_node_by_path, node.begin, width, Value::of_uint(id));
    if (node.by_path) return node_by_path(command, id & low_bits, node);
    node.id = id;
    in_.leaf(field::godot_node_id, node.begin, width, Value::of_uint(id));
    if (width == 2 && id <= 0xFF) in_.note(note::godot_needless_width, node.begin, width);
    in_.skip(width);
    if (in_.facts != nullptr) in_.facts->node(node);
    return true;
  }

  bool node_by_path(const Command& command, Offset offset, Node& node) {
    in_.leaf(field::godot_node_path_offset, node.begin, word, Value::of_uint(offset));
    in_.skip(word);
    const Offset least = in_.position() - command.begin;
    const Offset most = command.end - command.begin;
    if (offset >= most)
      return in_.fail(Problem::Code::out_of_range, field::godot_node_path_offset, node.begin, offset, most);
    if (offset < least)
      return in_.fail(Problem::Code::length_mismatch, field::godot_node_path_offset, node.begin, offset, least);
    node.path_begin = command.begin + offset;
    node.path_length = command.end - node.path_begin;
    if (in_.whole.captured.size() == command.end) {
      const std::string_view rest = view_of(in_.whole.captured.subspan(node.path_begin));
      node.path = rest.substr(0, rest.find('\0'));
      node.path_length = static_cast<Offset>(std::min(node.path.size() + 1, rest.size()));
    }
    if (in_.facts != nullptr) in_.facts->node(node);
    in_.narrow(node.path_begin, field::godot_node_path_offset);
    return true;
  }

  /// The path at the message's end.
  bool node_path(const Node& node) {
    if (!node.by_path) return true;
    if (!in_.trailing()) return false;
    in_.widen();
    std::string_view path;
    return in_.text(field::godot_node_path, Ending::optional, path);
  }

  // --- 2.1 to 3.6 (multiplayer_api.cpp, _process_packet, _process_rpc, _process_rset) ------------------------------

  bool member(Field field, Member& member) {
    member.by_name = true;
    member.begin = in_.position();
    if (!in_.text(field, Ending::required, member.name)) return false;
    member.length = in_.position() - member.begin;
    return true;
  }

  // command:1 node:4 method\0 count:1 Variant×count [path\0]
  bool named_call(const Command& command) {
    Node target;
    Member method;
    if (!node(command, word, target) || !member(field::godot_rpc_method, method)) return false;
    if (in_.facts != nullptr) in_.facts->method(method);
    return counted_arguments() && node_path(target);
  }

  // command:1 node:4 property\0 Variant [path\0]
  bool remote_set(const Command& command) {
    Node target;
    Member property;
    if (!node(command, word, target) || !member(field::godot_set_property, property)) return false;
    if (in_.facts != nullptr) in_.facts->property(property);
    return values_.read(field::godot_set_value, 0) && node_path(target);
  }

  // Reads "command:1 path\0" behind its first byte.
  bool named_confirm() {
    ConfirmedPath confirmed{.begin = in_.position()};
    if (!in_.text(field::godot_path_name, Ending::optional, confirmed.path)) return false;
    return pass_confirmed(confirmed);
  }

  // --- 4.0 and later: calls (scene_rpc_interface.cpp, process_rpc) -------------------------------------------------

  // command:1 node:1|2|4 method:1|2 (count:1 Variant×count | bytes) [path\0]     widths are bits of the command
  bool scene_call(const Command& command) {
    const unsigned width = (command.first & node_width_mask) >> node_width_shift;
    if (width >= std::size(node_widths)) {
      return in_.fail(Problem::Code::out_of_range, field::godot_node_id_width, command.begin, width,
                      std::size(node_widths));
    }
    Node target;
    return node(command, node_widths[width], target) && method_id((command.first & wide_method_bit) != 0) &&
           ((command.first & bytes_only_bit) != 0 ? values_.bytes() : counted_arguments()) && node_path(target);
  }

  bool method_id(bool wide) {
    Member method{.begin = in_.position(), .length = wide ? 2U : 1U};
    std::uint32_t id = 0;
    if (!peek_number(method.length, id, field::godot_rpc_method_id)) return false;
    method.id = static_cast<std::uint16_t>(id);
    in_.leaf(field::godot_rpc_method_id, method.begin, method.length, Value::of_uint(method.id));
    if (wide) in_.leaf(field::godot_rpc_configured, method.begin, method.length, Value::of_uint(method.id));
    if (wide && method.id <= 0xFF) in_.note(note::godot_needless_width, method.begin, method.length);
    in_.skip(method.length);
    if (in_.facts != nullptr) in_.facts->method(method);
    return true;
  }

  bool counted_arguments() {
    std::uint8_t count = 0;
    if (!in_.number(field::godot_rpc_argument_count, count)) return false;
    if (in_.facts != nullptr) {
      in_.facts->arguments({.count = count, .bytes_only = false});
      values_.ask();
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!values_.read(field::godot_rpc_argument, i)) return false;
    }
    return true;
  }

  // --- Paths -------------------------------------------------------------------------------------------------------

  // command:1 [md5:33] id:4 path\0                                               md5: 4.x, 32 digits and a NUL
  /// scene_cache_interface.cpp, process_simplify_path; multiplayer_api.cpp, _process_simplify_path
  bool simplify_path(const Command&) {
    AnnouncedPath announced;
    if (options_.api == Api::scene && !methods_md5(announced.methods_md5)) return false;
    announced.id_begin = in_.position();
    if (!in_.number(field::godot_path_id, announced.id)) return false;
    announced.path_begin = in_.position();
    if (!in_.text(field::godot_path_name, Ending::optional, announced.path)) return false;
    announced.path_length = in_.position() - announced.path_begin;
    if (in_.facts != nullptr) in_.facts->announced(announced);
    return true;
  }

  bool methods_md5(std::string_view& md5) {
    const Offset begin = in_.position();
    const Offset length = md5_digits + 1;
    if (!in_.has(length, field::godot_path_methods_md5)) return false;
    md5 = in_.view(begin, md5_digits);
    in_.leaf(field::godot_path_methods_md5, begin, length, Value::of_text(md5));
    if (!is_hexadecimal(md5)) in_.note(note::godot_not_hexadecimal, begin, md5_digits);
    if (in_.bytes(length)[md5_digits] != 0) in_.note(note::godot_unterminated_text, begin, length);
    in_.skip(length);
    return true;
  }

  // command:1 valid:1 (path\0 | id:4)                                            a path up to 4.2
  /// process_confirm_path of 4.0 to 4.2, and of 4.3 and later
  bool scene_confirm(const Command& command) {
    std::uint8_t valid = 0;
    const Offset at = in_.position();
    if (!in_.number(field::godot_path_valid, valid)) return false;
    if (valid == 0) in_.note(note::godot_checksum_mismatch, at, 1);
    if (valid > 1) in_.note(note::godot_not_0_or_1, at, 1);
    ConfirmedPath confirmed{.methods_match = valid != 0, .begin = in_.position()};
    confirmed.by_id = confirms_by_id(command);
    const bool good = confirmed.by_id ? in_.number(field::godot_path_id, confirmed.id)
                                      : in_.text(field::godot_path_name, Ending::optional, confirmed.path);
    return good && pass_confirmed(confirmed);
  }

  /// Both forms may have six bytes: then it is read as a path of three letters. (As a number, its last byte would be
  /// other than 0, which means more than sixteen million nodes, and the three other bytes would be letters.)
  [[nodiscard]] bool confirms_by_id(const Command& command) const noexcept {
    if (options_.confirm != ConfirmForm::automatic) return options_.confirm == ConfirmForm::by_id;
    if (command.end - command.begin != confirm_by_id_size) return false;
    if (in_.captured_left() < word) return true;
    const std::uint8_t* bytes = in_.bytes(word);
    return bytes[word - 1] != 0 || !std::all_of(bytes, bytes + word - 1, [](std::uint8_t byte) { return byte >= ' '; });
  }

  bool pass_confirmed(ConfirmedPath& confirmed) {
    confirmed.length = in_.position() - confirmed.begin;
    if (in_.facts != nullptr) in_.facts->confirmed(confirmed);
    return true;
  }

  // --- Bytes of the game's own -------------------------------------------------------------------------------------

  bool user_bytes(Field field, Offset least) {
    const Offset begin = in_.position();
    const Offset length = in_.left();
    if (length < least) return in_.has(least, field);
    const UserBytes bytes{.field = field,
                          .captured = in_.whole.captured.subspan(begin, in_.captured_left()),
                          .begin = begin,
                          .length = length};
    const bool taken = in_.facts != nullptr && in_.facts->bytes(bytes);
    const auto captured = static_cast<Offset>(bytes.captured.size());
    if (!taken && captured != 0) in_.leaf(field, begin, captured, Value::of_bytes(view_of(bytes.captured)));
    if (!in_.has(length, field)) return false;
    in_.skip(length);
    return true;
  }

  // --- Spawn and despawn (scene_replication_interface.cpp, on_spawn_receive, on_despawn_receive) -------------------

  // command:1 scene:1 spawner:4 node:4 count:4 name length:4 synchronizer:4×count name [size:4 Variant] Variants
  bool spawn(const Command&) {
    Spawn spawn;
    if (!spawn_head(spawn)) return false;
    if (in_.facts != nullptr) in_.facts->spawn(spawn);
    if (spawn.scene_id == Spawn::by_function && !spawn_argument()) return false;
    return spawn_state(spawn);
  }

  bool spawn_head(Spawn& spawn) {
    std::uint32_t name_length = 0;
    if (!in_.number(field::godot_spawn_scene_id, spawn.scene_id)) return false;
    spawn.spawner_begin = in_.position();
    if (!in_.number(field::godot_spawn_spawner, spawn.spawner)) return false;
    spawn.net_id_begin = in_.position();
    if (!in_.number(field::godot_spawn_net_id, spawn.net_id)) return false;
    const Offset counts = in_.position();
    if (!in_.number(field::godot_spawn_sync_count, spawn.sync_count) ||
        !in_.number(field::godot_spawn_name_length, name_length))
      return false;
    const std::uint64_t ids = std::uint64_t{spawn.sync_count} * word;
    if (ids > in_.left()) return in_.fail_count(field::godot_spawn_sync_count, counts, ids);
    if (name_length == 0)
      return in_.fail(Problem::Code::length_mismatch, field::godot_spawn_name_length, counts + word, 0, 1);
    return sync_ids(spawn) && spawn_name(spawn, name_length);
  }

  bool sync_ids(Spawn& spawn) {
    const std::uint32_t count = spawn.sync_count;
    spawn.sync_ids_begin = in_.position();
    spawn.sync_id_bytes = in_.bytes(0);
    if (count == 0) return true;
    const std::uint32_t captured = std::min(count, in_.captured_left() / word);
    const Offset length = count * word;
    if constexpr (reports) {
      const std::uint32_t shown = std::min(in_.sink.wanted_elements(count), captured);
      const Offset begin = in_.position();
      in_.open(field::godot_spawn_synchronizers);
      for (std::uint32_t i = 0; i < shown; ++i)
        in_.leaf(field::godot_spawn_sync_ids, begin + i * word, word, Value::of_uint(spawn.sync_id(i)));
      if (shown < captured) {
        in_.leaf(field::elements_omitted, begin + shown * word, (captured - shown) * word,
                 Value::of_uint(captured - shown));
      }
      in_.sink.close(field::godot_spawn_synchronizers, begin + captured * word);
    }
    if (!in_.has(length, field::godot_spawn_synchronizers)) return false;
    in_.skip(length);
    return true;
  }

  bool spawn_name(Spawn& spawn, Offset length) {
    const Offset begin = in_.position();
    if (!in_.has(length, field::godot_spawn_name)) return false;
    const std::string_view bytes = in_.view(begin, length);
    spawn.name = bytes.substr(0, bytes.find('\0'));
    spawn.name_begin = begin;
    spawn.name_length = length;
    in_.leaf(field::godot_spawn_name, begin, length, Value::of_text(spawn.name));
    if (spawn.name.size() == length) in_.note(note::godot_unterminated_text, begin, length);
    if (spawn.name.size() + 1 < length) in_.note(note::godot_nul_in_text, begin, length);
    if (!check_utf8(spawn.name).valid) in_.note(note::godot_invalid_utf8, begin, length);
    in_.skip(length);
    return true;
  }

  bool spawn_argument() {
    const Offset at = in_.position();
    std::uint32_t size = 0;
    if (!in_.number(field::godot_spawn_argument_size, size)) return false;
    if (size > in_.left()) return in_.fail_count(field::godot_spawn_argument_size, at, size);
    in_.narrow(in_.position() + size, field::godot_spawn_argument_size);
    const bool good = values_.read(field::godot_spawn_argument, 0) && in_.trailing();
    if (good) in_.widen();
    return good;
  }

  bool spawn_state(const Spawn& spawn) {
    SpawnState state{.argument_has_object_id = values_.take_object_ids() != 0};
    if (in_.left() == 0) {
      if (in_.facts != nullptr) in_.facts->spawn_state(state);
      return true;
    }
    in_.open(field::godot_spawn_state);
    const bool good = values_.read_all(field::godot_spawn_value, state.values, known_halves(spawn));
    state.types = values_.types(state.values);
    state.object_ids = values_.take_object_ids();
    if (good && in_.facts != nullptr) in_.facts->spawn_state(state);
    return in_.close(field::godot_spawn_state, good);
  }

  template <class What>
  [[nodiscard]] HalfPrecision known_halves(const What& what) const {
    return in_.facts != nullptr ? in_.facts->halves(what) : HalfPrecision{};
  }

  // Reads "command:1 node:4" behind its first byte.
  bool despawn(const Command&) {
    Despawn despawn{.net_id = 0, .begin = in_.position(), .length = word};
    if (!in_.number(field::godot_despawn_net_id, despawn.net_id)) return false;
    if (in_.facts != nullptr) in_.facts->despawn(despawn);
    return true;
  }

  // --- Sync (scene_replication_interface.cpp, on_sync_receive, on_delta_receive) -----------------------------------

  // command:1 [time:2] object × n                                                time: states, not changes (delta)
  // Without objects: _send_sync and _send_delta empty their buffer before a state that does not fit beside the header,
  // even if it holds nothing else (4.0 to 4.7).
  bool sync(const Command& command) {
    Sync fact{.delta = (command.first & delta_bit) != 0};
    if (!fact.delta && !in_.number(field::godot_sync_time, fact.time)) return false;
    if (in_.facts != nullptr) in_.facts->sync(fact);
    if (in_.left() == 0) {
      in_.note(note::godot_sync_empty, command.begin, in_.position() - command.begin);
      return true;
    }
    const Offset head = fact.delta ? delta_head : sync_head;
    SyncObject object{.delta = fact.delta};
    do {
      in_.open(field::godot_sync_object);
      if (!in_.close(field::godot_sync_object, sync_object(object))) return false;
      object = {.index = object.index + 1, .delta = fact.delta};
    } while (in_.left() > head);
    return true;
  }

  // synchronizer:4 [indexes:8] size:4 Variants of `size` bytes                    indexes: changes
  bool sync_object(SyncObject& object) {
    object.begin = in_.position();
    if (!sync_id(object) || (object.delta && !in_.number(field::godot_sync_indexes, object.indexes))) return false;
    const Offset at = in_.position();
    if (!in_.number(field::godot_sync_size, object.size)) return false;
    if (object.size > in_.left()) return in_.fail_count(field::godot_sync_size, at, object.size);
    object.values_begin = in_.position();
    if (in_.facts != nullptr) in_.facts->sync_begin(object);
    in_.narrow(in_.position() + object.size, field::godot_sync_size);
    object.complete = values_.read_all(field::godot_sync_value, object.values, known_halves(object));
    object.object_ids = values_.take_object_ids();
    if (object.complete) {
      in_.widen();
      if (object.delta && static_cast<std::uint32_t>(std::popcount(object.indexes)) != object.values)
        in_.note(note::godot_mask_mismatch, at - sizeof object.indexes, sizeof object.indexes);
    }
    if (in_.facts != nullptr) in_.facts->sync_end(object);
    return object.complete;
  }

  bool sync_id(SyncObject& object) {
    const Offset begin = in_.position();
    std::uint32_t id = 0;
    if (!in_.number(field::godot_sync_net_id, id)) return false;
    object.by_path = (id & high_bit) != 0;
    object.id = id & low_bits;
    in_.leaf(field::godot_sync_by_path, begin, word, Value::of_uint(id));
    if (object.by_path) in_.leaf(field::godot_node_id, begin, word, Value::of_uint(object.id));
    return true;
  }

  // --- System (scene_multiplayer.cpp, _process_sys, poll) ----------------------------------------------------------

  // command:1 system command:1 (authentication's bytes | peer:4 [message])        message: relayed
  bool system(const Command&) {
    const Offset at = in_.position();
    std::uint8_t number_on_wire = 0;
    if (!in_.number(field::godot_system_command, number_on_wire)) return false;
    if (number_on_wire >= system_command_count) {
      return in_.fail(Problem::Code::unknown_type, field::godot_system_command, at, number_on_wire,
                      system_command_count);
    }
    System fact{.command = static_cast<SystemCommand>(number_on_wire)};
    if (fact.command == SystemCommand::authenticate) {
      if (in_.facts != nullptr) in_.facts->system(fact);
      return user_bytes(field::godot_auth_data, 0);
    }
    fact.peer_begin = in_.position();
    fact.peer_length = word;
    if (!in_.number(field::godot_system_peer, fact.peer)) return false;
    if (in_.facts != nullptr) in_.facts->system(fact);
    if (fact.command == SystemCommand::relay) {
      in_.open(field::godot_relay);
      return in_.close(field::godot_relay, relayed_message());
    }
    const bool added = fact.command == SystemCommand::add_peer;
    if (in_.facts != nullptr) {
      in_.facts->peer({.kind = added ? PeerChange::Kind::added : PeerChange::Kind::removed,
                       .peer = fact.peer,
                       .begin = fact.peer_begin,
                       .length = fact.peer_length});
    }
    return true;
  }

  detail::Reader<S> in_;
  detail::Values<S> values_;
  const Options& options_;
};

}  // namespace

const variant::Dialect& dialect_of(const Options& options) noexcept {
  if (options.api == Api::scene) {
    const bool redot = options.dialect != nullptr && options.dialect->generation == variant::Generation::redot;
    return variant::dialect(redot ? variant::Generation::redot : variant::Generation::godot4);
  }
  return options.dialect != nullptr ? *options.dialect : variant::dialect(variant::Generation::godot3);
}

Result walk(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts) {
  return Walker<Sink>(message, options, sink, facts).run();
}

Result walk_values(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts) {
  ValuesOnly values(sink);
  return Walker<ValuesOnly>(message, options, values, facts).run();
}

Result validate(const Buffer& message, const Options& options) noexcept {
  SilentSink silence;
  return Walker<SilentSink>(message, options, silence, nullptr).run();
}

Result validate(const Buffer& message, const Options& options, PacketSink& facts) {
  SilentSink silence;
  return Walker<SilentSink>(message, options, silence, &facts).run();
}

CommandType peek_command(const Buffer& message, Offset& begin) noexcept {
  const std::span<const std::uint8_t> bytes = message.captured;
  begin = 0;
  if (bytes.empty()) return CommandType::none;
  const CommandType first = command_type(Api::scene, bytes[0]);
  const bool is_relay = first == CommandType::system && bytes.size() > relay_head &&
                        bytes[1] == static_cast<std::uint8_t>(SystemCommand::relay);
  if (!is_relay) return first;
  begin = relay_head;
  return command_type(Api::scene, bytes[begin]);
}

}  // namespace godot::multiplayer

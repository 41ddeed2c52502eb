// SPDX-License-Identifier: MIT
#include "codec/multiplayer/walk.h"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "codec/core/cursor.h"
#include "codec/core/utf8.h"
#include "codec/variant/walker.h"

namespace godot::multiplayer {
namespace {

using variant::detail::Silence;

constexpr Offset word = 4;
constexpr std::uint32_t low_bits = ~high_bit;

// --- The first byte of 4.x (scene_rpc_interface.h, scene_multiplayer.h) ----------------------------------------------

constexpr std::uint8_t node_width_mask = 0x30;
constexpr unsigned node_width_shift = 4;
constexpr std::uint8_t wide_method_bit = 0x40;
constexpr std::uint8_t bytes_only_bit = 0x80;
constexpr std::uint8_t delta_bit = 0x10;
constexpr Offset node_widths[] = {1, 2, 4};

constexpr std::uint8_t flags_of(CommandType type) {
  if (type == CommandType::remote_call) return node_width_mask | wide_method_bit | bytes_only_bit;
  return type == CommandType::sync ? delta_bit : 0;
}

// --- The short form of Variants (scene/main/multiplayer_api.cpp) -----------------------------------------------------

constexpr std::uint8_t short_type_mask = 0x3F;
constexpr unsigned int_width_shift = 6;
constexpr std::uint8_t truth_bit = 0x80;
constexpr std::uint32_t bool_type = 1;
constexpr std::uint32_t int_type = 2;
constexpr std::uint32_t object_type = 24;
constexpr std::uint32_t packed_byte_array_type = 29;

// --- Layouts ---------------------------------------------------------------------------------------------------------

constexpr Offset md5_digits = 32;
constexpr Offset confirm_by_id_size = 6;
// A loop over synchronizers goes on while more than these are left (scene_replication_interface.cpp).
constexpr Offset sync_head = 8;
constexpr Offset delta_head = 16;

enum WebsocketType : std::uint8_t { websocket_message, websocket_add, websocket_delete, websocket_assign };
constexpr unsigned websocket_type_count = 4;
constexpr unsigned config_message_count = 2;

/// Class names are identifiers; none is longer than this.
constexpr Offset longest_class = 128;

bool is_identifier(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '_';
  });
}

bool is_hexadecimal(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(),
                     [](char digit) { return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'); });
}

std::string_view view(std::span<const std::uint8_t> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Whether a text must end with a NUL or may end with the message.
enum class Ending : std::uint8_t { required, optional };

template <class S>
class Walker {
 public:
  Walker(const Buffer& message, const Options& options, S& sink, PacketSink* facts) noexcept
      : whole_(message),
        bound_(message),
        in_(message, Field::variant),
        options_(options),
        dialect_(dialect_of(options)),
        sink_(sink),
        facts_(facts) {}

  Result run() {
    sink_.open(Field::multiplayer, 0, {});
    const bool good = carried();
    if (!good) tell_problem();
    sink_.close(Field::multiplayer, in_.position());
    result_.consumed = good ? in_.position() : result_.problem.offset;
    return result_;
  }

 private:
  static constexpr bool reports = !std::is_same_v<S, Silence>;

  // --- Events and reads
  // -----------------------------------------------------------------------------------------------

  void open(Field field, Offset begin, const Value& value = {}) { sink_.open(field, begin, value); }
  void leaf(Field field, Offset begin, Offset length, const Value& value) { sink_.leaf(field, begin, length, value); }
  void note(Note note, Offset begin, Offset length) {
    result_.notes.add(note);
    if (!silent_) sink_.note(note, begin, length);
  }

  /// Closes a subtree that ends here.
  bool close(Field field, bool good) {
    if (!good) tell_problem();
    sink_.close(field, in_.position());
    return good;
  }

  void tell_problem() {
    if (!told_) sink_.problem(result_.problem);
    told_ = true;
  }

  bool fail(Problem::Code code, Field field, Offset offset, std::uint64_t needed, std::uint64_t had) noexcept {
    result_.problem = {.code = code, .field = field, .limit = limit_, .offset = offset, .needed = needed, .had = had};
    return false;
  }
  bool has(std::uint64_t count, Field field) noexcept { return in_.has(count, field, result_.problem); }

  /// Nothing beyond `end` is read until the next call; `limit` is the field that says so.
  void narrow(Offset end, Field limit) noexcept {
    const Offset here = in_.position();
    const auto captured = whole_.captured.first(std::min<std::size_t>(end, whole_.captured.size()));
    bound_ = Buffer(captured, end);
    limit_ = limit;
    in_ = Cursor(bound_, limit);
    in_.skip(here);
  }

  /// Bytes of the message on the wire.
  [[nodiscard]] Offset end() const noexcept {
    return std::max(whole_.reported, static_cast<Offset>(whole_.captured.size()));
  }

  template <class T>
  bool number(Field field, T& out) {
    if (!has(sizeof(T), field)) return false;
    out = load_le<T>(in_.here());
    leaf(field, in_.position(), sizeof(T), value_of(out));
    in_.skip(sizeof(T));
    return true;
  }
  template <class T>
  static Value value_of(T number) noexcept {
    if constexpr (std::is_signed_v<T>) return Value::of_int(number);
    else return Value::of_uint(number);
  }

  /// A text up to its NUL.
  bool text(Field field, Ending ending, std::string_view& out) {
    const Offset begin = in_.position();
    const std::string_view captured = in_.view(begin, in_.captured_left());
    const std::size_t nul = captured.find('\0');
    const bool terminated = nul != std::string_view::npos;
    const bool all_there = in_.left() == in_.captured_left();
    if (!terminated && (ending == Ending::required || !all_there || captured.empty()))
      return has(captured.size() + 1, field);
    out = captured.substr(0, nul);
    const auto length = static_cast<Offset>(out.size() + (terminated ? 1 : 0));
    leaf(field, begin, length, Value::of_text(out));
    if (!terminated) note(Note::godot_unterminated_text, begin, length);
    if (!check_utf8(out).valid) note(Note::godot_invalid_utf8, begin, length);
    in_.skip(length);
    return true;
  }

  /// What is left before the bound, if anything.
  bool trailing() {
    const Offset length = in_.left();
    if (length == 0) return true;
    const Offset captured = in_.captured_left();
    leaf(Field::godot_trailing, in_.position(), captured, Value::of_bytes(in_.view(in_.position(), captured)));
    note(Note::godot_trailing_bytes, in_.position(), captured);
    if (!has(length, Field::godot_trailing)) return false;
    in_.skip(length);
    return true;
  }

  // --- Carriers
  // -------------------------------------------------------------------------------------------------------

  bool carried() {
    switch (options_.carrier) {
      case Carrier::none: return message();
      case Carrier::enet_12:
      case Carrier::enet_8: return enet_header() && message();
      case Carrier::enet_config: return config();
      case Carrier::websocket: return websocket();
      case Carrier::assigned_id: return peer_change(Field::godot_assigned_id, PeerChange::Kind::assigned) && trailing();
    }
    return false;
  }

  bool ends() {
    return number(Field::godot_peer_source, result_.header.source) &&
           number(Field::godot_peer_target, result_.header.target);
  }

  bool told_header() {
    result_.header.length = in_.position() - result_.header.begin;
    if (facts_ != nullptr) facts_->header(result_.header);
    return true;
  }

  bool enet_header() {
    open(Field::godot_header, in_.position());
    const bool good = ends() && (options_.carrier != Carrier::enet_12 ||
                                 number(Field::godot_packet_flags, result_.header.packet_flags));
    return close(Field::godot_header, good) && told_header();
  }

  bool config() {
    open(Field::godot_config, in_.position());
    return close(Field::godot_config, config_body());
  }

  bool config_body() {
    const Offset begin = in_.position();
    std::uint32_t what = 0;
    if (!number(Field::godot_config_message, what)) return false;
    if (what >= config_message_count)
      return fail(Problem::Code::out_of_range, Field::godot_config_message, begin, what, config_message_count);
    return peer_change(Field::godot_config_peer, what == 0 ? PeerChange::Kind::added : PeerChange::Kind::removed) &&
           trailing();
  }

  bool peer_change(Field field, PeerChange::Kind kind) {
    PeerChange change{.kind = kind, .peer = 0, .begin = in_.position(), .length = word};
    if (!number(field, change.peer)) return false;
    if (facts_ != nullptr) facts_->peer(change);
    return true;
  }

  /// websocket_multiplayer_peer.cpp of 3.x, _process_multiplayer
  bool websocket() {
    const Offset begin = in_.position();
    std::uint8_t type = 0;
    open(Field::godot_header, begin);
    bool good = number(Field::godot_websocket_type, type);
    if (good && type >= websocket_type_count)
      good = fail(Problem::Code::out_of_range, Field::godot_websocket_type, begin, type, websocket_type_count);
    good = good && ends();
    if (!close(Field::godot_header, good)) return false;
    told_header();
    switch (type) {
      case websocket_add: return peer_change(Field::godot_websocket_peer, PeerChange::Kind::added) && trailing();
      case websocket_delete: return peer_change(Field::godot_websocket_peer, PeerChange::Kind::removed) && trailing();
      case websocket_assign: return peer_change(Field::godot_assigned_id, PeerChange::Kind::assigned) && trailing();
      default: return message();
    }
  }

  // --- Commands
  // -------------------------------------------------------------------------------------------------------

  bool message() {
    Command command;
    if (!begin_command(command)) return false;
    bool good = known(command);
    if (good) good = command.type == CommandType::system ? system() : body(command);
    return end_command(command, good);
  }

  /// A relayed message: SceneMultiplayer::_process_packet, which knows no System.
  bool relayed_message() {
    Command command{.relayed = true};
    result_.relayed = true;
    if (!begin_command(command)) return false;
    bool good = true;
    if (command.type == CommandType::system) {
      good = fail(Problem::Code::out_of_range, Field::godot_command, command.begin, command.first & scene_command_mask,
                  scene_command_mask);
    }
    return end_command(command, good && body(command));
  }

  /// Opens the command's subtree and reports its first byte.
  bool begin_command(Command& command) {
    const Field field = options_.api == Api::scene ? Field::godot_command : Field::godot_named_command;
    command.begin = in_.position();
    command.end = end();
    if (!has(1, field)) return false;
    command.first = *in_.here();
    command.type = command_type(options_.api, command.first);
    result_.command = command.type;
    open(node_of(command.type), command.begin);
    const bool scene = options_.api == Api::scene;
    leaf(field, command.begin, 1, Value::of_uint(scene ? command.first & scene_command_mask : command.first));
    if (scene) flag_events(command);
    in_.skip(1);
    if (facts_ != nullptr) facts_->command(command);
    return true;
  }

  void flag_events(const Command& command) {
    const Value flags = Value::of_uint(command.first);
    if (command.type == CommandType::remote_call) {
      leaf(Field::godot_node_id_width, command.begin, 1, flags);
      leaf(Field::godot_method_id_width, command.begin, 1, flags);
      leaf(Field::godot_bytes_only, command.begin, 1, flags);
    } else if (command.type == CommandType::sync) {
      leaf(Field::godot_sync_delta, command.begin, 1, flags);
    }
    if ((command.first & ~(scene_command_mask | flags_of(command.type))) != 0)
      note(Note::godot_reserved_bits, command.begin, 1);
  }

  bool known(const Command& command) noexcept {
    return command.type != CommandType::none || fail(Problem::Code::unknown_type, Field::godot_named_command,
                                                     command.begin, command.first, named_command_count);
  }

  bool end_command(const Command& command, bool good) {
    good = good && trailing();
    if (facts_ != nullptr) facts_->end(command, good);
    return close(node_of(command.type), good);
  }

  bool body(const Command& command) {
    const bool scene = options_.api == Api::scene;
    switch (command.type) {
      case CommandType::remote_call: return scene ? scene_call(command) : named_call(command);
      case CommandType::remote_set: return named_set(command);
      case CommandType::simplify_path: return simplify_path();
      case CommandType::confirm_path: return scene ? scene_confirm(command) : named_confirm();
      case CommandType::raw: return user_bytes(Field::godot_raw_data, 1);
      case CommandType::spawn: return spawn();
      case CommandType::despawn: return despawn();
      case CommandType::sync: return sync(command);
      case CommandType::none:
      case CommandType::system: break;
    }
    return false;
  }

  // --- The node
  // -------------------------------------------------------------------------------------------------------

  /// Reads a node's number of 1, 2 or 4 bytes, and looks ahead to its path if it has one. Arguments end there.
  bool node(const Command& command, Offset width, Node& node) {
    if (!has(width, Field::godot_node_id)) return false;
    node.begin = in_.position();
    node.length = width;
    std::uint32_t id = *in_.here();
    if (width == 2) id = load_le<std::uint16_t>(in_.here());
    if (width == word) id = in_.peek32();
    node.by_path = width == word && (id & high_bit) != 0;
    if (width == word) leaf(Field::godot_node_by_path, node.begin, width, Value::of_uint(id));
    if (node.by_path) return node_by_path(command, id & low_bits, node);
    node.id = id;
    leaf(Field::godot_node_id, node.begin, width, Value::of_uint(id));
    if (width == 2 && id <= 0xFF) note(Note::godot_needless_width, node.begin, width);
    in_.skip(width);
    if (facts_ != nullptr) facts_->node(node);
    return true;
  }

  bool node_by_path(const Command& command, Offset offset, Node& node) {
    leaf(Field::godot_node_path_offset, node.begin, word, Value::of_uint(offset));
    in_.skip(word);
    const Offset least = in_.position() - command.begin;
    const Offset most = command.end - command.begin;
    if (offset >= most)
      return fail(Problem::Code::out_of_range, Field::godot_node_path_offset, node.begin, offset, most);
    if (offset < least)
      return fail(Problem::Code::length_mismatch, Field::godot_node_path_offset, node.begin, offset, least);
    node.path_begin = command.begin + offset;
    node.path_length = command.end - node.path_begin;
    if (whole_.captured.size() == command.end) {
      const std::string_view rest = view(whole_.captured.subspan(node.path_begin));
      node.path = rest.substr(0, rest.find('\0'));
      node.path_length = static_cast<Offset>(std::min(node.path.size() + 1, rest.size()));
    }
    if (facts_ != nullptr) facts_->node(node);
    narrow(node.path_begin, Field::godot_node_path_offset);
    return true;
  }

  /// The path at the message's end.
  bool node_path(const Node& node) {
    if (!node.by_path) return true;
    if (!trailing()) return false;
    narrow(end(), Field::variant);
    std::string_view path;
    return text(Field::godot_node_path, Ending::optional, path);
  }

  // --- 2.1 to 3.6 (multiplayer_api.cpp, _process_packet, _process_rpc, _process_rset)
  // ---------------------------------

  bool member(Field field, Member& member) {
    member.by_name = true;
    member.begin = in_.position();
    if (!text(field, Ending::required, member.name)) return false;
    member.length = in_.position() - member.begin;
    return true;
  }

  bool named_call(const Command& command) {
    Node target;
    Member method;
    if (!node(command, word, target) || !member(Field::godot_rpc_method, method)) return false;
    if (facts_ != nullptr) facts_->method(method);
    return counted_arguments() && node_path(target);
  }

  bool named_set(const Command& command) {
    Node target;
    Member property;
    if (!node(command, word, target) || !member(Field::godot_set_property, property)) return false;
    if (facts_ != nullptr) facts_->property(property);
    return value(Field::godot_set_value, 0) && node_path(target);
  }

  bool named_confirm() {
    ConfirmedPath confirmed{.begin = in_.position()};
    if (!text(Field::godot_path_name, Ending::optional, confirmed.path)) return false;
    return told_confirmed(confirmed);
  }

  // --- 4.0 and later: calls (scene_rpc_interface.cpp, process_rpc)
  // ----------------------------------------------------

  bool scene_call(const Command& command) {
    const unsigned width = (command.first & node_width_mask) >> node_width_shift;
    if (width >= std::size(node_widths)) {
      return fail(Problem::Code::out_of_range, Field::godot_node_id_width, command.begin, width,
                  std::size(node_widths));
    }
    Node target;
    return node(command, node_widths[width], target) && method_id((command.first & wide_method_bit) != 0) &&
           ((command.first & bytes_only_bit) != 0 ? bytes_argument() : counted_arguments()) && node_path(target);
  }

  bool method_id(bool wide) {
    Member method{.begin = in_.position(), .length = wide ? 2U : 1U};
    if (!has(method.length, Field::godot_rpc_method_id)) return false;
    method.id = wide ? load_le<std::uint16_t>(in_.here()) : *in_.here();
    leaf(Field::godot_rpc_method_id, method.begin, method.length, Value::of_uint(method.id));
    if (wide) leaf(Field::godot_rpc_configured, method.begin, method.length, Value::of_uint(method.id));
    if (wide && method.id <= 0xFF) note(Note::godot_needless_width, method.begin, method.length);
    in_.skip(method.length);
    if (facts_ != nullptr) facts_->method(method);
    return true;
  }

  bool counted_arguments() {
    std::uint8_t count = 0;
    if (!number(Field::godot_rpc_argument_count, count)) return false;
    if (facts_ != nullptr) facts_->arguments({.count = count, .bytes_only = false});
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!value(Field::godot_rpc_argument, i)) return false;
    }
    return true;
  }

  /// All that is left is one PackedByteArray, or there is no argument.
  bool bytes_argument() {
    const Offset begin = in_.position();
    const Offset length = in_.left();
    if (facts_ != nullptr) facts_->arguments({.count = length != 0 ? 1U : 0U, .bytes_only = true});
    if (length == 0) return true;
    ++result_.values;
    ValuePlace place{.role = Field::godot_rpc_argument, .index = 0, .begin = begin};
    if (facts_ != nullptr) facts_->value_begin(place);
    open(place.role, begin, Value::of_uint(0));
    leaf(dialect_.type_field, begin, 0, Value::of_uint(packed_byte_array_type));
    leaf(Field::type_name, begin, 0, Value::of_text(dialect_.types[packed_byte_array_type].name));
    const Offset captured = in_.captured_left();
    leaf(Field::packed_bytes, begin, captured, Value::of_bytes(in_.view(begin, captured)));
    const bool good = has(length, Field::packed_bytes);
    in_.skip(captured);
    return end_value(place, good);
  }

  // --- Values
  // ---------------------------------------------------------------------------------------------------------

  /// One value, in the form that the generation has.
  bool value(Field role, std::uint32_t index) {
    if (in_.captured_left() == 0) return has(1, Field::header);
    ++result_.values;
    ValuePlace place{.role = role, .index = index, .begin = in_.position()};
    if (facts_ != nullptr && !silent_) facts_->value_begin(place);
    if (options_.api == Api::scene) {
      const std::uint32_t type = *in_.here() & short_type_mask;
      if (type == bool_type) return short_value(place, 1);
      if (type == int_type) return short_value(place, 1 + (1U << (*in_.here() >> int_width_shift)));
      if (is_null_object()) return null_object(place);
    }
    const variant::Result result = plain_value(role, index);
    result_.notes.add(result.notes);
    const bool good = !result.problem;
    if (good) {
      in_.skip(result.consumed - in_.position());
    } else {
      result_.problem = result.problem;
      told_ = reports && !silent_;
    }
    place.end = good ? in_.position() : result.problem.offset;
    place.good = good;
    if (facts_ != nullptr && !silent_) facts_->value_end(place);
    return good;
  }

  variant::Result plain_value(Field role, std::uint32_t index) {
    const variant::Options options{.dialect = &dialect_,
                                   .precision = options_.precision,
                                   .begin = in_.position(),
                                   .role = role,
                                   .role_value = Value::of_uint(index),
                                   .limit = limit_,
                                   .whole = false};
    if constexpr (reports) {
      if (!silent_) return variant::walk(bound_, options, sink_);
    }
    return variant::validate(bound_, options);
  }

  bool end_value(ValuePlace& place, bool good) {
    place.end = in_.position();
    place.good = good;
    if (silent_) return good;
    close(place.role, good);
    if (facts_ != nullptr) facts_->value_end(place);
    return good;
  }

  void begin_value(const ValuePlace& place, Offset header, std::uint32_t type, bool is_int) {
    if (silent_) return;
    const Offset begin = place.begin;
    const std::uint32_t bits = header == 1 ? *in_.here() : in_.peek32();
    open(place.role, begin, Value::of_uint(place.index));
    open(Field::header, begin, Value::of_uint(bits));
    leaf(dialect_.type_field, begin, header, Value::of_uint(type));
    if (is_int) leaf(Field::godot_int_width, begin, header, Value::of_uint(bits));
    sink_.close(Field::header, begin + header);
    leaf(Field::type_name, begin, header, Value::of_text(dialect_.types[type].name));
  }

  /// A bool within its header, or an int behind it. (decode_and_decompress_variant)
  bool short_value(ValuePlace& place, Offset length) {
    const std::uint8_t header = *in_.here();
    const bool is_int = length != 1;
    begin_value(place, 1, is_int ? int_type : bool_type, is_int);
    if (!is_int) {
      if (!silent_) leaf(Field::bool_, place.begin, 1, Value::of_bool((header & truth_bit) != 0 ? 1 : 0));
      if ((header & ~(short_type_mask | truth_bit)) != 0) note(Note::godot_reserved_bits, place.begin, 1);
      in_.skip(1);
      return end_value(place, true);
    }
    in_.skip(1);
    const Offset width = length - 1;
    if (!has(width, Field::int_)) return end_value(place, false);
    std::int64_t number = 0;
    bool needless = false;
    switch (width) {
      case 1: number = load_le<std::int8_t>(in_.here()); break;
      case 2:
        number = load_le<std::int16_t>(in_.here());
        needless = number == static_cast<std::int8_t>(number);
        break;
      case 4:
        number = load_le<std::int32_t>(in_.here());
        needless = number == static_cast<std::int16_t>(number);
        break;
      default:
        number = load_le<std::int64_t>(in_.here());
        needless = number == static_cast<std::int32_t>(number);
        break;
    }
    if (!silent_) leaf(Field::int_, in_.position(), width, Value::of_int(number));
    if (needless) note(Note::godot_needless_width, in_.position(), width);
    in_.skip(width);
    return end_value(place, true);
  }

  /// The encoder writes a freed object as Nil and then its type over it. A whole object begins alike, but has a class.
  [[nodiscard]] bool is_null_object() const noexcept {
    if (in_.captured_left() < word || in_.peek32() != object_type) return false;
    if (in_.captured_left() < 2 * word) return in_.left() == in_.captured_left();
    const Offset length = in_.peek32(word);
    if (length == 0 || length > longest_class || length > in_.captured_left() - 2 * word) return true;
    return !is_identifier(in_.view(in_.position() + 2 * word, length));
  }

  bool null_object(ValuePlace& place) {
    begin_value(place, word, object_type, false);
    if (!silent_) leaf(Field::object_null, place.begin, word, {});
    note(Note::godot_null_object, place.begin, word);
    in_.skip(word);
    return end_value(place, true);
  }

  /// Values up to the bound.
  bool values(Field role, std::uint32_t& count) {
    const std::uint32_t shown = reports ? sink_.wanted_elements(in_.left()) : 0;
    Offset silent_since = 0;
    bool good = true;
    for (count = 0; good && in_.left() != 0; ++count) {
      if (reports && count == shown) {
        silent_ = true;
        silent_since = in_.position();
      }
      good = value(role, count);
    }
    if (silent_) {
      silent_ = false;
      if (good) {
        leaf(Field::elements_omitted, silent_since, in_.position() - silent_since, Value::of_uint(count - shown));
      }
    }
    return good;
  }

  // --- Paths
  // ----------------------------------------------------------------------------------------------------------

  /// scene_cache_interface.cpp, process_simplify_path; multiplayer_api.cpp, _process_simplify_path
  bool simplify_path() {
    TaughtPath taught;
    if (options_.api == Api::scene && !methods_md5(taught.methods_md5)) return false;
    taught.id_begin = in_.position();
    if (!number(Field::godot_path_id, taught.id)) return false;
    taught.path_begin = in_.position();
    if (!text(Field::godot_path_name, Ending::optional, taught.path)) return false;
    taught.path_length = in_.position() - taught.path_begin;
    if (facts_ != nullptr) facts_->taught(taught);
    return true;
  }

  bool methods_md5(std::string_view& md5) {
    const Offset begin = in_.position();
    const Offset length = md5_digits + 1;
    if (!has(length, Field::godot_path_methods_md5)) return false;
    md5 = in_.view(begin, md5_digits);
    leaf(Field::godot_path_methods_md5, begin, length, Value::of_text(md5));
    if (!is_hexadecimal(md5)) note(Note::godot_not_hexadecimal, begin, md5_digits);
    if (in_.here()[md5_digits] != 0) note(Note::godot_unterminated_text, begin, length);
    in_.skip(length);
    return true;
  }

  /// process_confirm_path of 4.0 to 4.2, and of 4.3 and later
  bool scene_confirm(const Command& command) {
    std::uint8_t valid = 0;
    const Offset at = in_.position();
    if (!number(Field::godot_path_valid, valid)) return false;
    if (valid == 0) note(Note::godot_checksum_mismatch, at, 1);
    if (valid > 1) note(Note::godot_not_0_or_1, at, 1);
    ConfirmedPath confirmed{.methods_match = valid != 0, .begin = in_.position()};
    confirmed.by_id = confirms_by_id(command);
    const bool good = confirmed.by_id ? number(Field::godot_path_id, confirmed.id)
                                      : text(Field::godot_path_name, Ending::optional, confirmed.path);
    return good && told_confirmed(confirmed);
  }

  /// Both forms may have six bytes: then it is a path of three letters, or a number whose last byte is not 0 only after
  /// sixteen million nodes, and whose others are no letters only by chance.
  [[nodiscard]] bool confirms_by_id(const Command& command) const noexcept {
    if (options_.confirm != ConfirmForm::automatic) return options_.confirm == ConfirmForm::by_id;
    if (command.end - command.begin != confirm_by_id_size) return false;
    if (in_.captured_left() < word) return true;
    const std::uint8_t* bytes = in_.here();
    return bytes[word - 1] != 0 || !std::all_of(bytes, bytes + word - 1, [](std::uint8_t byte) { return byte >= ' '; });
  }

  bool told_confirmed(ConfirmedPath& confirmed) {
    confirmed.length = in_.position() - confirmed.begin;
    if (facts_ != nullptr) facts_->confirmed(confirmed);
    return true;
  }

  // --- Bytes of the game's own
  // ----------------------------------------------------------------------------------------

  bool user_bytes(Field field, Offset least) {
    const Offset begin = in_.position();
    const Offset length = in_.left();
    if (length < least) return has(least, field);
    if (length == 0) return true;
    const UserBytes bytes{.field = field,
                          .captured = whole_.captured.subspan(begin, in_.captured_left()),
                          .begin = begin,
                          .length = length};
    const bool taken = facts_ != nullptr && facts_->bytes(bytes);
    const auto captured = static_cast<Offset>(bytes.captured.size());
    if (!taken && captured != 0) leaf(field, begin, captured, Value::of_bytes(view(bytes.captured)));
    if (!has(length, field)) return false;
    in_.skip(length);
    return true;
  }

  // --- Spawn and despawn (scene_replication_interface.cpp, on_spawn_receive, on_despawn_receive)
  // ----------------------

  bool spawn() {
    Spawn spawn;
    if (!spawn_head(spawn)) return false;
    if (facts_ != nullptr) facts_->spawn(spawn);
    if (spawn.scene_id == Spawn::by_function && !spawn_argument()) return false;
    return in_.left() == 0 || spawn_state();
  }

  bool spawn_head(Spawn& spawn) {
    std::uint32_t name_length = 0;
    if (!number(Field::godot_spawn_scene_id, spawn.scene_id)) return false;
    spawn.spawner_begin = in_.position();
    if (!number(Field::godot_spawn_spawner, spawn.spawner)) return false;
    spawn.net_id_begin = in_.position();
    if (!number(Field::godot_spawn_net_id, spawn.net_id)) return false;
    const Offset counts = in_.position();
    if (!number(Field::godot_spawn_sync_count, spawn.sync_count) ||
        !number(Field::godot_spawn_name_length, name_length))
      return false;
    const std::uint64_t ids = std::uint64_t{spawn.sync_count} * word;
    if (ids > in_.left())
      return fail(Problem::Code::count_too_large, Field::godot_spawn_sync_count, counts, ids, in_.left());
    if (name_length == 0)
      return fail(Problem::Code::length_mismatch, Field::godot_spawn_name_length, counts + word, 0, 1);
    return sync_ids(spawn) && spawn_name(spawn, name_length);
  }

  bool sync_ids(Spawn& spawn) {
    const std::uint32_t count = spawn.sync_count;
    spawn.sync_ids_begin = in_.position();
    spawn.sync_id_bytes = in_.here();
    if (count == 0) return true;
    const std::uint32_t captured = std::min(count, in_.captured_left() / word);
    const Offset length = count * word;
    if constexpr (reports) {
      const std::uint32_t shown = std::min(sink_.wanted_elements(count), captured);
      const Offset begin = in_.position();
      open(Field::godot_spawn_synchronizers, begin);
      for (std::uint32_t i = 0; i < shown; ++i)
        leaf(Field::godot_spawn_sync_ids, begin + i * word, word, Value::of_uint(spawn.sync_id(i)));
      if (shown < captured) {
        leaf(Field::elements_omitted, begin + shown * word, (captured - shown) * word,
             Value::of_uint(captured - shown));
      }
      sink_.close(Field::godot_spawn_synchronizers, begin + captured * word);
    }
    if (!has(length, Field::godot_spawn_synchronizers)) return false;
    in_.skip(length);
    return true;
  }

  bool spawn_name(Spawn& spawn, Offset length) {
    const Offset begin = in_.position();
    if (!has(length, Field::godot_spawn_name)) return false;
    const std::string_view bytes = in_.view(begin, length);
    spawn.name = bytes.substr(0, bytes.find('\0'));
    spawn.name_begin = begin;
    spawn.name_length = length;
    leaf(Field::godot_spawn_name, begin, length, Value::of_text(spawn.name));
    if (spawn.name.size() == length) note(Note::godot_unterminated_text, begin, length);
    if (spawn.name.size() + 1 < length) note(Note::godot_nul_in_text, begin, length);
    if (!check_utf8(spawn.name).valid) note(Note::godot_invalid_utf8, begin, length);
    in_.skip(length);
    return true;
  }

  bool spawn_argument() {
    const Offset at = in_.position();
    std::uint32_t size = 0;
    if (!number(Field::godot_spawn_argument_size, size)) return false;
    if (size > in_.left())
      return fail(Problem::Code::count_too_large, Field::godot_spawn_argument_size, at, size, in_.left());
    narrow(in_.position() + size, Field::godot_spawn_argument_size);
    const bool good = value(Field::godot_spawn_argument, 0) && trailing();
    if (good) narrow(end(), Field::variant);
    return good;
  }

  bool spawn_state() {
    std::uint32_t count = 0;
    open(Field::godot_spawn_state, in_.position());
    return close(Field::godot_spawn_state, values(Field::godot_spawn_value, count));
  }

  bool despawn() {
    Despawn despawn{.net_id = 0, .begin = in_.position(), .length = word};
    if (!number(Field::godot_despawn_net_id, despawn.net_id)) return false;
    if (facts_ != nullptr) facts_->despawn(despawn);
    return true;
  }

  // --- Sync (scene_replication_interface.cpp, on_sync_receive, on_delta_receive)
  // --------------------------------------

  bool sync(const Command& command) {
    Sync said{.delta = (command.first & delta_bit) != 0};
    if (!said.delta && !number(Field::godot_sync_time, said.time)) return false;
    if (facts_ != nullptr) facts_->sync(said);
    const Offset head = said.delta ? delta_head : sync_head;
    SyncObject object{.delta = said.delta};
    do {
      open(Field::godot_sync_object, in_.position());
      if (!close(Field::godot_sync_object, sync_object(object))) return false;
      object = {.index = object.index + 1, .delta = said.delta};
    } while (in_.left() > head);
    return true;
  }

  bool sync_object(SyncObject& object) {
    object.begin = in_.position();
    if (!sync_id(object) || (object.delta && !number(Field::godot_sync_indexes, object.indexes))) return false;
    const Offset at = in_.position();
    if (!number(Field::godot_sync_size, object.size)) return false;
    if (object.size > in_.left())
      return fail(Problem::Code::count_too_large, Field::godot_sync_size, at, object.size, in_.left());
    object.values_begin = in_.position();
    if (facts_ != nullptr) facts_->sync_begin(object);
    narrow(in_.position() + object.size, Field::godot_sync_size);
    object.complete = values(Field::godot_sync_value, object.values);
    if (object.complete) {
      narrow(end(), Field::variant);
      if (object.delta && static_cast<std::uint32_t>(std::popcount(object.indexes)) != object.values)
        note(Note::godot_mask_mismatch, at - sizeof object.indexes, sizeof object.indexes);
    }
    if (facts_ != nullptr) facts_->sync_end(object);
    return object.complete;
  }

  bool sync_id(SyncObject& object) {
    const Offset begin = in_.position();
    std::uint32_t id = 0;
    if (!number(Field::godot_sync_net_id, id)) return false;
    object.by_path = (id & high_bit) != 0;
    object.id = id & low_bits;
    leaf(Field::godot_sync_by_path, begin, word, Value::of_uint(id));
    if (object.by_path) leaf(Field::godot_node_id, begin, word, Value::of_uint(object.id));
    return true;
  }

  // --- System (scene_multiplayer.cpp, _process_sys, poll)
  // -------------------------------------------------------------

  bool system() {
    const Offset at = in_.position();
    std::uint8_t number_on_wire = 0;
    if (!number(Field::godot_system_command, number_on_wire)) return false;
    if (number_on_wire >= system_command_count) {
      return fail(Problem::Code::unknown_type, Field::godot_system_command, at, number_on_wire, system_command_count);
    }
    System said{.command = static_cast<SystemCommand>(number_on_wire)};
    if (said.command == SystemCommand::authenticate) {
      if (facts_ != nullptr) facts_->system(said);
      return user_bytes(Field::godot_auth_data, 0);
    }
    said.peer_begin = in_.position();
    said.peer_length = word;
    if (!number(Field::godot_system_peer, said.peer)) return false;
    if (facts_ != nullptr) facts_->system(said);
    if (said.command == SystemCommand::relay) {
      open(Field::godot_relay, in_.position());
      return close(Field::godot_relay, relayed_message());
    }
    const bool added = said.command == SystemCommand::add_peer;
    if (facts_ != nullptr) {
      facts_->peer({.kind = added ? PeerChange::Kind::added : PeerChange::Kind::removed,
                    .peer = said.peer,
                    .begin = said.peer_begin,
                    .length = said.peer_length});
    }
    return true;
  }

  const Buffer& whole_;
  Buffer bound_;  ///< what may be read now: up to a length's end, or a path's begin
  Cursor in_;     ///< in it
  Field limit_ = Field::variant;
  const Options& options_;
  const variant::Dialect& dialect_;
  S& sink_;
  PacketSink* facts_;
  Result result_;
  bool told_ = false;    ///< the sink has heard of the problem
  bool silent_ = false;  ///< values are checked, but not reported
};

}  // namespace

const variant::Dialect& dialect_of(const Options& options) noexcept {
  if (options.api == Api::scene) return variant::dialect(variant::Generation::godot4);
  return options.dialect != nullptr ? *options.dialect : variant::dialect(variant::Generation::godot3);
}

Result walk(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts) {
  return Walker<Sink>(message, options, sink, facts).run();
}

Result validate(const Buffer& message, const Options& options) noexcept {
  Silence silence;
  return Walker<Silence>(message, options, silence, nullptr).run();
}

Result validate(const Buffer& message, const Options& options, PacketSink& facts) {
  Silence silence;
  return Walker<Silence>(message, options, silence, &facts).run();
}

}  // namespace godot::multiplayer

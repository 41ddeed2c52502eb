// SPDX-License-Identifier: MIT
#include "codec/mirror/walk.h"

#include <algorithm>

#include "codec/core/reader.h"
#include "codec/core/silent_sink.h"
#include "codec/mirror/fields.h"

namespace godot::mirror {
namespace {

// --- Values of attributes -----------------------------------------------------------------------------------------

enum class Form : std::uint8_t { text, number, method, argument, property, link, carried };

struct Row {
  Tag tag;
  Field field;
  Form form;
};

constexpr Row rows[] = {
    {Tag::engine, field::mirror_engine, Form::text},
    {Tag::addon, field::mirror_addon, Form::text},
    {Tag::project, field::mirror_project, Form::text},
    {Tag::transport, field::mirror_transport, Form::text},
    {Tag::api, field::mirror_api, Form::text},
    {Tag::role, field::mirror_role, Form::text},
    {Tag::process_id, field::mirror_process_id, Form::number},
    {Tag::system, field::mirror_system, Form::text},
    {Tag::root_path, field::mirror_root_path, Form::text},
    {Tag::project_folder, field::mirror_project_folder, Form::text},
    {Tag::node_path, field::mirror_node_path, Form::text},
    {Tag::node_class, field::mirror_node_class, Form::text},
    {Tag::script, field::mirror_script, Form::text},
    {Tag::authority, field::mirror_authority, Form::number},
    {Tag::methods_md5, field::mirror_methods_md5, Form::text},
    {Tag::method, field::mirror_method, Form::method},
    {Tag::argument, field::mirror_argument, Form::argument},
    {Tag::place_scene, field::mirror_place_scene, Form::text},
    {Tag::place, field::mirror_place, Form::text},
    {Tag::scene, field::mirror_scene, Form::text},
    {Tag::spawn_path, field::mirror_spawn_path, Form::text},
    {Tag::property, field::mirror_property, Form::property},
    {Tag::sync_root, field::mirror_sync_root, Form::text},
    {Tag::sync_scene, field::mirror_sync_scene, Form::text},
    {Tag::sync_position, field::mirror_sync_position, Form::number},
    {Tag::event, field::mirror_event, Form::number},
    {Tag::event_peer, field::mirror_event_peer, Form::number},
    {Tag::dropped_records, field::mirror_dropped_records, Form::number},
    {Tag::dropped_bytes, field::mirror_dropped_bytes, Form::number},
    {Tag::notice, field::mirror_notice, Form::text},
    {Tag::link, field::mirror_link, Form::link},
    {Tag::carried, field::mirror_carried, Form::carried},
};

const Row* find(std::uint16_t tag) noexcept {
  const auto* row = std::find_if(std::begin(rows), std::end(rows),
                                 [tag](const Row& each) { return static_cast<std::uint16_t>(each.tag) == tag; });
  return row == std::end(rows) ? nullptr : row;
}

constexpr std::uint8_t spawn_bit = 1;
constexpr std::uint8_t mode_mask = 6;
constexpr unsigned mode_shift = 1;
constexpr unsigned replication_modes = 3;
constexpr std::uint16_t default_bit = 1;
constexpr std::uint16_t earlier_bit = 1;
constexpr unsigned directions = 2;
constexpr unsigned transfer_modes = 3;
constexpr auto last_kind = static_cast<std::uint8_t>(Kind::carried);
constexpr std::uint8_t from_client_bit = 1;
constexpr std::uint8_t handshake_bit = 2;
constexpr std::uint8_t clear_bit = 4;
constexpr unsigned deliveries = 3;

class Walker : private MessageReader<Result> {
 public:
  Walker(const Buffer& record, Sink& sink, Listener* listener) noexcept
      : MessageReader(record, sink, message_end), listener_(listener) {}

  Result run() {
    sink.open(field::mirror, 0, {});
    const bool good = head() && (result.head.kind == Kind::message ? message() : attributes());
    close(field::mirror, good);
    result.consumed = in_.position();
    return result;
  }

 private:
  // --- Reading ----------------------------------------------------------------------------------------------------

  /// A number from a fixed set.
  bool choice(Field field, std::uint8_t& out, unsigned count) {
    const Offset begin = in_.position();
    return number(field, out) && (out < count || fail(Problem::Code::out_of_range, field, begin, out, count));
  }

  bool text(Field field, Offset length, std::string_view& out) {
    return text_of_length(field, length, note::mirror_invalid_utf8, out);
  }

  bool text(Field field, std::string_view& out) { return text(field, in_.left(), out); }

  // --- The head ---------------------------------------------------------------------------------------------------

  bool head() {
    Head& head = result.head;
    std::uint8_t kind = 0;
    if (!number(field::mirror_version, head.version)) return false;
    if (head.version != version)
      return fail(Problem::Code::out_of_range, field::mirror_version, 0, head.version, version + 1U);
    if (!number(field::mirror_kind, kind) || !number(field::mirror_head_length, head.length)) return false;
    if (kind == 0) return fail(Problem::Code::out_of_range, field::mirror_kind, 1, kind, 1);
    // Kinds of later versions have the common head, and attributes.
    head.kind = kind <= last_kind ? static_cast<Kind>(kind) : Kind::none;
    const Offset known = head.kind == Kind::message ? message_head : common_head;
    if (head.length < known)
      return fail(Problem::Code::length_mismatch, field::mirror_head_length, 2, head.length, known);
    if (!number(field::mirror_time, head.time) || !number(field::mirror_game, head.game) ||
        !number(field::mirror_sequence, head.sequence) || !number(field::mirror_own_id, head.own_id))
      return false;
    if (head.kind == Kind::none) note(note::mirror_newer, 1, 1);
    if (listener_ != nullptr) listener_->head(head);
    return head.kind == Kind::message || rest_of_head();
  }

  /// Bytes that a later version added after the known fields.
  bool rest_of_head() {
    const Offset begin = in_.position();
    const Offset length = result.head.length - begin;
    if (length == 0) return true;
    if (!has(length, field::mirror_head_more)) return false;
    leaf(field::mirror_head_more, begin, length, Value::of_bytes(in_.view(begin, length)));
    note(note::mirror_newer, begin, length);
    in_.skip(length);
    return true;
  }

  // --- A message --------------------------------------------------------------------------------------------------

  bool message() {
    Message message;
    std::uint8_t direction = 0;
    std::uint8_t mode = 0;
    std::uint16_t flags = 0;
    if (!number(field::mirror_peer, message.peer) || !choice(field::mirror_direction, direction, directions) ||
        !choice(field::mirror_transfer_mode, mode, transfer_modes))
      return false;
    const Offset flags_begin = in_.position();
    if (!number(field::mirror_message_flags, flags)) return false;
    leaf(field::mirror_earlier, flags_begin, sizeof flags, Value::of_bool(flags));
    if (!number(field::mirror_channel, message.channel)) return false;
    const Offset length_begin = in_.position();
    if (!number(field::mirror_length, message.length) || !rest_of_head()) return false;
    message.direction = static_cast<Direction>(direction);
    message.mode = static_cast<TransferMode>(mode);
    message.is_earlier = (flags & earlier_bit) != 0;
    message.begin = in_.position();
    const Offset there = in_.left();
    if (there > message.length)
      return fail(Problem::Code::length_mismatch, field::mirror_length, length_begin, message.length, there);
    if (there < message.length) note(note::mirror_shortened, length_begin, sizeof message.length);
    const bool taken = listener_ != nullptr && listener_->message(message);
    const Offset captured = in_.captured_left();
    if (!taken && captured != 0)
      leaf(field::mirror_message, message.begin, captured, Value::of_bytes(in_.view(message.begin, captured)));
    if (!taken && !has(there, field::mirror_message)) return false;
    in_.skip(captured);
    return true;
  }

  // --- Attributes -------------------------------------------------------------------------------------------------

  bool attributes() {
    if (result.head.kind == Kind::dropped) note(note::mirror_gap, 1, 1);
    while (in_.left() != 0) {
      open(field::mirror_attribute);
      const bool good = attribute();
      if (!close(field::mirror_attribute, good)) return false;
    }
    return true;
  }

  bool attribute() {
    const Offset tag_begin = in_.position();
    std::uint16_t tag = 0;
    std::uint16_t flags = 0;
    std::uint32_t length = 0;
    if (!number(field::mirror_tag, tag) || !number(field::mirror_attribute_flags, flags) ||
        !number(field::mirror_attribute_length, length))
      return false;
    // The beginning of a message that was carried is read, as that of any other message.
    const bool is_message = tag == static_cast<std::uint16_t>(Tag::carried) && length <= in_.left();
    if (!is_message && !has(length, field::mirror_attribute)) return false;
    const Offset end = in_.position() + length;
    narrow(end, field::mirror_attribute_length);
    const Row* row = find(tag);
    if (row == nullptr) note(note::mirror_newer, tag_begin, sizeof tag);
    const bool good = row == nullptr || value(*row);
    if (good && in_.left() != 0) unknown();
    if (!good) return false;
    narrow(this->end(), message_end);
    return true;
  }

  void unknown() {
    const Offset length = in_.left();  // attribute() has checked that it is there
    leaf(field::mirror_unknown, in_.position(), length, Value::of_bytes(in_.view(in_.position(), length)));
    in_.skip(length);
  }

  bool value(const Row& row) {
    switch (row.form) {
      case Form::text: {
        std::string_view out;
        if (!text(row.field, out)) return false;
        if (listener_ != nullptr) listener_->text(row.tag, out);
        return true;
      }
      case Form::number: return number_by_type(row);
      case Form::method: return method();
      case Form::argument: return argument();
      case Form::property: return property();
      case Form::link: return link();
      case Form::carried: return carried();
    }
    return false;
  }

  template <class T>
  bool number_of(const Row& row) {
    T out = 0;
    if (!number(row.field, out)) return false;
    if (listener_ != nullptr) listener_->number(row.tag, static_cast<std::int64_t>(out));
    return true;
  }

  bool number_by_type(const Row& row) {
    switch (info(row.field).type) {
      case FieldType::uint8: return number_of<std::uint8_t>(row);
      case FieldType::uint32: return number_of<std::uint32_t>(row);
      case FieldType::int32: return number_of<std::int32_t>(row);
      default: return number_of<std::uint64_t>(row);
    }
  }

  bool method() {
    Method method;
    std::uint8_t local = 0;
    std::uint8_t reserved = 0;
    if (!number(field::mirror_method_id, method.id) || !number(field::mirror_method_mode, method.mode) ||
        !number(field::mirror_method_transfer_mode, method.transfer_mode))
      return false;
    if (!peek(local, field::mirror_method_local)) return false;
    leaf(field::mirror_method_local, in_.position(), 1, Value::of_bool(local));
    in_.skip(1);
    if (!number(field::mirror_method_reserved, reserved) || !number(field::mirror_method_channel, method.channel) ||
        !text(field::mirror_method, method.name))
      return false;
    method.call_local = local != 0;
    if (listener_ != nullptr) listener_->method(method);
    return true;
  }

  bool argument() {
    Argument argument;
    const Offset begin = in_.position();
    std::uint16_t flags = 0;
    std::uint16_t name_length = 0;
    if (!number(field::mirror_argument_flags, flags)) return false;
    leaf(field::mirror_argument_default, begin, sizeof flags, Value::of_bool(flags));
    if (!number(field::mirror_argument_name_length, name_length) ||
        !text(field::mirror_argument, name_length, argument.name) || !text(field::mirror_argument_type, argument.type))
      return false;
    argument.has_default = (flags & default_bit) != 0;
    if (listener_ != nullptr) listener_->argument(argument);
    return true;
  }

  bool property() {
    Property property;
    const Offset begin = in_.position();
    std::uint8_t reserved = 0;
    std::uint8_t flags = 0;
    if (!peek(flags, field::mirror_property_spawn)) return false;
    leaf(field::mirror_property_spawn, begin, 1, Value::of_bool(flags));
    leaf(field::mirror_property_mode, begin, 1, Value::of_uint(flags));
    in_.skip(1);
    const unsigned mode = (flags & mode_mask) >> mode_shift;
    if (mode >= replication_modes)
      return fail(Problem::Code::out_of_range, field::mirror_property_mode, begin, mode, replication_modes);
    if (!number(field::mirror_property_reserved, reserved) || !text(field::mirror_property, property.path))
      return false;
    property.spawn = (flags & spawn_bit) != 0;
    property.mode = static_cast<Replication>(mode);
    if (listener_ != nullptr) listener_->property(property);
    return true;
  }

  // --- A message as carried ---------------------------------------------------------------------------------------

  /// The transport that carried the message: not the mirror, whose messages are in records already.
  bool transport(multiplayer::Transport& out) {
    const Offset begin = in_.position();
    std::uint8_t row = 0;
    if (!choice(field::mirror_link_transport, row, multiplayer::transport_count)) return false;
    out = static_cast<multiplayer::Transport>(row);
    return out != multiplayer::Transport::mirror ||
           fail(Problem::Code::misplaced, field::mirror_link_transport, begin, row, 0);
  }

  bool link() {
    std::uint8_t flags = 0;
    std::uint8_t delivery = 0;
    std::uint8_t format = 0;
    if (!number(field::mirror_link, link_.link) || !transport(link_.transport) ||
        !peek(flags, field::mirror_link_from_client))
      return false;
    for (const Field field :
         {field::mirror_link_from_client, field::mirror_link_handshake, field::mirror_link_server_is_clear})
      leaf(field, in_.position(), 1, Value::of_bool(flags));
    in_.skip(1);
    if (!choice(field::mirror_link_delivery, delivery, deliveries) ||
        !choice(field::mirror_link_format, format, multiplayer::format_count + 1) ||
        !number(field::mirror_link_channel, link_.channel) ||
        !number(field::mirror_link_connect_data, link_.connect_data) ||
        !number(field::mirror_link_channel_count, link_.channel_count) ||
        !number(field::mirror_link_server, link_.server))
      return false;
    link_.delivery = static_cast<multiplayer::Delivery>(delivery);
    if (format != 0) link_.format = static_cast<multiplayer::Format>(format - 1);
    link_.from_client = (flags & from_client_bit) != 0;
    link_.has_handshake = (flags & handshake_bit) != 0;
    link_.server_is_clear = (flags & clear_bit) != 0;
    has_link_ = true;
    return true;
  }

  /// Only after its connection.
  bool carried() {
    link_.begin = in_.position();
    link_.length = in_.left();
    const Offset captured = std::min(in_.captured_left(), link_.length);
    if (captured < link_.length) note(note::mirror_shortened, link_.begin, captured);
    const bool taken = has_link_ && listener_ != nullptr && listener_->carried(link_);
    if (!taken && captured != 0)
      leaf(field::mirror_carried, link_.begin, captured, Value::of_bytes(in_.view(link_.begin, captured)));
    if (!has(link_.length, field::mirror_carried)) return false;
    in_.skip(link_.length);
    return true;
  }

  Carried link_;
  bool has_link_ = false;
  Listener* listener_;
};

}  // namespace

Result walk(const Buffer& record, Sink& sink, Listener* listener) { return Walker(record, sink, listener).run(); }

Result validate(const Buffer& record, Listener* listener) {
  SilentSink silence;
  return walk(record, silence, listener);
}

}  // namespace godot::mirror

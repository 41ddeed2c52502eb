// SPDX-License-Identifier: MIT
#include "codec/mirror/writer.h"

#include <algorithm>

namespace godot::mirror {
namespace {

constexpr std::size_t attribute_head_size = 8;
constexpr std::size_t link_size = 24;

/// Writes from front to back; the caller has checked that there is room.
class Pen {
 public:
  explicit Pen(std::span<std::uint8_t> room) noexcept : room_(room) {}

  template <class Number>
  void number(Number value) noexcept {
    constexpr unsigned bits = 8;
    auto rest = static_cast<std::uint64_t>(value);
    for (std::size_t i = 0; i != sizeof value; ++i, rest >>= bits) room_[at_++] = static_cast<std::uint8_t>(rest);
  }
  void bytes(std::span<const std::uint8_t> bytes) noexcept {
    std::copy(bytes.begin(), bytes.end(), room_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ += bytes.size();
  }
  void head(const Head& head, Kind kind, std::uint16_t length) noexcept {
    number(version);
    number(static_cast<std::uint8_t>(kind));
    number(length);
    number(head.time);
    number(head.game);
    number(head.sequence);
    number(head.own_id);
  }
  void attribute(Tag tag, std::string_view text) noexcept {
    attribute_head(tag, text.size());
    for (const char letter : text) number(static_cast<std::uint8_t>(letter));
  }
  void attribute_head(Tag tag, std::size_t size) noexcept {
    number(static_cast<std::uint16_t>(tag));
    number(std::uint16_t{0});
    number(static_cast<std::uint32_t>(size));
  }
  [[nodiscard]] std::size_t written() const noexcept { return at_; }

 private:
  std::span<std::uint8_t> room_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t message_record_size(std::size_t length) noexcept { return message_head + length; }

std::size_t write_message(std::span<std::uint8_t> room, const Head& head, const Message& message,
                          std::span<const std::uint8_t> bytes, std::uint32_t reported) noexcept {
  if (room.size() < message_record_size(bytes.size())) return 0;
  Pen pen(room);
  pen.head(head, Kind::message, message_head);
  pen.number(message.peer);
  pen.number(static_cast<std::uint8_t>(message.direction));
  pen.number(static_cast<std::uint8_t>(message.mode));
  pen.number(std::uint16_t{0});
  pen.number(message.channel);
  pen.number(reported);
  pen.bytes(bytes);
  return pen.written();
}

std::size_t write_game(std::span<std::uint8_t> room, const Head& head, std::string_view transport,
                       std::string_view role) noexcept {
  constexpr std::string_view api = "SceneMultiplayer";
  const std::size_t size = common_head + 3 * attribute_head_size + transport.size() + api.size() + role.size();
  if (room.size() < size) return 0;
  Pen pen(room);
  pen.head(head, Kind::game, common_head);
  pen.attribute(Tag::transport, transport);
  pen.attribute(Tag::api, api);
  pen.attribute(Tag::role, role);
  return pen.written();
}

std::size_t carried_record_size(std::size_t length) noexcept {
  return common_head + 2 * attribute_head_size + link_size + length;
}

std::size_t write_carried(std::span<std::uint8_t> room, const Head& head, const Carried& carried,
                          std::span<const std::uint8_t> bytes) noexcept {
  if (room.size() < carried_record_size(bytes.size())) return 0;
  const unsigned flags =
      (carried.from_client ? 1U : 0U) | (carried.has_handshake ? 2U : 0U) | (carried.server_is_clear ? 4U : 0U);
  const unsigned format = carried.format ? static_cast<unsigned>(*carried.format) + 1 : 0;
  Pen pen(room);
  pen.head(head, Kind::carried, common_head);
  pen.attribute_head(Tag::link, link_size);
  pen.number(carried.link);
  pen.number(static_cast<std::uint8_t>(carried.transport));
  pen.number(static_cast<std::uint8_t>(flags));
  pen.number(static_cast<std::uint8_t>(carried.delivery));
  pen.number(static_cast<std::uint8_t>(format));
  pen.number(carried.channel);
  pen.number(carried.connect_data);
  pen.number(carried.channel_count);
  pen.number(carried.server);
  pen.attribute_head(Tag::carried, bytes.size());
  pen.bytes(bytes);
  return pen.written();
}

}  // namespace godot::mirror

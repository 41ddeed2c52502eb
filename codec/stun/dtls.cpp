// SPDX-License-Identifier: MIT
#include "codec/stun/dtls.h"

#include "codec/core/bytes.h"

namespace godot::dtls {
namespace {

constexpr std::size_t head_size = 13;

struct NamedAlert {
  std::uint8_t alert;
  Matter matter;
  std::string_view name;
};
// RFC 5246, 7.2; RFC 8446, 6.
constexpr NamedAlert alerts[] = {
    {0, Matter::closes, "close notify"},
    {10, Matter::other, "unexpected message"},
    {20, Matter::other, "bad record MAC"},
    {22, Matter::other, "record overflow"},
    {40, Matter::ciphers, "handshake failure"},
    {42, Matter::certificate, "bad certificate"},
    {43, Matter::other, "unsupported certificate"},
    {44, Matter::other, "certificate revoked"},
    {45, Matter::other, "certificate expired"},
    {46, Matter::certificate, "certificate unknown"},
    {47, Matter::other, "illegal parameter"},
    {48, Matter::certificate, "unknown CA"},
    {49, Matter::other, "access denied"},
    {50, Matter::other, "decode error"},
    {51, Matter::other, "decrypt error"},
    {70, Matter::ciphers, "protocol version"},
    {71, Matter::ciphers, "insufficient security"},
    {80, Matter::other, "internal error"},
    {86, Matter::other, "inappropriate fallback"},
    {90, Matter::closes, "user canceled"},
    {100, Matter::other, "no renegotiation"},
    {109, Matter::other, "missing extension"},
    {110, Matter::other, "unsupported extension"},
    {112, Matter::other, "unrecognized name"},
    {116, Matter::other, "certificate required"},
    {120, Matter::other, "no application protocol"},
};

/// A record of DTLS 1.3: with an identifier whose size only the ends know, it is taken as the rest of the datagram.
Record encrypted_record(std::span<const std::uint8_t> captured, std::size_t reported) noexcept {
  const bool has_identifier = (captured[0] & 0x10U) != 0;
  const std::size_t number = (captured[0] & 0x08U) != 0 ? 2 : 1;
  const bool has_length = (captured[0] & 0x04U) != 0;
  Record record = {.is_encrypted = true, .size = reported};
  if (has_identifier || !has_length) return record;
  if (captured.size() < 3 + number) return {};
  record.size = 3 + number + load_be16(captured.data() + 1 + number);
  return record.size <= reported ? record : Record{};
}

}  // namespace

Record first_record(std::span<const std::uint8_t> captured, std::size_t reported) noexcept {
  if (captured.empty()) return {};
  if (captured[0] >> 5U == 1) return encrypted_record(captured, reported);
  if (captured.size() < head_size || captured[0] < 20 || captured[0] > 26 || captured[1] != 0xfe ||
      (captured[2] != 0xff && captured[2] != 0xfd))
    return {};
  const std::size_t size = load_be16(captured.data() + 11);
  if (reported < head_size + size) return {};
  Record record = {.is_encrypted = load_be16(captured.data() + 3) != 0, .size = head_size + size};
  if (captured[0] <= 23) record.content = static_cast<Content>(captured[0]);
  const std::span<const std::uint8_t> content = captured.subspan(head_size);
  if (record.is_encrypted || size < 2 || content.size() < 2) return record;
  record.has_content = true;
  if (record.content == Content::handshake) record.handshake = content[0];
  if (record.content == Content::alert) {
    record.is_fatal = content[0] == 2;
    record.alert = content[1];
  }
  return record;
}

std::string_view alert_name(std::uint8_t alert) noexcept {
  for (const NamedAlert& each : alerts)
    if (each.alert == alert) return each.name;
  return {};
}

Matter matter_of(std::uint8_t alert) noexcept {
  for (const NamedAlert& each : alerts)
    if (each.alert == alert) return each.matter;
  return Matter::other;
}

}  // namespace godot::dtls

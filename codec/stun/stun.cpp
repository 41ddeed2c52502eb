// SPDX-License-Identifier: MIT
#include "codec/stun/stun.h"

#include <algorithm>

#include "codec/core/bytes.h"

namespace godot::stun {
namespace {

// Attributes (RFC 8489, 18.3; RFC 8445, 16.1; RFC 8656, 18).
enum Attribute : std::uint16_t {
  username_attribute = 0x0006,
  integrity_attribute = 0x0008,
  error_attribute = 0x0009,
  channel_attribute = 0x000c,
  peer_attribute = 0x0012,
  data_attribute = 0x0013,
  relayed_attribute = 0x0016,
  integrity_sha256_attribute = 0x001c,
  mapped_attribute = 0x0020,
  priority_attribute = 0x0024,
  use_candidate_attribute = 0x0025,
  software_attribute = 0x8022,
  fingerprint_attribute = 0x8028,
  controlled_attribute = 0x8029,
  controlling_attribute = 0x802a,
};

struct NamedError {
  std::uint16_t code;
  std::string_view name;
};
// RFC 8489, 14.8; RFC 8445, 7.3.1.1; RFC 8656, 19.
constexpr NamedError errors[] = {
    {300, "Try Alternate"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {405, "Mobility Forbidden"},
    {420, "Unknown Attribute"},
    {437, "Allocation Mismatch"},
    {438, "Stale Nonce"},
    {440, "Address Family not Supported"},
    {441, "Wrong Credentials"},
    {442, "Unsupported Transport Protocol"},
    {443, "Peer Address Family Mismatch"},
    {486, "Allocation Quota Reached"},
    {487, "Role Conflict"},
    {500, "Server Error"},
    {508, "Insufficient Capacity"},
};

std::string_view text_of(std::span<const std::uint8_t> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// An address that is XORed with the cookie and, of IPv6, the transaction.
bool read_address(std::span<const std::uint8_t> value, std::span<const std::uint8_t> mask, End& end) noexcept {
  if (value.size() != 8 && value.size() != 20) return false;
  const bool is_v6 = value[1] == 2;
  if ((!is_v6 && value[1] != 1) || value.size() != (is_v6 ? 20U : 8U)) return false;
  end = {.family = static_cast<std::uint8_t>(is_v6 ? 6 : 4),
         .port = static_cast<std::uint16_t>(load_be16(value.data() + 2) ^ cookie >> 16U)};
  for (std::size_t i = 0; i != value.size() - 4; ++i) end.host[i] = static_cast<std::uint8_t>(value[4 + i] ^ mask[i]);
  return true;
}

/// The CRC-32 of ISO 3309 over the bytes before the attribute, XORed with 0x5354554e (RFC 8489, 14.7).
std::uint32_t fingerprint_of(std::span<const std::uint8_t> bytes) noexcept {
  std::uint32_t crc = 0xffffffff;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit != 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc ^ 0x5354554e;
}

/// The value of one attribute; false: it is not formed as it should be.
bool read_value(std::uint16_t type, std::span<const std::uint8_t> value, std::span<const std::uint8_t> mask,
                Message& message) noexcept {
  switch (type) {
    case username_attribute: message.username = text_of(value); return true;
    case software_attribute: message.software = text_of(value); return true;
    case mapped_attribute: return read_address(value, mask, message.mapped);
    case relayed_attribute: return read_address(value, mask, message.relayed);
    case peer_attribute: return message.peer.family != 0 || read_address(value, mask, message.peer);
    case error_attribute:
      if (value.size() < 4) return false;
      message.error = static_cast<std::uint16_t>((value[2] & 7U) * 100 + value[3]);
      return message.error >= 300 && message.error < 700 && value[3] < 100;
    case channel_attribute:
      if (value.size() != 4) return false;
      message.channel = load_be16(value.data());
      return true;
    case priority_attribute:
      if (value.size() != 4) return false;
      message.priority = load_be32(value.data());
      message.has_priority = true;
      return true;
    case use_candidate_attribute: message.use_candidate = true; return value.empty();
    case controlled_attribute: message.role = Role::controlled; return value.size() == 8;
    case controlling_attribute: message.role = Role::controlling; return value.size() == 8;
    default: return true;
  }
}

bool read_attributes(std::span<const std::uint8_t> captured, std::size_t end, Message& message) noexcept {
  const std::span<const std::uint8_t> mask = captured.subspan(4, 16);
  bool is_sealed = false;  // what follows an integrity is not covered by it, and only a fingerprint counts
  for (std::size_t at = head_size; at != end;) {
    if (captured.size() < at + 4) return false;
    const std::uint16_t type = load_be16(captured.data() + at);
    const std::size_t size = load_be16(captured.data() + at + 2);
    const std::size_t value_at = at + 4;
    if (end - value_at < size) return false;
    const std::span<const std::uint8_t> rest = captured.subspan(value_at);
    if (type == data_attribute && !is_sealed && !message.has_data) {
      message.has_data = true;
      message.data = rest.first(std::min(size, rest.size()));
      message.data_size = size;
    }
    if (rest.size() < size) return false;
    const std::span<const std::uint8_t> value = rest.first(size);
    if (type == fingerprint_attribute) {
      message.has_fingerprint = true;
      message.fits_fingerprint = size == 4 && fingerprint_of(captured.first(at)) == load_be32(value.data());
    } else if (!is_sealed && !read_value(type, value, mask, message)) {
      return false;
    }
    is_sealed |= type == integrity_attribute || type == integrity_sha256_attribute;
    at = std::min(value_at + ((size + 3U) & ~std::size_t{3}), end);
  }
  return true;
}

bool is_uuid(std::string_view text) noexcept {
  for (std::size_t i = 0; i != text.size(); ++i) {
    const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
    const char byte = text[i];
    const bool is_digit = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
    if (is_dash ? byte != '-' : !is_digit) return false;
  }
  return text.size() == 36;
}

}  // namespace

bool is_private(const End& end) noexcept {
  const auto& host = end.host;
  if (end.family == 6)
    return (host[0] & 0xfeU) == 0xfc || (host[0] == 0xfe && (host[1] & 0xc0U) == 0x80) ||
           (end.host == decltype(end.host){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
  return host[0] == 10 || host[0] == 127 || (host[0] == 172 && (host[1] & 0xf0U) == 16) ||
         (host[0] == 192 && host[1] == 168) || (host[0] == 169 && host[1] == 254) ||
         (host[0] == 100 && (host[1] & 0xc0U) == 64);
}

bool read(std::span<const std::uint8_t> captured, std::size_t reported, Message& message) noexcept {
  message = {};
  if (!has_head(captured)) return false;
  const std::size_t size = load_be16(captured.data() + 2);
  if (size % 4 != 0 || head_size + size != reported) return false;
  const std::uint16_t type = load_be16(captured.data());
  message.method = static_cast<std::uint16_t>((type & 0x000fU) | (type & 0x00e0U) >> 1U | (type & 0x3e00U) >> 2U);
  message.kind = static_cast<Class>((type & 0x0010U) >> 4U | (type & 0x0100U) >> 7U);
  std::copy_n(captured.begin() + 8, message.transaction.size(), message.transaction.begin());
  message.is_whole = read_attributes(captured.first(std::min(captured.size(), reported)), reported, message);
  return true;
}

bool read(std::span<const std::uint8_t> captured, std::size_t reported, ChannelData& frame) noexcept {
  frame = {};
  if (!has_channel(captured)) return false;
  const std::size_t size = load_be16(captured.data() + 2);
  // Over UDP the content may be filled up to a multiple of 4.
  if (reported < 4 + size || reported - 4 - size > 3) return false;
  frame.channel = load_be16(captured.data());
  frame.data_size = size;
  frame.data = captured.subspan(4, std::min(size, captured.size() - 4));
  return true;
}

bool first_in_stream(std::span<const std::uint8_t> bytes, Framed& first) noexcept {
  first = {};
  if (bytes.empty()) return true;
  if (bytes[0] > 0x7f) return false;
  const bool is_message = bytes[0] < 0x40;
  if (bytes.size() < (is_message ? std::size_t{8} : channel_head_size)) return true;
  if (is_message && load_be32(bytes.data() + 4) != cookie) return false;
  const std::size_t size = load_be16(bytes.data() + 2);
  if (is_message && size % 4 != 0) return false;
  first.size = size + (is_message ? head_size : channel_head_size);
  first.padded = (first.size + 3) & ~std::size_t{3};
  return true;
}

bool read(std::string_view username, Fragments& fragments) noexcept {
  const std::size_t colon = username.find(':');
  if (colon == std::string_view::npos) return false;
  fragments = {.receiver = username.substr(0, colon), .sender = username.substr(colon + 1)};
  // RFC 8445, 5.3: 4 to 256 characters of letters, digits, '+' and '/'.
  const auto fits = [](std::string_view text) {
    return text.size() >= 4 && text.size() <= 256 && std::all_of(text.begin(), text.end(), [](char byte) {
             return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                    byte == '+' || byte == '/';
           });
  };
  return fits(fragments.receiver) && fits(fragments.sender);
}

std::string_view error_name(std::uint16_t code) noexcept {
  for (const NamedError& each : errors)
    if (each.code == code) return each.name;
  return {};
}

bool read(std::span<const std::uint8_t> datagram, LocalName& name) noexcept {
  // RFC 1035, 4.1: a header of 12 bytes with the numbers of questions and answers, then the first of them: labels.
  constexpr std::size_t at = 12;
  constexpr std::size_t label = 36;
  constexpr std::string_view local = "\x05local";
  name = {};
  if (datagram.size() < at + 1 + label + local.size() + 1 || datagram[at] != label) return false;
  const std::string_view rest = text_of(datagram.subspan(at + 1));
  if (!rest.substr(label).starts_with(local) || rest[label + local.size()] != 0 || !is_uuid(rest.substr(0, label)))
    return false;
  const std::uint16_t questions = load_be16(datagram.data() + 4);
  const std::uint16_t answers = load_be16(datagram.data() + 6);
  if (questions == 0 && answers == 0) return false;
  name = {.name = rest.substr(0, label), .is_answer = (datagram[2] & 0x80U) != 0 && answers != 0};
  return true;
}

}  // namespace godot::stun

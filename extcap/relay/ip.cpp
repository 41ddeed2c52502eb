// SPDX-License-Identifier: MIT
// Sources: RFC 791, RFC 8200, RFC 768, RFC 9293, RFC 1071.
#include "extcap/relay/ip.h"

#include <algorithm>
#include <cstdio>

namespace godotdump::relay {
namespace {

constexpr std::uint8_t protocol_tcp = 6;
constexpr std::uint8_t protocol_udp = 17;
constexpr std::uint8_t hops = 64;
constexpr std::size_t udp_size = 8;
constexpr std::size_t tcp_size = 20;
constexpr std::size_t v4_size = 20;
constexpr std::size_t v6_size = 40;

void put16(Header& out, std::size_t number) {
  out.push_back(static_cast<std::uint8_t>(number >> 8 & 0xFF));
  out.push_back(static_cast<std::uint8_t>(number & 0xFF));
}

void put32(Header& out, std::uint32_t number) {
  put16(out, number >> 16);
  put16(out, number & 0xFFFF);
}

void put_address(Header& out, const End& end) {
  out.insert(out.end(), end.address.begin(), end.address.begin() + (end.is_v6 ? 16 : 4));
}

/// Adds 16-bit words; an odd byte at the end counts as the upper half of one.
std::uint32_t add_words(std::span<const std::uint8_t> bytes, std::uint32_t sum) {
  std::size_t at = 0;
  std::uint64_t all = sum;
  for (; at + 1 < bytes.size(); at += 2) all += static_cast<std::uint32_t>(bytes[at] << 8 | bytes[at + 1]);
  if (at < bytes.size()) all += static_cast<std::uint32_t>(bytes[at] << 8);
  while (all > 0xFFFF) all = (all & 0xFFFF) + (all >> 16);
  return static_cast<std::uint32_t>(all);
}

/// The IP header before a header of `own` bytes and the content.
void put_ip(const End& from, const End& to, std::uint8_t protocol, std::size_t own, std::size_t content, Header& out) {
  out.clear();
  if (from.is_v6) {
    put32(out, 6U << 28);
    put16(out, own + content);
    out.push_back(protocol);
    out.push_back(hops);
  } else {
    put16(out, 0x4500);
    put16(out, v4_size + own + content);
    put16(out, 0);
    put16(out, 0x4000);  // flag of IP: don't fragment
    out.push_back(hops);
    out.push_back(protocol);
    put16(out, 0);
  }
  put_address(out, from);
  put_address(out, to);
  if (from.is_v6) return;
  const std::uint32_t sum = ~add_words(out, 0) & 0xFFFF;
  out[10] = static_cast<std::uint8_t>(sum >> 8);
  out[11] = static_cast<std::uint8_t>(sum & 0xFF);
}

/// Sets the checksum of the header behind the IP header, at `place` in it.
void set_checksum(Header& out, bool is_v6, std::uint8_t protocol, std::size_t place,
                  std::span<const std::uint8_t> bytes) {
  const std::size_t begin = is_v6 ? v6_size : v4_size;
  const std::size_t addresses = is_v6 ? 8 : 12;
  std::uint32_t sum = static_cast<std::uint32_t>(protocol + (out.size() - begin) + bytes.size());
  sum = (sum & 0xFFFF) + (sum >> 16);
  sum = add_words(std::span(out).subspan(addresses, begin - addresses), sum);
  sum = add_words(std::span(out).subspan(begin), sum);
  sum = ~add_words(bytes, sum) & 0xFFFF;
  if (sum == 0 && protocol == protocol_udp) sum = 0xFFFF;  // 0 would mean: none
  out[begin + place] = static_cast<std::uint8_t>(sum >> 8);
  out[begin + place + 1] = static_cast<std::uint8_t>(sum & 0xFF);
}

bool has_zeros(const End& end, std::size_t count) {
  return std::all_of(end.address.begin(), end.address.begin() + static_cast<std::ptrdiff_t>(count),
                     [](auto each) { return each == 0; });
}

/// An address of IPv4 in one of IPv6: RFC 4291, 2.5.5.2.
bool is_mapped(const End& end) { return has_zeros(end, 10) && end.address[10] == 0xFF && end.address[11] == 0xFF; }

std::string text_of_v4(const std::uint8_t* bytes) {
  char text[16];
  std::snprintf(text, sizeof text, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
  return text;
}

}  // namespace

std::string text_of(const End& end) {
  if (!end.is_v6) return text_of_v4(end.address.data()) + ":" + std::to_string(end.port);
  if (is_mapped(end)) return "[::ffff:" + text_of_v4(&end.address[12]) + "]:" + std::to_string(end.port);
  if (is_loopback(end)) return "[::1]:" + std::to_string(end.port);
  char text[8];
  std::string all = "[";
  for (std::size_t i = 0; i < end.address.size(); i += 2) {
    std::snprintf(text, sizeof text, "%s%x", i == 0 ? "" : ":", end.address[i] << 8 | end.address[i + 1]);
    all += text;
  }
  return all + "]:" + std::to_string(end.port);
}

bool is_loopback(const End& end) {
  if (!end.is_v6) return end.address[0] == 127;
  return is_mapped(end) ? end.address[12] == 127 : has_zeros(end, 15) && end.address[15] == 1;
}

void write_udp(const End& from, const End& to, std::span<const std::uint8_t> bytes, Header& out) {
  put_ip(from, to, protocol_udp, udp_size, bytes.size(), out);
  put16(out, from.port);
  put16(out, to.port);
  put16(out, udp_size + bytes.size());
  put16(out, 0);
  set_checksum(out, from.is_v6, protocol_udp, 6, bytes);
}

void write_tcp(const End& from, const End& to, const Segment& segment, std::span<const std::uint8_t> bytes,
               Header& out) {
  put_ip(from, to, protocol_tcp, tcp_size, bytes.size(), out);
  put16(out, from.port);
  put16(out, to.port);
  put32(out, segment.sequence);
  put32(out, segment.ack ? segment.acknowledged : 0);
  const unsigned flags = (segment.fin ? 1U : 0U) | (segment.syn ? 2U : 0U) | (segment.reset ? 4U : 0U) |
                         (segment.push ? 8U : 0U) | (segment.ack ? 16U : 0U);
  put16(out, (tcp_size / 4) << 12 | flags);
  put16(out, 0xFFFF);
  put16(out, 0);
  put16(out, 0);
  set_checksum(out, from.is_v6, protocol_tcp, 16, bytes);
}

}  // namespace godotdump::relay

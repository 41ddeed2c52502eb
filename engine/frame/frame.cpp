// SPDX-License-Identifier: MIT
#include "engine/frame/frame.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "analysis/message/annotation/packet_list_line.h"
#include "base/text_hash.h"

namespace godot::engine {
namespace {

constexpr std::size_t groups = 8;

void append(std::string& text, unsigned number, int base) {
  char digits[8];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number, base);
  text.append(digits, end);
}

std::string ipv4(const Address& address) {
  std::string text;
  for (std::size_t i = 0; i != 4; ++i) {
    if (i != 0) text += '.';
    append(text, address.bytes[i], 10);
  }
  return text;
}

/// As inet_ntop() and RFC 5952 write it: the longest run of zeros, of two groups or more, as "::".
std::string ipv6(const Address& address) {
  std::array<unsigned, groups> group = {};
  for (std::size_t i = 0; i != groups; ++i)
    group[i] = static_cast<unsigned>(address.bytes[2 * i]) << 8 | address.bytes[2 * i + 1];
  std::size_t best = groups;
  std::size_t longest = 1;
  for (std::size_t i = 0; i < groups;) {
    const std::size_t begin = i;
    while (i < groups && group[i] == 0) ++i;
    if (i - begin > longest) {
      longest = i - begin;
      best = begin;
    }
    i = std::max(i, begin + 1);
  }
  std::string text;
  for (std::size_t i = 0; i < groups; ++i) {
    if (i == best) {
      text += "::";
      i += longest - 1;
      continue;
    }
    if (!text.empty() && text.back() != ':') text += ':';
    append(text, group[i], 16);
  }
  return text;
}

}  // namespace

std::size_t AddressHash::operator()(const Address& address) const noexcept {
  return static_cast<std::size_t>(analysis::TextHash{}(address.host())) ^ address.port * std::size_t{0x9E3779B1};
}

std::string marks_of(const MessageLine& line) {
  std::string marks;
  if (line.again) marks += analysis::annotation::again_mark;
  if (line.earlier) marks += analysis::annotation::earlier_mark;
  if (line.malformed) marks += analysis::annotation::malformed_mark;
  return marks;
}

std::uint64_t host_key(const Address& address) noexcept {
  return address.family == 0 ? 0 : analysis::TextHash{}(address.host()) | 1U;
}

std::string text_of(const Address& address) {
  std::string text;
  if (address.family == 6) text.append(1, '[').append(ipv6(address)).append(1, ']');
  else text = ipv4(address);
  text += ':';
  append(text, address.port, 10);
  return text;
}

}  // namespace godot::engine

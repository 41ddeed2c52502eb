// SPDX-License-Identifier: MIT
#include <cstdio>

#include "capture/frame/packet.h"

namespace godot::capture {
namespace {

constexpr unsigned groups = 8;

unsigned group(const Address& address, unsigned index) {
  return static_cast<unsigned>(address.bytes[index * 2] << 8 | address.bytes[index * 2 + 1]);
}

/// The longest run of zero groups, of two or more; the first of equal ones.
struct Run {
  unsigned begin = groups;
  unsigned size = 1;
};
Run longest_zeros(const Address& address) {
  Run best;
  for (unsigned at = 0; at != groups;) {
    unsigned end = at;
    while (end != groups && group(address, end) == 0) ++end;
    if (end - at > best.size) best = {at, end - at};
    at = end == at ? at + 1 : end;
  }
  return best;
}

std::string text_of_v4(const std::uint8_t* bytes) {
  char text[16];
  const int size = std::snprintf(text, sizeof text, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
  return {text, static_cast<std::size_t>(size)};
}

bool is_mapped(const Address& address) {
  for (unsigned i = 0; i != 5; ++i)
    if (group(address, i) != 0) return false;
  return group(address, 5) == 0xFFFF;
}

std::string text_of_v6(const Address& address) {
  if (is_mapped(address)) return "::ffff:" + text_of_v4(&address.bytes[12]);
  const Run zeros = longest_zeros(address);
  std::string text;
  for (unsigned at = 0; at != groups;) {
    if (at == zeros.begin) {
      text += "::";
      at += zeros.size;
      continue;
    }
    char part[8];
    std::snprintf(part, sizeof part, "%s%x", text.empty() || text.back() == ':' ? "" : ":", group(address, at));
    text += part;
    ++at;
  }
  return text;
}

}  // namespace

std::string text_of(const Address& address) {
  if (address.family == 4) return text_of_v4(address.bytes.data());
  return address.family == 6 ? text_of_v6(address) : std::string();
}

}  // namespace godot::capture

// SPDX-License-Identifier: MIT
// Messages of STUN and records of DTLS, written by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/stun/stun.h"

namespace godot::test::ice {

using stun::End;
using Bytes = std::vector<std::uint8_t>;

inline Bytes attribute(std::uint16_t type, const Bytes& value) {
  Bytes all = {static_cast<std::uint8_t>(type >> 8U), static_cast<std::uint8_t>(type), 0,
               static_cast<std::uint8_t>(value.size())};
  all.insert(all.end(), value.begin(), value.end());
  while (all.size() % 4 != 0) all.push_back(0);
  return all;
}
inline Bytes text(const std::string& of) { return {of.begin(), of.end()}; }
inline Bytes address(const End& end, std::uint8_t transaction = 0) {
  if (end.family == 6) {
    Bytes value = {0, 2, static_cast<std::uint8_t>(end.port >> 8U ^ 0x21U),
                   static_cast<std::uint8_t>(end.port ^ 0x12U)};
    Bytes mask = {0x21, 0x12, 0xa4, 0x42};
    mask.resize(16, transaction);
    for (std::size_t i = 0; i != 16; ++i) value.push_back(static_cast<std::uint8_t>(end.host[i] ^ mask[i]));
    return value;
  }
  Bytes value = {0, 1, static_cast<std::uint8_t>(end.port >> 8U ^ 0x21U), static_cast<std::uint8_t>(end.port ^ 0x12U)};
  constexpr std::uint8_t mask[] = {0x21, 0x12, 0xa4, 0x42};
  for (std::size_t i = 0; i != 4; ++i) value.push_back(static_cast<std::uint8_t>(end.host[i] ^ mask[i]));
  return value;
}
inline Bytes message(std::uint16_t type, std::uint8_t transaction, const std::vector<Bytes>& attributes = {}) {
  Bytes all = {static_cast<std::uint8_t>(type >> 8U), static_cast<std::uint8_t>(type), 0, 0, 0x21, 0x12, 0xa4, 0x42};
  for (int i = 0; i != 12; ++i) all.push_back(transaction);
  for (const Bytes& each : attributes) all.insert(all.end(), each.begin(), each.end());
  all[3] = static_cast<std::uint8_t>(all.size() - 20);
  return all;
}
inline Bytes record(std::uint8_t content, std::uint8_t epoch, const Bytes& bytes) {
  Bytes all = {content, 0xfe, 0xfd, 0, epoch, 0, 0, 0, 0, 0, 1, 0, static_cast<std::uint8_t>(bytes.size())};
  all.insert(all.end(), bytes.begin(), bytes.end());
  return all;
}

}  // namespace godot::test::ice

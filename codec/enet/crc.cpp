// SPDX-License-Identifier: MIT
#include "codec/enet/crc.h"

#include <array>

namespace godot::enet {
namespace {

constexpr std::uint32_t polynomial = 0xEDB88320;  // the lowest bit is the highest power

constexpr std::array<std::uint32_t, 256> table = [] {
  std::array<std::uint32_t, 256> rows{};
  for (std::uint32_t byte = 0; byte < rows.size(); ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest & 1U) != 0 ? rest >> 1U ^ polynomial : rest >> 1U;
    rows[byte] = rest;
  }
  return rows;
}();

}  // namespace

std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before) noexcept {
  std::uint32_t rest = ~before;
  for (const std::uint8_t byte : bytes) rest = rest >> 8U ^ table[(rest ^ byte) & 0xFFU];
  return ~rest;
}

std::uint32_t checksum(const Header& header, std::uint32_t connect_id,
                       std::span<const std::uint8_t> commands) noexcept {
  std::array<std::uint8_t, 8> bytes{};
  std::size_t size = 0;
  const auto put = [&](std::uint32_t number, unsigned width) {
    for (unsigned i = width; i != 0; --i) bytes[size++] = static_cast<std::uint8_t>(number >> 8U * (i - 1));
  };
  put(header.word, 2);
  if (header.has_sent_time) put(header.sent_time, 2);
  put(connect_id, 4);
  return crc32(commands, crc32(std::span(bytes).first(size)));
}

}  // namespace godot::enet

// SPDX-License-Identifier: MIT
#include "tests/unit/support/capture.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace godot::test {
namespace {

constexpr std::uint32_t magic_microseconds = 0xA1B2C3D4;
constexpr std::uint32_t magic_nanoseconds = 0xA1B23C4D;
constexpr std::uint32_t link_ethernet = 1;
constexpr std::size_t file_header = 24;
constexpr std::size_t record_header = 16;
constexpr std::size_t ethernet_header = 14;
constexpr std::size_t udp_header = 8;
constexpr unsigned udp = 17;

using View = std::span<const std::uint8_t>;

unsigned big16(View bytes, std::size_t at) { return unsigned{bytes[at]} << 8 | bytes[at + 1]; }

std::string end_of_flow(View address, View port) {
  const auto text = [](View bytes) { return to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()}); };
  return text(address) + ':' + text(port);
}

/// The UDP payload of an Ethernet frame, or nothing.
bool datagram_of(View frame, Datagram& out) {
  constexpr unsigned ipv4 = 0x0800;
  constexpr unsigned ipv6 = 0x86DD;
  if (frame.size() < ethernet_header) return false;
  const unsigned type = big16(frame, 12);
  const View packet = frame.subspan(ethernet_header);
  std::size_t header = 0;
  std::size_t addresses = 0;
  std::size_t address = 0;
  if (type == ipv4 && packet.size() >= 20 && packet[9] == udp && (big16(packet, 6) & 0x3FFF) == 0) {
    header = std::size_t{packet[0] & 15U} * 4;
    addresses = 12;
    address = 4;
  } else if (type == ipv6 && packet.size() >= 40 && packet[6] == udp) {
    header = 40;
    addresses = 8;
    address = 16;
  }
  if (header == 0 || packet.size() < header + udp_header) return false;
  const View datagram = packet.subspan(header);
  const std::size_t length = big16(datagram, 4);
  if (length < udp_header) return false;
  const View payload = datagram.subspan(udp_header, std::min(length, datagram.size()) - udp_header);
  const std::string from = end_of_flow(packet.subspan(addresses, address), datagram.first(2));
  const std::string to = end_of_flow(packet.subspan(addresses + address, address), datagram.subspan(2, 2));
  out = {std::min(from, to) + ' ' + std::max(from, to), Bytes(payload.begin(), payload.end()),
         static_cast<Offset>(length - udp_header), from};
  return true;
}

}  // namespace

Capture read_capture(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(file), {}};
  const View bytes{reinterpret_cast<const std::uint8_t*>(content.data()), content.size()};
  Capture capture;
  if (bytes.size() < file_header) return capture;
  const auto magic = load_le<std::uint32_t>(bytes.data());
  if (magic != magic_microseconds && magic != magic_nanoseconds) return capture;
  if (load_le<std::uint32_t>(bytes.data() + 20) != link_ethernet) return capture;
  capture.readable = true;
  for (std::size_t at = file_header; at + record_header <= bytes.size();) {
    const std::size_t captured = load_le<std::uint32_t>(bytes.data() + at + 8);
    at += record_header;
    if (captured > bytes.size() - at) break;
    Datagram datagram;
    if (datagram_of(bytes.subspan(at, captured), datagram)) capture.datagrams.push_back(std::move(datagram));
    else ++capture.skipped;
    at += captured;
  }
  return capture;
}

}  // namespace godot::test

// SPDX-License-Identifier: MIT
#include "codec/ip/search.h"

#include <algorithm>
#include <array>
#include <span>

#include "codec/core/bytes.h"
#include "codec/ip/header.h"

namespace godot::ip {
namespace {

constexpr std::size_t ports_size = 4;

/// The bytes of a frame from these on, which begin near its beginning. Empty: they do not.
Bytes bytes_from(Bytes frame, Bytes known) noexcept {
  constexpr std::size_t farthest = 512;
  if (known.empty() || frame.size() < known.size()) return {};
  const Bytes searched = frame.first(std::min(frame.size(), farthest));
  const auto found = std::search(searched.begin(), searched.end(), known.begin(), known.end());
  if (found == searched.end()) return {};
  return frame.subspan(static_cast<std::size_t>(found - searched.begin()));
}

/// Writes numbers as they are sent, the last `size` bytes of each.
std::uint8_t* write(std::uint8_t* to, std::span<const std::uint32_t> numbers, unsigned size) noexcept {
  for (const std::uint32_t number : numbers)
    for (unsigned i = size; i-- != 0;) *to++ = static_cast<std::uint8_t>(number >> (8 * i));
  return to;
}

}  // namespace

Ends::Ends(Bytes source, Bytes destination, std::uint32_t source_port, std::uint32_t destination_port) noexcept {
  const bool is_ip = source.size() == 4 || source.size() == 16;
  if (!is_ip || destination.size() != source.size()) return;
  auto* end = std::copy(source.begin(), source.end(), bytes_.data());
  end = std::copy(destination.begin(), destination.end(), end);
  size_ = static_cast<std::size_t>(write(end, std::array{source_port, destination_port}, 2) - bytes_.data());
}

Bytes packet_in(Bytes frame, const Ends& ends) noexcept {
  if (ends.known().empty()) return {};
  const std::size_t before = header_of(!ends.is_v4()).addresses_at;
  const Bytes bytes = bytes_from(frame, ends.known().first(ends.known().size() - ports_size));
  const std::size_t at = frame.size() - bytes.size();
  return bytes.empty() || at < before ? Bytes() : frame.subspan(at - before);
}

Datagram datagram_in(Bytes frame, const Ends& ends) noexcept {
  constexpr std::size_t lengths = 4;  // behind the ports: its length, and its checksum
  constexpr std::size_t header = 8;
  const Bytes bytes = bytes_from(frame, ends.known());
  if (bytes.size() < ends.known().size() + lengths) return {};
  const Bytes behind = bytes.subspan(ends.known().size());
  const std::size_t whole = load_be16(behind.data());
  if (whole < header) return {};
  return {.payload = behind.subspan(lengths, std::min(whole - header, behind.size() - lengths)),
          .reported = whole - header};
}

bool segment_in(Bytes frame, std::size_t reported, const Ends& ends, Segment& segment) noexcept {
  constexpr std::size_t least_header = 20;
  const Bytes bytes = bytes_from(frame, ends.known());
  const std::size_t addresses = ends.known().size() - ports_size;
  if (bytes.empty() || bytes.size() < addresses + least_header) return false;
  const std::size_t at = frame.size() - bytes.size();  // where the addresses begin
  const Bytes tcp = bytes.subspan(addresses);
  const std::size_t size = std::size_t{tcp[12]} >> 4U << 2U;
  const Header& header = header_of(!ends.is_v4());
  const std::size_t before = header.addresses_at - header.length_at;
  if (at < before || size < least_header) return false;
  const std::size_t length = load_be16(frame.data() + at - before);
  const std::size_t counted = header.length_has_header ? header.size : 0;
  const std::size_t rest = reported - (frame.size() - tcp.size());
  // Large segments, which the network's hardware cuts, may have none.
  const std::size_t sent = length == 0 ? rest : std::max(length, counted) - counted;
  if (sent < size) return false;
  segment = {.sequence = load_be32(tcp.data() + 4),
             .acknowledged = load_be32(tcp.data() + 8),
             .flags = tcp[13],
             .payload = {},
             .reported = static_cast<std::uint32_t>(sent - size)};
  if (tcp.size() > size) segment.payload = tcp.subspan(size, std::min(sent, tcp.size()) - size);
  return true;
}

Bytes payload_in(Bytes frame, const KnownSegment& segment) noexcept {
  std::array<std::uint8_t, 12> header;
  auto* end = write(header.data(), std::array{segment.source_port, segment.destination_port}, 2);
  write(end, std::array{segment.sequence, segment.acknowledged}, 4);
  const Bytes bytes = bytes_from(frame, header);
  if (segment.header_size >= bytes.size()) return {};
  return bytes.subspan(segment.header_size, std::min(segment.payload_size, bytes.size() - segment.header_size));
}

}  // namespace godot::ip

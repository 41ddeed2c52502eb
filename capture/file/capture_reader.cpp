// SPDX-License-Identifier: MIT
// Sources: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng.
#include "capture/file/capture_reader.h"

#include <algorithm>
#include <limits>

namespace godot::capture {
namespace {

constexpr std::uint32_t section_header = 0x0A0D0D0A;
constexpr std::uint32_t byte_order = 0x1A2B3C4D;
constexpr std::uint32_t micro_magic = 0xA1B2C3D4;
constexpr std::uint32_t nano_magic = 0xA1B23C4D;

namespace block {
constexpr std::uint32_t interface = 1;
constexpr std::uint32_t obsolete_packet = 2;
constexpr std::uint32_t simple_packet = 3;
constexpr std::uint32_t enhanced_packet = 6;
// Wireshark counts these as frames.
constexpr std::uint32_t journal = 9;
constexpr std::uint32_t custom = 0xBAD;
constexpr std::uint32_t custom_not_copied = 0x40000BAD;
}  // namespace block

namespace option {
constexpr std::uint16_t comment = 1;
constexpr std::uint16_t time_resolution = 9;
constexpr std::uint16_t time_offset = 14;
}  // namespace option

constexpr std::size_t file_head = 24;
constexpr std::size_t record_head = 16;
constexpr std::size_t block_head = 8;
constexpr std::size_t block_frame = 12;
constexpr std::size_t section_head = 28;
constexpr std::size_t option_head = 4;
// Larger ones are taken for damage.
constexpr std::uint32_t largest = std::uint32_t{16} << 20;

// From 1970 to 2116: differences of differences of times fit.
constexpr std::int64_t last = (std::int64_t{1} << 62) - 1;
constexpr std::int64_t first = 0;
constexpr std::uint64_t second = 1'000'000'000;

constexpr std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

std::uint64_t bytes_of(const std::uint8_t* from, unsigned size, bool is_big_endian) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i != size; ++i) value = value << 8 | from[is_big_endian ? i : size - 1 - i];
  return value;
}

/// Seconds, and nanoseconds of the next one.
struct Moment {
  std::uint64_t seconds;
  std::uint64_t nanoseconds;
};

Moment decimal(std::uint64_t time, unsigned digits) {
  std::uint64_t unit = 1;
  for (unsigned i = 0; i != digits; ++i) {
    if (unit > std::numeric_limits<std::uint64_t>::max() / 10) return {0, 0};  // all times are less than a second
    unit *= 10;
  }
  const std::uint64_t part = time % unit;
  return {time / unit, unit <= second ? part * (second / unit) : part / (unit / second)};
}

Moment binary(std::uint64_t time, unsigned digits) {
  constexpr unsigned exact = 34;  // 2^34 * 10^9 is below 2^64
  std::uint64_t part = digits >= 64 ? time : time & ((std::uint64_t{1} << digits) - 1);
  const std::uint64_t seconds = digits >= 64 ? 0 : time >> digits;
  if (digits > exact) {
    part = digits - exact >= 64 ? 0 : part >> (digits - exact);
    digits = exact;
  }
  return {seconds, part * second >> digits};
}

std::int64_t clamped(const Moment& moment, std::int64_t offset) {
  constexpr std::int64_t longest = last / static_cast<std::int64_t>(second) - 1;
  const auto seconds = static_cast<std::int64_t>(std::min(moment.seconds, static_cast<std::uint64_t>(last)));
  if (offset > 0 && seconds > last - offset) return last;
  const std::int64_t total = seconds + offset;
  if (total > longest) return last;
  if (total < 0) return first;
  return total * static_cast<std::int64_t>(second) + static_cast<std::int64_t>(moment.nanoseconds);
}

}  // namespace

std::span<const std::uint8_t> Reader::rest() const noexcept {
  return std::span(buffer_).subspan(begin_, end_ - begin_);
}

std::uint16_t Reader::number16(const std::uint8_t* from) const noexcept {
  return static_cast<std::uint16_t>(bytes_of(from, 2, is_big_endian_));
}
std::uint32_t Reader::number32(const std::uint8_t* from) const noexcept {
  const std::uint32_t first = from[0];  // a form that compilers know as one load
  const std::uint32_t second = from[1];
  const std::uint32_t third = from[2];
  const std::uint32_t fourth = from[3];
  return is_big_endian_ ? first << 24 | second << 16 | third << 8 | fourth
                        : first | second << 8 | third << 16 | fourth << 24;
}
std::uint64_t Reader::number64(const std::uint8_t* from) const noexcept { return bytes_of(from, 8, is_big_endian_); }

bool Reader::fail(std::uint64_t offset, std::string_view expected) {
  fault_ = {offset, "Byte " + std::to_string(offset) + " of the capture: expected " + std::string(expected) + "."};
  return false;
}

void Reader::feed(std::span<const std::uint8_t> bytes) {
  if (fault_) return;
  const std::span<std::uint8_t> place = room(bytes.size());
  std::copy(bytes.begin(), bytes.end(), place.begin());
  fed(bytes.size());
}

std::span<std::uint8_t> Reader::room(std::size_t size) {
  // Moved only if what was read is the greater part: each byte is moved once on average.
  if (begin_ >= end_ - begin_) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    consumed_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < size) buffer_.resize(end_ + size);
  return std::span(buffer_).subspan(end_, size);
}

void Reader::fed(std::size_t size) noexcept { end_ += size; }

bool Reader::next(Frame& frame) {
  if (fault_ || (format_ == Format::unknown && !recognise())) return false;
  return format_ == Format::pcap ? next_record(frame) : next_block(frame);
}

void Reader::finish() {
  if (fault_) return;
  if (format_ == Format::unknown) {
    fail(position(),
         "the head of a pcap or pcapng capture, and it ends after " + std::to_string(rest().size()) + " bytes");
  } else if (!rest().empty()) {
    fail(position() + rest().size(),
         "more bytes: the capture ends within a packet that begins at byte " + std::to_string(position()));
  }
}

bool Reader::recognise() {
  const auto bytes = rest();
  if (bytes.size() < 4) return false;
  const auto magic = static_cast<std::uint32_t>(bytes_of(bytes.data(), 4, false));
  if (magic == section_header) {
    format_ = Format::pcapng;
    return true;
  }
  return recognise_pcap(magic);
}

bool Reader::recognise_pcap(std::uint32_t magic) {
  const auto bytes = rest();
  const auto swapped = static_cast<std::uint32_t>(bytes_of(bytes.data(), 4, true));
  is_big_endian_ = swapped == micro_magic || swapped == nano_magic;
  const std::uint32_t known = is_big_endian_ ? swapped : magic;
  if (known != micro_magic && known != nano_magic) return fail(position(), "the head of a pcap or pcapng capture");
  if (bytes.size() < file_head) return false;
  in_nanoseconds_ = known == nano_magic;
  link_type_ = static_cast<LinkType>(number32(&bytes[20]));  // the upper half: how long check sequences are
  begin_ += file_head;
  format_ = Format::pcap;
  return true;
}

bool Reader::next_record(Frame& frame) {
  const auto bytes = rest();
  if (bytes.size() < record_head) return false;
  const std::uint32_t length = number32(&bytes[8]);
  if (length > largest) return fail(position() + 8, "the length of a packet, not " + std::to_string(length));
  if (bytes.size() - record_head < length) return false;
  const std::uint64_t part = number32(&bytes[4]);
  frame = {};
  frame.number = ++number_;
  frame.time =
      clamped({number32(bytes.data()), 0}, 0) + static_cast<std::int64_t>(in_nanoseconds_ ? part : part * 1000);
  frame.link_type = link_type_;
  frame.bytes = bytes.subspan(record_head, length);
  frame.reported = std::max(number32(&bytes[12]), length);
  begin_ += record_head + length;
  return true;
}

bool Reader::next_block(Frame& frame) {
  for (Block block; take_block(block);) {
    if (read_block(block, frame)) return true;
    if (fault_) return false;
  }
  return false;
}

bool Reader::take_block(Block& block) {
  const auto bytes = rest();
  const std::uint64_t at = position();
  if (bytes.size() < block_frame) return false;
  // The same in both orders. The order of its section is behind its length.
  const bool is_section = bytes_of(bytes.data(), 4, false) == section_header;
  if (is_section && !begin_section(bytes)) return false;
  const std::uint32_t length = number32(&bytes[4]);
  if (length < (is_section ? section_head : block_frame) || length > largest + 1024 || length % 4 != 0)
    return fail(at + 4, "the length of a block, not " + std::to_string(length));
  if (bytes.size() < length) return false;
  if (number32(&bytes[length - 4]) != length)
    return fail(at + length - 4, "the block's length again, " + std::to_string(length));
  block = {number32(bytes.data()), bytes.subspan(block_head, length - block_frame), at + block_head};
  begin_ += length;
  return true;
}

bool Reader::begin_section(std::span<const std::uint8_t> bytes) {
  const std::uint64_t order = bytes_of(&bytes[block_head], 4, false);
  is_big_endian_ = bytes_of(&bytes[block_head], 4, true) == byte_order;
  if (!is_big_endian_ && order != byte_order) return fail(position() + block_head, "the byte order of a section");
  return true;
}

bool Reader::read_block(const Block& block, Frame& frame) {
  switch (block.type) {
    case section_header: section_ = interfaces_.size(); return false;
    case block::interface: add_interface(block); return false;
    case block::enhanced_packet: return read_enhanced(block, frame);
    case block::obsolete_packet: return read_obsolete(block, frame);
    case block::simple_packet: return read_simple(block, frame);
    case block::journal:
    case block::custom:
    case block::custom_not_copied: ++number_; return false;
    default: return false;
  }
}

template <class Use>
void Reader::each_option(std::span<const std::uint8_t> options, Use use) const {
  while (options.size() >= option_head) {
    const std::uint16_t code = number16(options.data());
    const std::size_t length = number16(&options[2]);
    options = options.subspan(option_head);
    if (code == 0 || length > options.size()) return;
    use(code, options.first(length));
    options = options.subspan(std::min(padded(length), options.size()));
  }
}

void Reader::add_interface(const Block& block) {
  constexpr std::size_t head = 8;
  if (block.body.size() < head) {
    fail(block.at, "an interface's link layer and limit");
    return;
  }
  Interface& added = interfaces_.emplace_back();
  added.link_type = number16(block.body.data());
  added.snap_length = number32(&block.body[4]);
  each_option(block.body.subspan(head), [&](std::uint16_t code, std::span<const std::uint8_t> value) {
    if (code == option::time_resolution && value.size() == 1) added.resolution = value[0];
    if (code == option::time_offset && value.size() == 8)
      added.offset = static_cast<std::int64_t>(number64(value.data()));
  });
}

void Reader::set_time(Frame& frame, const Interface& from, std::uint64_t time) const {
  constexpr std::uint8_t is_binary = 0x80;
  const unsigned digits = from.resolution & (is_binary - 1U);
  frame.time = clamped((from.resolution & is_binary) != 0 ? binary(time, digits) : decimal(time, digits), from.offset);
}

bool Reader::read_enhanced(const Block& block, Frame& frame) {
  constexpr std::size_t head = 20;
  if (block.body.size() < head) return fail(block.at, "the head of a packet, of 20 bytes");
  return read_packet(block, head, number32(block.body.data()), frame);
}

bool Reader::read_obsolete(const Block& block, Frame& frame) {
  constexpr std::size_t head = 20;
  if (block.body.size() < head) return fail(block.at, "the head of a packet, of 20 bytes");
  return read_packet(block, head, number16(block.body.data()), frame);
}

/// Both kinds have times and lengths at the same places.
bool Reader::read_packet(const Block& block, std::size_t head, std::uint32_t place, Frame& frame) {
  const auto body = block.body;
  if (place >= interfaces_.size() - section_)
    return fail(block.at, "an interface that the section describes, not number " + std::to_string(place));
  const std::uint32_t length = number32(&body[12]);
  if (length > body.size() - head)
    return fail(block.at + 12, "the length of a packet within its block, not " + std::to_string(length));
  frame = {};
  frame.number = ++number_;
  frame.interface = static_cast<std::uint32_t>(section_ + place);
  const Interface& from = interfaces_[frame.interface];
  frame.link_type = from.link_type;
  frame.bytes = body.subspan(head, length);
  frame.reported = std::max(number32(&body[16]), length);
  set_time(frame, from, std::uint64_t{number32(&body[4])} << 32 | number32(&body[8]));
  time_before_ = frame.time;
  read_comments(body.subspan(std::min(head + padded(length), body.size())));
  frame.comment = comment_;
  return true;
}

void Reader::read_comments(std::span<const std::uint8_t> options) {
  comment_.clear();
  each_option(options, [&](std::uint16_t code, std::span<const std::uint8_t> value) {
    if (code != option::comment) return;
    if (!comment_.empty()) comment_ += '\n';
    comment_.append(value.begin(), value.end());
  });
}

bool Reader::read_simple(const Block& block, Frame& frame) {
  constexpr std::size_t head = 4;
  if (interfaces_.size() == section_) return fail(block.at, "an interface before the first packet of the section");
  if (block.body.size() < head) return fail(block.at, "the length of a packet");
  const Interface& from = interfaces_[section_];
  frame = {};
  frame.number = ++number_;
  frame.has_time = false;
  frame.time = time_before_;
  frame.interface = static_cast<std::uint32_t>(section_);
  frame.link_type = from.link_type;
  frame.reported = number32(block.body.data());
  std::size_t length = std::min<std::size_t>(frame.reported, block.body.size() - head);
  if (from.snap_length != 0) length = std::min<std::size_t>(length, from.snap_length);
  frame.bytes = block.body.subspan(head, length);
  return true;
}

}  // namespace godot::capture

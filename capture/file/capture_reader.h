// SPDX-License-Identifier: MIT
// The frames of a capture, from its bytes as they come: a file, standard input, or a pipe that grows.
//
//   Reader reader;
//   while (more) { reader.feed(bytes); for (Frame frame; reader.next(frame);) use(frame); }
//   reader.finish();
//   if (reader.fault()) say(reader.fault().text);
//
// Reads pcap (both byte orders, microseconds and nanoseconds) and pcapng (several sections and interfaces, enhanced,
// simple and obsolete packet blocks, comments). What is packed is unpacked before (capture/packed/unpack.h). Memory:
// at most the bytes that were fed and that are not read yet; each byte is looked at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace godot::capture {

/// A frame's link layer, as numbered in captures (LINKTYPE_).
using LinkType = std::uint16_t;

struct Frame {
  std::uint32_t number = 0;     ///< from 1, as Wireshark counts
  std::int64_t time = 0;        ///< nanoseconds since 1970; what does not fit is the nearest that does; 0: not said
  bool has_time = true;         ///< false: a simple packet block; `time` is that of the packet before
  std::uint32_t interface = 0;  ///< from 0, over all sections
  LinkType link_type = 0;
  std::uint32_t reported = 0;           ///< length on the wire; never less than what was captured
  std::span<const std::uint8_t> bytes;  ///< what was captured; until the next feed() or room()
  std::string_view comment;             ///< several are joined by line feeds; until the next call of next()
};

/// Why a capture cannot be read further.
struct Fault {
  std::uint64_t offset = 0;  ///< of the first byte that is not as expected, in the unpacked capture
  std::string text;          ///< a sentence: which byte, what was expected; empty: no fault

  explicit operator bool() const noexcept { return !text.empty(); }
};

class Reader {
 public:
  /// The next bytes of the capture. They are copied. After a fault: ignored.
  void feed(std::span<const std::uint8_t> bytes);

  /// The same without a copy: the place where the next `size` bytes go, and that so many of them are there.
  [[nodiscard]] std::span<std::uint8_t> room(std::size_t size);
  void fed(std::size_t size) noexcept;

  /// The next whole frame; false: it needs more bytes, or there is a fault.
  [[nodiscard]] bool next(Frame& frame);

  /// There are no more bytes. A frame that is not whole, or a capture that is none, is a fault then. Call after next()
  /// has said false.
  void finish();

  [[nodiscard]] const Fault& fault() const noexcept { return fault_; }

  /// How many bytes were read as whole blocks or records.
  [[nodiscard]] std::uint64_t position() const noexcept { return consumed_ + begin_; }

 private:
  enum class Format : std::uint8_t { unknown, pcap, pcapng };

  struct Interface {
    LinkType link_type = 0;
    std::uint32_t snap_length = 0;  ///< bytes that are captured of a packet; 0: no limit
    std::uint8_t resolution = 6;    ///< the unit of its times, as if_tsresol says it
    std::int64_t offset = 0;        ///< seconds that are added to its times
  };

  /// A block's body, with its place in the capture.
  struct Block {
    std::uint32_t type = 0;
    std::span<const std::uint8_t> body;
    std::uint64_t at = 0;  ///< of the body's first byte
  };

  [[nodiscard]] std::span<const std::uint8_t> rest() const noexcept;
  [[nodiscard]] std::uint16_t number16(const std::uint8_t* from) const noexcept;
  [[nodiscard]] std::uint32_t number32(const std::uint8_t* from) const noexcept;
  [[nodiscard]] std::uint64_t number64(const std::uint8_t* from) const noexcept;
  bool fail(std::uint64_t offset, std::string_view expected);
  bool recognise();
  bool recognise_pcap(std::uint32_t magic);
  bool next_record(Frame& frame);
  bool next_block(Frame& frame);
  bool take_block(Block& block);
  bool begin_section(std::span<const std::uint8_t> bytes);
  bool read_block(const Block& block, Frame& frame);
  void add_interface(const Block& block);
  bool read_enhanced(const Block& block, Frame& frame);
  bool read_obsolete(const Block& block, Frame& frame);
  bool read_simple(const Block& block, Frame& frame);
  bool read_packet(const Block& block, std::size_t head, std::uint32_t place, Frame& frame);
  void read_comments(std::span<const std::uint8_t> options);
  void set_time(Frame& frame, const Interface& from, std::uint64_t time) const;
  template <class Use>
  void each_option(std::span<const std::uint8_t> options, Use use) const;

  Format format_ = Format::unknown;
  std::int64_t time_before_ = 0;  ///< of the last packet that has one
  bool is_big_endian_ = false;
  bool in_nanoseconds_ = false;
  LinkType link_type_ = 0;
  std::uint32_t number_ = 0;
  std::vector<std::uint8_t> buffer_;
  std::size_t begin_ = 0;       ///< in buffer_: what was read before
  std::size_t end_ = 0;         ///< in buffer_: of what was fed
  std::uint64_t consumed_ = 0;  ///< bytes that buffer_ does not have any more
  std::vector<Interface> interfaces_;
  std::size_t section_ = 0;  ///< the section's first interface
  std::string comment_;
  Fault fault_;
};

}  // namespace godot::capture

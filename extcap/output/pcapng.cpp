// SPDX-License-Identifier: MIT
// Sources: the pcapng draft (draft-ietf-opsawg-pcapng), wsutil/exported_pdu_tlvs.h of Wireshark.
#include "extcap/output/pcapng.h"

#include <algorithm>

#include "codec/mirror/protocol.h"

namespace godotdump {
namespace {

constexpr std::uint32_t section_header = 0x0A0D0D0A;
constexpr std::uint32_t byte_order = 0x1A2B3C4D;
constexpr std::uint32_t interface_description = 1;
constexpr std::uint32_t enhanced_packet = 6;

namespace option {
constexpr std::uint16_t comment = 1;
constexpr std::uint16_t name = 2;
constexpr std::uint16_t description = 3;
constexpr std::uint16_t application = 4;
constexpr std::uint16_t packet_id = 5;
constexpr std::uint16_t time_resolution = 9;
}  // namespace option

constexpr std::size_t block_frame = 12;  // type and length before a block's body, length after it
constexpr std::size_t longest_text = 0xFFF0;

// EXP_PDU_TAG_DISSECTOR_NAME with its length, the name, EXP_PDU_TAG_END_OF_OPT; big-endian.
constexpr std::string_view pdu_tags{"\0\x0C\0\x0Cgodot.mirror\0\0\0\0", 20};

constexpr std::size_t record_head = 28;
constexpr std::size_t packet_head = 28;
static_assert(packet_head + pdu_tags.size() + godot::mirror::max_packet_record + sizeof(std::uint32_t) ==
              godot::mirror::max_packet);

template <class T>
void append(Bytes& out, T value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out.push_back(static_cast<std::uint8_t>(value >> 8 * i & 0xFF));
}

void append(Bytes& out, std::string_view text) { out.insert(out.end(), text.begin(), text.end()); }

View view(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

constexpr std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

/// A block's frame around what is appended in its lifetime. `out` has complete blocks, whose sizes are multiples of
/// four bytes.
class Block {
 public:
  Block(Bytes& out, std::uint32_t type) : out_(out), begin_(out.size()) {
    append(out_, type);
    append(out_, std::uint32_t{0});
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block() {
    const auto length = static_cast<std::uint32_t>(out_.size() - begin_ + sizeof(std::uint32_t));
    append(out_, length);
    for (std::size_t i = 0; i < sizeof length; ++i)
      out_[begin_ + sizeof length + i] = static_cast<std::uint8_t>(length >> 8 * i & 0xFF);
  }

 private:
  Bytes& out_;
  std::size_t begin_;
};

void pad(Bytes& out) { out.resize(padded(out.size())); }

void append_option(Bytes& out, std::uint16_t code, std::string_view text) {
  if (text.empty()) return;
  text = text.substr(0, longest_text);
  append(out, code);
  append(out, static_cast<std::uint16_t>(text.size()));
  append(out, text);
  pad(out);
}

void end_options(Bytes& out) { append(out, std::uint32_t{0}); }

/// `time`: microseconds since 1970.
Bytes notice_record(std::uint64_t time, std::string_view text) {
  Bytes record;
  record.push_back(godot::mirror::version);
  record.push_back(static_cast<std::uint8_t>(godot::mirror::Kind::notice));
  append(record, static_cast<std::uint16_t>(record_head));
  append(record, time);
  record.resize(record_head);
  append(record, static_cast<std::uint16_t>(godot::mirror::Tag::notice));
  append(record, std::uint16_t{0});
  append(record, static_cast<std::uint32_t>(text.size()));
  append(record, text);
  return record;
}

}  // namespace

void append_section(Bytes& out, std::string_view comment) {
  const Block block(out, section_header);
  append(out, byte_order);
  append(out, std::uint16_t{1});
  append(out, std::uint16_t{0});
  append(out, ~std::uint64_t{0});  // length of the section: not known
  append_option(out, option::comment, comment);
  append_option(out, option::application, "godotdump");
  end_options(out);
}

void append_interface(Bytes& out, const Interface& described) {
  const Block block(out, interface_description);
  append(out, described.link_type);
  append(out, std::uint16_t{0});
  append(out, std::uint32_t{0});  // snap length: 0 is no limit
  append_option(out, option::name, described.name);
  append_option(out, option::description, described.description);
  if (described.in_nanoseconds) append_option(out, option::time_resolution, "\x09");
  end_options(out);
}

void append_packet(Bytes& out, const PacketHead& about, View head, View bytes) {
  const std::size_t length = head.size() + bytes.size();
  const std::size_t needed = block_frame + 64 + padded(length) + padded(about.comment.size());
  if (out.capacity() - out.size() < needed) out.reserve(std::max(out.size() + needed, 2 * out.capacity()));
  const Block block(out, enhanced_packet);
  append(out, about.place);
  append(out, static_cast<std::uint32_t>(about.time >> 32));
  append(out, static_cast<std::uint32_t>(about.time));
  append(out, static_cast<std::uint32_t>(length));
  append(out, static_cast<std::uint32_t>(length + about.left_out));
  out.insert(out.end(), head.begin(), head.end());
  out.insert(out.end(), bytes.begin(), bytes.end());
  pad(out);
  if (about.comment.empty() && !about.id) return;
  append_option(out, option::comment, about.comment);
  if (about.id) {
    append(out, option::packet_id);
    append(out, std::uint16_t{sizeof *about.id});
    append(out, *about.id);
  }
  end_options(out);
}

Bytes capture_head() {
  Bytes out;
  append_section(out, {});
  append_interface(out, {.name = "godotdump"});
  return out;
}

void append_packet(Bytes& out, std::uint64_t time, View record) {
  using godot::mirror::max_packet_record;
  const View kept = record.first(std::min<std::size_t>(record.size(), max_packet_record));
  const bool is_message = kept.size() > 1 && kept[1] == static_cast<std::uint8_t>(godot::mirror::Kind::message);
  const std::size_t left_out = is_message ? 0 : record.size() - kept.size();
  append_packet(out, {.time = time, .left_out = left_out}, view(pdu_tags), kept);
}

void append_notice(Bytes& out, std::uint64_t time, std::string_view text) {
  append_packet(out, time, notice_record(time, text));
}

void append_commented_notice(Bytes& out, const PacketHead& about, std::uint64_t time, std::string_view text) {
  PacketHead commented = about;
  commented.comment = text;
  append_packet(out, commented, view(pdu_tags), notice_record(time, text));
}

}  // namespace godotdump

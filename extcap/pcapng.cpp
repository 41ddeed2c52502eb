// SPDX-License-Identifier: MIT
// Sources: the pcapng draft (draft-ietf-opsawg-pcapng), wsutil/exported_pdu_tlvs.h of Wireshark.
#include "extcap/pcapng.h"

#include "codec/mirror/protocol.h"

namespace godotdump {
namespace {

constexpr std::uint32_t section_header = 0x0A0D0D0A;
constexpr std::uint32_t byte_order = 0x1A2B3C4D;
constexpr std::uint32_t interface_description = 1;
constexpr std::uint32_t enhanced_packet = 6;
constexpr std::uint16_t upper_pdu = 252;
constexpr std::uint16_t option_name = 2;
constexpr std::uint16_t option_application = 4;
constexpr std::size_t block_frame = 12;  // type and length before a block's body, length after it
constexpr std::size_t packet_head = 20;

// EXP_PDU_TAG_DISSECTOR_NAME with its length, the name, EXP_PDU_TAG_END_OF_OPT; big-endian.
constexpr std::string_view pdu_tags{"\0\x0C\0\x0Cgodot.mirror\0\0\0\0", 20};

constexpr std::size_t record_head = 28;

template <class T>
void append(Bytes& out, T value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out.push_back(static_cast<std::uint8_t>(value >> 8 * i & 0xFF));
}

void append(Bytes& out, std::string_view text) { out.insert(out.end(), text.begin(), text.end()); }

void pad(Bytes& out) {
  while (out.size() % 4 != 0) out.push_back(0);
}

void append_block(Bytes& out, std::uint32_t type, const Bytes& body) {
  const auto length = static_cast<std::uint32_t>(body.size() + block_frame);
  append(out, type);
  append(out, length);
  out.insert(out.end(), body.begin(), body.end());
  append(out, length);
}

void append_only_option(Bytes& body, std::uint16_t code, std::string_view text) {
  append(body, code);
  append(body, static_cast<std::uint16_t>(text.size()));
  append(body, text);
  pad(body);
  append(body, std::uint32_t{0});
}

}  // namespace

Bytes capture_head() {
  Bytes out;
  Bytes section;
  append(section, byte_order);
  append(section, std::uint16_t{1});
  append(section, std::uint16_t{0});
  append(section, ~std::uint64_t{0});  // length of the section: not known
  append_only_option(section, option_application, "godotdump");
  append_block(out, section_header, section);
  Bytes interface;
  append(interface, upper_pdu);
  append(interface, std::uint16_t{0});
  append(interface, std::uint32_t{0});  // no limit
  append_only_option(interface, option_name, "godotdump");
  append_block(out, interface_description, interface);
  return out;
}

void append_packet(Bytes& out, std::uint64_t time, std::span<const std::uint8_t> record) {
  const std::size_t length = pdu_tags.size() + record.size();
  const auto block = static_cast<std::uint32_t>(block_frame + packet_head + (length + 3) / 4 * 4);
  out.reserve(out.size() + block);
  append(out, enhanced_packet);
  append(out, block);
  append(out, std::uint32_t{0});
  append(out, static_cast<std::uint32_t>(time >> 32));
  append(out, static_cast<std::uint32_t>(time));
  append(out, static_cast<std::uint32_t>(length));
  append(out, static_cast<std::uint32_t>(length));
  append(out, pdu_tags);
  out.insert(out.end(), record.begin(), record.end());
  pad(out);  // `out` has complete blocks, whose sizes are multiples of four bytes
  append(out, block);
}

void append_notice(Bytes& out, std::uint64_t time, std::string_view text) {
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
  append_packet(out, time, record);
}

}  // namespace godotdump

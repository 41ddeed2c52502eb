// SPDX-License-Identifier: MIT
// Blocks are written by hand from the pcapng draft (draft-ietf-opsawg-pcapng).
#include "extcap/output/pcapng.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace godotdump;

std::string hex(const Bytes& bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

TEST(Pcapng, Section) {
  Bytes out;
  append_section(out, "note");
  EXPECT_EQ(hex(out),
            "0a0d0d0a380000004d3c2b1a01000000ffffffffffffffff"
            "010004006e6f7465"
            "04000900676f646f7464756d70000000"
            "0000000038000000");
}

TEST(Pcapng, Interfaces) {
  Bytes out;
  append_interface(out, {.link_type = link_raw_ip, .name = "a", .description = "bcde", .in_nanoseconds = true});
  EXPECT_EQ(hex(out),
            "01000000300000006500000000000000"
            "0200010061000000"
            "0300040062636465"
            "0900010009000000"
            "0000000030000000");
}

TEST(Pcapng, Packets) {
  Bytes out;
  append_packet(out, {.place = 1, .time = 0x100000002, .comment = "hi", .id = 7, .left_out = 3}, bytes_of("AB"),
                bytes_of("C"));
  EXPECT_EQ(hex(out),
            "060000003c0000000100000001000000020000000300000006000000"
            "41424300"
            "0100020068690000"
            "050008000700000000000000"
            "000000003c000000");
  out.clear();
  append_packet(out, {.time = 5}, bytes_of("ABCD"), {});
  EXPECT_EQ(hex(out),
            "06000000240000000000000000000000050000000400000004000000"
            "41424344"
            "24000000")
      << "without options";
}

/// Exported PDUs for the dissector godot.mirror: the head of every capture of the mirror, and a notice.
TEST(Pcapng, NoticesOfTheMirror) {
  Bytes out = capture_head();
  EXPECT_EQ(hex(out),
            "0a0d0d0a300000004d3c2b1a01000000ffffffffffffffff"
            "04000900676f646f7464756d70000000"
            "0000000030000000"
            "0100000028000000fc00000000000000"
            "02000900676f646f7464756d70000000"
            "0000000028000000");
  out.clear();
  append_notice(out, 0x100000002, "hi");
  const std::string packet =
      "000c000c676f646f742e6d6972726f7200000000"  // its dissector's name
      "01081c00020000000100000000000000000000000000000000000000"
      "40000000020000006869";
  EXPECT_EQ(hex(out), "060000005c0000000000000001000000020000003a0000003a000000" + packet + "00005c000000");
  out.clear();
  append_commented_notice(out, {.place = 2, .time = 9}, 0x100000002, "hi");
  EXPECT_EQ(hex(out), "06000000680000000200000000000000090000003a0000003a000000" + packet +
                          "000001000200686900000000000068000000");
}

}  // namespace

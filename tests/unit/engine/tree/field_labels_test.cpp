// SPDX-License-Identifier: MIT
// The labels of fields, one for each type, as Wireshark writes them.
#include "engine/tree/field_labels.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "codec/debugger/fields.h"
#include "codec/enet/fields.h"
#include "codec/mirror/fields.h"
#include "codec/variant/fields.h"
#include "tests/unit/analysis/arena.h"

namespace godot::engine {
namespace {

std::string label(Field field, const Value& value, std::string_view shown = {}) {
  return label_of_field(field, value, shown, false, analysis::arena);
}
std::string number(Field field, std::uint64_t value) { return label(field, Value::of_uint(value)); }

TEST(FieldLabels, OfSubtrees) {
  EXPECT_EQ(label(field::enet, {}), "ENet");
  EXPECT_EQ(label(field::enet_connect, {}), "Connect");
}

TEST(FieldLabels, OfBits) {
  EXPECT_EQ(label(field::enet_header_compressed, Value::of_bool(0x4000)), "Compressed: True");
  EXPECT_EQ(label(field::enet_header_compressed, Value::of_bool(0x8FFF)), "Compressed: False");
  EXPECT_EQ(label(field::bool_, Value::of_bool(2)), "Bool: True") << "any number but 0";
  EXPECT_EQ(label(field::bool_, Value::of_bool(0)), "Bool: False");
  EXPECT_EQ(number(field::enet_session_id, 0x2FFF), "Session id: 2");
}

TEST(FieldLabels, OfNumbersWithNames) {
  EXPECT_EQ(number(field::enet_command, 0x86), "Command: Send reliable (6)");
  EXPECT_EQ(number(field::enet_command, 0x0F), "Command: Unknown (15)");
  EXPECT_EQ(number(field::enet_peer_id, 0x8001), "Peer id: 1") << "only some have names";
  EXPECT_EQ(number(field::enet_peer_id, 0x8FFF), "Peer id: Not known yet (4095)");
}

TEST(FieldLabels, OfNumbersInHexadecimal) {
  EXPECT_EQ(number(field::enet_header, 0x8001), "Header: 0x8001");
  EXPECT_EQ(number(field::enet_header, 1), "Header: 0x0001");
  EXPECT_EQ(number(field::enet_checksum, 0xAB), "Checksum: 0x000000ab");
  EXPECT_EQ(number(field::mirror_game, 0xAB), "Game: 0x00000000000000ab");
}

TEST(FieldLabels, OfNumbersWithASign) {
  EXPECT_EQ(label(field::mirror_own_id, Value::of_int(-1)), "Own id: -1");
  EXPECT_EQ(label(field::debug_stack_line, Value::of_int(std::int64_t{-1} << 40)), "Line: -1099511627776");
}

TEST(FieldLabels, OfRealNumbers) {
  EXPECT_EQ(label(field::debug_performance_fps, Value::of_double(59.5)), "Frames per second: 59.5");
}

TEST(FieldLabels, OfTexts) {
  EXPECT_EQ(label(field::enet_compression, {}, "zlib"), "Compression: zlib");
  EXPECT_EQ(label(field::enet_compression, {}, "a\nb"), "Compression: a\u240Ab") << "on one line";
}

TEST(FieldLabels, OfBytes) {
  EXPECT_EQ(label(field::enet_padding, {}), "Padding: <MISSING>");
  EXPECT_EQ(label(field::enet_padding, {}, std::string("\x00\xFF\x1A", 3)), "Padding: 00ff1a");
  EXPECT_EQ(label(field::enet_padding, {}, std::string(36, '\x7F')).size(), std::string("Padding: ").size() + 72);
  EXPECT_TRUE(label(field::enet_padding, {}, std::string(37, '\x7F')).ends_with("7f7f\u2026"));
  EXPECT_EQ(hexadecimal("abc", 2), "6162\u2026");
  EXPECT_EQ(hexadecimal("ab", 2), "6162");
}

TEST(FieldLabels, OfTimes) {
  EXPECT_EQ(label_of_time("Round trip", 12'000'000), "Round trip: 0.012000000 seconds");
  EXPECT_EQ(label_of_time("Round trip", 1'000'000'001), "Round trip: 1.000000001 seconds");
  EXPECT_EQ(label_of_time("Round trip", -12'000'000), "Round trip: -0.012000000 seconds");
  EXPECT_EQ(label_of_time("Round trip", 0), "Round trip: 0.000000000 seconds");
  EXPECT_EQ(label_of_time("Round trip", std::numeric_limits<std::int64_t>::min()),
            "Round trip: -9223372036.854775808 seconds");
}

}  // namespace
}  // namespace godot::engine

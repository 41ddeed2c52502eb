// SPDX-License-Identifier: MIT
// The line of each kind of record.
#include "analysis/mirror/record_text.h"

#include <gtest/gtest.h>

#include <string>

#include "codec/core/catalogue.h"
#include "codec/mirror/fields.h"
#include "tests/unit/analysis/arena.h"
#include "tests/unit/codec/mirror/vectors.h"
#include "tests/unit/support/bytes.h"

namespace godot::analysis {
namespace {

const Host host = {
    .arena = arena, .one_line = [](void*, std::string_view text) { return arena.joined({text}); }, .packet = nullptr};

void read(const std::string& record, MirrorRecord& into) {
  const test::Bytes bytes = test::from_hex(record);
  EXPECT_FALSE(mirror::validate(Buffer(bytes), &into).problem);
}

std::string line(const std::string& record) {
  MirrorRecord facts(host);
  read(record, facts);
  EXPECT_FALSE(facts.has_message);
  return facts.line();
}

/// "01 KIND" and the head, before the attributes.
std::string head(const char* kind) { return std::string("01 ") + kind + " 1c00 " + test::common; }

TEST(MirrorRecord, OfAGame) {
  EXPECT_EQ(line(head("02")), "Game: Godot ?, ?, peer 1");
  EXPECT_EQ(line(head("02") + "0100 0000 03000000 342e36 0400 0000 01000000 45 0600 0000 06000000 736572766572 "
                              "0a00 0000 02000000 2f67 "),
            "Game: Godot 4.6, E, server 1");
  EXPECT_EQ(line(head("02") + "0100 0000 00000000 "), "Game: Godot ?, ?, peer 1") << "an empty version";
  MirrorRecord facts(host);
  const test::Bytes bytes = test::from_hex(head("02") + "0a00 0000 02000000 2f67 ");
  EXPECT_FALSE(mirror::validate(Buffer(bytes), &facts).problem);
  EXPECT_EQ(facts.project_folder, "/g");
}

/// A process that is not connected yet has no number, and is not named.
TEST(MirrorRecord, OfAProcessWithoutANumber) {
  const std::string mine = "01 03 1c00 00e40b5402000000 efbeaddefecaefbe 05000000 ";
  EXPECT_EQ(line(mine + "00000000 1000 0000 01000000 41 1200 0000 01000000 73 "), "Node A (s), 0 remote methods");
  EXPECT_EQ(line(mine + "07000000 1000 0000 01000000 41 "), "Node A (no script), 0 remote methods, of 7");
}

TEST(MirrorRecord, OfANode) {
  EXPECT_EQ(line(test::node_record), "Node Main/ (no script), 1 remote method, of server");
  EXPECT_EQ(line(head("03")), "Node ? (no script), 0 remote methods, of server");
}

TEST(MirrorRecord, OfASynchronizer) {
  EXPECT_EQ(line(test::synchronizer_record), "Synchronizer A/Sync, 2 properties, of server");
  EXPECT_EQ(line(head("04") + "1000 0000 01000000 41 2800 0000 05000000 03 00 2e3a78 "),
            "Synchronizer A, 1 property, of server");
}

TEST(MirrorRecord, OfASpawner) {
  EXPECT_EQ(line(head("05") + "1000 0000 01000000 41 2000 0000 01000000 62 "), "Spawner A, 1 scene, of server");
}

TEST(MirrorRecord, OfAnEvent) {
  const std::string name(value_name(field::mirror_event, 1));
  ASSERT_NE(name, "");
  EXPECT_EQ(line(head("06") + "3000 0000 04000000 01000000 "), "Event: " + name + ", of server");
  EXPECT_EQ(line(head("06") + "3000 0000 04000000 01000000 3100 0000 04000000 07000000 "),
            "Event: " + name + " 7, of server");
}

TEST(MirrorRecord, OthersWithoutBytes) {
  EXPECT_EQ(line(head("07") + "3800 0000 08000000 0100000000000000 "),
            "1 record was dropped here: the game had no room for more");
  EXPECT_EQ(line(head("09")), "A message without its bytes");
  EXPECT_EQ(line(test::dropped_record), "7 records were dropped here: the game had no room for more");
  EXPECT_EQ(line(test::later_record), "A record of a later version");
  EXPECT_EQ(line(head("08") + "4000 0000 02000000 6869 "), "hi");
}

TEST(MirrorRecord, AMessageIsKept) {
  MirrorRecord facts(host);
  read(test::message_record, facts);
  EXPECT_TRUE(facts.has_message);
  EXPECT_FALSE(facts.has_carried);
  EXPECT_EQ(facts.its_message.peer, 249294500);
  MirrorRecord carried(host);
  read(test::carried_record, carried);
  EXPECT_TRUE(carried.has_carried);
  EXPECT_FALSE(carried.has_message);
}

TEST(MirrorRecord, NamesOfPeers) {
  EXPECT_STREQ(mirrored_peer(0, arena), "all");
  EXPECT_STREQ(mirrored_peer(1, arena), "server");
  EXPECT_STREQ(mirrored_peer(2, arena), "2");
  EXPECT_STREQ(mirrored_peer(-2, arena), "all but 2");
  EXPECT_STREQ(mirrored_peer(INT32_MIN, arena), "all but 2147483648");
}

}  // namespace
}  // namespace godot::analysis

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

TEST(MirrorRecord, OfAGame) { EXPECT_EQ(line(head("02")), "Game: Godot ?, ?, peer 1"); }

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

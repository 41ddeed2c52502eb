// SPDX-License-Identifier: MIT
// The line of a message in the packet list and in Follow, and the label of its command.
#include <gtest/gtest.h>

#include "analysis/message/annotation/annotator.h"
#include "analysis/message/annotation/packet_list_line.h"
#include "tests/unit/analysis/message/account/game.h"

namespace godot::analysis::annotation {
namespace {

class Lines : public testing::Test {
 protected:
  std::string_view line(const ListMarks& marks = {}) {
    return packet_list_line(summary, marks, last, memories.arena());
  }
  std::string_view label(const char* kind, const char* text, bool is_sync = false) {
    Summary of;
    of.kind = kind;
    of.text = text;
    of.is_sync = is_sync;
    return label_of(of, memories.arena());
  }

  account::Memories memories;
  Summary summary{.way = "\u2192 1", .text = "Main.go()"};
  const char* last = nullptr;
};

TEST_F(Lines, ADirectionIsWrittenOnce) {
  EXPECT_EQ(line(), "\u2192 1  Main.go()");
  EXPECT_EQ(line(), "Main.go()");
  summary.way = "\u2192 red";
  EXPECT_EQ(line(), "\u2192 red  Main.go()");
}

TEST_F(Lines, AColumnThatHasTheReceiverReplacesTheDirection) {
  EXPECT_EQ(line({.to = "1"}), "Main.go()");
  last = nullptr;
  summary.way = "\u2192 all";
  EXPECT_EQ(line({.to = "all (red)"}), "Main.go()");
  last = nullptr;
  EXPECT_EQ(line({.to = "alles"}), "\u2192 all  Main.go()");
  EXPECT_EQ(line({.to = "all"}), "Main.go()") << "the second message of the frame repeats the direction";
  summary.way = "\u2192 red";
  EXPECT_EQ(line({.to = "red"}), "\u2192 red  Main.go()") << "the column has the first message's";
  last = nullptr;
  summary.way = "red \u2192 1";
  EXPECT_EQ(line({.to = "1"}), "red \u2192 1  Main.go()") << "it names the sender, too";
}

TEST_F(Lines, AFrameBeginsWithItsSender) {
  EXPECT_EQ(line({.from = "red"}), "red \u2192 1  Main.go()");
  EXPECT_EQ(line({.from = "red"}), "Main.go()");
  last = nullptr;
  EXPECT_EQ(line({.from = "red", .to = "1"}), "red  Main.go()");
  last = nullptr;
  EXPECT_EQ(line({.from = ""}), "\u2192 1  Main.go()");
  EXPECT_TRUE(lacks_sender(summary));
  summary.way = "red \u2192 1";
  EXPECT_FALSE(lacks_sender(summary));
  summary.way = "";
  EXPECT_FALSE(lacks_sender(summary));
}

TEST_F(Lines, ProblemsComeFirst) {
  EXPECT_EQ(line({.problem = "lost", .wrong_project = true}),
            "[wrong project: Tools > Godot > Project folder] [lost] \u2192 1  Main.go()");
}

TEST_F(Lines, FollowHasBothEnds) {
  EXPECT_STREQ(follow_line("red", "server", summary, nullptr, false, memories.arena()), "red -> server  Main.go()");
  EXPECT_STREQ(follow_line("red", "server", summary, "lost", true, memories.arena()),
               "red -> server  [lost] Main.go() [Malformed]");
}

TEST_F(Lines, LabelsDoNotRepeatTheKind) {
  EXPECT_EQ(label("Spawn", "spawn Main/Red"), ": Main/Red");
  EXPECT_EQ(label("Remote call", "Main.go()"), ": Main.go()");
  EXPECT_EQ(label("Spawn", "spawner"), ": spawner") << "not the word";
  EXPECT_EQ(label("Spawn", "spawn"), ": spawn") << "nothing behind it";
  EXPECT_EQ(label("netfox", "changes of Main"), " of changes: Main");
  EXPECT_EQ(label("Sync", "changes of Main: 1", true), " of changes");
  EXPECT_EQ(label("Sync", "sync Main: 1", true), "") << "its nodes have labels";
  const char* kind = "System";
  EXPECT_EQ(label(kind, kind), "");
}

}  // namespace
}  // namespace godot::analysis::annotation

// SPDX-License-Identifier: MIT
// What is derived from a command of netfox: its line, and the items with and without a tree.
#include "analysis/libraries/netfox/reading.h"

#include <gtest/gtest.h>

#include <string>

#include "analysis/libraries/netfox/derived.h"
#include "codec/core/silent_sink.h"
#include "codec/libraries/netfox/names.h"
#include "codec/variant/plain_text.h"
#include "tests/unit/analysis/libraries/netfox/messages.h"
#include "tests/unit/analysis/message/calls/recorded_items.h"

namespace godot::analysis {
namespace {

constexpr const char* fields[] = {
#define GODOT_DERIVED(id, ...) #id,
#include "analysis/libraries/netfox/derived.def"
#undef GODOT_DERIVED
};

class Items final : public RecordedItems<NetfoxItems, NetfoxField, problems::Netfox> {
 public:
  Items() : RecordedItems(fields) {}
  void note(NetfoxExpert note) override {
    recorded += note == NetfoxExpert::netfox_unknown ? "unknown; " : "undivided; ";
  }
};

/// Every value's text is V.
class Reading final : public NetfoxReading {
 public:
  using NetfoxReading::NetfoxReading;
  using NetfoxReading::of_node;
  using NetfoxReading::Value;
  Offset plain_value(const netfox::PropertyValue& value, const Buffer& bytes,
                     const variant::Options& options) override {
    const Offset end = variant::end_of_good(bytes, options);
    if (reads_all) return 0;
    if (end == 0 || !is_needed(value)) return end;
    last = add("V");
    return end;
  }
  void value_end(const netfox::PropertyValue&) override {
    if (reads_all) last = add("V");
  }
  bool reads_all = false;  ///< values are not read plainly
  Value last;
};

class NetfoxReadings : public testing::Test {
 protected:
  void read(std::string_view hex, std::uint32_t text_limit = 240, bool reads_all = false) {
    items_.recorded.clear();
    items_.problems.clear();
    const LibraryMessage& message = game_.message(hex);
    const NetfoxCommand command = netfox_command(message, game_.netfox, game_.projects, true);
    ASSERT_TRUE(command.found);
    const NetfoxNames names = {.memory = game_.netfox, .projects = game_.projects};
    Reading reading(message, command, names, items_, text_limit, false);
    reading.reads_all = reads_all;
    SilentSink sink;
    static_cast<void>(netfox::walk(command.bytes, command.options(), sink, &reading));
    if (command.whole) reading.end();
    text_ = reading.text(false);
    last_ = reading.last;
    node_ = reading.of_node().text;
    problem_ = reading.problem();
  }

  NetfoxGame game_;
  Items items_;
  std::string text_;
  Reading::Value last_;
  std::string node_;
  const char* problem_ = nullptr;
};

TEST_F(NetfoxReadings, ANodeThatWasAnnounced) {
  game_.netfox.announce(game_.client(), 3, "/root/Main/Ship", 0);
  read(raw("04", full_state));
  EXPECT_EQ(text_, "full state @5  Main/Ship: #0 = V");
  EXPECT_EQ(items_.recorded, "node_path=/root/Main/Ship; learned_in=0; label: Main/Ship: #0 = V; ");
  EXPECT_STREQ(node_.c_str(), "Main/Ship");
  EXPECT_TRUE(last_.is_news);
  EXPECT_EQ(problem_, nullptr);
}

TEST_F(NetfoxReadings, ANumberThatNobodyAnnounced) {
  read(raw("04", full_state));
  EXPECT_EQ(text_, "full state @5  #3: #0 = V");
  EXPECT_EQ(items_.recorded, "unknown; label: #3: #0 = V; ");
}

TEST_F(NetfoxReadings, WithoutATreeOnlyTheLine) {
  game_.netfox.announce(game_.client(), 3, "/root/Main/Ship", 0);
  items_.shows = false;
  read(raw("04", full_state));
  EXPECT_EQ(text_, "full state @5  Main/Ship: #0 = V");
  EXPECT_EQ(items_.recorded, "");
}

TEST_F(NetfoxReadings, TheUsersRowNamesProperties) {
  game_.netfox.announce(game_.client(), 3, "/root/Main/Ship", 0);
  static_cast<void>(game_.projects.settings());  // reads the rows, of which there are none
  game_.projects.add_row("/root/Main/*", "state", "speed");
  read(raw("04", full_state), 240, true);
  EXPECT_EQ(text_, "full state @5  Main/Ship: speed = V");
}

TEST_F(NetfoxReadings, NodesWithoutRoomAreCounted) {
  const std::string two = std::string(full_state) + " 04 0c 08000000 02000000 07000000";
  read(raw("04", two));
  EXPECT_EQ(text_, "full state @5  #3: #0 = V; #4: #0 = V");
  read(raw("04", two), 5);
  EXPECT_EQ(text_, "full state @5  #3: #0 = V; and 1 more") << "the first one is always shown";
}

TEST_F(NetfoxReadings, InputsThatWereSentBeforeAreCounted) {
  const std::string snapshot = "12 05000000 03 0c 08000000 02000000 07000000 ";
  const std::string older = "12 04000000 03 0c 08000000 02000000 07000000 ";
  read(raw("06", snapshot + older));
  EXPECT_EQ(text_, "input @5  #3: #0 = V; and 1 older");
  EXPECT_NE(items_.recorded.find("label… : tick 5; "), std::string::npos) << items_.recorded;
  EXPECT_NE(items_.recorded.find("label… : tick 4, again; "), std::string::npos) << items_.recorded;
}

TEST_F(NetfoxReadings, Identities) {
  read(raw("09", "07000000 2f726f6f742f41 05"));
  EXPECT_EQ(text_, "identities  A = #5");
  EXPECT_EQ(items_.recorded, "label: /root/A = #5; ");
}

TEST_F(NetfoxReadings, TheGamesOwnCommands) {
  read(raw("04", full_state));
  read(raw("63", "00"));
  EXPECT_EQ(text_, "command 99, 5 bytes");
}

TEST_F(NetfoxReadings, TheReceiversProgress) {
  game_.netfox.announce(game_.client(), 3, "/root/Main/Ship", 0);
  game_.netfox.sent(game_.client(), 8, 0);
  read(raw("04", full_state));
  EXPECT_NE(items_.recorded.find("age=3; "), std::string::npos) << items_.recorded;
}

TEST(NetfoxCommandName, ItsDescriptionListsAll) {
  const std::string listed = derived_row(NetfoxField::command_name).blurb;
  for (const ValueName* each = godot::names::netfox_commands; each->name != nullptr; ++each)
    EXPECT_NE(listed.find(std::string(" ") + each->name), std::string::npos) << each->name;
}

}  // namespace
}  // namespace godot::analysis

// SPDX-License-Identifier: MIT
// The facts of a frame: what is added stays in its order, and its names are interned.
#include "analysis/facts/frame_facts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analysis/arena.h"

namespace godot::analysis::facts {
namespace {

class FrameFacts : public testing::Test {
 protected:
  InternedNames names;
  Collection facts{arena, names};
};

std::vector<Kind> kinds_of(const Envelope& envelope) {
  std::vector<Kind> kinds;
  for (const Item* item = envelope.items; item != nullptr; item = item->next) kinds.push_back(item->kind);
  return kinds;
}

std::vector<std::string> members_of(const Item& item) {
  std::vector<std::string> members;
  for (const Part* part = item.parts; part != nullptr; part = part->next) members.emplace_back(part->member);
  return members;
}

TEST_F(FrameFacts, ItemsAreInTheEnvelopeThatWasBegunLast) {
  Envelope& first = facts.begin(Transport::enet);
  facts.add(Kind::remote_call);
  facts.add(Kind::sync);
  Envelope& second = facts.begin(Transport::tcp);
  facts.add(Kind::raw);
  EXPECT_EQ(facts.frame().envelopes, &first);
  EXPECT_EQ(first.next, &second);
  EXPECT_EQ(second.next, nullptr);
  EXPECT_EQ(first.transport, Transport::enet);
  EXPECT_EQ(second.transport, Transport::tcp);
  EXPECT_EQ(kinds_of(first), (std::vector<Kind>{Kind::remote_call, Kind::sync}));
  EXPECT_EQ(kinds_of(second), std::vector<Kind>{Kind::raw});
}

/// Memory for several facts is taken at once: many need more of it.
TEST_F(FrameFacts, ManyItemsKeepTheirOrder) {
  Envelope& envelope = facts.begin(Transport::enet);
  for (std::uint32_t i = 0; i != 100; ++i) facts.add(Kind::raw).own = i;
  std::uint32_t next = 0;
  for (const Item* item = envelope.items; item != nullptr; item = item->next) EXPECT_EQ(item->own, next++);
  EXPECT_EQ(next, 100U);
}

TEST_F(FrameFacts, PartsFollowEachOtherInTheirItem) {
  facts.begin(Transport::enet);
  Item& first = facts.add(Kind::sync);
  Item& second = facts.add(Kind::sync);
  for (const char* member : {"position", "health", "name"}) facts.part(first).member = member;
  for (const char* member : {"a", "b"}) facts.part(second).member = member;
  EXPECT_EQ(members_of(first), (std::vector<std::string>{"position", "health", "name"}));
  EXPECT_EQ(members_of(second), (std::vector<std::string>{"a", "b"}));
}

TEST_F(FrameFacts, NamesOfProblemsAreInterned) {
  facts.begin(Transport::enet);
  Item& item = facts.add(Kind::remote_call);
  const std::string node = "Main/Player";
  const std::string member = "move";
  const Problem& first = facts.add_problem(item, {.node = node.c_str(), .member = member.c_str()});
  EXPECT_EQ(first.node, names.keep("Main/Player"));
  EXPECT_EQ(first.member, names.keep("move"));
  const Problem& second = facts.add_problem(item, {});
  EXPECT_EQ(second.node, nullptr);
  EXPECT_EQ(item.problems, &second);
  EXPECT_EQ(second.next, &first);
  EXPECT_EQ(first.next, nullptr);
}

TEST_F(FrameFacts, ValuesNeedTextsAndANode) {
  facts.begin(Transport::enet);
  Item& item = facts.add(Kind::sync);
  facts.add_value(item, {.node = "Main/Player"});
  EXPECT_EQ(item.values, nullptr) << "no listener needs texts";
  facts.with_texts = true;
  facts.add_value(item, {});
  EXPECT_EQ(item.values, nullptr) << "of no node";
  facts.add_value(item, {.node = "Main/Player"});
  ASSERT_NE(item.values, nullptr);
  EXPECT_STREQ(item.values->node, "Main/Player");
}

TEST_F(FrameFacts, NodesOfValuesAreInterned) {
  facts.begin(Transport::enet);
  facts.with_texts = true;
  Item& item = facts.add(Kind::sync);
  const std::string player = "Main/Player";
  const std::string enemy = "Main/Enemy";
  facts.part(item).node = names.keep(player.c_str());
  const char* const nodes[] = {player.c_str(), player.c_str(), enemy.c_str(), player.c_str()};
  for (const char* node : nodes) facts.add_value(item, {.node = node});
  std::vector<std::string> latest_first;
  for (const Value* value = item.values; value != nullptr; value = value->next) {
    EXPECT_EQ(value->node, names.keep(value->node));
    latest_first.emplace_back(value->node);
  }
  EXPECT_EQ(latest_first, (std::vector<std::string>{player, enemy, player, player}));
}

TEST_F(FrameFacts, TextsAreMadeIfAListenerNeedsThem) {
  facts.begin(Transport::enet);
  Item& item = facts.add(Kind::remote_call);
  EXPECT_EQ(facts.texts(item), nullptr);
  facts.with_texts = true;
  EXPECT_NE(facts.texts(item), nullptr);
  EXPECT_EQ(facts.texts(item), item.texts) << "made once";
}

/// The lists of names are as long as their enumerations.
TEST(FactNames, OfModesAndTransports) {
  EXPECT_STREQ(name(Mode::unreliable), "unreliable");
  EXPECT_STREQ(name(Mode::unreliable_ordered), "ordered");
  EXPECT_STREQ(name(Mode::reliable), "reliable");
  EXPECT_STREQ(name(Transport::enet), "ENet");
  EXPECT_STREQ(name(Transport::tcp), "TCP");
}

TEST(FactNames, OfKinds) {
  EXPECT_STREQ(name(Kind::remote_call), "Remote call");
  EXPECT_STREQ(colour(Kind::remote_call), "#3b82c4");
  EXPECT_STREQ(filter_of("Ping"), "enet.command == 5");
  EXPECT_EQ(filter_of("Remote call"), nullptr) << "no field identifies it";
  EXPECT_EQ(filter_of("of tomorrow"), nullptr);
}

}  // namespace
}  // namespace godot::analysis::facts

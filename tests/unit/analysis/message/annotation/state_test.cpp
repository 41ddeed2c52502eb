// SPDX-License-Identifier: MIT
// What is said of the states of synchronizers. The messages are made here, not by an engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>

#include "analysis/message/annotation/leaf_listener.h"
#include "analysis/message/annotation/plain_values.h"
#include "codec/core/silent_sink.h"
#include "codec/multiplayer/fields.h"
#include "tests/unit/analysis/message/annotation/annotated.h"

namespace godot::analysis::annotation {
namespace {

using multiplayer::CommandType;

class States : public Annotated {
 protected:
  void sync(bool delta = false) {
    begin(CommandType::sync);
    sinks->sync({.delta = delta, .time = 1});
  }
  /// One synchronizer with these values.
  void node(std::uint32_t id, bool by_path, std::initializer_list<const char*> values, std::uint64_t indexes = 0) {
    multiplayer::SyncObject part = object(id, by_path);
    part.delta = indexes != 0;
    part.indexes = indexes;
    part.begin = at;
    part.values_begin = at + 8;
    part.size = 8;
    sinks->sync_begin(part);
    std::uint32_t index = 0;
    for (const char* text : values) value(field::godot_sync_value, index++, text);
    part.values = index;
    part.complete = true;
    sinks->sync_end(part);
  }

  std::uint32_t at = 3;  ///< where the next synchronizer begins
};

TEST_F(States, OfASynchronizerOfTheScene) {
  project.property_count = 2;
  sync();
  node(4, true, {"1", "2"});
  EXPECT_TRUE(shown.has("node_path Main/Clock/Sync @3+4"));
  EXPECT_TRUE(shown.has("learned_in 13 @3+4"));
  EXPECT_TRUE(shown.has("sync_property position @20+4 in a value"));
  EXPECT_TRUE(shown.has("label Main/Clock/Sync: position = 1, rotation = 2"));
  EXPECT_TRUE(shown.has("sync_text Main/Clock/Sync: position = 1, rotation = 2 @3+16 hidden"));
  EXPECT_EQ(end(), "sync Main/Clock/Sync: position = 1, rotation = 2");
}

TEST_F(States, OfASpawnedNode) {
  sync();
  node(41, false, {"1"});
  EXPECT_TRUE(shown.has("learned_in 10 @3+4"));
  EXPECT_TRUE(shown.has("synchronizer 1 @3+4"));
  EXPECT_FALSE(shown.has_any("remark"));
}

TEST_F(States, OfUnknownNodesAreRemarked) {
  sync();
  node(99, false, {});
  EXPECT_TRUE(shown.has("remark godot.spawn.unknown"));
  node(99, true, {});
  EXPECT_TRUE(shown.has("remark godot.path.unknown"));
}

TEST_F(States, WithMorePropertiesThanTheConfigurationAreNotNamed) {
  project.property_count = 1;
  sync();
  node(4, true, {"1", "2"});
  EXPECT_TRUE(shown.has(
      "remark godot.names.properties_differ: 2 values, but the synchronizer has 1 property that is always sent"));
  EXPECT_EQ(end(), "sync Main/Clock/Sync: 1, 2");
  project.property_count = 2;
  sync();
  node(4, true, {"1", "2"});
  EXPECT_FALSE(shown.has_any("remark"));
  EXPECT_TRUE(shown.has("names_scene res://clock.tscn @3+0"));
}

TEST_F(States, ChangesHaveTheNamesOfTheirBits) {
  project.property_count = 4;
  sync(true);
  node(4, true, {"1", "2"}, 0b101);
  EXPECT_EQ(end(), "changes of Main/Clock/Sync: armor = 1, team = 2");
  project.property_count = 2;
  sync(true);
  node(4, true, {"1", "2"}, 0b101);
  EXPECT_TRUE(
      shown.has("remark godot.names.properties_differ: Property 2 changed, but the synchronizer has 2 properties that "
                "are sent on change"));
  project.property_count = 3;
  sync(true);
  node(4, true, {"1", "2"}, 0b101);
  EXPECT_FALSE(shown.has_any("remark"));
}

TEST_F(States, ChangesOfEveryOtherProperty) {
  project.property_count = 4;
  sync(true);
  node(4, true, {"1", "2"}, 0b1010);
  EXPECT_EQ(end(), "changes of Main/Clock/Sync: score = 1, tag = 2");
}

/// Knows nothing, and keeps the types of the values that it is asked for.
class AskedForTypes final : public names::Source {
 public:
  AskedForTypes() { names::add_source(*this); }
  ~AskedForTypes() override { names::remove_source(*this); }
  AskedForTypes(const AskedForTypes&) = delete;
  AskedForTypes& operator=(const AskedForTypes&) = delete;
  [[nodiscard]] names::Properties properties(const names::Synchronizer& synchronizer,
                                             names::PropertyList) const override {
    if (synchronizer.node.spawn_types != nullptr) types = synchronizer.node.spawn_types;
    for (const char* type : synchronizer.types) guessed += std::string(type) + " ";
    return {};
  }
  mutable std::string types;
  mutable std::string guessed;  ///< ... by their types
};

/// Of a node that was spawned before the capture, all values that were sent say which synchronizer it may be.
TEST_F(States, TheTypesOfAStrangersValuesAreAGuess) {
  const auto asked = [&](bool delta, std::uint32_t id, std::initializer_list<const char*> values) {
    const AskedForTypes source;
    sync(delta);
    node(id, id == 4, values, delta ? 0b101 : 0);
    return source.guessed;
  };
  EXPECT_EQ(asked(false, 99, {"1", "2"}), "int int ");
  EXPECT_EQ(asked(true, 99, {"1", "2"}), "int int ");
  EXPECT_EQ(asked(true, 99, {"1"}), "") << "a value is missing";
  EXPECT_EQ(asked(false, 4, {"1", "2"}), "") << "it is known";
}

/// A state has all values in their order: their types say which of two versions of a scene it is of.
TEST_F(States, TheTypesOfAllValuesAreKnown) {
  const AskedForTypes asked;
  sync();
  multiplayer::SyncObject part = object(4, true);
  sinks->sync_begin(part);
  value(field::godot_sync_value, 0, "1", "int");
  value(field::godot_sync_value, 1, "Vector2(1, 2)", "Vector2");
  part.values = 2;
  part.complete = true;
  sinks->sync_end(part);
  EXPECT_EQ(asked.types, "\x03\x06") << "the ids of both types in Godot 4, and 1";
}

/// The engine marks a property by its number modulo 64: bit 0 stands for p0 and p64.
TEST_F(States, ChangesBeyondTheMask) {
  facts::InternedNames names;
  facts::Collection collection(host(memories).arena, names);
  collection.with_texts = true;
  facts = &collection;
  collection.begin(facts::Transport::enet);
  project.property_count = 70;
  const auto changes = [&](std::initializer_list<const char*> values) {
    item = &collection.add(facts::Kind::sync);
    sync(true);
    node(4, true, values, 0b1);
    return std::string(end());
  };
  EXPECT_EQ(changes({"1", "2"}), "changes of Main/Clock/Sync: p0 = 1, p64 = 2");
  ASSERT_NE(item->values, nullptr);
  EXPECT_STREQ(item->values->member, "p64");
  EXPECT_STREQ(item->values->next->member, "p0");
  EXPECT_EQ(changes({"1"}), "changes of Main/Clock/Sync: p0 or p64 = 1");
  EXPECT_EQ(item->values, nullptr) << "the receiver refuses it";
}

/// A change shows the numbers of its properties, which the mask has; a state has all of them in their order.
TEST_F(States, PropertiesWithoutNames) {
  using Lines = std::vector<std::string>;
  sync(true);
  node(41, false, {"7"}, 0b100);
  EXPECT_EQ(shown.all("value"), (Lines{"value 0: 7", "value 2: 7"}));
  sync();
  node(41, false, {"7"});
  EXPECT_EQ(shown.all("value"), Lines{"value 0: 7"});
}

/// The receiver's view of a property that has just changed is as old as the message was under way.
TEST_F(States, TheAgeOfAChange) {
  sync(true);
  node(41, false, {"7"}, 0b1);
  EXPECT_FALSE(shown.has_any("sync_age")) << "it is not known when it arrives";
  message.transit = {.known = true, .before = 20'000'000, .after = 10'000'000};
  sync(true);
  node(41, false, {"7"}, 0b1);
  EXPECT_EQ(shown.all("sync_age").size(), 1U);
  EXPECT_TRUE(shown.has_any("sync_age 30000000 @3+0"));
  EXPECT_TRUE(shown.has("below: sync_age_estimated 0 @3+0"));
}

TEST_F(States, GuessedNamesHaveAMark) {
  project.property_count = 1;
  project.certainty = names::Certainty::guessed;
  sync();
  node(4, true, {"1"});
  EXPECT_EQ(end(), "sync Main/Clock/Sync: position? = 1");
}

TEST_F(States, AsManyNodesAreListedAsFit) {
  project.property_count = 1;
  text_limit = 10;
  sync();
  node(4, true, {"1"});
  node(4, true, {"2"});
  EXPECT_EQ(end(), "sync Main/Clock/Sync: position = 1; and 1 more");
  lists_all_nodes = true;
  sync();
  node(4, true, {"1"});
  node(4, true, {"2"});
  EXPECT_EQ(end(), "sync Main/Clock/Sync: position = 1; Main/Clock/Sync: position = 2");
  lists_all_nodes = false;
  for (const std::uint32_t limit : {34U, 35U}) {
    text_limit = limit;
    sync();
    node(4, true, {"1"});  // a text of 34 bytes
    node(4, true, {"2"});
    EXPECT_EQ(end(), limit == 34 ? "sync Main/Clock/Sync: position = 1; and 1 more"
                                 : "sync Main/Clock/Sync: position = 1; Main/Clock/Sync: position = 2");
  }
  sync();
  EXPECT_EQ(end(), "sync of nothing");
  sync(true);
  EXPECT_EQ(end(), "changes of nothing");
}

TEST_F(States, TheCostIsDividedAmongTheNodes) {
  message.cost = {.own = 40, .protocol = 0, .share = 20};
  message.plain = 40;
  sync();
  node(4, true, {"1"});
  at = 19;
  node(4, true, {"2"});
  end();
  EXPECT_TRUE(shown.has("costs 16 of 60 @0+60"));
  EXPECT_TRUE(shown.has("costs 8 of 30 @3+16"));
  EXPECT_TRUE(shown.has("costs 8 of 30 @19+16"));
  EXPECT_TRUE(shown.has("cost_sync 60 @0+60 hidden"));
  sync();
  node(4, true, {"1"});
  end(false);
  EXPECT_TRUE(shown.has("costs ? of 60 @0+60")) << "the bytes of a malformed state cannot be attributed";
}

TEST_F(States, WatchesKnowTheListOfANumber) {
  watched = true;
  leaves.numbers.count = 1;
  sync();
  node(4, true, {"1"});
  EXPECT_TRUE(shown.has("watch always #0 of 1 @20+4"));
  sync(true);
  node(41, false, {"1"}, 0b10);
  EXPECT_TRUE(shown.has("watch synchronizer 1 on change #1 of 1 @20+4"));
}

/// Writes no texts, but counts for how many it was asked.
struct CountedTexts {
  int* asked;
  [[nodiscard]] std::uint32_t longest() const noexcept { return 100; }
  const char* text(const Buffer&, const variant::Options&) noexcept {
    ++*asked;
    return "a text";
  }
  Offset numbers(const Buffer&, const variant::Options&, const char*&) noexcept {
    ++*asked;
    return 0;
  }
};

/// A report alone shows no lines of states.
TEST_F(States, WithoutAReaderOfTheirLineKeepTheNumbersThatWereSent) {
  project.property_count = 2;
  // Vector2(1, 2), and a String.
  const std::uint8_t sent[] = {5, 0, 0, 0, 0, 0, 0x80, 0x3F, 0, 0, 0, 0x40, 4, 0, 0, 0, 4, 0, 0, 0, 'g', 'o', 'a', 'l'};
  const Buffer buffer{sent};
  std::copy(std::begin(sent), std::end(sent), bytes.begin());
  facts::InternedNames names;
  facts::Collection collection(host(memories).arena, names);
  collection.with_texts = true;
  facts = &collection;
  collection.begin(facts::Transport::enet);
  item = &collection.add(facts::Kind::sync);
  shows_states = shown.has_tree = shown.visible = false;

  sync();
  multiplayer::SyncObject part = object(4, true);
  sinks->sync_begin(part);
  int asked = 0;
  CountedTexts texts{&asked};
  PlainValues<CountedTexts> values(*annotator, host(memories).arena, texts, {}, true);
  variant::Options options;
  EXPECT_EQ(values.plain_value({field::godot_sync_value, 0, buffer, options}), 12U);
  EXPECT_EQ(asked, 0);
  options.begin = 12;
  options.whole = false;
  EXPECT_EQ(values.plain_value({field::godot_sync_value, 1, buffer, options}), 24U);
  EXPECT_EQ(asked, 1) << "only numbers can be read later";
  part.values = 2;
  part.complete = true;
  sinks->sync_end(part);
  EXPECT_EQ(end(), "");

  const facts::Value* last = item->values;
  ASSERT_NE(last, nullptr);
  EXPECT_STREQ(last->member, "rotation");
  EXPECT_STREQ(last->text, "a text");
  const facts::Value* first = last->next;
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->next, nullptr);
  EXPECT_STREQ(first->node, "Main/Clock/Sync");
  EXPECT_STREQ(first->member, "position");
  EXPECT_EQ(first->text, nullptr);
  EXPECT_EQ(first->numbers.bytes.data(), bytes.data());
  EXPECT_EQ(first->numbers.bytes.size(), 12U);
  EXPECT_EQ(first->numbers.dialect, &variant::dialect(variant::Generation::godot4));
  // Arguments are part of a call's line.
  EXPECT_FALSE(annotator->shows(field::godot_sync_value));
  EXPECT_TRUE(annotator->shows(field::godot_rpc_argument));
}

TEST(LeafListener, KeepsTheNumbersOfTheOutermostValue) {
  Leaves leaves;
  SilentSink silent;
  LeafListener listener(silent, leaves, true, true, 3);
  EXPECT_EQ(listener.wanted_elements(5), 3U) << "of a message";
  listener.open(field::variant, 0, {});
  listener.leaf(field::int_, 4, 4, Value::of_int(7));
  listener.open(field::variant, 8, {});
  listener.leaf(field::int_, 12, 4, Value::of_int(8));
  listener.close(field::variant, 16);
  listener.close(field::variant, 16);
  EXPECT_EQ(leaves.numbers.count, 1U);
  EXPECT_FALSE(leaves.has_packed);
  listener.leaf(field::packed_bytes, 20, 5, {});
  EXPECT_TRUE(leaves.has_packed);
  EXPECT_EQ(leaves.packed.length, 5U);
}

}  // namespace
}  // namespace godot::analysis::annotation

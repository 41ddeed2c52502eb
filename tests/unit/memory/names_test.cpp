// SPDX-License-Identifier: MIT
// Names come from the first source that knows them; nobody's word is an empty name.
#include "plugin/analysis/multiplayer/names.h"

#include <gtest/gtest.h>

namespace godot::plugin::names {
namespace {

class Table final : public Source {
 public:
  explicit Table(const char* text) : text_(text) {}
  [[nodiscard]] Name method(const Node& node, std::uint32_t id) const override {
    if (id != 3 || node.path == nullptr) return {};
    return {.text = text_, .source = "res://player.gd", .certainty = Certainty::certain};
  }

 private:
  const char* text_;
};

/// Added for as long as it lives.
class Added {
 public:
  explicit Added(const Source& source) : source_(source) { add_source(source); }
  ~Added() { remove_source(source_); }
  Added(const Added&) = delete;
  Added& operator=(const Added&) = delete;

 private:
  const Source& source_;
};

constexpr Node player = {.path = "Main/Player"};

TEST(Names, AreUnknownWithoutSources) {
  EXPECT_FALSE(method(player, 3));
  EXPECT_FALSE(script(player));
  EXPECT_FALSE(argument(player, "move", 0).name);
  EXPECT_FALSE(signature(player, "move").known);
  EXPECT_FALSE(scene("Main/Spawner", 0));
  EXPECT_FALSE(parent("Main/Spawner"));
  EXPECT_EQ(property_count({.path = "Main/Sync"}, PropertyList::always), -1);
  EXPECT_FALSE(property({.path = "Main/Sync"}, PropertyList::always, 0));
  EXPECT_EQ(checksum_unknown(player), nullptr);
}

TEST(Names, ComeFromTheFirstSourceThatKnows) {
  const Source silent{};
  const Table first("move");
  const Table second("jump");
  const Added one(silent);
  {
    const Added two(first);
    const Added three(second);
    EXPECT_STREQ(method(player, 3).text, "move");
    EXPECT_STREQ(method(player, 3).source, "res://player.gd");
    EXPECT_FALSE(method(player, 4));
    EXPECT_FALSE(method({}, 3));
  }
  EXPECT_FALSE(method(player, 3));
}

TEST(Types, AcceptWhatTheEngineConverts) {
  EXPECT_TRUE(accepts("int", "int"));
  EXPECT_TRUE(accepts("float", "int"));
  EXPECT_TRUE(accepts("StringName", "String"));
  EXPECT_TRUE(accepts("Array[int]", "Array"));
  EXPECT_TRUE(accepts("PackedByteArray", "Array"));
  EXPECT_TRUE(accepts("Player", "int"));
  EXPECT_TRUE(accepts("Variant", "Vector2"));
  EXPECT_FALSE(accepts("Vector2", "Vector3"));
  EXPECT_FALSE(accepts("int", "String"));
  EXPECT_FALSE(accepts("int", "Nil"));
  EXPECT_FALSE(accepts("PackedByteArray", "PackedInt32Array"));
}

}  // namespace
}  // namespace godot::plugin::names

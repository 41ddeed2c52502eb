// SPDX-License-Identifier: MIT
// Names come from the first source that knows them; if no source does, the name is empty.
#include "base/names/source.h"

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "base/names/engine_methods.h"

namespace godot::analysis::names {
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

/// Registers a source for as long as it lives.
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
  EXPECT_FALSE(properties({.path = "Main/Sync"}, PropertyList::always));
  EXPECT_FALSE(properties({.path = "Main/Sync"}, PropertyList::always)[0]);
  EXPECT_EQ(checksum_unknown(player), nullptr);
  EXPECT_FALSE(declaration(player, "move"));
  EXPECT_LT(highest_channel().channel, 0);
  EXPECT_FALSE(authority_never_set(player));
  EXPECT_FALSE(authority_may_be_split(player));
  EXPECT_FALSE(authority_is_given(player));
  EXPECT_FALSE(is_in_scene(player));
  EXPECT_FALSE(is_redots(player));
  EXPECT_FALSE(synchronizer({.path = "Main/Sync"}));
  EXPECT_FALSE(halves({.path = "Main/Sync"}, PropertyList::always).known);
}

/// Has no names: the next source is asked.
const Source empty_source{};

/// Has all names of Main/Player.
class Everything final : public Source {
 public:
  [[nodiscard]] Declaration declaration(const Node& node, std::string_view method) const override {
    if (node.path == nullptr || method != "move") return {};
    return {.callers = Callers::anybody, .mode = "any_peer", .channel = 2};
  }
  [[nodiscard]] ChannelUse highest_channel() const override { return {.channel = 3, .method = "move"}; }
  [[nodiscard]] bool authority_never_set(const Node& node) const override { return node.path != nullptr; }
  [[nodiscard]] bool authority_may_be_split(const Node& node) const override { return node.path != nullptr; }
  [[nodiscard]] bool authority_is_given(const Node& node) const override { return node.path != nullptr; }
  [[nodiscard]] bool is_in_scene(const Node& node) const override { return node.path != nullptr; }
  [[nodiscard]] bool is_redots(const Node& node) const override { return node.path != nullptr; }
  [[nodiscard]] Name synchronizer(const Synchronizer& synchronizer) const override {
    return synchronizer.position == 1 ? Name{.text = "State", .certainty = Certainty::certain} : Name{};
  }
  [[nodiscard]] Signature signature(const Node&, std::string_view method) const override {
    return {.known = method == "move", .required = 1, .count = 2};
  }
  [[nodiscard]] const char* checksum_unknown(const Node& node) const override {
    return node.rpc_md5 != nullptr ? "No script has this list" : nullptr;
  }
};

TEST(Names, TheNextSourceIsAskedIfTheFirstDoesNotKnow) {
  const Everything everything;
  const Added one(empty_source);
  const Added two(everything);
  EXPECT_EQ(declaration(player, "move").channel, 2);
  EXPECT_FALSE(declaration(player, "jump"));
  EXPECT_EQ(highest_channel().channel, 3);
  EXPECT_TRUE(authority_never_set(player));
  EXPECT_FALSE(authority_never_set({}));
  EXPECT_TRUE(authority_may_be_split(player));
  EXPECT_FALSE(authority_may_be_split({}));
  EXPECT_TRUE(authority_is_given(player));
  EXPECT_FALSE(authority_is_given({}));
  EXPECT_TRUE(is_in_scene(player));
  EXPECT_FALSE(is_in_scene({}));
  EXPECT_TRUE(is_redots(player));
  EXPECT_FALSE(is_redots({}));
  EXPECT_STREQ(synchronizer({.position = 1}).text, "State");
  EXPECT_FALSE(synchronizer({.position = 2}));
  EXPECT_TRUE(signature(player, "move").takes(1));
  EXPECT_TRUE(signature(player, "move").takes(2));
  EXPECT_FALSE(signature(player, "move").takes(0));
  EXPECT_FALSE(signature(player, "move").takes(3));
  EXPECT_STREQ(checksum_unknown({.rpc_md5 = "0123"}), "No script has this list");
  EXPECT_EQ(checksum_unknown(player), nullptr);
}

/// Has an answer to two queries, whatever it says that it knows.
class Answering final : public Source {
 public:
  Answering(bool has_data, Range range) noexcept : Source(has_data, range) {}
  void set(bool has_data) noexcept { set_has_data(has_data); }
  [[nodiscard]] bool is_redots(const Node&) const override { return true; }
  [[nodiscard]] Properties properties(const Synchronizer&, PropertyList) const override {
    return {.certainty = Certainty::certain};
  }
};

TEST(Names, SourcesWithoutDataAreNotQueried) {
  Answering source(false, Source::Range::all);
  const Added added(source);
  EXPECT_FALSE(is_redots(player));
  EXPECT_FALSE(properties({}, PropertyList::always));
  source.set(true);
  EXPECT_TRUE(is_redots(player));
  EXPECT_TRUE(properties({}, PropertyList::always));
}

TEST(Names, SourcesOfMethodsAreNotQueriedAboutScenes) {
  const Answering source(true, Source::Range::methods);
  const Added added(source);
  EXPECT_TRUE(is_redots(player));
  EXPECT_FALSE(properties({}, PropertyList::always));
}

TEST(Names, TransferModesAreThoseOfDeclarations) {
  EXPECT_EQ(transfer_of(multiplayer::TransferMode::unreliable), Transfer::unreliable);
  EXPECT_EQ(transfer_of(multiplayer::TransferMode::unreliable_ordered), Transfer::unreliable_ordered);
  EXPECT_EQ(transfer_of(multiplayer::TransferMode::reliable), Transfer::reliable);
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

/// Knows that a list, a number or a channel is the least that there is.
class Least final : public Source {
 public:
  [[nodiscard]] SpawnedScene spawned_scene(const Node& node) const override {
    return node.scene == 0 ? SpawnedScene{.scenes = 0} : SpawnedScene{.synchronizers = 0};
  }
  [[nodiscard]] ChannelUse highest_channel() const override { return {.channel = 0, .method = "move"}; }
  [[nodiscard]] SyncLimit sync_limit() const override { return {.script = "res://main.gd", .bytes = -1}; }
};

TEST(Names, NothingIsAnAnswer) {
  const Least source;
  const Added one(empty_source);
  const Added two(source);
  EXPECT_EQ(spawned_scene({.scene = 0}).scenes, 0) << "the list is empty";
  EXPECT_EQ(spawned_scene({.scene = 1}).synchronizers, 0) << "the scene has none";
  EXPECT_EQ(highest_channel().channel, 0);
  EXPECT_STREQ(sync_limit().script, "res://main.gd") << "set to what is not known";
}

/// Two synchronizers: of three properties the last is of half precision, of two the first.
class Halved final : public Source {
 public:
  [[nodiscard]] Properties properties(const Synchronizer& synchronizer, PropertyList) const override {
    static constexpr std::array<const char*, 3> names = {"position", "rotation", "scale"};
    if (synchronizer.position > 1) return {};
    return {.names = std::span(names).first(synchronizer.position == 0 ? 3 : 2), .certainty = Certainty::certain};
  }
  [[nodiscard]] HalfPrecision halves(const Synchronizer& synchronizer, PropertyList) const override {
    if (synchronizer.position > 1) return {};
    return {.known = true, .values = synchronizer.position == 0 ? 0b100U : 0b01U};
  }
};

TEST(Halves, AreCountedAmongTheValuesThatAreSent) {
  const Halved source;
  const Added added(source);
  const Synchronizer first{.path = "Main/Sync"};
  EXPECT_EQ(sent_halves(first, {.delta = false}).values, 0b100U);
  EXPECT_EQ(sent_halves(first, {.delta = true, .indexes = 0b101}).values, 0b10U) << "the second value is the third's";
  EXPECT_EQ(sent_halves(first, {.delta = true, .indexes = 0b011}).values, 0U);
  EXPECT_TRUE(sent_halves(first, {.delta = true, .indexes = 0b011}).known);
}

TEST(Halves, OfASpawnAreThoseOfAllItsSynchronizers) {
  EXPECT_FALSE(spawned_halves({.synchronizers = 1}).known) << "they are unknown";
  const Halved source;
  const Added added(source);
  EXPECT_FALSE(spawned_halves({}).known) << "it has none";
  EXPECT_EQ(spawned_halves({.synchronizers = 1}).values, 0b100U);
  EXPECT_EQ(spawned_halves({.synchronizers = 2}).values, 0b1100U) << "behind the first one's three";
  EXPECT_FALSE(spawned_halves({.synchronizers = 3}).known) << "of one nothing is known";
}

/// Each has 64 properties, as many as bits tell of. All but the last are of half precision.
class Many final : public Source {
 public:
  [[nodiscard]] Properties properties(const Synchronizer&, PropertyList) const override {
    static constexpr std::array<const char*, 64> names = {};
    return {.names = names, .certainty = Certainty::certain};
  }
  [[nodiscard]] HalfPrecision halves(const Synchronizer&, PropertyList) const override {
    return {.known = true, .values = ~std::uint64_t{0} >> 1};
  }
};

TEST(Halves, OfASpawnAreKnownOfThe64ThatBitsTellOf) {
  const Many source;
  const Added added(source);
  EXPECT_EQ(spawned_halves({.synchronizers = 2}).values, ~std::uint64_t{0} >> 1);
}

TEST(EngineMethods, ArgumentsAreCalledAsTheEngineDoes) {
  const EngineMethods engine;
  const Node listed = {.path = "Main", .rpc_md5 = "0123456789abcdef0123456789abcdef"};
  EXPECT_STREQ(engine.argument(listed, "set_meta", 0).name.text, "name");
  EXPECT_STREQ(engine.argument(listed, "set_meta", 1).name.text, "value");
  EXPECT_EQ(engine.argument(listed, "set_meta", 1).name.certainty, Certainty::certain);
  EXPECT_FALSE(engine.argument(listed, "set_meta", 2).name) << "it has two";
  EXPECT_STREQ(engine.argument(listed, "add_gizmo", 0).name.text, "gizmo");
  EXPECT_FALSE(engine.argument(listed, "add_gizmo", 1).name) << "it has one";
  EXPECT_FALSE(engine.argument(listed, "set_metal", 0).name) << "none of the engine's";
  EXPECT_FALSE(engine.argument({.path = "Main"}, "set_meta", 0).name) << "Godot 3 calls scripts' methods by name";
  Node own = listed;
  own.own_method = true;
  EXPECT_FALSE(engine.argument(own, "set_meta", 0).name) << "a script's method of that name";
}

}  // namespace
}  // namespace godot::analysis::names

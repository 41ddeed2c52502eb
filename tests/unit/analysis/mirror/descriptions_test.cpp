// SPDX-License-Identifier: MIT
// Descriptions by running games, looked up as for the wire; and lookups without an answer, because another game's could
// be meant.
#include "analysis/mirror/descriptions.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/support/bytes.h"

namespace godot::test {
namespace {

namespace names = analysis::names;
using analysis::Knowledge;
using analysis::names::Certainty;
using analysis::names::PropertyList;

/// A record of one game, attribute by attribute.
class Record {
 public:
  explicit Record(mirror::Kind kind) {
    bytes_ = from_hex("01 00 1c00 00e40b5402000000 efbeaddefecaefbe 05000000 01000000");
    bytes_[1] = static_cast<std::uint8_t>(kind);
  }
  Record& text(mirror::Tag tag, std::string_view text) { return add(tag, Bytes(text.begin(), text.end())); }
  Record& number(mirror::Tag tag, std::uint16_t number) {
    return add(tag, {static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8), 0, 0});
  }
  Record& method(std::uint8_t id, std::string_view name, std::uint8_t mode = 1, std::uint8_t transfer_mode = 2) {
    Bytes value = {id, 0, mode, transfer_mode, 0, 0, 4, 0, 0, 0};
    value.insert(value.end(), name.begin(), name.end());
    return add(mirror::Tag::method, value);
  }
  Record& argument(std::string_view name, std::string_view type, bool has_default = false) {
    Bytes value = {static_cast<std::uint8_t>(has_default), 0, static_cast<std::uint8_t>(name.size()), 0};
    value.insert(value.end(), name.begin(), name.end());
    value.insert(value.end(), type.begin(), type.end());
    return add(mirror::Tag::argument, value);
  }
  Record& property(std::string_view path, std::uint8_t flags) {
    Bytes value = {flags, 0};
    value.insert(value.end(), path.begin(), path.end());
    return add(mirror::Tag::property, value);
  }
  void add_to(Knowledge& knowledge) const { knowledge.learn(Buffer(bytes_)); }

 private:
  Record& add(mirror::Tag tag, const Bytes& value) {
    const auto number = static_cast<std::uint16_t>(tag);
    const Bytes head = {static_cast<std::uint8_t>(number), 0, 0, 0, static_cast<std::uint8_t>(value.size()), 0, 0, 0};
    bytes_.insert(bytes_.end(), head.begin(), head.end());
    bytes_.insert(bytes_.end(), value.begin(), value.end());
    return *this;
  }
  Bytes bytes_;
};

constexpr const char* list = "0123456789abcdef0123456789abcdef";

Record node(std::string_view path, std::string_view script, std::string_view argument) {
  return Record(mirror::Kind::node)
      .text(mirror::Tag::node_path, path)
      .text(mirror::Tag::script, script)
      .text(mirror::Tag::methods_md5, list)
      .method(0, "jump")
      .method(1, "move")
      .argument(argument, "Vector2")
      .argument("fast", "bool", true);
}

TEST(MirrorKnowledge, MethodsByList) {
  Knowledge knowledge;
  node("Main/Red", "res://player.gd", "by").add_to(knowledge);
  const analysis::names::Node asked = {.rpc_md5 = list};
  EXPECT_STREQ(knowledge.method(asked, 1).text, "move");
  EXPECT_EQ(knowledge.method(asked, 1).certainty, Certainty::certain);
  EXPECT_STREQ(knowledge.script(asked).text, "res://player.gd");
  EXPECT_STREQ(knowledge.argument(asked, "move", 0).name.text, "by");
  EXPECT_STREQ(knowledge.argument(asked, "move", 0).type, "Vector2");
  EXPECT_EQ(knowledge.signature(asked, "move").required, 1U);
  EXPECT_EQ(knowledge.signature(asked, "move").count, 2U);
  EXPECT_STREQ(knowledge.declaration(asked, "move").mode, "any_peer");
  EXPECT_EQ(knowledge.declaration(asked, "move").channel, 4);
  EXPECT_FALSE(knowledge.method(asked, 2));
  EXPECT_FALSE(knowledge.method({.rpc_md5 = "ffffffffffffffffffffffffffffffff"}, 1));
}

TEST(MirrorKnowledge, ModesAreThoseOfTheEngine) {
  Knowledge knowledge;
  Record(mirror::Kind::node)
      .text(mirror::Tag::node_path, "Main/Gate")
      .method(0, "never", 0)
      .method(1, "all", 1)
      .method(2, "own", 2)
      .add_to(knowledge);
  const analysis::names::Node gate = {.path = "Main/Gate"};
  EXPECT_EQ(knowledge.declaration(gate, "never").callers, analysis::names::Callers::none);
  EXPECT_STREQ(knowledge.declaration(gate, "never").mode, "disabled");
  EXPECT_EQ(knowledge.declaration(gate, "all").callers, analysis::names::Callers::anybody);
  EXPECT_EQ(knowledge.declaration(gate, "own").callers, analysis::names::Callers::authority);
  EXPECT_STREQ(knowledge.declaration(gate, "own").mode, "authority");
  EXPECT_FALSE(knowledge.declaration(gate, "other"));
}

/// A record may come from anybody.
TEST(MirrorKnowledge, ModesThatTheEngineDoesNotHave) {
  Knowledge knowledge;
  Record(mirror::Kind::node)
      .text(mirror::Tag::node_path, "Main/Gate")
      .method(0, "mode", 3)
      .method(1, "transfer", 1, 3)
      .add_to(knowledge);
  EXPECT_FALSE(knowledge.declaration({.path = "Main/Gate"}, "mode"));
  EXPECT_FALSE(knowledge.declaration({.path = "Main/Gate"}, "transfer"));
}

TEST(MirrorKnowledge, ArgumentsThatAMethodDoesNotHave) {
  Knowledge knowledge;
  node("Main/Red", "res://player.gd", "by").add_to(knowledge);
  const analysis::names::Node asked = {.rpc_md5 = list};
  EXPECT_STREQ(knowledge.argument(asked, "move", 1).name.text, "fast");
  EXPECT_FALSE(knowledge.argument(asked, "move", 2).name);
  EXPECT_FALSE(knowledge.argument(asked, "jump", 0).name);
  EXPECT_FALSE(knowledge.argument(asked, "fly", 0).name);
}

TEST(MirrorKnowledge, GamesHaveNumbersAndDescriptions) {
  Knowledge knowledge;
  Record(mirror::Kind::game)
      .text(mirror::Tag::engine, "4.6.3.stable")
      .text(mirror::Tag::transport, "ENetMultiplayerPeer")
      .text(mirror::Tag::role, "server")
      .text(mirror::Tag::api, "SceneMultiplayer")
      .add_to(knowledge);
  constexpr std::uint64_t of_record = 0xBEEFCAFEDEADBEEF;
  const Knowledge::Game& game = knowledge.game(of_record);
  EXPECT_EQ(game.number, 1U);
  EXPECT_STREQ(game.engine, "Godot 4.6.3.stable");
  EXPECT_STREQ(game.transport, "ENetMultiplayerPeer");
  EXPECT_STREQ(game.role, "server");
  EXPECT_TRUE(game.is_scene_api);
  EXPECT_EQ(knowledge.game(77).number, 2U);
  EXPECT_EQ(knowledge.game(77).engine, nullptr);
}

/// A record may come from anybody.
TEST(MirrorKnowledge, VersionsAreShortAndPlain) {
  const auto engine = [](std::string_view text) {
    Knowledge knowledge;
    Record(mirror::Kind::game).text(mirror::Tag::engine, text).add_to(knowledge);
    const char* said = knowledge.game(0xBEEFCAFEDEADBEEF).engine;
    return std::string(said != nullptr ? said : "none");
  };
  EXPECT_EQ(engine("4.6.3-stable (official)"), "Godot 4.6.3-stable (official)");
  EXPECT_EQ(engine(std::string(64, '~')), "Godot " + std::string(64, '~'));
  EXPECT_EQ(engine(std::string(65, '~')), "none");
  EXPECT_EQ(engine("4.6\n"), "none");
  EXPECT_EQ(engine("4.6\x7F"), "none");
  EXPECT_EQ(engine("4.6\u00E9"), "none");
}

TEST(MirrorKnowledge, MethodsByPlace) {
  Knowledge knowledge;
  node("Main/Red", "res://player.gd", "by").add_to(knowledge);
  EXPECT_STREQ(knowledge.method({.path = "Main/Red"}, 0).text, "jump");
  EXPECT_FALSE(knowledge.method({.path = "Main/Blue"}, 0));
}

/// Two scripts whose methods have the same names: numbers are certain; arguments and script only if the node decides.
TEST(MirrorKnowledge, ScriptsAlike) {
  Knowledge knowledge;
  node("Main/Red", "res://player.gd", "by").add_to(knowledge);
  node("Main/Bot", "res://bot.gd", "way").add_to(knowledge);
  EXPECT_EQ(knowledge.method({.rpc_md5 = list}, 1).certainty, Certainty::certain);
  EXPECT_EQ(knowledge.script({.rpc_md5 = list}).certainty, Certainty::guessed);
  EXPECT_FALSE(knowledge.signature({.rpc_md5 = list}, "move").known);
  EXPECT_STREQ(knowledge.argument({.path = "Main/Red", .rpc_md5 = list}, "move", 0).name.text, "by");
  EXPECT_STREQ(knowledge.argument({.path = "Main/Bot", .rpc_md5 = list}, "move", 0).name.text, "way");
}

TEST(MirrorKnowledge, ARepeatedRecordChangesNothing) {
  Knowledge knowledge;
  for (int i = 0; i < 3; ++i) node("Main/Red", "res://player.gd", "by").add_to(knowledge);
  EXPECT_EQ(knowledge.script({.path = "Main/Red"}).certainty, Certainty::certain);
}

/// A node that was described in two ways, by its path alone.
TEST(MirrorKnowledge, AnExchangedScript) {
  Knowledge knowledge;
  Record(mirror::Kind::node).text(mirror::Tag::node_path, "Main/Gate").method(0, "open").add_to(knowledge);
  const analysis::names::Node gate = {.path = "Main/Gate"};
  EXPECT_EQ(knowledge.method(gate, 0).certainty, Certainty::certain);
  EXPECT_EQ(knowledge.declaration(gate, "open").certainty, Certainty::certain);
  EXPECT_TRUE(knowledge.signature(gate, "open").known);
  Record(mirror::Kind::node).text(mirror::Tag::node_path, "Main/Gate").method(0, "open", 2).add_to(knowledge);
  EXPECT_EQ(knowledge.method(gate, 0).certainty, Certainty::guessed);
  EXPECT_EQ(knowledge.declaration(gate, "open").certainty, Certainty::guessed);
  EXPECT_EQ(knowledge.declaration(gate, "open").callers, analysis::names::Callers::authority) << "the newest";
  EXPECT_FALSE(knowledge.signature(gate, "open").known);
  EXPECT_FALSE(knowledge.script(gate)) << "it has none";
}

/// Records may come in any order of the methods.
TEST(MirrorKnowledge, MethodsHaveTheirOwnNumbers) {
  Knowledge knowledge;
  Record(mirror::Kind::node)
      .text(mirror::Tag::node_path, "Main/Gate")
      .method(5, "a")
      .method(2, "c")
      .method(3, "b")
      .add_to(knowledge);
  const analysis::names::Node gate = {.path = "Main/Gate"};
  EXPECT_STREQ(knowledge.method(gate, 2).text, "c");
  EXPECT_STREQ(knowledge.method(gate, 3).text, "b");
  EXPECT_STREQ(knowledge.method(gate, 5).text, "a");
  for (const std::uint32_t none : {0U, 4U, 6U}) EXPECT_FALSE(knowledge.method(gate, none)) << none;
  for (const char* name : {"a", "b", "c"}) EXPECT_TRUE(knowledge.declaration(gate, name)) << name;
}

/// The list of methods that a call shows decides; what is known of the path alone is another node's.
TEST(MirrorKnowledge, AListThatIsNotThatOfTheNodeAtThePath) {
  Knowledge knowledge;
  node("Main/Red", "res://player.gd", "by").add_to(knowledge);
  Record(mirror::Kind::node)
      .text(mirror::Tag::node_path, "Main/Blue")
      .text(mirror::Tag::script, "res://ship.gd")
      .text(mirror::Tag::methods_md5, "ffffffffffffffffffffffffffffffff")
      .method(1, "sail")
      .add_to(knowledge);
  EXPECT_STREQ(knowledge.method({.path = "Main/Blue", .rpc_md5 = list}, 1).text, "move");
  EXPECT_STREQ(knowledge.script({.path = "Main/Blue", .rpc_md5 = list}).text, "res://player.gd");
  EXPECT_FALSE(knowledge.method({.path = "Main/Blue", .rpc_md5 = "0"}, 1));
  node("Main/Bot", "res://bot.gd", "way").add_to(knowledge);
  EXPECT_EQ(knowledge.script({.path = "Main/Blue", .rpc_md5 = list}).certainty, Certainty::guessed);
}

Record synchronizer(std::string_view path, std::uint16_t position) {
  return Record(mirror::Kind::synchronizer)
      .text(mirror::Tag::node_path, path)
      .text(mirror::Tag::sync_root, "Main/Red")
      .text(mirror::Tag::sync_scene, "res://player.tscn")
      .number(mirror::Tag::sync_position, position)
      .property(".:position", 3)
      .property("Mast:position:y", 4);
}

TEST(MirrorKnowledge, PropertiesByPathAndBySpawn) {
  Knowledge knowledge;
  synchronizer("Main/Red/Sync", 0).add_to(knowledge);
  Record(mirror::Kind::spawner)
      .text(mirror::Tag::node_path, "Main/Spawner")
      .text(mirror::Tag::spawn_path, "Main")
      .text(mirror::Tag::scene, "res://bot.tscn")
      .text(mirror::Tag::scene, "res://player.tscn")
      .add_to(knowledge);
  const analysis::names::Synchronizer by_path = {.path = "Main/Red/Sync"};
  EXPECT_EQ(knowledge.properties(by_path, PropertyList::always).names.size(), 1U);
  EXPECT_STREQ(knowledge.properties(by_path, PropertyList::always)[0].text, "position");
  EXPECT_STREQ(knowledge.properties(by_path, PropertyList::on_change)[0].text, "Mast:position:y");
  EXPECT_FALSE(knowledge.properties(by_path, PropertyList::on_change)[1]);
  EXPECT_STREQ(knowledge.scene("Main/Spawner", 1).text, "res://player.tscn");
  EXPECT_STREQ(knowledge.parent("Main/Spawner").text, "Main");
  analysis::names::Synchronizer spawned = {.node = {.spawner = "Main/Spawner", .scene = 1, .synchronizers = 1}};
  EXPECT_STREQ(knowledge.properties(spawned, PropertyList::spawn)[0].text, "position");
  // The spawn lists more than the scene is known to have: which scene it is, is not certain.
  spawned.node.synchronizers = 2;
  EXPECT_FALSE(knowledge.properties(spawned, PropertyList::spawn)[0]);
  EXPECT_FALSE(knowledge.properties(spawned, PropertyList::spawn));
}

/// Records are repeated for recordings that begin later.
TEST(MirrorKnowledge, ARepeatedConfigurationChangesNothing) {
  Knowledge knowledge;
  for (int i = 0; i < 3; ++i) {
    synchronizer("Main/Red/Sync", 0).add_to(knowledge);
    Record(mirror::Kind::spawner)
        .text(mirror::Tag::node_path, "Main/Spawner")
        .text(mirror::Tag::spawn_path, "Main")
        .text(mirror::Tag::scene, "res://player.tscn")
        .add_to(knowledge);
  }
  EXPECT_STREQ(knowledge.properties({.path = "Main/Red/Sync"}, PropertyList::always)[0].text, "position");
  EXPECT_STREQ(knowledge.scene("Main/Spawner", 0).text, "res://player.tscn");
  EXPECT_EQ(knowledge.scene("Main/Spawner", 0).certainty, Certainty::certain);
  EXPECT_FALSE(knowledge.scene("Main/Spawner", 1));
}

/// A configuration that has changed meanwhile gives no names.
TEST(MirrorKnowledge, ChangedConfiguration) {
  Knowledge knowledge;
  synchronizer("Main/Red/Sync", 0).add_to(knowledge);
  synchronizer("Main/Red/Sync", 0).property(".:health", 2).add_to(knowledge);
  EXPECT_FALSE(knowledge.properties({.path = "Main/Red/Sync"}, PropertyList::always)[0]);
}

/// Scenes of a spawner that has changed are guesses, and no list of properties follows from a guess.
TEST(MirrorKnowledge, AChangedSpawner) {
  Knowledge knowledge;
  const auto spawner = [](std::string_view scene) {
    return Record(mirror::Kind::spawner).text(mirror::Tag::node_path, "Main/Spawner").text(mirror::Tag::scene, scene);
  };
  synchronizer("Main/Red/Sync", 0).add_to(knowledge);
  spawner("res://player.tscn").add_to(knowledge);
  const analysis::names::Synchronizer spawned = {.node = {.spawner = "Main/Spawner", .scene = 0, .synchronizers = 1}};
  EXPECT_TRUE(knowledge.properties(spawned, PropertyList::always));
  EXPECT_FALSE(knowledge.properties({.node = {.spawner = "Main/Spawner", .synchronizers = 1}}, PropertyList::always))
      << "a node without a scene";
  EXPECT_FALSE(knowledge.properties({.node = {.scene = 0, .synchronizers = 1}}, PropertyList::always));
  analysis::names::Synchronizer second = spawned;
  second.position = 1;
  EXPECT_FALSE(knowledge.properties(second, PropertyList::always)) << "the scene has one";
  spawner("res://bot.tscn").add_to(knowledge);
  spawner("res://player.tscn").add_to(knowledge);
  EXPECT_STREQ(knowledge.scene("Main/Spawner", 0).text, "res://player.tscn");
  EXPECT_EQ(knowledge.scene("Main/Spawner", 0).certainty, Certainty::guessed);
  EXPECT_FALSE(knowledge.properties(spawned, PropertyList::always));
  EXPECT_FALSE(knowledge.parent("Main/Spawner")) << "it was not given";
}

/// A record may come from anybody: a scene has 4096 synchronizers at most.
TEST(MirrorKnowledge, PositionsAreLimited) {
  Knowledge knowledge;
  synchronizer("Main/Last", 4095).add_to(knowledge);
  synchronizer("Main/Beyond", 4096).add_to(knowledge);
  EXPECT_TRUE(knowledge.properties({.path = "Main/Last"}, PropertyList::always));
  EXPECT_FALSE(knowledge.properties({.path = "Main/Beyond"}, PropertyList::always));
}

/// A synchronizer whose root was made by code has no scene: its path alone finds it.
TEST(MirrorKnowledge, ASynchronizerWithoutAScene) {
  Knowledge knowledge;
  Record(mirror::Kind::synchronizer)
      .text(mirror::Tag::node_path, "Main/Red/Sync")
      .text(mirror::Tag::sync_scene, "")
      .property(":never", 0)
      .property(":once", 1)
      .add_to(knowledge);
  const analysis::names::Synchronizer sync = {.path = "Main/Red/Sync"};
  const analysis::names::Properties at_spawn = knowledge.properties(sync, PropertyList::spawn);
  ASSERT_EQ(at_spawn.names.size(), 1U);
  EXPECT_STREQ(at_spawn[0].text, ":once");
  EXPECT_EQ(knowledge.properties(sync, PropertyList::always).names.size(), 0U);
}

TEST(MirrorKnowledge, HalfARecordIsIgnored) {
  Knowledge knowledge;
  const Bytes bytes =
      from_hex("01 03 1c00 00e40b5402000000 efbeaddefecaefbe 05000000 01000000 1000 0000 04000000 4d61");
  knowledge.learn(Buffer(bytes));
  EXPECT_FALSE(knowledge.method({.path = "Ma"}, 0));
}

TEST(MirrorKnowledge, Forgets) {
  Knowledge knowledge;
  node("Main/Red", "res://player.gd", "by").add_to(knowledge);
  EXPECT_EQ(knowledge.game(7).number, 2U);
  knowledge.forget();
  EXPECT_FALSE(knowledge.method({.path = "Main/Red"}, 0));
  EXPECT_EQ(knowledge.game(7).number, 1U);
}

}  // namespace
}  // namespace godot::test

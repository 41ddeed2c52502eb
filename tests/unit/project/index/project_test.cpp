// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "project/index/project.h"
#include "project/text/checksum.h"
#include "tests/unit/project/checksum_of.h"
#include "tests/unit/project/folder.h"

using namespace godot::analysis::project;
using godot::test::checksum_of;
using godot::test::Folder;
namespace fs = std::filesystem;

namespace {

std::string list_of(const Project& project, std::string_view path) {
  std::string text;
  for (const ScriptInfo& script : project.scripts()) {
    if (script.path != path) continue;
    for (const Method* method : script.remote) text += (text.empty() ? "" : ",") + method->name;
    return text;
  }
  return "no such script";
}

struct Expected {
  const char* path;
  const char* checksum;
  const char* methods;
};

// What Godot 4.6.3 returned for tests/unit/project/samples/tricky (Script.get_rpc_config of each script and
// class).
constexpr Expected tricky[] = {
#include "tests/unit/project/samples/tricky.inc"
};

const std::string samples = std::string(GODOT_SAMPLES);

}  // namespace

// The test suite of RFC 1321, A.5, and texts at the edges of a block, whose sums md5sum of GNU coreutils printed.
TEST(Checksum, IsMd5) {
  EXPECT_EQ(checksum_of({}), empty_checksum);
  EXPECT_EQ(checksum_of({"a"}), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(checksum_of({"abc"}), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(checksum_of({"message digest"}), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(checksum_of({"abcdefghijklmnop", "qrstuvwxyz"}), "c3fcd3d76192e4007dfb496cca67e13b");
  EXPECT_EQ(checksum_of({"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz0123456789"}),
            "d174ab98d277d9f5a5611c2c9f419d9f");
  EXPECT_EQ(checksum_of({"1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"}),
            "57edf4a22be3c955ac49da2e2107b67a");
  EXPECT_EQ(checksum_of({std::string(55, 'x')}), "04364420e25c512fd958a70738aa8f72");
  EXPECT_EQ(checksum_of({std::string(56, 'x')}), "668a72d5ba17f08e62dabcafad6db14b");
  EXPECT_EQ(checksum_of({std::string(63, 'x')}), "7dc2ca208106a2f703567bdff99d8981");
  EXPECT_EQ(checksum_of({std::string(64, 'x')}), "c1bb4f81d892b2d57947682aeb252456");
  EXPECT_EQ(checksum_of({std::string(65, 'x')}), "1bc932052302d074bdec39795fe00cf6");
  EXPECT_EQ(checksum_of({std::string(128, 'x')}), "d69cb61a6ee87200676eb0d4b90edbcb");
}

TEST(Checksum, BeginsAnewAfterTheEnd) {
  ListChecksum checksum;
  checksum.add("abc");
  EXPECT_EQ(checksum.finish(), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(checksum.finish(), empty_checksum);
}

TEST(Project, ListsAreThoseOfTheEngine) {
  Project project(samples + "/tricky");
  ASSERT_TRUE(project.refresh());
  for (const FileFault& fault : project.faults()) ADD_FAILURE() << fault.path << ": " << fault.fault.text;
  std::size_t found = 0;
  for (const ScriptInfo& script : project.scripts()) {
    for (const Expected& expected : tricky) {
      if (script.path != expected.path) continue;
      ++found;
      EXPECT_EQ(script.checksum, expected.checksum) << script.path;
      EXPECT_EQ(list_of(project, script.path), expected.methods);
    }
  }
  EXPECT_EQ(found, std::size(tricky));
  // The additional one is the script inside a scene, which the engine was not asked for.
  EXPECT_EQ(project.scripts().size(), std::size(tricky) + 1);
  EXPECT_EQ(list_of(project, "res://main.tscn::GDScript_built"), "built_in");
}

TEST(Project, ScriptsByChecksum) {
  Project project(samples + "/tricky");
  project.refresh();
  const auto found = project.scripts_with(checksum_of({"first", "replaced"}));
  ASSERT_EQ(found.size(), 1U);
  const int base = found.front();
  EXPECT_EQ(project.scripts()[static_cast<std::size_t>(base)].path, "res://base.gd");
  ASSERT_NE(project.remote_method(base, 1), nullptr);
  EXPECT_EQ(project.remote_method(base, 1)->name, "replaced");
  EXPECT_EQ(project.remote_method(base, 2), nullptr);
  EXPECT_EQ(project.remote_method(base, 0x8000), nullptr);
  EXPECT_TRUE(project.scripts_with(empty_checksum).empty());
  // A method that overrides another brings its own arguments.
  const int derived = project.script_at("res://derived.gd");
  EXPECT_EQ(project.method(derived, "replaced")->arguments.front().name, "new_name");
  EXPECT_EQ(project.method(base, "replaced")->arguments.front().name, "old_name");
  EXPECT_EQ(project.method(derived, "plain")->arguments.size(), 2U);
  EXPECT_EQ(project.method(derived, "nowhere"), nullptr);
  EXPECT_EQ(project.only_method("replaced"), nullptr);
  ASSERT_NE(project.only_method("of_kit"), nullptr);
  EXPECT_EQ(project.only_method("of_kit")->arguments.size(), 2U);
}

TEST(Project, TheNearestList) {
  Project project(samples + "/tricky");
  project.refresh();
  const int base = project.script_at("res://base.gd");
  const auto check = [&](std::initializer_list<std::string_view> names, std::vector<std::string> more,
                         std::vector<std::string> less) {
    const Nearest& nearest = project.nearest(checksum_of(names), -1, false, 0);
    EXPECT_TRUE(nearest.exact);
    EXPECT_EQ(nearest.script, base);
    EXPECT_EQ(nearest.more, more);
    EXPECT_EQ(nearest.less, less);
  };
  check({"replaced"}, {}, {"first"});
  check({"first", "plain", "replaced"}, {"plain"}, {});
  check({"after_all", "first", "replaced"}, {"after_all"}, {});
  check({"first", "of_kit"}, {"of_kit"}, {"replaced"});
  EXPECT_EQ(project.nearest(checksum_of({"first", "of_kit"}), -1, false, 0).list,
            (std::vector<std::string>{"first", "of_kit"}));
  // A name before all others may also come from rpc_config(): the MD5 sum is the same.
  EXPECT_TRUE(project.nearest(checksum_of({"after_all", "first", "replaced"}), -1, false, 0).ambiguous);
  EXPECT_FALSE(project.nearest(checksum_of({"first", "plain", "replaced"}), -1, false, 0).ambiguous);
  // Methods that a script passes to rpc_config() come before the others, and are numbered separately.
  const Nearest& configured = project.nearest(checksum_of({"zeal", "first", "replaced"}), -1, false, 0);
  EXPECT_TRUE(configured.exact);
  EXPECT_EQ(configured.configured, std::vector<std::string>{"zeal"});
  EXPECT_EQ(configured.list, (std::vector<std::string>{"first", "replaced"}));
  EXPECT_TRUE(configured.more.empty());
  const Nearest& hinted = project.nearest("00000000000000000000000000000000", base, false, 0);
  EXPECT_FALSE(hinted.exact);
  EXPECT_EQ(hinted.script, base);
  EXPECT_EQ(project.nearest("00000000000000000000000000000001", -1, false, 0).script, -1);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(project.nearest(std::to_string(i), -1, false, 0).exact);
}

TEST(Project, TheSearchForTheNearestListEnds) {
  const Folder folder;
  std::string script = "extends Node\n";
  for (int i = 0; i < 1000; ++i) script += "@rpc func method_" + std::to_string(i) + "():\n\tpass\n";
  folder.write("project.godot", "config_version=5\n");
  folder.write("long.gd", script);
  Project project(folder.path());
  project.refresh();
  ASSERT_EQ(project.scripts().size(), 1U);
  const ScriptInfo& info = project.scripts().front();
  ASSERT_EQ(info.remote.size(), 1000U);
  // One missing name is found among a thousand.
  ListChecksum checksum;
  for (std::size_t i = 0; i < info.remote.size(); ++i) {
    if (i != 700) checksum.add(info.remote[i]->name);
  }
  const Nearest& less = project.nearest(checksum.finish(), -1, false, 0);
  EXPECT_TRUE(less.exact);
  EXPECT_FALSE(less.given_up);
  EXPECT_EQ(less.less, std::vector<std::string>{info.remote[700]->name});
  // Nothing explains these: not all of the half million lists without two names are tried, and the result says so.
  for (int i = 0; i < 300; ++i) {
    const Nearest& unknown = project.nearest(std::to_string(i), -1, false, 0);
    EXPECT_FALSE(unknown.exact);
    EXPECT_TRUE(unknown.given_up);
  }
}

TEST(Project, TheChangesOfTheNodesOwnScriptAreTriedInLargeProjects) {
  constexpr std::size_t scripts = 64;
  constexpr int methods = 50;
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  for (std::size_t i = 0; i < scripts; ++i) {
    std::string script = "extends Node\n";
    for (int j = 0; j < methods; ++j)
      script += "@rpc func of_" + std::to_string(i) + "_" + std::to_string(j) + "():\n\tpass\n";
    folder.write("script_" + std::to_string(i) + ".gd", script);
  }
  Project project(folder.path());
  project.refresh();
  ASSERT_EQ(project.scripts().size(), scripts);
  const auto checksum_without_two = [&](std::size_t script) -> std::string {
    const std::vector<const Method*>& all = project.scripts()[script].remote;
    ListChecksum checksum;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i != 30 && i != 40) checksum.add(all[i]->name);
    }
    return std::string(checksum.finish());
  };
  // All scripts are too many; where the node's own is known, it is tried alone.
  EXPECT_TRUE(project.nearest(checksum_without_two(20), -1, false, 0).given_up);
  const Nearest& own = project.nearest(checksum_without_two(20), 20, false, 0);
  EXPECT_TRUE(own.exact);
  EXPECT_FALSE(own.given_up);
  EXPECT_EQ(own.script, 20);
  EXPECT_EQ(own.less.size(), 2U);
  EXPECT_FALSE(project.nearest(checksum_without_two(20), 21, false, 0).exact);
  // Also when others have spent the work for all; what is not found may still be in another script.
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(project.nearest(std::to_string(i), 10, false, 0).given_up);
  EXPECT_TRUE(project.nearest(checksum_without_two(40), 40, false, 0).exact);
}

TEST(Project, ASearchThatLeavesOutScriptsIsGivenUp) {
  constexpr unsigned scripts = 300;
  constexpr unsigned names = 9;
  const auto is_given_up = [](unsigned count) {
    const Folder folder;
    folder.write("project.godot", "config_version=5\n");
    // Each script has another subset of few names.
    for (unsigned i = 1; i <= count; ++i) {
      std::string script = "extends Node\n";
      for (unsigned name = 0; name < names; ++name) {
        if ((i >> name & 1U) != 0) script += "@rpc func method_" + std::to_string(name) + "():\n\tpass\n";
      }
      folder.write("script_" + std::to_string(i) + ".gd", script);
    }
    Project project(folder.path());
    project.refresh();
    return project.nearest("unknown", -1, false, 0).given_up;
  };
  EXPECT_FALSE(is_given_up(scripts / 2));
  EXPECT_TRUE(is_given_up(scripts));
}

/// A scene whose root has these scenes as children.
std::string scene_of(const std::vector<std::string>& instanced) {
  std::string text = "[gd_scene format=3]\n";
  for (std::size_t i = 0; i < instanced.size(); ++i)
    text +=
        "[ext_resource type=\"PackedScene\" path=\"res://" + instanced[i] + "\" id=\"" + std::to_string(i) + "\"]\n";
  text += "[node name=\"Root\" type=\"Node\"]\n";
  for (std::size_t i = 0; i < instanced.size(); ++i) {
    const std::string number = std::to_string(i);
    text += "[node name=\"Inner" + number + "\" parent=\".\" instance=ExtResource(\"" + number + "\")]\n";
  }
  return text;
}

TEST(Project, ScenesThatContainThemselves) {
  constexpr int count = 200;
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  for (int i = 0; i < count; ++i)
    folder.write("ring" + std::to_string(i) + ".tscn", scene_of({"ring" + std::to_string((i + 1) % count) + ".tscn"}));
  folder.write("own.tscn", scene_of({"own.tscn", "leaf.tscn"}));
  folder.write("leaf.tscn", scene_of({}));
  folder.write("above.tscn", scene_of({"ring0.tscn", "leaf.tscn", "leaf.tscn"}));
  Project project(folder.path());
  project.refresh();
  // One fault per cycle.
  std::vector<std::string> faults;
  for (const FileFault& fault : project.faults()) faults.push_back(fault.fault.text);
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_NE(faults[0].find("contains itself"), std::string::npos);
  EXPECT_NE((faults[0] + faults[1]).find("ring"), std::string::npos);
  EXPECT_NE((faults[0] + faults[1]).find("195 more"), std::string::npos);
  std::size_t nodes = 0;
  for (int i = 0; i < static_cast<int>(project.scene_count()); ++i) nodes += project.tree(i).size();
  // The instance of itself is a node without children; above has its ring's first two, and its leaves.
  EXPECT_EQ(project.tree(project.scene_at("res://own.tscn")).size(), 3U);
  EXPECT_EQ(project.tree(project.scene_at("res://above.tscn")).size(), 5U);
  EXPECT_EQ(nodes, 2U * count + 3 + 1 + 5);
}

TEST(Project, ScenesThatDoubleHaveABound) {
  constexpr int levels = 40;
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  for (int i = 0; i < levels; ++i) {
    const std::string next = "level" + std::to_string(i + 1) + ".tscn";
    folder.write("level" + std::to_string(i) + ".tscn", i + 1 < levels ? scene_of({next, next}) : scene_of({}));
  }
  Project project(folder.path());
  project.refresh();
  std::size_t nodes = 0;
  for (int i = 0; i < static_cast<int>(project.scene_count()); ++i) nodes += project.tree(i).size();
  const std::size_t written = 3 * (levels - 1) + 1;
  EXPECT_LE(nodes, ProjectLimits::few_trees + ProjectLimits::trees_of_node * written);
  EXPECT_FALSE(project.faults().empty());
}

TEST(Project, PathsLeadToNodes) {
  Project project(samples + "/tricky");
  project.refresh();
  const auto first = [&](std::string_view path) -> std::string {
    const std::vector<PathMatch>& places = project.places(path);
    if (places.empty()) return "nowhere";
    const PathMatch& place = places.front();
    const std::string script = place.script < 0 ? "" : project.scripts()[static_cast<std::size_t>(place.script)].path;
    return project.scene_path(place.scene) + ":" + (place.scene < 0 ? "" : project.path_of(place.scene, place.node)) +
           ":" + script;
  };
  EXPECT_EQ(first("Main"), "res://main.tscn::res://addons/kit/kit.gd");
  EXPECT_EQ(first("/root/Main/Built"), "res://main.tscn:Built:res://main.tscn::GDScript_built");
  EXPECT_EQ(first("Main/Pieces/Piece"), "res://main.tscn:Pieces/Piece:res://derived.gd");
  EXPECT_EQ(first("Main/Pieces/Derived"), "res://main.tscn:Pieces/Derived:res://other/spaces.gd");
  EXPECT_EQ(first("Main/Pieces/Derived/Sprite/Below"), "res://main.tscn:Pieces/Derived/Sprite/Below:");
  EXPECT_EQ(first("Game"), "::res://autoload/game.gd");
  EXPECT_EQ(first("Kit"), "::res://addons/kit/kit.gd");
  EXPECT_EQ(first("Piece/Sprite"), "res://piece.tscn:Sprite:");
  EXPECT_EQ(first("Main/Pieces/Piece17"), "res://piece.tscn::res://derived.gd");
  EXPECT_EQ(first("Main/Pieces/@Piece@4/Sync"), "res://piece.tscn:Sync:");
  EXPECT_EQ(first("Built"), "res://main.tscn:Built:res://main.tscn::GDScript_built");
  EXPECT_EQ(first("Elsewhere/7/First"), "res://derived.tscn:First:");
  // A spawner's nodes have names that cannot be predicted.
  EXPECT_EQ(first("Main/Pieces/1234567/First"), "res://derived.tscn:First:");
  EXPECT_EQ(first("Main/Pieces/Somebody"), "res://piece.tscn::res://derived.gd");
  EXPECT_EQ(first("Main/Nobody"), "nowhere");
  EXPECT_EQ(first(""), "nowhere");
  EXPECT_EQ(first("//.//"), "nowhere");
}

TEST(Project, SpawnersAndSynchronizers) {
  Project project(samples + "/tricky");
  project.refresh();
  const int main = project.scene_at("uid://ctr1ckyma1n0");
  ASSERT_GE(main, 0);
  const int spawner = project.node_at(main, "Spawner");
  ASSERT_GE(spawner, 0);
  const NodeInfo& node = project.tree(main)[static_cast<std::size_t>(spawner)];
  EXPECT_TRUE(node.is_spawner());
  ASSERT_EQ(node.spawnable.size(), 3U);
  EXPECT_EQ(project.scene_path(node.spawnable[0]), "res://piece.tscn");
  EXPECT_EQ(project.scene_path(node.spawnable[1]), "res://derived.tscn");
  EXPECT_EQ(node.spawnable[2], -1);
  EXPECT_EQ(project.path_of(main, project.node_from(main, spawner, node.spawn_path)), "Pieces");

  const auto properties = [&](int scene, int at) {
    std::string text;
    const ReplicationConfig* config = project.tree(scene)[static_cast<std::size_t>(at)].config;
    if (config == nullptr) return text;
    for (const ReplicatedProperty& property : *config) text += property.path + ";";
    return text;
  };
  // First was moved before the nodes of the inherited scene; Apart belongs to another node.
  const int derived = project.scene_at("res://derived.tscn");
  const std::vector<int> synchronizers = project.spawned_synchronizers(derived);
  ASSERT_EQ(synchronizers.size(), 2U);
  EXPECT_EQ(project.path_of(derived, synchronizers[0]), "First");
  EXPECT_EQ(project.path_of(derived, synchronizers[1]), "Sync");
  EXPECT_EQ(properties(derived, synchronizers[0]), ".:scale;");
  EXPECT_EQ(properties(derived, synchronizers[1]), ".:position;.:health;Sprite:frame;");
  // The main scene changes its instance's values, and takes a list from a file.
  EXPECT_EQ(properties(main, project.node_at(main, "Pieces/Piece/Sync")), ".:position;Sprite:frame;.:rotation;");
  EXPECT_EQ(properties(main, project.node_at(main, "Shared")), ".:modulate;");
}

TEST(Project, FilesAreReadAgainWhenTheyChange) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  folder.write("a.gd", "@rpc func one(): pass\n");
  Project project(folder.path() / "project.godot");
  EXPECT_TRUE(project.refresh());
  EXPECT_EQ(list_of(project, "res://a.gd"), "one");
  EXPECT_FALSE(project.refresh());
  folder.write("a.gd", "@rpc func one(): pass\n@rpc func two(): pass\n");
  EXPECT_TRUE(project.refresh());
  EXPECT_EQ(list_of(project, "res://a.gd"), "one,two");
  // Of the same size, but written later.
  folder.write("a.gd", "@rpc func one(): pass\n@rpc func too(): pass\n");
  fs::last_write_time(folder.path() / "a.gd", fs::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_TRUE(project.refresh());
  EXPECT_EQ(list_of(project, "res://a.gd"), "one,too");
  folder.write("below/b.gd", "extends \"../a.gd\"\n@rpc func three(): pass\n");
  EXPECT_TRUE(project.refresh());
  EXPECT_EQ(list_of(project, "res://below/b.gd"), "one,three,too");
  fs::remove(folder.path() / "a.gd");
  EXPECT_TRUE(project.refresh());
  EXPECT_EQ(list_of(project, "res://below/b.gd"), "three");
  EXPECT_EQ(project.faults().size(), 1U);
  EXPECT_FALSE(project.refresh());
}

TEST(Project, ConstantsOfAScriptOfAClassAndOfAClassInIt) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  folder.write("props.gd", "class_name Props\nconst MOVE = [\":a\", \":b\"]\nclass Inner:\n\tconst LOOK = [\":c\"]\n");
  folder.write("player.gd", "extends Props\nconst OWN = [\":d\"]\n");
  Project project(folder.path());
  EXPECT_TRUE(project.refresh());
  const auto texts = [&](std::string_view name) {
    return project.constant_texts(project.script_at("res://player.gd"), name);
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts("OWN"), Texts{":d"});
  EXPECT_EQ(texts("MOVE"), (Texts{":a", ":b"})) << "of the script that it extends";
  EXPECT_EQ(texts("Props.MOVE"), (Texts{":a", ":b"}));
  EXPECT_EQ(texts("Props.Inner.LOOK"), Texts{":c"});
  EXPECT_EQ(texts("Inner.LOOK"), Texts{":c"}) << "of the script that it extends";
  EXPECT_EQ(texts("Props.Outer.LOOK"), Texts{});
  EXPECT_EQ(texts("LOOK"), Texts{});
}

TEST(Project, SkipsHiddenIgnoredAndForeignFiles) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  folder.write("good.gd", "@rpc func good(): pass\n");
  folder.write(".hidden/a.gd", "@rpc func a(): pass\n");
  folder.write("ignored/.gdignore", "");
  folder.write("ignored/a.gd", "@rpc func a(): pass\n");
  folder.write("other_project/project.godot", "");
  folder.write("other_project/a.gd", "@rpc func a(): pass\n");
  folder.write("latin.gd", "@rpc func caf\xe9(): pass\n");
  folder.write("huge.gd", std::string(FolderLimits::file_size + 1, '#'));
  // On Windows not every user may create links.
  std::error_code refused;
  fs::create_directory_symlink(folder.path(), folder.path() / "loop", refused);
  fs::create_symlink(folder.path() / "nowhere", folder.path() / "dangling.gd", refused);
  fs::create_symlink("/dev/zero", folder.path() / "endless.gd", refused);
  Project project(folder.path());
  EXPECT_TRUE(project.refresh());
  EXPECT_EQ(project.scripts().size(), 2U);  // the huge one has none; the one that is not UTF-8 is read
  EXPECT_EQ(list_of(project, "res://good.gd"), "good");
  std::string faults;
  for (const FileFault& fault : project.faults()) faults += fault.path + ": " + fault.fault.text + "\n";
  EXPECT_EQ(faults, "huge.gd: larger than is read\nlatin.gd: not in UTF-8\n");
}

TEST(Project, AFolderThatLinksLeadToIsReadOnce) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  folder.write("units/a.gd", "@rpc func a(): pass\n");
  std::error_code refused;  // on Windows not every user may create links
  fs::create_directory_symlink(folder.path() / "units", folder.path() / "again", refused);
  fs::create_directory_symlink(folder.path() / "units", folder.path() / "units" / "deeper", refused);
  Project project(folder.path());
  EXPECT_TRUE(project.refresh());
  EXPECT_EQ(project.scripts().size(), 1U);
  EXPECT_TRUE(project.faults().empty());
}

TEST(Project, FoldersAreReadDownToADepth) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  std::string path;
  for (std::size_t i = 0; i != FolderLimits::depth; ++i) path += "d/";
  folder.write(path + "deep.gd", "@rpc func deep(): pass\n");
  Project project(folder.path());
  EXPECT_TRUE(project.refresh());
  EXPECT_TRUE(project.faults().empty());
  EXPECT_EQ(list_of(project, "res://" + path + "deep.gd"), "deep");
  folder.write(path + "d/deeper.gd", "@rpc func deeper(): pass\n");
  Project deeper(folder.path());
  EXPECT_TRUE(deeper.refresh());
  EXPECT_EQ(deeper.scripts().size(), 1U);
  ASSERT_EQ(deeper.faults().size(), 1U);
  EXPECT_EQ(deeper.faults().front().path, path + "d/");
  EXPECT_EQ(deeper.faults().front().fault.text, "folders are nested deeper than is read");
}

TEST(Project, NoProjectAtAll) {
  const Folder folder;
  folder.write("a.gd", "@rpc func a(): pass\n");
  for (const fs::path& path : {folder.path(), folder.path() / "nowhere", fs::path(), fs::path("/dev/null")}) {
    Project project(path);
    EXPECT_TRUE(project.refresh());
    EXPECT_EQ(project.scripts().size(), 0U);
    EXPECT_EQ(project.faults().size(), 1U);
    EXPECT_FALSE(project.refresh());
  }
}

TEST(Project, LinksThatLoopEnd) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n[autoload]\nA=\"*res://a.tscn\"\n");
  folder.write("a.gd", "class_name A extends B\n@rpc func of_a(): pass\n");
  folder.write("b.gd", "class_name B extends \"c.gd\"\n@rpc func of_b(): pass\n");
  folder.write("c.gd", "extends A\n@rpc func of_c(): pass\n");
  folder.write("self.gd",
               "class_name Self extends Self\nclass In extends In: pass\nconst Self2 = Self3\nconst Self3 = "
               "Self2\nclass By extends Self2: pass\n");
  folder.write("a.tscn",
               "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://b.tscn\" id=\"1\"]\n"
               "[node name=\"A\" type=\"Node\"]\n[node name=\"B\" parent=\".\" instance=ExtResource(\"1\")]\n");
  folder.write("b.tscn",
               "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n"
               "[node name=\"B\" instance=ExtResource(\"1\")]\n[node name=\"C\" type=\"Node\" parent=\".\"]\n");
  Project project(folder.path());
  EXPECT_TRUE(project.refresh());
  EXPECT_FALSE(project.faults().empty());
  const int a = project.scene_at("res://a.tscn");
  // Godot loads neither: the node for the other scene has no children.
  EXPECT_EQ(project.tree(a).size(), 2U);
  EXPECT_GE(project.node_at(a, "B"), 0);
  EXPECT_EQ(project.node_at(a, "B/C"), -1);
}

TEST(Project, ScenesThatDoubleAreCut) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  constexpr int scenes = 40;
  for (int i = 0; i < scenes; ++i) {
    const std::string next = "res://s" + std::to_string(i + 1) + ".tscn";
    folder.write("s" + std::to_string(i) + ".tscn", "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"" +
                                                        next +
                                                        "\" id=\"1\"]\n[node name=\"R\" type=\"Node\"]\n[node "
                                                        "name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n"
                                                        "[node name=\"B\" parent=\".\" instance=ExtResource(\"1\")]\n");
  }
  Project project(folder.path());
  project.refresh();
  EXPECT_EQ(project.tree(project.scene_at("res://s0.tscn")).size(), ProjectLimits::tree);
}

TEST(Project, CSharpWithBasesAndParts) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  folder.write("Unit.cs", "namespace G { public partial class Unit : Godot.Node2D { [Rpc] void Hit(int by) {} } }");
  folder.write("More.cs", "namespace G { public partial class Unit { [Rpc] void Heal(int by) {} } }");
  folder.write("Player.cs", "using G; public partial class Player : Unit { [Rpc] void Aim() {} void Hit(int who) {} }");
  Project project(folder.path());
  project.refresh();
  EXPECT_EQ(list_of(project, "res://Unit.cs"), "Heal,Hit");
  EXPECT_EQ(list_of(project, "res://Player.cs"), "Aim,Heal,Hit");
}

TEST(Project, AThousandScripts) {
  const Folder folder;
  folder.write("project.godot", "config_version=5\n");
  std::string body;
  for (int i = 0; i < 50; ++i) {
    body += "\n@rpc(\"any_peer\")\nfunc method_" + std::to_string(i) +
            "(a: int, b: String = \"x\") -> void:\n\tif a > 1:\n\t\tprint(\"some text\", b)\n";
  }
  for (int i = 0; i < 1000; ++i) {
    const std::string number = std::to_string(i);
    folder.write("scripts/s" + number + ".gd", "class_name S" + number + " extends " +
                                                   (i % 10 == 0 ? "Node" : "S" + std::to_string(i - 1)) + "\n" + body);
  }
  Project project(folder.path());
  const auto begin = std::chrono::steady_clock::now();
  project.refresh();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(project.scripts().size(), 1000U);
  RecordProperty("milliseconds", static_cast<int>(took.count() * 1000));
}

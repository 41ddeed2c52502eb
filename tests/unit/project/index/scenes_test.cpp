// SPDX-License-Identifier: MIT
// Trees of scenes, with instances and inherited scenes; where paths lead, and how they were found. The scenes are
// written here.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "project/index/project.h"
#include "tests/unit/project/folder.h"

using namespace godot::analysis::project;
using godot::test::Folder;

namespace {

using Evidence = PathMatch::Evidence;

/// A project with these files, each a name and its text. `scene(name, text)` adds heads of resources.
class Scenes : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("project.godot",
                  "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n[autoload]\n"
                  "Auto=\"*res://auto.tscn\"\nScript=\"*res://auto.gd\"\n");
    folder_.write("auto.gd", "extends Node\n");
    folder_.write("own.gd", "extends Node\n");
  }
  /// With `ExtResource("x")` for x.tscn, x one of `a` to `e`, and for own.gd.
  void scene(const std::string& name, const std::string& nodes) const {
    std::string text = "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://own.gd\" id=\"own\"]\n";
    for (const char* each : {"a", "b", "c", "d", "e"})
      text += "[ext_resource type=\"PackedScene\" path=\"res://" + std::string(each) + ".tscn\" id=\"" + each + "\"]\n";
    folder_.write(name + ".tscn", text + nodes);
  }
  static std::string node(const std::string& name, const std::string& parent = "", const std::string& more = "",
                          const std::string& type = "Node") {
    return "[node name=\"" + name + "\"" + (type.empty() ? "" : " type=\"" + type + "\"") +
           (parent.empty() ? "" : " parent=\"" + parent + "\"") + " " + more + "]\n";
  }
  static std::string instance(const std::string& scene) { return "instance=ExtResource(\"" + scene + "\")"; }

  std::unique_ptr<Project> read() const {
    auto project = std::make_unique<Project>(folder_.path());
    project->refresh();
    return project;
  }
  /// `name:type#script@scene(children)`, without what a node has not.
  static std::string shown(Project& project, int scene, int number) {
    const NodeTree& tree = project.tree(scene);
    if (tree.empty()) return "none";
    const NodeInfo& node = tree[static_cast<std::size_t>(number)];
    std::string text(node.name);
    if (!node.type.empty() && node.type != "Node") text += ":" + std::string(node.type);
    if (node.script >= 0) text += "#";
    if (node.scene >= 0) text += "@" + project.scene_path(node.scene).substr(6, 1);
    if (node.file != scene) text += "<" + project.scene_path(node.file).substr(6, 1);
    std::string children;
    for (const int child : node.children) {
      EXPECT_EQ(tree[static_cast<std::size_t>(child)].parent, number);
      children += (children.empty() ? "" : " ") + shown(project, scene, child);
    }
    return children.empty() ? text : text + "(" + children + ")";
  }
  std::string tree(const std::string& name) const {
    const auto project = read();
    return shown(*project, project->scene_at("res://" + name + ".tscn"), 0);
  }
  std::string faults() const {
    std::string text;
    const auto project = read();
    for (const FileFault& each : project->faults()) text += each.path + ": " + each.fault.text + "; ";
    return text;
  }

  Folder folder_;
};

TEST_F(Scenes, TreesOfNodes) {
  scene("a", node("A") + node("B", ".") + node("C", "B", "", "Timer") + node("D", "B/C") + node("E", "."));
  EXPECT_EQ(tree("a"), "A@a(B(C:Timer(D)) E)");
  scene("a", node("A") + node("B", "Gone") + node("C", "."));
  EXPECT_EQ(tree("a"), "A@a(C)") << "its parent is not there";
  scene("a", node("A") + node("B") + node("C", "."));
  EXPECT_EQ(tree("a"), "A@a(C)") << "a scene has one root";
  scene("a", node("A") + "script = ExtResource(\"own\")\n" + node("B", ".") + "script = ExtResource(\"gone\")\n");
  EXPECT_EQ(tree("a"), "A#@a(B)");
  EXPECT_EQ(faults(), "");
}

TEST_F(Scenes, InstancesHaveTheNodesOfTheirScene) {
  scene("b", node("B", "", "", "Node2D") + "script = ExtResource(\"own\")\n" + node("C", ".") + node("D", "C"));
  scene("a", node("A") + node("One", ".", instance("b"), "") + node("Two", ".", instance("b"), ""));
  EXPECT_EQ(tree("a"), "A@a(One:Node2D#@b(C<b(D<b)) Two:Node2D#@b(C<b(D<b)))");
  // What the outer scene changes and adds.
  scene("a", node("A") + node("One", ".", instance("b"), "") + "script = null\n" + node("C", "One", "", "") +
                 "script = ExtResource(\"own\")\n" + node("E", "One/C") + node("F", "One"));
  EXPECT_EQ(tree("a"), "A@a(One:Node2D@b(C#<b(D<b E) F))");
  scene("a", node("A") + node("One", ".", instance("c"), "") + node("Two", "One"));
  EXPECT_EQ(tree("a"), "A@a(One(Two))") << "its scene is not there";
  scene("a", node("A") + node("B", ".", "instance_placeholder=\"res://b.tscn\"", ""));
  EXPECT_EQ(tree("a"), "A@a(B@b)") << "it is loaded later";
  scene("a", node("A", "", instance("b"), "") + node("G", "C") + node("H", "."));
  EXPECT_EQ(tree("a"), "A:Node2D#@a(C<b(D<b G) H)") << "inherited";
}

/// The place among its siblings, as the engine moves a node that is added.
TEST_F(Scenes, NodesAreMovedToTheirIndex) {
  const std::string abc = node("R") + node("A", ".") + node("B", ".") + node("C", ".");
  const std::pair<const char*, const char*> rows[] = {
      {"index=\"0\"", "R@a(D A B C)"},
      {"index=\"1\"", "R@a(A D B C)"},
      {"index=\"2\"", "R@a(A B D C)"},
      {"index=\"3\"", "R@a(A B C D)"},
      {"index=\"9\"", "R@a(A B C D)"},
      {"index=1", "R@a(A D B C)"},
      {"", "R@a(A B C D)"},
  };
  for (const auto& [index, expected] : rows) {
    scene("a", abc + node("D", ".", index));
    EXPECT_EQ(tree("a"), expected) << index;
  }
  scene("a", node("R") + node("A", ".", "index=\"0\""));
  EXPECT_EQ(tree("a"), "R@a(A)");
}

/// The scenes of a cycle are loaded by no engine: a node for one of them has no children.
TEST_F(Scenes, CyclesAreNamedAndLeftOut) {
  scene("a", node("A") + node("X", ".", instance("b"), ""));
  scene("b", node("B") + node("Y", ".", instance("c"), ""));
  scene("c", node("C") + node("Z", ".", instance("a"), "") + node("W", ".", instance("d"), ""));
  scene("d", node("D") + node("V", "."));
  scene("e", node("E") + node("U", ".", instance("a"), "") + node("T", ".", instance("d"), ""));
  const std::string end = ": Godot cannot load it, and it is left out where it is instanced; ";
  EXPECT_EQ(faults(), "res://a.tscn: the scene contains itself, by way of res://b.tscn, res://c.tscn" + end);
  EXPECT_EQ(tree("a"), "A@a(X@b)");
  EXPECT_EQ(tree("c"), "C@c(Z@a W@d(V<d))");
  EXPECT_EQ(tree("e"), "E@e(U@a(X@b<a) T@d(V<d))");
  scene("c", node("C") + node("Z", ".", instance("c"), ""));
  EXPECT_EQ(faults(), "res://c.tscn: the scene contains itself" + end);
  EXPECT_EQ(tree("a"), "A@a(X@b(Y@c<b(Z@c<c)))");
}

TEST_F(Scenes, WithinOneAnotherAreBounded) {
  for (const std::size_t count : {ProjectLimits::instances, ProjectLimits::instances + 1}) {
    const Folder folder;
    folder.write("project.godot", "config_version=5\n");
    for (std::size_t i = 0; i != count; ++i)
      folder.write(std::to_string(100 + i) + ".tscn",
                   "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://" + std::to_string(101 + i) +
                       ".tscn\" id=\"1\"]\n[node name=\"R\" type=\"Node\"]\n" +
                       (i + 1 != count ? "[node name=\"N\" parent=\".\" instance=ExtResource(\"1\")]\n" : ""));
    Project project(folder.path());
    project.refresh();
    EXPECT_EQ(project.tree(project.scene_at("res://100.tscn")).size(), count);
    EXPECT_EQ(project.faults().size(), count - ProjectLimits::instances);
  }
}

TEST_F(Scenes, NodesByTheirPaths) {
  scene("a", node("A") + node("B", ".") + node("C", "B") + node("D", "."));
  const auto project = read();
  const int a = project->scene_at("res://a.tscn");
  const auto at = [&](std::string_view path) { return project->node_at(a, path); };
  const auto from = [&](const char* start, std::string_view path) {
    const int node = project->node_from(a, at(start), path);
    return node >= 0 ? "/" + project->path_of(a, node) : "none";
  };
  EXPECT_EQ(at(""), 0);
  EXPECT_EQ(at("."), 0);
  EXPECT_EQ(project->path_of(a, at("B/C")), "B/C");
  EXPECT_EQ(at("B//./C"), at("B/C"));
  EXPECT_EQ(at("B/../D"), at("D"));
  EXPECT_EQ(at(".."), -1);
  EXPECT_EQ(at("../A"), -1);
  EXPECT_EQ(at("Gone"), -1);
  EXPECT_EQ(at("Gone/.."), -1);
  EXPECT_EQ(project->node_at(-1, "."), -1);
  EXPECT_EQ(project->node_at(99, "."), -1);
  EXPECT_EQ(from("B/C", "."), "/B/C");
  EXPECT_EQ(from("B/C", "../../D"), "/D");
  EXPECT_EQ(from("B/C", "../.."), "/");
  EXPECT_EQ(from("B/C", "../../.."), "none");
  EXPECT_EQ(from("D", "../B/C"), "/B/C");
  EXPECT_EQ(from("D", "Gone"), "none");
  EXPECT_EQ(project->node_from(a, 99, "B"), -1);
  EXPECT_EQ(project->node_from(a, -1, "B"), -1);
  EXPECT_TRUE(project->tree(-1).empty());
  EXPECT_TRUE(project->tree(99).empty());
  EXPECT_EQ(project->scene_path(-1) + project->scene_path(99), "");
}

/// `scene:node evidence` of each place.
std::string places(Project& project, const std::vector<PathMatch>& found) {
  constexpr const char* words[] = {"autoload", "main", "other", "spawned", "within", "below", "numbered", "suffix"};
  std::string text;
  for (const PathMatch& place : found) {
    text += text.empty() ? "" : "; ";
    text += place.scene >= 0
                ? project.scene_path(place.scene).substr(6) + ":" + project.path_of(place.scene, place.node)
                : "-";
    if (place.script >= 0) text += "#";
    text += " " + std::string(words[static_cast<std::size_t>(place.evidence)]);
  }
  return text;
}

class Places : public Scenes {
 protected:
  void SetUp() override {
    Scenes::SetUp();
    const std::string spawner = "spawn_path = NodePath(\"../Here\")\n_spawnable_scenes = PackedStringArray(";
    scene("main", node("Main") + "script = ExtResource(\"own\")\n" + node("Here", ".") + node("Known", "Here") +
                      node("Spawner", ".", "", "MultiplayerSpawner") + spawner +
                      "\"res://a.tscn\", \"res://gone.tscn\", "
                      "\"res://b.tscn\", \"res://a.tscn\")\n");
    scene("auto", node("Root") + node("Deep", "."));
    scene("a", node("A") + node("Gun", ".") + "script = ExtResource(\"own\")\n");
    scene("b", node("B") + node("Gun", "."));
    scene("c", node("A") + node("Other", "."));
  }
  std::string at(std::string_view path) const {
    const auto project = read();
    return places(*project, project->places(path));
  }
};

TEST_F(Places, OfEachEvidence) {
  const std::pair<const char*, const char*> rows[] = {
      {"Auto", "auto.tscn: autoload"},
      {"/root/Auto/Deep", "auto.tscn:Deep autoload"},
      {"Script", "-# autoload"},
      {"Script/Deep", "auto.tscn:Deep suffix"},
      {"Main", "main.tscn:# main"},
      {"/root/Main/Here", "main.tscn:Here main"},
      {"Here", "main.tscn:Here within"},
      {"Here/Known", "main.tscn:Here/Known within"},
      {"Main/Here/7", "a.tscn: spawned; b.tscn: spawned"},
      {"Main/Here/7/Gun", "a.tscn:Gun# spawned; b.tscn:Gun spawned"},
      {"Main/Here/Known", "main.tscn:Here/Known main"},
      {"Main/Here/Known/7", ""},
      {"A", "a.tscn: other; c.tscn: other"},
      {"A/Gun", "a.tscn:Gun# other"},
      {"A/Other", "c.tscn:Other other"},
      {"World/A/Gun", "a.tscn:Gun# below"},
      {"World/A7/Gun", "a.tscn:Gun# numbered"},
      {"World/@A@7/Gun", "a.tscn:Gun# numbered"},
      {"World/@A7/Gun", "a.tscn:Gun# numbered"},
      {"A7", "a.tscn: numbered; c.tscn: numbered"},
      {"World/7/Gun", "a.tscn:Gun# suffix; b.tscn:Gun suffix"},
      {"Gun", "a.tscn:Gun# within; b.tscn:Gun within"},
      {"World/7/Gone", ""},
      {"", ""},
      {"/root/", ""},
  };
  for (const auto& [path, expected] : rows) EXPECT_EQ(at(path), expected) << path;
}

/// What a scene's nodes and their scripts name may be where the path leaves the scene.
TEST_F(Places, OfScenesThatAreMentioned) {
  const auto mentioned = [&](std::string_view path) {
    const auto project = read();
    return places(*project, project->mentioned_places(path));
  };
  EXPECT_EQ(mentioned("Main/Here/7"), "");
  folder_.write(
      "own.gd",
      "extends Node\nconst A = preload(\"res://a.tscn\")\nconst B = [\"res://b.tscn\", \"res://gone.tscn\"]\n");
  EXPECT_EQ(mentioned("Main/Here/7"), "a.tscn: spawned; b.tscn: spawned");
  EXPECT_EQ(mentioned("/root/Main/7/Gun"), "a.tscn:Gun# spawned; b.tscn:Gun spawned");
  EXPECT_EQ(mentioned("Main/Here"), "") << "the scene has it";
  EXPECT_EQ(mentioned("Main"), "");
  EXPECT_EQ(mentioned("Elsewhere/7"), "");
  EXPECT_EQ(mentioned(""), "");
  EXPECT_EQ(mentioned("A/7"), "a.tscn: spawned; b.tscn: spawned") << "scenes with this root: one has the script";
  std::string deep = "Main";
  for (std::size_t i = 1; i != ProjectLimits::path_parts; ++i) deep += "/Gun";
  EXPECT_EQ(mentioned(deep), "") << "no node is so deep";
  // What a scene hands to its nodes.
  folder_.write("own.gd", "extends Node\n");
  scene("main", node("Main") + "hero = ExtResource(\"c\")\nicon = ExtResource(\"own\")\n");
  EXPECT_EQ(mentioned("Main/7"), "c.tscn: spawned");
}

TEST_F(Places, AreBounded) {
  for (int i = 0; i != 40; ++i) scene("z" + std::to_string(10 + i), node("Z") + node("Y", "."));
  const auto project = read();
  EXPECT_EQ(project->places("Z/Y").size(), ProjectLimits::places);
  EXPECT_EQ(project->places("World/7/Y").size(), ProjectLimits::places);
}

TEST_F(Places, OfSpawnedScenesAreBounded) {
  std::string scenes;
  for (std::size_t i = 0; i != ProjectLimits::places + 4; ++i) {
    const std::string name = "z" + std::to_string(10 + i);
    scene(name, node("Z") + node("Y", "."));
    scenes += (i == 0 ? "\"res://" : ", \"res://") + name + ".tscn\"";
  }
  scene("main", node("Main") + node("Spawner", ".", "", "MultiplayerSpawner") +
                    "_spawnable_scenes = PackedStringArray(" + scenes + ")\nspawn_path = NodePath(\"..\")\n");
  const auto project = read();
  EXPECT_EQ(project->places("Main/7").size(), ProjectLimits::places);
  EXPECT_EQ(project->places("Main/7/Y").size(), ProjectLimits::places);
}

/// A spawn counts the synchronizers whose root is the scene's root, in the order in which they enter the tree.
TEST_F(Scenes, SynchronizersOfASpawn) {
  const char* const type = "MultiplayerSynchronizer";
  scene("a", node("A") + node("S1", ".", "", type) + node("B", ".") + node("S2", "B", "", type) +
                 node("S3", "B", "", type) + "root_path = NodePath(\"../..\")\n" +
                 node("S4", "B", "index=\"0\"", type) + "root_path = NodePath(\"../..\")\n" +
                 node("S5", ".", "", type) + "root_path = NodePath(\"../B\")\n" + node("S6", ".", "", type) +
                 "root_path = NodePath(\"../Gone\")\n" + node("S7", ".", "", type) + node("S8", ".", "", "Timer"));
  const auto project = read();
  const int a = project->scene_at("res://a.tscn");
  std::string text;
  for (const int each : project->spawned_synchronizers(a)) text += project->path_of(a, each) + " ";
  EXPECT_EQ(text, "S1 B/S4 B/S3 S7 ");
  EXPECT_TRUE(project->spawned_synchronizers(-1).empty());
  EXPECT_TRUE(project->scenes_mentioned(-1).empty());
}

TEST_F(Scenes, OfRedotHaveAPrecision) {
  const std::string config =
      "[sub_resource type=\"SceneReplicationConfig\" id=\"1\"]\nproperties/0/path = NodePath(\"a\")\n";
  scene("a", config + node("A"));
  EXPECT_FALSE(read()->is_redots());
  scene("a", config + "properties/0/precision = 0\n" + node("A"));
  EXPECT_TRUE(read()->is_redots());
  scene("a", node("A"));
  folder_.write("b.tres",
                "[gd_resource type=\"SceneReplicationConfig\" format=3]\n[resource]\nproperties/0/path = "
                "NodePath(\"a\")\nproperties/0/precision = 1\n");
  scene("c", "[ext_resource type=\"Resource\" path=\"res://b.tres\" id=\"x\"]\n" +
                 node("C", "", "", "MultiplayerSynchronizer") + "replication_config = ExtResource(\"x\")\n");
  EXPECT_TRUE(read()->is_redots());
}

}  // namespace

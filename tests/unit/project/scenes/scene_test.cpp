// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "project/scenes/resource.h"
#include "project/scenes/scene.h"

using namespace godot::analysis::project;
using Mode = ReplicatedProperty::Mode;

namespace {

/// The only property of a section, parsed.
ResourceValue value_of(const std::string& text) {
  std::vector<Fault> faults;
  const std::string file = "[s]\nname = " + text + "\nnext = 1\n";
  ResourceReader reader(file, faults);
  ResourceSection section;
  EXPECT_TRUE(reader.next_section(section));
  std::string name;
  EXPECT_TRUE(reader.next_property(name));
  const ResourceValue value = reader.value();
  // After any value, the next property is found.
  EXPECT_TRUE(reader.next_property(name)) << text;
  EXPECT_EQ(name, "next") << text;
  EXPECT_TRUE(faults.empty()) << text;
  return value;
}

}  // namespace

TEST(Resource, Values) {
  using Kind = ResourceValue::Kind;
  EXPECT_EQ(value_of("\"a\\n\\\"b\\\" \\u00e9 ]\nsecond line\"").text, "a\n\"b\" é ]\nsecond line");
  EXPECT_EQ(value_of("&\"name\"").kind, Kind::string);
  EXPECT_EQ(value_of("NodePath(\"../A:b\")").text, "../A:b");
  EXPECT_EQ(value_of("ExtResource(\"1_abc\")").text, "1_abc");
  EXPECT_EQ(value_of("ExtResource( 12 )").text, "12");
  EXPECT_EQ(value_of("SubResource(\"x\")").kind, Kind::internal);
  EXPECT_TRUE(value_of("true").truth);
  EXPECT_EQ(value_of("null").kind, Kind::null);
  EXPECT_EQ(value_of("-1.5e3").number, -1500);
  EXPECT_EQ(value_of("PackedStringArray(\"a\", \"b\")").strings, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(value_of("PoolStringArray( \"a\", \"b\" )").strings, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(value_of("PackedStringArray([\"a\", \"b\"])").strings, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(value_of("[\"a\",\n\"b\"]").strings, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(value_of("PackedStringArray()").kind, Kind::strings);
  for (const char* other : {"[1, \"a\"]", "{\n\"a\": [1, 2],\n\"b\": \"}\"\n}", "Color(1, 2, 3, 4)",
                            "Array[int]([1, 2])", "Object(Node,\"a\":1)", "PackedFloat32Array(1,\n2)", "inf"})
    EXPECT_EQ(value_of(other).kind, Kind::other) << other;
}

TEST(Scene, NodesOfGodot4) {
  const Scene scene = read_scene(R"([gd_scene load_steps=4 format=3 uid="uid://abc"]

[ext_resource type="Script" uid="uid://s" path="res://a.gd" id="1_a"]
[ext_resource type="PackedScene" path="res://b.tscn" id="2_b"]

[sub_resource type="BoxMesh" id="Mesh_1"]
size = Vector3(1, 2, 3)

[node name="Root" type="Node2D"] ; a comment
script = ExtResource("1_a")

[node name="B" parent="." instance=ExtResource("2_b") groups=["x", "y"]]

[node name="Spawner" type="MultiplayerSpawner" parent="B/Deep" index="3" unique_id=12345]
_spawnable_scenes = PackedStringArray("res://b.tscn", "uid://c")
spawn_path = NodePath("../Here")

[connection signal="a" from="." to="B" method="c"]
)");
  EXPECT_TRUE(scene.faults.empty());
  EXPECT_EQ(scene.format, 3U);
  EXPECT_EQ(scene.uid, "uid://abc");
  ASSERT_EQ(scene.nodes.size(), 3U);
  EXPECT_TRUE(scene.nodes[0].is_root);
  EXPECT_EQ(scene.nodes[0].script.id, "1_a");
  EXPECT_EQ(scene.external.at("1_a").uid, "uid://s");
  EXPECT_EQ(scene.nodes[1].instance.id, "2_b");
  EXPECT_EQ(scene.nodes[2].parent, "B/Deep");
  EXPECT_EQ(scene.nodes[2].index, 3);
  EXPECT_EQ(scene.nodes[2].scenes, (std::vector<std::string>{"res://b.tscn", "uid://c"}));
  EXPECT_EQ(scene.nodes[2].spawn_path, "../Here");
}

/// 4.6 and later: no load_steps, and other attributes for the same information.
TEST(Scene, AttributesOfGodot46) {
  const Scene scene = read_scene(R"([gd_scene format=3 uid="uid://new"]

[ext_resource type="PackedScene" uid="uid://b" path="res://b.tscn" id="1_b"]

[node name="Root" type="Node2D" unique_id=1234567890]

[node name="B" parent="." parent_id_path=PackedInt32Array(1234567890) owner_uid_path=PackedInt32Array(5) unique_id=77 instance=ExtResource("1_b")]

[node name="Spawner" type="MultiplayerSpawner" parent="." parent_id_path=PackedInt32Array(1234567890) unique_id=78]
_spawnable_scenes = PackedStringArray("uid://b")

[connection signal="a" from="." to="B" method="c" from_uid_path=PackedInt32Array(1) to_uid_path=PackedInt32Array(1, 77)]
)");
  EXPECT_TRUE(scene.faults.empty());
  ASSERT_EQ(scene.nodes.size(), 3U);
  EXPECT_TRUE(scene.nodes[0].is_root);
  EXPECT_EQ(scene.nodes[1].name, "B");
  EXPECT_EQ(scene.nodes[1].parent, ".");
  EXPECT_EQ(scene.nodes[1].instance.id, "1_b");
  EXPECT_EQ(scene.nodes[2].parent, ".");
  EXPECT_EQ(scene.nodes[2].scenes, (std::vector<std::string>{"uid://b"}));
}

TEST(Scene, NodesOfGodot3) {
  const Scene scene = read_scene(
      "[gd_scene load_steps=3 format=2]\n\n[ext_resource path=\"res://a.gd\" type=\"Script\" id=1]\n"
      "[sub_resource type=\"GDScript\" id=2]\nscript/source = \"extends Node\nremote func f(x): pass\n\"\n\n"
      "[node name=\"Root\" type=\"Node\"]\nscript = ExtResource( 1 )\n\n[node name=\"A\" type=\"Node\" "
      "parent=\".\"]\nscript = SubResource( 2 )\n");
  EXPECT_TRUE(scene.faults.empty());
  EXPECT_EQ(scene.format, 2U);
  EXPECT_EQ(scene.external.at("1").path, "res://a.gd");
  EXPECT_EQ(scene.nodes[0].script.id, "1");
  EXPECT_EQ(scene.nodes[1].script.id, "2");
  EXPECT_EQ(scene.internal.at("2").script.classes.front().methods.front().name, "f");
}

TEST(Scene, BothGenerationsOfReplicationKeys) {
  const Scene scene = read_scene(R"([gd_resource type="SceneReplicationConfig" format=3]
[resource]
properties/0/path = NodePath(".:a")
properties/0/spawn = true
properties/0/replication_mode = 2
properties/1/path = NodePath(".:b")
properties/1/spawn = false
properties/1/sync = true
properties/1/watch = false
properties/2/path = NodePath("C:d:e")
properties/2/spawn = true
properties/2/sync = false
properties/2/watch = true
properties/3/path = NodePath(".:f")
properties/3/spawn = true
properties/3/sync = false
properties/4/path = NodePath(".:g")
properties/4/precision = 1
properties/9/path = NodePath(".:skipped")
properties/x/path = NodePath(".:no")
)");
  const ReplicationConfig& config = scene.main.config;
  ASSERT_EQ(config.size(), 5U);
  const auto check = [&](std::size_t index, const char* path, bool spawn, Mode mode) {
    EXPECT_EQ(config[index].path, path);
    EXPECT_EQ(config[index].spawn, spawn) << path;
    EXPECT_EQ(config[index].mode, mode) << path;
  };
  check(0, ".:a", true, Mode::on_change);
  check(1, ".:b", false, Mode::always);
  check(2, "C:d:e", true, Mode::on_change);
  check(3, ".:f", true, Mode::never);
  check(4, ".:g", true, Mode::always);
}

TEST(Scene, AnInvalidPartIsReportedAndTheRestIsRead) {
  const auto nodes = [](std::string_view text) {
    const Scene scene = read_scene(text);
    EXPECT_FALSE(scene.faults.empty()) << text;
    return scene.nodes.size();
  };
  EXPECT_EQ(nodes("[gd_scene format=3]\n[node name=\"A\"]\nlist = [1, (2\n[node name=\"B\" parent=\".\"]\n"), 2U);
  EXPECT_EQ(nodes("[gd_scene format=3]\n[node name=\"A\"\nx = 1\n[node name=\"B\" parent=\".\"]\n"), 2U);
  EXPECT_EQ(nodes("[gd_scene format=3]\n[node name=\"A\"]\nno value\n[node name=\"B\" parent=\".\"]\n"), 2U);
  EXPECT_EQ(nodes("[gd_scene format=3]\n[node name=\"A\"]\ntext = \"never closed\n[node name=\"B\"]\n"), 1U);
  EXPECT_EQ(nodes("nothing of the kind"), 0U);
  EXPECT_EQ(nodes("RSRC\x01\x02 binary ["), 0U);
  for (const char* text :
       {"[", "[a", "[a b", "[a b=", "[a b=\"", "[a b=[", "[a]\nx", "[a]\nx=", "[a]\nx=(", "[a]\nx=NodePath",
        "[a]\nx=NodePath(", "[a]\nx=NodePath(\"", "[a]\nx=PackedStringArray(", "[a]\n\"", "[a]\nx=\"\\", "[node", "]"})
    EXPECT_LE(read_scene(text).nodes.size(), 1U) << text;
}

TEST(Settings, Godot4And3) {
  const Settings settings = read_settings(
      "; comment\nconfig_version=5\n\n[application]\n\nconfig/name=\"A "
      "[game]\"\nrun/main_scene=\"uid://x\"\n\n[autoload]\n\n"
      "Game=\"*res://game.gd\"\nLib=\"res://lib.gd\"\n\n[input]\n\nup={\n\"deadzone\": 0.5,\n\"events\": "
      "[Object(InputEventKey,\"a\":1)\n]\n}\n");
  EXPECT_TRUE(settings.faults.empty());
  EXPECT_EQ(settings.config_version, 5U);
  EXPECT_EQ(settings.name, "A [game]");
  EXPECT_EQ(settings.main_scene, "uid://x");
  ASSERT_EQ(settings.autoloads.size(), 2U);
  EXPECT_EQ(settings.autoloads[0].path, "res://game.gd");
  EXPECT_EQ(settings.autoloads[1].name, "Lib");
  EXPECT_EQ(read_settings("[application]\nname=\"old\"\nmain_scene=\"res://a.tscn\"\n").main_scene, "res://a.tscn");
}

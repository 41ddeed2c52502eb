// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// `line: text` of each.
std::string text_of(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) text += (text.empty() ? "" : "; ") + std::to_string(fault.line) + ": " + fault.text;
  return text;
}

/// A kind's letter and what the value has: `s a|b` for a string, `n -1.5`.
std::string shown(const std::string& text) {
  const ResourceValue value = value_of(text);
  std::string found(1, "o0bnspeiS"[static_cast<std::size_t>(value.kind)]);
  found += " " + value.text;
  for (const std::string& each : value.strings) found += "|" + each;
  if (value.truth) found += "!";
  if (value.number != 0) found += std::to_string(value.number).substr(0, 5);
  return found;
}

std::string shown(const ResourceReference& reference) {
  const char* const kinds[] = {"none", "null", "external ", "internal "};
  return kinds[static_cast<std::size_t>(reference.kind)] + reference.id;
}

}  // namespace

TEST(Resource, EachKindOfValue) {
  const std::pair<const char*, const char*> rows[] = {
      {"\"a\"", "s a"},
      {"&\"a\"", "s a"},
      {"^\"a\"", "p a"},
      {"StringName(\"a\")", "s a"},
      {"StringName( &\"a\" )", "s a"},
      {"NodePath(\"a\")", "p a"},
      {"NodePath (^\"a\" )", "p a"},
      {"NodePath(\"\")", "p "},
      {"ExtResource( 12 )", "e 12"},
      {"ExtResource(\"a\" )", "e a"},
      {"SubResource( 3 )", "i 3"},
      {"SubResource", "o "},
      {"true", "b !"},
      {"false", "b "},
      {"null", "0 "},
      {"nil", "0 "},
      {"0", "n "},
      {"+2", "n 2.000"},
      {"-2.5", "n -2.50"},
      {".5", "n 0.500"},
      {"1e2", "n 100.0"},
      {"5E-1", "n 0.500"},
      {"1.5.5", "n "},
      {"[]", "S "},
      {"[\"a\"]", "S |a"},
      {"[&\"a\" , \"b\" ]", "S |a|b"},
      {"[1]", "o "},
      {"[\"a\", 1]", "o |a"},
      {"[\"a\", [\"b\"]]", "o |a"},
      {"PackedStringArray (\"a\")", "S |a"},
      {"StringArray( \"a\", \"b\" )", "S |a|b"},
      {"PackedStringArray( [\"a\"] )", "S |a"},
      {"PackedStringArray", "o "},
      {"Array[String]([\"a\", \"b\"])", "S |a|b"},
      {"Array[String]([])", "S "},
      {"Array[StringName]([&\"a\"])", "o "},
      {"Vector2(1, 2)", "o "},
      {"Array[int]([1, 2])", "o "},
      {"{\"a\": [1, 2]}", "o "},
      {"{\"a\": \"}\", \"b\": \"\\\"]\"}", "o "},
      {"Object(Node,\"a\":\"x)\",\"b\":[1])", "o "},
      {"inf", "o "},
      {"", "o "},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(shown(text), expected) << text;
}

TEST(Resource, TextsOfManyLines) {
  EXPECT_EQ(shown("\"a\n[node name=\\\"b\\\"]\nc = 1\""), "s a\n[node name=\"b\"]\nc = 1");
  EXPECT_EQ(shown("[\n\"a\",\n\n\"b\"\n]"), "S |a|b");
  EXPECT_EQ(shown("{\n[1]: \"a\",\n[2]: \"b\"\n}"), "o ");
}

/// The places of a section's attributes and properties, whatever is between them.
TEST(Resource, SectionsAndTheirAttributes) {
  std::vector<Fault> faults;
  const std::string file =
      "; a comment\nfirst = 1\n\n[ a b=1 c = \"d\" ]\n# another\n\"x y\" = 2\n\tz\t=\t3 ; behind\n[e \"f\" , g=[\"h\"] "
      "]\n"
      "[i]\nj=k\n";
  ResourceReader reader(file, faults);
  ResourceSection section;
  std::string name;
  std::string found;
  const auto read = [&] {
    while (reader.next_property(name))
      found += " " + name + "=" + std::to_string(static_cast<int>(reader.value().number));
  };
  read();
  while (reader.next_section(section)) {
    found += "; " + std::to_string(section.line) + " " + section.name;
    for (const ResourceAttribute& each : section.attributes) found += " <" + each.name + ">";
    if (section.find("c") != nullptr) found += section.text("c");
    read();
  }
  EXPECT_EQ(found, " first=1; 4 a <b> <c>d x y=2 z=3; 8 e <g>; 9 i j=0");
  EXPECT_EQ(text_of(faults), "");
  EXPECT_EQ(section.find("gone"), nullptr);
  EXPECT_EQ(section.text("gone"), "");
}

/// All that a reader gives: sections, attributes, properties, values, faults.
std::string all_of(std::string_view text) {
  std::vector<Fault> faults;
  ResourceReader reader(text, faults);
  std::string found;
  const auto add = [&](const std::string& name, const ResourceValue& value) {
    found += name + "=" + std::to_string(static_cast<int>(value.kind)) + value.text + std::to_string(value.number);
    for (const std::string& each : value.strings) found += "|" + each;
    found += value.truth ? "! " : " ";
  };
  const auto read = [&] {
    for (std::string name; reader.next_property(name);) add(name, reader.value());
  };
  read();
  for (ResourceSection section; reader.next_section(section);) {
    found += "[" + section.name + " " + std::to_string(section.line) + " ";
    for (const ResourceAttribute& each : section.attributes) add(each.name, each.value);
    read();
  }
  return found + text_of(faults);
}

/// A text that ends anywhere is read as far as it goes: what is in memory behind it changes nothing.
TEST(Resource, NothingBehindTheEndIsRead) {
  constexpr std::string_view whole =
      "; c\nfirst = 1\n[ a b=1 c = \"d\\\"\" ]\n\"x y\" = 2.5e1\n\tz\t=\ttrue ; behind\n[e \"f\" , g=[\"h\", &\"i\"] "
      "]\n"
      "j = PackedStringArray( [\"k\"] )\nl = Array[String]([\"m\"])\nn = NodePath( ^\"o\" )\np = ExtResource( 12 )\n"
      "q = {\n\"r\": [1, (2)]\n}\ns = Color(1, 2)\nt = null\nu = -.5\nv = ^\"w\"\n[node name=\"x\"]\ny = [1,\n2]\n";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const std::string_view cut = whole.substr(0, size);
    EXPECT_EQ(all_of(cut), all_of(std::string(cut))) << cut;
  }
}

TEST(Scene, FaultsNameTheirLine) {
  const std::string head = "[gd_scene format=3]\n";
  const std::pair<std::string, const char*> rows[] = {
      {"", "1: no head of a scene or resource"},
      {"\n[node name=\"A\"]\n", "1: no head of a scene or resource"},
      {head, ""},
      {head + "[node name=\"A\"\nx = 1\n", "2: a section's head is not closed"},
      {head + "\n[node name=\"A\"]\nx\ny = 1\nz\n", "4: a property has no value; 6: a property has no value"},
      {head + "[node name=\"A\"]\nx = \"a\nb\n", "3: a string is not closed"},
      {head + "[node name=\"A\"]\nx = [1,\n(2\n", "3: a bracket is not closed"},
      {head + "[node name=\"A\"]\nx = {\n\"a\": [\n[node name=\"B\"]\ny\n",
       "3: a bracket is not closed; 6: a property has no value"},
      {head + "[node name=\"A\"]\nx = \"a\nb\"\ny\n", "5: a property has no value"},
      {head + "[node name=\"A\"]\nx = [\n1,\n2\n]\ny\n", "7: a property has no value"},
      {head + "[node name=\"A\"]\nx = [\"a\",\n\"b\",\n2]\ny\n", "6: a property has no value"},
  };
  for (const auto& [text, faults] : rows) EXPECT_EQ(text_of(read_scene(text).faults), faults) << text;
  std::string many;
  for (int i = 0; i != 20; ++i) many += "x\n";
  EXPECT_EQ(read_scene(head + many).faults.size(), ScriptLimits::faults);
}

/// Each line that begins a section ends a bracket or head before it that is not closed.
TEST(Scene, WhereABracketThatIsNotClosedEnds) {
  for (const char* next : {"[node name=\"B\"]", "[sub_resource type=\"GDScript\" id=\"1\"]", "[ext_resource id=\"1\"]",
                           "[resource]", "[connection signal=\"a\"]"})
    EXPECT_EQ(text_of(read_scene("[gd_scene format=3]\n[node name=\"A\"]\nx = [1\n" + std::string(next) + "\n").faults),
              "3: a bracket is not closed")
        << next;
  for (const char* inside : {"[1]", "[nodes]", " [node name=\"B\"]", "[\"node\"]"})
    EXPECT_EQ(
        text_of(read_scene("[gd_scene format=3]\n[node name=\"A\"]\nx = [1,\n" + std::string(inside) + "]\n").faults),
        "")
        << inside;
}

TEST(Scene, EachPropertyOfANode) {
  const auto node = [](const std::string& head, const std::string& properties = "") {
    const Scene scene = read_scene("[gd_scene format=3]\n[node " + head + "]\n" + properties);
    EXPECT_EQ(text_of(scene.faults), "");
    return scene.nodes.empty() ? SceneNode() : scene.nodes.front();
  };
  const SceneNode plain = node("name=\"A\"");
  EXPECT_EQ(plain.name, "A");
  EXPECT_TRUE(plain.is_root);
  EXPECT_EQ(plain.index, -1);
  EXPECT_EQ(shown(plain.script) + shown(plain.config) + shown(plain.instance), "nonenonenone");
  EXPECT_FALSE(plain.has_scenes || plain.has_spawn_path || plain.has_root_path);
  EXPECT_LT(plain.replication_interval, 0);
  EXPECT_EQ(node("name=\"A\" index=\"2\"").index, 2) << "in quotes since Godot 3";
  EXPECT_EQ(node("name=\"A\" index=2").index, 2);
  EXPECT_EQ(node("name=\"A\" index=-2").index, 0);
  EXPECT_EQ(node("name=\"A\" index=1048575").index, 1048575);
  EXPECT_EQ(node("name=\"A\" index=1048576").index, 0) << "no scene has so many";
  EXPECT_FALSE(node("name=\"A\" parent=\".\"").is_root);
  EXPECT_EQ(node("name=\"A\" parent=\"B/C\" type=\"D\"").parent, "B/C");
  EXPECT_EQ(node("name=\"A\" type=\"D\"").type, "D");
  EXPECT_EQ(shown(node("name=\"A\" instance=ExtResource(\"1\")").instance), "external 1");
  EXPECT_EQ(node("name=\"A\" instance_placeholder=\"res://b.tscn\"").placeholder, "res://b.tscn");
  EXPECT_EQ(shown(node("name=\"A\"", "script = ExtResource(\"1\")\n").script), "external 1");
  EXPECT_EQ(shown(node("name=\"A\"", "script = SubResource(\"1\")\n").script), "internal 1");
  EXPECT_EQ(shown(node("name=\"A\"", "script = null\n").script), "null");
  EXPECT_EQ(shown(node("name=\"A\"", "script = 3\n").script), "none");
  EXPECT_EQ(shown(node("name=\"A\"", "replication_config = SubResource(\"1\")\n").config), "internal 1");
  const SceneNode spawner =
      node("name=\"A\"", "_spawnable_scenes = PackedStringArray(\"a\", \"b\")\nspawn_path = NodePath(\"../B\")\n");
  EXPECT_TRUE(spawner.has_scenes && spawner.has_spawn_path);
  EXPECT_EQ(spawner.scenes, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(spawner.spawn_path, "../B");
  const SceneNode synchronizer = node("name=\"A\"", "replication_interval = 0.25\nroot_path = NodePath(\"..\")\n");
  EXPECT_TRUE(synchronizer.has_root_path);
  EXPECT_EQ(synchronizer.root_path, "..");
  EXPECT_DOUBLE_EQ(synchronizer.replication_interval, 0.25);
  EXPECT_LT(node("name=\"A\"", "replication_interval = true\n").replication_interval, 0);
  std::string many = "own = SubResource(\"2\")\nnumber = 3\nfirst = ExtResource(\"1\")\n";
  EXPECT_EQ(node("name=\"A\"", many).handed.size(), 1U);
  EXPECT_EQ(shown(node("name=\"A\"", many).handed.at(0)), "external 1");
  for (std::size_t i = 0; i != SceneLimits::handed; ++i) many += "p" + std::to_string(i) + " = ExtResource(\"1\")\n";
  EXPECT_EQ(node("name=\"A\"", many).handed.size(), SceneLimits::handed);
}

TEST(Resource, ListsAreBounded) {
  std::string head = "[node";
  std::string list = "[";
  for (std::size_t i = 0; i != 65; ++i) head += " a" + std::to_string(i) + "=1";
  for (std::size_t i = 0; i != 4097; ++i) list += "\"a\", ";
  std::vector<Fault> faults;
  const std::string file = head + "]\nb = " + list + "]\n";
  ResourceReader reader(file, faults);
  ResourceSection section;
  std::string name;
  ASSERT_TRUE(reader.next_section(section));
  EXPECT_EQ(section.attributes.size(), 64U);
  ASSERT_TRUE(reader.next_property(name));
  EXPECT_EQ(reader.value().strings.size(), 4096U);
  EXPECT_EQ(text_of(faults), "");
}

/// The first one beyond a limit is reported, and left out.
TEST(Scene, ListsAreBounded) {
  const std::string head = "[gd_scene format=3]\n";
  std::string nodes = head;
  for (std::size_t i = 0; i != SceneLimits::nodes + 1; ++i) nodes += "[node name=\"A\"]\n";
  const Scene of_nodes = read_scene(nodes);
  EXPECT_EQ(of_nodes.nodes.size(), SceneLimits::nodes);
  EXPECT_EQ(text_of(of_nodes.faults), std::to_string(SceneLimits::nodes + 2) + ": more nodes than are read");
  std::string resources = head;
  for (std::size_t i = 0; i != SceneLimits::resources + 1; ++i)
    resources += "[ext_resource id=\"" + std::to_string(i) + "\"]\n";
  resources += "[sub_resource type=\"GDScript\" id=\"a\"]\n";
  const Scene of_resources = read_scene(resources);
  EXPECT_EQ(of_resources.external.size(), SceneLimits::resources);
  EXPECT_EQ(of_resources.internal.size(), 0U);
  EXPECT_EQ(text_of(of_resources.faults),
            std::to_string(SceneLimits::resources + 2) + ": more resources than are read; " +
                std::to_string(SceneLimits::resources + 3) + ": more resources than are read");
  std::string properties = "[gd_resource type=\"SceneReplicationConfig\" format=3]\n[resource]\n";
  for (std::size_t i = 0; i != SceneLimits::properties + 1; ++i)
    properties += "properties/" + std::to_string(i) + "/path = NodePath(\"a\")\n";
  EXPECT_EQ(read_scene(properties).main.config.size(), SceneLimits::properties);
}

TEST(Scene, HeadsAndResources) {
  const Scene scene = read_scene(
      "[gd_resource type=\"SceneReplicationConfig\" format=3 uid=\"uid://a\"]\n"
      "[ext_resource type=\"Script\" path=\"res://b.gd\" uid=\"uid://b\" id=\"1\"]\n[ext_resource path=\"res://c.gd\" "
      "id=7]\n"
      "[sub_resource type=\"BoxMesh\" id=\"2\"]\nscript/source = \"func d(): pass\"\n"
      "[sub_resource type=\"GDScript\" id=\"3\"]\nother = 1\nscript/source = \"func e(): pass\"\n"
      "[sub_resource type=\"SceneReplicationConfig\" id=\"4\"]\nproperties/0/path = NodePath(\".:f\")\n"
      "[resource]\nproperties/0/path = NodePath(\".:g\")\n");
  EXPECT_EQ(text_of(scene.faults), "");
  EXPECT_FALSE(scene.is_scene);
  EXPECT_EQ(scene.format, 3U);
  EXPECT_EQ(scene.uid, "uid://a");
  EXPECT_EQ(scene.type, "SceneReplicationConfig");
  ASSERT_EQ(scene.external.size(), 2U);
  EXPECT_EQ(scene.external.at("1").type + scene.external.at("1").path + scene.external.at("1").uid,
            "Scriptres://b.gduid://b");
  EXPECT_EQ(scene.external.at("7").path, "res://c.gd");
  ASSERT_EQ(scene.internal.size(), 2U);
  EXPECT_TRUE(scene.internal.at("3").is_script);
  EXPECT_EQ(scene.internal.at("3").script.classes.at(0).methods.at(0).name, "e");
  EXPECT_EQ(scene.internal.at("3").config.size(), 0U);
  EXPECT_FALSE(scene.internal.at("4").is_script);
  EXPECT_EQ(scene.internal.at("4").config.at(0).path, ".:f");
  ASSERT_EQ(scene.main.config.size(), 1U);
  EXPECT_EQ(scene.main.config[0].path, ".:g");
  EXPECT_TRUE(read_scene("[gd_scene format=3]\n").is_scene);
  EXPECT_EQ(read_scene("[gd_resource type=\"Other\" format=3]\n[resource]\nproperties/0/path = NodePath(\".:g\")\n")
                .main.config.size(),
            0U);
}

/// Of two flags of 4.0 and 4.1, the later ones of the file decide; numbers of modes are the engine's.
TEST(Scene, PropertiesOfAConfiguration) {
  const auto read = [](const std::string& lines) {
    std::string found;
    for (const ReplicatedProperty& each :
         read_scene("[gd_resource type=\"SceneReplicationConfig\" format=3]\n[resource]\n" + lines).main.config) {
      found += (found.empty() ? "" : "; ") + each.path + (each.spawn ? " spawn" : "");
      found += each.mode == Mode::always ? " always" : each.mode == Mode::on_change ? " change" : " never";
      if (each.has_precision) found += each.half ? " half" : " whole";
    }
    return found;
  };
  const std::string path = "properties/0/path = NodePath(\"a\")\nproperties/0/";
  EXPECT_EQ(read(path + "spawn = true\n"), "a spawn always");
  EXPECT_EQ(read(path + "spawn = false\n"), "a always");
  EXPECT_EQ(read(path + "replication_mode = 0\n"), "a spawn never");
  EXPECT_EQ(read(path + "replication_mode = 1\n"), "a spawn always");
  EXPECT_EQ(read(path + "replication_mode = 2\n"), "a spawn change");
  EXPECT_EQ(read(path + "replication_mode = 3\n"), "a spawn never");
  EXPECT_EQ(read(path + "precision = 1\n"), "a spawn always half");
  EXPECT_EQ(read(path + "precision = 0\n"), "a spawn always whole");
  EXPECT_EQ(read(path + "sync = true\n"), "a spawn always");
  EXPECT_EQ(read(path + "sync = false\n"), "a spawn never");
  EXPECT_EQ(read(path + "watch = true\n"), "a spawn change");
  EXPECT_EQ(read(path + "watch = false\n"), "a spawn always");
  EXPECT_EQ(read(path + "watch = true\nproperties/0/sync = false\n"), "a spawn change");
  EXPECT_EQ(read(path + "other = true\n"), "a spawn always");
  EXPECT_EQ(read("properties/0/path = \"a\"\n"), "a spawn always");
  EXPECT_EQ(read("properties/0/path = 3\n"), "");
  EXPECT_EQ(read("properties/0/spawn = false\nproperties/0/path = NodePath(\"a\")\n"), "a spawn always");
  EXPECT_EQ(read("properties/1/path = NodePath(\"a\")\n"), "");
  EXPECT_EQ(read("properties/0/path = NodePath(\"a\")\nproperties/0/path = NodePath(\"b\")\n"), "a spawn always");
  for (const char* no : {"properties/0", "properties/0x/path", "properties//path", "propertiesx0/path", "properties/"})
    EXPECT_EQ(read(std::string(no) + " = NodePath(\"a\")\n"), "") << no;
}

TEST(Settings, EachLine) {
  const auto read = [](const std::string& text) {
    const Settings settings = read_settings(text);
    std::string found = std::to_string(settings.config_version) + " " + settings.name + " " + settings.main_scene;
    for (const Settings::Autoload& each : settings.autoloads) found += " " + each.name + ">" + each.path;
    return found;
  };
  EXPECT_EQ(read("config_version=4\n"), "4  ");
  EXPECT_EQ(read("[x]\nconfig_version=4\n"), "0  ");
  EXPECT_EQ(read("[application]\nconfig/name=\"a\"\nrun/main_scene=\"b\"\n"), "0 a b");
  EXPECT_EQ(read("[application]\nname=\"a\"\nmain_scene=\"b\"\n"), "0 a b");
  EXPECT_EQ(read("[other]\nname=\"a\"\nmain_scene=\"b\"\n"), "0  ");
  EXPECT_EQ(read("[application]\nother=\"a\"\n"), "0  ");
  EXPECT_EQ(read("[autoload]\na=\"*res://a.gd\"\nb=\"res://b.gd\"\n"), "0   a>res://a.gd b>res://b.gd");
  std::string many = "[autoload]\n";
  for (int i = 0; i != 4097; ++i) many += "a" + std::to_string(i) + "=\"b\"\n";
  EXPECT_EQ(read_settings(many).autoloads.size(), 4096U);
}

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

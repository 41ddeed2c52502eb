// SPDX-License-Identifier: MIT
// Lists of netfox's synchronizers in scenes, its settings, and serializers in scripts. The files are written here.
#include "project/libraries/netfox/synchronizer_lists.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "project/index/project.h"
#include "project/libraries/library_findings.h"
#include "project/scenes/scene.h"
#include "tests/unit/project/folder.h"

namespace godot::analysis::project {
namespace {

/// As from a script: path and serializer of each property.
std::string schemas_of(std::string_view script) {
  std::string all;
  for (const NetfoxSchemaEntry& entry : read_netfox_schemas(script))
    all += entry.property + "=" + entry.serializer + ";";
  return all;
}

TEST(NetfoxSchemas, OfCalls) {
  EXPECT_EQ(
      schemas_of("func _ready():\n\t$RollbackSynchronizer.set_schema({\n\t\t\":position\": NetworkSchemas.vec2f32(), # "
                 "\"x\": y\n"
                 "\t\t'Input:aim': NetworkSchemas.array_of(NetworkSchemas.uint8(), NetworkSchemas.varuint()),\n\t})\n"),
      ":position=NetworkSchemas.vec2f32();Input:aim=NetworkSchemas.array_of(NetworkSchemas.uint8(), "
      "NetworkSchemas.varuint());");
  const std::pair<const char*, const char*> rows[] = {
      {"s.set_schema({\"a\": b})", "a=b;"},
      {"set_schema ( { 'a' : b } )", "a=b;"},
      {"s.set_schema({\"a\": b, \"c\": d(1, [2, 3]),})", "a=b;c=d(1, [2, 3]);"},
      {"s.set_schema({\"a\": \"b, }\"})", "a=\"b, }\";"},
      {"s.set_schema({\"a\":\n\tb\n})", "a=b;"},
      {"s.set_schema({\"a\": b}); t.set_schema({\"c\": d})", "a=b;c=d;"},
      {"s.set_schema({a: b, \"c\": d, e = f, \"g\": h})", "c=d;g=h;"},
      {"s.set_schema({\"a\" + b: c, \"d\": e})", "d=e;"},
      {"s.set_schema({\"a\": , \"b\": c})", "b=c;"},
      {"s.set_schema({\"\": a})", ""},
      {"s.set_schema({})", ""},
      {"s.set_schema([\"a\"])", ""},
      {"s.set_schema", ""},
      {"s.set_schema = {\"a\": b}", ""},
      {"s.set_schema({\"a\":b,\"c\":d})", "a=b;c=d;"},
      {"s.set_schema({\"a\":b},{\"c\":d})", "a=b;"},
      {"s.set_schemas({\"a\": b})", ""},
      {"s.my_set_schema({\"a\": b})", ""},
      {"s.set_schema(make())", ""},
      {"# s.set_schema({\"a\": b})", ""},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(schemas_of(text), expected) << text;
  for (const char* cut : {"set_schema", "set_schema(", "set_schema({", "set_schema({\"", "set_schema({\"a\"",
                          "set_schema({\"a\":", "set_schema({\"a\": (", "s\nset_schema(s"})
    EXPECT_EQ(schemas_of(cut), "") << cut;
}

/// The value that the variable was given last before the call.
TEST(NetfoxSchemas, OfVariables) {
  const std::pair<const char*, const char*> rows[] = {
      {"const S = {\"a\": b}\nf.set_schema(S)", "a=b;"},
      {"var s := {\"a\": b}\nf.set_schema( s )", "a=b;"},
      {"var s: Dictionary = {\"a\": b}\nf.set_schema(s)", "a=b;"},
      {"var s : Dictionary={\"a\": b}\nf.set_schema(s)", "a=b;"},
      {"s = {\"a\": b}\ns = {\"c\": d}\nf.set_schema(s)", "c=d;"},
      {"s = {\"a\": b}\nf.set_schema(s)\ns = {\"c\": d}", "a=b;"},
      {"s = {\"a\": b}\nprint(s)\nf.set_schema(s)", "a=b;"},
      {"s = {\"a\": b}\nif s == {\"c\": d}: pass\nf.set_schema(s)", "a=b;"},
      {"s = {\"a\": b}\ns2 = {\"c\": d}\nis = {\"e\": f}\nf.set_schema(s)", "a=b;"},
      {"s={\"a\":b}\nf.set_schema(s)", "a=b;"},
      {"var s:={\"a\":b}\nf.set_schema(s)", "a=b;"},
      {"var s:D={\"a\":b}\nf.set_schema(s)", "a=b;"},
      {"s == {\"a\": b}\nf.set_schema(s)", ""},
      {"s += {\"a\": b}\nf.set_schema(s)", ""},
      {"s = {\"a\": b}\ns = make()\nf.set_schema(s)", ""},
      {"s: Dictionary\nf.set_schema(s)", ""},
      {"f.set_schema(s)", ""},
      {"s\nf.set_schema(s)", ""},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(schemas_of(text), expected) << text;
}

TEST(NetfoxSchemas, AreBounded) {
  const auto entry = [](std::size_t property, std::size_t serializer) {
    return schemas_of("s.set_schema({\"" + std::string(property, 'a') + "\": " + std::string(serializer, 'b') + "})");
  };
  constexpr std::size_t most = NetfoxSchemaLimits::text;
  EXPECT_NE(entry(most, most), "");
  EXPECT_EQ(entry(most + 1, most), "");
  EXPECT_EQ(entry(most, most + 1), "");
  std::string many = "s.set_schema({";
  for (std::size_t i = 0; i != NetfoxSchemaLimits::entries + 1; ++i) many += "\"a" + std::to_string(i) + "\": b, ";
  EXPECT_EQ(read_netfox_schemas(many + "})").size(), NetfoxSchemaLimits::entries);
  many.clear();
  for (std::size_t i = 0; i != NetfoxSchemaLimits::calls + 1; ++i) many += "s.set_schema({\"a\": b})\n";
  EXPECT_EQ(read_netfox_schemas(many).size(), NetfoxSchemaLimits::calls);
}

/// `root state / input / sync` of the only node of a scene with these properties; `none`: it has none of netfox's.
std::string lists(const std::string& properties) {
  const Scene scene = read_scene("[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n" + properties);
  EXPECT_TRUE(scene.faults.empty());
  const auto& found = scene.nodes.at(0).libraries.netfox;
  if (found == nullptr) return "none";
  const auto joined = [](const std::vector<std::string>& texts) {
    std::string text;
    for (const std::string& each : texts) text += " " + each;
    return text;
  };
  return found->root + joined(found->state) + " /" + joined(found->input) + " /" + joined(found->sync);
}

TEST(NetfoxLists, OfANodeOfAScene) {
  EXPECT_EQ(lists("state_properties = Array[String]([\":a\", \"B:c\"])\n"), ".. :a B:c / /");
  EXPECT_EQ(lists("input_properties = [\"I:a\"]\n"), ".. / I:a /");
  EXPECT_EQ(lists("properties = PackedStringArray(\":a\")\n"), ".. / / :a");
  EXPECT_EQ(lists("root = NodePath(\"../..\")\nproperties = [\":a\"]\n"), "../.. / / :a");
  EXPECT_EQ(lists("root = NodePath(\".\")\n"), ". / /");
  EXPECT_EQ(lists("root = \"text\"\n"), "none") << "no path";
  EXPECT_EQ(lists("properties = {}\n"), "none");
  EXPECT_EQ(lists("state_properties = NodePath(\"a\")\n"), "none");
  EXPECT_EQ(lists("other = [\"a\"]\n"), "none");
  EXPECT_EQ(lists(""), "none");
}

TEST(NetfoxLists, OfSynchronizersAlone) {
  for (const char* script : {"res://addons/netfox/rollback/rollback-synchronizer.gd",
                             "res://addons/netfox/state-synchronizer.gd", "res://x/netfox/predictive-synchronizer.gd"})
    EXPECT_TRUE(is_netfox_synchronizer(script)) << script;
  for (const char* script : {"res://state-synchronizer.gd", "res://addons/netfox/other.gd",
                             "res://addons/netfox/my-state-synchronizer.gd", ""})
    EXPECT_FALSE(is_netfox_synchronizer(script)) << script;
  // A node whose script is another one has no lists; an inherited scene changes those of a synchronizer.
  const auto found = [](const std::string& script, const std::string& outer) {
    const test::Folder folder;
    folder.write("project.godot", "config_version=5\n");
    folder.write("a.tscn", "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://" + script +
                               "\" id=\"1\"]\n[node name=\"A\" type=\"Node\"]\nscript = ExtResource(\"1\")\n"
                               "properties = [\":a\"]\n");
    folder.write("b.tscn",
                 "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n"
                 "[node name=\"B\" instance=ExtResource(\"1\")]\n" +
                     outer);
    Project project(folder.path());
    project.refresh();
    const NetfoxLists* its = project.tree(project.scene_at("res://b.tscn")).at(0).libraries.netfox;
    return its != nullptr ? its->sync.at(0) : "none";
  };
  EXPECT_EQ(found("addons/netfox/state-synchronizer.gd", ""), ":a");
  EXPECT_EQ(found("addons/netfox/state-synchronizer.gd", "properties = [\":b\"]\n"), ":b");
  EXPECT_EQ(found("other.gd", "properties = [\":b\"]\n"), "none");
}

TEST(NetfoxSettings, OfAProject) {
  const auto settings = [](const std::string& lines) {
    std::string text;
    for (const auto& [name, number] : read_settings(lines).libraries.netfox)
      text += name + "=" + std::to_string(number) + " ";
    return text;
  };
  EXPECT_EQ(settings("[netfox]\ntime/tickrate=30\nrollback/history_limit=64\n"),
            "time/tickrate=30 rollback/history_limit=64 ");
  EXPECT_EQ(settings("[other]\ntime/tickrate=30\n"), "");
  EXPECT_EQ(settings("[netfox]\na=0\nb=-1\nc=true\nd=\"3\"\n"), "a=0 ");
  std::string many = "[netfox]\n";
  for (int i = 0; i != 65; ++i) many += "a" + std::to_string(i) + "=1\n";
  EXPECT_EQ(read_settings(many).libraries.netfox.size(), 64U);
}

TEST(NetfoxFindings, OfAScriptAreThoseOfItsText) {
  const ScriptParts parts = read_script_parts(
      "func f():\n\tvar s = RollbackSynchronizer.new()\n\ts.add_state(self, \"a\")\n\ts.set_schema({\":a\": b})\n");
  EXPECT_EQ(parts.netfox_schemas.size(), 1U);
  EXPECT_EQ(parts.netfox_builders.size(), 1U);
}

}  // namespace
}  // namespace godot::analysis::project

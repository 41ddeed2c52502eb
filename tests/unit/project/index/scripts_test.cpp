// SPDX-License-Identifier: MIT
// What scripts extend, what they do to a project, and the nearest of their lists. The scripts are written here.
#include <gtest/gtest.h>

#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "project/index/project.h"
#include "tests/unit/project/checksum_of.h"
#include "tests/unit/project/folder.h"

using namespace godot::analysis::project;
using godot::test::checksum_of;
using godot::test::Folder;

namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& each : texts) text += (text.empty() ? "" : ",") + each;
  return text;
}

struct File {
  std::string name;
  std::string text;
};
/// A project with these files.
struct Files {
  Files(std::initializer_list<File> files) : Files(std::span(files.begin(), files.size())) {}
  explicit Files(std::span<const File> files) : project(folder.path()) {
    folder.write("project.godot", "config_version=5\n[autoload]\nGame=\"*res://auto/game.gd\"\n");
    for (const auto& [name, text] : files) folder.write(name, text);
    project.refresh();
  }
  [[nodiscard]] const ScriptInfo& script(std::string_view path) const {
    static const ScriptInfo none;
    const int number = project.script_at(path);
    return number >= 0 ? project.scripts()[static_cast<std::size_t>(number)] : none;
  }
  /// The path of the script's base; `-`: it has none.
  [[nodiscard]] std::string base(std::string_view path) const {
    const int number = script(path).base;
    return number >= 0 ? project.scripts()[static_cast<std::size_t>(number)].path : "-";
  }
  /// `path: text` of each.
  [[nodiscard]] std::string faults() const {
    std::string text;
    for (const FileFault& each : project.faults())
      text += (text.empty() ? "" : "; ") + each.path + ": " + each.fault.text;
    return text;
  }

  Folder folder;
  Project project;
};

TEST(Bases, OfGdscript) {
  const std::pair<const char*, const char*> rows[] = {
      {"extends Base", "res://base.gd"},
      {"extends \"res://base.gd\"", "res://base.gd"},
      {"extends \"side.gd\"", "res://a/b/side.gd"},
      {"extends \"./side.gd\"", "res://a/b/side.gd"},
      {"extends \"../near.gd\"", "res://a/near.gd"},
      {"extends \"../../base.gd\"", "res://base.gd"},
      {"extends \".././../base.gd\"", "res://base.gd"},
      {"extends \"../b/side.gd\"", "res://a/b/side.gd"},
      {"extends \"../../../base.gd\"", "-"},
      {"extends Base.Inner", "res://base.gd::Inner"},
      {"extends Base.Inner.Deep", "res://base.gd::Inner::Deep"},
      {"extends Base.Alias", "res://a/near.gd"},
      {"extends Base.Other", "res://base.gd::Inner"},
      {"extends Base.Gone", "-"},
      {"extends Base.Inner.Gone", "-"},
      {"extends Gone.Inner", "-"},
      {"extends \"res://base.gd\".Inner", "res://base.gd::Inner"},
      {"extends \"res://base.gd\".Inner.Deep", "res://base.gd::Inner::Deep"},
      {"extends \"res://base.gd\".Gone", "-"},
      {"extends Game", "res://auto/game.gd"},
      {"extends Node", "-"},
      {"", "-"},
      {"const Own = preload(\"../near.gd\")\nextends Own", "res://a/near.gd"},
      {"const Own = Base.Inner\nextends Own", "res://base.gd::Inner"},
      {"const Own = Other\nconst Other = Own\nextends Own", "-"},
      {"extends Mine\nclass Mine:\n\tpass", "res://a/b/c.gd::Mine"},
  };
  for (const auto& [text, base] : rows) {
    const Files files({{"base.gd",
                        "class_name Base\nconst Alias = preload(\"a/near.gd\")\nconst Other = Inner\n"
                        "class Inner:\n\tclass Deep:\n\t\tpass\n"},
                       {"a/near.gd", "extends Node\n"},
                       {"a/b/side.gd", "extends Node\n"},
                       {"auto/game.gd", "extends Node\n"},
                       {"a/b/c.gd", std::string(text) + "\n"}});
    EXPECT_EQ(files.base("res://a/b/c.gd"), base) << text;
  }
}

/// Inner classes see what is around them, but extend none inside themselves.
TEST(Bases, OfInnerClasses) {
  const Files files({{"a.gd",
                      "class One:\n\tclass Two extends Three:\n\t\tpass\n\tclass Three extends One:\n\t\tpass\n"
                      "class Three extends Two:\n\tpass\nclass Four extends One.Two:\n\tclass Two:\n\t\tpass\n"}});
  std::string text;
  for (const ScriptInfo& script : files.project.scripts()) {
    const int base = script.base;
    text += script.path.substr(std::string_view("res://a.gd").size()) + "<";
    text += (base >= 0 ? files.project.scripts()[static_cast<std::size_t>(base)].path.substr(10) : "") + " ";
  }
  EXPECT_EQ(text, "< ::One< ::One::Two<::One::Three ::One::Three<::One ::Three< ::Four<::One::Two ::Four::Two< ");
}

TEST(Bases, OfCsharp) {
  const Files files({{"Unit.cs", "namespace G { class Unit : Godot.Node { class Part { } } }"},
                     {"Tank.cs", "class Tank : G.Unit { } class Gun : Tank { }"},
                     {"Car.cs", "class Car : Unit { }"},
                     {"Gone.cs", "class Gone : Nothing { }"}});
  EXPECT_EQ(files.base("res://Tank.cs"), "res://Unit.cs");
  EXPECT_EQ(files.base("res://Car.cs"), "res://Unit.cs");
  EXPECT_EQ(files.base("res://Gone.cs"), "-");
  EXPECT_EQ(files.base("res://Unit.cs"), "-");
  std::vector<std::string> paths;
  for (const ScriptInfo& script : files.project.scripts()) paths.push_back(script.path);
  EXPECT_EQ(joined(paths),
            "res://Car.cs,res://Gone.cs,res://Tank.cs,res://Tank.cs::Gun,res://Unit.cs,res://Unit.cs::Part");
}

TEST(Bases, FaultsNameTheScript) {
  const Files gone({{"a.gd", "extends \"gone.gd\"\n"},
                    {"b.gd", "extends Gone\n"},
                    {"c.gd", "class D extends \"no.gd\":\n\tpass\n"}});
  EXPECT_EQ(gone.faults(),
            "res://a.gd: extends gone.gd, which is not there; res://c.gd: extends no.gd, which is not there");
  const Files loop({{"a.gd", "class_name A extends B\n"}, {"b.gd", "class_name B extends A\n"}});
  EXPECT_EQ(loop.faults(), "res://b.gd: what the script extends leads back to itself, or too far");
  EXPECT_EQ(loop.base("res://a.gd"), "res://b.gd");
  EXPECT_EQ(loop.base("res://b.gd"), "-");
  // As many scripts may stand above one another.
  for (const std::size_t count : {ProjectLimits::bases, ProjectLimits::bases + 1}) {
    std::vector<File> chain;
    for (std::size_t i = 0; i != count; ++i)
      chain.push_back({std::to_string(100 + i) + ".gd", "extends \"" + std::to_string(101 + i) + ".gd\"\n"});
    chain.push_back({std::to_string(100 + count) + ".gd", "extends Node\n"});
    EXPECT_EQ(Files(chain).faults().empty(), count < ProjectLimits::bases) << count;
  }
}

/// What any script may do at run time holds for the whole project; a script that cannot be read whole may do all.
TEST(Deeds, OfScriptsHoldForTheProject) {
  const auto deeds = [](const std::string& script, const char* file = "a.gd") {
    const Files files({{file, script}, {"z.gd", "extends Node\n"}});
    const Project& project = files.project;
    const int number = project.script_at("res://z.gd");
    std::string text;
    if (project.sets_authority()) text += "authority ";
    if (project.gives_away(number)) text += "others ";
    if (project.may_split(number)) text += "split ";
    if (project.adds_scenes()) text += "scenes ";
    if (project.sets_scripts()) text += "scripts ";
    if (project.configures_set("other")) text += "sets ";
    else if (project.configures_set("a")) text += "set a ";
    if (project.configures_unread()) text += "unread ";
    if (project.configures_any()) text += "any ";
    if (project.sync_limit().script != nullptr)
      text += std::string(project.sync_limit().script) + " " + std::to_string(project.sync_limit().bytes);
    return text;
  };
  const std::pair<const char*, const char*> rows[] = {
      {"pass", ""},
      {"set_multiplayer_authority(1)", "authority "},
      {"a.set_multiplayer_authority(1)", "authority others "},
      {"a.set_multiplayer_authority(1); b.set_multiplayer_authority(1)", "authority others split "},
      {"set_multiplayer_authority(1, false)", "authority split "},
      {"a.add_spawnable_scene(\"b\")", "scenes "},
      {"a.set_script(b)", "scripts "},
      {"rset_config(\"a\", 1)", "set a "},
      {"rset_config(a, 1)", "sets "},
      {"rpc_config(\"a\", {})", "any "},
      {"rpc_config(a(), {})", "any "},
      {"b.rpc_config(\"a\", {})", "any "},
      {"b.rpc_config(a(), {})", "unread any "},
      {"a.parse(\"rpc_config('b')\")", "unread any "},
      {"a.max_sync_packet_size = 500", "res://a.gd 500"},
      {"a.max_sync_packet_size = b", "res://a.gd -1"},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(deeds(std::string("extends Node\nfunc f():\n\t") + line + "\n"), expected) << line;
  EXPECT_EQ(deeds("var a = )\n"), "authority others split scenes scripts ");
  EXPECT_EQ(deeds("class A { void B() { RpcConfig(c, d); } }", "A.cs"), "unread any ");
}

TEST(Deeds, LimitsOfTwoScripts) {
  const auto limit = [](const char* one, const char* other) {
    const std::string line = "func f():\n\ta.max_sync_packet_size = ";
    const Files files({{"a.gd", line + one + "\n"}, {"b.gd", line + other + "\n"}});
    return std::string(files.project.sync_limit().script) + " " + std::to_string(files.project.sync_limit().bytes);
  };
  EXPECT_EQ(limit("500", "500"), "res://a.gd 500");
  EXPECT_EQ(limit("500", "600"), "res://a.gd -1");
  EXPECT_EQ(limit("500", "b"), "res://a.gd -1");
}

TEST(Deeds, OfAScriptAndItsBases) {
  const auto away = [](const char* own, const char* base) {
    const Files files({{"a.gd", "extends \"b.gd\"\nfunc f():\n\t" + std::string(own) + "\n"},
                       {"b.gd", "extends Node\nfunc g():\n\t" + std::string(base) + "\n"},
                       {"c.gd", "extends Node\n"}});
    const Project& project = files.project;
    std::string text;
    for (const char* name : {"a", "b", "c"}) {
      const int number = project.script_at("res://" + std::string(name) + ".gd");
      text += std::string(name) + (project.gives_away(number) ? "+" : "-") + (project.may_split(number) ? "+ " : "- ");
    }
    return text;
  };
  const char* const itself = "set_multiplayer_authority(1)";
  const char* const below = "$A.set_multiplayer_authority(1)";
  const char* const other = "a.set_multiplayer_authority(1)";
  EXPECT_EQ(away("pass", "pass"), "a-- b-- c-- ");
  EXPECT_EQ(away(itself, "pass"), "a+- b-- c-- ");
  EXPECT_EQ(away("pass", itself), "a+- b+- c-- ");
  EXPECT_EQ(away(itself, below), "a++ b+- c-- ");
  EXPECT_EQ(away(below, itself), "a++ b+- c-- ");
  EXPECT_EQ(away(itself, other), "a++ b+- c+- ");
  EXPECT_EQ(away(below, other), "a++ b+- c+- ");
  EXPECT_EQ(away(other, "pass"), "a+- b+- c+- ");
  EXPECT_EQ(away(other, other), "a++ b++ c++ ");
}

TEST(Scripts, AreWholeDownToAnEnginesClass) {
  const auto is_whole = [](const std::string& text) {
    const Files files({{"a.gd", text},
                       {"good.gd", "extends Node2D\n"},
                       {"bad.gd", "extends \"gone.gd\"\n"},
                       {"config.gd", "extends Node\nfunc f(): rpc_config(a(), {})\n"},
                       {"Sharp.cs", "class Sharp : Node { }"}});
    return files.project.is_whole(files.project.script_at("res://a.gd"));
  };
  for (const char* whole : {"", "extends Node\n", "extends \"good.gd\"\n", "func f(): rpc_config(\"a\", {})\n"})
    EXPECT_TRUE(is_whole(whole)) << whole;
  for (const char* other : {"extends \"gone.gd\"\n", "extends A.B\n", "extends \"bad.gd\"\n", "extends \"config.gd\"\n",
                            "func f(): rpc_config(a(), {})\n"})
    EXPECT_FALSE(is_whole(other)) << other;
  const Files csharp({{"A.cs", "class A : Node { }"}});
  EXPECT_FALSE(csharp.project.is_whole(csharp.project.script_at("res://A.cs")));
}

/// As scripts name constants of others: `Props.Inner.STATE`.
TEST(Scripts, TextsOfConstants) {
  const Files files({{"a.gd",
                      "class_name A\nconst X = \"x\"\nconst L = [\"l\", \"m\"]\nconst N = 3\nconst Other = In\n"
                      "class In:\n\tconst Y = \"y\"\n\tclass Deep:\n\t\tconst Z = \"z\"\n"},
                     {"b.gd", "extends A\nconst O = \"o\"\nconst X = \"own\"\n"},
                     {"auto/game.gd", "extends Node\nconst G = \"g\"\n"}});
  const int b = files.project.script_at("res://b.gd");
  const std::pair<const char*, const char*> rows[] = {
      {"O", "o"},      {"X", "own"},     {"L", "l,m"},       {"N", ""},         {"Gone", ""},
      {"In.Y", "y"},   {"Other.Y", "y"}, {"In.Deep.Z", "z"}, {"In.Deep.Y", ""}, {"In", ""},
      {"A.X", "x"},    {"A.In.Y", "y"},  {"A.O", ""},        {"A.Gone.X", ""},  {"Gone.X", ""},
      {"Game.G", "g"}, {"Game.X", ""},   {"", ""},           {".", ""},         {"A.", ""},
  };
  for (const auto& [name, expected] : rows) EXPECT_EQ(joined(files.project.constant_texts(b, name)), expected) << name;
}

TEST(Scripts, MembersAreThoseOfTheNearestBase) {
  const Files files({{"a.gd", "extends \"b.gd\"\nfunc f(x): pass\nvar v: int\n"},
                     {"b.gd", "extends Node\nfunc f(y): pass\nfunc g(z): pass\nvar v: float\nvar w: bool\n"},
                     {"c.gd", "extends Node\nfunc g(z): pass\n"}});
  const Project& project = files.project;
  const int a = project.script_at("res://a.gd");
  EXPECT_EQ(project.method(a, "f")->arguments.at(0).name, "x");
  EXPECT_EQ(project.method(a, "g")->arguments.at(0).name, "z");
  EXPECT_EQ(project.method(a, "h"), nullptr);
  EXPECT_EQ(project.variable(a, "v")->type, "int");
  EXPECT_EQ(project.variable(a, "w")->type, "bool");
  EXPECT_EQ(project.variable(a, "u"), nullptr);
  EXPECT_EQ(project.method(-1, "f"), nullptr);
  EXPECT_EQ(project.only_method("f"), nullptr) << "their arguments differ";
  EXPECT_NE(project.only_method("g"), nullptr) << "all have the same";
  EXPECT_EQ(project.only_method("h"), nullptr);
}

TEST(Scripts, NamesForRpcConfig) {
  const auto shown = [](const std::string& lines, const std::string& other = "") {
    const Files files({{"a.gd", "extends Node\nfunc f():\n\t" + lines + "\n@rpc func m(): pass\n"}, {"o.gd", other}});
    const ScriptInfo& info = files.script("res://a.gd");
    std::string text = joined(info.configured);
    for (const RpcSettings& each : info.settings) text += " " + each.name + "=" + each.text;
    if (info.unread) text += " unread";
    if (info.settings_unread) text += " settings unread";
    for (const char* name : {"x", "y"}) {
      if (files.project.configures(name)) text += std::string(" +") + name;
      if (files.project.configures_others(name)) text += std::string(" *") + name;
    }
    if (!info.configured.empty()) EXPECT_NE(info.configured_checksum, info.checksum);
    else EXPECT_EQ(info.configured_checksum, "");
    return text;
  };
  EXPECT_EQ(shown("pass"), "");
  EXPECT_EQ(shown("rpc_config(\"x\", 1)"), "x x=1 +x");
  EXPECT_EQ(shown("rpc_config(\"y\", 1)\n\trpc_config(\"x\", 2)"), "x,y y=1 x=2 +x +y");
  EXPECT_EQ(shown("$A.rpc_config(\"x\", 1)"), " +x *x");
  EXPECT_EQ(shown("$A.rpc_config(g(), 1)"), " *x *y") << "any may be meant";
  EXPECT_EQ(shown("rpc_config(g(), 1)"), " unread");
  EXPECT_EQ(shown("rpc_config(O.X, 1)", "class_name O\nconst X = \"x\"\n"), "x settings unread +x");
  EXPECT_EQ(shown("rpc_config(O.X, 1)", "class_name O\nconst X = 3\n"), " unread settings unread");
  EXPECT_EQ(shown("rpc_config(O.x, 1)", "class_name O\nfunc x(): pass\n"), "x settings unread +x");
  const Files list({{"a.gd", "func f():\n\trpc_config(\"x\", 1)\n@rpc func m(): pass\n"}});
  EXPECT_EQ(list.script("res://a.gd").configured_checksum, checksum_of({"x", "m"}));
  std::string many = "func f():\n";
  for (std::size_t i = 0; i != ProjectLimits::configured / 64; ++i) {
    many += "\tfor n in [";
    for (std::size_t j = 0; j != 64; ++j) many += "\"n" + std::to_string(i * 64 + j) + "\", ";
    many += "]: $A" + std::to_string(i) + ".rpc_config(n, 1)\n";
  }
  EXPECT_FALSE(Files({{"a.gd", many}}).project.configures_unread());
}

/// Calls of a class inside a script are for nodes with that class.
TEST(Scripts, NamesForRpcConfigOfInnerClasses) {
  const Files files({{"a.gd", "func f(): rpc_config(\"x\", 1)\nclass B:\n\tfunc g(): rpc_config(\"y\", 1)\n"},
                     {"d.gd", "extends \"a.gd\"\nfunc h(): rpc_config(\"z\", 1)\n"}});
  EXPECT_EQ(joined(files.script("res://a.gd").configured), "x");
  EXPECT_EQ(joined(files.project.scripts()[1].configured), "y");
  EXPECT_EQ(joined(files.script("res://d.gd").configured), "x,z") << "with those of its base";
}

TEST(Scripts, ListsThatEndAnother) {
  Files files({{"a.gd", "@rpc func b(): pass\n@rpc func c(): pass\n@rpc func d(): pass\n"},
               {"e.gd", "@rpc func d(): pass\n"},
               {"f.gd", "@rpc func c(): pass\n@rpc func d(): pass\n"},
               {"g.gd", "@rpc func b(): pass\n"}});
  EXPECT_EQ(files.project.longest_ending(checksum_of({"b", "c", "d"})), 2U);
  EXPECT_EQ(files.project.longest_ending(checksum_of({"b", "c", "d"})), 2U) << "the same the second time";
  EXPECT_EQ(files.project.longest_ending(checksum_of({"c", "d"})), 1U);
  EXPECT_EQ(files.project.longest_ending(checksum_of({"d"})), 0U);
  EXPECT_EQ(files.project.longest_ending(checksum_of({"b"})), 0U);
  EXPECT_EQ(files.project.longest_ending(checksum_of({"z"})), 0U);
}

TEST(Scripts, ReadyOfASceneGivesAuthority) {
  Files files({{"a.gd", "func _ready(): set_multiplayer_authority(1)\n"},
               {"b.gd", "func f(): set_multiplayer_authority(1)\n"},
               {"a.tscn",
                "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n"
                "[node name=\"R\" type=\"Node\"]\n[node name=\"A\" type=\"Node\" parent=\".\"]\nscript = "
                "ExtResource(\"1\")\n"},
               {"b.tscn",
                "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://b.gd\" id=\"1\"]\n"
                "[node name=\"R\" type=\"Node\"]\nscript = ExtResource(\"1\")\n"}});
  EXPECT_STREQ(files.project.gives_in_ready(files.project.scene_at("res://a.tscn")), "res://a.gd");
  EXPECT_EQ(files.project.gives_in_ready(files.project.scene_at("res://b.tscn")), nullptr);
  EXPECT_EQ(files.project.gives_in_ready(-1), nullptr);
}

/// `file +more -less [configured] list`, then what is uncertain.
std::string shown(const Project& project, const Nearest& nearest) {
  std::string text =
      nearest.script >= 0 ? project.scripts()[static_cast<std::size_t>(nearest.script)].path.substr(6) : "-";
  if (!nearest.exact) return text + (nearest.given_up ? " given up" : " none");
  if (!nearest.more.empty()) text += " +" + joined(nearest.more);
  if (!nearest.less.empty()) text += " -" + joined(nearest.less);
  if (!nearest.configured.empty()) text += " [" + joined(nearest.configured) + "]";
  text += " " + joined(nearest.list);
  if (nearest.ambiguous) text += " ambiguous";
  if (nearest.words) text += " words";
  return text + (nearest.given_up ? " given up" : "");
}

TEST(NearestLists, ThatDifferByANameOrTwo) {
  Files files({{"a.gd", "@rpc func d(): pass\n@rpc func g(): pass\nfunc b(): pass\nfunc e(): pass\nfunc z(): pass\n"},
               {"o.gd", "@rpc func h(): pass\n@rpc func i(): pass\n@rpc func j(): pass\n"}});
  const auto nearest = [&](std::initializer_list<std::string_view> names, int hint = -1, std::size_t least = 0) {
    return shown(files.project, files.project.nearest(checksum_of(names), hint, false, least));
  };
  EXPECT_EQ(nearest({"d"}), "a.gd -g d");
  EXPECT_EQ(nearest({"g"}), "a.gd -d g");
  EXPECT_EQ(nearest({"d", "e", "g"}), "a.gd +e d,e,g");
  EXPECT_EQ(nearest({"d", "g", "z"}), "a.gd +z d,g,z");
  EXPECT_EQ(nearest({"b", "d", "g"}), "a.gd +b b,d,g ambiguous") << "rpc_config() may have added it";
  EXPECT_EQ(nearest({"d", "g", "h"}), "a.gd +h d,g,h") << "another script's method";
  EXPECT_EQ(nearest({"d", "e"}), "a.gd +e -g d,e");
  EXPECT_EQ(nearest({"e", "g"}), "a.gd +e -d e,g ambiguous");
  EXPECT_EQ(nearest({"d", "h"}), "a.gd +h -g d,h");
  EXPECT_EQ(nearest({"b", "d", "e", "g"}), "a.gd +b,e b,d,e,g ambiguous");
  EXPECT_EQ(nearest({"d", "e", "g", "z"}), "a.gd +e,z d,e,g,z");
  EXPECT_EQ(nearest({"h"}), "o.gd -i,j h");
  EXPECT_EQ(nearest({"i"}), "o.gd -h,j i");
  EXPECT_EQ(nearest({"h", "j"}), "o.gd -i h,j");
  EXPECT_EQ(nearest({"d", "h", "i", "j"}), "o.gd +d d,h,i,j ambiguous");
  EXPECT_EQ(nearest({"d", "g", "h", "i"}), "- none") << "two names of other scripts";
  EXPECT_EQ(nearest({"d", "g", "y"}), "- none");
  EXPECT_EQ(nearest({"d", "g", "y"}, 0), "a.gd none") << "the script of the node's place";
  EXPECT_EQ(nearest({"d", "g", "x"}, 99), "- none") << "no such script";
  // Of a list that is split in two ways, the number of methods decides.
  EXPECT_EQ(nearest({"b", "d", "g"}, -1, 3), "a.gd +b b,d,g");
  EXPECT_EQ(nearest({"b", "d", "g"}, -1, 2), "a.gd +b b,d,g ambiguous");
}

TEST(NearestLists, WithNamesOfRpcConfig) {
  Files files({{"a.gd",
                "func f():\n\trpc_config(\"x\", 1)\n\trpc_config(\"y\", 1)\n\trpc_config(\"w\", 1)\n"
                "@rpc func d(): pass\n@rpc func g(): pass\nfunc e(): pass\n"},
               {"o.gd", "func f():\n\t$A.rpc_config(\"k\", 1)\n\t$A.rpc_config(\"l\", 1)\n@rpc func h(): pass\n"}});
  const auto nearest = [&](std::initializer_list<std::string_view> names, bool configured = false) {
    return shown(files.project, files.project.nearest(checksum_of(names), -1, configured, 0));
  };
  EXPECT_EQ(nearest({"w", "x", "y", "d", "g"}), "a.gd [w,x,y] d,g");
  EXPECT_EQ(nearest({"x", "y", "d", "g"}), "a.gd [x,y] d,g") << "a part of them";
  EXPECT_EQ(nearest({"w", "x", "d", "g"}), "a.gd [w,x] d,g");
  EXPECT_EQ(nearest({"w", "y", "d", "g"}), "a.gd [w,y] d,g");
  EXPECT_EQ(nearest({"w", "d", "g"}), "a.gd [w] d,g");
  EXPECT_EQ(nearest({"y", "d", "g"}), "a.gd [y] d,g");
  EXPECT_EQ(nearest({"k", "l", "d", "g"}), "a.gd [k,l] d,g");
  EXPECT_EQ(nearest({"l", "h"}), "o.gd [l] h");
  EXPECT_EQ(nearest({"k", "w", "x", "y", "d", "g"}), "a.gd [k,w,x,y] d,g");
  EXPECT_EQ(nearest({"k", "l", "w", "x", "y", "d", "g"}), "a.gd [k,l,w,x,y] d,g");
  EXPECT_EQ(nearest({"k", "l"}), "- [k,l] ") << "of a node without a script";
  EXPECT_EQ(nearest({"w", "x", "y", "d", "e", "g"}), "a.gd +e [w,x,y] d,e,g") << "and another version of the list";
  EXPECT_EQ(nearest({"w", "x", "y", "d"}), "a.gd -g [w,x,y] d");
  EXPECT_EQ(nearest({"d", "e", "g"}), "a.gd +e d,e,g");
  EXPECT_EQ(nearest({"d", "e", "g"}, true), "- none") << "it is known to have some of rpc_config()";
  EXPECT_EQ(nearest({"e", "d", "g"}, true), "a.gd [e] d,g") << "guessed: a function of its own";
}

TEST(NearestLists, WithNamesThatCannotBeRead) {
  Files files({{"a.gd",
                "func f(n):\n\trpc_config(n, 1)\n\tprint(\"word\")\n@rpc func d(): pass\n@rpc func g(): pass\n"
                "func b(): pass\nfunc e(): pass\nfunc z(): pass\n"}});
  const auto nearest = [&](std::initializer_list<std::string_view> names) {
    return shown(files.project, files.project.nearest(checksum_of(names), -1, false, 0));
  };
  EXPECT_EQ(nearest({"z", "d", "g"}), "a.gd [z] d,g");
  EXPECT_EQ(nearest({"b", "d", "g"}), "a.gd [b] d,g ambiguous") << "or another version of the script";
  EXPECT_EQ(nearest({"word", "d", "g"}), "a.gd [word] d,g words");
  EXPECT_EQ(nearest({"e", "z", "d", "g"}), "a.gd [e,z] d,g");
  EXPECT_EQ(nearest({"e", "word", "z", "d", "g"}), "a.gd [e,word,z] d,g words");
  EXPECT_EQ(nearest({"b", "e", "word", "z", "d", "g"}), "- none") << "three are tried";
  EXPECT_EQ(nearest({"d"}), "a.gd -g d");
}

/// Three names of a script's functions are guessed if these are not too many.
TEST(NearestLists, ThreeNamesOfFewFunctions) {
  for (const int functions : {32, 33}) {
    std::string script = "func f(n): rpc_config(n, 1)\n@rpc func z(): pass\n";
    for (int i = 1; i != functions; ++i) script += "func p" + std::to_string(100 + i) + "(): pass\n";
    Files files({{"a.gd", script}});
    const Nearest& two = files.project.nearest(checksum_of({"p110", "p120", "z"}), -1, false, 0);
    EXPECT_EQ(joined(two.configured), "p110,p120");
    const Nearest& three = files.project.nearest(checksum_of({"p110", "p120", "p131", "z"}), -1, false, 0);
    EXPECT_EQ(joined(three.configured), functions == 32 ? "p110,p120,p131" : "");
  }
}

}  // namespace

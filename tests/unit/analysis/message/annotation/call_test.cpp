// SPDX-License-Identifier: MIT
// What is said of remote calls and remote sets. The messages are made here, not by an engine.
#include <gtest/gtest.h>

#include <string>

#include "codec/multiplayer/fields.h"
#include "tests/unit/analysis/message/annotation/annotated.h"

namespace godot::analysis::annotation {
namespace {

using account::red;
using multiplayer::CommandType;

class Calls : public Annotated {
 protected:
  /// A call of the node with this number; arguments are single ints.
  void call(std::uint32_t node, std::uint32_t method, std::uint32_t arguments = 0) {
    begin(CommandType::remote_call);
    multiplayer::Node of = by_number(node);
    of.begin = 1;
    of.length = 4;
    sinks->node(of);
    multiplayer::Member member = numbered(method);
    member.begin = 5;
    member.length = 2;
    sinks->method(member);
    sinks->arguments({.count = arguments, .bytes_only = false});
    for (std::uint32_t i = 0; i != arguments; ++i) value(field::godot_rpc_argument, i, "7");
  }
};

TEST_F(Calls, AKnownNumberHasItsPathAndItsAnnouncement) {
  call(3, 3, 2);
  EXPECT_TRUE(shown.has("node_path Main/World/Enemy3 @1+4"));
  EXPECT_TRUE(shown.has("learned_in 12 @1+4"));
  EXPECT_TRUE(shown.has("rpc_method move @5+2"));
  EXPECT_TRUE(shown.has("names_script res://player.gd @5+2"));
  EXPECT_TRUE(shown.has("value 1: 7"));
  EXPECT_EQ(end(), "Main/World/Enemy3.move(7, 7)");
  EXPECT_TRUE(shown.has("rpc_text Main/World/Enemy3.move(7, 7) @0+60"));
  EXPECT_TRUE(shown.has("label +: Main/World/Enemy3.move(7, 7)"));
  EXPECT_STREQ(annotator->summary().member, "move");
}

TEST_F(Calls, AnUnknownNumberIsRemarked) {
  call(9, 8);
  EXPECT_TRUE(shown.has("remark godot.path.unknown"));
  EXPECT_TRUE(shown.has("name_missing @5+2")) << "a project would name the method";
  EXPECT_FALSE(shown.has_any("learned_in"));
  EXPECT_EQ(end(), "#9.#8()");
}

TEST_F(Calls, AMalformedCallEndsWhereItsReadingEnds) {
  call(3, 3);
  EXPECT_EQ(end(false), "Main/World/Enemy3.move(\u2026)");
  call(3, 3, 1);
  EXPECT_EQ(end(false), "Main/World/Enemy3.move(7, \u2026)");
  begin(CommandType::remote_call);
  sinks->node(by_number(3));
  EXPECT_EQ(end(false), "Main/World/Enemy3") << "not even its method was read";
}

TEST_F(Calls, WithoutATreeOnlyTextsAreMade) {
  shown.has_tree = shown.visible = false;
  call(3, 3, 1);
  EXPECT_EQ(end(), "Main/World/Enemy3.move(7)");
  EXPECT_TRUE(shown.lines.empty()) << shown.lines.front();
}

TEST_F(Calls, AGuessHasToTakeTheArguments) {
  project.certainty = names::Certainty::guessed;
  call(3, 3, 1);
  EXPECT_EQ(end(), "Main/World/Enemy3.move?(7)") << "nothing is known of its arguments";
  project.takes = {.known = true, .required = 1, .count = 2};
  call(3, 3, 1);
  EXPECT_EQ(end(), "Main/World/Enemy3.move?(to: 7)");
  EXPECT_TRUE(shown.has("rpc_method move @5+2"));
  call(3, 3, 3);
  EXPECT_EQ(end(), "Main/World/Enemy3.#3(7, 7, 7)");
  EXPECT_FALSE(shown.has_any("rpc_method"));
}

TEST_F(Calls, AnEmptyByteArrayIsSentLikeNoArgument) {
  project.certainty = names::Certainty::guessed;
  project.takes = {.known = true, .required = 1, .count = 1};
  begin(CommandType::remote_call);
  sinks->node(by_number(3));
  sinks->method(numbered(3));
  sinks->arguments({.count = 0, .bytes_only = true});
  EXPECT_EQ(end(), "Main/World/Enemy3.move?()");
}

TEST_F(Calls, ArgumentsHaveTheirDeclaredNames) {
  project.takes = {.known = true, .required = 1, .count = 1};
  call(3, 3, 1);
  EXPECT_TRUE(shown.has("argument_name to @20+4 in a value"));
  EXPECT_TRUE(shown.has("value to: 7"));
  EXPECT_EQ(end(), "Main/World/Enemy3.move(to: 7)");
}

/// Each argument has its own text, and the call counts once.
TEST_F(Calls, ArgumentsOfAnotherTypeCountOnce) {
  using Lines = std::vector<std::string>;
  project.takes = {.known = true, .required = 2, .count = 2};
  project.takes_type = "int";
  call(3, 3, 2);
  end();
  EXPECT_EQ(shown.all("problem"), Lines{});
  project.takes_type = "Vector2";
  call(3, 3, 2);
  end();
  const std::string remedy =
      ". Run the same version of the project at both ends, or call the method as it is declared.";
  const std::string type = "problem declared_otherwise: Declared as Vector2, sent as int" + remedy;
  const std::string count = "problem declared_otherwise: move() takes 2 arguments, the call has 1" + remedy;
  const std::string counted = "problem declared_otherwise counted";
  EXPECT_EQ(shown.all("problem"), (Lines{type, type, counted}));
  call(3, 3, 1);
  end();
  EXPECT_EQ(shown.all("problem"), (Lines{type, count, counted}));
  message.repeated = true;
  call(3, 3, 2);
  end();
  EXPECT_EQ(shown.all("problem"), (Lines{type, type})) << "a copy does not count";
}

/// The text of a container begins with the types of its elements, unless it was cut before their end.
TEST_F(Calls, ContainersHaveTheTypesOfTheirElements) {
  project.takes = {.known = true, .required = 1, .count = 1};
  project.takes_type = "Array[int]";
  const auto problems = [&](const char* text, const char* type = "Array") {
    call(3, 3);
    sinks->arguments({.count = 1, .bytes_only = false});
    value(field::godot_rpc_argument, 0, text, type);
    end();
    std::string all;
    for (const std::string& line : shown.all("problem declared_otherwise: Declared"))
      all += line.substr(0, line.find(". Run"));
    return all;
  };
  EXPECT_EQ(problems("Array[int]([1, 2])"), "");
  EXPECT_EQ(problems("Array[String]([])"), "problem declared_otherwise: Declared as Array[int], sent as Array[String]");
  EXPECT_EQ(problems("[1, 2]"), "problem declared_otherwise: Declared as Array[int], sent as Array");
  EXPECT_EQ(problems("Array[Str\u2026"), "") << "cut";
  EXPECT_EQ(problems("\u2026]("), "") << "cut even before its type";
}

TEST_F(Calls, TheModeIsShownIfTheMethodIsDeclared) {
  project.declared = {.callers = names::Callers::anybody, .mode = "any_peer"};
  call(3, 3);
  end();
  EXPECT_TRUE(shown.has("rpc_mode any_peer @0+60"));
  message.repeated = true;
  call(3, 3);
  end();
  EXPECT_FALSE(shown.has_any("rpc_mode")) << "a copy is not judged";
}

TEST_F(Calls, ANamingCallNamesItsPeerOnTheFirstPass) {
  std::string cells[] = {"Enemy3.move", "0", "1"};
  rows = {{cells[0].data(), cells[1].data(), cells[2].data()}};
  const auto call_with = [&](const char* name) {
    call(3, 3);
    value(field::godot_rpc_argument, 0, name, "String");
    value(field::godot_rpc_argument, 1, "1001");
    end();
  };
  const Peers& among = game.to_red.godot->peers;
  call_with("12");
  EXPECT_FALSE(game.state.peer_names.is_given(among, red)) << "no text";
  call_with("\"Rosa\"");
  EXPECT_STREQ(game.state.peer_names.find(among, red, frame), "Rosa");
  first_pass = false;
  call_with("\"Rita\"");
  EXPECT_STREQ(game.state.peer_names.find(among, red, frame), "Rosa") << "a later pass changes nothing";
}

TEST_F(Calls, BytesAreHandedOnOnce) {
  leaves.packed = {24, 8};
  leaves.has_packed = true;
  call(3, 3);
  value(field::godot_rpc_argument, 0, "PackedByteArray(1)", "PackedByteArray");
  EXPECT_TRUE(shown.has("hand on move @24+8"));
  call(3, 3);
  value(field::godot_rpc_argument, 0, "[1]", "Array");
  EXPECT_FALSE(shown.has_any("hand on")) << "they are an element's";
  value(field::godot_rpc_argument, 2, "PackedByteArray()", "PackedByteArray");
  EXPECT_FALSE(shown.has_any("hand on")) << "an earlier argument has them";
  message.repeated = true;
  call(3, 3);
  value(field::godot_rpc_argument, 0, "PackedByteArray(1)", "PackedByteArray");
  EXPECT_FALSE(shown.has_any("hand on"));
}

TEST_F(Calls, WatchesSeeArguments) {
  call(3, 3, 1);
  EXPECT_FALSE(shown.has_any("watch"));
  watched = true;
  leaves.numbers.count = 1;
  call(3, 3, 1);
  EXPECT_TRUE(shown.has("watch ? of 1 @20+4"));
}

TEST_F(Calls, ExportedBytesHaveTheirOwner) {
  exports = true;
  call(3, 3, 1);
  EXPECT_TRUE(shown.has("object of Main/World/Enemy3.move from server"));
}

TEST_F(Calls, ASetIsAnAssignment) {
  begin(CommandType::remote_set);
  sinks->node(by_path("Main/Player"));
  multiplayer::Member property;
  property.by_name = true;
  property.name = "health";
  sinks->property(property);
  value(field::godot_set_value, 0, "5");
  EXPECT_EQ(end(), "Main/Player.health = 5");
  EXPECT_TRUE(shown.has("set_text Main/Player.health = 5 @0+60"));
}

/// Knows who may set a variable of any node with a path.
class SettableByAll final : public names::Source {
 public:
  SettableByAll() { names::add_source(*this); }
  ~SettableByAll() override { names::remove_source(*this); }
  SettableByAll(const SettableByAll&) = delete;
  SettableByAll& operator=(const SettableByAll&) = delete;
  [[nodiscard]] names::Declaration set_declaration(const names::Node& node, std::string_view) const override {
    if (node.path == nullptr) return {};
    return {.callers = names::Callers::anybody, .mode = "remote"};
  }
};

/// What is not declared may be refused: answers say so.
TEST_F(Calls, WithoutADeclarationAreLeftOpen) {
  facts::InternedNames names;
  facts::Collection collection(host(memories).arena, names);
  facts = &collection;
  collection.begin(facts::Transport::enet);
  const auto is_left_open = [&](auto send, bool good = true) {
    item = &collection.add(facts::Kind::remote_call);
    send();
    end(good);
    return item->undeclared;
  };
  const auto set = [&] {
    begin(CommandType::remote_set);
    sinks->node(by_path("Main/Player"));
    multiplayer::Member property;
    property.by_name = true;
    property.name = "health";
    sinks->property(property);
    value(field::godot_set_value, 0, "5");
  };
  const auto call_by_name = [&](const char* path) {
    begin(CommandType::remote_call);
    sinks->node(path != nullptr ? by_path(path) : by_number(9));
    multiplayer::Member method;
    method.by_name = true;
    method.name = "move";
    sinks->method(method);
    sinks->arguments({.count = 0, .bytes_only = false});
  };
  EXPECT_TRUE(is_left_open([&] { call(3, 3); }));
  EXPECT_TRUE(is_left_open([&] { call_by_name(nullptr); })) << "the node is not known";
  EXPECT_TRUE(is_left_open([&] { call_by_name("Main/Player"); }));
  EXPECT_TRUE(is_left_open(set));
  EXPECT_FALSE(is_left_open(set, false)) << "nobody takes a malformed message";
  project.declared = {.callers = names::Callers::anybody, .mode = "any_peer"};
  const SettableByAll settable;
  EXPECT_TRUE(is_left_open([&] { call(3, 3); })) << "its certainty is not known";
  project.declared.certainty = names::Certainty::certain;
  EXPECT_FALSE(is_left_open([&] { call(3, 3); }));
  EXPECT_TRUE(is_left_open([&] { call_by_name(nullptr); }));
  EXPECT_FALSE(is_left_open([&] { call_by_name("Main/Player"); }));
  EXPECT_FALSE(is_left_open(set));
}

/// Has one scene, with the node Main/Player.
class OneScene final : public names::Source {
 public:
  OneScene() { names::add_source(*this); }
  ~OneScene() override { names::remove_source(*this); }
  OneScene(const OneScene&) = delete;
  OneScene& operator=(const OneScene&) = delete;
  [[nodiscard]] bool is_in_scene(const names::Node& node) const override {
    return node.path == std::string_view("Main/Player");
  }
};

/// A receiver of Godot 3 confirms every path: answers say of which nodes that leaves all open.
TEST_F(Calls, OfGodot3ToNodesOfNoSceneAreMarked) {
  facts::InternedNames names;
  facts::Collection collection(host(memories).arena, names);
  facts = &collection;
  collection.begin(facts::Transport::enet);
  const auto is_marked = [&](const char* path, CommandType type = CommandType::remote_set) {
    item = &collection.add(facts::Kind::remote_call);
    begin(type);
    sinks->node(by_path(path));
    multiplayer::Member member;
    member.by_name = true;
    member.name = "health";
    type == CommandType::remote_set ? sinks->property(member) : sinks->method(member);
    end();
    return item->in_no_scene;
  };
  const OneScene scene;
  EXPECT_FALSE(is_marked("Main/Extra")) << "of Godot 4";
  game.to_red.godot->recognition.accept(multiplayer::Format::enet_8);
  EXPECT_TRUE(is_marked("Main/Extra"));
  EXPECT_TRUE(is_marked("Main/Extra", CommandType::remote_call));
  EXPECT_FALSE(is_marked("Main/Player"));
  EXPECT_FALSE(is_marked("Main/Player", CommandType::remote_call));
}

TEST_F(Calls, CostsAreThoseOfTheMessage) {
  message.cost = {.own = 60, .protocol = 10, .share = 30};
  call(3, 3);
  end();
  EXPECT_TRUE(shown.has("costs 60 of 100 @0+60"));
  EXPECT_TRUE(shown.has("cost_calls 100 @0+60 hidden"));
  message.cost = {};
  call(3, 3);
  end();
  EXPECT_TRUE(shown.has("costs 60 of 0 @0+60"));
  EXPECT_FALSE(shown.has_any("cost_calls")) << "unknown";
}

}  // namespace
}  // namespace godot::analysis::annotation

// SPDX-License-Identifier: MIT
// The account of a message: each part is looked up once, with the state of its sender; and one walk serves several
// sinks. The messages are made here.
#include "analysis/message/account/builder.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "analysis/game/learning/sink_fan_out.h"
#include "tests/unit/analysis/message/account/accounts.h"

namespace godot::analysis::account {
namespace {

TEST_F(Accounts, CallsHaveTheirNodeByNumberOrPath) {
  const Call& call = built(by_number(3), &Builder::node).call();
  EXPECT_STREQ(call.text, "Main/World/Enemy3");
  ASSERT_NE(call.known, nullptr);
  EXPECT_EQ(call.known->frame, 12U);
  EXPECT_STREQ(call.node.rpc_md5, no_methods);
  EXPECT_EQ(call.node.scene, 6U) << "a spawn announces it";
  EXPECT_STREQ(call.node.spawner, "Main/Spawner");

  EXPECT_STREQ(built(by_path("Main/World/Enemy3/Gun"), &Builder::node).call().node.below, "Gun");
  const Call& unknown = built(by_number(9), &Builder::node).call();
  EXPECT_STREQ(unknown.text, "#9");
  EXPECT_EQ(unknown.node.path, nullptr);
}

TEST_F(Accounts, MethodsAndScriptsAreLookedUpOnce) {
  Builder builder(received(), host(memories));
  builder.command({});
  builder.node(by_number(3));
  builder.method(numbered(3));
  EXPECT_EQ(project.asked, 1U) << "nobody has asked for the script yet";
  for (int reader = 0; reader != 2; ++reader) {
    EXPECT_STREQ(builder.call().method.text, "move");
    EXPECT_STREQ(builder.script().text, "res://player.gd");
    EXPECT_EQ(project.asked, 2U);
  }
  EXPECT_STREQ(project.seen.path, "Main/World/Enemy3");
}

TEST_F(Accounts, MethodsNamedInTheMessageAreNotLookedUp) {
  Builder builder(received(), host(memories));
  builder.node(by_path("Main/Player"));
  multiplayer::Member named = numbered(3);
  named.by_name = true;
  builder.method(named);
  EXPECT_FALSE(builder.call().method);
  EXPECT_EQ(project.asked, 0U);
}

TEST_F(Accounts, ARelayedSpeakerHasItsOwnNumbers) {
  Builder builder(received(), host(memories));
  builder.command({});
  builder.node(by_number(3));
  EXPECT_STREQ(builder.call().text, "Main/World/Enemy3");
  static_cast<void>(builder.script());
  // The server relays green's message.
  multiplayer::System relay;
  relay.command = multiplayer::SystemCommand::relay;
  relay.peer = green;
  builder.system(relay);
  builder.node(by_number(3));
  EXPECT_STREQ(builder.call().text, "#3");
  static_cast<void>(builder.script());
  EXPECT_EQ(project.asked, 2U);
  EXPECT_EQ(project.seen.path, nullptr);
}

TEST_F(Accounts, ConfirmationsHaveThePathOfTheOtherEnd) {
  multiplayer::ConfirmedPath confirmed;
  confirmed.by_id = true;
  confirmed.id = 4;
  EXPECT_STREQ(built(confirmed, &Builder::confirmed, End::first).path().text, "Main/Clock/Sync");
  confirmed.id = 9;
  const Path& unknown = built(confirmed, &Builder::confirmed, End::first).path();
  EXPECT_STREQ(unknown.text, "#9");
  EXPECT_EQ(unknown.known, nullptr);
  confirmed.by_id = false;
  confirmed.path = "Main/Clock/Sync";
  EXPECT_EQ(built(confirmed, &Builder::confirmed, End::first).path().known->frame, 13U);
}

TEST_F(Accounts, AnnouncedPathsAreKnownAfterTheyWereLearned) {
  multiplayer::AnnouncedPath path;
  path.id = 7;
  path.path = "Main/New";
  EXPECT_EQ(built(path, &Builder::announced).path().known, nullptr);
  game.memory().paths.add(game.server_to_red(), {7, "Main/New", no_methods, frame});
  const Path& announced = built(path, &Builder::announced).path();
  ASSERT_NE(announced.known, nullptr);
  EXPECT_STREQ(announced.text, "Main/New");
  EXPECT_STREQ(announced.node.rpc_md5, no_methods);
}

TEST_F(Accounts, NamesAreLookedUpWithWhatCallsHaveShownOfTheMethods) {
  game.memory().paths.called(game.memory().paths.find(game.server_to_red(), 3, frame)->md5, 4);
  const Call& call = built(by_number(3), &Builder::node).call();
  EXPECT_EQ(call.node.least_methods, 5U);
  EXPECT_FALSE(call.node.configured);
}

TEST_F(Accounts, SpawnedNodesHaveTheirSceneAndTheirParentPath) {
  multiplayer::Spawn spawn;
  spawn.spawner = 2;
  spawn.net_id = 60;
  spawn.scene_id = 6;
  spawn.name = "Enemy4";
  const Spawned& spawned = built(spawn, &Builder::spawn).spawned();
  EXPECT_STREQ(spawned.text, "Main/World/Enemy4") << "as the path of another one of the spawner's shows";
  EXPECT_STREQ(spawned.spawner_text, "Main/Spawner");
  EXPECT_STREQ(spawned.scene.text, "res://enemy.tscn");
  EXPECT_EQ(project.asked, 1U);

  spawn.scene_id = multiplayer::Spawn::by_function;
  EXPECT_FALSE(built(spawn, &Builder::spawn).spawned().scene);
  spawn.spawner = 99;
  EXPECT_STREQ(built(spawn, &Builder::spawn).spawned().text, "\u2026/Enemy4");
}

TEST_F(Accounts, DespawnsHaveTheNodeThatWasSpawned) {
  multiplayer::Despawn despawn;
  despawn.net_id = 40;
  const Spawned& gone = built(despawn, &Builder::despawn).spawned();
  ASSERT_NE(gone.known, nullptr);
  EXPECT_STREQ(gone.text, "Main/World/Enemy3");
  EXPECT_STREQ(gone.scene.text, "res://enemy.tscn");
  despawn.net_id = 41;
  const Spawned& unknown = built(despawn, &Builder::despawn).spawned();
  EXPECT_EQ(unknown.known, nullptr);
  EXPECT_STREQ(unknown.text, "#41");
}

TEST_F(Accounts, SynchronizersAreOfNodesByPathOrSpawned) {
  Builder builder(received(), host(memories));
  builder.command({});
  builder.sync_begin(object(4, true));
  EXPECT_STREQ(builder.synchronizer_text(), "Main/Clock/Sync");
  EXPECT_STREQ(builder.synchronizer().names.path, "Main/Clock/Sync");
  EXPECT_TRUE(builder.halves(object(4, true)).known);
  builder.sync_begin(object(41, false));
  EXPECT_STREQ(builder.synchronizer_text(), "Main/World/Enemy3");
  EXPECT_EQ(builder.synchronizer().names.position, 1U);
  EXPECT_STREQ(builder.synchronizer().names.node.spawner, "Main/Spawner");
  EXPECT_EQ(builder.synchronizer_text(), builder.synchronizer_text()) << "made once";
  builder.sync_begin(object(77, false));
  EXPECT_STREQ(builder.synchronizer_text(), "#77");
  EXPECT_FALSE(builder.synchronizer().known());
}

/// The parent of a spawner's nodes becomes known, or unknown, by later paths: the path that was shown does not stay.
TEST_F(Accounts, PathsOfSpawnedNodesFollowWhatIsKnownOfTheirParent) {
  const auto shown = [&](std::uint32_t id) {
    Builder builder(received(), host(memories));
    builder.command({});
    builder.sync_begin(object(id, false));
    return std::string(builder.synchronizer_text());
  };
  Memory& memory = game.memory();
  const Speaker& spoken = game.server_to_red();
  EXPECT_EQ(shown(41), "Main/World/Enemy3");
  EXPECT_EQ(shown(41), "Main/World/Enemy3") << "kept";
  memory.paths.add(spoken, {5, "Main/Other/Enemy3", no_methods, 14});
  EXPECT_EQ(shown(41), "\u2026/Enemy3") << "two paths disagree";

  memory.paths.add(spoken, {6, "Main/Late", no_methods, 5});
  SpawnedNode& late =
      *memory.nodes.spawn(spoken, {.frame = 15, .name = nullptr, .net_id = 60, .spawner = 6, .scene = 6}, "Boss");
  memory.nodes.add_synchronizer(spoken, 61, late, 0, 15);
  EXPECT_EQ(shown(61), "\u2026/Boss");
  memory.paths.add(spoken, {7, "Main/Castle/Boss", no_methods, 16});
  EXPECT_EQ(shown(61), "Main/Castle/Boss") << "a later path names it";
}

/// A project that is set tells the parent, whatever was kept.
TEST_F(Accounts, PathsOfSpawnedNodesAreTheProjectsIfItKnowsThem) {
  const auto shown = [&] {
    Builder builder(received(), host(memories));
    builder.command({});
    builder.sync_begin(object(41, false));
    return std::string(builder.synchronizer_text());
  };
  EXPECT_EQ(shown(), "Main/World/Enemy3");
  project.below = "Main/Arena";
  EXPECT_EQ(shown(), "Main/Arena/Enemy3");
  project.below = nullptr;
  EXPECT_EQ(shown(), "Main/World/Enemy3");
}

TEST_F(Accounts, LongPathsAreCutToALimit) {
  const std::string name(Memory::most_text, 'x');
  game.memory().paths.add(game.server_to_red(), {8, name, no_methods, 20});
  constexpr std::size_t shown = (std::size_t{1} << 16) / Memory::most_text - 1;
  std::size_t whole = 0;
  Builder builder(received(), host(memories));
  builder.command({});
  for (std::size_t i = 0; i != 3 * shown; ++i) {
    builder.sync_begin(object(8, true));
    whole += builder.synchronizer_text() == name ? 1 : 0;
  }
  EXPECT_EQ(whole, shown);
  builder.sync_begin(object(8, true));
  EXPECT_EQ(builder.synchronizer().names.path, nullptr) << "nor are its names looked up";
  builder.sync_begin(object(41, false));
  EXPECT_EQ(builder.synchronizer().names.node.spawner, nullptr);
}

// --- One walk for several sinks
// ---------------------------------------------------------------------------------------

/// Records the events it receives, and answers as configured.
class Recorder final : public multiplayer::PacketSink {
 public:
  Recorder(std::string name, std::string& calls, bool answers)
      : name_(std::move(name)), calls_(calls), answers_(answers) {}

  void command(const multiplayer::Command&) override { calls_ += name_ + "command "; }
  [[nodiscard]] bool reads_values() const override { return answers_; }
  void value_end(const multiplayer::ValuePlace& place) override {
    calls_ += name_ + "value ";
    if (place.good)
      calls_ += std::to_string(place.index) + ':' + std::to_string(place.begin) + '-' + std::to_string(place.end) + ' ';
  }
  multiplayer::HalfPrecision halves(const multiplayer::Spawn&) override {
    calls_ += name_ + "halves ";
    return {.known = answers_, .values = 5};
  }
  bool bytes(const multiplayer::UserBytes&) override {
    calls_ += name_ + "bytes ";
    return answers_;
  }
  void end(const multiplayer::Command&, bool) override { calls_ += name_ + "end "; }

 private:
  std::string name_;
  std::string& calls_;
  bool answers_;
};

TEST_F(Accounts, ReportEachProblemOfAPartOnce) {
  message.left_in = 40;
  Builder builder(received(), host(memories));
  multiplayer::Command call;
  call.type = multiplayer::CommandType::remote_call;
  builder.command(call);
  builder.node(by_number(3));
  EXPECT_EQ(builder.findings().first(), nullptr);
  builder.method(numbered(3));
  EXPECT_EQ(builder.findings().first(), nullptr);
  builder.end(call, true);
  for (int reader = 0; reader != 2; ++reader) {
    const Finding* found = builder.findings().first();
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->problem, Problem::receiver_gone);
    EXPECT_EQ(found->next, nullptr);
  }
  builder.command(call);
  EXPECT_EQ(builder.findings().first(), nullptr) << "of the next command";
}

/// A set is like a call: nobody receives it.
TEST_F(Accounts, SetsAreJudgedAtTheirEndAsCallsAre) {
  message.left_in = 40;
  for (const bool has_property : {true, false}) {
    Builder builder(received(), host(memories));
    multiplayer::Command set;
    set.type = multiplayer::CommandType::remote_set;
    builder.command(set);
    builder.node(by_path("Main/Player"));
    if (has_property) builder.property({});
    builder.end(set, true);
    EXPECT_EQ(builder.findings().first() != nullptr, has_property);
  }
}

/// The server relays states of green, which has left: red has forgotten its numbers of paths.
TEST_F(Accounts, StatesByPathNeedTheNumbersOfTheirSender) {
  const std::uint32_t link = game.to_red.godot->peers.link();
  game.memory().peers.add(link, green, true, 5);
  game.memory().peers.add(link, green, false, 20);
  const auto problem = [&](std::initializer_list<bool> by_path) {
    Builder builder(received(), host(memories));
    multiplayer::System relay;
    relay.command = multiplayer::SystemCommand::relay;
    relay.peer = green;
    multiplayer::Command states;
    states.type = multiplayer::CommandType::sync;
    states.relayed = true;
    builder.command({});
    builder.system(relay);
    builder.command(states);
    builder.sync({});
    for (const bool each : by_path) {
      builder.sync_begin(object(4, each));
      builder.sync_end(object(4, each));
    }
    builder.end(states, true);
    const Finding* found = builder.findings().first();
    return found != nullptr ? found->problem : Problem::count_;
  };
  EXPECT_EQ(problem({true}), Problem::caller_gone);
  EXPECT_EQ(problem({true, false}), Problem::caller_gone);
  EXPECT_EQ(problem({false, true}), Problem::caller_gone);
  EXPECT_EQ(problem({false}), Problem::count_) << "spawned nodes have other numbers";
}

TEST_F(Accounts, ACommandThatIsNotWholeIsNotJudged) {
  message.left_in = 40;
  Builder builder(received(), host(memories));
  multiplayer::Command call;
  call.type = multiplayer::CommandType::remote_call;
  builder.command(call);
  builder.node(by_number(3));
  builder.method(numbered(3));
  builder.end(call, false);
  EXPECT_EQ(builder.findings().first(), nullptr);
}

/// Each synchronizer of a message has its own step and its own clock.
TEST_F(Accounts, StatesHaveEachTheirStepAndClock) {
  Memory& memory = game.memory();
  const Speaker& spoken = game.server_to_red();
  const auto part = [](std::uint32_t in, std::uint32_t index) {
    return PartKey{.frame = in, .message = 0, .part = index};
  };
  multiplayer::SyncObject first = object(4, true);
  multiplayer::SyncObject second = object(41, false);
  second.index = 1;
  // Of the second one, a newer state has come before.
  SyncClocks::Clocks::Place last;  // one for both: each has another key
  memory.clocks.add_state(spoken, red, 4, 7, part(frame, 0), last);
  memory.clocks.add_state(spoken, red, 41, 9, part(frame - 1, 0), last);
  memory.clocks.add_state(spoken, red, 41, 7, part(frame, 1), last);
  Builder builder(received(), host(memories));
  builder.command({});
  for (const std::uint32_t in : {frame - 2, frame}) {
    memory.states.add(memory.states.of(builder.router().series(second)),
                      {.frame = in, .time = in, .digest = 5, .has_digest = true});
  }
  memory.states.add(memory.states.of(builder.router().series(first)),
                    {.frame = frame, .time = frame, .digest = 5, .has_digest = true});
  builder.sync_begin(first);
  EXPECT_EQ(builder.stale(), nullptr);
  EXPECT_EQ(builder.step().previous_in, 0U);
  builder.sync_begin(second);
  ASSERT_NE(builder.stale(), nullptr);
  EXPECT_EQ(builder.stale()->last, 9);
  EXPECT_EQ(builder.step().previous_in, frame - 2);
  builder.sync_begin(first);
  EXPECT_EQ(builder.stale(), nullptr);
  EXPECT_EQ(builder.step().previous_in, 0U);
}

/// A node made by a function has no scene, one below a spawned node has its own place in the scene.
TEST_F(Accounts, NodesOfSpawnsHaveTheirScene) {
  Memory& memory = game.memory();
  const Speaker& spoken = game.server_to_red();
  memory.nodes.spawn(
      spoken, {.frame = 14, .name = nullptr, .net_id = 50, .spawner = 2, .scene = multiplayer::Spawn::by_function},
      "Made");
  const Call& made = built(by_path("Main/World/Made"), &Builder::node).call();
  EXPECT_EQ(made.node.spawner, nullptr);
  const Call& whole = built(by_path("Main/World/Enemy3"), &Builder::node).call();
  EXPECT_STREQ(whole.node.spawner, "Main/Spawner");
  EXPECT_EQ(whole.node.below, nullptr) << "the node itself";
  const Call& other = built(by_path("Main/Player"), &Builder::node).call();
  EXPECT_EQ(other.node.spawner, nullptr);
  // A spawner whose path is not known.
  memory.nodes.spawn(spoken, {.frame = 15, .name = nullptr, .net_id = 51, .spawner = 77, .scene = 6}, "Stray",
                     "Main/World");
  EXPECT_EQ(built(by_path("Main/World/Stray"), &Builder::node).call().node.spawner, nullptr);
}

/// Without a project nobody knows what is sent in half precision.
TEST(SinkFanOut, AreAskedAboutHalvesOnlyIfSomebodyKnowsScenes) {
  std::string calls;
  Recorder account("1.", calls, true);
  SinkFanOut sinks;
  sinks.add(account);
  EXPECT_FALSE(sinks.halves(multiplayer::Spawn{}).known);
  EXPECT_EQ(calls, "");
  const Project project;
  EXPECT_TRUE(sinks.halves(multiplayer::Spawn{}).known);
}

TEST(SinkFanOut, AreCalledInOrder) {
  const Project project;
  std::string calls;
  Recorder learner("1.", calls, false), account("2.", calls, true), reader("3.", calls, false);
  SinkFanOut sinks;
  EXPECT_FALSE(sinks.bytes({})) << "no sinks";
  sinks.add(learner, true);
  sinks.add(account);
  sinks.add(reader, true);
  sinks.command({});
  sinks.value_end({});
  EXPECT_EQ(sinks.halves(multiplayer::Spawn{}).values, 5U) << "of the first sink that knows";
  EXPECT_TRUE(sinks.bytes({})) << "all sinks are called";
  sinks.end({}, true);
  EXPECT_EQ(calls,
            "1.command 2.command 3.command 1.value 3.value 1.halves 2.halves 1.bytes 2.bytes 3.bytes "
            "1.end 2.end 3.end ");
}

TEST(SinkFanOut, PassValuesToWhoReadsThem) {
  std::string calls;
  Recorder learner("1.", calls, false), facts("2.", calls, true);
  SinkFanOut sinks;
  EXPECT_FALSE(sinks.reads_values());
  sinks.add(learner, true);
  EXPECT_FALSE(sinks.reads_values()) << "the sink needs none";
  sinks.add(facts, true);
  EXPECT_TRUE(sinks.reads_values());
  const std::array<Offset, 2> ends = {9, 17};
  sinks.good_values({.role = field::godot_sync_value, .first = 3, .begin = 4, .ends = ends});
  EXPECT_EQ(calls, "1.value 3:4-9 1.value 4:9-17 2.value 3:4-9 2.value 4:9-17 ");
}

}  // namespace
}  // namespace godot::analysis::account

// SPDX-License-Identifier: MIT
// What netfox drops or cannot use: each problem, and what looks the same and is none.
#include "analysis/libraries/netfox/checks.h"

#include <gtest/gtest.h>

#include <memory>

#include "base/time.h"
#include "tests/unit/analysis/libraries/netfox/messages.h"

namespace godot::analysis {
namespace {

using netfox::CommandKind;
using problems::Netfox;

constexpr Netfox innocent = Netfox::count_;

class NetfoxChecks : public testing::Test {
 protected:
  NetfoxChecks() {
    command_.route = Route::direct(game_.peers, End::second);
    static_cast<void>(game_.message("00"));
  }
  template <class Part>
  Netfox problem_of(const Part& part) {
    found_ = std::make_unique<NetfoxFindings>(game_.host().arena);
    judge({.message = game_.last(), .command = command_, .memory = game_.netfox, .settings = settings_}, part, *found_);
    return found_->first() != nullptr ? found_->first()->problem : innocent;
  }
  [[nodiscard]] std::string_view why() const { return found_->first()->advice.why; }

  NetfoxGame game_;
  NetfoxCommand command_{.found = true, .kind = CommandKind::full_state};
  NetfoxSettings settings_;
  std::unique_ptr<NetfoxFindings> found_;
};

TEST_F(NetfoxChecks, StatesOfATickThatTheReceiverNoLongerKeeps) {
  const netfox::Snapshot snapshot{.tick = 100};
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), innocent) << "the receiver has sent nothing";
  game_.netfox.sent(command_.route.target, 164, 1);
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), innocent) << "64 ticks are kept";
  game_.netfox.sent(command_.route.target, 165, 1);
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), Netfox::late_state);
  EXPECT_EQ(why(),
            "The receiver is at least 65 ticks further, and netfox keeps 64 (netfox/rollback/history_limit, by "
            "default; the project's setting is not known): it drops these states");
  settings_ = {.known = true, .history_limit = 65};
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), innocent) << "the project keeps more";
  settings_ = {};
  command_.kind = CommandKind::input;
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), Netfox::late_input);
  settings_.input_delay = 1;
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), innocent) << "the receiver's inputs are for a later tick";
  settings_ = {};
  command_.form = netfox::Form::dictionary;
  command_.kind = CommandKind::full_sync;
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), innocent) << "old synchronizers keep one state";
  command_.kind = CommandKind::full_state;
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), Netfox::late_state);
  static_cast<void>(game_.message("00", true));
  EXPECT_EQ(problem_of(NetfoxTick{snapshot}), innocent) << "a copy";
}

TEST_F(NetfoxChecks, ANodeThatTheReceiverLacks) {
  const netfox::NodeReference by_path{.path = "/root/Main/Ship"};
  const netfox::NodeReference by_number{.id = 3};
  game_.netfox.sent(command_.route.target, 9 * second);
  EXPECT_EQ(problem_of(NetfoxAddressed{by_path, "Main/Ship"}), Netfox::no_node);
  EXPECT_STREQ(found_->first()->node, "Main/Ship");
  EXPECT_EQ(why(),
            "The receiver has no node Main/Ship that netfox knows, and drops its values: it sends other messages, but "
            "never announced its number for the node");
  EXPECT_EQ(problem_of(NetfoxAddressed{by_number, "#3"}), innocent) << "the number is the receiver's own";
  command_.kind = CommandKind::diff_state;
  EXPECT_EQ(problem_of(NetfoxAddressed{by_path, "Main/Ship"}), Netfox::no_node);
  EXPECT_STREQ(found_->first()->text,
               "The receiver has no node Main/Ship that netfox knows, and drops its values: it sends other messages, "
               "but never announced its number for the node. It drops the rest of this packet, too. Make the node on "
               "both sides under the same path, with its synchronizer, before its states are sent.");
  game_.link.lacks[index(End::first)] = true;
  EXPECT_EQ(problem_of(NetfoxAddressed{by_path, "Main/Ship"}), innocent) << "the capture may lack the answer";
  game_.link.lacks = {};
  EXPECT_EQ(problem_of(NetfoxAddressed{by_path, "Main/Ship"}), Netfox::no_node);
  game_.netfox.answered(command_.route.target, "/root/Main/Ship", second, 3);
  EXPECT_EQ(problem_of(NetfoxAddressed{by_path, "Main/Ship"}), innocent) << "it has answered";
}

TEST_F(NetfoxChecks, ACommandAboveThePacketLimit) {
  const test::Bytes bytes(4 + 508 + 5);
  const auto size = [&](std::size_t data) { command_.bytes = Buffer(std::span(bytes).first(4 + data)); };
  const NetfoxEnd one{.nodes = 1, .node = "Main/Ship"};
  size(508 + 4);
  EXPECT_EQ(problem_of(one), innocent) << "the limit and a tick";
  size(508 + 5);
  EXPECT_EQ(problem_of(one), Netfox::above_limit);
  EXPECT_STREQ(found_->first()->node, "Main/Ship");
  EXPECT_EQ(problem_of(NetfoxEnd{.nodes = 2, .node = "Main/Ship"}), innocent) << "the game's limit is higher";
  game_.netfox.shared(command_.route.source, 509);
  EXPECT_EQ(problem_of(one), innocent) << "the game's limit is higher: another packet has shown it";
  command_.kind = CommandKind::input;
  size(508 + 1);
  EXPECT_EQ(problem_of(one), Netfox::above_limit) << "inputs are not divided";
  EXPECT_EQ(found_->first()->node, nullptr);
  settings_.packet_limit = 0;
  EXPECT_EQ(problem_of(one), innocent) << "no limit is set";
  settings_ = {};
  command_.kind = CommandKind::ping;
  EXPECT_EQ(problem_of(one), innocent);
  command_.kind = CommandKind::input;
  command_.form = netfox::Form::packed;
  EXPECT_EQ(problem_of(one), innocent) << "calls have no limit";
}

}  // namespace
}  // namespace godot::analysis

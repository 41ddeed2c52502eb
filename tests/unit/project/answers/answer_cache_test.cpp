// SPDX-License-Identifier: MIT
// A question that was asked before has the same answer; one that differs in anything is asked.
#include "project/answers/answer_cache.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace godot::analysis::project {
namespace {

/// Answers with how often it was asked.
class Counted {
 public:
  int operator()(const Question& question) {
    return cache_.get(question, [&] { return ++asked_; });
  }
  [[nodiscard]] int asked() const noexcept { return asked_; }
  void forget() { cache_ = {}; }

 private:
  AnswerCache<int> cache_;
  int asked_ = 0;
};

constexpr names::Node player = {
    .path = "Main/Player", .rpc_md5 = "0123", .spawner = "Main/Spawner", .below = "Gun", .spawn_types = "ab"};

TEST(AnswerCache, AsksOnce) {
  Counted answers;
  EXPECT_EQ(answers({player, "move", {1}}), 1);
  EXPECT_EQ(answers({player, "move", {1}}), 1);
  answers.forget();
  EXPECT_EQ(answers({player, "move", {1}}), 2);
}

TEST(AnswerCache, AsksAgainIfAnythingDiffers) {
  Counted answers;
  EXPECT_EQ(answers({player, "move", {1, 2, 3, 4}}), 1);
  int expected = 1;
  const auto differs = [&](const std::function<void(names::Node&)>& change) {
    names::Node node = player;
    change(node);
    EXPECT_EQ(answers({node, "move", {1, 2, 3, 4}}), ++expected);
    EXPECT_EQ(answers({node, "move", {1, 2, 3, 4}}), expected);
  };
  differs([](names::Node& node) { node.path = "Main/Other"; });
  differs([](names::Node& node) { node.path = nullptr; });
  differs([](names::Node& node) { node.rpc_md5 = nullptr; });
  differs([](names::Node& node) { node.rpc_md5 = ""; });
  differs([](names::Node& node) { node.configured = true; });
  differs([](names::Node& node) { node.least_methods = 1; });
  differs([](names::Node& node) { node.own_method = true; });
  differs([](names::Node& node) { node.spawner = "Main/Spawner2"; });
  differs([](names::Node& node) { node.below = nullptr; });
  differs([](names::Node& node) { node.scene = 0; });
  differs([](names::Node& node) { node.synchronizers = 1; });
  differs([](names::Node& node) { node.spawn_values = 0; });
  differs([](names::Node& node) { node.spawn_types = "a"; });
  EXPECT_EQ(answers({player, "mov", {1, 2, 3, 4}}), ++expected);
  EXPECT_EQ(answers({player, "", {1, 2, 3, 4}}), ++expected);
  EXPECT_EQ(answers({player, "move", {0, 2, 3, 4}}), ++expected);
  EXPECT_EQ(answers({player, "move", {1, 2, 3, 0}}), ++expected);
}

/// The memory of a text may be used for another one.
TEST(AnswerCache, ComparesTextsNotAddresses) {
  Counted answers;
  std::string path = "Main/A";
  std::string method = "move";
  EXPECT_EQ(answers({{.path = path.c_str()}, method}), 1);
  path.back() = 'B';
  EXPECT_EQ(answers({{.path = path.c_str()}, method}), 2);
  method.back() = 'a';
  EXPECT_EQ(answers({{.path = path.c_str()}, method}), 3);
  path.resize(4);
  EXPECT_EQ(answers({{.path = path.c_str()}, method}), 4) << "shorter";
  EXPECT_EQ(answers({{.path = path.c_str()}, method}), 4);
}

/// More questions than places: each has its own answer.
TEST(AnswerCache, NeverMixesAnswers) {
  AnswerCache<std::uint32_t> cache;
  for (int round = 0; round != 2; ++round) {
    for (std::uint32_t number = 0; number != 5000; ++number)
      ASSERT_EQ(cache.get({player, "move", {0, number}}, [&] { return number; }), number);
  }
}

}  // namespace
}  // namespace godot::analysis::project

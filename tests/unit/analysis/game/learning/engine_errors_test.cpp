// SPDX-License-Identifier: MIT
// Links between engines' errors and messages of the game. The error texts are those of Godot 4.6.3.
#include "analysis/game/learning/engine_errors.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/names/source.h"

namespace godot::analysis {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::uint64_t here = 1, elsewhere = 3;
constexpr std::uint32_t debugger = 0, other_debugger = 1;

EngineErrors::Message call(std::uint32_t frame, std::int64_t time, PeerId source, PeerId receiver, const char* method) {
  return {.place = {frame, 0},
          .time = time,
          .source = source,
          .receiver = receiver,
          .host = here,
          .node_id = 6,
          .method = TextHash{}(method)};
}

constexpr const char* refused =
    "RPC 'open' is not allowed on node /root/Main/Gate from: 7. Mode is \"authority\", authority is 1.";

TEST(EngineErrors, OneCallMayHaveCausedIt) {
  EngineErrors errors;
  errors.add("Main/Gate", call(10, second, 7, 1, "open"));
  errors.add("Main/Gate", call(11, second, 7, 1, "close"));
  errors.add("Main/Gate", call(12, second, 8, 1, "open"));
  errors.add("Main/Other", call(13, second, 7, 1, "open"));
  errors.error({20, 0}, refused, debugger, here, second + 1000);
  EXPECT_EQ(errors.cause_of({20, 0}), 10U);
  EXPECT_EQ(errors.error_in({10, 0}), 20U);
  EXPECT_EQ(errors.error_in({11, 0}), 0U);
  errors.error({21, 0}, refused, debugger, here, second + 2000);
  EXPECT_EQ(errors.cause_of({21, 0}), 0U) << "a call causes it once";
}

TEST(EngineErrors, OfTwoCandidatesNoneIsTaken) {
  EngineErrors errors;
  errors.add("Main/Gate", call(10, second, 7, 1, "open"));
  errors.add("Main/Gate", call(11, second + 5, 7, 1, "open"));
  errors.error({20, 0}, refused, debugger, here, second + 1000);
  EXPECT_EQ(errors.cause_of({20, 0}), 0U);
}

TEST(EngineErrors, MoreCallsThanAreComparedOrKept) {
  EngineErrors compared;
  for (std::uint32_t frame = 1; frame <= 65; ++frame) compared.add("Main/Gate", call(frame, second, 8, 1, "open"));
  compared.error({100, 0}, "Node not found: \"Main/Gate\" (relative to \"/root\").", debugger, here, second + 1);
  EXPECT_EQ(compared.cause_of({100, 0}), 0U) << "the search for the cause has an end";

  constexpr std::uint32_t most_recent = 1U << 16U;
  EngineErrors full;
  full.add("Main/Gate", call(1, second, 7, 1, "open"));
  for (std::uint32_t frame = 2; frame <= most_recent; ++frame)
    full.add("Main/Other", call(frame, second, 8, 1, "open"));
  full.error({most_recent + 1, 0}, refused, debugger, here, second + 1);
  EXPECT_EQ(full.cause_of({most_recent + 1, 0}), 1U);
  full.add("Main/Gate", call(most_recent + 2, second, 7, 1, "open"));
  full.error({most_recent + 3, 0}, refused, debugger, here, second + 2);
  EXPECT_EQ(full.cause_of({most_recent + 3, 0}), 0U) << "another one may have been dropped";
  full.add("Main/Gate", call(most_recent + 3, 3 * second, 7, 1, "open"));
  full.error({most_recent + 3, 1}, refused, debugger, here, 3 * second);
  EXPECT_EQ(full.cause_of({most_recent + 3, 1}), 0U) << "one was dropped two seconds before";
  full.error({most_recent + 3, 2}, refused, debugger, here, 3 * second + 1);
  EXPECT_EQ(full.cause_of({most_recent + 3, 2}), most_recent + 3);
  full.add("Main/Gate", call(most_recent + 4, 4 * second, 7, 1, "open"));
  full.error({most_recent + 5, 0}, refused, debugger, here, 4 * second + 1);
  EXPECT_EQ(full.cause_of({most_recent + 5, 0}), most_recent + 4) << "those are too old by now";
}

/// Calls that are too old do not count toward the limit, whatever their number, if the capture is in order of time.
TEST(EngineErrors, TheSearchForTheCauseHasAnEnd) {
  EngineErrors old;
  for (std::uint32_t frame = 1; frame <= 65; ++frame) old.add("Main/Gate", call(frame, second, 7, 1, "open"));
  old.add("Main/Gate", call(70, 2 * second, 7, 1, "open"));
  old.error({100, 0}, refused, debugger, here, 3 * second + 1);
  EXPECT_EQ(old.cause_of({100, 0}), 70U);

  for (const std::uint32_t later : {63U, 64U}) {
    EngineErrors disordered;
    disordered.add("Main/Gate", call(1, second, 7, 1, "open"));
    for (std::uint32_t i = 0; i != later; ++i) disordered.add("Main/Gate", call(2 + i, 2 * second, 7, 1, "open"));
    disordered.error({100, 0}, refused, debugger, here, second + 1);
    EXPECT_EQ(disordered.cause_of({100, 0}), later < 64 ? 1U : 0U) << "the calls after the error are looked at, too";
  }
}

TEST(EngineErrors, OnlyRecentEarlierCallsOfTheSameHostMatch) {
  EngineErrors errors;
  errors.add("Main/Gate", call(10, second, 7, 1, "open"));
  errors.error({20, 0}, refused, debugger, here, 4 * second);
  errors.error({21, 0}, refused, debugger, here, second - 1);
  errors.error({22, 0}, refused, debugger, elsewhere, second + 1);
  for (const std::uint32_t frame : {20U, 21U, 22U}) EXPECT_EQ(errors.cause_of({frame, 0}), 0U);
}

TEST(EngineErrors, AMatchShowsTheLinkOfADebuggersProcess) {
  EngineErrors errors;
  errors.add("Main/Gate", call(10, second, 7, 1, "open"));
  errors.error({11, 0}, refused, debugger, here, second + 1);
  ASSERT_EQ(errors.cause_of({11, 0}), 10U);
  errors.add("Main/Gate", call(20, 2 * second, 7, 1, "open"));
  errors.add("Main/Gate", call(21, 2 * second, 7, 9, "open"));
  errors.error({22, 0}, refused, other_debugger, here, 2 * second + 1);
  EXPECT_EQ(errors.cause_of({22, 0}), 21U) << "the server has another debugger";
  errors.error({23, 0}, refused, debugger, here, 2 * second + 2);
  EXPECT_EQ(errors.cause_of({23, 0}), 20U);
  errors.add("Main/Gate", call(30, 5 * second, 7, 1, "open"));
  errors.add("Main/Gate", call(31, 5 * second, 7, 9, "open"));
  errors.error({32, 0}, refused, debugger, here, 5 * second + 1);
  EXPECT_EQ(errors.cause_of({32, 0}), 30U) << "the other call was to the other debugger's process";
}

TEST(EngineErrors, OtherTexts) {
  EngineErrors errors;
  EngineErrors::Message path = call(10, second, 7, 1, "");
  path.announces = true;
  errors.add("Main/Gate", path);
  errors.error({11, 0},
               "The rpc node checksum failed. Make sure to have the same methods on both nodes. Node path: Main/Gate",
               debugger, here, second + 1);
  EXPECT_EQ(errors.cause_of({11, 0}), 10U);
  errors.error({12, 0}, "Node not found: \"Main/Gate\" (relative to \"/root\").", debugger, here, second + 2);
  EXPECT_EQ(errors.cause_of({12, 0}), 10U) << "one message may cause errors of two kinds";
  EngineErrors::Message by_path = call(20, 5 * second, 7, 1, "open");
  by_path.by_path = true;
  errors.add("Main/Gate", by_path);
  errors.error({21, 0}, "Failed to get path from RPC: Main/Gate.", debugger, here, 5 * second + 1);
  EXPECT_EQ(errors.cause_of({21, 0}), 20U);
  errors.add({}, call(30, 9 * second, 7, 1, "open"));
  errors.error({31, 0}, "Failed to get cached node from peer 7 with cache ID 6.", debugger, here, 9 * second + 1);
  EXPECT_EQ(errors.cause_of({31, 0}), 30U);
}

/// Two seconds, both ends included; an error and its cause may have the same time.
TEST(EngineErrors, TheWindow) {
  const auto has_cause = [](std::int64_t later) {
    EngineErrors errors;
    errors.add("Main/Gate", call(10, 5 * second, 7, 1, "open"));
    errors.error({20, 0}, refused, debugger, here, 5 * second + later);
    return errors.cause_of({20, 0}) != 0;
  };
  EXPECT_FALSE(has_cause(-1));
  EXPECT_TRUE(has_cause(0));
  EXPECT_TRUE(has_cause(2 * second));
  EXPECT_FALSE(has_cause(2 * second + 1));
}

/// A message that is exactly two seconds older than the next one is still kept.
TEST(EngineErrors, MessagesAreKeptForTheWindow) {
  for (const std::int64_t later : {2 * second, 2 * second + 1}) {
    EngineErrors errors;
    errors.add("Main/Gate", call(10, 5 * second, 7, 1, "open"));
    errors.add("Main/Other", call(11, 5 * second + later, 7, 1, "open"));
    errors.error({20, 0}, refused, debugger, here, 5 * second + 1);
    EXPECT_EQ(errors.cause_of({20, 0}), later == 2 * second ? 10U : 0U);
  }
}

/// Each kind of error is caused by its own kind of message.
TEST(EngineErrors, WhichMessagesCauseWhichErrors) {
  constexpr std::string_view checksum =
      "The rpc node checksum failed. Make sure to have the same methods on both nodes. Node path: Main/Gate";
  constexpr std::string_view no_path = "Failed to get path from RPC: Main/Gate.";
  constexpr std::string_view not_found = "Node not found: \"Main/Gate\" (relative to \"/root\").";
  constexpr std::string_view no_cached = "Failed to get cached node from peer 7 with cache ID 6.";
  const auto is_cause = [](bool announces, bool by_path, std::string_view text) {
    EngineErrors errors;
    EngineErrors::Message message = call(10, second, 7, 1, "open");
    message.announces = announces;
    message.by_path = by_path;
    errors.add("Main/Gate", message);
    errors.error({20, 0}, text, debugger, here, second + 1);
    return errors.cause_of({20, 0}) == 10;
  };
  const struct {
    std::string_view text;
    bool of_number, of_path, of_announcement;
  } kinds[] = {
      {refused, true, true, false},    {not_found, true, true, true},  {no_path, false, true, false},
      {no_cached, true, false, false}, {checksum, false, false, true},
  };
  for (const auto& kind : kinds) {
    EXPECT_EQ(is_cause(false, false, kind.text), kind.of_number) << kind.text;
    EXPECT_EQ(is_cause(false, true, kind.text), kind.of_path) << kind.text;
    EXPECT_EQ(is_cause(true, false, kind.text), kind.of_announcement) << kind.text;
  }
}

/// The number of a node is the caller's own.
TEST(EngineErrors, NumbersOfNodes) {
  for (const char* text : {"Failed to get cached node from peer 8 with cache ID 6.",
                           "Failed to get cached node from peer 7 with cache ID 5.", "Failed to get cached node",
                           "Failed to get cached node from peer 7 with cache ID 6", "The rpc node checksum failed.",
                           "The rpc node checksum failed. Node path: ", "Failed to get path from RPC: ."}) {
    EngineErrors errors;
    errors.add("Main/Gate", call(10, second, 7, 1, "open"));
    errors.error({20, 0}, text, debugger, here, second + 1);
    EXPECT_EQ(errors.cause_of({20, 0}), 0U) << text;
  }
}

/// The multiplayer's root may be any of the fifteen nodes at the top of the error's path.
TEST(EngineErrors, PathsBelowTheMultiplayersRoot) {
  for (const int above : {15, 16}) {
    std::string path = "/";
    for (int i = 0; i != above; ++i) path += "a/";
    EngineErrors errors;
    errors.add("Main/Gate", call(10, second, 7, 1, "open"));
    errors.error({20, 0}, "Node not found: \"" + path + "Main/Gate\" (relative to \"/root\").", debugger, here,
                 second + 1);
    EXPECT_EQ(errors.cause_of({20, 0}), above == 15 ? 10U : 0U);
  }
}

/// Of two nodes that the error's path may name, the one with the longer path is meant.
TEST(EngineErrors, TheLongestKnownPathIsMeant) {
  for (const char* path : {"/root/Main/Gate", "/Main/Gate", "Main/Gate"}) {
    EngineErrors errors;
    errors.add("Gate", call(10, second, 7, 1, "open"));
    errors.add("Main/Gate", call(11, second, 7, 1, "open"));
    errors.error({20, 0}, "Node not found: \"" + std::string(path) + "\" (relative to \"/root\").", debugger, here,
                 second + 1);
    EXPECT_EQ(errors.cause_of({20, 0}), 11U) << path;
  }
}

/// A call to everyone shows no link between a debugger's connection and a peer.
TEST(EngineErrors, ACallToEveryoneShowsNoLink) {
  EngineErrors errors;
  errors.add("Main/Gate", call(10, second, 7, 0, "open"));
  errors.error({11, 0}, refused, debugger, here, second + 1);
  ASSERT_EQ(errors.cause_of({11, 0}), 10U);
  errors.add("Main/Gate", call(20, 4 * second, 7, 9, "open"));
  errors.error({21, 0}, refused, debugger, here, 4 * second + 1);
  EXPECT_EQ(errors.cause_of({21, 0}), 20U);
}

/// Of a method whose name is not known, any call of the node may have been refused.
TEST(EngineErrors, CallsByAMethodsNumber) {
  for (const char* path : {static_cast<const char*>(nullptr), "Main/Gate"}) {
    EngineErrors errors;
    EngineErrors::Message message = call(10, second, 7, 1, "open");
    message.method = 0;
    message.path = path;
    errors.add("Main/Gate", message);
    errors.error({20, 0}, refused, debugger, here, second + 1);
    EXPECT_EQ(errors.cause_of({20, 0}), 10U);
  }
}

/// Methods 3 and 4 of a project are `open` and `close`.
class TwoMethods final : public names::Source {
 public:
  explicit TwoMethods(names::Certainty certainty) : certainty_(certainty) { names::add_source(*this); }
  ~TwoMethods() override { names::remove_source(*this); }
  TwoMethods(const TwoMethods&) = delete;
  TwoMethods& operator=(const TwoMethods&) = delete;
  [[nodiscard]] names::Name method(const names::Node&, std::uint32_t id) const override {
    return {.text = id == 3 ? "open" : id == 4 ? "close" : nullptr, .certainty = certainty_};
  }

 private:
  names::Certainty certainty_;
};

/// Only a certain name says that a call of another method was not refused.
TEST(EngineErrors, CallsByAMethodsNumberOfAProject) {
  const struct {
    names::Certainty certainty;
    const char* path;
    std::uint32_t method;
    bool is_cause;
  } calls[] = {
      {names::Certainty::certain, "Main/Gate", 3, true}, {names::Certainty::certain, "Main/Gate", 4, false},
      {names::Certainty::certain, "Main/Gate", 5, true}, {names::Certainty::guessed, "Main/Gate", 4, true},
      {names::Certainty::certain, nullptr, 4, true},
  };
  for (const auto& each : calls) {
    const TwoMethods project(each.certainty);
    EngineErrors errors;
    EngineErrors::Message message = call(10, second, 7, 1, "");
    message.method = 0;
    message.method_id = each.method;
    message.path = each.path;
    errors.add("Main/Gate", message);
    errors.error({20, 0}, refused, debugger, here, second + 1);
    EXPECT_EQ(errors.cause_of({20, 0}), each.is_cause ? 10U : 0U) << each.method;
  }
}

TEST(EngineErrors, ANewCaptureHasNone) {
  begin_engine_errors();
  engine_errors().add("Main/Gate", call(10, second, 7, 1, "open"));
  engine_errors().error({20, 0}, refused, debugger, here, second + 1);
  EXPECT_EQ(engine_errors().cause_of({20, 0}), 10U);
  begin_engine_errors();
  EXPECT_EQ(engine_errors().cause_of({20, 0}), 0U);
}

TEST(EngineErrors, TextsThatNameNoCall) {
  EngineErrors errors;
  errors.add("Main/Gate", call(10, second, 7, 1, "open"));
  for (const char* text : {"", "Parameter \"node\" is null.", "RPC 'open' is not allowed on node ",
                           "Node not found: \"", "RPC 'open' is not allowed on node /root/Main/Gate from: x.",
                           "RPC 'open' is not allowed on node /root/Main/Gate from: 7x.",
                           "Failed to get cached node from peer 7 with cache ID 99999999999999."}) {
    errors.error({20, 0}, text, debugger, here, second + 1);
    EXPECT_EQ(errors.cause_of({20, 0}), 0U) << text;
  }
}

TEST(EngineErrors, ManyCallsOfOneNodeAreNotSearched) {
  EngineErrors errors;
  for (std::uint32_t i = 0; i < 1000; ++i)
    errors.add("Main/Gate", call(10 + i, second + i, 7, 1, i == 0 ? "open" : "x"));
  errors.error({2000, 0}, refused, debugger, here, second + 5000);
  EXPECT_EQ(errors.cause_of({2000, 0}), 0U) << "others may have been forgotten";
}

}  // namespace
}  // namespace godot::analysis

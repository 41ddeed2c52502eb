// SPDX-License-Identifier: MIT
#include "codec/relay/relay_fate.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace godot::relay;

const std::vector<std::pair<Fate, std::string_view>> fates = {
    {{.player = 2, .to_server = true, .number = 1234, .delay = 82134},
     "godot link: player 2 to server, #1234: passed after 82.134 ms"},
    {{.player = 1, .number = 1}, "godot link: player 1 from server, #1: passed after 0.000 ms"},
    {{.player = 64,
      .to_server = true,
      .number = 7,
      .delay = 52007,
      .queued = 12000,
      .held_back = 30000,
      .twice = 53100},
     "godot link: player 64 to server, #7: passed after 52.007 ms, queued 12.000 ms, held back 30.000 ms, twice after "
     "53.100 ms"},
    {{.player = 1, .number = 9, .outcome = Outcome::loss}, "godot link: player 1 from server, #9: dropped, loss"},
    {{.player = 1, .number = 9, .outcome = Outcome::burst}, "godot link: player 1 from server, #9: dropped, burst"},
    {{.player = 1, .number = 9, .outcome = Outcome::queue_full},
     "godot link: player 1 from server, #9: dropped, queue full"},
    {{.player = 1, .number = 9, .outcome = Outcome::no_room},
     "godot link: player 1 from server, #9: dropped, no room in the relay"},
    {{.player = 1, .number = 9, .outcome = Outcome::unproven},
     "godot link: player 1 from server, #9: dropped, player not proven"},
    {{.player = 3, .to_server = true, .number = 5, .outcome = Outcome::sent},
     "godot link: player 3 to server, #5: sent"},
    {{.player = 3, .to_server = true, .number = 5, .outcome = Outcome::sent, .copy = 2},
     "godot link: player 3 to server, #5: sent, copy 2"},
};

TEST(Fate, TextAndBack) {
  for (const auto& [fate, text] : fates) {
    FateText out;
    EXPECT_EQ(write_fate(fate, out), text);
    Fate read;
    EXPECT_TRUE(read_fate(text, read)) << text;
    EXPECT_EQ(read, fate) << text;
  }
}

TEST(Fate, TheLongestFits) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  FateText out;
  const std::string_view text = write_fate({.player = std::numeric_limits<std::uint32_t>::max(),
                                            .number = most,
                                            .delay = most,
                                            .queued = most,
                                            .held_back = most,
                                            .twice = most},
                                           out);
  EXPECT_LT(text.size(), out.size());
}

TEST(Fate, OtherCommentsAreNone) {
  Fate fate;
  for (const auto& [unused, text] : fates) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      // A number may end early and still be one, and so may what follows "sent" and the parts after commas.
      const std::string_view cut = text.substr(0, length);
      FateText out;
      if (read_fate(cut, fate)) {
        EXPECT_EQ(write_fate(fate, out), cut);
      }
    }
    EXPECT_FALSE(read_fate(std::string(text) + " ", fate)) << text;
  }
  for (const std::string_view text :
       {"", "godot link: player 1 to server, #1: dropped, passed", "godot link: player 1 to server, #1: dropped, sent",
        "godot link: player 1 to server, #1: sent, copy 1", "godot link: player 01 to server, #1: sent",
        "godot link: player 1 to server, #1: passed after 1 ms",
        "godot link: player 1 to server, #1: passed after 1.00 ms",
        "godot link: player 1 to server, #1: passed after 1.0/0 ms",
        "godot link: player 1 to server, #1: passed after 1.00: ms",
        "godot link: player 1 to server, #1: passed after 1.000 ms, queued 0.000 ms",
        "godot link: player 1 to server, #1: passed after 1.000 ms, held back 0.000 ms",
        "godot link: player 1 to server, #1: passed after 1.000 ms, twice after 0.000 ms",
        "godot link: player -1 to server, #1: sent", "godot link: player 1 at server, #1: sent",
        "godot link: player 1 to server, #99999999999999999999: sent",
        "godot link: player 1 to server, #1: passed after 1000000000001.000 ms",
        "godot link: player 1 to server, #1: passed after 99999999999999999.000 ms"})
    EXPECT_FALSE(read_fate(text, fate)) << text;
  EXPECT_TRUE(read_fate("godot link: player 1 to server, #1: passed after 1000000000000.009 ms", fate));
  EXPECT_EQ(fate.delay, 1'000'000'000'000'009U);
}

}  // namespace

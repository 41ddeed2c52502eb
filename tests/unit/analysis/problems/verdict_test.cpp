// SPDX-License-Identifier: MIT
// Verdicts: what remains of a list of causes, and how it is said.
#include "analysis/problems/verdict.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace godot::analysis::problems {
namespace {

class Verdicts : public testing::Test {
 protected:
  [[nodiscard]] std::string text() { return verdict.text(arena); }
  [[nodiscard]] std::vector<std::uint32_t> frames() const {
    const Basis basis = verdict.basis();
    return {basis.frames.begin(), basis.frames.begin() + basis.frame_count};
  }

  std::deque<std::unique_ptr<char[]>> memory;
  Arena arena{[](void* pool, std::size_t size) -> void* {
                auto& blocks = *static_cast<std::deque<std::unique_ptr<char[]>>*>(pool);
                blocks.push_back(std::make_unique<char[]>(size));
                return blocks.back().get();
              },
              &memory};
  Verdict verdict{"No answer"};
};

TEST_F(Verdicts, AProofLeavesOneCauseAndNeedsNoFurtherEvidence) {
  verdict.proven("nothing listens there", "Start the server", {"frame 8 says so", 8});
  verdict.possible("a firewall", "Open the port");
  verdict.excluded("the server is full", {"it accepted another in frame 12", 12});
  EXPECT_EQ(verdict.remaining(), 1);
  EXPECT_EQ(text(), "No answer: nothing listens there (frame 8 says so). Start the server");
  EXPECT_EQ(frames(), std::vector<std::uint32_t>{8});
}

TEST_F(Verdicts, TheOnlyCauseLeftIsSaidWithTheEvidenceAgainstTheOthers) {
  verdict.possible("a firewall", "Open the port");
  verdict.excluded("the server is full", {"it accepted another in frame 12", 12});
  EXPECT_EQ(verdict.basis().causes, 1);
  EXPECT_EQ(text(), "No answer: a firewall. Open the port. Not: the server is full (it accepted another in frame 12)");
  EXPECT_EQ(frames(), std::vector<std::uint32_t>{12});
}

TEST_F(Verdicts, SeveralCausesAreAllNamedInTheirOrder) {
  verdict.possible("the server is full", "Raise max_clients");
  verdict.possible("a firewall", "Open the port");
  verdict.excluded("two versions", {});
  EXPECT_EQ(verdict.basis().causes, 2);
  EXPECT_EQ(text(), "No answer. One of: the server is full: Raise max_clients; a firewall: Open the port");
  EXPECT_TRUE(frames().empty());
}

TEST_F(Verdicts, NothingIsAssertedIfEveryCauseIsExcluded) {
  verdict.excluded("a firewall", {"it answers others", 3});
  EXPECT_EQ(verdict.remaining(), 0);
  EXPECT_EQ(text(), "No answer");
}

TEST_F(Verdicts, EvidenceHasEachFrameOnceAndALimit) {
  Basis basis;
  for (std::uint32_t frame = 0; frame != 20; ++frame) {
    basis.add(frame);
    basis.add(frame);
  }
  EXPECT_EQ(basis.frame_count, Basis::most_frames);
  EXPECT_EQ(basis.frames.front(), 1U);
  EXPECT_EQ(basis.frames.back(), Basis::most_frames);
  for (int i = 0; i != 20; ++i) verdict.possible("a firewall", nullptr);
  EXPECT_EQ(verdict.remaining(), Verdict::most_causes);
}

// --- First lines ----------------------------------------------------------------------------------------------------

std::vector<std::string> lines_of(const Advice& advice) {
  std::vector<std::string> lines = {advice.why};
  lines.insert(lines.end(), advice.remedies.begin(), advice.remedies.begin() + advice.remedy_count);
  return lines;
}
using Lines = std::vector<std::string>;

TEST_F(Verdicts, FirstLinesOfOneCause) {
  verdict.possible("a firewall", "Open the port");
  verdict.proven("nothing listens there", "Start the server", {"frame 8 says so", 8});
  EXPECT_EQ(lines_of(verdict.advice(arena)),
            (Lines{"No answer: nothing listens there (frame 8 says so)", "Start the server"}));
}

TEST_F(Verdicts, FirstLinesOfSeveralCauses) {
  verdict.possible("a firewall", "Open the port", {"of the host", 3});
  verdict.excluded("the server is full", {"it accepted another in frame 12", 12});
  verdict.possible("a router", nullptr);
  verdict.possible("the wrong port", "Compare it");
  EXPECT_EQ(lines_of(verdict.advice(arena)), (Lines{"No answer: a firewall, or a router, or the wrong port",
                                                    "a firewall: Open the port", "the wrong port: Compare it"}));
}

TEST_F(Verdicts, FirstLinesWithoutACause) {
  verdict.excluded("the server is full", {"it accepted another in frame 12", 12});
  EXPECT_EQ(lines_of(verdict.advice(arena)), (Lines{"No answer"}));
}

/// Wireshark cuts labels: causes that do not fit stand in the lines below alone.
TEST_F(Verdicts, FirstLinesAreShort) {
  const std::string fits(Advice::longest - std::string_view("No answer: , or a router").size(), 'x');
  const std::string longer = fits + 'x';
  Verdict short_one("No answer");
  short_one.possible(fits.c_str(), "A");
  short_one.possible("a router", "B");
  EXPECT_EQ(lines_of(short_one.advice(arena)),
            (Lines{"No answer: " + fits + ", or a router", fits + ": A", "a router: B"}));
  verdict.possible(longer.c_str(), "A");
  verdict.possible("a router", "B");
  EXPECT_EQ(lines_of(verdict.advice(arena)), (Lines{"No answer", longer + ": A", "a router: B"}));
  Verdict one("No answer in frame 3. It is waited for");
  one.possible(longer.c_str(), "A");
  EXPECT_EQ(lines_of(one.advice(arena)), (Lines{"No answer in frame 3", "A"}));
}

TEST_F(Verdicts, AStatementIsOneSentenceIfItIsLong) {
  const std::string longer(Advice::longest, 'x');
  EXPECT_EQ(lines_of(advice("Lost. Sent again", "Wait", arena)), (Lines{"Lost. Sent again", "Wait"}));
  EXPECT_EQ(lines_of(advice(("Lost. " + longer).c_str(), nullptr, arena)), (Lines{"Lost"}));
  EXPECT_EQ(lines_of(advice((longer + 'x').c_str(), nullptr, arena)), (Lines{longer + 'x'})) << "it is one sentence";
  EXPECT_STREQ(statement("Lost", "Wait", arena), "Lost. Wait");
  EXPECT_STREQ(statement("Lost", nullptr, arena), "Lost");
}

TEST_F(Verdicts, RemediesAreOneTextInTheirOrder) {
  EXPECT_EQ(verdict.advice(arena).remedy(arena), nullptr) << "no cause, no remedy";
  verdict.possible("a firewall", "Open the port");
  EXPECT_STREQ(verdict.advice(arena).remedy(arena), "Open the port");
  verdict.possible("the wrong port", "Compare it");
  EXPECT_STREQ(verdict.advice(arena).remedy(arena), "a firewall: Open the port; the wrong port: Compare it");
}

}  // namespace
}  // namespace godot::analysis::problems

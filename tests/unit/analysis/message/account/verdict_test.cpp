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

}  // namespace
}  // namespace godot::analysis::problems

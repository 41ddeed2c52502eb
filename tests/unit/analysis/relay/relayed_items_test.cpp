// SPDX-License-Identifier: MIT
#include "analysis/relay/relayed_items.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace godot::analysis {
namespace {

using relay::Outcome;
using Lines = std::vector<std::string>;

Lines lines(const Relayed& relayed) {
  Lines all;
  for (const auto& item : items_of(relayed))
    all.push_back(std::string(derived_row(item.row).filter) + ' ' + std::to_string(item.value.number));
  return all;
}

TEST(RelayedItems, OfAPassedPacket) {
  Relayed relayed = {.fate = {.player = 2, .to_server = true, .number = 7, .outcome = Outcome::passed}};
  relayed.fate.delay = 30;
  relayed.fate.queued = 10;
  relayed.sent_in = 9;
  EXPECT_EQ(lines(relayed),
            (Lines{"godot.link.player 2", "godot.link.to_server 1", "godot.link.number 7",
                   "godot.link.fate " + std::to_string(static_cast<int>(Outcome::passed)), "godot.link.dropped 0",
                   "godot.link.delay_ms 30000", "godot.link.queued_ms 10000", "godot.link.other_in 9"}));
}

TEST(RelayedItems, OfACopyThatWasSent) {
  Relayed relayed = {.fate = {.player = 1, .to_server = false, .number = 8, .outcome = Outcome::sent, .copy = 2}};
  relayed.arrived_in = 4;
  relayed.copy_in = 6;
  EXPECT_EQ(lines(relayed), (Lines{"godot.link.player 1", "godot.link.to_server 0", "godot.link.number 8",
                                   "godot.link.fate " + std::to_string(static_cast<int>(Outcome::sent)),
                                   "godot.link.copy 2", "godot.link.other_in 4"}));
}

TEST(RelayedItems, LabelIsTheFateWithoutTheProtocol) {
  const Relayed relayed = {.fate = {.player = 2, .to_server = true, .number = 7, .outcome = Outcome::passed}};
  relay::FateText text;
  const std::string label(label_of(relayed, text));
  relay::FateText whole;
  EXPECT_EQ("godot link" + label, relay::write_fate(relayed.fate, whole));
  EXPECT_NE(label, "");
}

}  // namespace
}  // namespace godot::analysis

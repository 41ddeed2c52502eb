// SPDX-License-Identifier: MIT
// Messages that a capture has several times, and messages that only look so.
#include "analysis/mirror/doubles.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/time.h"
#include "tests/unit/support/bytes.h"

namespace godot::analysis {
namespace {

using Source = Doubles::Source;
constexpr std::int32_t server = 1;
constexpr std::int32_t red = 262399029;
constexpr std::int32_t green = 608071970;

class DoublesTest : public testing::Test {
 protected:
  void add(Source source, std::int32_t from, std::int32_t to, const test::Bytes& bytes = test::from_hex("00 01 02")) {
    doubles_.add({.source = source, .from = from, .to = to, .frame = ++frame_, .time = time_}, Buffer(bytes));
  }
  /// For each frame, the one that counts.
  std::vector<std::uint32_t> counted() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t frame = 1; frame <= frame_; ++frame) all.push_back(doubles_.counted_in(frame, false));
    return all;
  }
  /// What the first pass says of the frame that was added last.
  std::uint32_t counted_at_once() const { return doubles_.counted_in(frame_, true); }
  using Frames = std::vector<std::uint32_t>;

  Doubles doubles_;
  std::uint32_t frame_ = 0;
  std::int64_t time_ = 0;
};

/// A capture without a mirror stores nothing.
TEST_F(DoublesTest, NothingIsExpectedAtFirst) {
  EXPECT_FALSE(doubles_.expects());
  doubles_.expect();
  EXPECT_TRUE(doubles_.expects());
}

TEST_F(DoublesTest, TheSendersRecordCounts) {
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{0, 1}));
}

/// Records of several games come in the order in which their frames end.
TEST_F(DoublesTest, TheReceiversRecordMayComeFirst) {
  add(Source::receiver, red, server);
  add(Source::sender, red, server);
  EXPECT_EQ(counted(), (Frames{2, 0}));
}

/// Whichever record comes first, the first pass counts one.
TEST_F(DoublesTest, TheFirstPassCountsTheRecordThatComesFirst) {
  add(Source::receiver, red, server);
  EXPECT_EQ(counted_at_once(), 0U);
  add(Source::sender, red, server);
  EXPECT_EQ(counted_at_once(), 1U);
  add(Source::sender, green, server);
  EXPECT_EQ(counted_at_once(), 0U);
  add(Source::receiver, green, server);
  EXPECT_EQ(counted_at_once(), 3U);
}

/// ... of three, too, in each order in which they may come.
TEST_F(DoublesTest, TheFirstPassCountsTheFirstOfThree) {
  const Source all[] = {Source::network, Source::sender, Source::receiver};
  for (const auto& order : {std::array{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
    const std::uint32_t first = frame_ + 1;
    const test::Bytes bytes = {static_cast<std::uint8_t>(first)};
    Frames at_once;
    for (const int each : order) {
      add(all[each], red, server, bytes);
      at_once.push_back(counted_at_once());
    }
    EXPECT_EQ(at_once, (Frames{0, first, first})) << order[0] << order[1] << order[2];
  }
}

/// The copy of a record counts where the record did when it was read.
TEST_F(DoublesTest, TheFirstPassCountsCopiesWithTheirMessage) {
  add(Source::receiver, red, server);
  doubles_.add_copy(++frame_, 1);
  EXPECT_EQ(counted_at_once(), 1U);
  add(Source::sender, red, server);
  doubles_.add_copy(++frame_, 1);
  EXPECT_EQ(counted_at_once(), 1U);
  doubles_.add_copy(++frame_, 3);
  EXPECT_EQ(counted_at_once(), 1U);
  EXPECT_EQ(counted(), (Frames{3, 3, 0, 3, 3}));
}

/// A problem that the network's packet and both records have counts once on each pass.
TEST_F(DoublesTest, AProblemOfThreeCountsOnce) {
  constexpr const char* missing = "node_missing";
  doubles_.expect();
  std::vector<bool> first_pass;
  for (const Source each : {Source::sender, Source::receiver, Source::network}) {
    add(each, red, server);
    first_pass.push_back(doubles_.counts_problem(frame_, true, missing));
  }
  EXPECT_EQ(first_pass, (std::vector<bool>{true, false, false}));
  std::vector<bool> later;
  for (std::uint32_t frame = 1; frame <= frame_; ++frame)
    later.push_back(doubles_.counts_problem(frame, false, missing));
  EXPECT_EQ(later, (std::vector<bool>{true, false, false}));
}

TEST_F(DoublesTest, WithoutAMirrorEveryProblemCounts) {
  for (const std::uint32_t frame : {1U, 1U, 2U}) EXPECT_TRUE(doubles_.counts_problem(frame, false, "node_missing"));
}

/// A problem counts in the first record that has it, also where another one counts the message.
TEST_F(DoublesTest, AProblemCountsOnce) {
  constexpr const char* missing = "node_missing";
  constexpr const char* late = "late";
  doubles_.expect();
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  add(Source::sender, green, server);
  EXPECT_TRUE(doubles_.counts_problem(2, false, missing));  // the receiver alone knows
  EXPECT_TRUE(doubles_.counts_problem(2, false, missing));  // it is read again
  EXPECT_TRUE(doubles_.counts_problem(1, false, late));
  EXPECT_FALSE(doubles_.counts_problem(2, false, late));
  EXPECT_TRUE(doubles_.counts_problem(3, false, missing));  // another message
  EXPECT_TRUE(doubles_.counts_problem(1, true, missing));   // the first pass judges by itself
  EXPECT_FALSE(doubles_.counts_problem(2, true, missing));
}

/// A later record may be looked at first: the next reading of all packets takes the first one again.
TEST_F(DoublesTest, TheFirstRecordWithAProblemCountsInAnyOrder) {
  constexpr const char* missing = "node_missing";
  doubles_.expect();
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  EXPECT_TRUE(doubles_.counts_problem(2, false, missing));
  EXPECT_TRUE(doubles_.counts_problem(1, false, missing));
  EXPECT_FALSE(doubles_.counts_problem(2, false, missing));
}

TEST_F(DoublesTest, TheNetworkCountsBeforeRecords) {
  add(Source::sender, red, server);
  add(Source::network, red, server);
  add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{2, 0, 2}));
}

TEST_F(DoublesTest, TheNetworkMayComeLast) {
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  add(Source::network, red, server);
  EXPECT_EQ(counted(), (Frames{3, 3, 0}));
}

TEST_F(DoublesTest, OneMirrorAlone) {
  for (int i = 0; i != 3; ++i) add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{0, 0, 0}));
}

/// A copy counts where its record does: in that one, or where that counts.
TEST_F(DoublesTest, CopiesOfRecords) {
  add(Source::sender, red, server);
  doubles_.add_copy(++frame_, 1);
  add(Source::receiver, red, server);
  doubles_.add_copy(++frame_, 3);
  EXPECT_EQ(counted(), (Frames{0, 1, 1, 1}));
  EXPECT_EQ(doubles_.copy_of(4), 3U);
  EXPECT_EQ(doubles_.copy_of(3), 0U);
  add(Source::network, red, server);
  EXPECT_EQ(counted(), (Frames{5, 5, 5, 5, 0}));
}

TEST_F(DoublesTest, TheNetworkAlone) {
  add(Source::network, red, server);
  add(Source::network, red, server);
  EXPECT_EQ(counted(), (Frames{0, 0}));
}

TEST_F(DoublesTest, OtherPeersDirectionsLengthsAndContentsAreOtherMessages) {
  add(Source::sender, red, server);
  add(Source::receiver, green, server);
  add(Source::receiver, server, red);
  add(Source::receiver, red, server, test::from_hex("00 01 02 00"));
  add(Source::receiver, red, server, test::from_hex("00 01 03"));
  EXPECT_EQ(counted(), (Frames{0, 0, 0, 0, 0}));
}

/// Each of the first 64 bytes counts, and none behind them.
TEST_F(DoublesTest, EachByteCounts) {
  for (const std::size_t size : {7U, 8U, 15U, 17U, 65U}) {
    const test::Bytes bytes(size, 7);
    for (std::size_t at = 0; at != size; ++at) {
      Doubles doubles;
      test::Bytes other = bytes;
      other[at] = 8;
      doubles.add({.source = Source::sender, .from = red, .to = server, .frame = 1}, Buffer(bytes));
      doubles.add({.source = Source::receiver, .from = red, .to = server, .frame = 2}, Buffer(other));
      EXPECT_EQ(doubles.counted_in(2, false), at < Doubles::compared ? 0U : 1U) << size << " " << at;
    }
  }
}

/// The same call twice: two messages, each recorded twice.
TEST_F(DoublesTest, EqualMessagesAreCountedInOrder) {
  add(Source::sender, red, server);
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{0, 0, 1, 2}));
}

/// An unreliable message that is lost was sent nevertheless.
TEST_F(DoublesTest, ALostMessageCounts) {
  add(Source::sender, red, server);
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{0, 0, 1}));
}

/// The sender's queue was full: its record is missing, and the next equal message is another one.
TEST_F(DoublesTest, AMessageOfWhichTheSendersRecordWasDroppedCounts) {
  add(Source::receiver, red, server);
  time_ += second;
  add(Source::receiver, red, server);
  add(Source::sender, red, server);
  EXPECT_EQ(counted(), (Frames{3, 0, 0}));
}

/// Without a later one of the same content, only clocks can differ.
TEST_F(DoublesTest, ClocksOfTwoMachinesMayDiffer) {
  add(Source::sender, red, server);
  time_ -= 100 * second;
  add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{0, 1}));
}

TEST_F(DoublesTest, AfterAWaitLaterMessagesAreTaken) {
  add(Source::sender, red, server);  // lost
  time_ += Doubles::longest_wait + 1;
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{0, 0, 2}));
}

TEST_F(DoublesTest, WithinTheWaitTheFirstIsTaken) {
  add(Source::sender, red, server);
  time_ += Doubles::longest_wait;
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{0, 0, 1}));
}

/// A capture of the network that has begun late does not have the client's number.
TEST_F(DoublesTest, PeersThatTheNetworkDoesNotName) {
  add(Source::network, 0, 0, test::from_hex("09"));
  add(Source::sender, red, server);
  add(Source::network, 0, server);
  add(Source::receiver, red, server);
  EXPECT_EQ(counted(), (Frames{0, 3, 0, 3}));
}

/// ... or has one of the two.
TEST_F(DoublesTest, PeersOfWhichTheNetworkNamesOne) {
  add(Source::sender, red, server);
  add(Source::network, 0, server);
  EXPECT_EQ(counted(), (Frames{2, 0}));
}

/// ... nor those of the first message, whose record came before.
TEST_F(DoublesTest, TheFirstMessageOfUnknownPeers) {
  add(Source::sender, red, server);
  add(Source::receiver, red, server);
  add(Source::sender, green, server);
  add(Source::network, 0, 0);
  add(Source::network, 0, 0);
  add(Source::receiver, green, server);
  EXPECT_EQ(counted(), (Frames{4, 4, 5, 0, 0, 5}));
}

/// A mirror may keep only the beginning of a message; the beginning of another length is of another message.
TEST_F(DoublesTest, ShortenedRecords) {
  const test::Bytes whole(1000, 7);
  const std::span<const std::uint8_t> begin(whole.data(), Doubles::compared);
  add(Source::sender, red, server, whole);
  doubles_.add({.source = Source::receiver, .from = red, .to = server, .frame = ++frame_}, Buffer(begin, 1000));
  doubles_.add({.source = Source::receiver, .from = red, .to = server, .frame = ++frame_}, Buffer(begin, 999));
  EXPECT_EQ(counted(), (Frames{0, 1, 0}));
}

}  // namespace
}  // namespace godot::analysis

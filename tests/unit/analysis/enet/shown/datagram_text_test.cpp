// SPDX-License-Identifier: MIT
// A datagram's line: its commands in order, acknowledgements in a row as one, and texts of other protocols.
#include "analysis/enet/shown/datagram_text.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::analysis::enet {
namespace {

class Written final : public DatagramText {
 public:
  std::string text() {
    flush();
    return written;
  }
  std::string written;
  std::size_t longest = 0;

 private:
  void write(const char* text) override {
    written += text;
    longest = std::max(longest, std::string_view(text).size());
  }
};

class DatagramLine : public testing::Test {
 protected:
  const Command& command(const test::Bytes& bytes) { return commands_.read(bytes); }
  const Finding* found(Event event, Nanoseconds delay = 0) {
    Finding& finding = findings_.emplace_back();
    finding.set(event);
    finding.set_delay(delay);
    return &finding;
  }
  void acknowledge(unsigned channel, unsigned number, const Finding* finding = nullptr, const char* problem = nullptr) {
    line_.add(command(test::acknowledge(channel, number, 0)), finding, problem);
  }

  Written line_;
  test::ReadCommands commands_;
  std::deque<Finding> findings_;
};

TEST_F(DatagramLine, Commands) {
  EXPECT_TRUE(line_.is_empty());
  line_.add(command(test::ping(3)), nullptr);
  line_.add(command(test::reliable(1, 4, 12)), nullptr);
  line_.add(command(test::unreliable(2, 4, 9, 7)), nullptr);
  line_.add(command(test::unsequenced(6)), nullptr);
  line_.add(command(test::fragment(1, 102, 100, 5, 2)), nullptr);
  EXPECT_EQ(line_.text(),
            "Ping; Send reliable ch 1 seq 4 (12 bytes); Send unreliable ch 2 seq 9 (7 bytes); Send unsequenced ch 0 "
            "group 6 (0 bytes); Send fragment ch 1 seq 102, 3 of 5 (2 bytes)");
  EXPECT_FALSE(line_.is_empty());
  EXPECT_FALSE(line_.flush());
}

TEST_F(DatagramLine, Marks) {
  line_.add(command(test::ping(3)), found(Event::retransmission), "never arrived");
  line_.add(command(test::ping(4)), found(Event::duplicate));
  line_.add(command(test::ping(5)), found(Event::out_of_order));
  line_.add(command(test::ping(6)), found(Event::lost_command));
  EXPECT_EQ(line_.text(), "[never arrived] [Retransmission] Ping; [Duplicate] Ping; [Out of order] Ping; Ping");
}

TEST_F(DatagramLine, AcknowledgementsInARow) {
  for (const unsigned number : {7U, 8U, 9U, 11U}) acknowledge(0, number);
  acknowledge(1, 12);
  line_.add(command(test::ping(3)), nullptr);
  acknowledge(0, 65535);
  acknowledge(0, 0);
  EXPECT_EQ(line_.text(), "Acknowledge 7-9; Acknowledge 11; Acknowledge 12; Ping; Acknowledge 65535-0");
}

TEST_F(DatagramLine, TheTimeOfTheFirstAcknowledgement) {
  acknowledge(0, 7);
  acknowledge(0, 8, found(Event::has_ack_rtt, 12'540'000));
  acknowledge(0, 9, found(Event::has_ack_rtt, 99'000'000));
  EXPECT_EQ(line_.text(), "Acknowledge 7-9 (12.5 ms)");
}

TEST_F(DatagramLine, Times) {
  for (const Nanoseconds time : {0LL, 49'999LL, 51'000LL, 250'000LL, 999'960'000LL, 2'000'000'000'000'000'000LL}) {
    line_.add("|");
    acknowledge(0, 7, found(Event::has_ack_rtt, time));
  }
  EXPECT_EQ(
      line_.text(),
      "|; Acknowledge 7 (0.0 ms); |; Acknowledge 7 (0.0 ms); |; Acknowledge 7 (0.1 ms); |; Acknowledge 7 (0.2 ms); "
      "|; Acknowledge 7 (1000.0 ms); |; Acknowledge 7 (2000000000000.0 ms)");
}

TEST_F(DatagramLine, AProblemStandsAlone) {
  acknowledge(0, 7);
  acknowledge(0, 8, nullptr, "not polling");
  acknowledge(0, 9);
  EXPECT_EQ(line_.text(), "Acknowledge 7; [not polling] Acknowledge 8-9");
}

TEST_F(DatagramLine, TextsOfOthers) {
  line_.others_have_written();
  line_.add(command(test::ping(3)), nullptr);
  line_.add("Compressed commands");
  EXPECT_EQ(line_.text(), "; Ping; Compressed commands");
}

TEST_F(DatagramLine, InPieces) {
  std::string expected;
  for (int i = 0; i != 100; ++i) {
    line_.add(command(test::reliable(1, 4, 12)), nullptr);
    expected += std::string(i == 0 ? "" : "; ") + "Send reliable ch 1 seq 4 (12 bytes)";
  }
  EXPECT_EQ(line_.text(), expected);
  EXPECT_EQ(line_.longest, 512U);
}

}  // namespace
}  // namespace godot::analysis::enet

// SPDX-License-Identifier: MIT
// Messages are written by hand from doc/extcap.adoc of Wireshark.
#include "extcap/toolbar/controls.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "extcap/toolbar/toolbar_controls.h"

namespace {

using namespace godotdump;

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

std::vector<ControlMessage> read(std::string_view text, std::size_t piece) {
  ControlReader reader;
  std::vector<ControlMessage> all;
  const Bytes bytes = bytes_of(text);
  for (std::size_t at = 0; at < bytes.size(); at += piece)
    reader.feed(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)), all);
  return all;
}

constexpr std::string_view two{
    "T\0\0\5\3\1"
    "80mT\0\0\2\6\1Q\0\0\0",
    19};

TEST(Controls, Messages) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{5}, std::size_t{100}}) {
    const auto all = read(two, piece);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].control, 3);
    EXPECT_EQ(all[0].command, 1);
    EXPECT_EQ(all[0].text, "80m");
    EXPECT_EQ(all[1].text, "");
    EXPECT_TRUE(all[2].is_quit);
  }
}

/// A length has three bytes, the highest first.
TEST(Controls, LongTexts) {
  for (const std::size_t size : {std::size_t{253}, std::size_t{254}, ControlReader::longest - 2}) {
    Bytes out;
    append_control(out, 7, Command::set, std::string(size, 'x'));
    append_control(out, 8, Command::set, "next");
    std::vector<ControlMessage> all;
    ControlReader reader;
    reader.feed(out, all);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].text, std::string(size, 'x'));
    EXPECT_EQ(all[1].text, "next");
  }
  Bytes out;
  append_control(out, 7, Command::set, std::string(ControlReader::longest, 'x'));
  EXPECT_EQ(out.size(), 4 + ControlReader::longest) << "what is longer is cut";
  ControlReader reader;
  std::vector<ControlMessage> all;
  const std::size_t length = ControlReader::longest + 1;
  const Bytes head = {'T', static_cast<std::uint8_t>(length >> 16), static_cast<std::uint8_t>(length >> 8 & 0xFF),
                      static_cast<std::uint8_t>(length & 0xFF)};
  reader.feed(head, all);
  EXPECT_TRUE(reader.is_broken());
}

TEST(Controls, Garbage) {
  for (const std::string_view text :
       {std::string_view("X\0\0\2\0\0", 6), std::string_view("T\0\0\1\0", 5), std::string_view("T\xFF\xFF\xFF", 4)}) {
    ControlReader reader;
    std::vector<ControlMessage> all;
    reader.feed(bytes_of(text), all);
    EXPECT_TRUE(reader.is_broken());
    reader.feed(bytes_of(two), all);
    EXPECT_TRUE(all.empty());
  }
}

TEST(Controls, WhatIsWritten) {
  Bytes out;
  append_control(out, 7, Command::add, "hi");
  EXPECT_EQ(out, bytes_of(std::string_view("T\0\0\4\7\2hi", 8)));
}

std::string applied(Controls& controls, std::uint8_t control, std::string_view text, std::string& error) {
  const auto order = controls.apply({.control = control, .command = 1, .text = std::string(text)}, error);
  if (!order) return "";
  if (order->preset != nullptr) return "preset " + std::string(order->preset->name);
  return relay::text_of(order->change.value());
}

/// Of each selector, Wireshark shows the value that is marked, and no other.
TEST(Controls, WhatIsChosenAtFirst) {
  std::vector<std::string> marked;
  std::istringstream lines(Controls::sentences());
  for (std::string line; std::getline(lines, line);)
    if (line.ends_with("{default=true}")) marked.push_back(line.substr(0, line.find("{display")));
  EXPECT_EQ(marked, (std::vector<std::string>{"value {control=0}{value=0}", "value {control=1}{value=both}",
                                              "value {control=2}{value=none}"}));
}

TEST(Controls, WhatAUserDoes) {
  Controls controls;
  std::string error;
  EXPECT_EQ(applied(controls, 4, "5%", error), "loss 5%");
  EXPECT_EQ(applied(controls, 0, "2", error), "");
  EXPECT_EQ(applied(controls, 1, "down", error), "");
  EXPECT_EQ(applied(controls, 3, "80", error), "player 2 down delay 80ms");
  EXPECT_EQ(applied(controls, 5, "up queue 1kB", error), "player 2 up queue 1000B")
      << "what the text names comes first";
  EXPECT_EQ(applied(controls, 6, "", error), "player 2 down freeze 3000ms");
  EXPECT_EQ(applied(controls, 0, "0", error), "");
  EXPECT_EQ(applied(controls, 0, "65", error), "");
  EXPECT_EQ(applied(controls, 1, "both", error), "");
  EXPECT_EQ(applied(controls, 4, " ", error), "") << "an empty field";
  EXPECT_EQ(error, "");
  EXPECT_EQ(applied(controls, 2, "train", error), "preset train");
  EXPECT_EQ(applied(controls, 2, "moon", error), "");
  EXPECT_EQ(error, "'moon' is no preset");
  EXPECT_EQ(applied(controls, 4, "often", error), "");
  EXPECT_NE(error, "");
  EXPECT_EQ(applied(controls, 99, "x", error), "");
}

}  // namespace

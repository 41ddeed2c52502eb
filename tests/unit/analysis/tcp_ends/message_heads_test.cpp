// SPDX-License-Identifier: MIT
// Heads of HTTP and of WebSocket's frames in pieces of any size. The frames are written by hand, by RFC 6455, 5.2.
#include "analysis/tcp_ends/message_heads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace godot::analysis::tcp_ends {
namespace {

using namespace std::string_literals;

/// Notes what is read, as text.
class Noted final : public HeadReader {
 public:
  void http(const HttpHead& head) override {
    text += head.asks ? "asks" : "status " + std::to_string(head.status);
    if (!head.body.empty()) text += " with " + std::string(head.body);
    text += "; ";
  }
  void frame(const FrameHead& head) override {
    text += "frame " + std::to_string(head.code) + (head.is_final ? " final" : "") + (head.is_masked ? " masked" : "") +
            " reserved " + std::to_string(head.reserved) + " of " + std::to_string(head.length) + "; ";
  }
  void close(std::uint16_t code) override { text += "close " + std::to_string(code) + "; "; }
  void complete() override { text += "complete; "; }
  std::string text;
};

constexpr std::string_view switches = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";

class MessageHeads : public testing::Test {
 protected:
  /// What these bytes show, in pieces of this size.
  std::string read(std::string_view bytes, std::size_t piece = 1) {
    noted.text.clear();
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) take(bytes.substr(0, piece));
    return noted.text;
  }
  void take(std::string_view bytes) {
    heads.take({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, noted);
  }
  /// Frames behind the answer that opens a WebSocket.
  std::string frames(const std::string& bytes, std::size_t piece = 1) {
    heads = {};
    read(switches);
    return read(bytes, piece);
  }

  Heads heads;
  Noted noted;
};

TEST_F(MessageHeads, TheFirstTwoBytesShowTheOpening) {
  const auto opening = [this](std::string_view bytes) {
    heads = {};
    read(bytes);
    return heads.opening();
  };
  EXPECT_EQ(opening("G"), Opening::none);
  EXPECT_EQ(opening("GE"), Opening::http);
  EXPECT_EQ(opening("HT"), Opening::http);
  EXPECT_EQ(opening("\x16\x03"), Opening::tls_hello);
  EXPECT_EQ(opening("\x15\x03"), Opening::tls_alert);
  for (const char* other : {"GX", "XE", "HX", "XT", "GT", "HE", "\x16\x02", "\x15\x02", "\x17\x03"})
    EXPECT_EQ(opening(other), Opening::other) << other;
}

TEST_F(MessageHeads, AnAnswerThatSwitchesIsFollowedByFrames) {
  const std::string frame = "\x82\x01x"s;
  for (const std::size_t piece : {1U, 3U, 1000U}) {
    heads = {};
    const std::string said = read(std::string(switches) + frame, piece);
    EXPECT_NE(said.find("frame 2 final reserved 0 of 1; complete; "), std::string::npos) << said;
  }
  heads = {};
  EXPECT_EQ(read("HTTP/1.1 404 Not Found\r\n\r\n" + frame), "status 404; ") << "what follows is no frame";
}

TEST_F(MessageHeads, AHeadThatIsTooLongIsNone) {
  const auto with_line = [this](std::size_t size) {
    heads = {};
    const std::string head = "HTTP/1.1 101 Switching Protocols\r\nX: ";
    return read(head + std::string(size - head.size(), 'x') + "\r\n\r\n", 100);
  };
  EXPECT_EQ(with_line(Heads::longest_head - 100), "status 101; ");
  EXPECT_EQ(with_line(Heads::longest_head + 100), "");
}

TEST_F(MessageHeads, LengthsOfThreeSizes) {
  EXPECT_EQ(frames("\x81\x7d"s + std::string(125, 'a')), "frame 1 final reserved 0 of 125; complete; ");
  EXPECT_EQ(frames("\x02\x7e\x01\x02"s + std::string(258, 'a')), "frame 2 reserved 0 of 258; complete; ");
  EXPECT_EQ(frames("\xc2\x7f\0\0\0\0\0\1\0\2"s + std::string(65538, 'a'), 1000),
            "frame 2 final reserved 4 of 65538; complete; ");
  EXPECT_EQ(frames("\x82\0"s), "frame 2 final reserved 0 of 0; complete; ") << "nothing has to come";
}

TEST_F(MessageHeads, AMaskIsPartOfTheHead) {
  for (const std::size_t piece : {1U, 2U, 5U, 64U}) {
    EXPECT_EQ(frames("\x82\x83\1\2\3\4abc\x82\xfe\0\x04\1\2\3\4abcd\x82\xff\0\0\0\0\0\0\0\1\1\2\3\4a"s, piece),
              "frame 2 final masked reserved 0 of 3; complete; frame 2 final masked reserved 0 of 4; complete; "
              "frame 2 final masked reserved 0 of 1; complete; ");
  }
}

TEST_F(MessageHeads, ACloseHasACode) {
  EXPECT_EQ(frames("\x88\x02\x03\xe9"s), "frame 8 final reserved 0 of 2; close 1001; complete; ");
  EXPECT_EQ(frames("\x88\x04\x03\xe9ok\x82\x01x"s, 64),
            "frame 8 final reserved 0 of 4; close 1001; complete; frame 2 final reserved 0 of 1; complete; ")
      << "its text belongs to it";
  EXPECT_EQ(frames("\x88\x82\x10\x20\x30\x40\x13\xc9"s),
            "frame 8 final masked reserved 0 of 2; close 1001; complete; ");
  EXPECT_EQ(frames("\x88\0"s), "frame 8 final reserved 0 of 0; close 0; complete; ");
  EXPECT_EQ(frames("\x88\x01\x03"s), "frame 8 final reserved 0 of 1; close 0; complete; ");
  EXPECT_EQ(frames("\x88\x7d\x03\xe8"s + std::string(123, 'a')),
            "frame 8 final reserved 0 of 125; close 1000; complete; ");
  // A control frame has at most 125 bytes: this is none, and its payload is passed over.
  EXPECT_EQ(frames("\x88\x7e\0\x7e\x03\xe8"s + std::string(124, 'a')), "frame 8 final reserved 0 of 126; complete; ");
}

TEST_F(MessageHeads, BytesThatAreMissingInsideAPayloadHideNothingElse) {
  frames("\x82\x05"s);
  EXPECT_EQ(heads.missing(), 5U);
  noted.text.clear();
  EXPECT_TRUE(heads.lose(3, noted));
  EXPECT_EQ(noted.text, "");
  EXPECT_EQ(heads.missing(), 2U);
  EXPECT_TRUE(heads.lose(2, noted));
  EXPECT_EQ(noted.text, "complete; ");
  EXPECT_EQ(read("\x81\0"s), "frame 1 final reserved 0 of 0; complete; ");
}

TEST_F(MessageHeads, BytesThatAreMissingBehindAPayloadOrInAHeadHideTheRest) {
  frames("\x82\x05"s);
  EXPECT_FALSE(heads.lose(6, noted));
  EXPECT_EQ(read("\x81\0"s), "");
  frames("\x82"s);
  EXPECT_FALSE(heads.lose(1, noted)) << "a head's own bytes";
  EXPECT_EQ(read("\x81\0"s), "");
  heads = {};
  read("HTTP/1.1 101");
  EXPECT_FALSE(heads.lose(1, noted));
  EXPECT_EQ(read(" Switching\r\n\r\n"), "");
}

}  // namespace
}  // namespace godot::analysis::tcp_ends

// SPDX-License-Identifier: MIT
// Messages written by hand after RFC 6455 and RFC 7692. Real ones: tests/dissection/test_capture.py.
#include "capture/websocket/websocket.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/capture/bytes.h"

namespace godot::capture::test {
namespace {

struct Kept {
  Bytes payload;
  WebSocketMessage about;
};

struct Keeper final : WebSocketReader {
  std::vector<Kept> messages;
  std::string path;
  std::uint64_t lost = 0;

  void upgrade(const Part&, std::string_view asked) override { path = asked; }
  void message(const WebSocketMessage& message) override { messages.push_back({copy(message.payload), message}); }
  void lose(const Part&, std::uint64_t count) override { lost += count; }
};

Bytes request() { return of("GET /game HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\r\n"); }
Bytes answer(const std::string& more = {}) {
  return of("HTTP/1.1 101 Switching\r\nupgrade: websocket\r\n" + more + "\r\n");
}

Bytes frame(std::uint8_t first, const Bytes& payload, bool is_masked) {
  Bytes out = {first};
  const std::uint8_t mask = is_masked ? 0x80 : 0;
  if (payload.size() < 126) out = out + Bytes{static_cast<std::uint8_t>(mask | payload.size())};
  else if (payload.size() < 65536) out = out + Bytes{static_cast<std::uint8_t>(mask | 126)} + big(payload.size(), 2);
  else out = out + Bytes{static_cast<std::uint8_t>(mask | 127)} + big(payload.size(), 8);
  if (!is_masked) return out + payload;
  const Bytes key = {1, 2, 3, 4};
  out = out + key;
  for (std::size_t i = 0; i != payload.size(); ++i) out.push_back(payload[i] ^ key[i % 4]);
  return out;
}

/// A connection whose segments have `step` bytes.
struct Game {
  Keeper keeper;
  Connection connection;
  WebSocket socket{keeper};
  godot::capture::Direction directions[2];
  std::uint32_t sent[2] = {0, 0};
  std::uint32_t number = 0;
  std::size_t step;

  explicit Game(std::size_t bytes = 1 << 20) : step(bytes) {
    for (const Side side : {0U, 1U}) {
      directions[side].attach(side, &socket, connection);
      directions[side].begin(0);
    }
  }
  void segment(Side side, const Bytes& bytes, bool is_captured = true) {
    ++number;
    if (is_captured)
      directions[side].add(sent[side], bytes, static_cast<std::uint32_t>(bytes.size()), {number, number, 60});
    sent[side] += static_cast<std::uint32_t>(bytes.size());
    directions[side].acknowledge(sent[side]);
  }
  void send(Side side, const Bytes& bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += step)
      segment(side, Bytes(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                          bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), at + step))));
  }
  void open(const std::string& more = {}) {
    send(0, request());
    send(1, answer(more));
  }
};

TEST(HttpHead, AsksForAWebSocketOrAgrees) {
  const auto asks = [](std::string_view head) { return read_http_head(head).asks; };
  const auto agrees = [](std::string_view head) { return read_http_head(head).agrees; };
  EXPECT_TRUE(asks("GET /a HTTP/1.1\r\nUPGRADE:\twebsocket \r\n"));
  EXPECT_TRUE(asks("GET /a HTTP/1.1\r\nUpgrade: h2c, WebSocket\r\nUpgrade: h2c\r\n"));
  EXPECT_FALSE(asks("GET /a HTTP/1.1\r\nUpgrade: websockets\r\n"));
  EXPECT_FALSE(asks("GET /a HTTP/1.1\r\nX-Upgrade: websocket\r\n"));
  EXPECT_FALSE(asks("POST /a HTTP/1.1\r\nUpgrade: websocket\r\n"));
  EXPECT_FALSE(agrees("GET /a HTTP/1.1\r\nUpgrade: websocket\r\n"));
  EXPECT_TRUE(agrees("HTTP/1.1 101\r\nUpgrade: websocket\r\n"));
  EXPECT_FALSE(asks("HTTP/1.1 101\r\nUpgrade: websocket\r\n"));
  EXPECT_FALSE(agrees("HTTP/1.1 10\r\nUpgrade: websocket\r\n"));
  EXPECT_FALSE(agrees("HTTP/1.1 200 OK\r\nUpgrade: websocket\r\n"));
  EXPECT_FALSE(agrees("HTTP/1.1 101\r\nUpgrade: h2c\r\n"));
  EXPECT_EQ(read_http_head("GET /a?b=c HTTP/1.1\r\n").path, "/a?b=c");
}

TEST(HttpHead, HasItsDeflation) {
  const auto read = [](const std::string& extensions) {
    return read_http_head("HTTP/1.1 101\r\nSec-WebSocket-Extensions: " + extensions + "\r\n").deflation;
  };
  const std::string name = "permessage-deflate";
  EXPECT_FALSE(read("x-webkit-deflate-frame").is_used);
  EXPECT_TRUE(read("foo; bar=1, Permessage-Deflate").is_used);
  for (const bool client : {false, true}) {
    for (const bool server : {false, true}) {
      const Deflation found = read(name + (client ? "; client_no_context_takeover" : "; client_max_window_bits=15") +
                                   (server ? ";server_no_context_takeover" : ""));
      EXPECT_TRUE(found.is_used);
      EXPECT_EQ(found.begins_anew[0], client);
      EXPECT_EQ(found.begins_anew[1], server);
    }
  }
  EXPECT_FALSE(read(name + ", " + name + "; client_no_context_takeover").begins_anew[0]) << "the first one counts";
}

TEST(HttpHead, MayBeginWithFewBytes) {
  for (const char* text : {"", "G", "GET ", "GET /", "HTTP/1.", "HTTP/1.0 400", "HT"})
    EXPECT_TRUE(may_be_http(of(text))) << text;
  for (const char* text : {"GETS", "POST", "HTTP/2", "g"}) EXPECT_FALSE(may_be_http(of(text))) << text;
}

TEST(WebSocket, MessagesOfEachLengthInPiecesOfEachSize) {
  for (const std::size_t step : {std::size_t{1}, std::size_t{5}, std::size_t{1} << 20}) {
    Game game(step);
    game.open();
    EXPECT_EQ(game.keeper.path, "/game");
    EXPECT_TRUE(game.socket.is_upgraded());
    const std::size_t sizes[] = {0, 1, 125, 126, 65535, 65536};
    for (const std::size_t size : sizes)
      for (const Side side : {0U, 1U}) game.send(side, frame(0x82, Bytes(size, 7), side == 0));
    ASSERT_EQ(game.keeper.messages.size(), 12U);
    for (std::size_t i = 0; i != 12; ++i) {
      const Kept& kept = game.keeper.messages[i];
      EXPECT_EQ(kept.payload, Bytes(sizes[i / 2], 7));
      EXPECT_EQ(kept.about.is_from_client, i % 2 == 0);
      EXPECT_EQ(kept.about.opcode, opcode::binary);
    }
    EXPECT_EQ(game.keeper.messages[11].about.frame, game.number);
    EXPECT_EQ(game.keeper.messages[11].about.wire_length, 65546U);
  }
}

TEST(WebSocket, FragmentsWithControlFramesBetween) {
  Game game;
  game.open();
  game.send(1, frame(0x01, of("go"), false) + frame(0x89, of("p"), false) + frame(0x00, of("d"), false) +
                   frame(0x80, of("ot"), false));
  game.send(1, frame(0x88, Bytes{0x03, 0xE9} + of("bye"), false));
  ASSERT_EQ(game.keeper.messages.size(), 3U);
  EXPECT_EQ(game.keeper.messages[0].about.opcode, opcode::ping);
  EXPECT_EQ(game.keeper.messages[1].payload, of("godot"));
  EXPECT_EQ(game.keeper.messages[1].about.opcode, opcode::text);
  EXPECT_EQ(game.keeper.messages[1].about.parts, 3U);
  EXPECT_EQ(game.keeper.messages[1].about.wire_length, 11U);
  EXPECT_EQ(game.keeper.messages[2].about.opcode, opcode::close);
  EXPECT_EQ(game.keeper.messages[2].payload, Bytes({0x03, 0xE9}) + of("bye"));
}

// RFC 7692, 7.2.3.1 and 7.2.3.2: "Hello", and again with the bytes of the first.
const Bytes hello = {0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00};
const Bytes again = {0xF2, 0x00, 0x11, 0x00, 0x00};

#ifdef GODOT_CAPTURE_ZLIB
TEST(WebSocket, PermessageDeflate) {
  Game game(3);
  game.open("Sec-WebSocket-Extensions: permessage-deflate\r\n");
  game.send(0, frame(0xC1, hello, true));
  game.send(0, frame(0xC1, again, true));
  game.send(0, frame(0x81, of("plain"), true));
  game.send(1, frame(0x41, {0xF2, 0x48, 0xCD}, false) + frame(0x80, {0xC9, 0xC9, 0x07, 0x00}, false));
  ASSERT_EQ(game.keeper.messages.size(), 4U);
  EXPECT_EQ(game.keeper.messages[0].payload, of("Hello"));
  EXPECT_EQ(game.keeper.messages[1].payload, of("Hello"));
  EXPECT_EQ(game.keeper.messages[2].payload, of("plain"));
  EXPECT_EQ(game.keeper.messages[3].payload, of("Hello"));
  EXPECT_TRUE(game.keeper.messages[3].about.is_deflated);
}

/// RFC 7692, 7.2.3.4: a block that says it is the last ends its message alone.
TEST(WebSocket, ALastBlockEndsItsMessageAlone) {
  const Bytes last = {0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00};
  Game game;
  game.open("Sec-WebSocket-Extensions: permessage-deflate\r\n");
  game.send(0, frame(0xC1, last, true) + frame(0xC1, hello, true));
  ASSERT_EQ(game.keeper.messages.size(), 2U);
  for (const Kept& kept : game.keeper.messages) {
    EXPECT_FALSE(kept.about.is_unreadable);
    EXPECT_EQ(kept.payload, of("Hello"));
  }
}

TEST(WebSocket, WithoutContextTakeoverEachMessageIsIndependent) {
  Game game;
  game.open("Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover\r\n");
  game.send(0, frame(0xC1, hello, true) + frame(0xC1, again, true) + frame(0xC1, hello, true));
  ASSERT_EQ(game.keeper.messages.size(), 3U);
  EXPECT_TRUE(game.keeper.messages[1].about.is_unreadable);
  EXPECT_EQ(game.keeper.messages[2].payload, of("Hello"));
}
#endif

TEST(WebSocket, AGapInAPayloadLosesOneMessage) {
  Game game;
  game.open();
  const Bytes lost = frame(0x82, Bytes(1000, 1), false);
  game.segment(1, {lost.begin(), lost.begin() + 300});
  game.segment(1, {lost.begin() + 300, lost.begin() + 600}, false);
  game.segment(1, Bytes(lost.begin() + 600, lost.end()) + frame(0x82, of("next"), false));
  ASSERT_EQ(game.keeper.messages.size(), 1U);
  EXPECT_EQ(game.keeper.messages[0].payload, of("next"));
  EXPECT_EQ(game.keeper.lost, 300U);
}

TEST(WebSocket, BehindAGapWithAHeadTheNextSegmentOfWholeFramesIsRead) {
  Game game;
  game.open();
  const Bytes half = frame(0x82, Bytes(600, 9), false);
  game.segment(1, frame(0x82, of("lost"), false) + Bytes(half.begin(), half.begin() + 300), false);
  game.segment(1, Bytes(half.begin() + 300, half.end()));
  game.segment(1, frame(0x82, of("one"), false) + frame(0x82, of("two"), false));
  ASSERT_EQ(game.keeper.messages.size(), 2U);
  EXPECT_EQ(game.keeper.messages[1].payload, of("two"));
}

/// Godot sends the head of a frame and its payload in segments of their own.
TEST(WebSocket, BehindAGapWithAHeadASegmentMayBeAHeadAlone) {
  Game game;
  game.open();
  const Bytes message = frame(0x82, of("one"), true);
  const Bytes head(message.begin(), message.begin() + 6);
  const Bytes payload(message.begin() + 6, message.end());
  game.segment(0, head, false);
  game.segment(0, payload);
  EXPECT_TRUE(game.keeper.messages.empty());
  EXPECT_EQ(game.keeper.lost, head.size() + payload.size()) << "the payload is not read, either";
  game.segment(0, head);
  game.segment(0, payload);
  game.segment(0, head);
  game.segment(0, payload);
  ASSERT_EQ(game.keeper.messages.size(), 2U);
  EXPECT_EQ(game.keeper.messages[0].payload, of("one"));
}

TEST(WebSocket, WithoutItsRequestTheClientsMessagesAreRead) {
  Game game;
  game.segment(0, request(), false);
  game.send(1, answer());
  const Bytes message = frame(0x82, of("one"), true);
  game.segment(0, Bytes(message.begin(), message.begin() + 6));
  game.segment(0, Bytes(message.begin() + 6, message.end()));
  ASSERT_EQ(game.keeper.messages.size(), 1U);
  EXPECT_TRUE(game.keeper.messages[0].about.is_from_client);
}

/// RFC 6455, 5: what no frame may have. Behind it nothing is read, and its bytes are said to be lost.
TEST(WebSocket, FramesThatAreNone) {
  const auto is_read = [](Side side, const Bytes& bytes) {
    Game game;
    game.open();
    game.send(side, bytes);
    const bool read = game.keeper.messages.size() == 1;
    EXPECT_EQ(game.keeper.lost, read ? 0U : bytes.size());
    return read;
  };
  for (const Side side : {0U, 1U}) {
    const bool is_masked = side == 0;
    for (unsigned code = 1; code != 16; ++code) {
      const bool is_known = code == 1 || code == 2 || code == 8 || code == 9 || code == 10;
      EXPECT_EQ(is_read(side, frame(static_cast<std::uint8_t>(0x80 | code), of("a"), is_masked)), is_known) << code;
    }
    EXPECT_TRUE(is_read(side, frame(0x82, of("a"), is_masked)));
    EXPECT_FALSE(is_read(side, frame(0x82, of("a"), !is_masked))) << "clients mask, servers do not";
    EXPECT_FALSE(is_read(side, frame(0xA2, of("a"), is_masked))) << "a reserved bit";
    EXPECT_FALSE(is_read(side, frame(0x92, of("a"), is_masked))) << "the other one";
    EXPECT_FALSE(is_read(side, frame(0x09, of("a"), is_masked))) << "a ping in parts";
    EXPECT_TRUE(is_read(side, frame(0x89, Bytes(125, 1), is_masked)));
    EXPECT_FALSE(is_read(side, frame(0x89, Bytes(126, 1), is_masked))) << "a long ping";
  }
}

/// A message that continues nothing, because its beginning was lost, is none.
TEST(WebSocket, TheRestOfAMessageIsNone) {
  Game game;
  game.open();
  game.send(1, frame(0x80, of("rest"), false) + frame(0x82, of("next"), false));
  ASSERT_EQ(game.keeper.messages.size(), 1U);
  EXPECT_EQ(game.keeper.messages[0].payload, of("next"));
  EXPECT_EQ(game.keeper.messages[0].about.parts, 1U);
  EXPECT_EQ(game.keeper.messages[0].about.wire_length, 6U);
}

/// A frame with a gap ends where its head said: within a segment, with one, or at the next one's begin.
TEST(WebSocket, AGapInAPayloadUpToItsEnd) {
  const Bytes lost = frame(0x82, Bytes(1000, 1), false);
  for (const std::ptrdiff_t until :
       {std::ptrdiff_t{900}, std::ptrdiff_t(lost.size() - 1), std::ptrdiff_t(lost.size())}) {
    Game game;
    game.open();
    game.segment(1, {lost.begin(), lost.begin() + 300});
    game.segment(1, {lost.begin() + 300, lost.begin() + until}, false);
    game.segment(1, {lost.begin() + until, lost.end()});
    game.segment(1, frame(0x82, of("next"), false));
    ASSERT_EQ(game.keeper.messages.size(), 1U) << until;
    EXPECT_EQ(game.keeper.messages[0].payload, of("next"));
  }
}

/// Behind a gap a head alone waits for its payload, if that is no longer than a segment's may be.
TEST(WebSocket, TheLongestPayloadThatAHeadWaitsFor) {
  for (const std::size_t size : {std::size_t{65536}, std::size_t{65537}}) {
    Game game;
    game.open();
    game.segment(1, of("lost"), false);
    const Bytes message = frame(0x82, Bytes(size, 1), false);
    game.segment(1, Bytes(message.begin(), message.begin() + 10));
    game.segment(1, Bytes(message.begin() + 10, message.end()));
    EXPECT_EQ(game.keeper.messages.size(), size == 65536 ? 1U : 0U);
  }
}

TEST(WebSocket, TheLinesOfARequestAreBounded) {
  for (const std::size_t size : {WebSocket::longest_head - 1, WebSocket::longest_head}) {
    Game game;
    Bytes unfinished = of("GET /");
    unfinished.resize(size, 'a');
    game.send(0, unfinished);
    EXPECT_EQ(game.socket.is_other(0), size == WebSocket::longest_head);
  }
}

TEST(WebSocket, OtherStreams) {
  Game game(1);
  game.send(0, of("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  game.send(1, of("HTTP/1.1 200 OK\r\n\r\n"));
  game.send(1, frame(0x82, of("no"), false));
  Game bytes;
  bytes.send(0, Bytes(100, 1));
  EXPECT_TRUE(game.keeper.messages.empty());
  EXPECT_TRUE(game.socket.is_other(0));
  EXPECT_TRUE(bytes.socket.is_other(0));
  EXPECT_FALSE(game.socket.is_upgraded());
}

}  // namespace
}  // namespace godot::capture::test

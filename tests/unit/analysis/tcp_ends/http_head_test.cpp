// SPDX-License-Identifier: MIT
// Heads of HTTP as ends of connections read them, by RFC 9110 and 6455; Godot's lines by wsl_peer.cpp.
#include "codec/websocket/http_head.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace godot::websocket {
namespace {

using Lines = std::vector<std::string>;

const Lines of_godot = {"Host: game.example:9080", "Upgrade: websocket", "Connection: Upgrade",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"};

std::string head_of(const Lines& lines, std::string_view first = "GET /chat HTTP/1.1") {
  std::string head(first);
  for (const std::string& line : lines) head += "\r\n" + line;
  return head + "\r\n";
}

TEST(HttpHeads, ARequestOfGodot) {
  const std::string head = head_of(of_godot);
  const HttpHead read = read_http(head);
  EXPECT_TRUE(read.asks);
  EXPECT_TRUE(read.is_godots);
  EXPECT_EQ(read.status, 0);
  EXPECT_FALSE(read.deflates);
  EXPECT_EQ(read.protocol, "");
  EXPECT_EQ(read.location, "");
  Lines more = of_godot;
  more.emplace_back("Sec-WebSocket-Protocol:  game, chat ");
  more.emplace_back("Host: another");
  const std::string longer = head_of(more);
  EXPECT_TRUE(read_http(longer).is_godots) << "others may follow";
  EXPECT_EQ(read_http(longer).protocol, "game, chat");
}

TEST(HttpHeads, RequestsOfOthers) {
  for (std::size_t line = 0; line != of_godot.size(); ++line) {
    Lines fewer = of_godot;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(line));
    EXPECT_FALSE(read_http(head_of(fewer)).is_godots) << of_godot[line];
    EXPECT_EQ(read_http(head_of(fewer)).asks, line != 1) << of_godot[line];
    if (line == 0) continue;
    Lines swapped = of_godot;
    std::swap(swapped[line - 1], swapped[line]);
    EXPECT_FALSE(read_http(head_of(swapped)).is_godots) << of_godot[line];
    EXPECT_TRUE(read_http(head_of(swapped)).asks) << of_godot[line];
  }
  Lines deflates = of_godot;
  deflates.emplace_back("sec-websocket-extensions: x-a, permessage-deflate; client_max_window_bits");
  EXPECT_TRUE(read_http(head_of(deflates)).deflates) << "as browsers ask";
  EXPECT_TRUE(read_http(head_of(deflates)).asks);
  EXPECT_FALSE(read_http(head_of(deflates)).is_godots);
  deflates.back() = "Sec-WebSocket-Extensions: x-webkit-deflate-frame";
  EXPECT_FALSE(read_http(head_of(deflates)).deflates);
}

/// Names and the protocol's word may be in any case; Godot writes them in one.
TEST(HttpHeads, WhatAsksForAnUpgrade) {
  const auto asks = [](const char* line, const char* first = "GET / HTTP/1.1") {
    return read_http(head_of({line}, first)).asks;
  };
  EXPECT_TRUE(asks("UPGRADE:WebSocket"));
  EXPECT_TRUE(asks("upgrade: h2c, websocket"));
  EXPECT_FALSE(asks("Upgrade: h2c"));
  EXPECT_FALSE(asks("Upgrades: websocket"));
  EXPECT_FALSE(asks("Connection: websocket"));
  EXPECT_FALSE(asks("Upgrade: websocket", "POST / HTTP/1.1"));
  EXPECT_FALSE(asks("Upgrade: websocket", "HTTP/1.1 101 Switching Protocols"));
  Lines lower = of_godot;
  lower[0][0] = 'h';
  EXPECT_FALSE(read_http(head_of(lower)).is_godots);
  EXPECT_FALSE(read_http("").asks);
}

TEST(HttpHeads, StatusOfAnAnswer) {
  const std::pair<const char*, int> answers[] = {{"HTTP/1.1 101 Switching Protocols", 101},
                                                 {"HTTP/1.0 404 Not Found", 404},
                                                 {"HTTP/1.1 200", 200},
                                                 {"HTTP/1.1 909", 909},
                                                 {"HTTP/1.1 20", 0},
                                                 {"HTTP/1.1 20/", 0},
                                                 {"HTTP/1.1 2:0", 0},
                                                 {"HTTP/2 101 Switching", 0},
                                                 {"GET / HTTP/1.1", 0}};
  for (const auto& [first, status] : answers) EXPECT_EQ(read_http(head_of({}, first)).status, status) << first;
}

TEST(HttpHeads, WhereARedirectionLeads) {
  const std::string head = head_of({"Server: x", "location:\t https://game.example:8443/a \t"}, "HTTP/1.1 302 Found");
  EXPECT_EQ(read_http(head).location, "https://game.example:8443/a");
  EXPECT_EQ(read_http(head).status, 302);
  EXPECT_EQ(read_http("HTTP/1.1 302 Found\nLocation: /b").location, "/b") << "without the last line's end";
}

}  // namespace
}  // namespace godot::websocket

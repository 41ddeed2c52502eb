// SPDX-License-Identifier: MIT
// Lines and handshakes as noray 1.4.3 and netfox's addon write them: the texts are from pcaps/noray.
#include "codec/noray/noray.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace godot::noray;

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Noray, Handshakes) {
  EXPECT_EQ(handshake_of(bytes("$-w-")), Handshake::sent);
  EXPECT_EQ(handshake_of(bytes("$rw-")), Handshake::seen);
  EXPECT_EQ(handshake_of(bytes("$rwx")), Handshake::both);
  // The addon writes none of these.
  for (const char* other : {"", "$", "$rw", "$rwx ", "$---", "$r--", "$-wx", "$r-x", "$RWX", "xrwx"})
    EXPECT_EQ(handshake_of(bytes(other)), Handshake::none) << other;
}

TEST(Noray, NamesOfHandshakes) {
  EXPECT_EQ(name(Handshake::sent), "sent");
  EXPECT_EQ(name(Handshake::seen), "seen");
  EXPECT_EQ(name(Handshake::both), "both");
  EXPECT_EQ(name(Handshake::none), "");
}

TEST(Noray, Lines) {
  const std::string both = "set-oid 0HEAOHFmTu9atAsojn3mA\nset-pid Jru6\n";
  const Line first = first_line(bytes(both));
  EXPECT_EQ(first.command, Command::set_oid);
  EXPECT_EQ(first.data, "0HEAOHFmTu9atAsojn3mA");
  const Line second = first_line(bytes(both).subspan(first.size));
  EXPECT_EQ(second.command, Command::set_pid);
  EXPECT_EQ(second.data, "Jru6");
  EXPECT_EQ(first.size + second.size, both.size());

  const Line relay = first_line(bytes("connect-relay 49166\r\n"));
  EXPECT_EQ(relay.command, Command::connect_relay);
  EXPECT_EQ(relay.data, "49166");
  EXPECT_EQ(relay.size, 21U);

  const Line unknown = first_line(bytes("echo one two\n"));
  EXPECT_EQ(unknown.command, Command::unknown);
  EXPECT_EQ(unknown.name, "echo");
  EXPECT_EQ(unknown.data, "one two");

  EXPECT_EQ(first_line(bytes("register-host")).size, 0U);
  EXPECT_EQ(first_line(bytes("\n")).size, 1U);
  const Line bare = first_line(bytes("connect\n"));
  EXPECT_EQ(bare.command, Command::connect);
  EXPECT_EQ(bare.data, "");
  std::string longest(longest_line, 'a');
  longest.back() = '\n';
  EXPECT_EQ(first_line(bytes(longest)).size, longest_line);
  std::string too_long(longest_line + 1, 'a');
  too_long.back() = '\n';
  EXPECT_EQ(first_line(bytes(too_long)).size, 0U);
}

TEST(Noray, Beginning) {
  bool waits = false;
  EXPECT_TRUE(begins_with_registration(bytes("register-host\nconnect a\n"), waits));
  EXPECT_TRUE(begins_with_registration(bytes("register-host\r\n"), waits));
  for (const char* beginning : {"", "r", "register-", "register-host", "register-host\r"}) {
    EXPECT_FALSE(begins_with_registration(bytes(beginning), waits)) << beginning;
    EXPECT_TRUE(waits) << beginning;
  }
  for (const char* other : {"x", "register-host2\n", "register-host now\n", "GET / HTTP/1.1"}) {
    EXPECT_FALSE(begins_with_registration(bytes(other), waits)) << other;
    EXPECT_FALSE(waits) << other;
  }
}

TEST(Noray, Ends) {
  End end;
  EXPECT_TRUE(read_end("203.0.113.20:41740", end));
  EXPECT_EQ(end, (End{0xcb007114, 41740}));
  EXPECT_TRUE(read_end("0.0.0.255:1", end));
  EXPECT_EQ(end, (End{255, 1}));
  for (const char* other : {"", ":", "1.2.3.4", "1.2.3.4:", "1.2.3.4:0", "1.2.3.4:65536", "1.2.3:5", "1.2.3.4.5:6",
                            "1.2.3.256:5", "01.2.3.4:5", "1.2.3.-4:5", "::1:5", "a.b.c.d:5", "1.2.3.4:5 "})
    EXPECT_FALSE(read_end(other, end)) << other;
  std::uint16_t port = 0;
  EXPECT_TRUE(read_port("65535", port));
  EXPECT_EQ(port, 65535);
  for (const char* other : {"", "0", "00", "65536", "-1", "+1", "4294967297", "1a"})
    EXPECT_FALSE(read_port(other, port)) << other;
}

}  // namespace

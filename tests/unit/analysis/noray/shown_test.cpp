// SPDX-License-Identifier: MIT
// Lines and datagrams written by hand: which fields they have, and what the packet list says. That a private id is
// nowhere shown.
#include "analysis/noray/shown.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/analysis/arena.h"

namespace {

using namespace godot;
using analysis::NorayField;
using analysis::NorayMeetings;
using analysis::NorayShown;

const analysis::Host host = {analysis::arena,
                             [](void*, std::string_view text) { return analysis::arena.joined({text}); }, nullptr};

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// "noray.command 0+3 text; ...".
std::string fields(const NorayShown& shown) {
  std::string all;
  for (const NorayShown::Part& part : shown.all()) {
    const analysis::DerivedRow& row = analysis::derived_row(part.row);
    if (!all.empty()) all += "; ";
    all += std::string(row.filter) + ' ' + std::to_string(part.range.begin) + '+' + std::to_string(part.range.length);
    if (part.value.text != nullptr) all += std::string(" ") + part.value.text;
    else if (row.kind != analysis::DerivedKind::subtree) all += ' ' + std::to_string(part.value.number);
  }
  return all;
}

NorayShown line(const std::string& text, bool from_player) {
  static std::string kept;
  kept = text + '\n';
  return shown_line(noray::first_line(bytes(kept)), from_player, host);
}
NorayShown datagram(NorayMeetings::Kind kind, std::string_view text) { return shown_datagram(kind, bytes(text), host); }

TEST(Line, without_data) {
  const NorayShown shown = line("register-host", true);
  EXPECT_STREQ(shown.text, "register-host");
  EXPECT_EQ(fields(shown), "noray.command 0+13 register-host");
}

TEST(Line, player_names_a_host_by_its_open_id) {
  const NorayShown shown = line("connect abc", true);
  EXPECT_STREQ(shown.text, "connect abc");
  EXPECT_EQ(fields(shown), "noray.command 0+7 connect; noray.oid 8+3 abc");
  EXPECT_EQ(fields(line("set-oid me", false)), "noray.command 0+7 set-oid; noray.oid 8+2 me");
}

TEST(Line, noray_names_an_address_or_the_port_of_its_relay) {
  const NorayShown shown = line("connect 203.0.113.10:34066", false);
  EXPECT_STREQ(shown.text, "connect 203.0.113.10:34066");
  EXPECT_EQ(fields(shown), "noray.command 0+7 connect; noray.host 8+12 203.0.113.10; noray.port 8+18 34066");
  EXPECT_EQ(fields(line("connect-relay 49178", false)), "noray.command 0+13 connect-relay; noray.port 14+5 49178");
}

TEST(Line, of_something_else_has_its_text_alone) {
  const NorayShown shown = line("connect nowhere", false);
  EXPECT_STREQ(shown.text, "connect nowhere");
  EXPECT_EQ(fields(shown), "noray.command 0+7 connect");
}

TEST(Line, private_id_is_not_shown) {
  const NorayShown shown = line("set-pid secret", false);
  EXPECT_STREQ(shown.text, "set-pid (private id)");
  EXPECT_EQ(fields(shown), "noray.command 0+7 set-pid; noray.pid 8+6");
}

TEST(Datagram, handshake) {
  for (const auto& [text, name, says] : {std::tuple("$-w-", "sent", "Handshake: has sent, hears nothing ($-w-)"),
                                         std::tuple("$rw-", "seen", "Handshake: hears the other end ($rw-)"),
                                         std::tuple("$rwx", "both", "Handshake: both ends hear each other ($rwx)")}) {
    const NorayShown shown = datagram(NorayMeetings::Kind::handshake, text);
    EXPECT_STREQ(shown.text, says);
    EXPECT_EQ(fields(shown), std::string("noray.handshake 0+4 ") + name);
  }
}

TEST(Datagram, registration_is_not_shown) {
  const NorayShown shown = datagram(NorayMeetings::Kind::registration, "secret");
  EXPECT_STREQ(shown.text, "Registers its port, with its private id");
  EXPECT_EQ(fields(shown), "noray.pid 0+6");
}

TEST(Datagram, answer) {
  EXPECT_STREQ(datagram(NorayMeetings::Kind::answer, "OK").text, "OK: the port is registered");
  const NorayShown refused = datagram(NorayMeetings::Kind::answer, "Unknown pid");
  EXPECT_STREQ(refused.text, "The port is not registered: Unknown pid");
  EXPECT_EQ(fields(refused), "noray.answer 0+11 Unknown pid");
}

}  // namespace

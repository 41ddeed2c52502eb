// SPDX-License-Identifier: MIT
#include "analysis/noray/shown.h"

#include <string_view>

namespace godot::analysis {
namespace {

using noray::Command;
using noray::End;
using noray::Handshake;

const char* host_text(const End& end, const Arena& arena) {
  return arena.text("%u.%u.%u.%u", end.host >> 24U, end.host >> 16U & 255U, end.host >> 8U & 255U, end.host & 255U);
}

/// The data of a line, which begins at `begin`. Returns its text.
const char* add_data(NorayShown& shown, const noray::Line& line, bool from_player, std::size_t begin,
                     const Host& host) {
  const bool names_host = line.command == Command::connect || line.command == Command::connect_relay;
  const std::size_t size = line.data.size();
  if (line.command == Command::set_pid) {
    shown.add(NorayField::noray_pid, begin, size, {});
    return "(private id)";
  }
  const char* text = host.shown(line.data);
  if (line.command == Command::set_oid || (from_player && names_host)) {
    shown.add(NorayField::noray_oid, begin, size, text);
    return text;
  }
  End end;
  const bool is_relay = line.command == Command::connect_relay && noray::read_port(line.data, end.port);
  const bool is_end = line.command == Command::connect && noray::read_end(line.data, end);
  if (is_end) shown.add(NorayField::noray_host, begin, line.data.find(':'), host_text(end, host.arena));
  if (is_end || is_relay) shown.add(NorayField::noray_port, begin, size, end.port);
  return text;
}

const char* text_of(Handshake handshake) noexcept {
  switch (handshake) {
    case Handshake::sent: return "Handshake: has sent, hears nothing ($-w-)";
    case Handshake::seen: return "Handshake: hears the other end ($rw-)";
    default: return "Handshake: both ends hear each other ($rwx)";
  }
}

}  // namespace

NorayShown shown_line(const noray::Line& line, bool from_player, const Host& host) {
  NorayShown shown;
  shown.text = host.shown(line.name);
  shown.add(NorayField::noray_command, 0, line.name.size(), shown.text);
  if (line.data.empty()) return shown;
  const char* data = add_data(shown, line, from_player, line.name.size() + 1, host);
  shown.text = host.arena.joined({shown.text, " ", data});
  return shown;
}

NorayShown shown_datagram(NorayMeetings::Kind kind, std::span<const std::uint8_t> bytes, const Host& host) {
  NorayShown shown;
  if (kind == NorayMeetings::Kind::handshake) {
    const Handshake handshake = noray::handshake_of(bytes);
    shown.add(NorayField::noray_handshake, 0, bytes.size(), noray::name(handshake).data());
    shown.text = text_of(handshake);
  } else if (kind == NorayMeetings::Kind::registration) {
    shown.add(NorayField::noray_pid, 0, bytes.size(), {});
    shown.text = "Registers its port, with its private id";
  } else {
    const char* answer = host.shown({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    shown.add(NorayField::noray_answer, 0, bytes.size(), answer);
    shown.text = std::string_view(answer) == "OK" ? "OK: the port is registered"
                                                  : host.arena.joined({"The port is not registered: ", answer});
  }
  return shown;
}

}  // namespace godot::analysis

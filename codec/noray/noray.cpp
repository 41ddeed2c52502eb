// SPDX-License-Identifier: MIT
#include "codec/noray/noray.h"

#include <algorithm>
#include <charconv>

namespace godot::noray {
namespace {

struct Named {
  std::string_view name;
  Command command;
};
constexpr Named commands[] = {
    {"register-host", Command::register_host},
    {"set-oid", Command::set_oid},
    {"set-pid", Command::set_pid},
    {"connect", Command::connect},
    {"connect-relay", Command::connect_relay},
};
constexpr std::string_view registration = "register-host";

std::string_view text_of(std::span<const std::uint8_t> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The whole text as a number without sign and leading zeros, at most `most`.
bool read_number(std::string_view text, std::uint32_t most, std::uint32_t& number) noexcept {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return false;
  const char* end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && behind == end && number <= most;
}

}  // namespace

Handshake handshake_of(std::span<const std::uint8_t> datagram) noexcept {
  const std::string_view text = text_of(datagram);
  if (text == "$-w-") return Handshake::sent;
  if (text == "$rw-") return Handshake::seen;
  if (text == "$rwx") return Handshake::both;
  return Handshake::none;
}

std::string_view name(Handshake handshake) noexcept {
  switch (handshake) {
    case Handshake::sent: return "sent";
    case Handshake::seen: return "seen";
    case Handshake::both: return "both";
    case Handshake::none: break;
  }
  return {};
}

Line first_line(std::span<const std::uint8_t> bytes) noexcept {
  const std::string_view text = text_of(bytes.first(std::min(bytes.size(), longest_line)));
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return {};
  std::string_view content = text.substr(0, end);
  if (content.ends_with('\r')) content.remove_suffix(1);
  const std::size_t space = content.find(' ');
  Line line = {.name = content.substr(0, space), .size = end + 1};
  if (space != std::string_view::npos) line.data = content.substr(space + 1);
  for (const Named& each : commands)
    if (each.name == line.name) line.command = each.command;
  return line;
}

bool begins_with_registration(std::span<const std::uint8_t> bytes, bool& waits) noexcept {
  const std::string_view text = text_of(bytes);
  waits = false;
  if (text.size() <= registration.size()) {
    waits = registration.starts_with(text);
    return false;
  }
  if (!text.starts_with(registration)) return false;
  const std::string_view rest = text.substr(registration.size());
  waits = rest == "\r";
  return rest.starts_with('\n') || rest.starts_with("\r\n");
}

bool read_port(std::string_view text, std::uint16_t& port) noexcept {
  std::uint32_t number = 0;
  if (!read_number(text, 65535, number) || number == 0) return false;
  port = static_cast<std::uint16_t>(number);
  return true;
}

bool read_end(std::string_view text, End& end) noexcept {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !read_port(text.substr(colon + 1), end.port)) return false;
  std::string_view rest = text.substr(0, colon);
  end.host = 0;
  for (int i = 0; i != 4; ++i) {
    const std::size_t dot = i != 3 ? rest.find('.') : rest.size();
    std::uint32_t number = 0;
    if (dot == std::string_view::npos || !read_number(rest.substr(0, dot), 255, number)) return false;
    end.host = end.host << 8U | number;
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return true;
}

}  // namespace godot::noray

// SPDX-License-Identifier: MIT
#include "codec/websocket/http_head.h"

#include <algorithm>
#include <iterator>

namespace godot::websocket {
namespace {

constexpr std::string_view get = "GET ";
constexpr std::string_view answer = "HTTP/1.";

// The lines of a request of WebSocketPeer, in this order (modules/websocket/wsl_peer.cpp; 3.x: wsl_client.cpp). Others
// may follow: a sub-protocol, and handshake_headers.
constexpr std::string_view lines_of_godot[] = {"Host", "Upgrade", "Connection", "Sec-WebSocket-Key",
                                               "Sec-WebSocket-Version"};

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

bool equal(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

bool contains(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The text before the next `separator`, which is removed with it.
std::string_view next_part(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return trimmed(part);
}

std::uint16_t status_of(std::string_view first) {
  constexpr std::size_t place = 9;
  constexpr std::size_t digits = 3;
  if (!first.starts_with(answer) || first.size() < place + digits) return 0;
  std::uint16_t status = 0;
  for (const char digit : first.substr(place, digits)) {
    if (digit < '0' || digit > '9') return 0;
    status = static_cast<std::uint16_t>(status * 10 + (digit - '0'));
  }
  return status;
}

}  // namespace

HttpHead read_http(std::string_view head) {
  HttpHead read;
  const std::string_view first = next_part(head, '\n');
  read.status = status_of(first);
  bool upgrades = false;
  bool is_godots = first.starts_with(get);
  std::size_t line = 0;
  while (!head.empty()) {
    std::string_view value = next_part(head, '\n');
    const std::string_view name = next_part(value, ':');
    value = trimmed(value);
    if (line < std::size(lines_of_godot)) is_godots = is_godots && name == lines_of_godot[line];
    ++line;
    if (equal(name, "upgrade")) upgrades = upgrades || contains(value, "websocket");
    if (equal(name, "sec-websocket-extensions")) {
      read.deflates = read.deflates || contains(value, "permessage-deflate");
      is_godots = false;
    }
    if (equal(name, "sec-websocket-protocol")) read.protocol = value;
    if (equal(name, "location")) read.location = value;
  }
  read.asks = first.starts_with(get) && upgrades;
  read.is_godots = read.asks && is_godots && line >= std::size(lines_of_godot);
  return read;
}

}  // namespace godot::websocket

// SPDX-License-Identifier: MIT
#include <algorithm>

#include "capture/websocket/websocket.h"

namespace godot::capture {
namespace {

constexpr std::string_view get = "GET ";
constexpr std::string_view http = "HTTP/1.";

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

bool equal_letters(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
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

void read_extensions(std::string_view value, Deflation& deflation) {
  while (!value.empty() && !deflation.is_used) {
    std::string_view extension = next_part(value, ',');
    if (!equal_letters(next_part(extension, ';'), "permessage-deflate")) continue;
    deflation.is_used = true;
    while (!extension.empty()) {
      const std::string_view parameter = next_part(extension, ';');
      if (equal_letters(parameter, "client_no_context_takeover")) deflation.begins_anew[0] = true;
      if (equal_letters(parameter, "server_no_context_takeover")) deflation.begins_anew[1] = true;
    }
  }
}

bool has_word(std::string_view value, std::string_view word) {
  while (!value.empty())
    if (equal_letters(next_part(value, ','), word)) return true;
  return false;
}

}  // namespace

HttpHead read_http_head(std::string_view head) {
  HttpHead read;
  std::string_view first = next_part(head, '\n');
  const bool is_get = first.starts_with(get);
  const bool is_switch = first.starts_with(http) && first.size() >= 12 && first.substr(8, 4) == " 101";
  if (is_get) {
    first.remove_prefix(get.size());
    read.path = next_part(first, ' ');
  }
  bool upgrades = false;
  while (!head.empty()) {
    std::string_view value = next_part(head, '\n');
    const std::string_view name = next_part(value, ':');
    if (equal_letters(name, "upgrade")) upgrades = upgrades || has_word(value, "websocket");
    if (equal_letters(name, "sec-websocket-extensions")) read_extensions(value, read.deflation);
  }
  read.asks = is_get && upgrades;
  read.agrees = is_switch && upgrades;
  return read;
}

bool may_be_http(std::span<const std::uint8_t> bytes) noexcept {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto fits = [&](std::string_view begin) {
    return text.substr(0, begin.size()) == begin.substr(0, text.size());
  };
  return fits(get) || fits(http);
}

}  // namespace godot::capture

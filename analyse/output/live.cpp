// SPDX-License-Identifier: MIT
#include "analyse/output/live.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "analyse/output/printing.h"
#include "analyse/output/terminal.h"
#include "codec/core/utf8.h"

namespace godot::analyse {
namespace {

using namespace std::chrono_literals;

/// The front of a line that has so many characters, with all that sets colours.
std::string cut(std::string_view line, unsigned columns) {
  std::string out;
  unsigned width = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b') {
      const std::size_t end = std::min(line.find('m', at), line.size() - 1);
      out += line.substr(at, end + 1 - at);
      at = end;
      continue;
    }
    if (!continues_character(line[at])) ++width;
    if (width <= columns) out += line[at];
  }
  return out;
}

}  // namespace

std::string screenful(const std::string& text, unsigned lines, unsigned columns) {
  std::string out = "\x1b[H";
  std::string_view rest = text;
  // The last line stays free: a line feed there would move all others.
  for (unsigned line = 0; line + 1 < lines && !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    out += cut(rest.substr(0, end), columns) + "\x1b[K\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out + "\x1b[J";
}

Screen::Screen(std::function<std::string()> text) : text_(std::move(text)), due_(Clock::now() + 1s) {
  std::fputs("\x1b[H\x1b[2J", stdout);
  std::fflush(stdout);
}

unsigned Screen::draw_if_due(unsigned most) {
  if (Clock::now() >= due_) {
    const auto [lines, columns] = terminal_size();
    const std::string shown = screenful(text_(), lines, columns);
    print(shown);
    std::fflush(stdout);
    due_ = Clock::now() + 1s;
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due_ - Clock::now()).count();
  return static_cast<unsigned>(std::clamp<long long>(left, 0, most));
}

void Screen::clear() {
  std::fputs("\x1b[H\x1b[2J", stdout);
  std::fflush(stdout);
}

}  // namespace godot::analyse

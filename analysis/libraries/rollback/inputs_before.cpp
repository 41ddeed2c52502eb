// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/inputs_before.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "codec/variant/plain_text.h"

namespace godot::analysis {
namespace {

constexpr std::uint32_t most_characters = 120;

const char* as_bytes(const RollbackPeerInput& input, const Arena& arena) {
  constexpr std::size_t most_bytes = 24;
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<char, 2 * most_bytes> text{};
  std::size_t size = 0;
  for (const std::uint8_t byte : input.bytes) {
    if (size + 2 > text.size()) break;
    text[size++] = digits[byte >> 4U];
    text[size++] = digits[byte & 0xFU];
  }
  const std::string_view more = size / 2 < input.size ? variant::ellipsis : std::string_view();
  return arena.joined({std::string_view(text.data(), size), more});
}

}  // namespace

const char* rollback_contents(const RollbackPeerInput& input, const variant::Dialect* dialect, const Arena& arena) {
  if (!input.by_node) return as_bytes(input, arena);
  std::array<char, 4096> out;
  const variant::TextLimits limits = {.characters = most_characters};
  variant::Options options;
  if (dialect != nullptr) options.dialect = dialect;
  // What was not kept counts as not captured.
  const Buffer bytes(input.bytes, input.size);
  const variant::Text text = variant::text_of(bytes, options, limits, out);
  return arena.joined({text.text, text.cut ? variant::ellipsis : std::string_view()});
}

const char* rollback_sameness(const RollbackPeerInput& input, const Arena& arena) {
  if (!input.different) return "the same bytes to all";
  return arena.text("other bytes in frame %u", input.other_frame);
}

const char* rollback_arrivals(const RollbackMatch& match, std::uint32_t tick, RollbackPeer sender,
                              const RollbackNames& names, const Arena& arena) {
  const char* text = "";
  constexpr unsigned most = 4;
  unsigned count = 0;
  for (const RollbackArrival& arrival : match.arrivals(tick)) {
    if (arrival.sender != sender || count == most) continue;
    const char* before = count++ != 0 ? ", " : "";
    const auto late = arrival.behind - static_cast<std::int32_t>(rollback_usual_delay);
    if (late <= 0) text = arena.joined({text, before, "in time at ", names.name(arrival.receiver)});
    else
      text = arena.text("%s%s%d tick%s late at %s", text, before, late, late == 1 ? "" : "s",
                        names.name(arrival.receiver));
  }
  return text;
}

const char* rollback_agreement(const RollbackDivergence& divergence, const RollbackNames& names, const Arena& arena) {
  const std::vector<RollbackPeerHash>& hashes = divergence.hashes;
  const char* text = "";
  constexpr std::size_t most = 8;
  const std::size_t count = std::min(hashes.size(), most);
  for (std::size_t i = 0; i != count; ++i) {
    const auto is_same = [&](std::size_t other) { return hashes[other].hash == hashes[i].hash; };
    bool is_first = true;
    for (std::size_t before = 0; before != i; ++before) is_first = is_first && !is_same(before);
    if (!is_first) continue;
    if (*text != '\0') text = arena.joined({text, " | "});
    text = arena.joined({text, names.name(hashes[i].peer)});
    for (std::size_t other = i + 1; other != count; ++other) {
      if (is_same(other)) text = arena.joined({text, " = ", names.name(hashes[other].peer)});
    }
  }
  return text;
}

}  // namespace godot::analysis

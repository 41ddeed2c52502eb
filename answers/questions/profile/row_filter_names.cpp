// SPDX-License-Identifier: MIT
#include "answers/questions/profile/row_filter_names.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "answers/tables/filters.h"

namespace godot::analysis::profile {
namespace {

constexpr std::string_view field = "godot.profile.row";
constexpr std::string_view anything = "\u2026";
constexpr std::string_view anything_below = "/\u2026";  // also where nothing is below
constexpr std::size_t most_in_list = 64;
constexpr std::size_t most_without_pattern = 8;

std::string text_of(std::string_view kind, std::string_view name) {
  std::string text(kind);
  text += ' ';
  text += name;
  return text;
}

std::string expression_of(std::string_view pattern) {
  std::string text = "(?-i)^";
  while (!pattern.empty()) {
    if (pattern.starts_with(anything_below)) {
      text += "(/.*)?";
      pattern.remove_prefix(anything_below.size());
      continue;
    }
    if (pattern.starts_with(anything)) {
      text += ".*";
      pattern.remove_prefix(anything.size());
      continue;
    }
    text += pattern.front() == '*' ? "[^/]*" : report::literal(pattern.substr(0, 1));
    pattern.remove_prefix(1);
  }
  return text + '$';
}

}  // namespace

std::string row_name(std::string_view kind, const char* node, const char* member) {
  std::string text(kind);
  if (node != nullptr && *node != '\0') text.append(" of ").append(node);
  if (member != nullptr && *member != '\0') text.append(": ").append(member);
  return text;
}

std::string row_of_kind(std::string_view kind) { return text_of("kind", kind); }
std::string row_without_channel(std::string_view kind) { return row_of_kind(kind) + " without channel"; }
std::string row_of_node(std::string_view node) { return text_of("node", node); }
std::string row_of_scene(std::string_view scene) { return text_of("scene", scene); }
std::string row_of_peers(std::string_view from, std::string_view to) {
  return text_of(text_of("from", from), text_of("to", to));
}
std::string row_of_channel(std::uint64_t channel, std::string_view mode) {
  return text_of(text_of("channel", std::to_string(channel)), mode);
}

std::string peer_name(std::int32_t id, bool known, const char* name) {
  if (name != nullptr) return (id < 0 ? "all but " : "") + std::string(name);
  if (!known) return "?";
  if (id == 0) return "all";
  const std::string other =
      std::abs(std::int64_t{id}) == facts::server ? "server" : std::to_string(std::abs(std::int64_t{id}));
  return (id < 0 ? "all but " : "") + other;
}

void each_row(const facts::Item& item, const std::function<void(const std::string&)>& each) {
  const char* kind = facts::name(item.kind);
  if (item.kind == facts::Kind::fragment) return;  // its bytes are its message's
  if (facts::is_message(item.kind)) each(row_of_kind(kind));
  if (item.parts == nullptr) each(row_name(kind, nullptr, nullptr));
  for (const facts::Part* part = item.parts; part != nullptr; part = part->next) {
    each(row_name(kind, part->node, part->member));
    if (part->node != nullptr) each(row_of_node(part->node));
    if (part->scene != nullptr) each(row_of_scene(part->scene));
  }
  if (item.on_channel) each(row_of_channel(item.channel, facts::name(item.mode)));
  else if (facts::is_message(item.kind)) each(row_without_channel(kind));
  const facts::Route& route = item.route();
  if (route.source != 0 || route.target_known)
    each(row_of_peers(peer_name(route.source, route.source != 0, route.source_name),
                      peer_name(route.target, route.target_known, route.target_name)));
}

const RowName* row_names(const facts::Frame& frame, const Arena& arena) {
  const RowName* first = nullptr;
  const auto keep = [&](const std::string& name) { first = &arena.make(RowName{first, arena.joined({name})}); };
  for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const facts::Item* item = envelope->items; item != nullptr; item = item->next) each_row(*item, keep);
  }
  return first;
}

namespace {

/// Where a star of a pattern is, and what it has taken of a name.
struct Star {
  std::size_t behind = std::string_view::npos;  // in the pattern; npos: there is none
  std::size_t taken = 0;                        // up to here in the name
};

/// Each star takes as little as it can, and more if the rest does not fit; an earlier one for a part of a path cannot
/// help then, but the last one for anything can. A star in a node's name is one of the pattern, too. `steps`: see
/// NamePattern.
bool fits(std::string_view name, std::string_view pattern, std::uint64_t& steps) noexcept {
  constexpr std::size_t none = std::string_view::npos;
  std::size_t at = 0;
  std::size_t in = 0;
  Star within;  // a star that stands for a name
  Star over;    // a star that stands for anything
  while (at != name.size()) {
    if (steps == 0) return false;
    --steps;
    const std::string_view rest = pattern.substr(in);
    const bool is_anything = rest.starts_with(anything);
    if (is_anything || rest.starts_with('*')) {
      in += is_anything ? anything.size() : 1;
      (is_anything ? over : within) = {.behind = in, .taken = at};
      if (is_anything) within = {};
    } else if (!rest.empty() && rest.front() == name[at]) {
      ++in;
      ++at;
    } else {
      if (within.behind != none && name[within.taken] == '/') within = {};
      Star& star = within.behind != none ? within : over;
      if (star.behind == none) return false;
      in = star.behind;
      at = ++star.taken;
    }
  }
  std::string_view rest = pattern.substr(in);
  while (rest.starts_with('*') || rest.starts_with(anything))
    rest.remove_prefix(rest.front() == '*' ? 1 : anything.size());
  return rest.empty();
}

}  // namespace

NamePattern::NamePattern(std::string_view pattern) : pattern_(pattern) {
  const std::size_t below = pattern.find(anything_below);
  if (below != std::string_view::npos) at_top_ = std::string(pattern).erase(below, anything_below.size());
}

bool NamePattern::matches(std::string_view name, std::uint64_t& steps) const noexcept {
  return fits(name, pattern_, steps) || (!at_top_.empty() && fits(name, at_top_, steps));
}

RowFilter::Way RowFilter::way(const std::vector<std::string>& names, std::string_view pattern) const {
  if (names.size() <= most_without_pattern) return Way::list;
  const NamePattern whole(pattern);
  const auto is_in = [&](const std::string& name) { return whole.matches(name, steps_); };
  const bool fits_all = steps_ != 0 && std::all_of(names.begin(), names.end(), is_in);
  const bool fits_others = !fits_all || std::any_of(others_.begin(), others_.end(), [&](const std::string& other) {
    return steps_ == 0 || (is_in(other) && !std::binary_search(names.begin(), names.end(), other));
  });
  if (!fits_others && steps_ != 0) return Way::pattern;
  return names.size() <= most_in_list ? Way::list : Way::pattern_with_others;
}

bool RowFilter::is_exact(const std::vector<std::string>& names, std::string_view pattern) const {
  return way(names, pattern) != Way::pattern_with_others;
}

std::string RowFilter::of(const std::vector<std::string>& names, std::string_view pattern) const {
  if (names.empty()) return {};
  std::string filter(field);
  if (way(names, pattern) != Way::list) return filter + " matches " + report::quoted(expression_of(pattern));
  if (names.size() == 1) return filter + " == " + report::quoted(names.front());
  filter += " in {";
  for (const std::string& name : names) filter += (&name == &names.front() ? "" : ", ") + report::quoted(name);
  return filter + '}';
}

}  // namespace godot::analysis::profile

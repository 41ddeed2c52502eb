// SPDX-License-Identifier: MIT
#include "analysis/mirror/doubles.h"

#include <algorithm>
#include <cstring>

namespace godot::analysis {
namespace {

/// Of an attacker's bytes, too: chain_hash() has a secret.
std::uint64_t content_of(const Buffer& bytes, std::size_t compared) noexcept {
  std::uint64_t hash = chain_hash(0, bytes.reported);
  std::uint64_t word = 0;
  auto left = bytes.captured.first(std::min(bytes.captured.size(), compared));
  for (; left.size() >= sizeof word; left = left.subspan(sizeof word)) {
    std::memcpy(&word, left.data(), sizeof word);
    hash = chain_hash(hash, word);
  }
  word = 0;
  if (!left.empty()) std::memcpy(&word, left.data(), left.size());
  return chain_hash(hash, word);
}

}  // namespace

void Doubles::add(const Seen& seen, const Buffer& bytes) {
  const bool has_peers = seen.from != 0 && seen.to != 0;
  if (seen.source == Source::network && !has_peers && !has_unknown_peers_) forget_peers();
  const auto source = static_cast<std::size_t>(seen.source);
  Key key = {.content = content_of(bytes, compared)};
  if (!has_unknown_peers_) key = {.content = key.content, .from = seen.from, .to = seen.to};
  Same& same = same_[key];
  if (const std::uint32_t found = find(same, source, seen.time); found != 0) {
    Message& known = message(found);
    known.in[source] = seen.frame;
    same.without[source] = known.next;
    return count(known, seen.frame);
  }
  Message& added = messages_.emplace_back();
  added.content = key.content;
  added.time = seen.time;
  added.in[source] = seen.frame;
  append(same, static_cast<std::uint32_t>(messages_.size()));
}

bool Doubles::counts_problem(std::uint32_t record, bool first_pass, const char* kind) {
  if (!expects_) return true;
  const std::uint32_t elsewhere = counted_in(record, first_pass);
  const KindOfMessage key = {.kind = kind, .frame = elsewhere != 0 ? elsewhere : record, .first_pass = first_pass};
  const auto [first, is_new] = problem_in_.try_emplace(key, record);
  *first = std::min(*first, record);
  return *first == record;
}

/// The first message that this source lacks; 0: none.
std::uint32_t Doubles::find(Same& same, std::size_t source, std::int64_t time) noexcept {
  std::uint32_t& first = same.without[source];
  while (first != 0 && message(first).in[source] != 0) first = message(first).next;
  std::uint32_t found = first;
  while (found != 0 && message(found).next != 0 && time - message(found).time > longest_wait) {
    const std::uint32_t next = message(found).next;
    if (message(next).in[source] != 0) break;
    found = next;
  }
  return found;
}

/// Adds the message of this number to those of its key.
void Doubles::append(Same& same, std::uint32_t number) {
  if (same.last != 0) message(same.last).next = number;
  same.last = number;
  for (std::size_t each = 0; each != sources; ++each) {
    if (same.without[each] == 0 && message(number).in[each] == 0) same.without[each] = number;
  }
}

/// Orders all messages by their contents alone.
void Doubles::forget_peers() {
  has_unknown_peers_ = true;
  same_.clear();
  for (std::uint32_t number = 1; number <= messages_.size(); ++number) {
    message(number).next = 0;
    append(same_[{.content = message(number).content}], number);
  }
}

/// `last`: the frame that was read last.
void Doubles::count(const Message& message, std::uint32_t last) {
  std::uint32_t counted = 0;
  std::uint32_t first = last;
  for (const std::uint32_t frame : message.in) {
    if (frame == 0) continue;
    first = std::min(first, frame);
    if (counted == 0) counted = frame;
    else counted_in_[frame] = counted;
  }
  read_first_[last] = first;
}

}  // namespace godot::analysis

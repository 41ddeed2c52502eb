// SPDX-License-Identifier: MIT
#include "codec/relay/relay_fate.h"

#include <charconv>
#include <cstring>

namespace godot::relay {
namespace {

constexpr std::string_view names[outcome_count] = {
    "passed", "loss", "burst", "queue full", "no room in the relay", "player not proven", "sent"};

class Writer {
 public:
  explicit Writer(FateText& out) noexcept : out_(out) {}

  Writer& operator<<(std::string_view text) noexcept {
    std::memcpy(out_.data() + at_, text.data(), text.size());
    at_ += text.size();
    return *this;
  }
  Writer& operator<<(std::uint64_t number) noexcept {
    at_ =
        static_cast<std::size_t>(std::to_chars(out_.data() + at_, out_.data() + out_.size(), number).ptr - out_.data());
    return *this;
  }
  void time(std::uint64_t microseconds) noexcept {
    const auto part = static_cast<unsigned>(microseconds % 1000);
    const char digits[] = {static_cast<char>('0' + part / 100), static_cast<char>('0' + part / 10 % 10),
                           static_cast<char>('0' + part % 10)};
    *this << microseconds / 1000 << "." << std::string_view(digits, 3) << " ms";
  }
  [[nodiscard]] std::string_view text() const noexcept { return {out_.data(), at_}; }

 private:
  FateText& out_;
  std::size_t at_ = 0;
};

class Reader {
 public:
  explicit Reader(std::string_view text) noexcept : left_(text) {}

  bool skip(std::string_view text) noexcept {
    if (!left_.starts_with(text)) return false;
    left_.remove_prefix(text.size());
    return true;
  }
  template <class Number>
  bool number(Number& number) noexcept {
    const char* const begin = left_.data();
    const auto [end, error] = std::from_chars(begin, begin + left_.size(), number);
    const bool is_plain = !left_.empty() && (left_[0] != '0' || end == begin + 1);
    if (error != std::errc() || !is_plain) return false;
    left_.remove_prefix(static_cast<std::size_t>(end - begin));
    return true;
  }
  bool time(std::uint64_t& microseconds) noexcept {
    constexpr std::uint64_t longest = 1'000'000'000'000;  // ms: no overflow below
    std::uint64_t whole = 0;
    if (!number(whole) || whole > longest || !skip(".") || left_.size() < 3) return false;
    microseconds = whole;
    for (const char digit : left_.substr(0, 3)) {
      if (digit < '0' || digit > '9') return false;
      microseconds = microseconds * 10 + static_cast<unsigned>(digit - '0');
    }
    left_.remove_prefix(3);
    return skip(" ms");
  }
  [[nodiscard]] bool ended() const noexcept { return left_.empty(); }

 private:
  std::string_view left_;
};

constexpr std::string_view beginning = "godot link: player ";
constexpr std::string_view up = " to server, #";
constexpr std::string_view down = " from server, #";
constexpr std::string_view queued = ", queued ";
constexpr std::string_view held_back = ", held back ";
constexpr std::string_view twice = ", twice after ";
constexpr std::string_view copy = ", copy ";
constexpr std::string_view dropped = "dropped, ";
constexpr std::string_view passed = "passed after ";

}  // namespace

std::string_view name(Outcome outcome) noexcept { return names[static_cast<unsigned>(outcome)]; }

std::string_view write_fate(const Fate& fate, FateText& out) noexcept {
  Writer writer(out);
  writer << beginning << fate.player << (fate.to_server ? up : down) << fate.number << ": ";
  if (is_dropped(fate.outcome)) {
    writer << dropped << name(fate.outcome);
  } else if (fate.outcome == Outcome::sent) {
    writer << name(fate.outcome);
    if (fate.copy > 1) writer << copy << fate.copy;
  } else {
    writer << passed;
    writer.time(fate.delay);
    if (fate.queued != 0) (writer << queued).time(fate.queued);
    if (fate.held_back != 0) (writer << held_back).time(fate.held_back);
    if (fate.twice != 0) (writer << twice).time(fate.twice);
  }
  return writer.text();
}

bool read_fate(std::string_view text, Fate& fate) noexcept {
  Reader reader(text);
  fate = {};
  if (!reader.skip(beginning) || !reader.number(fate.player)) return false;
  fate.to_server = reader.skip(up);
  if (!fate.to_server && !reader.skip(down)) return false;
  if (!reader.number(fate.number) || !reader.skip(": ")) return false;
  if (reader.skip(dropped)) {
    for (unsigned i = 0; i < outcome_count; ++i) {
      const auto outcome = static_cast<Outcome>(i);
      if (!is_dropped(outcome) || !reader.skip(names[i])) continue;
      fate.outcome = outcome;
      return reader.ended();
    }
    return false;
  }
  if (reader.skip(passed)) {
    if (!reader.time(fate.delay)) return false;
    if (reader.skip(queued) && !(reader.time(fate.queued) && fate.queued != 0)) return false;
    if (reader.skip(held_back) && !(reader.time(fate.held_back) && fate.held_back != 0)) return false;
    if (reader.skip(twice) && !(reader.time(fate.twice) && fate.twice != 0)) return false;
    return reader.ended();
  }
  fate.outcome = Outcome::sent;
  if (!reader.skip(names[static_cast<unsigned>(Outcome::sent)])) return false;
  if (reader.skip(copy) && !(reader.number(fate.copy) && fate.copy > 1)) return false;
  return reader.ended();
}

}  // namespace godot::relay

// SPDX-License-Identifier: MIT
#include "analyse/command_line/time_filter.h"

#include <charconv>
#include <utility>

namespace godot::analyse {
namespace {

constexpr unsigned decimals = 9;
constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t most_seconds = 1'000'000'000;  // 31 years: nanoseconds of it are far from the largest number

void skip_spaces(std::string_view& text) noexcept {
  while (text.starts_with(' ')) text.remove_prefix(1);
}

bool take(std::string_view& text, std::string_view word) noexcept {
  skip_spaces(text);
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Takes digits as a number that is not above `most`.
std::optional<std::int64_t> take_digits(std::string_view& text, std::int64_t most) noexcept {
  std::int64_t number = 0;
  if (text.empty() || text[0] == '-') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > most) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<std::int64_t> take_time(std::string_view& text) noexcept {
  skip_spaces(text);
  const auto whole = take_digits(text, most_seconds);
  if (!whole) return std::nullopt;
  if (!text.starts_with('.')) return *whole * second;
  text.remove_prefix(1);
  const std::size_t before = text.size();
  auto part = take_digits(text, second - 1);
  const std::size_t digits = before - text.size();
  if (!part || digits > decimals) return std::nullopt;
  for (std::size_t each = digits; each < decimals; ++each) *part *= 10;
  return *whole * second + *part;
}

class Within final : public analysis::Request {
 public:
  Within(Span span, std::unique_ptr<analysis::Request> request) noexcept : span_(span), request_(std::move(request)) {}

  void begin(const analysis::Environment& environment) override { request_->begin(environment); }
  void add(analysis::facts::Frame& frame, const analysis::Packet& packet) override {
    if (frame.time >= span_.begin && frame.time < span_.end) request_->add(frame, packet);
  }
  [[nodiscard]] bool reads_ages() const noexcept override { return request_->reads_ages(); }
  void finish(const analysis::report::Output& out) override { request_->finish(out); }

 private:
  Span span_;
  std::unique_ptr<analysis::Request> request_;
};

}  // namespace

std::optional<Span> read_time_filter(std::string_view text) noexcept {
  constexpr std::string_view field = "frame.time_relative";
  if (!take(text, field) || !take(text, ">=")) return std::nullopt;
  const auto begin = take_time(text);
  if (!begin || (!take(text, "&&") && !take(text, "and ")) || !take(text, field) || !take(text, "<"))
    return std::nullopt;
  const auto end = take_time(text);
  skip_spaces(text);
  if (!end || !text.empty()) return std::nullopt;
  return Span{.begin = *begin, .end = *end};
}

std::unique_ptr<analysis::Request> within(Span span, std::unique_ptr<analysis::Request> request) {
  return std::make_unique<Within>(span, std::move(request));
}

}  // namespace godot::analyse

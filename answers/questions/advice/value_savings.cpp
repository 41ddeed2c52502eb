// SPDX-License-Identifier: MIT
#include "answers/questions/advice/value_savings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>

#include "base/parse_real.h"
#include "codec/variant/numbers.h"

namespace godot::analysis::advice {
namespace {

using facts::Part;
using facts::Value;

constexpr double largest_half = 65504;
constexpr double largest_whole = 32767;

/// Of an int that has so many numbers of 16 bits.
constexpr std::uint32_t packed_size(std::size_t numbers) noexcept { return numbers == 1 ? 3 : numbers == 2 ? 5 : 9; }

double power_of_ten(std::size_t exponent) noexcept {
  double power = 1;
  for (; exponent != 0; --exponent) power *= 10;
  return power;
}

/// A real of eight bytes has a text: "0.1". Empty: it is none.
std::optional<double> number_in(std::string_view text) {
  constexpr std::size_t longest = 32;
  if (text.size() > longest || text.find_first_of(".e") == std::string_view::npos) return std::nullopt;
  return real_in(text);
}

/// A String, StringName or NodePath, as Godot writes it.
bool is_text(std::string_view text) noexcept {
  if (!text.empty() && (text.front() == '&' || text.front() == '^')) text.remove_prefix(1);
  return !text.empty() && text.front() == '"';
}

std::string figure(double value) {
  std::array<char, 32> text = {};
  const int size = std::snprintf(text.data(), text.size(), "%.3g", value);
  std::string result(text.data(), static_cast<std::size_t>(std::max(size, 0)));
  std::replace(result.begin(), result.end(), ',', '.');  // the locale may write a comma
  return result;
}

/// The part that has this value; null: none. `from`: the parts of the message, from the first that was not found yet.
const Part* part_of(const Value& value, const Part*& from) noexcept {
  for (const Part* part = from; part != nullptr; part = part->next) {
    if (part->node != value.node || !has_name(value, *part)) continue;
    from = part->next;
    return part;
  }
  return nullptr;
}

}  // namespace

double nearest_half(double value) noexcept {
  constexpr int fraction_bits = 11;
  constexpr int least_exponent = -24;
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const double step = std::ldexp(1, std::max(exponent - fraction_bits, least_exponent));
  const double rounded = std::nearbyint(value / step) * step;
  return std::fabs(rounded) > largest_half ? std::numeric_limits<double>::infinity() : rounded;
}

void Values::add(const facts::Item& item) {
  in_order_.clear();
  for (const Value* value = item.values; value != nullptr; value = value->next) in_order_.push_back(value);
  std::reverse(in_order_.begin(), in_order_.end());  // the facts have the last one first
  const Part* from = item.parts;
  for (const Value* value : in_order_) {
    const Part* part = part_of(*value, from);
    const std::uint32_t group = part != nullptr ? groups_.of(*part) : Groups::none;
    if (group == Groups::none) {
      ++left_out_;
      continue;
    }
    const std::pair<std::uint32_t, std::string_view> key = {group, value->member};
    auto known = properties_.find(key);
    if (known == properties_.end()) {
      if (properties_.size() == most_properties) {
        ++left_out_;
        continue;
      }
      known = properties_.try_emplace(key).first;
    }
    add_value(known->second, *value, *part);
  }
}

void Values::add_value(Property& property, const Value& value, const Part& part) {
  if (!value.numbers.bytes.empty()) return add_numbers(property, value.numbers);
  if (is_text(value.text)) {
    ++property.texts;
    property.text_bytes += part.own;
    if (property.different.size() <= most_texts) property.different.insert(part.digest);
    return;
  }
  constexpr std::uint32_t real_size = 12;  // a header, and eight bytes
  const std::optional<double> number = part.own == real_size ? number_in(value.text) : std::nullopt;
  if (!number) {
    property.is_mixed = true;
    return;
  }
  ++property.values;
  property.own += part.own;
  property.packed += packed_size(1);
  add_number(property, *number);
}

void Values::add_numbers(Property& property, const facts::SentNumbers& sent) {
  const variant::Numbers numbers(sent.bytes, *sent.dialect, sent.precision);
  const variant::TypeRow& type = numbers.type();
  const bool is_real = type.kind == variant::Kind::floating;
  const bool has_fractions =
      type.layout.component != variant::Component::int32 && type.layout.component != variant::Component::int64;
  const std::size_t count = is_real ? 1 : type.layout.count;
  if (!is_real && (type.kind != variant::Kind::math || !has_fractions || count > most_numbers)) {
    property.is_mixed = true;
    return;
  }
  ++property.values;
  property.own += sent.bytes.size();
  property.packed += packed_size(count);
  for (std::size_t i = 0; i != count; ++i) add_number(property, numbers[i]);
}

void Values::add_number(Property& property, double number) noexcept {
  property.largest = std::max(property.largest, std::fabs(number));
  property.half_error = std::max(property.half_error, std::fabs(number - nearest_half(number)));
  double power = 1;
  for (double& error : property.errors) {
    error = std::max(error, std::fabs(number - std::nearbyint(number * power) / power));
    power *= 10;
  }
}

void Values::append(std::vector<Saving>& savings, const States::Members& moved) const {
  for (const auto& [which, property] : properties_) {
    if (property.is_mixed || moved.contains(which)) continue;
    if (property.values >= least_values && property.texts == 0) append_numbers(savings, which, property);
    if (property.texts >= least_values && property.values == 0) append_texts(savings, which, property);
  }
}

void Values::append_numbers(std::vector<Saving>& savings, const std::pair<std::uint32_t, std::string_view>& which,
                            const Property& property) const {
  if (property.packed >= property.own || property.largest == 0) return;
  std::optional<std::size_t> decimals;
  for (std::size_t i = 0; i <= most_decimals; ++i) {
    if (std::nearbyint(property.largest * power_of_ten(i)) <= largest_whole) decimals = i;
  }
  const bool has_halves = property.largest <= largest_half;
  if (!decimals && !has_halves) return;
  const bool is_whole = decimals && (!has_halves || property.errors[*decimals] <= property.half_error);
  const double error = is_whole ? property.errors[*decimals] : property.half_error;
  const std::string form = !is_whole        ? "half floats"
                           : *decimals == 0 ? "whole numbers"
                                            : "whole numbers of " + figure(1 / power_of_ten(*decimals));
  savings.push_back({.advice = "fewer_bits",
                     .node = groups_.shown(which.first),
                     .member = std::string(which.second),
                     .bytes = static_cast<double>(property.own - property.packed),
                     .costs = "As " + form + ", 16 bits each, in one int: the largest error is " + figure(error) + ".",
                     .how = "The error over " + counted(property.values, "value") + " up to " +
                            figure(property.largest) + ": " + std::to_string(property.own) + " bytes become " +
                            std::to_string(property.packed) + ".",
                     .filter = filter_of_group(groups_.shown(which.first))});
}

void Values::append_texts(std::vector<Saving>& savings, const std::pair<std::uint32_t, std::string_view>& which,
                          const Property& property) const {
  constexpr std::uint64_t numbered = 2;
  constexpr std::uint64_t repeated = 4;  // times that each text comes, at least
  if (property.different.size() > most_texts || property.different.size() * repeated > property.texts) return;
  if (property.text_bytes <= numbered * property.texts) return;
  const std::uint64_t bytes = numbered * property.texts;
  savings.push_back({.advice = "name_list",
                     .node = groups_.shown(which.first),
                     .member = std::string(which.second),
                     .bytes = static_cast<double>(property.text_bytes - bytes),
                     .costs = "Both ends need the same list of texts: one that is not in it cannot be sent.",
                     .how = counted(property.texts, "value") + " are " + counted(property.different.size(), "text") +
                            " of " + std::to_string(property.text_bytes) +
                            " bytes; by number, 2 bytes each: " + std::to_string(bytes) + ".",
                     .filter = filter_of_group(groups_.shown(which.first))});
}

}  // namespace godot::analysis::advice

// SPDX-License-Identifier: MIT
// What values of properties in states could save: fewer bits for numbers with a fraction, and a number for a text of a
// list.
//
// Numbers: one to four reals as 16 bits each, in one int: half floats, or whole numbers of 10^-n. The largest error is
// that over all values of the capture; the form with the smaller one is advised.
//
// Source of the sizes: encode_and_compress_variant in multiplayer_api.cpp of Godot 4: an int is a byte, and 1, 2, 4 or
// 8 for its value.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "answers/questions/advice/savings.h"
#include "answers/questions/advice/state_savings.h"
#include "base/number_hash.h"

namespace godot::analysis::advice {

/// The nearest half float, by value: 11 bits of the fraction, and steps of 2^-24 below 2^-14. Beyond 65,504: infinite.
[[nodiscard]] double nearest_half(double value) noexcept;

class Values {
 public:
  explicit Values(Groups& groups) : groups_(groups) {}

  /// The values of a message of states.
  void add(const facts::Item& item);

  /// Appends what can be saved, but for properties that should be On Change.
  void append(std::vector<Saving>& savings, const States::Members& moved) const;

  [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::size_t most_decimals = 6;
  static constexpr std::size_t most_numbers = 4;
  static constexpr std::size_t most_properties = 1U << 12U;
  static constexpr std::size_t most_texts = 127;  ///< the largest number of one byte
  static constexpr std::uint64_t least_values = 20;

  struct Property {
    std::uint64_t own = 0;     ///< bytes that the numbers have taken
    std::uint64_t packed = 0;  ///< ... as 16 bits each
    std::uint64_t values = 0;  ///< how many values were numbers
    double largest = 0;
    double half_error = 0;
    std::array<double, most_decimals + 1> errors = {};  ///< by the number of decimals
    std::uint64_t texts = 0;
    std::uint64_t text_bytes = 0;
    std::unordered_set<std::uint64_t, NumberHash> different = {};  ///< texts, by their digests
    bool is_mixed = false;                                         ///< other values, or too many texts
  };

  void add_value(Property& property, const facts::Value& value, const facts::Part& part);
  static void add_number(Property& property, double number) noexcept;
  static void add_numbers(Property& property, const facts::SentNumbers& sent);
  void append_numbers(std::vector<Saving>& savings, const std::pair<std::uint32_t, std::string_view>& which,
                      const Property& property) const;
  void append_texts(std::vector<Saving>& savings, const std::pair<std::uint32_t, std::string_view>& which,
                    const Property& property) const;

  Groups& groups_;
  std::map<std::pair<std::uint32_t, std::string_view>, Property> properties_;
  std::vector<const facts::Value*> in_order_;  ///< of a message; here to keep its memory
  std::uint64_t left_out_ = 0;
};

}  // namespace godot::analysis::advice

// SPDX-License-Identifier: MIT
#include "project/text/constant_expression.h"

#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

using Value = std::optional<std::int64_t>;

struct Operator {
  std::string_view text;
  int rank;  ///< binds more closely than those of a lower rank
};

// Longer ones first, so that `<<` is not read as an operator of its first character.
constexpr Operator operators[] = {
    {"<<", 4}, {">>", 4}, {"|", 1}, {"^", 2}, {"&", 3}, {"+", 5}, {"-", 5}, {"*", 6}, {"/", 6}, {"%", 6},
};

constexpr std::int64_t largest = std::int64_t{1} << 31;  // intermediate results; their products fit into 64 bits
constexpr int deepest = 32;

Value bounded(std::int64_t value) { return value >= -largest && value <= largest ? Value(value) : std::nullopt; }

Value applied(char what, std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most_bits = 31;
  const bool is_shift = what == '<' || what == '>';
  if (is_shift && (a < 0 || b < 0 || b > most_bits)) return std::nullopt;
  switch (what) {
    case '<': return bounded(a << b);
    case '>': return a >> b;
    case '|': return a | b;
    case '^': return a ^ b;
    case '&': return a & b;
    case '+': return bounded(a + b);
    case '-': return bounded(a - b);
    case '*': return bounded(a * b);
    case '/': return b != 0 ? Value(a / b) : std::nullopt;
    case '%': return b != 0 ? Value(a % b) : std::nullopt;
    default: return std::nullopt;
  }
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  Value whole() {
    const Value value = binary(1);
    skip_space();
    return rest_.empty() ? value : std::nullopt;
  }

 private:
  void skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  }

  bool take(char character) {
    skip_space();
    if (rest_.empty() || rest_.front() != character) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// The operator that follows; null: none, or a power, which is not evaluated.
  const Operator* next() {
    skip_space();
    if (rest_.starts_with("**")) return nullptr;
    for (const Operator& each : operators) {
      if (rest_.starts_with(each.text)) return &each;
    }
    return nullptr;
  }

  Value binary(int least) {
    Value left = unary();
    while (left) {
      const Operator* found = next();
      if (found == nullptr || found->rank < least) break;
      rest_.remove_prefix(found->text.size());
      const Value right = binary(found->rank + 1);
      left = right ? applied(found->text.front(), *left, *right) : std::nullopt;
    }
    return left;
  }

  Value unary() {
    if (++depth_ > deepest) return std::nullopt;
    Value value;
    if (take('-')) {
      value = unary();
      if (value) value = -*value;
    } else if (take('+')) {
      value = unary();
    } else if (take('~')) {
      value = unary();
      if (value) value = ~*value;
    } else if (take('(')) {
      value = binary(1);
      if (!take(')')) value.reset();
    } else {
      value = number();
    }
    --depth_;
    return value;
  }

  Value number() {
    int base = 10;
    if (rest_.starts_with("0x")) base = 16;
    if (rest_.starts_with("0b")) base = 2;
    if (base != 10) rest_.remove_prefix(2);
    Value value;
    while (!rest_.empty() && (is_name_part(rest_.front()) || rest_.front() == '.')) {
      const char character = rest_.front();
      rest_.remove_prefix(1);
      if (character == '_' && value) continue;
      const int digit = digit_of(character);
      if (digit < 0 || digit >= base) return std::nullopt;
      value = bounded(value.value_or(0) * base + digit);
      if (!value) return std::nullopt;
    }
    return value;
  }

  static int digit_of(char character) {
    constexpr int ten = 10;
    if (is_digit(character)) return character - '0';
    if (character >= 'a' && character <= 'f') return character - 'a' + ten;
    if (character >= 'A' && character <= 'F') return character - 'A' + ten;
    return -1;
  }

  std::string_view rest_;
  int depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> constant_value(std::string_view expression) noexcept { return Reader(expression).whole(); }

}  // namespace godot::analysis::project

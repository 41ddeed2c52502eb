// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>

// What scripts/mutate writes into the sources: every change has a number, and the environment says which one is made.
namespace changes {

// Bits of a mark: the change was met, or it would not compile.
inline constexpr unsigned char MET = 1;
inline constexpr unsigned char IMPOSSIBLE = 2;

extern int chosen;
extern unsigned char* marks;

template <int ID>
bool on() {
  marks[ID] |= MET;
  return ID == chosen;
}

// That a template uses it marks the change before the tests begin.
template <int ID>
struct Impossible {
  static inline const bool NOTED = (marks[ID] |= IMPOSSIBLE) != 0;
};

// A change of the type is left to the compiler: it fails here, and scripts/mutate changes the text instead.
#define CHANGES_OPERATOR(NAME, BEFORE, AFTER)                                   \
  template <int ID, class A, class B>                                           \
  auto NAME(const A& a, const B& b) {                                           \
    if constexpr (requires { a AFTER b; }) {                                    \
      static_assert(std::is_same_v<decltype(a BEFORE b), decltype(a AFTER b)>); \
      return on<ID>() ? a AFTER b : a BEFORE b;                                 \
    } else {                                                                    \
      static_cast<void>(Impossible<ID>::NOTED);                                 \
      return a BEFORE b;                                                        \
    }                                                                           \
  }
CHANGES_OPERATOR(equal, ==, !=)
CHANGES_OPERATOR(unequal, !=, ==)
CHANGES_OPERATOR(less, <, <=)
CHANGES_OPERATOR(less_equal, <=, <)
CHANGES_OPERATOR(greater, >, >=)
CHANGES_OPERATOR(greater_equal, >=, >)
CHANGES_OPERATOR(plus, +, -)
CHANGES_OPERATOR(minus, -, +)
#undef CHANGES_OPERATOR

template <int ID>
bool inverted(bool value) {
  return on<ID>() != value;
}

// A whole condition, or a whole operand of && and ||.
template <int ID, class T>
bool negated(const T& value) {
  if constexpr (requires { !value; }) {
    return on<ID>() ? !value : static_cast<bool>(value);
  } else {
    static_cast<void>(Impossible<ID>::NOTED);
    return static_cast<bool>(value);
  }
}

// The first operand of a comparison or sum: ! binds closer.
template <int ID, class T>
T negated_first(const T& value) {
  static_assert(std::is_arithmetic_v<T>);
  return on<ID>() ? static_cast<T>(!value) : value;
}

template <int ID, class T>
T number(T value) {
  return on<ID>() ? value + 1 : value;
}

// An operator between two operands of logic(); without a number, it stays.
template <char OPERATOR, int ID>
struct Op {
  static bool is_and() {
    if constexpr (ID < 0) {
      return OPERATOR == '&';
    } else {
      return (OPERATOR == '&') != on<ID>();
    }
  }
};

// Operands of && and || without parentheses between them, each evaluated only where the operators before it ask for it:
// a changed operator binds as it would in the text.
template <class... Operators, class... Operands>
bool logic(const Operands&... operands) {
  const bool is_and[] = {Operators::is_and()...};
  std::size_t at = 0;
  bool is_true = true;
  bool is_known = false;
  const auto step = [&](const auto& operand) {
    if (is_known) {
      return;
    }
    is_true = is_true && operand();
    if (at != sizeof...(Operators) && !is_and[at++]) {
      is_known = is_true;
      is_true = true;
    }
  };
  (step(operands), ...);
  return is_true;
}

}  // namespace changes

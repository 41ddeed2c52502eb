// SPDX-License-Identifier: MIT
#include "analysis/facts/watches.h"

#include <algorithm>
#include <cstring>

#include "base/glob.h"
#include "codec/core/number.h"

namespace godot::analysis::plots {
namespace {

constexpr std::string_view of_values = "godot.variant.";

bool is_number(FieldType type) noexcept {
  switch (type) {
    case FieldType::boolean:
    case FieldType::uint8:
    case FieldType::uint16:
    case FieldType::uint32:
    case FieldType::int32:
    case FieldType::int64:
    case FieldType::uint64:
    case FieldType::real:
    case FieldType::float64: return true;
    case FieldType::none:
    case FieldType::protocol:
    case FieldType::string:
    case FieldType::bytes: break;
  }
  return false;
}

/// True if some type of values has this component.
bool is_known_component(std::string_view wanted) {
  bool found = wanted.empty();
  each_field([&](Field field) {
    const char* component = component_of(field);
    found = found || (component != nullptr && wanted == component && is_number(info(field).type));
  });
  return found;
}

/// True if `name` or `index` matches: "position" or "[0]"; of arguments "0".
bool is_called(std::string_view wanted, const char* name, std::uint32_t index, bool bracketed) noexcept {
  if (name != nullptr && wanted == name) return true;
  if (bracketed) {
    if (wanted.size() < 2 || wanted.front() != '[' || wanted.back() != ']') return false;
    wanted = wanted.substr(1, wanted.size() - 2);
  }
  char digits[max_number_text];
  return wanted == uint_text(index, digits);
}

}  // namespace

void ValueNumbers::add(Field field, const Value& value) noexcept {
  if (count == most) return;
  double number = 0;
  switch (value.kind) {
    case Value::Kind::float32: number = as_written(static_cast<float>(value.real)); break;
    case Value::Kind::float64: number = value.real; break;
    case Value::Kind::int_: number = static_cast<double>(value.int_); break;
    case Value::Kind::uint: number = static_cast<double>(value.uint); break;
    case Value::Kind::boolean: number = value.uint != 0 ? 1 : 0; break;
    default: return;
  }
  numbers[count++] = {field, number};
}

/// "godot.variant.vector2.x" is the component "x" of a value "vector2"; "godot.variant.int" is the value itself.
const char* component_of(Field field) noexcept {
  const char* filter = info(field).filter;
  if (!std::string_view(filter).starts_with(of_values)) return nullptr;
  const char* name = filter + of_values.size();
  const char* dot = std::strchr(name, '.');
  if (dot != nullptr) return dot + 1;
  const std::string_view whole = name;
  return whole == "int" || whole == "float" || whole == "bool" ? "" : nullptr;
}

std::string fault_of(const WatchTarget& row) {
  if (row.node.empty()) return "A node's path must be given; * fits every path";
  if (row.what.empty())
    return "A property (position, or [0]) or an argument (move(direction), or move(0)) must be given";
  if (is_known_component(row.component)) return {};
  std::string fault = "No value has a component ";
  fault += row.component;
  return fault += ": x, size.y, origin.z ...; empty for plain numbers";
}

bool looks_at(const WatchTarget& row, const WatchedValue& value) noexcept {
  const std::string_view what = row.what;
  const std::size_t open = what.find('(');
  if ((open != std::string_view::npos) != (value.method != nullptr)) return false;
  if (value.node == nullptr || !fits(row.node, value.node)) return false;
  if (value.method == nullptr)
    return (value.listed != nullptr && what == value.listed) || is_called(what, value.name, value.index, true);
  if (what.substr(0, open) != value.method || !what.ends_with(')')) return false;
  return is_called(what.substr(open + 1, what.size() - open - 2), value.name, value.index, false);
}

const ValueNumbers::Number* number_of(const WatchTarget& row, const ValueNumbers& numbers) noexcept {
  const auto* const end = numbers.numbers.data() + numbers.count;
  const auto* found = std::find_if(numbers.numbers.data(), end, [&](const ValueNumbers::Number& number) {
    const char* component = component_of(number.field);
    return component != nullptr && row.component == component;
  });
  return found != end ? found : nullptr;
}

const char* notation_of(const WatchedValue& value, const Arena& arena) {
  if (value.method == nullptr) {
    if (value.name != nullptr) return value.name;
    return value.listed != nullptr ? value.listed : arena.text("[%u]", value.index);
  }
  if (value.name != nullptr) return arena.text("%s(%s)", value.method, value.name);
  return arena.text("%s(%u)", value.method, value.index);
}

bool is_worth_plotting(Field field, std::string_view component) noexcept {
  constexpr std::array<std::string_view, 9> types = {"vector", "rect2",      "transform", "quaternion", "basis",
                                                     "plane",  "projection", "aabb",      "color"};
  if (component.empty() || component == "count") return true;
  std::string_view type = info(field).filter;
  type.remove_suffix(component.size());
  type.remove_prefix(of_values.size());
  return std::any_of(types.begin(), types.end(), [&](std::string_view each) { return type.starts_with(each); });
}

}  // namespace godot::analysis::plots

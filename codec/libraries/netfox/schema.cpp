// SPDX-License-Identifier: MIT
#include "codec/libraries/netfox/schema.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace godot::netfox {
namespace {

struct ScalarName {
  std::string_view name;
  Scalar scalar;
};
constexpr ScalarName scalar_names[] = {
    {"bool8", Scalar::bool8},         {"uint8", Scalar::uint8},       {"uint16", Scalar::uint16},
    {"uint32", Scalar::uint32},       {"uint64", Scalar::uint64},     {"varuint", Scalar::varuint},
    {"int8", Scalar::int8},           {"int16", Scalar::int16},       {"int32", Scalar::int32},
    {"int64", Scalar::int64},         {"float16", Scalar::float16},   {"float32", Scalar::float32},
    {"float64", Scalar::float64},     {"sfrac8", Scalar::sfrac8},     {"sfrac16", Scalar::sfrac16},
    {"sfrac32", Scalar::sfrac32},     {"ufrac8", Scalar::ufrac8},     {"ufrac16", Scalar::ufrac16},
    {"ufrac32", Scalar::ufrac32},     {"degrees8", Scalar::degrees8}, {"degrees16", Scalar::degrees16},
    {"degrees32", Scalar::degrees32}, {"radians8", Scalar::radians8}, {"radians16", Scalar::radians16},
    {"radians32", Scalar::radians32},
};

/// Of several components: "vec2f16", or "vec2t" with the component's serializer as its argument.
struct ShapeName {
  std::string_view name;
  Shape shape;
};
constexpr ShapeName shape_names[] = {
    {"vec2", Shape::vector2},           {"vec3", Shape::vector3},           {"vec4", Shape::vector4},
    {"normal2", Shape::normal2},        {"normal3", Shape::normal3},        {"quat", Shape::quaternion},
    {"transform2", Shape::transform2d}, {"transform3", Shape::transform3d},
};

bool is_letter(char character) noexcept {
  return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') || character == '_';
}

class Parser {
 public:
  Parser(std::string_view text, Schema& schema) noexcept : text_(text), schema_(schema) {}

  bool run() noexcept {
    schema_ = {};
    schema_.count = 0;
    std::uint8_t root = 0;
    if (!part(root)) return false;
    blanks();
    return text_.empty();
  }

 private:
  void blanks() noexcept {
    while (!text_.empty() &&
           (text_.front() == ' ' || text_.front() == '\t' || text_.front() == '\n' || text_.front() == '\r'))
      text_.remove_prefix(1);
  }
  bool take(char character) noexcept {
    blanks();
    if (!text_.starts_with(character)) return false;
    text_.remove_prefix(1);
    return true;
  }
  std::string_view word() noexcept {
    blanks();
    constexpr std::string_view home = "NetworkSchemas";
    if (text_.starts_with(home)) {
      text_.remove_prefix(home.size());
      if (!take('.')) return {};
      blanks();
    }
    std::size_t length = 0;
    while (length < text_.size() && is_letter(text_[length])) ++length;
    const std::string_view name = text_.substr(0, length);
    text_.remove_prefix(length);
    return name;
  }

  /// Reads "()" or nothing; false if something stands between the brackets.
  bool no_arguments() noexcept { return !take('(') || take(')'); }

  static const ScalarName* scalar_named(std::string_view name) noexcept {
    const auto* found = std::find_if(std::begin(scalar_names), std::end(scalar_names),
                                     [&](const ScalarName& row) { return row.name == name; });
    return found != std::end(scalar_names) ? found : nullptr;
  }

  bool scalar(Scalar& out) noexcept {
    const ScalarName* row = scalar_named(word());
    if (row == nullptr) return false;
    out = row->scalar;
    return no_arguments();
  }

  /// A container's size is a whole number.
  bool size(Scalar& out) noexcept { return scalar(out) && out >= Scalar::uint8 && out <= Scalar::int64; }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as there are parts
  bool part(std::uint8_t& index) noexcept {
    if (schema_.count == Schema::most_parts) return false;
    index = schema_.count++;
    Schema::Part& mine = schema_.parts[index];
    const std::string_view name = word();
    if (name == "variant") return no_arguments();
    if (name == "string" || name == "c_string") {
      mine.shape = name == "string" ? Shape::string : Shape::c_string;
      return no_arguments();
    }
    if (name == "array_of") return array(mine);
    if (name == "dictionary") return dictionary(mine);
    if (const ScalarName* row = scalar_named(name); row != nullptr) {
      mine.shape = Shape::scalar;
      mine.scalar = row->scalar;
      return no_arguments();
    }
    return vector(name, mine);
  }

  bool vector(std::string_view name, Schema::Part& mine) noexcept {
    const auto* row = std::find_if(std::begin(shape_names), std::end(shape_names),
                                   [&](const ShapeName& known) { return name.starts_with(known.name); });
    if (row == std::end(shape_names)) return false;
    mine.shape = row->shape;
    const std::string_view component = name.substr(row->name.size());
    if (component == "t") return take('(') && scalar(mine.scalar) && take(')');
    if (component == "f16") mine.scalar = Scalar::float16;
    else if (component == "f32") mine.scalar = Scalar::float32;
    else if (component == "f64") mine.scalar = Scalar::float64;
    else return false;
    return no_arguments();
  }

  /// The default of an argument that is left out.
  bool variant_part(std::uint8_t& index) noexcept {
    if (schema_.count == Schema::most_parts) return false;
    index = schema_.count++;
    return true;
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as there are parts
  bool array(Schema::Part& mine) noexcept {
    mine.shape = Shape::array;
    if (!take('(') || take(')')) return variant_part(mine.first);
    return part(mine.first) && (!take(',') || size(mine.scalar)) && take(')');
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as there are parts
  bool dictionary(Schema::Part& mine) noexcept {
    mine.shape = Shape::dictionary;
    if (!take('(') || take(')')) return variant_part(mine.first) && variant_part(mine.second);
    if (!part(mine.first)) return false;
    if (take(')')) return variant_part(mine.second);
    if (!take(',') || !part(mine.second)) return false;
    return (!take(',') || size(mine.scalar)) && take(')');
  }

  std::string_view text_;
  Schema& schema_;
};

}  // namespace

bool parse(std::string_view text, Schema& schema) noexcept { return Parser(text, schema).run(); }

}  // namespace godot::netfox

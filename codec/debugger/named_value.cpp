// SPDX-License-Identifier: MIT
#include "codec/debugger/named_value.h"

#include <algorithm>

#include "codec/debugger/fields.h"
#include "codec/debugger/walk.h"
#include "codec/variant/fields.h"
#include "codec/variant/node_path.h"

namespace godot::debugger {

Value converted(const Value& value, FieldType type) noexcept {
  if (value.kind != Value::Kind::int_) return value;
  switch (type) {
    case FieldType::float64: return Value::of_double(static_cast<double>(value.int_));
    case FieldType::uint32: return Value::of_uint(static_cast<std::uint32_t>(value.int_));
    case FieldType::uint64: return Value::of_uint(static_cast<std::uint64_t>(value.int_));
    default: return value;
  }
}

void NamedValue::begin(const Begin& value) {
  levels_ = 1;
  value_ = value;
  path_ = {};
  writing_ = value.for_line && value.shown.kind == Value::Kind::none && line_.has_room();
  if (value.role == field::key) key_ = {};
  sink_.open(value.role, value.at, value.shown);
  if (writing_) writer_.open(field::variant, {});
}

void NamedValue::begin_suppressed() noexcept {
  levels_ = 1;
  suppressed_ = true;
  writing_ = false;
}

void NamedValue::open(Field field, Offset begin, const Value& value) {
  ++levels_;
  if (suppressed_) return;
  sink_.open(field, begin, value);
  if (writing_) writer_.open(field, value);
}

void NamedValue::leaf(Field field, Offset begin, Offset length, const Value& value) {
  if (suppressed_) return;
  if (value_.role == field::key && field == field::string) key_ = value.view();
  if (field == field::node_path && is_outermost()) path_ = value;
  if (value_.elements != field::none && (field == field::string || field == field::int_)) {
    element_of_packed(field, begin, length, value);
    return;
  }
  sink_.leaf(field, begin, length, value);
  if (writing_) writer_.leaf(field, value);
}

void NamedValue::close(Field field, Offset end) {
  --levels_;
  if (suppressed_) return;
  sink_.close(field, end);
  if (writing_) (void)writer_.close(field);
}

void NamedValue::end(Offset end, bool in_group) {
  levels_ = 0;
  if (suppressed_) {
    suppressed_ = false;
    return;
  }
  sink_.close(value_.role, end);
  variant::Text written;
  if (writing_) written = writer_.close(field::variant);
  writing_ = false;
  if (is_path()) value_.shown = Value::of_text(path_text());
  const bool has_value = value_.shown.kind != Value::Kind::none;
  if (value_.for_line) {
    if (has_value) line_.element(value_.role, value_.shown, in_group);
    else line_.text(value_.role, written.text, in_group, written.cut);
  }
  if (listener_ != nullptr && has_value) listener_->element(value_.role, value_.shown, value_.at, end);
}

/// True for a NodePath in place of a text.
bool NamedValue::is_path() const noexcept {
  return path_.kind != Value::Kind::none && value_.for_line && value_.role != field::debug_argument &&
         info(value_.role).type == FieldType::string;
}

/// The path as text; the bytes have been checked.
std::string_view NamedValue::path_text() noexcept {
  std::string_view block = path_.view();
  if (path_.kind == Value::Kind::text) return block;
  std::size_t size = 0;
  const auto put = [&](std::string_view part) {
    const std::size_t fits = std::min(part.size(), text_.size() - size);
    std::copy_n(part.data(), fits, text_.data() + size);
    size += fits;
  };
  variant::NodePathReader reader(block, dialect_.root_path);
  for (variant::NodePathReader::Part part; size != text_.size() && reader.next(part);) {
    put(part.separator);
    put(part.name);
  }
  return {text_.data(), size};
}

void NamedValue::element_of_packed(Field field, Offset begin, Offset length, const Value& value) {
  const Value shown = converted(value, info(value_.elements).type);
  sink_.open(value_.elements, begin, shown);
  sink_.leaf(field, begin, length, value);
  sink_.close(value_.elements, begin + length);
  line_.element(value_.elements, shown, false);
  if (listener_ != nullptr) listener_->element(value_.elements, shown, begin, begin + length);
}

}  // namespace godot::debugger

// SPDX-License-Identifier: MIT
#include "analysis/streams/debugger/debugger_numbers.h"

#include <algorithm>
#include <limits>

#include "codec/debugger/fields.h"

namespace godot::analysis {

using debugger::Numbered;

bool DebugReader::message(std::string_view name, const debugger::Message* row) {
  row_ = row;
  return takes(name);
}

void DebugReader::element(Field field, const Value& value, Offset begin, Offset end) {
  if (row_ == nullptr) return;
  if (field == field::debug_performance_name) ++custom_monitors_;
  if (value.kind == Value::Kind::text) {
    if (value.size != 0 && (field == field::debug_error_text || field == field::debug_error_description))
      error_ = kept(value);
    if (!debugger::may_name_number(field)) return;
    text_field_ = field;
    text_ = kept(value);
    return;
  }
  if (value.kind != Value::Kind::int_) return;
  if (field == field::debug_variable_count)
    announced_ =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(value.int_, 0, std::numeric_limits<std::uint32_t>::max()));
  if (field == field::debug_object_id && object_ == 0) object_ = value.int_;
  const Numbered kind = debugger::numbered_by(field, *row_);
  if (kind == Numbered::nothing) return;
  const Field naming = debugger::naming_text(field, *row_);
  if (naming != field::none) {
    if (naming == text_field_ && place_.is_first_pass)
      conversation_.learn_meaning(kind, value.int_, text_, place_.frame);
    return;
  }
  const DebugMeaning* known = conversation_.meaning(kind, value.int_, place_.frame);
  if (known != nullptr) means(*known, begin, end);
}

std::string_view DebugReader::name_of(Field field, std::int64_t id, const debugger::Message* row) {
  if (row == nullptr) return {};
  const DebugMeaning* known = conversation_.meaning(debugger::numbered_by(field, *row), id, place_.frame);
  return known == nullptr ? std::string_view{} : std::string_view{known->text};
}

}  // namespace godot::analysis

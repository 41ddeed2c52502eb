// SPDX-License-Identifier: MIT
#include "codec/debugger/line.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "codec/core/number.h"
#include "codec/core/utf8.h"
#include "codec/debugger/fields.h"
#include "codec/variant/text.h"

namespace godot::debugger {
namespace {

constexpr std::string_view prefix = "godot.debug.";
constexpr std::size_t longest_part = 512;  // bytes of one element's text

/// The field's name without the common prefix.
std::string_view tail_of(Field field) noexcept { return std::string_view(info(field).filter).substr(prefix.size()); }

/// The field's name within its message: without the prefix of its family.
std::string_view name_in_message(Field field) noexcept {
  const std::string_view tail = tail_of(field);
  const std::size_t dot = tail.find('.');
  return dot == std::string_view::npos ? tail : tail.substr(dot + 1);
}

/// A measured number with few digits.
std::string_view measured(double number, NumberText out) noexcept {
  constexpr int digits = 4;
  constexpr double exact_up_to = 1e15;
  const bool exact = std::fabs(number) <= exact_up_to && std::trunc(number) == number;
  if (exact || !std::isfinite(number)) return float_text(number, false, out);
  const std::to_chars_result end =
      std::to_chars(out.data(), out.data() + out.size(), number, std::chars_format::general, digits);
  return {out.data(), static_cast<std::size_t>(end.ptr - out.data())};
}

/// A value whose type has no null was longer than the game sends (1 MiB); null: it is null. A freed Object has its
/// type.
const char* type_of_unsent(std::string_view value, Field type, std::int64_t number) noexcept {
  constexpr std::int64_t nil = 0;
  constexpr std::int64_t object = 24;
  if (value != "null" || number == nil || number == object) return nullptr;
  const ValueName* row = info(type).names;
  while (row->name != nullptr && row->value != number) ++row;
  return row->name;
}

}  // namespace

// --- The message's elements ---------------------------------------------------------------------------------------

void LineWriter::element(Field field, const Value& value, bool in_group) noexcept {
  char digits[max_number_text];
  std::int64_t number = 0;
  std::string_view shown;
  switch (value.kind) {
    case Value::Kind::boolean:
      shown = value.uint != 0 ? "true" : "false";
      if (field == field::debug_error_warning) warning_ = value.uint != 0;
      break;
    case Value::Kind::uint:
      number = static_cast<std::int64_t>(value.uint);
      shown = uint_text(value.uint, digits);
      break;
    case Value::Kind::int_:
      number = value.int_;
      shown = int_text(value.int_, digits);
      break;
    case Value::Kind::float32:
    case Value::Kind::float64: shown = measured(value.real, digits); break;
    case Value::Kind::text: shown = value.view(); break;
    default: return;
  }
  const std::size_t before = count_;
  text(field, shown, in_group);
  if (count_ != before) elements_[before].number = number;
}

void LineWriter::text(Field field, std::string_view text, bool in_group, bool cut) noexcept {
  if (!has_room()) return;
  const std::size_t room = std::min(longest_part, store_.size() - stored_);
  std::string_view mark;
  if (cut || text.size() > room) {
    mark = variant::ellipsis;
    if (room < mark.size()) {
      stored_ = static_cast<std::uint32_t>(store_.size());  // not even the ellipsis fits
      return;
    }
    text = text.substr(0, utf8_boundary(text, std::min(text.size(), room - mark.size())));
  }
  char* const at = store_.data() + stored_;
  std::copy_n(text.data(), text.size(), at);
  std::copy_n(mark.data(), mark.size(), at + text.size());
  const auto size = static_cast<std::uint32_t>(text.size() + mark.size());
  elements_[count_++] = {.field = field, .in_group = in_group, .begin = stored_, .size = size, .number = 0};
  stored_ += size;
}

void LineWriter::group(Field field) noexcept {
  for (std::size_t i = 0; i < group_count_; ++i) {
    if (groups_[i].field == field) {
      ++groups_[i].count;
      return;
    }
  }
  if (group_count_ != groups_.size()) groups_[group_count_++] = {field, 1};
}

const LineWriter::Part* LineWriter::first(std::string_view tail) const noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    if (tail_of(elements_[i].field) == tail) return &elements_[i];
  }
  return nullptr;
}

std::uint32_t LineWriter::groups(std::string_view tail) const noexcept {
  for (std::size_t i = 0; i < group_count_; ++i) {
    if (tail_of(groups_[i].field) == tail) return groups_[i].count;
  }
  return 0;
}

// --- The line -----------------------------------------------------------------------------------------------------

/// Appends what fits. Replaces characters that are not text or would break the line.
void LineWriter::put(std::string_view text) noexcept {
  while (!text.empty() && !full_) {
    const std::size_t length = utf8_character(text);
    std::string_view character = length == 0 ? std::string_view{"\xEF\xBF\xBD"} : text.substr(0, length);
    if (length == 1 && (static_cast<unsigned char>(text.front()) < 0x20 || text.front() == '\x7F')) character = " ";
    if (chars_ + 1 >= limit_ || size_ + character.size() + variant::ellipsis.size() > out_.size()) {
      full_ = true;
      character = variant::ellipsis;
      if (size_ + character.size() > out_.size()) return;
    }
    std::copy_n(character.data(), character.size(), out_.data() + size_);
    size_ += static_cast<std::uint32_t>(character.size());
    ++chars_;
    text.remove_prefix(std::max(length, std::size_t{1}));
  }
}

/// In quotes, with line breaks escaped as in scripts.
void LineWriter::put_quoted(std::string_view text) noexcept {
  put("\"");
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("\"\\\n\t\r"), text.size());
    put(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    switch (text.front()) {
      case '\n': put("\\n"); break;
      case '\t': put("\\t"); break;
      case '\r': put("\\r"); break;
      case '"': put("\\\""); break;
      default: put("\\\\"); break;
    }
    text.remove_prefix(1);
  }
  put("\"");
}

/// False if the message lacks the placeholder's value.
bool LineWriter::placeholder(std::string_view inside, const Message* message, Names* names) noexcept {
  const char mark = inside.front();
  const std::size_t equals = inside.find('=');
  if (equals != std::string_view::npos) {
    const Part* name = nullptr;
    bool any = false;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::string_view tail = tail_of(elements_[i].field);
      if (tail == inside.substr(0, equals)) name = &elements_[i];
      if (tail != inside.substr(equals + 1) || name == nullptr) continue;
      if (any) put(", ");
      put(text_of(*name));
      put(" = ");
      put(text_of(elements_[i]));
      any = true;
    }
    return true;
  }
  if (mark == '#') {
    char digits[max_number_text];
    put(uint_text(groups(inside.substr(1)), digits));
    return true;
  }
  if (mark == '*' || mark == '"') {
    bool any = false;
    for (std::size_t i = 0; i < count_; ++i) {
      if (tail_of(elements_[i].field) != inside.substr(1)) continue;
      if (any) put(", ");
      if (mark == '"') put_quoted(text_of(elements_[i]));
      else put(text_of(elements_[i]));
      any = true;
    }
    return true;
  }
  if (const std::size_t asks = inside.find('?'); asks != std::string_view::npos) {
    const Part* value = first(inside.substr(0, asks));
    const Part* type = first(inside.substr(asks + 1));
    if (value == nullptr || type == nullptr) return false;
    const char* unsent = type_of_unsent(text_of(*value), type->field, type->number);
    put(unsent != nullptr ? unsent : text_of(*value));
    if (unsent != nullptr) put(", too long to be sent");
    return true;
  }
  const bool resolve = mark == '@';
  const Part* part = first(resolve ? inside.substr(1) : inside);
  if (part == nullptr) return false;
  if (!resolve) {
    put(text_of(*part));
    return true;
  }
  const std::string_view name =
      names != nullptr ? names->name_of(part->field, part->number, message) : std::string_view{};
  if (name.empty()) put("#");
  put(name.empty() ? text_of(*part) : name);
  return true;
}

bool LineWriter::expand(std::string_view line, const Message* message, Names* names) noexcept {
  while (!line.empty()) {
    const std::size_t begin = std::min(line.find('{'), line.size());
    put(line.substr(0, begin));
    line.remove_prefix(begin);
    if (line.empty()) break;
    const std::size_t end = line.find('}');
    if (!placeholder(line.substr(1, end - 1), message, names)) return false;
    line.remove_prefix(end + 1);
  }
  return true;
}

/// The script's location, which the editor shows or, without one, the engine's.
bool LineWriter::error() noexcept {
  const Part* text = first("error.description");
  if (text == nullptr || text->size == 0) text = first("error.text");
  if (text == nullptr) return false;
  const bool script = first("error.callstack.file") != nullptr;
  const Part* file = first(script ? "error.callstack.file" : "error.file");
  const Part* line = first(script ? "error.callstack.line" : "error.line");
  const Part* function = first(script ? "error.callstack.function" : "error.function");
  const bool has_place = file != nullptr && file->size != 0;
  if (has_place) {
    put(text_of(*file));
    if (line != nullptr) {
      put(":");
      put(text_of(*line));
    }
  }
  const bool has_function = function != nullptr && function->size != 0;
  if (has_function) {
    put(" in ");
    put(text_of(*function));
    put("()");
  }
  // Of no place: that the game has dropped errors.
  if (has_place || has_function) put(": ");
  put(text_of(*text));
  return true;
}

void LineWriter::names_and_values() noexcept {
  bool any = false;
  const auto separate = [&] {
    if (any) put(" ");
    any = true;
  };
  for (std::size_t i = 0; i < count_; ++i) {
    const Part& part = elements_[i];
    if (part.in_group) continue;
    separate();
    if (part.field != field::debug_argument) {
      put(name_in_message(part.field));
      put("=");
    }
    put(text_of(part));
  }
  for (std::size_t i = 0; i < group_count_; ++i) {
    if ((info(groups_[i].field).flags & is_numbered) == 0) continue;
    separate();
    char digits[max_number_text];
    put(uint_text(groups_[i].count, digits));
    put("*");
    put(name_in_message(groups_[i].field));
  }
}

void LineWriter::arguments() noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    if (i != 0) put(", ");
    put(text_of(elements_[i]));
  }
}

std::string_view LineWriter::finish(std::string_view name, const Message* message, Names* names) noexcept {
  const bool is_error = message != nullptr && message->line == "@error";
  put(is_error && warning_ ? std::string_view{"warning"} : name);
  const std::uint32_t size = size_;
  const std::uint32_t chars = chars_;
  if (count_ != 0 || group_count_ != 0) {
    put(" ");
    bool good = false;
    if (message == nullptr) {
      arguments();
      good = true;
    } else if (is_error) {
      good = error();
    } else if (!message->line.empty()) {
      good = expand(message->line, message, names);
    }
    if (!good) {
      size_ = size;
      chars_ = chars;
      full_ = false;
      put(" ");
      names_and_values();
    }
  }
  return {out_.data(), size_};
}

}  // namespace godot::debugger

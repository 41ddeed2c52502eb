// SPDX-License-Identifier: MIT
#include "project/scenes/resource.h"

#include "base/parse_real.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

bool is_opening(char c) { return c == '(' || c == '[' || c == '{'; }
bool is_closing(char c) { return c == ')' || c == ']' || c == '}'; }
bool is_number_part(char c) { return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E'; }

}  // namespace

const ResourceValue* ResourceSection::find(std::string_view wanted) const noexcept {
  for (const ResourceAttribute& attribute : attributes) {
    if (attribute.name == wanted) return &attribute.value;
  }
  return nullptr;
}

std::string ResourceSection::text(std::string_view wanted) const {
  const ResourceValue* value = find(wanted);
  return value != nullptr ? value->text : std::string();
}

void ResourceReader::fault(unsigned line, const char* text) {
  if (faults_.size() < ScriptLimits::faults) faults_.push_back({line, text});
}

void ResourceReader::step() noexcept {
  if (at_ >= text_.size()) return;
  if (text_[at_] == '\n') ++line_;
  ++at_;
}

void ResourceReader::skip_space() {
  while (at_ < text_.size() && is_space(text_[at_])) step();
}

void ResourceReader::skip_line_space() {
  while (at_ < text_.size() && is_space(text_[at_]) && text_[at_] != '\n') ++at_;
}

void ResourceReader::skip_comments() {
  for (;;) {
    skip_space();
    if (at(at_) != ';' && at(at_) != '#') return;
    at_ = std::min(text_.find('\n', at_), text_.size());
  }
}

/// The content of the string that begins here.
std::string_view ResourceReader::quoted() {
  const unsigned line = line_;
  const std::size_t begin = ++at_;
  while (at_ < text_.size() && text_[at_] != '"') {
    if (text_[at_] == '\\') step();
    if (at_ < text_.size()) step();
  }
  if (at_ >= text_.size()) {
    fault(line, "a string is not closed");
    at_ = text_.size();
    return text_.substr(std::min(begin, text_.size()));
  }
  return text_.substr(begin, at_++ - begin);
}

std::string_view ResourceReader::word() {
  const std::size_t begin = at_;
  while (is_name_part(at(at_))) ++at_;
  return text_.substr(begin, at_ - begin);
}

/// Lines that begin like this are sections, even if a bracket or string before them was not closed.
bool ResourceReader::at_section() const noexcept {
  constexpr std::string_view heads[] = {"[node ", "[sub_resource ", "[ext_resource ", "[resource]", "[connection "};
  return std::any_of(std::begin(heads), std::end(heads),
                     [&](std::string_view head) { return text_.substr(at_).starts_with(head); });
}

/// Skips from an opening bracket to behind its closing one.
void ResourceReader::skip_brackets() {
  const unsigned line = line_;
  std::size_t depth = 0;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"') {
      static_cast<void>(quoted());
      continue;
    }
    if (c == '\n' && depth != 0) {
      step();
      if (at(at_) != '[' || !at_section()) continue;
      fault(line, "a bracket is not closed");
      return;
    }
    step();
    if (is_opening(c)) ++depth;
    if (is_closing(c) && --depth == 0) return;
  }
  fault(line, "a bracket is not closed");
}

/// Skips the value at `at_` to its end: the end of its line, but brackets and strings as a whole.
void ResourceReader::skip_value() {
  while (at_ < text_.size() && text_[at_] != '\n') {
    // A bracket that is never closed ends before the next section.
    if (text_[at_] == '[' && at_ != 0 && text_[at_ - 1] == '\n') return;
    if (text_[at_] == '"') static_cast<void>(quoted());
    else if (is_opening(text_[at_])) skip_brackets();
    else ++at_;
  }
}

bool ResourceReader::next_section(ResourceSection& section) {
  for (std::string name; next_property(name);) {
  }
  if (at_ >= text_.size()) return false;
  section = {};
  section.line = line_;
  ++at_;
  skip_space();
  section.name = shortened(word(), max_name);
  while (at_ < text_.size() && text_[at_] != ']') {
    skip_line_space();
    const char c = at(at_);
    if (c == '\n') {
      fault(section.line, "a section's head is not closed");
      return true;
    }
    if (c == ']') break;
    if (!is_name_start(c)) {
      if (c == '"') static_cast<void>(quoted());
      else step();
      continue;
    }
    const std::string name = shortened(word(), max_name);
    skip_line_space();
    if (at(at_) != '=') continue;
    ++at_;
    pending_value_ = true;
    ResourceAttribute attribute{name, value()};
    pending_value_ = false;
    if (section.attributes.size() < max_attributes) section.attributes.push_back(std::move(attribute));
  }
  if (at_ < text_.size()) ++at_;
  return true;
}

bool ResourceReader::next_property(std::string& name) {
  if (pending_value_) skip_value();
  pending_value_ = false;
  for (;;) {
    skip_comments();
    if (at_ >= text_.size() || text_[at_] == '[') return false;
    if (text_[at_] == '"') {
      name = unescaped(quoted(), max_name);
    } else {
      const std::size_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '=' && text_[at_] != '\n') ++at_;
      name = shortened(trimmed(text_.substr(begin, at_ - begin)), max_name);
    }
    skip_line_space();
    if (at(at_) == '=') {
      ++at_;
      pending_value_ = true;
      return true;
    }
    fault(line_, "a property has no value");
    at_ = std::min(text_.find('\n', at_), text_.size());
  }
}

/// `("text")` or `( 1 )` behind the name of a constructor.
bool ResourceReader::reference(ResourceValue& found, ResourceValue::Kind kind) {
  skip_line_space();
  if (at(at_) != '(') return false;
  ++at_;
  skip_space();
  if (at(at_) == '&' || at(at_) == '^') ++at_;
  if (at(at_) == '"') {
    found.text = unescaped(quoted(), max_text);
  } else {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != '\n') ++at_;
    found.text = shortened(trimmed(text_.substr(begin, at_ - begin)), max_name);
  }
  found.kind = kind;
  skip_space();
  if (at(at_) == ')') ++at_;
  return true;
}

/// Reads the elements of an array, from behind its opening bracket; an element that is no string ends it.
void ResourceReader::strings(ResourceValue& found, char close) {
  found.kind = ResourceValue::Kind::strings;
  while (at_ < text_.size()) {
    skip_space();
    const char c = at(at_);
    if (c == close) {
      ++at_;
      return;
    }
    if (c == ',' || c == '&') {
      ++at_;
      continue;
    }
    if (c != '"') {
      found.kind = ResourceValue::Kind::other;
      return;
    }
    std::string text = unescaped(quoted(), max_name);
    if (found.strings.size() < max_strings) found.strings.push_back(std::move(text));
  }
}

/// The same, from its opening bracket on. An array with other elements is skipped as a whole.
void ResourceReader::string_array(ResourceValue& found, char close) {
  const std::size_t begin = at_;
  const unsigned line = line_;
  ++at_;
  if (close == ')') {
    skip_space();
    if (at(at_) == '[') {  // PackedStringArray([...]) is also allowed
      ++at_;
      close = ']';
    }
  }
  strings(found, close);
  if (found.kind != ResourceValue::Kind::other) return;
  at_ = begin;
  line_ = line;
  skip_brackets();
}

/// A value that begins with a name.
void ResourceReader::named_value(ResourceValue& found) {
  using Kind = ResourceValue::Kind;
  constexpr struct {
    std::string_view name;
    Kind kind;
  } references[] = {{"NodePath", Kind::node_path},
                    {"StringName", Kind::string},
                    {"ExtResource", Kind::external},
                    {"SubResource", Kind::internal}};
  const std::string_view name = word();
  for (const auto& row : references) {
    if (name != row.name) continue;
    reference(found, row.kind);
    return;
  }
  if (name == "true" || name == "false") {
    found.kind = Kind::boolean;
    found.truth = name == "true";
  } else if (name == "null" || name == "nil") {
    found.kind = Kind::null;
  } else if (name == "PackedStringArray" || name == "PoolStringArray" || name == "StringArray") {
    skip_line_space();
    if (at(at_) == '(') string_array(found, ')');
  } else if (name == "Array" && text_.substr(at_).starts_with("[String](")) {
    constexpr std::size_t type = std::string_view("[String]").size();
    at_ += type;
    string_array(found, ')');
    if (at(at_) == ')') ++at_;
  } else {
    // Skips the rest of Color(...), Array[int]([...]) or Object(...).
    while (at(at_) == '[' || at(at_) == '(') skip_brackets();
  }
}

ResourceValue ResourceReader::value() {
  using Kind = ResourceValue::Kind;
  ResourceValue found;
  if (!pending_value_) return found;
  skip_line_space();
  const char c = at(at_);
  if (c == '"' || ((c == '&' || c == '^') && at(at_ + 1) == '"')) {
    if (c != '"') ++at_;
    found.kind = c == '^' ? Kind::node_path : Kind::string;
    found.text = unescaped(quoted(), max_text);
  } else if (c == '[') {
    string_array(found, ']');
  } else if (c == '{') {
    skip_brackets();
  } else if (is_digit(c) || c == '-' || c == '+' || c == '.') {
    const std::size_t begin = at_;
    while (is_number_part(at(at_))) ++at_;
    found.kind = Kind::number;
    found.number = real_in(text_.substr(begin, at_ - begin)).value_or(0);
  } else if (is_name_start(c)) {
    named_value(found);
  }
  return found;
}

}  // namespace godot::analysis::project

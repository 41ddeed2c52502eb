// SPDX-License-Identifier: MIT
#include "tests/unit/support/canonical.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace godot::test {
namespace {

/// Position after the string that begins at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

class Reader {
 public:
  Reader(std::string text, bool before_4) : own_(std::move(text)), text_(own_), before_4_(before_4) {}

  /// Everything up to one of `ends`, which is not consumed.
  std::string until(std::string_view ends) {
    std::string out;
    while (at_ < text_.size() && ends.find(text_[at_]) == std::string_view::npos) out += token();
    return out;
  }

 private:
  std::string token() {
    const char first = text_[at_];
    if (std::isspace(static_cast<unsigned char>(first)) != 0) {
      ++at_;
      return {};
    }
    if (first == '"') return string();
    if (first == '{') return dictionary();
    const bool signs_number =
        first == '-' && at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + 1])) != 0;
    if (std::isdigit(static_cast<unsigned char>(first)) != 0 || signs_number) return number();
    if (first == '-' && at_ + 1 < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_ + 1])) != 0) {
      ++at_;
      const std::string name = word();
      return name == "inf" ? "inf_neg" : name;  // Godot 3.2 writes "-inf" and "-nan"
    }
    if (std::isalpha(static_cast<unsigned char>(first)) != 0) return word();
    ++at_;
    return std::string(1, first);
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name == "inf" || name == "inf_neg" || name == "nan") skip(".0");  // Godot 3.2
    if (before_4_ && name == "RID" && skip("()")) return {};              // no text at all
    if (before_4_ && name == "NodePath" && skip("(\"/\")")) return "NodePath(\"\")";
    return std::string(name);
  }

  bool skip(std::string_view what) {
    if (text_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }

  std::string number() {
    const std::size_t begin = at_++;
    while (at_ < text_.size()) {
      const char character = text_[at_];
      const bool of_exponent = (character == '+' || character == '-') && text_[at_ - 1] == 'e';
      if (std::isdigit(static_cast<unsigned char>(character)) == 0 && character != '.' && character != 'e' &&
          !of_exponent)
        break;
      ++at_;
    }
    const std::string digits(text_.substr(begin, at_ - begin));
    const bool whole = digits.find_first_of(".e") == std::string::npos;
    if (whole && !before_4_) return digits;
    char rounded[64];
    if (!before_4_) {
      std::snprintf(rounded, sizeof rounded, "%.17g", std::strtod(digits.c_str(), nullptr));
      return "f" + std::string(rounded);
    }
    // Godot 3 prints through a 32-bit float: too large numbers become infinite, too small ones zero.
    const float number = std::strtof(digits.c_str(), nullptr);
    if (std::isinf(number)) return number > 0 ? "inf" : "inf_neg";
    std::snprintf(rounded, sizeof rounded, "%.6g", static_cast<double>(number));
    return rounded == std::string_view("-0") ? "0" : rounded;
  }

  std::string string() {
    const std::size_t end = string_end(text_, at_);
    std::string out = "\"";
    for (std::size_t i = at_ + 1; i + 1 < end; ++i) {
      if (text_[i] != '\\') {
        out += text_[i];
        continue;
      }
      constexpr std::string_view letters = "abfnrtv";
      constexpr std::string_view meant = "\a\b\f\n\r\t\v";
      const char letter = text_[++i];
      if (letter == 'u') {
        out += static_cast<char>(std::strtol(std::string(text_.substr(i + 1, 4)).c_str(), nullptr, 16));
        i += 4;
      } else {
        const std::size_t known = letters.find(letter);
        out += known == std::string_view::npos ? letter : meant[known];
      }
    }
    at_ = end;
    constexpr std::string_view byte_order_mark = "\"\xEF\xBB\xBF";  // which the engine drops
    if (out.starts_with(byte_order_mark)) out.erase(1, 3);
    return out + '"';
  }

  std::string dictionary() {
    // Keys that are equal in the engine (empty Callables) are one: the last one counts.
    std::map<std::string, std::string> entries;
    ++at_;
    while (at_ < text_.size() && text_[at_] != '}') {
      const std::string key = part();
      if (!skip(":")) break;
      entries[key] = part();
      skip(",");
    }
    skip("}");
    std::string out = "{";
    for (const auto& [key, value] : entries) ((out += key) += ':') += value + ';';
    return out + '}';
  }

  /// A key or a value; commas and colons inside brackets belong to it.
  std::string part() {
    std::string out;
    for (int depth = 0; at_ < text_.size();) {
      const char next = text_[at_];
      if (depth == 0 && (next == ',' || next == '}' || next == ':')) break;
      if (next == '(' || next == '[') ++depth;
      if (next == ')' || next == ']') --depth;
      out += token();
    }
    return out;
  }

  std::string own_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool before_4_;
};

/// The engine decodes an id into an object with a script, which is not on the wire, and a script's path (a String on
/// the wire) into the script.
std::string as_on_the_wire(std::string text) {
  constexpr std::string_view object = "Object(EncodedObjectAsID,\"object_id\":";
  constexpr std::string_view script = ",\"script\":null)";
  for (std::size_t at = 0; (at = text.find(object, at)) != std::string::npos;) {
    at += object.size();
    const std::size_t end = text.find_first_not_of("-0123456789", at);
    if (text.compare(end, script.size(), script) == 0) text.replace(end, script.size(), ")");
  }
  // The script that the receiver loads has variables that are not stored, hence not sent.
  constexpr std::string_view unsaved = ",\"unsaved\":\"never on the wire\"";
  for (std::size_t at = 0; (at = text.find(unsaved, at)) != std::string::npos;) text.erase(at, unsaved.size());
  constexpr std::string_view resource = "\"script\":Resource(\"";
  for (std::size_t at = 0; (at = text.find(resource, at)) != std::string::npos;) {
    const std::size_t path = at + resource.size() - 1;
    const std::size_t end = text.find("\")", path) + 1;
    text.replace(at, end + 1 - at, "\"script\":" + text.substr(path, end - path));
  }
  return text;
}

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      const std::size_t end = string_end(text, at);
      out += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (text[at] == '\n') {
      if (!out.empty() && out.back() == ',') out += ' ';
    } else {
      out += text[at];
    }
    ++at;
  }
  return out;
}

std::string canonical(std::string_view text, bool before_4) {
  return Reader(as_on_the_wire(std::string(text)), before_4).until({});
}

}  // namespace godot::test

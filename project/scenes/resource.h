// SPDX-License-Identifier: MIT
// Parses Godot's text files of sections: .tscn, .tres, project.godot, .import. Sections in brackets with attributes,
// then properties with values in the notation of var_to_str. The caller asks for the values that it needs; others are
// skipped, whatever their length. (Godot: core/variant/variant_parser.cpp, scene/resources/resource_format_text.cpp)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "project/scripts/script.h"

namespace godot::analysis::project {

/// A value, as far as the callers need it.
struct ResourceValue {
  enum class Kind {
    other,
    null,
    boolean,
    number,
    string,     ///< a String, or a StringName (&"…")
    node_path,  ///< a path, written NodePath("…")
    external,   ///< a resource of another file: ExtResource("id"), ExtResource( 1 )
    internal,   ///< a resource of this file: SubResource("id"), SubResource( 1 )
    strings,    ///< an array of strings, packed or not
  };

  Kind kind = Kind::other;
  std::string text;  ///< of strings and paths; the id of a resource
  double number = 0;
  bool truth = false;
  std::vector<std::string> strings;
};

struct ResourceAttribute {
  std::string name;
  ResourceValue value;
};

struct ResourceSection {
  std::string name;  ///< `node`, `ext_resource`, … ; empty before the first
  std::vector<ResourceAttribute> attributes;
  unsigned line = 0;

  /// The attribute's value, or null.
  [[nodiscard]] const ResourceValue* find(std::string_view wanted) const noexcept;
  [[nodiscard]] std::string text(std::string_view wanted) const;
};

class ResourceReader {
 public:
  ResourceReader(std::string_view text, std::vector<Fault>& faults) : text_(text), faults_(faults) {}

  /// Advances to the next section, skipping unread properties. False at the end.
  bool next_section(ResourceSection& section);

  /// Advances to the next property of this section; false at the end of the section.
  bool next_property(std::string& name);

  /// Reads the value of the property just named; without this call it is skipped.
  [[nodiscard]] ResourceValue value();

 private:
  static constexpr std::size_t max_text = 1U << 20;  ///< of one string: a scene may contain scripts
  static constexpr std::size_t max_name = 512;
  static constexpr std::size_t max_strings = 4096;
  static constexpr std::size_t max_attributes = 64;

  [[nodiscard]] char at(std::size_t offset) const noexcept { return offset < text_.size() ? text_[offset] : '\0'; }
  void step() noexcept;
  void skip_space();
  void skip_line_space();
  void skip_comments();
  void skip_value();
  [[nodiscard]] bool at_section() const noexcept;
  [[nodiscard]] std::string_view quoted();
  [[nodiscard]] std::string_view word();
  void skip_brackets();
  bool reference(ResourceValue& found, ResourceValue::Kind kind);
  void strings(ResourceValue& found, char close);
  void string_array(ResourceValue& found, char close);
  void named_value(ResourceValue& found);
  void fault(unsigned line, const char* text);

  std::string_view text_;
  std::vector<Fault>& faults_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  bool pending_value_ = false;
};

}  // namespace godot::analysis::project

// SPDX-License-Identifier: MIT
// The output forms. Each function appends whole lines.
#pragma once

#include <span>
#include <string>

#include "codec/tool/field_list.h"

namespace godot::tool {

/// A line for each field: offset, length, title and value, filter name.
void write_tree(const Report& report, bool colours, std::string& out);

/// One object on one line. `place` is the value's offset in its stream.
void write_json(const Report& report, Offset place, std::string& out);

/// One line for each report: the text that the reader would write for the same bytes.
void write_table(std::span<const Report> reports, std::string& out);

/// "godot3, godot2": the other dialects in which the message reads exactly.
[[nodiscard]] std::string names_of_others(const Report& report);

/// The precision as the options write it, "single" or "double".
[[nodiscard]] std::string_view name(variant::Precision precision) noexcept;

}  // namespace godot::tool

// SPDX-License-Identifier: MIT
// Names of the values of a Variant's fields, for the catalogue.
#pragma once

#include "codec/core/catalogue.h"
#include "codec/variant/types.h"

namespace godot::names {

/// Type ids of a dialect with their names, ended by a row without a name.
template <std::size_t count>
struct TypeNames {
  ValueName rows[count + 1];
};

template <std::size_t count>
constexpr TypeNames<count> names_of(const std::array<variant::TypeRow, count>& types) {
  TypeNames<count> names{};
  for (std::size_t id = 0; id < count; ++id) names.rows[id] = {static_cast<std::uint32_t>(id), types[id].name.data()};
  return names;
}

inline constexpr TypeNames types_godot2 = names_of(variant::tables::types_godot2);
inline constexpr TypeNames types_godot3 = names_of(variant::tables::types_godot3);
inline constexpr TypeNames types_godot4 = names_of(variant::tables::types_godot4);
inline constexpr TypeNames types_redot = names_of(variant::tables::types_redot);
inline constexpr TypeNames types_redot_docs = names_of(variant::tables::types_redot_docs);

// The two bits of a typed container: core/io/marshalls.cpp, enum ContainerTypeKind (Godot 4.3+)
inline constexpr ValueName type_kinds[] = {
    {0, "None"}, {1, "Builtin"}, {2, "Class name"}, {3, "Script"}, {0, nullptr},
};

// core/image.h of Godot 2.x, enum Format
inline constexpr ValueName image_formats[] = {
    {0, "GRAYSCALE"},
    {1, "INTENSITY"},
    {2, "GRAYSCALE_ALPHA"},
    {3, "RGB"},
    {4, "RGBA"},
    {5, "INDEXED"},
    {6, "INDEXED_ALPHA"},
    {7, "YUV_422"},
    {8, "YUV_444"},
    {9, "BC1"},
    {10, "BC2"},
    {11, "BC3"},
    {12, "BC4"},
    {13, "BC5"},
    {14, "PVRTC2"},
    {15, "PVRTC2_ALPHA"},
    {16, "PVRTC4"},
    {17, "PVRTC4_ALPHA"},
    {18, "ETC"},
    {19, "ATC"},
    {20, "ATC_ALPHA_EXPLICIT"},
    {21, "ATC_ALPHA_INTERPOLATED"},
    {22, "CUSTOM"},
    {0, nullptr},
};

// core/os/input_event.h of Godot 2.x, enum Type
inline constexpr ValueName input_events[] = {
    {0, "NONE"},
    {1, "KEY"},
    {2, "MOUSE_MOTION"},
    {3, "MOUSE_BUTTON"},
    {4, "JOYSTICK_MOTION"},
    {5, "JOYSTICK_BUTTON"},
    {6, "SCREEN_TOUCH"},
    {7, "SCREEN_DRAG"},
    {8, "ACTION"},
    {0, nullptr},
};

/// How many values a table names.
template <std::size_t rows>
constexpr std::uint32_t count_of(const ValueName (&)[rows]) {
  return rows - 1;
}

}  // namespace godot::names

// SPDX-License-Identifier: MIT
#include "codec/variant/names.h"

namespace godot::names {

// The two bits of a typed container: core/io/marshalls.cpp, enum ContainerTypeKind (Godot 4.3+)
const ValueName type_kinds[] = {
    {0, "None"}, {1, "Builtin"}, {2, "Class name"}, {3, "Script"}, {0, nullptr},
};

// core/image.h of Godot 2.x, enum Format
const ValueName image_formats[] = {
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
const ValueName input_events[] = {
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

}  // namespace godot::names

// SPDX-License-Identifier: MIT
// Bytes that are no Variant, each with one error: the problem that the walk reports, its offset and its field.
// Columns: reason, dialect, bytes, problem, offset of the field, its filter without "godot.variant.".
#pragma once

#include "codec/core/problem.h"

namespace godot::test {

struct Malformed {
  const char* reason;
  const char* dialect;
  const char* hex;
  Problem::Code code;
  Offset offset;
  const char* field;
};

using enum Problem::Code;

inline constexpr Malformed malformed[] = {
    // --- The header
    {"no bytes at all", "godot4", "", truncated, 0, "header"},
    {"half a header", "godot4", "0200", truncated, 0, "header"},
    {"the greatest id", "godot4", "ff000000", unknown_type, 0, "type"},
    // --- Scalars
    {"a bool without its number", "godot4", "01000000", truncated, 4, "bool"},
    {"half an int", "godot4", "02000000 0100", truncated, 4, "int"},
    {"half an int of 8 bytes", "godot4", "02000100 01000000", truncated, 4, "int"},
    {"half a float of 8 bytes", "godot3", "03000100 00000000", truncated, 4, "float"},
    {"a RID without its id", "godot4", "17000000 01000000", truncated, 4, "rid"},
    // --- Math: the numbers before the missing one are shown, and the problem is at that one
    {"a Vector2 without y", "godot4", "05000000 0000803f", truncated, 8, "vector2.y"},
    {"half of y", "godot2", "05000000 0000803f 0000", truncated, 8, "vector2.y"},
    {"a Vector2 without anything", "godot3", "05000000", truncated, 4, "vector2.x"},
    {"a wide Vector2 with bytes for a narrow one", "godot4", "05000100 0000803f 0000803f", truncated, 12, "vector2.y"},
    {"a Color without a", "godot4", "14000000 00000000 00000000 00000000", truncated, 16, "color.a"},
    {"a Projection that ends in its last row", "godot4",
     "13000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 "
     "00000000 00000000 00000000 00000000",
     truncated, 64, "projection.w.w"},
    // --- Text
    {"a string without its length", "godot4", "04000000", truncated, 4, "string.length"},
    {"a text longer than the message", "godot4", "04000000 05000000 61626364", truncated, 8, "string"},
    {"a text without its padding", "godot4", "04000000 01000000 61", truncated, 9, "padding"},
    {"a text with half of its padding", "godot3", "04000000 01000000 6100", truncated, 9, "padding"},
    {"a length of 2^31", "godot4", "04000000 00000080 61626364", negative_length, 4, "string.length"},
    {"a length of -1", "godot2", "04000000 ffffffff", negative_length, 4, "string.length"},
    {"the greatest length that is not negative", "godot3", "04000000 ffffff7f 61626364", truncated, 8, "string"},
    {"a StringName longer than the message", "godot4", "15000000 ff000000 61626364", truncated, 8, "string_name"},
    {"a Signal without an object", "godot4", "1a000000 01000000 61000000 01000000", truncated, 12, "signal.object_id"},
    // --- NodePath
    {"a path without its name count", "godot4", "16000000", truncated, 4, "node_path.name_count"},
    {"a path without its sub-name count", "godot4", "16000000 01000080", truncated, 8, "node_path.subname_count"},
    {"a path without flags", "godot4", "16000000 01000080 00000000", truncated, 12, "node_path.flags"},
    {"more names than bytes", "godot4", "16000000 05000080 00000000 00000000 01000000 61000000", truncated, 24,
     "string.length"},
    {"sub-names that make the sum greater than 32 bits", "godot3", "0f000000 ffffffff ffffffff 03000000 00000000",
     truncated, 20, "string.length"},
    {"the second name is missing", "godot4", "16000000 02000080 00000000 00000000 01000000 61000000", truncated, 24,
     "string.length"},
    {"a name with a negative length", "godot2", "10000000 01000080 00000000 00000000 fcffffff 61626364",
     negative_length, 16, "string.length"},
    {"a path in the old format", "godot4", "16000000 03000000 612f6200", unsupported_format, 4, "node_path.new_format"},
    {"an old path longer than the message", "godot2", "10000000 09000000 612f6200", truncated, 8, "node_path"},
    // --- Containers
    {"an array without its count", "godot4", "1c000000", truncated, 4, "array.count"},
    {"more elements than bytes", "godot4", "1c000000 03000000 00000000 00000000", truncated, 16, "header"},
    {"2^31 - 1 elements", "godot3", "13000000 ffffff7f", truncated, 8, "header"},
    {"the second element is missing", "godot4", "1c000000 02000000 02000000 01000000", truncated, 16, "header"},
    {"an element of an unknown type", "godot4", "1c000000 02000000 02000000 01000000 63000000", unknown_type, 16,
     "type"},
    {"more pairs than bytes", "godot2", "14000000 02000000 00000000 00000000 00000000", truncated, 20, "header"},
    {"a key without a value", "godot4", "1b000000 01000000 02000000 01000000", truncated, 16, "header"},
    {"a key that is cut", "godot4", "1b000000 01000000 02000100 01000000", truncated, 12, "int"},
    {"a value of an unknown type", "godot3", "12000000 01000000 00000000 1b000000", unknown_type, 12, "type"},
    {"an element type without its id", "godot4", "1c000100", truncated, 4, "element_type"},
    {"an element type that does not exist", "godot4", "1c000100 c8000000 00000000", unknown_type, 4, "element_type"},
    {"an element class longer than the message", "godot4", "1c000200 ff000000 4e6f6465", truncated, 8, "element_class"},
    {"a key type that does not exist", "godot4", "1b000100 64000000 00000000", unknown_type, 4, "key_type"},
    {"a value type that does not exist", "godot4", "1b000500 02000000 64000000 00000000", unknown_type, 8,
     "value_type"},
    {"a value script without its text", "godot4", "1b000c00 08000000 7265733a", truncated, 8, "value_script"},
    // --- Objects
    {"an id that is cut", "godot4", "18000100 01000000", truncated, 4, "object.id"},
    {"a class without its length", "godot3", "11000000", truncated, 4, "object.class"},
    {"a class longer than the message", "godot3", "11000000 ff000000 4e6f6465", truncated, 8, "object.class"},
    {"no property count", "godot4", "18000000 04000000 4e6f6465", truncated, 12, "object.property_count"},
    {"more properties than bytes", "godot4", "18000000 04000000 4e6f6465 02000000 01000000 61000000 00000000",
     truncated, 28, "string.length"},
    {"a property without a value", "godot4", "18000000 04000000 4e6f6465 01000000 04000000 6e616d65", truncated, 24,
     "header"},
    {"a property's name with a negative length", "godot4", "18000000 04000000 4e6f6465 01000000 000000ff 6e616d65",
     negative_length, 16, "string.length"},
    {"a property of an unknown type", "godot4", "18000000 04000000 4e6f6465 01000000 01000000 61000000 ff000000",
     unknown_type, 24, "type"},
    // --- Packed arrays
    {"bytes without a count", "godot4", "1d000000", truncated, 4, "packed.count"},
    {"more bytes than there are", "godot4", "1d000000 05000000 01020304", count_too_large, 4, "packed.count"},
    {"more ints than there are", "godot4", "1e000000 02000000 01000000", count_too_large, 4, "packed.count"},
    {"a count that overflows 32 bits", "godot4", "1e000000 00000040 01000000", count_too_large, 4, "packed.count"},
    {"a count that overflows 32 bits in elements of 16 bytes", "godot4", "25000000 00000010 01000000", count_too_large,
     4, "packed.count"},
    {"the greatest count", "godot2", "17000000 ffffffff 01000000", count_too_large, 4, "packed.count"},
    {"wide vectors with bytes for narrow ones", "godot4", "23000100 01000000 00000000 00000000", count_too_large, 4,
     "packed.count"},
    {"more strings than bytes", "godot4", "22000000 02000000 02000000", truncated, 12, "string"},
    {"the second string is missing", "godot4", "22000000 02000000 02000000 61000000", truncated, 16, "string.length"},
    {"a string that is longer than the message", "godot3", "17000000 01000000 09000000 61626300", truncated, 12,
     "string"},
    {"a string with a negative length", "godot4", "22000000 01000000 ffffffff 61626300", negative_length, 8,
     "string.length"},
    {"a string without its padding", "godot4", "22000000 01000000 02000000 6100", truncated, 14, "padding"},
    // --- Godot 2
    {"an image format that does not exist", "godot2", "0f000000 17000000 00000000 01000000 01000000 00000000",
     out_of_range, 4, "image.format"},
    {"an image without its height", "godot2", "0f000000 03000000 00000000 01000000", truncated, 16, "image.height"},
    {"more pixels than bytes", "godot2", "0f000000 03000000 00000000 01000000 01000000 05000000 01020304",
     count_too_large, 20, "image.data_length"},
    {"an event without its length", "godot2", "13000000 01000000 00000000", truncated, 12, "input_event.length"},
    {"an event that does not exist", "godot2", "13000000 09000000 00000000 0c000000", out_of_range, 4,
     "input_event.type"},
    {"an event shorter than its head", "godot2", "13000000 00000000 00000000 0b000000", length_mismatch, 12,
     "input_event.length"},
    {"an event longer than the message", "godot2", "13000000 00000000 00000000 10000000", truncated, 16,
     "input_event.data"},
    {"a key event without a key", "godot2", "13000000 01000000 00000000 0c000000", length_mismatch, 12,
     "input_event.length"},
};

}  // namespace godot::test

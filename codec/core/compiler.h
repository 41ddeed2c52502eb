// SPDX-License-Identifier: MIT
// Attributes of functions, in the spelling of each compiler.
#pragma once

#if defined(_MSC_VER)
#define GODOT_INLINE __forceinline
#define GODOT_COLD __declspec(noinline)
#define GODOT_UNREACHABLE() __assume(false)
#else
/// Inlined regardless of size: used for every value.
#define GODOT_INLINE [[gnu::always_inline]] inline
/// Not inlined: rarely called, keeps its caller small.
#define GODOT_COLD [[gnu::noinline]]
/// After a switch over all values of an enumeration.
#define GODOT_UNREACHABLE() __builtin_unreachable()
#endif

// SPDX-License-Identifier: MIT
// Attributes of functions, in the spelling of each compiler.
#pragma once

#if defined(_MSC_VER)
#define GODOT_INLINE __forceinline
#define GODOT_COLD __declspec(noinline)
#else
/// On the way of every value: part of its caller, whatever the compiler thinks of its size.
#define GODOT_INLINE [[gnu::always_inline]] inline
/// Seldom taken: a call, so that its caller stays small.
#define GODOT_COLD [[gnu::noinline]]
#endif

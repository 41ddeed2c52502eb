// SPDX-License-Identifier: MIT
#include "codec/variant/walk.h"

#include "codec/variant/walker.h"

namespace godot::variant {

Result walk(const Buffer& buffer, const Options& options, Sink& sink) { return walk_into(buffer, options, sink); }

Result validate(const Buffer& buffer, const Options& options) noexcept {
  detail::Silence silence;
  return walk_into(buffer, options, silence);
}

}  // namespace godot::variant

// SPDX-License-Identifier: MIT
#include "codec/variant/walk.h"

#include "codec/variant/walker.h"

namespace godot::variant {

Result walk(const Buffer& buffer, const Options& options, Sink& sink) { return walk_into(buffer, options, sink); }

Result validate(const Buffer& buffer, const Options& options) noexcept {
  detail::Silence silence;
  return walk_into(buffer, options, silence);
}

Options as_documented(const Buffer& buffer, Options options) noexcept {
  options.forms = Forms::documented;
  if (!dialect_of(options).wide_ints || validate(buffer, options).exact(buffer)) return options;
  options.forms = Forms::documented_wide;
  if (!validate(buffer, options).exact(buffer)) options.forms = Forms::documented;
  return options;
}

}  // namespace godot::variant

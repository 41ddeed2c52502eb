// SPDX-License-Identifier: MIT
#include "codec/debugger/scalar.h"

#include "codec/core/cursor.h"

namespace godot::debugger {

using variant::Kind;

Scalar scalar_at(const Buffer& buffer, Offset at, const variant::Dialect& dialect) noexcept {
  constexpr Offset word = 4;
  constexpr Offset longest_awaited = 4096;  // a length that no name has is no name's
  Scalar found;
  Problem problem;
  if (at > buffer.captured.size()) return found;
  Cursor in(buffer, Field::variant);
  in.skip(at);
  if (!in.has(word, Field::header, problem)) {
    found.cut = true;
    return found;
  }
  const std::uint32_t header = in.peek32();
  const std::uint32_t id = header & variant::type_mask;
  if (id >= dialect.types.size()) return found;
  const variant::TypeRow& type = dialect.types[id];
  if ((header & ~(variant::type_mask | type.flags)) != 0) return found;
  found.kind = type.kind;
  found.is_plain = header == id;
  in.skip(word);
  const bool wide = (header & variant::flag_64) != 0;
  Offset length = wide ? 2 * word : word;
  switch (type.kind) {
    case Kind::boolean:
      if (!in.has(word, Field::bool_, problem)) break;
      found.value = Value::of_bool(in.peek32());
      break;
    case Kind::integer:
      if (!in.has(length, Field::int_, problem)) break;
      found.value = Value::of_int(wide ? load_le<std::int64_t>(in.here()) : load_le<std::int32_t>(in.here()));
      break;
    case Kind::floating:
      if (!in.has(length, Field::float_, problem)) break;
      found.value = wide ? Value::of_double(load_le<double>(in.here())) : Value::of_float(load_le<float>(in.here()));
      break;
    case Kind::string:
    case Kind::string_name: {
      if (!in.has(word, Field::string_length, problem)) break;
      const Offset text = in.peek32();
      in.skip(word);
      if (!in.has(text, Field::string, problem)) {
        found.cut = text <= longest_awaited;
        return found;
      }
      found.value = Value::of_text(in.view(in.position(), text));
      length = word + text + padding_after(text);
      break;
    }
    default: return found;
  }
  if (found.value.kind == Value::Kind::none) {
    found.cut = true;
    return found;
  }
  found.size = word + length;
  return found;
}

}  // namespace godot::debugger

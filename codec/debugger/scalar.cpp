// SPDX-License-Identifier: MIT
#include "codec/debugger/scalar.h"

#include "codec/core/cursor.h"
#include "codec/variant/fields.h"

namespace godot::debugger {

using variant::Kind;

namespace {

/// Reads a number, if it is complete.
template <class T, class Make>
void read(Cursor& in, Field field, Value& value, Make make, T number) noexcept {
  Problem problem;
  if (in.read(number, field, problem)) value = make(number);
}

}  // namespace

Scalar scalar_at(const Buffer& buffer, Offset at, const variant::Dialect& dialect) noexcept {
  constexpr Offset word = 4;
  constexpr Offset longest_awaited = 4096;  // names are never longer
  Scalar found;
  Problem problem;
  if (at > buffer.captured.size()) return found;
  Cursor in(buffer, message_end);
  in.skip(at);
  std::uint32_t header = 0;
  if (!in.read(header, field::header, problem)) {
    found.cut = true;
    return found;
  }
  const std::uint32_t id = header & variant::type_mask;
  if (id >= dialect.types.size()) return found;
  const variant::TypeRow& type = dialect.types[id];
  if ((header & ~(variant::type_mask | type.flags)) != 0) return found;
  found.kind = type.kind;
  found.is_plain = header == id;
  const bool wide = (header & variant::flag_64) != 0;
  Offset length = wide ? 2 * word : word;
  switch (type.kind) {
    case Kind::boolean: read(in, field::bool_, found.value, Value::of_bool, std::uint32_t{}); break;
    case Kind::integer:
      if (wide) read(in, field::int_, found.value, Value::of_int, std::int64_t{});
      else read(in, field::int_, found.value, Value::of_int, std::int32_t{});
      break;
    case Kind::floating:
      if (wide) read(in, field::float_, found.value, Value::of_double, double{});
      else read(in, field::float_, found.value, Value::of_double, float{});
      break;
    case Kind::string:
    case Kind::string_name: {
      Offset text = 0;
      if (!in.read(text, field::string_length, problem)) break;
      if (!in.has(text, field::string, problem)) {
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

// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/text_sink.h"

#include "codec/variant/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/longjmp.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(TextSink);

namespace {

bool is_value(Field field) { return (info(field).flags & is_variant) != 0; }

}  // namespace

TextSink::TextSink(packet_info* pinfo, std::size_t size, const Display& display, const variant::Dialect& dialect,
                   ValueListener& listener)
    : pinfo_(pinfo),
      listener_(listener),
      writer_(text_buffer(pinfo, size, display), display.text_limit, dialect, display.hex_bytes) {}

void TextSink::open(Field field, Offset begin, const Value& value) {
  if (is_value(field) && values_++ == 0) {
    depth_ = 0;
    index_ = static_cast<std::uint32_t>(value.uint);
    begin_ = begin;
    type_ = unknown_type;
  }
  if (values_ == 0) return;
  ++depth_;
  writer_.open(field, value);
}

void TextSink::leaf(Field field, Offset, Offset, const Value& value) {
  if (values_ == 0) return;
  if (field == field::type_name && depth_ == 1) type_ = value.chars;
  writer_.leaf(field, value);
}

void TextSink::close(Field field, Offset end) {
  if (values_ == 0) return;
  --depth_;
  const variant::Text text = writer_.close(field);
  if (!is_value(field) || --values_ != 0) return;
  listener_.value({.role = field,
                   .index = index_,
                   .begin = begin_,
                   .end = end,
                   .text = kept_text(pinfo_, text),
                   .type = type_,
                   .item = nullptr});
}

void TextSink::note(Note note, Offset, Offset) { expert_add_info(pinfo_, nullptr, expert(note)); }

void TextSink::problem(const Problem& problem) {
  if (values_ != 0) writer_.problem();
  report_problem(pinfo_, nullptr, problem, values_ != 0);
}

}  // namespace godot::plugin

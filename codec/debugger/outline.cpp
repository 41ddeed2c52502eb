// SPDX-License-Identifier: MIT
#include "codec/debugger/outline.h"

#include <algorithm>

#include "codec/debugger/fields.h"

namespace godot::debugger {
namespace {

using variant::Kind;
using Level = Progress::Level;

constexpr std::uint32_t endless = 0xFFFFFFFF;

/// True if a message may have several with this field.
bool is_one_of_several(Field field) noexcept { return field != field::none && (info(field).flags & is_numbered) != 0; }

bool is_text(Kind kind) noexcept {
  return kind == Kind::string || kind == Kind::string_name || kind == Kind::node_path;
}

/// The last part of a field's name, which is the key in a Dictionary.
std::string_view key_of(Field field) noexcept {
  const std::string_view filter = info(field).filter;
  return filter.substr(filter.rfind('.') + 1);
}

const Element* row_of_key(const Level& table, std::string_view key) noexcept {
  for (const Element* row = table.begin; row != table.end; row += 1 + row->size) {
    if (key_of(row->field) == key) return row;
  }
  return nullptr;
}

/// The rows that are present or absent with an optional one: their end, and their number of elements.
struct Together {
  const Element* end;
  std::uint32_t elements;
};
Together together(const Element* row, const Element* end) noexcept {
  std::uint32_t elements = 0;
  do {
    ++elements;
    row += 1 + row->size;
  } while (row < end && !row->optional && row->take != Take::group);
  return {row, elements};
}

/// A list's row also describes its element, if that appears without the list.
const Element* row_for(const Element& row, Kind kind) noexcept {
  if (row.take != Take::list || kind == Kind::array) return &row;
  return std::find_if(&row + 1, &row + row.size, [](const Element& inner) { return inner.take != Take::group; });
}

}  // namespace

bool fits(const Element& element, Kind kind) noexcept {
  switch (element.take) {
    case Take::value: return true;
    case Take::list: return kind == Kind::array;
    case Take::table: return kind == Kind::dictionary;
    case Take::packed: return kind == Kind::packed || kind == Kind::packed_strings;
    case Take::group: return true;
    case Take::scalar:
    case Take::count: break;
  }
  switch (info(element.field).type) {
    case FieldType::string: return is_text(kind);
    case FieldType::boolean: return kind == Kind::boolean;
    case FieldType::float64: return kind == Kind::floating || kind == Kind::integer;
    default: return kind == Kind::integer;
  }
}

// --- Levels -------------------------------------------------------------------------------------------------------

void Outline::push(Level::Kind kind, std::span<const Element> rows, Field field, Per per, std::uint32_t remaining) {
  progress_.levels[progress_.depth++] = {.begin = rows.data(),
                                         .next = rows.data(),
                                         .end = rows.data() + rows.size(),
                                         .field = field,
                                         .kind = kind,
                                         .per = per,
                                         .remaining = remaining,
                                         .index = 0,
                                         .open = false};
}

void Outline::open(Level& which, Offset at, std::uint32_t number) {
  if (which.field == field::none || which.open) return;
  line_.group(which.field);
  sink_.open(which.field, at, Value::of_uint(number));
  which.open = true;
}

void Outline::close(Level& which, Offset end) {
  if (which.open) sink_.close(which.field, end);
  which.open = false;
}

void Outline::leave(std::size_t depth, Offset end) {
  while (progress_.depth > depth) {
    close(level(), end);
    --progress_.depth;
  }
}

void Outline::suspend() {
  for (std::size_t i = progress_.depth; i != 0; --i) {
    if (progress_.levels[i - 1].open) sink_.close(progress_.levels[i - 1].field, last_end_);
  }
}

void Outline::resume() {
  for (std::size_t i = 0; i < progress_.depth; ++i) {
    const Level& which = progress_.levels[i];
    if (which.open) sink_.open(which.field, 0, Value::of_uint(which.index));
  }
}

bool Outline::in_group() const noexcept {
  return std::any_of(progress_.levels.begin(), progress_.levels.begin() + progress_.depth,
                     [](const Level& which) { return is_one_of_several(which.field); });
}

// --- Rows ---------------------------------------------------------------------------------------------------------

/// The index of a list in a separate group, among lists with the same field.
std::uint32_t Outline::number_of(std::size_t depth) const noexcept {
  const Level& around = progress_.levels[depth - 1];
  return around.kind == Level::Kind::group ? around.index : 0;
}

void Outline::begin(const Element& row, Offset at) {
  const std::uint32_t number = is_one_of_several(row.field) ? number_of(progress_.depth) : 0;
  push(row.take == Take::list ? Level::Kind::list : Level::Kind::table, {&row + 1, row.size}, row.field);
  open(level(), at, number);
}

/// At the end of a group's rows: repeats or leaves it.
void Outline::repeat(Level& group) {
  close(group, last_end_);
  if (group.per == Per::group && --group.remaining == 0) {
    --progress_.depth;
    return;
  }
  ++group.index;
  group.next = group.begin;
}

/// Begins rows that are repeated by the count of an earlier number.
void Outline::enter(Level& here, const Element& group, Offset at) {
  here.next += 1 + group.size;
  const std::uint32_t times = group.per == Per::end ? endless : progress_.counts[group.slot];
  // A group begins with an element that fits: an element after an empty group does not belong to it.
  if (here.kind == Level::Kind::group) open(here, at, here.index);
  if (times != 0 && !is_full()) push(Level::Kind::group, {&group + 1, group.size}, group.field, group.per, times);
}

const Element* Outline::next(Kind kind, Offset at, std::string_view key, std::uint32_t left) {
  while (progress_.depth != 0) {
    Level& here = level();
    const bool is_group = here.kind == Level::Kind::group;
    if (here.kind == Level::Kind::table) return row_of_key(here, key);
    if (is_group && here.per == Per::element && here.remaining == 0) {
      leave(progress_.depth - 1, last_end_);
      continue;
    }
    if (here.next == here.end) {
      if (!is_group) return nullptr;
      repeat(here);
      continue;
    }
    const Element& row = *here.next;
    if (row.take == Take::group) {
      enter(here, row, at);
      continue;
    }
    if (row.optional) {
      const Together rows = together(&row, here.end);
      if (!fits(row, kind) || left < rows.elements) {
        here.next = rows.end;
        continue;
      }
    }
    if (is_group) {
      open(here, at, here.index);
      if (here.per == Per::element) --here.remaining;
    }
    here.next += 1 + row.size;
    return row_for(row, kind);
  }
  return nullptr;
}

std::optional<Note> Outline::missing(std::size_t depth) const noexcept {
  if (progress_.depth <= depth) return std::nullopt;
  for (std::size_t i = progress_.depth; i > depth + 1; --i) {
    const Level& group = progress_.levels[i - 1];
    const bool is_begun = group.next != group.begin && group.next != group.end;
    const bool is_last = group.per == Per::end || group.remaining == (group.per == Per::group ? 1 : 0);
    if (is_begun || !is_last) return note::debug_count_mismatch;
  }
  const Level& list = progress_.levels[depth];
  if (list.kind == Level::Kind::table) return std::nullopt;
  for (const Element* row = list.next; row != list.end; row += 1 + row->size) {
    if (row->optional) return std::nullopt;
    const bool is_group = row->take == Take::group;
    if (is_group && (row->per == Per::end || progress_.counts[row->slot] == 0)) continue;
    return is_group ? note::debug_count_mismatch : note::debug_missing_elements;
  }
  return std::nullopt;
}

}  // namespace godot::debugger

// SPDX-License-Identifier: MIT
#include "answers/tables/compact_rows.h"

#include <algorithm>
#include <cstring>

namespace godot::analysis::report {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 16;
constexpr unsigned varint_bits = 7;
constexpr std::uint64_t more_follows = 0x80;

constexpr std::size_t longest_varint = 10;

/// Bytes that a cell takes at most.
std::size_t room_of(const Cell& cell) { return 1 + longest_varint + cell.text.size(); }

char* put(std::uint64_t value, char* to) {
  for (; value >= more_follows; value >>= varint_bits) *to++ = static_cast<char>(value | more_follows);
  *to++ = static_cast<char>(value);
  return to;
}

std::uint64_t take(const char*& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += varint_bits) {
    const auto byte = static_cast<unsigned char>(*at++);
    value |= std::uint64_t{byte & (more_follows - 1)} << shift;
    if ((byte & more_follows) == 0) return value;
  }
}

char* put(const Cell& cell, char* to) {
  *to++ = static_cast<char>(cell.type);
  switch (cell.type) {
    case Cell::Type::empty: break;
    case Cell::Type::count: return put(cell.count, to);
    case Cell::Type::number: std::memcpy(to, &cell.number, sizeof cell.number); return to + sizeof cell.number;
    case Cell::Type::text:
      to = put(std::uint64_t{cell.text.size()}, to);
      return to + cell.text.copy(to, cell.text.size());
  }
  return to;
}

void take(const char*& at, Cell& cell) {
  cell.type = static_cast<Cell::Type>(*at++);
  cell.count = 0;
  cell.number = 0;
  cell.text.clear();
  switch (cell.type) {
    case Cell::Type::empty: break;
    case Cell::Type::count: cell.count = take(at); break;
    case Cell::Type::number:
      std::memcpy(&cell.number, at, sizeof cell.number);
      at += sizeof cell.number;
      break;
    case Cell::Type::text: {
      const auto size = static_cast<std::size_t>(take(at));
      cell.text.assign(at, size);
      at += size;
      break;
    }
  }
}

}  // namespace

void CompactRows::push_back(const Row& row) {
  std::size_t room = longest_varint;
  for (const Cell& cell : row) room += room_of(cell);
  std::string bytes(room, '\0');
  char* end = put(std::uint64_t{row.size()}, bytes.data());
  for (const Cell& cell : row) end = put(cell, end);
  bytes.resize(static_cast<std::size_t>(end - bytes.data()));
  if (blocks_.empty() || blocks_.back().size() + bytes.size() > blocks_.back().capacity()) {
    blocks_.emplace_back();
    // The first block grows as needed, because many answers have few rows.
    blocks_.back().reserve(std::max(blocks_.size() == 1 ? bytes.size() * 4 : block_size, bytes.size()));
  }
  places_.push_back({.block = static_cast<std::uint32_t>(blocks_.size() - 1),
                     .offset = static_cast<std::uint32_t>(blocks_.back().size())});
  blocks_.back() += bytes;
}

std::size_t CompactRows::memory() const noexcept {
  std::size_t bytes = places_.capacity() * sizeof(Place) + blocks_.capacity() * sizeof(std::string);
  for (const std::string& block : blocks_) bytes += block.capacity();
  return bytes;
}

Row CompactRows::operator[](std::size_t index) const {
  Row row;
  read(index, row);
  return row;
}

void CompactRows::read(std::size_t index, Row& row) const {
  const Place place = places_[index];
  const char* at = blocks_[place.block].data() + place.offset;
  row.resize(static_cast<std::size_t>(take(at)));
  for (Cell& cell : row) take(at, cell);
}

}  // namespace godot::analysis::report

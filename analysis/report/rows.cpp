// SPDX-License-Identifier: MIT
#include "analysis/report/rows.h"

#include <algorithm>
#include <cstring>

namespace godot::analysis::report {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 16;
constexpr unsigned varint_bits = 7;
constexpr std::uint64_t more_follows = 0x80;

void put(std::string& out, std::uint64_t value) {
  for (; value >= more_follows; value >>= varint_bits) out += static_cast<char>(value | more_follows);
  out += static_cast<char>(value);
}

std::uint64_t take(const char*& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += varint_bits) {
    const auto byte = static_cast<unsigned char>(*at++);
    value |= std::uint64_t{byte & (more_follows - 1)} << shift;
    if ((byte & more_follows) == 0) return value;
  }
}

void put(std::string& out, const Cell& cell) {
  out += static_cast<char>(cell.type);
  switch (cell.type) {
    case Cell::Type::empty: break;
    case Cell::Type::count: put(out, cell.count); break;
    case Cell::Type::number: out.append(reinterpret_cast<const char*>(&cell.number), sizeof cell.number); break;
    case Cell::Type::text:
      put(out, std::uint64_t{cell.text.size()});
      out += cell.text;
      break;
  }
}

Cell take_cell(const char*& at) {
  Cell cell{.type = static_cast<Cell::Type>(*at++)};
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
  return cell;
}

}  // namespace

void Rows::push_back(const Row& row) {
  std::string bytes;
  put(bytes, std::uint64_t{row.size()});
  for (const Cell& cell : row) put(bytes, cell);
  if (blocks_.empty() || blocks_.back().size() + bytes.size() > blocks_.back().capacity()) {
    blocks_.emplace_back();
    // The first block grows as needed, because many answers have few rows.
    blocks_.back().reserve(std::max(blocks_.size() == 1 ? bytes.size() * 4 : block_size, bytes.size()));
  }
  places_.push_back({.block = static_cast<std::uint32_t>(blocks_.size() - 1),
                     .offset = static_cast<std::uint32_t>(blocks_.back().size())});
  blocks_.back() += bytes;
}

std::size_t Rows::memory() const noexcept {
  std::size_t bytes = places_.capacity() * sizeof(Place) + blocks_.capacity() * sizeof(std::string);
  for (const std::string& block : blocks_) bytes += block.capacity();
  return bytes;
}

Row Rows::operator[](std::size_t index) const {
  const Place place = places_[index];
  const char* at = blocks_[place.block].data() + place.offset;
  Row row(static_cast<std::size_t>(take(at)));
  for (Cell& cell : row) cell = take_cell(at);
  return row;
}

}  // namespace godot::analysis::report

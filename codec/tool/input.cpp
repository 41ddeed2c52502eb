// SPDX-License-Identifier: MIT
#include "codec/tool/input.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

#include "codec/tool/console.h"

namespace godot::tool {
namespace {

constexpr std::size_t max_input = std::numeric_limits<std::int32_t>::max();  // as in Wireshark's buffers
constexpr std::size_t block_size = 1 << 16;

struct Close {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

std::vector<std::uint8_t> read_all(std::FILE* file, std::string& problem) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t size = 0, got = block_size; got == block_size; size += got) {
    if (size > max_input) {
      problem = "more than 2 GiB";
      return {};
    }
    bytes.resize(size + block_size);
    got = std::fread(bytes.data() + size, 1, block_size, file);
    bytes.resize(size + got);
  }
  if (std::ferror(file) != 0) problem = std::strerror(errno);
  return bytes;
}

}  // namespace

std::vector<std::uint8_t> from_hex(std::string_view text, std::string& problem) {
  constexpr std::string_view between = " \t\r\n,:";
  std::vector<std::uint8_t> bytes;
  while (!text.empty()) {
    if (between.find(text.front()) != std::string_view::npos) {
      text.remove_prefix(1);
      continue;
    }
    if (text.starts_with("0x") || text.starts_with("0X")) {
      text.remove_prefix(2);
      continue;
    }
    std::uint8_t byte = 0;
    const char* pair_end = text.data() + 2;
    if (text.size() < 2 || std::from_chars(text.data(), pair_end, byte, 16).ptr != pair_end) {
      problem = "no pair of hexadecimal digits: '" + std::string{text.substr(0, 2)} + "'";
      return {};
    }
    bytes.push_back(byte);
    text.remove_prefix(2);
  }
  return bytes;
}

std::vector<std::uint8_t> read_input(const Arguments& arguments, std::string& problem) {
  if (arguments.hex) return from_hex(*arguments.hex, problem);
  std::vector<std::uint8_t> bytes;
  if (arguments.file.empty() || arguments.file == "-") {
    bytes = read_all(stdin, problem);
  } else if (const std::unique_ptr<std::FILE, Close> file{open_file(arguments.file, "rb")}) {
    bytes = read_all(file.get(), problem);
  } else {
    problem = std::strerror(errno);
  }
  if (problem.empty() && arguments.hex_input)
    bytes = from_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, problem);
  if (!problem.empty() && !arguments.file.empty()) problem = arguments.file + ": " + problem;
  return bytes;
}

}  // namespace godot::tool

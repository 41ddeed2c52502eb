// SPDX-License-Identifier: MIT
// Counts the types of all values in a file that FileAccess.store_var() has written: count_types FILE [DIALECT]
#include <codec/variant/framing.h>
#include <codec/variant/walk.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "codec/variant/fields.h"

namespace {

/// Receives every field of a value; the name of its type is one of them.
class TypeCounter final : public godot::Sink {
 public:
  [[nodiscard]] const std::map<std::string, int, std::less<>>& counts() const { return counts_; }

  void open(godot::Field, godot::Offset, const godot::Value&) override {}
  void leaf(godot::Field field, godot::Offset, godot::Offset, const godot::Value& value) override {
    if (field == godot::field::type_name) ++counts_[std::string(value.view())];
  }
  void close(godot::Field, godot::Offset) override {}
  void note(godot::Note, godot::Offset, godot::Offset) override {}
  void problem(const godot::Problem& problem) override {
    char text[godot::max_problem_text];
    std::fprintf(stderr, "%s\n", std::string(describe(problem, text)).c_str());
  }

 private:
  std::map<std::string, int, std::less<>> counts_;
};

}  // namespace

int main(int argc, char** argv) {
  const godot::variant::Dialect* dialect = godot::variant::find_dialect(argc > 2 ? argv[2] : "godot4");
  if (argc < 2 || dialect == nullptr) return std::fprintf(stderr, "count_types FILE [DIALECT]\n"), 2;
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) return std::fprintf(stderr, "%s cannot be read\n", argv[1]), 1;
  const std::vector<char> content{std::istreambuf_iterator<char>(file), {}};
  const std::span<const std::uint8_t> bytes{reinterpret_cast<const std::uint8_t*>(content.data()), content.size()};

  TypeCounter counter;
  for (std::size_t at = 0; bytes.size() - at >= godot::variant::stream_prefix;) {
    const auto length = godot::variant::stream_length(&bytes[at], godot::variant::ByteOrder::little);
    at += godot::variant::stream_prefix;
    if (length > bytes.size() - at) return std::fprintf(stderr, "the file ends inside a value\n"), 1;
    const godot::Buffer value(bytes.subspan(at, length));
    if (!godot::variant::walk(value, {.dialect = dialect}, counter).exact(value)) return 1;
    at += length;
  }
  for (const auto& [name, count] : counter.counts()) std::printf("%6d %s\n", count, name.c_str());
}

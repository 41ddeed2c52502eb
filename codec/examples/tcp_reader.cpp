// SPDX-License-Identifier: MIT
// Reads what StreamPeerTCP.put_var() sends, as it comes in, and prints a line for each value: ... | tcp_reader
#include <codec/variant/framing.h>
#include <codec/variant/text.h>
#include <codec/variant/walk.h>

#include <cstdio>
#include <string>
#include <vector>

#include "codec/variant/fields.h"

namespace {

using godot::variant::Dialect;
using godot::variant::TextWriter;

/// Keeps the text of the value closed last: that of the outermost.
class Line final : public godot::Sink {
 public:
  Line(std::span<char> buffer, const Dialect& dialect) : writer_(buffer, godot::variant::no_text_limit, dialect) {}
  [[nodiscard]] const std::string& text() const { return text_; }

  void open(godot::Field field, godot::Offset, const godot::Value& value) override { writer_.open(field, value); }
  void leaf(godot::Field field, godot::Offset, godot::Offset, const godot::Value& value) override {
    writer_.leaf(field, value);
  }
  void close(godot::Field field, godot::Offset) override {
    const godot::variant::Text text = writer_.close(field);
    if (field == godot::field::variant) text_ = text.text;
  }
  void note(godot::Note, godot::Offset, godot::Offset) override {}
  void problem(const godot::Problem&) override { writer_.problem(); }

 private:
  TextWriter writer_;
  std::string text_;
};

/// Collects bytes and takes values from their front. The codec itself keeps no state.
class Reader {
 public:
  explicit Reader(const Dialect& dialect) : dialect_(dialect) {}

  /// Prints the values that are complete; false if the bytes are not a stream of Variants.
  bool add(std::span<const std::uint8_t> bytes) {
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    std::size_t at = 0;
    while (pending_.size() - at >= godot::variant::stream_prefix) {
      const auto length = godot::variant::stream_length(&pending_[at], godot::variant::ByteOrder::little);
      if (!godot::variant::plausible_stream_length(length)) return false;
      if (pending_.size() - at - godot::variant::stream_prefix < length) break;
      at += godot::variant::stream_prefix;
      if (!print(std::span(pending_).subspan(at, length))) return false;
      at += length;
    }
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  }
  [[nodiscard]] bool empty() const { return pending_.empty(); }

 private:
  bool print(std::span<const std::uint8_t> bytes) {
    const godot::Buffer value(bytes);
    std::vector<char> buffer(TextWriter::capacity(bytes.size(), godot::variant::no_text_limit));
    Line line(buffer, dialect_);
    const godot::variant::Result result = godot::variant::walk(value, {.dialect = &dialect_}, line);
    std::printf("%s\n", line.text().c_str());
    return result.exact(value);
  }

  const Dialect& dialect_;
  std::vector<std::uint8_t> pending_;
};

}  // namespace

int main() {
  Reader reader(godot::variant::dialect(godot::variant::Generation::godot4));
  std::uint8_t chunk[1000];  // a segment, or part of one
  for (std::size_t size = 0; (size = std::fread(chunk, 1, sizeof chunk, stdin)) != 0;) {
    if (!reader.add({chunk, size})) return std::fprintf(stderr, "this is no stream of Variants\n"), 1;
  }
  return reader.empty() ? 0 : 1;
}

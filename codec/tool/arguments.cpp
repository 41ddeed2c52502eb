// SPDX-License-Identifier: MIT
#include "codec/tool/arguments.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace godot::tool {

const std::string_view help_text = R"(Usage: godot-variant [options] [FILE|-]

Shows what is in a Variant, a value of Godot's binary serialization API (var_to_bytes, put_var).
Without FILE, or with "-", the bytes come from standard input.

Input:
  --hex TEXT           the bytes themselves, in hexadecimal; white space, commas and 0x are skipped
  --hex-input          FILE holds hexadecimal text instead of bytes
  --stream ORDER       FILE is a run of values, each after its length in 4 bytes (StreamPeer.put_var);
                       ORDER is little or big

Reading:
  --dialect NAME       auto (default), godot2, godot3, godot4, redot, redot-docs
  --precision WIDTH    auto (default), single, double: reals inside vectors where no header flag tells
  --as-documented      read what pages about the format describe and no engine sends: ints of 8 bytes and object
                       ids without a flag, padding after old NodePaths, 64-bit counts, colours in double precision
  --all                try every dialect and precision, one line each

Output:
  --format FORMAT      tree (default): offset, length, title, value and filter name of every field;
                       json: the same as one object a line; text: what var_to_str writes
  --max-elements N     elements of a container that get lines of their own; 0 = all (default)
  --text-limit N       longest text in characters; 0 = no limit (default of text; tree and json: 240)
  --hex-bytes N        byte arrays of N bytes or more are written hex:1a24; 0 = never (default)

  --version            print the version
  --help               print this

Offsets count from the first byte of the value that they are in.

Examples:
  godot-variant --hex "02 00 00 00 2a 00 00 00"
  godot-variant --format json save.bin | jq .text
  godot-variant --stream little --format text < tcp_payload.bin

Exit status: 0 = everything was read exactly, 1 = malformed, or bytes are left over,
2 = wrong usage, or a file that cannot be read or written.
)";

namespace {

using variant::ByteOrder;
using variant::Precision;

/// A value that an option accepts, and its meaning.
template <class T>
struct Choice {
  std::string_view word;
  T meaning;
};

constexpr Choice<Format> formats[] = {{"tree", Format::tree}, {"json", Format::json}, {"text", Format::text}};
constexpr Choice<std::optional<ByteOrder>> orders[] = {{"little", ByteOrder::little}, {"big", ByteOrder::big}};
constexpr Choice<std::optional<Precision>> precisions[] = {
    {"auto", std::nullopt}, {"single", Precision::single_}, {"double", Precision::double_}};

template <class T, std::size_t count>
bool choose(const Choice<T> (&choices)[count], std::string_view word, T& out) {
  const auto found = std::find_if(std::begin(choices), std::end(choices), [&](auto& row) { return row.word == word; });
  if (found == std::end(choices)) return false;
  out = found->meaning;
  return true;
}

bool number(std::string_view word, std::uint32_t& out) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc{} && end == word.data() + word.size();
}

/// Sets the option's value; false if the value is invalid.
using Setter = bool (*)(Arguments& arguments, std::string_view word);

struct OptionRow {
  std::string_view name;
  bool takes_word;
  Setter set;
};

constexpr OptionRow options[] = {
    {"--hex", true, [](Arguments& to, std::string_view word) { return to.hex = word, true; }},
    {"--hex-input", false, [](Arguments& to, std::string_view) { return to.hex_input = true; }},
    {"--stream", true, [](Arguments& to, std::string_view word) { return choose(orders, word, to.stream); }},
    {"--dialect", true,
     [](Arguments& to, std::string_view word) {
       to.dialect = variant::find_dialect(word);
       return to.dialect != nullptr || word == "auto";
     }},
    {"--precision", true, [](Arguments& to, std::string_view word) { return choose(precisions, word, to.precision); }},
    {"--as-documented", false, [](Arguments& to, std::string_view) { return to.as_documented = true; }},
    {"--all", false, [](Arguments& to, std::string_view) { return to.all = true; }},
    {"--format", true, [](Arguments& to, std::string_view word) { return choose(formats, word, to.format); }},
    {"--max-elements", true, [](Arguments& to, std::string_view word) { return number(word, to.max_elements); }},
    {"--text-limit", true, [](Arguments& to, std::string_view word) { return number(word, to.text_limit.emplace()); }},
    {"--hex-bytes", true, [](Arguments& to, std::string_view word) { return number(word, to.hex_bytes); }},
    {"--version", false, [](Arguments& to, std::string_view) { return to.version = true; }},
    {"--help", false, [](Arguments& to, std::string_view) { return to.help = true; }},
    {"-h", false, [](Arguments& to, std::string_view) { return to.help = true; }},
};

std::string quoted(std::string_view word) { return "'" + std::string{word} + "'"; }

}  // namespace

Arguments parse_arguments(int count, const char* const* words, std::string& problem) {
  Arguments arguments;
  bool only_files = false;
  for (int i = 1; i < count && problem.empty(); ++i) {
    std::string_view word = words[i];
    if (only_files || word == "-" || !word.starts_with('-')) {
      if (!arguments.file.empty()) problem = "more than one file: " + quoted(word);
      arguments.file = word;
      continue;
    }
    if (word == "--") {
      only_files = true;
      continue;
    }
    const auto equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const auto* option =
        std::find_if(std::begin(options), std::end(options), [&](auto& row) { return row.name == name; });
    if (option == std::end(options)) {
      problem = "unknown option " + quoted(name);
    } else if (!option->takes_word) {
      if (equals != std::string_view::npos) problem = std::string{name} + " takes no value";
      else option->set(arguments, {});
    } else if (equals == std::string_view::npos && i + 1 == count) {
      problem = std::string{name} + " needs a value";
    } else {
      const std::string_view value = equals == std::string_view::npos ? words[++i] : word.substr(equals + 1);
      if (!option->set(arguments, value)) problem = std::string{name} + " does not know " + quoted(value);
    }
  }
  if (problem.empty() && arguments.hex && (arguments.hex_input || !arguments.file.empty()))
    problem = "--hex is the input: no file, no --hex-input";
  if (problem.empty() && arguments.all && arguments.stream) problem = "--all reads one value, --stream many";
  return arguments;
}

}  // namespace godot::tool

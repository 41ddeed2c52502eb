// SPDX-License-Identifier: MIT
#include "codec/files/walk.h"

#include <algorithm>
#include <limits>

#include "codec/core/reader.h"
#include "codec/core/silent_sink.h"
#include "codec/files/fields.h"

namespace godot::files {
namespace {

// Limits of the engine, and of this reader for one unit.
constexpr std::uint32_t longest_password = 512;
constexpr std::uint32_t longest_path = 65536;
constexpr std::uint32_t longest_block = 16U << 20;
constexpr std::uint32_t longest_list = 100U << 20;
constexpr std::uint64_t largest_file = 256U << 20;
constexpr std::uint32_t most_tags = 1024;
constexpr std::uint32_t most_files = 1U << 20;
constexpr std::uint32_t last_error = 48;
constexpr std::uint32_t commands = 5;
constexpr std::uint32_t responses = 4;
constexpr Offset password_field = 32;
constexpr Offset magic_size = 4;
constexpr std::string_view hello_magic = "GRFS";
constexpr std::string_view end_magic = "GEND";

bool starts_with(std::span<const std::uint8_t> bytes, std::string_view text) noexcept {
  return bytes.size() >= text.size() && std::equal(text.begin(), text.end(), bytes.begin(), [](char a, std::uint8_t b) {
           return static_cast<std::uint8_t>(a) == b;
         });
}

class Walker : private MessageReader<Result> {
 public:
  Walker(const Buffer& unit, const State& state, Sink& sink) noexcept
      : MessageReader(unit, sink, field::files), state_(state) {
    result.facts.unit = state.next;
    result.after = state;
  }

  Result run() {
    open(field::files);
    close(field::files, unit());
    result.consumed = in_.position();
    return result;
  }

 private:
  bool unit() {
    switch (state_.next) {
      case Unit::none: return fail(field::files, 0, 0);
      case Unit::password: return password();
      case Unit::status: return status();
      case Unit::request: return request();
      case Unit::answer: return answer();
      case Unit::hello: return hello();
      case Unit::tag: return tag();
      case Unit::list: return list();
      case Unit::count: return count();
      case Unit::entry: return entry();
      case Unit::file: return file();
      case Unit::end: return end();
    }
    return false;
  }

  // --- Reading ------------------------------------------------------------------------------------------------------

  bool fail(Field field, std::uint64_t value, std::uint64_t bound) noexcept {
    return MessageReader::fail(Problem::Code::out_of_range, field, in_.position(), value, bound);
  }

  template <class T>
  bool number(Field field, T& out, std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    if (peek(out, field) && out > most) return fail(field, out, most);
    return MessageReader::number(field, out);
  }

  bool text(Field field, Offset length, std::string_view& out) {
    return text_of_length(field, length, note::files_invalid_utf8, out);
  }

  bool counted_text(Field length_field, Field field, std::uint32_t most, std::string_view& out) {
    std::uint32_t length = 0;
    return number(length_field, length, most) && text(field, length, out);
  }

  bool data(Field field, std::uint64_t length) {
    if (!has(length, field)) return false;
    Facts& facts = result.facts;
    facts.has_data = true;
    facts.data_begin = in_.position();
    facts.data_length = static_cast<Offset>(length);
    if (length != 0)
      leaf(field, facts.data_begin, facts.data_length, Value::of_bytes(in_.view(facts.data_begin, facts.data_length)));
    in_.skip(facts.data_length);
    return true;
  }

  bool magic(std::string_view expected) {
    std::string_view received;
    const Offset begin = in_.position();
    if (!text(field::files_magic, magic_size, received)) return false;
    if (received == expected) return true;
    in_.rewind(begin);
    return fail(field::files_magic, 0, 0);
  }

  void now(Unit next) noexcept { result.after.next = next; }

  // --- On demand ----------------------------------------------------------------------------------------------------

  bool password() {
    now(Unit::request);
    const Offset begin = in_.position();
    std::string_view received;
    if (!counted_text(field::files_password_length, field::files_password, longest_password, received)) return false;
    if (received.find('\0') == std::string_view::npos) return true;
    in_.rewind(begin);  // a request: the beginning is missing
    return fail(field::files_password, 0, 0);
  }

  bool read_status() {
    const Offset begin = in_.position();
    if (!number(field::files_status, result.facts.status, last_error)) return false;
    if (result.facts.status != 0) note(note::files_failed, begin, sizeof result.facts.status);
    return true;
  }

  bool status() {
    now(Unit::answer);
    return read_status();
  }

  bool request() {
    Facts& facts = result.facts;
    if (!number(field::files_id, facts.id) || !number(field::files_command, facts.code, commands - 1)) return false;
    if (facts.code == command_close) return true;
    if (facts.code == command_read)
      return number(field::files_offset, facts.offset) && number(field::files_length, facts.length, longest_block);
    return counted_text(field::files_path_length, field::files_path, longest_path, facts.path);
  }

  bool answer() {
    Facts& facts = result.facts;
    if (!number(field::files_id, facts.id) || !number(field::files_response, facts.code, responses - 1)) return false;
    if (facts.code == response_open)
      return read_status() && (facts.status != 0 || number(field::files_size, facts.size));
    if (facts.code == response_data) {
      return number(field::files_offset, facts.offset) && number(field::files_length, facts.length, longest_block) &&
             data(field::files_data, facts.length);
    }
    if (facts.code != response_exists) return number(field::files_modified, facts.modified);
    std::uint32_t exists = 0;
    if (!number(field::files_exists, exists)) return false;
    facts.modified = exists;
    return true;
  }

  // --- Synchronized -------------------------------------------------------------------------------------------------

  bool hello() {
    std::uint32_t version = 0;
    std::string_view received;
    if (!magic(hello_magic) || !number(field::files_version, version)) return false;
    if (!has(password_field, field::files_password)) return false;
    const std::string_view padded = in_.view(in_.position(), password_field);
    const auto length = static_cast<Offset>(std::min(padded.find('\0'), padded.size()));
    if (!text(field::files_password, length, received)) return false;
    in_.skip(password_field - length);
    if (!number(field::files_tag_count, result.after.left, most_tags)) return false;
    now(result.after.left != 0 ? Unit::tag : Unit::list);
    return true;
  }

  bool tag() {
    if (--result.after.left == 0) now(Unit::list);
    return counted_text(field::files_tag_length, field::files_tag, longest_path, result.facts.path);
  }

  bool list() {
    now(Unit::none);
    std::uint32_t size = 0;
    std::uint32_t compressed = 0;
    if (!number(field::files_list_size, size)) return false;
    if (size == 0) return true;
    return number(field::files_list_compressed_size, compressed, longest_list) && data(field::files_list, compressed);
  }

  bool count() {
    if (!number(field::files_count, result.after.left, most_files)) return false;
    now(result.after.left != 0 ? Unit::entry : Unit::end);
    return true;
  }

  bool entry() {
    Facts& facts = result.facts;
    if (!counted_text(field::files_path_length, field::files_path, longest_path, facts.path) ||
        !number(field::files_modified, facts.modified))
      return false;
    State& after = result.after;
    if (facts.modified != 0) {
      ++after.entries;
      ++after.files;
    }
    if (--after.left == 0) now(after.files != 0 ? Unit::file : Unit::end);
    return true;
  }

  bool file() {
    Facts& facts = result.facts;
    if (!number(field::files_size, facts.size, largest_file) || !data(field::files_data, facts.size)) return false;
    State& after = result.after;
    ++after.sent;
    if (--after.files == 0) now(Unit::end);
    return true;
  }

  bool end() {
    now(Unit::none);
    return magic(end_magic);
  }

  const State& state_;
};

}  // namespace

Begun begun(std::span<const std::uint8_t> bytes) noexcept {
  if (bytes.size() < magic_size) return {.needs_more = true};
  if (starts_with(bytes, hello_magic)) return {.form = Form::synchronized};
  const auto length = load_le<std::uint32_t>(bytes.data());
  if (length > longest_password) return {};
  return {.form = Form::on_demand};
}

State first_state(Form form, Side side) noexcept {
  State state;
  if (form == Form::on_demand) state.next = side == Side::game ? Unit::password : Unit::status;
  if (form == Form::synchronized) state.next = side == Side::game ? Unit::hello : Unit::count;
  return state;
}

Extent extent(const State& state, const Buffer& stream) noexcept {
  SilentSink sink;
  const Result result = Walker(stream, state, sink).run();
  if (!result.problem) return {Extent::Status::whole, result.consumed};
  const Problem& problem = result.problem;
  if (problem.code != Problem::Code::truncated && problem.code != Problem::Code::cut) return {};
  const std::uint64_t needed = problem.offset + problem.needed;
  if (needed > std::numeric_limits<std::uint32_t>::max()) return {};
  return {Extent::Status::more, static_cast<std::uint32_t>(needed)};
}

Result walk(const Buffer& unit, const State& state, Sink& sink) { return Walker(unit, state, sink).run(); }

Result validate(const Buffer& unit, const State& state) {
  SilentSink sink;
  return walk(unit, state, sink);
}

}  // namespace godot::files

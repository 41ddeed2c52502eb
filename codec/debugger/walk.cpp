// SPDX-License-Identifier: MIT
#include "codec/debugger/walk.h"

#include <algorithm>

#include "codec/debugger/fields.h"
#include "codec/debugger/named_value.h"
#include "codec/debugger/outline.h"
#include "codec/debugger/scalar.h"
#include "codec/variant/fields.h"
#include "codec/variant/framing.h"
#include "codec/variant/walk.h"

namespace godot::debugger {
namespace {

using variant::Kind;
using variant::stream_prefix;

constexpr std::int64_t most_counted = 0xFFFFFFFE;
constexpr std::uint32_t count_bits = 0x7FFFFFFF;  // of a container's count

/// The role of the value that begins next.
enum class Stage : std::uint8_t { envelope, name, thread, units, data, elements };

/// An Array or Dictionary of this unit whose elements have names.
struct Container {
  std::size_t depth;   ///< of the description's levels before it
  std::uint32_t left;  ///< number of elements not begun
  bool is_envelope;    ///< has name, thread id and data, or name and arguments
  bool is_described;   ///< the innermost level except groups is its own
};
constexpr std::size_t most_containers = 12;

/// What a game writes in place of the errors, warnings, messages or texts that exceed its limits.
bool tells_of_loss(Field field, const Value& value) noexcept {
  if (value.kind != Value::Kind::text) return false;
  const std::string_view text = value.view();
  if (field == field::debug_error_text)
    return text == "TOO_MANY_ERRORS" || text == "TOO_MANY_WARNINGS" || text == "TOO_MANY_MESSAGES";
  const bool is_output = field == field::debug_output_text || field == field::debug_output_line;
  return is_output && text == "[output overflow, print less text!]";
}

/// Gives names to the events of the Variant walker.
class Namer final : public Sink {
 public:
  Namer(const Buffer& buffer, const Options& options, Run& run, std::span<char> line, Sink& sink, Listener* listener)
      : buffer_(buffer),
        options_(options),
        era_(info(options.era)),
        dialect_(variant::dialect(era_.generation)),
        run_(run),
        sink_(sink),
        listener_(listener),
        line_(line, options.line_limit),
        outline_(run.progress, line_, sink),
        value_(dialect_, options.hex_bytes, line_, sink, listener) {}

  Result run() {
    sink_.open(field::debugger, 0, {});
    if (era_.units && options_.direction == Direction::to_editor) read_run();
    else read_array();
    if (taking_ && taken_begin_ != taken_end_) listener_->taken(taken_begin_, taken_end_);
    if (result_.problem) sink_.problem(result_.problem);
    else result_.problem = unit_problem_;
    sink_.close(field::debugger, result_.consumed);
    if (!result_.stray) result_.line = line_.finish(result_.name, result_.message, listener_);
    const bool is_error = result_.message != nullptr && result_.message->line == "@error";
    if (is_error && result_.complete) result_.event = line_.is_warning() ? Event::warning : Event::error;
    return result_;
  }

  // --- Events of the Variant walker -------------------------------------------------------------------------------

  void open(Field field, Offset begin, const Value& value) override {
    if (value_.is_open()) {
      value_.open(field, begin, value);
      return;
    }
    switch (field) {
      case field::variant:  // the root of a unit, which is a Variant by itself
      case field::index:
      case field::value: begin_value(begin); return;
      case field::key:
        end_header(begin);
        value_.begin({.role = field::key, .at = begin});
        return;
      case field::entry: return;
      case field::array_count:
      case field::dictionary_count: container().left = static_cast<std::uint32_t>(value.uint) & count_bits; break;
      default: break;
    }
    begin_header();
    sink_.open(field, begin, value);
  }

  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    if (value_.is_open()) {
      value_.leaf(field, begin, length, value);
      if (!value_.is_suppressed() && tells_of_loss(value_.elements(), value))
        add_note(note::debug_overflow, begin, length);
      return;
    }
    if (field != field::stream_length) begin_header();
    sink_.leaf(field, begin, length, value);
  }

  void close(Field field, Offset end) override {
    if (value_.is_open()) {
      if (value_.is_outermost()) end_value(end);
      else value_.close(field, end);
      return;
    }
    if (field == field::variant || field == field::index || field == field::value) end_container(end);
    else if (field != field::entry) sink_.close(field, end);
  }

  void note(Note note, Offset begin, Offset length) override {
    if (!value_.is_suppressed()) sink_.note(note, begin, length);
  }

  void problem(const Problem& problem) override {
    unit_failed_ = true;
    if (value_.is_suppressed()) return;
    sink_.problem(problem);
    value_.problem();
  }

  std::uint32_t wanted_elements(std::uint32_t count) override {
    if (!value_.is_open()) return count;
    return value_.is_suppressed() ? 0 : sink_.wanted_elements(count);
  }

 private:
  // --- Framing ----------------------------------------------------------------------------------------------------

  [[nodiscard]] Offset captured() const noexcept { return static_cast<Offset>(buffer_.captured.size()); }

  /// Reads the unit at `at`, and returns its end, or 0 if no unit begins there.
  Offset read_unit(Offset at) {
    Offset end = buffer_.reported;
    if (options_.prefixed) {
      const Extent unit = unit_extent({buffer_.captured.subspan(at), buffer_.reported - at});
      if (unit.status == Extent::Status::none) {
        result_.problem = {.code = Problem::Code::out_of_range,
                           .field = field::stream_length,
                           .offset = at,
                           .value = load_le<std::uint32_t>(buffer_.captured.data() + at),
                           .bound = max_unit + 1};
        return 0;
      }
      if (unit.status == Extent::Status::whole) end = at + unit.size;
    }
    unit_failed_ = false;
    containers_depth_ = 0;
    const Buffer unit{buffer_.captured.first(std::min(captured(), end)), end};
    const variant::Options options{.dialect = &dialect_,
                                   .begin = at,
                                   .role = field::variant,
                                   .limit = options_.prefixed ? field::stream_length : message_end,
                                   .prefixed = options_.prefixed};
    const variant::Result read = variant::walk(unit, options, *this);
    result_.notes.add(read.notes);
    if (read.problem && !unit_problem_) unit_problem_ = read.problem;
    return end;
  }

  /// One unit: [name, data], [name, thread id, data] or [command, arguments...].
  void read_array() {
    run_ = {};
    stage_ = Stage::envelope;
    const Offset end = read_unit(0);
    result_.consumed = end == 0 ? captured() : std::min(end, captured());
    outline_.leave(0, outline_.last_end());
  }

  /// Name, number, and that many units.
  void read_run() {
    stage_ = Stage::name;
    if (run_.pending) {
      line_.set_warning(run_.is_warning);
      result_.message = run_.message;
      result_.name = {run_.name.data(), run_.name_size};
      stage_ = run_.is_counted ? Stage::elements : Stage::units;
      is_continued_ = true;
      outline_.resume();
    } else {
      run_ = {};
    }
    Offset at = 0;
    while (captured() - at >= stream_prefix && !result_.stray && (stage_ != Stage::elements || run_.left != 0)) {
      if (stage_ == Stage::elements) --run_.left;
      const Offset end = read_unit(at);
      if (end == 0) break;
      at = std::min(end, captured());
    }
    result_.consumed = at == 0 ? captured() : at;
    const bool ends = result_.stray || result_.problem || (stage_ == Stage::elements && run_.left == 0);
    if (ends) {
      if (!result_.stray && !result_.problem) check_end(0, outline_.last_end());
      outline_.leave(0, outline_.last_end());
      run_.pending = false;
      return;
    }
    result_.complete = false;
    run_.pending = true;
    run_.is_counted = stage_ == Stage::elements;
    run_.is_warning = line_.is_warning();
    run_.message = result_.message;
    if (!is_continued_) {
      run_.name_size = std::min(result_.name.size(), run_.name.size());
      std::copy_n(result_.name.data(), run_.name_size, run_.name.data());
    }
    outline_.suspend();
  }

  // --- Unexpected data ----------------------------------------------------------------------------------------------

  /// Reports the missing part of the list whose level is above `depth`.
  void check_end(std::size_t depth, Offset end) {
    if (result_.message == nullptr || taking_ || unit_failed_) return;
    if (const std::optional<Note> missing = outline_.missing(depth)) add_note(*missing, end, 0);
  }

  void add_note(Note note, Offset begin, Offset length) {
    result_.notes.add(note);
    sink_.note(note, begin, length);
  }

  // --- Containers whose elements have names -----------------------------------------------------------------------

  [[nodiscard]] Container& container() noexcept { return containers_[containers_depth_ - 1]; }

  /// Begins an Array or Dictionary; its header is reported next.
  void begin_container(Offset at, bool is_envelope, bool is_described, std::size_t depth) {
    containers_[containers_depth_++] = {depth, 0, is_envelope, is_described};
    header_ = is_described && outline_.is_table() ? field::debug_table : field::debug_list;
    header_begin_ = at;
    header_open_ = false;
  }

  void begin_header() {
    if (header_ == field::none || header_open_) return;
    sink_.open(header_, header_begin_, {});
    header_open_ = true;
  }

  void end_header(Offset at) {
    if (header_open_) sink_.close(header_, at);
    header_ = field::none;
    header_open_ = false;
  }

  void end_container(Offset end) {
    end_header(end);
    const Container ended = container();
    --containers_depth_;
    outline_.ended(end);
    if (ended.is_envelope && stage_ != Stage::elements && !unit_failed_ && !result_.problem)
      add_note(note::debug_missing_elements, end, 0);
    if (!ended.is_described && !ended.is_envelope) return;
    check_end(ended.depth, end);
    outline_.leave(ended.depth, end);
  }

  // --- Values -----------------------------------------------------------------------------------------------------

  /// `begin`: of the value, including the length before it if it is a unit.
  void begin_value(Offset begin) {
    const bool is_unit = containers_depth_ == 0;
    const Offset at = begin + (is_unit && options_.prefixed ? stream_prefix : 0);
    const Scalar scalar = scalar_at(buffer_, at, dialect_);
    if (!is_unit) {
      end_header(begin);
      if (container().left != 0) --container().left;
    }
    if (is_unit || container().is_envelope) {
      switch (stage_) {
        case Stage::envelope:
          if (scalar.kind == Kind::array) {
            stage_ = Stage::name;
            begin_container(at, true, false, 0);
          } else {
            wrong_type(field::debug_list, begin, at, Kind::array);
          }
          return;
        case Stage::name: name(begin, at, scalar); return;
        case Stage::units: units(begin, at, scalar); return;
        case Stage::thread: thread(begin, at, scalar); return;
        case Stage::data: data(begin, at, scalar); return;
        case Stage::elements: break;
      }
    }
    element(begin, at, scalar);
  }

  void name(Offset begin, Offset at, const Scalar& scalar) {
    const bool is_run = containers_depth_ == 0;
    if (scalar.value.kind != Value::Kind::text || (is_run && !begins_run(scalar.value.view()))) {
      if (!is_run) {
        wrong_type(field::debug_message, begin, at, Kind::string);
        return;
      }
      result_.stray = true;
      value_.begin({.role = field::debug_stray, .at = begin, .for_line = true});
      add_note(note::debug_stray_unit, begin, 0);
      return;
    }
    result_.name = scalar.value.view();
    if (is_run) {
      stage_ = Stage::units;
    } else if (era_.units) {
      stage_ = Stage::elements;
      known(find_either());
    } else {
      stage_ = era_.has_thread ? Stage::thread : Stage::data;
    }
    value_.begin({.role = field::debug_message, .at = begin, .shown = scalar.value});
    if (result_.name.starts_with("Too many ")) add_note(note::debug_overflow, begin, 0);
  }

  void units(Offset begin, Offset at, const Scalar& scalar) {
    if (scalar.value.kind != Value::Kind::int_) {
      if (is_continued_) {
        // The unit read as a name is none.
        run_ = {};
        is_continued_ = false;
        stage_ = Stage::name;
        name(begin, at, scalar);
        return;
      }
      wrong_type(field::debug_units, begin, at, Kind::integer);
      return;
    }
    const std::int64_t count = scalar.value.int_;
    value_.begin({.role = field::debug_units, .at = begin, .shown = scalar.value});
    if (count < 0 || count > max_units) {
      result_.problem = {.code = Problem::Code::out_of_range,
                         .field = field::debug_units,
                         .offset = at,
                         .value = static_cast<std::uint64_t>(count),
                         .bound = std::uint64_t{max_units} + 1};
      return;
    }
    stage_ = Stage::elements;
    run_.left = static_cast<std::uint32_t>(count);
    known(find_run(at + scalar.size));
  }

  void thread(Offset begin, Offset at, const Scalar& scalar) {
    if (scalar.value.kind != Value::Kind::int_) {
      wrong_type(field::debug_thread_id, begin, at, Kind::integer);
      return;
    }
    stage_ = Stage::data;
    result_.thread_id = static_cast<std::uint64_t>(scalar.value.int_);
    value_.begin({.role = field::debug_thread_id, .at = begin, .shown = Value::of_uint(result_.thread_id)});
  }

  void data(Offset begin, Offset at, const Scalar& scalar) {
    if (scalar.kind != Kind::array) {
      wrong_type(field::debug_list, begin, at, Kind::array);
      return;
    }
    stage_ = Stage::elements;
    const std::size_t depth = outline_.depth();
    known(find_either());
    if (taking_) {
      take(begin);
      return;
    }
    begin_container(at, false, true, depth);
  }

  /// Begins the elements of the message's row.
  void known(const Message* row) {
    result_.message = row;
    outline_.begin(row != nullptr ? row->elements : std::span<const Element>{});
    own_ = row != nullptr && row->name == "performance:profile_frame" ? options_.custom_monitors : 0;
    taking_ = listener_ != nullptr && listener_->message(result_.name, row);
  }

  [[nodiscard]] const Message* find_either() const noexcept {
    const Message* row = find(result_.name, options_.direction, options_.era);
    if (row != nullptr) return row;
    const bool to_editor = options_.direction == Direction::to_editor;
    return find(result_.name, to_editor ? Direction::to_game : Direction::to_editor, options_.era);
  }

  /// The row that matches the units from `at` on, or else the first of this name.
  [[nodiscard]] const Message* find_run(Offset at) const noexcept {
    const Message* const first = find(result_.name, options_.direction, options_.era);
    for (const Message* row = first; row != nullptr; row = find(result_.name, options_.direction, options_.era, row)) {
      if (run_.left % row->selector.modulus != row->selector.remainder) continue;
      if (row->selector.kind == Kind::nil || run_.left <= row->selector.at) return row;
      Offset unit = at;
      std::uint8_t left = row->selector.at;
      for (; left != 0 && captured() > unit && captured() - unit >= stream_prefix; --left) {
        const Extent extent = unit_extent({buffer_.captured.subspan(unit), buffer_.reported - unit});
        if (extent.status != Extent::Status::whole || extent.size > captured() - unit) break;
        unit += extent.size;
      }
      constexpr Offset with_header = stream_prefix + sizeof(std::uint32_t);
      if (left != 0 || captured() - unit < with_header ||
          scalar_at(buffer_, unit + stream_prefix, dialect_).kind == row->selector.kind) {
        return row;
      }
    }
    return first;
  }

  void element(Offset begin, Offset at, const Scalar& scalar) {
    if (taking_) {
      take(begin);
      return;
    }
    const bool keyed = outline_.is_table();
    const Element* row = outline_.next(scalar.kind, begin, value_.key(), left_in_container());
    if (row == nullptr || !fits(*row, scalar.kind)) {
      value_.begin({.role = field::debug_argument, .at = begin, .for_line = true});
      if (row != nullptr) add_note(note::debug_unexpected_type, begin, 0);
      else if (result_.message != nullptr && !keyed) add_note(note::debug_more_elements, begin, 0);
      return;
    }
    const bool is_container = row->take == Take::list || row->take == Take::table;
    if (is_container && !outline_.is_full() && containers_depth_ != most_containers) {
      const std::size_t depth = outline_.depth();
      outline_.begin(*row, begin);
      begin_container(at, false, true, depth);
      return;
    }
    if (row->take == Take::count) {
      const std::int64_t count = scalar.value.kind == Value::Kind::int_ ? scalar.value.int_ : 0;
      outline_.count(*row, static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, most_counted)));
    }
    named(*row, begin, scalar);
  }

  void named(const Element& row, Offset begin, const Scalar& scalar) {
    NamedValue::Begin value = {.role = row.field, .at = begin};
    if (row.take == Take::packed) {
      value.elements = (&row)[1].field;
    } else {
      value.for_line = true;
      if (row.take != Take::value) value.shown = converted(scalar.value, info(row.field).type);
    }
    value_.begin(value);
    if (tells_of_loss(row.field, value.shown)) add_note(note::debug_overflow, begin, 0);
  }

  /// Number of the innermost container's elements from the current one on, without the game's own at the end.
  [[nodiscard]] std::uint32_t left_in_container() const noexcept {
    const std::uint32_t after = containers_depth_ != 0 ? containers_[containers_depth_ - 1].left : run_.left;
    return after + 1 > own_ ? after + 1 - own_ : 0;
  }

  /// Records where the arguments begin that the caller parses; the value is not reported.
  void take(Offset begin) {
    if (taken_begin_ == 0) taken_begin_ = begin;
    value_.begin_suppressed();
  }

  void end_value(Offset end) {
    outline_.ended(end);
    if (value_.is_suppressed()) taken_end_ = end;
    value_.end(end, outline_.in_group());
  }

  void wrong_type(Field field, Offset begin, Offset at, Kind expected) {
    value_.begin({.role = field::debug_argument, .at = begin});
    if (result_.problem || at >= captured()) return;
    const auto row = std::find_if(dialect_.types.begin(), dialect_.types.end(),
                                  [&](const variant::TypeRow& type) { return type.kind == expected; });
    const auto type = static_cast<std::uint64_t>(row - dialect_.types.begin());
    if (buffer_.captured[at] == type) return;  // the expected type, but incomplete
    result_.problem = {
        .code = Problem::Code::wrong_type, .field = field, .offset = at, .value = buffer_.captured[at], .bound = type};
  }

  const Buffer& buffer_;
  const Options& options_;
  const EraInfo& era_;
  const variant::Dialect& dialect_;
  Run& run_;
  Sink& sink_;
  Listener* listener_;
  Result result_;
  Problem unit_problem_;
  Stage stage_ = Stage::name;
  bool is_continued_ = false;  ///< the message began in an earlier buffer
  bool unit_failed_ = false;

  std::array<Container, most_containers> containers_;  // the first `containers_depth_` are written before they are read
  std::size_t containers_depth_ = 0;
  Field header_ = field::none;  ///< the subtree for the header of the container that has just begun
  Offset header_begin_ = 0;
  bool header_open_ = false;

  std::uint32_t own_ = 0;  ///< the last elements of a performance frame are the game's own
  bool taking_ = false;    ///< the caller reads the arguments
  Offset taken_begin_ = 0;
  Offset taken_end_ = 0;

  LineWriter line_;
  Outline outline_;
  NamedValue value_;
};

}  // namespace

Result walk(const Buffer& buffer, const Options& options, Run& run, std::span<char> line, Sink& sink,
            Listener* listener) {
  Namer namer(buffer, options, run, line, sink, listener);
  return namer.run();
}

}  // namespace godot::debugger

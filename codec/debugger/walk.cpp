// SPDX-License-Identifier: MIT
#include "codec/debugger/walk.h"

#include <algorithm>

#include "codec/debugger/fields.h"
#include "codec/debugger/scalar.h"
#include "codec/variant/fields.h"
#include "codec/variant/framing.h"
#include "codec/variant/node_path.h"
#include "codec/variant/text.h"
#include "codec/variant/walk.h"

namespace godot::debugger {
namespace {

using variant::Kind;
using variant::stream_prefix;
using Level = Place::Level;

constexpr std::uint32_t endless = 0xFFFFFFFF;
constexpr std::uint32_t count_bits = 0x7FFFFFFF;  // of a container's count
constexpr std::uint32_t text_limit = 80;          // characters of a value on the line
constexpr std::size_t text_capacity = 1024;

/// What the value that begins next is.
enum class Stage : std::uint8_t { envelope, name, thread, units, data, elements };

bool is_text(Kind kind) noexcept {
  return kind == Kind::string || kind == Kind::string_name || kind == Kind::node_path;
}

bool is_one_of_several(Field field) noexcept { return field != field::none && (info(field).flags & is_numbered) != 0; }

/// Whether a value of this kind can be the element.
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

/// The value in the field's type.
Value converted(const Value& value, FieldType type) noexcept {
  if (value.kind != Value::Kind::int_) return value;
  switch (type) {
    case FieldType::float64: return Value::of_double(static_cast<double>(value.int_));
    case FieldType::uint32: return Value::of_uint(static_cast<std::uint32_t>(value.int_));
    case FieldType::uint64: return Value::of_uint(static_cast<std::uint64_t>(value.int_));
    default: return value;
  }
}

/// The last part of a field's name, which a Dictionary has as key.
std::string_view key_of(Field field) noexcept {
  const std::string_view filter = info(field).filter;
  return filter.substr(filter.rfind('.') + 1);
}

/// An Array or Dictionary of this unit whose elements have names.
struct Container {
  std::size_t depth;   ///< of the description's levels before it
  std::uint32_t left;  ///< elements that have not begun
  bool is_envelope;    ///< holds name, thread id and data, or name and arguments
  bool is_described;   ///< the innermost level but groups is its own
};
constexpr std::size_t most_containers = 12;

/// Gives names to what the Variant walker reports.
class Namer final : public Sink {
 public:
  Namer(const Buffer& buffer, const Options& options, Run& run, std::span<char> line, Sink& sink, Listener* listener)
      : buffer_(buffer),
        options_(options),
        era_(info(options.era)),
        dialect_(variant::dialect(era_.generation)),
        run_(run),
        place_(run.place),
        sink_(sink),
        listener_(listener),
        line_(line, options.line_limit),
        writer_(text_, text_limit, dialect_, options.hex_bytes) {}

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
    if (inside_ != 0) {
      ++inside_;
      if (swallow_) return;
      sink_.open(field, begin, value);
      if (writing_) writer_.open(field, value);
      return;
    }
    switch (field) {
      case field::variant:  // a unit's root
      case field::index:
      case field::value: begin_value(begin); return;
      case field::key:
        end_header(begin);
        key_ = {};
        begin_inside(field::key, begin, {}, false);
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
    if (inside_ == 0) {
      if (field != field::stream_length) begin_header();
      sink_.leaf(field, begin, length, value);
      return;
    }
    if (swallow_) return;
    if (role_ == field::key && field == field::string) key_ = value.view();
    if (field == field::node_path && inside_ == 1) path_ = value;
    if (packed_ != field::none && (field == field::string || field == field::int_)) {
      element_of_packed(field, begin, length, value);
      return;
    }
    sink_.leaf(field, begin, length, value);
    if (writing_) writer_.leaf(field, value);
  }

  void close(Field field, Offset end) override {
    if (inside_ > 1) {
      --inside_;
      if (swallow_) return;
      sink_.close(field, end);
      if (writing_) (void)writer_.close(field);
      return;
    }
    if (inside_ == 1) {
      end_value(end);
      return;
    }
    if (field == field::variant || field == field::index || field == field::value) end_container(end);
    else if (field != field::entry) sink_.close(field, end);
  }

  void note(Note note, Offset begin, Offset length) override {
    if (!swallow_) sink_.note(note, begin, length);
  }

  void problem(const Problem& problem) override {
    unit_failed_ = true;
    if (swallow_) return;
    sink_.problem(problem);
    if (writing_) writer_.problem();
  }

  std::uint32_t wanted_elements(std::uint32_t count) override {
    if (inside_ == 0) return count;
    return swallow_ ? 0 : sink_.wanted_elements(count);
  }

 private:
  // --- Framing ----------------------------------------------------------------------------------------------------

  [[nodiscard]] Offset captured() const noexcept { return static_cast<Offset>(buffer_.captured.size()); }

  /// Reads the unit at `at`, and returns where it ends, or 0 if no unit begins there.
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
    unit_begin_ = at;
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
    close_levels(0, last_end_);
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
      reopen_levels();
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
      if (!result_.stray && !result_.problem) check_end(0, last_end_);
      close_levels(0, last_end_);
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
    for (std::size_t i = place_.depth; i != 0; --i) {
      if (place_.levels[i - 1].open) sink_.close(place_.levels[i - 1].field, last_end_);
    }
  }

  // --- The description's levels -----------------------------------------------------------------------------------

  [[nodiscard]] Level& level() noexcept { return place_.levels[place_.depth - 1]; }

  void push(Level::Kind kind, std::span<const Element> rows, Field field, Per per = Per::end,
            std::uint32_t remaining = 0) {
    place_.levels[place_.depth++] = {.begin = rows.data(),
                                     .next = rows.data(),
                                     .end = rows.data() + rows.size(),
                                     .field = field,
                                     .kind = kind,
                                     .per = per,
                                     .remaining = remaining,
                                     .index = 0,
                                     .open = false};
  }

  void open_subtree(Level& which, Offset at, std::uint32_t number) {
    if (which.field == field::none || which.open) return;
    line_.group(which.field);
    sink_.open(which.field, at, Value::of_uint(number));
    which.open = true;
  }

  void close_subtree(Level& which, Offset end) {
    if (which.open) sink_.close(which.field, end);
    which.open = false;
  }

  void reopen_levels() {
    for (std::size_t i = 0; i < place_.depth; ++i) {
      const Level& which = place_.levels[i];
      if (which.open) sink_.open(which.field, 0, Value::of_uint(which.index));
    }
  }

  void close_levels(std::size_t depth, Offset end) {
    while (place_.depth > depth) {
      close_subtree(level(), end);
      --place_.depth;
    }
  }

  /// Part of something that repeats, or of a list: not the message's own.
  [[nodiscard]] bool in_group() const noexcept {
    return std::any_of(place_.levels.begin(), place_.levels.begin() + place_.depth,
                       [](const Level& which) { return is_one_of_several(which.field); });
  }

  /// The rows that stand or fall with an optional one: where they end, and how many elements they are.
  struct Together {
    const Element* end;
    std::uint32_t elements;
  };
  static Together together(const Element* row, const Element* end) noexcept {
    std::uint32_t elements = 0;
    do {
      ++elements;
      row += 1 + row->size;
    } while (row < end && !row->optional && row->take != Take::group);
    return {row, elements};
  }

  /// Elements of the innermost container from the present one on, without the game's own at the end.
  [[nodiscard]] std::uint32_t left_for_optional() const noexcept {
    const std::uint32_t after = containers_depth_ != 0 ? containers_[containers_depth_ - 1].left : run_.left;
    const bool frame = result_.message != nullptr && result_.message->name == "performance:profile_frame";
    const std::uint32_t own = frame ? options_.custom_monitors : 0;
    return after + 1 > own ? after + 1 - own : 0;
  }

  /// The row of the element of this kind that begins at `at`; null if none is known. Opens groups on the way.
  const Element* next_row(Kind kind, Offset at) {
    while (place_.depth != 0) {
      Level& here = level();
      const bool is_group = here.kind == Level::Kind::group;
      if (here.kind == Level::Kind::table) return row_of_key(here);
      if (is_group && here.per == Per::element && here.remaining == 0) {
        close_levels(place_.depth - 1, last_end_);
        continue;
      }
      if (here.next == here.end) {
        if (!is_group) return nullptr;
        close_subtree(here, last_end_);
        if (here.per == Per::group && --here.remaining == 0) {
          --place_.depth;
          continue;
        }
        ++here.index;
        here.next = here.begin;
      }
      const Element& row = *here.next;
      if (row.take == Take::group) {
        here.next += 1 + row.size;
        const std::uint32_t times = row.per == Per::end ? endless : place_.counts[row.slot];
        // A group begins with an element that it can have: what follows an empty one is not its.
        if (is_group) open_subtree(here, at, here.index);
        if (times != 0 && place_.depth != Place::most_levels)
          push(Level::Kind::group, {&row + 1, row.size}, row.field, row.per, times);
        continue;
      }
      if (row.optional) {
        const Together rows = together(&row, here.end);
        if (!fits(row, kind) || left_for_optional() < rows.elements) {
          here.next = rows.end;
          continue;
        }
      }
      if (is_group) {
        open_subtree(here, at, here.index);
        if (here.per == Per::element) --here.remaining;
      }
      here.next += 1 + row.size;
      if (row.take != Take::list || kind == Kind::array) return &row;
      // The element stands there without the list around it.
      return std::find_if(&row + 1, &row + row.size, [](const Element& inner) { return inner.take != Take::group; });
    }
    return nullptr;
  }

  [[nodiscard]] const Element* row_of_key(const Level& here) const noexcept {
    for (const Element* row = here.begin; row != here.end; row += 1 + row->size) {
      if (key_of(row->field) == key_) return row;
    }
    return nullptr;
  }

  /// What the list whose level is the one above `depth` should have had, and has not.
  void check_end(std::size_t depth, Offset end) {
    if (result_.message == nullptr || taking_ || unit_failed_ || place_.depth <= depth) return;
    for (std::size_t i = place_.depth; i > depth + 1; --i) {
      const Level& group = place_.levels[i - 1];
      const bool is_begun = group.next != group.begin && group.next != group.end;
      const bool is_last = group.per == Per::end || group.remaining == (group.per == Per::group ? 1 : 0);
      if (is_begun || !is_last) {
        add_note(note::debug_count_mismatch, end, 0);
        return;
      }
    }
    const Level& list = place_.levels[depth];
    if (list.kind == Level::Kind::table) return;
    for (const Element* row = list.next; row != list.end; row += 1 + row->size) {
      if (row->optional) return;
      const bool is_group = row->take == Take::group;
      if (is_group && (row->per == Per::end || place_.counts[row->slot] == 0)) continue;
      add_note(is_group ? note::debug_count_mismatch : note::debug_missing_elements, end, 0);
      return;
    }
  }

  void add_note(Note note, Offset begin, Offset length) {
    result_.notes.add(note);
    sink_.note(note, begin, length);
  }

  // --- Containers whose elements have names -----------------------------------------------------------------------

  [[nodiscard]] Container& container() noexcept { return containers_[containers_depth_ - 1]; }

  /// The Array or Dictionary that has just been opened; its header is the next that is reported.
  void begin_container(Offset at, bool is_envelope, bool is_described, std::size_t depth) {
    containers_[containers_depth_++] = {depth, 0, is_envelope, is_described};
    header_ = is_described && level().kind == Level::Kind::table ? field::debug_table : field::debug_list;
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
    last_end_ = end;
    if (ended.is_envelope && stage_ != Stage::elements && !unit_failed_ && !result_.problem)
      add_note(note::debug_missing_elements, end, 0);
    if (!ended.is_described && !ended.is_envelope) return;
    check_end(ended.depth, end);
    close_levels(ended.depth, end);
  }

  // --- Values -----------------------------------------------------------------------------------------------------

  /// `begin`: where the value begins, with the length before it if it is a unit.
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
      begin_inside(field::debug_stray, begin, {}, true);
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
    begin_inside(field::debug_message, begin, scalar.value, false);
    if (result_.name.starts_with("Too many ")) add_note(note::debug_overflow, begin, 0);
  }

  void units(Offset begin, Offset at, const Scalar& scalar) {
    if (scalar.value.kind != Value::Kind::int_) {
      if (is_continued_) {
        // What was taken for a name has been none.
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
    begin_inside(field::debug_units, begin, scalar.value, false);
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
    begin_inside(field::debug_thread_id, begin, Value::of_uint(result_.thread_id), false);
  }

  void data(Offset begin, Offset at, const Scalar& scalar) {
    if (scalar.kind != Kind::array) {
      wrong_type(field::debug_list, begin, at, Kind::array);
      return;
    }
    stage_ = Stage::elements;
    const std::size_t depth = place_.depth;
    known(find_either());
    if (taking_) {
      take(begin);
      return;
    }
    begin_container(at, false, true, depth);
  }

  /// The message's row is known: its elements come next.
  void known(const Message* row) {
    result_.message = row;
    push(Level::Kind::list, row != nullptr ? row->elements : std::span<const Element>{}, field::none);
    taking_ = listener_ != nullptr && listener_->message(result_.name, row);
  }

  [[nodiscard]] const Message* find_either() const noexcept {
    const Message* row = find(result_.name, options_.direction, options_.era);
    if (row != nullptr) return row;
    const bool to_editor = options_.direction == Direction::to_editor;
    return find(result_.name, to_editor ? Direction::to_game : Direction::to_editor, options_.era);
  }

  /// The row that fits the units from `at` on, or else the first of this name.
  [[nodiscard]] const Message* find_run(Offset at) const noexcept {
    const Message* const first = find(result_.name, options_.direction, options_.era);
    for (const Message* row = first; row != nullptr; row = find(result_.name, options_.direction, options_.era, row)) {
      if (run_.left % row->telling.modulus != row->telling.remainder) continue;
      if (row->telling.kind == Kind::nil || run_.left <= row->telling.at) return row;
      Offset unit = at;
      std::uint8_t left = row->telling.at;
      for (; left != 0 && captured() > unit && captured() - unit >= stream_prefix; --left) {
        const Extent extent = unit_extent({buffer_.captured.subspan(unit), buffer_.reported - unit});
        if (extent.status != Extent::Status::whole || extent.size > captured() - unit) break;
        unit += extent.size;
      }
      if (left != 0 || captured() - unit < stream_prefix ||
          scalar_at(buffer_, unit + stream_prefix, dialect_).kind == row->telling.kind) {
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
    const bool keyed = place_.depth != 0 && level().kind == Level::Kind::table;
    const Element* row = next_row(scalar.kind, begin);
    if (row == nullptr || !fits(*row, scalar.kind)) {
      begin_inside(field::debug_argument, begin, {}, true);
      if (row != nullptr) add_note(note::debug_unexpected_type, begin, 0);
      else if (result_.message != nullptr && !keyed) add_note(note::debug_more_elements, begin, 0);
      return;
    }
    switch (row->take) {
      case Take::list:
      case Take::table: {
        const std::size_t depth = place_.depth;
        if (depth == Place::most_levels || containers_depth_ == most_containers) break;
        const std::uint32_t number = is_one_of_several(row->field) ? number_of(depth) : 0;
        push(row->take == Take::list ? Level::Kind::list : Level::Kind::table, {row + 1, row->size}, row->field);
        open_subtree(level(), begin, number);
        begin_container(at, false, true, depth);
        return;
      }
      case Take::packed:
        begin_inside(row->field, begin, {}, false);
        packed_ = row[1].field;
        return;
      case Take::count: {
        const std::int64_t count = scalar.value.kind == Value::Kind::int_ ? scalar.value.int_ : 0;
        place_.counts[row->slot] = static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, endless - 1));
        break;
      }
      default: break;
    }
    if (row->take == Take::value) begin_inside(row->field, begin, {}, true);
    else begin_inside(row->field, begin, converted(scalar.value, info(row->field).type), true);
  }

  /// Which of its like a list is that stands in a group of its own.
  [[nodiscard]] std::uint32_t number_of(std::size_t depth) const noexcept {
    const Level& around = place_.levels[depth - 1];
    return around.kind == Level::Kind::group ? around.index : 0;
  }

  /// Somebody else's arguments.
  void take(Offset begin) {
    if (taken_begin_ == 0) taken_begin_ = begin;
    swallow_ = true;
    begin_inside(field::debug_argument, begin, {}, false);
  }

  void wrong_type(Field field, Offset begin, Offset at, Kind expected) {
    begin_inside(field::debug_argument, begin, {}, false);
    if (result_.problem || at >= captured()) return;
    const auto row = std::find_if(dialect_.types.begin(), dialect_.types.end(),
                                  [&](const variant::TypeRow& type) { return type.kind == expected; });
    const auto type = static_cast<std::uint64_t>(row - dialect_.types.begin());
    if (buffer_.captured[at] == type) return;  // it is what is expected, but not there whole
    result_.problem = {
        .code = Problem::Code::wrong_type, .field = field, .offset = at, .value = buffer_.captured[at], .bound = type};
  }

  /// `for_line`: the value is one that the message's line may show.
  void begin_inside(Field role, Offset begin, const Value& value, bool for_line) {
    inside_ = 1;
    role_ = role;
    value_ = value;
    value_begin_ = begin;
    path_ = {};
    packed_ = field::none;
    for_line_ = for_line;
    writing_ = for_line && value.kind == Value::Kind::none && line_.has_room();
    if (swallow_) return;
    sink_.open(role, begin, value);
    if (writing_) writer_.open(field::variant, {});
  }

  void end_value(Offset end) {
    inside_ = 0;
    last_end_ = end;
    if (swallow_) {
      swallow_ = false;
      taken_end_ = end;
      return;
    }
    sink_.close(role_, end);
    const bool in_group = this->in_group();
    std::string_view text;
    if (writing_) {
      const variant::Text written = writer_.close(field::variant);
      text = written.text;
    }
    writing_ = false;
    if (path_.kind != Value::Kind::none && is_text_field()) {
      text = path_text();
      value_ = Value::of_text(text);
    }
    if (for_line_) {
      if (value_.kind != Value::Kind::none) line_.element(role_, value_, in_group);
      else line_.text(role_, text, in_group);
    }
    if (listener_ != nullptr && value_.kind != Value::Kind::none) listener_->element(role_, value_, value_begin_, end);
  }

  [[nodiscard]] bool is_text_field() const noexcept {
    return role_ != field::debug_argument && info(role_).type == FieldType::string && for_line_;
  }

  /// A NodePath as people write it; the bytes have been checked.
  std::string_view path_text() noexcept {
    std::string_view block = path_.view();
    if (path_.kind == Value::Kind::text) return block;
    std::size_t size = 0;
    const auto put = [&](std::string_view part) {
      const std::size_t fits = std::min(part.size(), text_.size() - size);
      std::copy_n(part.data(), fits, text_.data() + size);
      size += fits;
    };
    variant::NodePathReader reader(block, dialect_.root_path);
    for (variant::NodePathReader::Part part; size != text_.size() && reader.next(part);) {
      put(part.separator);
      put(part.name);
    }
    return {text_.data(), size};
  }

  void element_of_packed(Field field, Offset begin, Offset length, const Value& value) {
    const Value shown = converted(value, info(packed_).type);
    sink_.open(packed_, begin, shown);
    sink_.leaf(field, begin, length, value);
    sink_.close(packed_, begin + length);
    line_.element(packed_, shown, false);
    if (listener_ != nullptr) listener_->element(packed_, shown, begin, begin + length);
  }

  const Buffer& buffer_;
  const Options& options_;
  const EraInfo& era_;
  const variant::Dialect& dialect_;
  Run& run_;
  Place& place_;
  Sink& sink_;
  Listener* listener_;
  Result result_;
  Problem unit_problem_;
  Stage stage_ = Stage::name;
  bool is_continued_ = false;  ///< the message began in an earlier buffer
  bool unit_failed_ = false;

  std::array<Container, most_containers> containers_;  // written before read
  std::size_t containers_depth_ = 0;
  Field header_ = field::none;  ///< the subtree for the header of the container that has just begun
  Offset header_begin_ = 0;
  bool header_open_ = false;

  std::uint32_t inside_ = 0;  ///< subtrees that are open in a value which is passed on as it is, itself included
  Field role_ = field::none;
  Value value_;
  Offset value_begin_ = 0;
  Offset unit_begin_ = 0;
  Offset last_end_ = 0;
  Value path_;
  Field packed_ = field::none;  ///< the name of this packed array's elements
  std::string_view key_;
  bool for_line_ = false;
  bool writing_ = false;  ///< the value's text is being written
  bool taking_ = false;   ///< somebody else reads the arguments
  bool swallow_ = false;
  Offset taken_begin_ = 0;
  Offset taken_end_ = 0;

  LineWriter line_;
  std::array<char, text_capacity> text_;  // written before read
  variant::TextWriter writer_;
};

}  // namespace

Result walk(const Buffer& buffer, const Options& options, Run& run, std::span<char> line, Sink& sink,
            Listener* listener) {
  Namer namer(buffer, options, run, line, sink, listener);
  return namer.run();
}

}  // namespace godot::debugger

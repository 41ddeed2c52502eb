// SPDX-License-Identifier: MIT
#include "codec/variant/walk.h"

#include "codec/variant/scan.h"
#include "codec/variant/walker.h"

namespace godot::variant {

Result walk(const Buffer& buffer, const Options& options, Sink& sink) { return walk_into(buffer, options, sink); }

namespace detail {

bool omit_elements(const WalkState& outer, Cursor& in) noexcept {
  SilentSink silence;
  return Walker<SilentSink>(outer, silence).elements(in);
}

bool omit_strings(const WalkState& outer, std::uint32_t count, Cursor& in) noexcept {
  SilentSink silence;
  return Walker<SilentSink>(outer, silence).strings(count, in);
}

}  // namespace detail

namespace {

/// The end of a value that needs no walk; 0: of any other.
Offset end_without_walk(const Buffer& buffer, const Options& options) noexcept {
  const Dialect& dialect = dialect_of(options);
  if (options.prefixed || options.forms != forms::engine || dialect.documented_forms) return 0;
  const Offset end = end_of_usual(buffer, options.begin, dialect, options.precision);
  return !options.whole || end == buffer.reported ? end : 0;
}

void validate_by_walk(const Buffer& buffer, const Options& options, Result& result) noexcept {
  SilentSink silence;
  detail::Frames frames;
  detail::Walker<SilentSink>(buffer, options, silence, result, frames).run();
}

}  // namespace

Result validate(const Buffer& buffer, const Options& options) noexcept {
  Result result;
  result.consumed = end_without_walk(buffer, options);
  if (result.consumed == 0) validate_by_walk(buffer, options, result);
  return result;
}

bool has_object_id(const Buffer& buffer, const Options& options) noexcept {
  Result result;
  validate_by_walk(buffer, options, result);
  return result.has_object_id;
}

Offset end_of_good(const Buffer& buffer, const Options& options) noexcept {
  const Offset end = end_without_walk(buffer, options);
  if (end != 0) return end;
  Result result;
  validate_by_walk(buffer, options, result);
  return result.problem || result.notes.any() ? 0 : result.consumed;
}

namespace {

using namespace forms;

constexpr Forms page = unflagged_ids | wide_counts | padded_old_paths;

/// The order of trial; forms on one row occur together, as in one page. An object that could be an id is a name if the
/// rest fits only then.
constexpr Forms tried[] = {
    engine,
    page,
    page | unpadded_names,
    wide_counts | padded_old_paths | unpadded_names,
    page | wide_ints,
    page | wide_floats,
    page | wide_ints | wide_floats,
};

/// All forms in the dialect's pages.
Forms forms_of(const Dialect& dialect) noexcept {
  Forms all = page | unpadded_names;
  if (dialect.wide_ints) all |= wide_ints;
  // Every page but Godot 2's and Godot 4's newest has them, against its own table.
  if (dialect.wide_ints || dialect.documented_forms) all |= wide_floats;
  return all;
}

/// A value within a message need not fill it.
bool fits(const Result& result, const Buffer& buffer, const Options& options) noexcept {
  return !result.problem && (!options.whole || result.consumed == buffer.reported) &&
         !result.notes.has(note::trailing_bytes);
}

bool has_odd_texts(const Notes& notes) noexcept {
  return notes.has(note::nul_in_text) || notes.has(note::invalid_utf8) || notes.has(note::padding_not_zero);
}

/// `always`: forms that go with each.
Options with_forms(const Buffer& buffer, Options options, Forms allowed, Forms always) noexcept {
  options.forms = chosen | always;
  const Result as_engine = validate(buffer, options);
  // No engine writes the forms of a page's own dialect: an implausible name in it is an id.
  const bool is_odd = dialect_of(options).documented_forms && has_odd_texts(as_engine.notes);
  if (fits(as_engine, buffer, options) && !is_odd) return options;
  for (const Forms form : tried) {
    if ((form & ~allowed) != 0 || form == engine) continue;
    options.forms = form | chosen | always;
    if (fits(validate(buffer, options), buffer, options)) return options;
  }
  const bool is_read = !as_engine.problem || as_engine.problem.code == Problem::Code::cut;
  options.forms = (is_read ? engine : page) | chosen | always;
  return options;
}

}  // namespace

Options as_documented(const Buffer& buffer, Options options) noexcept {
  // Engines first, whose colours are narrow.
  options.forms = chosen;
  if (!dialect_of(options).documented_forms && fits(validate(buffer, options), buffer, options)) return options;
  return with_forms(buffer, options, forms_of(dialect_of(options)), wide_colours);
}

Options of_document(const Buffer& buffer, const Options& options) noexcept {
  return with_forms(buffer, options, page | unpadded_names, engine);
}

}  // namespace godot::variant

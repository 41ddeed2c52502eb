// SPDX-License-Identifier: MIT
#include "codec/variant/recognise.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "codec/core/utf8.h"
#include "codec/variant/walker.h"

namespace godot::variant {
namespace {

// Points: roughly, two for each byte of a match that small integers and zeros would not produce.
constexpr int points_nested_header = 3;  // a type id where one is due; nothing for Nil, which is four zeros
constexpr int points_container = 2;
constexpr int points_wide_number = 4;  // the flag, and a value that needs it
constexpr int points_declared_type = 4;
constexpr int points_object = 3;
constexpr int points_path = 4;
constexpr int points_packed = 2;
constexpr int points_plausible_real = 1;
constexpr int points_implausible_real = -3;
constexpr int points_text = 2;  // plus one for every second character
constexpr int most_text_characters = 12;
constexpr int points_strange_text = -8;
constexpr int points_sensible = 4;

constexpr std::int64_t most_plausible_coordinate = 1 << 24;

constexpr std::uint32_t points_needed = 8;
constexpr std::uint32_t points_needed_of_numbers = 14;
constexpr int types_needed_of_numbers = 3;
constexpr std::uint32_t points_per_refusal = 6;
constexpr std::uint32_t points_per_refusal_of_numbers = 20;
constexpr std::uint8_t most_contradictions = 255;
constexpr std::uint32_t most_points = 10000;
constexpr std::uint32_t elements_judged = 16;

bool plausible(double number) noexcept {
  const double size = std::fabs(number);
  return size >= 1e-5 && size <= 1e8;
}

bool printable(std::string_view text) noexcept {
  return check_utf8(text).valid && std::none_of(text.begin(), text.end(), [](char byte) {
           const auto code = static_cast<unsigned char>(byte);
           return code == 0x7F || (code < 0x20 && code != '\n' && code != '\t' && code != '\r');
         });
}

/// Judges the values of one reading.
class Judge final : public Sink {
 public:
  void open(Field field, Offset, const Value& value) override {
    depth_ += (info(field).flags & is_variant) != 0 ? 1 : 0;
    const bool container = field == Field::array_count || field == Field::dictionary_count;
    if (container && (value.uint & info(field).mask) != 0) points_ += points_container;
  }
  void close(Field field, Offset) override { depth_ -= (info(field).flags & is_variant) != 0 ? 1 : 0; }
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override {}
  std::uint32_t wanted_elements(std::uint32_t count) override { return std::min(count, elements_judged); }

  void leaf(Field field, Offset, Offset length, const Value& value) override {
    switch (field) {
      case Field::type_name:
        if (depth_ > 1) structured_ = true;
        if (depth_ > 1 && value.view() != "Nil") points_ += points_nested_header;
        break;
      case Field::string:
      case Field::string_name:
      case Field::node_path_name:
      case Field::node_path_subname:
      case Field::object_class:
      case Field::signal: text(value.view()); break;
      case Field::node_path:
        points_ += points_path;
        structured_ = true;
        break;
      case Field::int_:
        if (length == 8) wide_number();
        break;
      case Field::float_:
        if (length == 8) wide_number();
        real(value.real);
        break;
      case Field::object_id: points_ += points_object; break;
      case Field::element_type:
      case Field::key_type:
      case Field::value_type: points_ += points_declared_type; break;
      case Field::packed_count:
        if (value.uint > 1) points_ += points_packed;
        break;
      default:
        if (value.kind == Value::Kind::float32 || value.kind == Value::Kind::float64) real(value.real);
        if (value.kind == Value::Kind::int_ && length == 4 && field != Field::int_) whole_number(value.int_);
        break;
    }
  }

  [[nodiscard]] int points() const noexcept { return points_; }
  [[nodiscard]] bool strange() const noexcept { return strange_; }
  [[nodiscard]] bool structured() const noexcept { return structured_; }

 private:
  void real(double number) noexcept {
    if (number == 0 || std::isinf(number)) return;  // zero says nothing, infinity is a value that games do send
    points_ += plausible(number) ? points_plausible_real : points_implausible_real;
  }

  /// Coordinates of games are small; bytes of floats and random bytes are not.
  void whole_number(std::int64_t number) noexcept {
    if (number > most_plausible_coordinate || number < -most_plausible_coordinate) points_ += points_implausible_real;
  }

  void wide_number() noexcept {
    points_ += points_wide_number;
    structured_ = true;
  }

  void text(std::string_view text) noexcept {
    if (text.empty()) return;
    if (!printable(text)) {
      points_ += points_strange_text;
      strange_ = true;
      return;
    }
    structured_ = true;
    points_ += points_text + static_cast<int>(std::min<std::size_t>(text.size(), most_text_characters)) / 2;
  }

  int points_ = 0;
  int depth_ = 0;
  bool strange_ = false;
  bool structured_ = false;
};

/// Notes about bytes that the candidate's encoder never writes.
bool as_encoded(const Notes& notes, const Dialect& dialect) noexcept {
  constexpr Note never[] = {Note::padding_not_zero, Note::reserved_bits, Note::bool_not_0_or_1,   Note::needless_64,
                            Note::shared_bit,       Note::nul_in_text,   Note::obsolete_property, Note::odd_length,
                            Note::invalid_utf8,     Note::trailing_bytes};
  constexpr Note never_but_documented[] = {Note::unterminated_string, Note::old_node_path, Note::documented_form,
                                           Note::empty_class};
  const auto seen = [&](Note note) { return notes.has(note); };
  return std::none_of(std::begin(never), std::end(never), seen) &&
         (dialect.documented_forms ||
          std::none_of(std::begin(never_but_documented), std::end(never_but_documented), seen));
}

}  // namespace

CandidateSet candidates_of(Generation generation) noexcept {
  CandidateSet set = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].generation == generation) set |= static_cast<CandidateSet>(1U << i);
  }
  return set;
}

CandidateSet candidates_of(Precision precision) noexcept {
  CandidateSet set = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].precision == precision) set |= static_cast<CandidateSet>(1U << i);
  }
  return set;
}

std::size_t preferred(CandidateSet set) noexcept { return static_cast<std::size_t>(std::countr_zero(set)); }

Observation observe(const Buffer& payload, CandidateSet among) noexcept {
  Observation seen;
  if (payload.captured.size() < 4) return seen;
  seen.type = static_cast<std::uint8_t>(payload.captured[0] & type_mask);
  const bool whole = payload.captured.size() >= payload.reported;
  CandidateSet strange = 0;
  std::array<int, candidates.size()> points{};
  std::array<bool, candidates.size()> structured{};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto bit = static_cast<CandidateSet>(1U << i);
    if ((among & bit) == 0) continue;
    // The documented tables and double precision are what is left when no engine's reading fits.
    const bool last_resort =
        candidates[i].generation == Generation::redot_docs || candidates[i].precision == Precision::double_;
    if (last_resort && (seen.fits & ~strange) != 0) break;
    const Dialect& reading = dialect(candidates[i].generation);
    Judge judge;
    const Result result = walk_into(payload, {.dialect = &reading, .precision = candidates[i].precision}, judge);
    if (!(whole ? result.exact(payload) : result.problem.code == Problem::Code::cut)) continue;
    seen.readable |= bit;
    if (!as_encoded(result.notes, reading)) continue;
    seen.fits |= bit;
    if (judge.strange()) strange |= bit;
    points[i] = judge.points();
    structured[i] = judge.structured();
  }
  // Text that nobody writes rules a reading out where another one has none.
  if ((seen.fits & ~strange) != 0) seen.fits &= static_cast<CandidateSet>(~strange);
  // So do numbers that no game uses, where another reading makes sense.
  const bool sensible = *std::max_element(points.begin(), points.end()) >= points_sensible;
  for (std::size_t i = 0; i < candidates.size() && sensible; ++i) {
    if (points[i] < 0) seen.fits &= static_cast<CandidateSet>(~(1U << i));
  }
  if (seen.fits == 0) return seen;
  constexpr int most = 1000;
  const std::size_t best = preferred(seen.fits);
  seen.points = static_cast<std::uint16_t>(std::clamp(points[best], 0, most));
  seen.numbers_only = !structured[best];
  return seen;
}

bool Recognition::decided() const noexcept {
  const Generation generation = candidates[preferred(fitting_)].generation;
  return (fitting_ & ~candidates_of(generation)) == 0;
}

void Recognition::add(const Observation& seen, std::uint32_t refusals, std::uint32_t fingerprint) noexcept {
  if (seen.fits == 0 || (fingerprint == last_ && points_ != 0)) return;
  last_ = fingerprint;
  // What contradicts the conversation so far is a mistake about one of both, and strong evidence against both.
  if ((fitting_ & seen.fits) != 0) {
    fitting_ &= seen.fits;
  } else {
    if (seen.points >= points_needed) fitting_ = seen.fits;
    if (contradictions_ != most_contradictions) ++contradictions_;
  }
  points_ = std::min(points_ + seen.points, most_points);
  numbers_only_ = numbers_only_ && seen.numbers_only;
  types_ |= std::uint64_t{1} << (seen.type & 63);
  const std::uint32_t against = refusals + 2U * contradictions_;
  const std::uint32_t needed = numbers_only_ ? points_needed_of_numbers + against * points_per_refusal_of_numbers
                                             : points_needed + against * points_per_refusal;
  if (points_ < needed) return;
  if (numbers_only_ && std::popcount(types_) < types_needed_of_numbers) return;
  certain_ = true;
}

}  // namespace godot::variant

// SPDX-License-Identifier: MIT
#include "codec/variant/recognise.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "codec/core/utf8.h"
#include "codec/variant/fields.h"
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

constexpr std::uint32_t points_needed = points_of_proof;
constexpr std::uint32_t points_needed_of_numbers = 14;
constexpr int types_needed_of_numbers = 3;
constexpr std::uint32_t points_per_refusal = 6;
constexpr std::uint32_t points_per_refusal_of_numbers = 20;
// Only documentation has such values: any number may look like one.
constexpr std::uint32_t points_needed_of_documents = 30;
constexpr std::uint8_t most_contradictions = 255;
constexpr std::uint32_t most_points = 10000;
constexpr std::uint32_t points_of_much = 500;
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
    const bool container = field == field::array_count || field == field::dictionary_count;
    if (container && (value.uint & info(field).mask) != 0) points_ += points_container;
  }
  void close(Field field, Offset) override { depth_ -= (info(field).flags & is_variant) != 0 ? 1 : 0; }
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override {}
  std::uint32_t wanted_elements(std::uint32_t count) override { return std::min(count, elements_judged); }

  void leaf(Field field, Offset, Offset length, const Value& value) override {
    switch (field) {
      case field::type_name:
        if (depth_ > 1) structured_ = true;
        if (depth_ > 1 && value.view() != "Nil") points_ += points_nested_header;
        break;
      case field::string:
      case field::string_name:
      case field::node_path_name:
      case field::node_path_subname:
      case field::object_class:
      case field::structure_type:
      case field::structure_field_name:
      case field::structure_field_type:
      case field::signal: text(value.view()); break;
      case field::node_path:
        points_ += points_path;
        structured_ = true;
        break;
      case field::int_:
        if (length == 8) wide_number();
        break;
      case field::float_:
        if (length == 8) wide_number();
        real(value.real);
        break;
      case field::object_id: points_ += points_object; break;
      case field::element_type:
      case field::key_type:
      case field::value_type: points_ += points_declared_type; break;
      case field::packed_count:
        if (value.uint > 1) points_ += points_packed;
        break;
      default:
        if (value.kind == Value::Kind::float32 || value.kind == Value::Kind::float64) real(value.real);
        if (value.kind == Value::Kind::int_ && length == 4 && field != field::int_) whole_number(value.int_);
        break;
    }
  }

  [[nodiscard]] int points() const noexcept { return points_; }
  [[nodiscard]] bool strange() const noexcept { return strange_; }
  [[nodiscard]] bool structured() const noexcept { return structured_; }

 private:
  void real(double number) noexcept {
    if (number == 0 || std::isinf(number)) return;  // zero is no evidence, and games do send infinity
    points_ += plausible(number) ? points_plausible_real : points_implausible_real;
  }

  /// Coordinates in games are small; reals read from random bytes are not.
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
bool as_encoded(const Notes& notes, const Dialect& dialect, bool documented) noexcept {
  constexpr Note never[] = {note::padding_not_zero, note::reserved_bits,  note::bool_not_0_or_1,
                            note::needless_64,      note::nul_in_text,    note::odd_length,
                            note::invalid_utf8,     note::trailing_bytes, note::obsolete_property};
  constexpr Note never_but_documented[] = {note::unterminated_string, note::old_node_path, note::documented_form,
                                           note::empty_class};
  const auto seen = [&](Note note) { return notes.has(note); };
  return std::none_of(std::begin(never), std::end(never), seen) && (documented || !seen(note::shared_bit)) &&
         (documented || dialect.documented_forms ||
          std::none_of(std::begin(never_but_documented), std::end(never_but_documented), seen));
}

constexpr CandidateSet bit(std::size_t candidate) noexcept { return static_cast<CandidateSet>(1U << candidate); }

constexpr CandidateSet last_resorts = [] {
  CandidateSet set = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) set |= is_last_resort(candidates[i]) ? bit(i) : CandidateSet{0};
  return set;
}();

constexpr CandidateSet redot = candidates_of(Generation::redot);
constexpr CandidateSet godot4 = candidates_of(Generation::godot4);
static_assert(redot > godot4, "Redot is asked after Godot 4");

/// A generation whose flags show the width of its reals has one candidate, without a precision.
constexpr bool is_only_one(Generation generation) noexcept { return std::has_single_bit(candidates_of(generation)); }

}  // namespace

CandidateSet candidates_of(Precision precision) noexcept {
  CandidateSet set = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].precision == precision || is_only_one(candidates[i].generation)) set |= bit(i);
  }
  return set;
}

std::size_t preferred(CandidateSet set) noexcept {
  assert(set != 0);
  return static_cast<std::size_t>(std::countr_zero(set));
}

Options options_of(const Buffer& payload, const Candidate& candidate, bool documented) noexcept {
  const Options options{.dialect = &dialect(candidate.generation), .precision = candidate.precision};
  return documented ? as_documented(payload, options) : options;
}

Observation observe(const Buffer& payload, const Readings& readings) noexcept {
  Observation seen;
  if (payload.captured.size() < 4) return seen;
  seen.type = static_cast<std::uint8_t>(payload.captured[0] & type_mask);
  const bool whole = payload.captured.size() >= payload.reported;
  CandidateSet strange = 0;
  std::array<int, candidates.size()> points{};
  std::array<bool, candidates.size()> structured{};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if ((readings.among & bit(i)) == 0) continue;
    // Redot reads Godot 4's values in the same way.
    if (bit(i) == redot && (seen.readable & godot4) != 0) {
      seen.readable |= redot;
      if ((seen.fits & godot4) != 0) seen.fits |= redot;
      if ((strange & godot4) != 0) strange |= redot;
      points[i] = points[preferred(godot4)];
      continue;
    }
    const Dialect& reading = dialect(candidates[i].generation);
    Judge judge;
    const Result result = walk_into(payload, options_of(payload, candidates[i], readings.documented), judge);
    if (!(whole ? result.exact(payload) : result.problem.code == Problem::Code::cut)) continue;
    seen.readable |= bit(i);
    if (!as_encoded(result.notes, reading, readings.documented)) continue;
    // Many bytes fit a last resort by chance: its values must be plausible, too.
    if (is_last_resort(candidates[i]) && judge.points() < 0) continue;
    seen.fits |= bit(i);
    if (judge.strange()) strange |= bit(i);
    points[i] = judge.points();
    structured[i] = judge.structured();
  }
  // Implausible text excludes a reading if another reading has none.
  if ((seen.fits & ~strange) != 0) seen.fits &= static_cast<CandidateSet>(~strange);
  // Numbers that no game uses exclude a reading, too, if another reading is plausible.
  const auto engines = static_cast<CandidateSet>(seen.fits & ~last_resorts);
  const CandidateSet judges = engines != 0 ? engines : seen.fits;
  int best_points = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if ((judges & bit(i)) != 0) best_points = std::max(best_points, points[i]);
  }
  for (std::size_t i = 0; i < candidates.size() && best_points >= points_sensible; ++i) {
    if (points[i] < 0) seen.fits &= static_cast<CandidateSet>(~bit(i));
  }
  if (seen.fits == 0) return seen;
  if ((seen.fits & ~last_resorts) != 0) {
    seen.also = seen.fits & last_resorts;
    seen.fits &= static_cast<CandidateSet>(~last_resorts);
  }
  constexpr int most = 1000;
  const std::size_t best = preferred(seen.fits);
  seen.points = static_cast<std::uint16_t>(std::clamp(points[best], 0, most));
  seen.numbers_only = !structured[best];
  return seen;
}

bool reads_as(const Buffer& payload, const Candidate& candidate, bool documented) noexcept {
  const Result result = validate(payload, options_of(payload, candidate, documented));
  return result.problem ? result.problem.code == Problem::Code::cut : !result.notes.has(note::trailing_bytes);
}

CandidateSet Recognition::fitting() const noexcept {
  const auto engines = static_cast<CandidateSet>(open_ & ~last_resorts);
  return engines != 0 ? engines : open_;
}

bool Recognition::decided() const noexcept {
  const CandidateSet left = fitting();
  return (left & ~candidates_of(candidates[preferred(left)].generation)) == 0;
}

Observation Recognition::observe_further(const Buffer& payload, const Readings& readings) const noexcept {
  const auto left = static_cast<CandidateSet>(open_ & readings.among);
  if (!decided() || left == 0) return observe(payload, readings);
  // Once there is much evidence for the verdict, further agreement adds nothing: a parse without judging suffices.
  const auto but_redot = static_cast<CandidateSet>(left & ~redot);
  const CandidateSet verdict = but_redot != 0 ? but_redot : left;
  if (support_ >= points_of_much && std::has_single_bit(verdict) &&
      reads_as(payload, candidates[preferred(verdict)], readings.documented)) {
    return {.readable = verdict};
  }
  const Observation seen = observe(payload, {left, readings.documented});
  return (seen.fits | seen.readable) != 0 ? seen : observe(payload, readings);
}

void Recognition::contradict(const Observation& seen) noexcept {
  const auto may = static_cast<CandidateSet>(seen.fits | seen.also);
  const bool is_same = (rival_ & may) != 0;
  rival_ = is_same ? static_cast<CandidateSet>(rival_ & may) : may;
  rival_points_ = std::min((is_same ? rival_points_ : 0) + seen.points, most_points);
  if (contradictions_ != most_contradictions) ++contradictions_;
  if (rival_points_ < points_needed || (decided() && certain_ && rival_points_ <= support_)) return;
  open_ = rival_;
  support_ = rival_points_;
  rival_ = all_candidates;
  rival_points_ = 0;
}

bool Recognition::is_outweighed(std::uint32_t refusals) const noexcept {
  const std::uint64_t each = numbers_only_ ? points_per_refusal_of_numbers : points_per_refusal;
  return points_ < refusals * each;
}

void Recognition::refute() noexcept {
  if (!certain_ || is_chosen_) return;
  const bool is_weak = numbers_only_ || (open_ & ~last_resorts) == 0;
  refuted_ = std::min(refuted_ + (is_weak ? points_per_refusal_of_numbers : points_per_refusal), 2 * most_points);
  if (refuted_ <= points_) return;
  certain_ = false;
  withdrawn_ = true;
}

void Recognition::add(const Observation& seen, std::uint32_t refusals, std::uint32_t fingerprint) noexcept {
  // A value, known or not, outweighs one payload that was none: a long conversation may have some that are malformed.
  if (certain_ && seen.fits != 0) refuted_ -= std::min(refuted_, points_per_refusal);
  if (seen.fits == 0 || (fingerprint == last_ && points_ != 0)) return;
  last_ = fingerprint;
  const auto may = static_cast<CandidateSet>(seen.fits | seen.also);
  // Unusual data that the verdict can read does not contradict it.
  const bool is_odd = decided() && (fitting() & may) == 0 && (fitting() & seen.readable) != 0;
  if (is_odd) return;
  // A payload either narrows the set of open candidates or contradicts all of them.
  if ((open_ & may) != 0) {
    open_ &= may;
    support_ = std::min(support_ + seen.points, most_points);
  } else {
    contradict(seen);
  }
  points_ = std::min(points_ + seen.points, most_points);
  numbers_only_ = numbers_only_ && seen.numbers_only;
  types_ |= std::uint64_t{1} << (seen.type & 63);
  const std::uint32_t against = refusals + 2U * contradictions_;
  const std::uint32_t needed = numbers_only_ ? points_needed_of_numbers + against * points_per_refusal_of_numbers
                                             : points_needed + against * points_per_refusal;
  const bool is_documented = (open_ & ~last_resorts) == 0 && (open_ & redot) == 0;
  if (points_ < needed || (is_documented && points_ < needed + points_needed_of_documents)) return;
  if (withdrawn_) return;
  if (numbers_only_ && std::popcount(types_) < types_needed_of_numbers) return;
  certain_ = true;
}

}  // namespace godot::variant

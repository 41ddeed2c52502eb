// SPDX-License-Identifier: MIT
// Is it a Variant, and of which version? It has no magic number. Evidence: it fills its container exactly, it holds
// nothing that an encoder never writes, and its values are plausible. Small numbers prove nothing; text,
// nesting and many payloads in a row do.
//
// observe() judges one payload and keeps nothing. Recognition adds up what a conversation has shown; it is a plain
// value that the caller keeps.
#pragma once

#include <array>
#include <cstdint>

#include "codec/core/bytes.h"
#include "codec/variant/dialect.h"
#include "codec/variant/tables.h"
#include "codec/variant/walk.h"

namespace godot::variant {

/// A dialect with a width of reals. The order is the order of preference where several fit.
struct Candidate {
  Generation generation;
  Precision precision;
};
inline constexpr std::array<Candidate, 8> candidates = {{
    {Generation::godot4, Precision::single_},
    {Generation::godot3, Precision::single_},
    {Generation::godot2, Precision::single_},
    {Generation::redot_docs, Precision::single_},
    {Generation::godot3, Precision::double_},
    {Generation::godot2, Precision::double_},
    {Generation::redot_docs, Precision::double_},
    {Generation::redot, Precision::single_},
}};

/// A set of candidates, bit i for candidates[i].
using CandidateSet = std::uint8_t;
inline constexpr CandidateSet all_candidates = (1U << candidates.size()) - 1;

/// The readings that count only where no other engine's fits: documented tables, vectors in double precision without a
/// flag, and Redot, which sends what Godot 4 sends but for its own type.
[[nodiscard]] constexpr bool is_last_resort(const Candidate& candidate) noexcept {
  return candidate.generation == Generation::redot_docs || candidate.generation == Generation::redot ||
         candidate.precision == Precision::double_;
}

/// How a payload is read under a candidate.
[[nodiscard]] Options options_of(const Buffer& payload, const Candidate& candidate, bool documented) noexcept;

/// The candidates with this generation; those that read this precision, which those do whose flags tell it.
[[nodiscard]] constexpr CandidateSet candidates_of(Generation generation) noexcept {
  CandidateSet set = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].generation == generation) set |= static_cast<CandidateSet>(1U << i);
  }
  return set;
}
[[nodiscard]] CandidateSet candidates_of(Precision precision) noexcept;

/// Index of the preferred candidate of a set that is not empty.
[[nodiscard]] std::size_t preferred(CandidateSet set) noexcept;

/// What one payload says.
struct Observation {
  CandidateSet fits = 0;      ///< under which candidates it reads as an encoder would have written it
  CandidateSet also = 0;      ///< last resorts that fit although an engine's reading does
  CandidateSet readable = 0;  ///< under which it reads exactly, oddities or not
  std::uint16_t points = 0;   ///< strength of the preferred fitting reading; 0 = proves nothing
  bool numbers_only = true;   ///< no text, no nesting: a plain struct could look like this
  std::uint8_t type = 0;      ///< type id of the root
};

/// A header word that an encoder of some generation writes.
[[nodiscard]] inline bool plausible_header(const Buffer& buffer) noexcept {
  if (buffer.captured.size() < 4) return false;
  constexpr std::uint32_t never_set = 0xFFF0FF00;
  const auto header = load_le<std::uint32_t>(buffer.captured.data());
  return (header & never_set) == 0 && (header & type_mask) < most_types;
}

/// Nothing but a type that no generation has: the header of a newer one's, where Variants are known to come. It proves
/// none.
[[nodiscard]] inline bool unknown_type_header(const Buffer& buffer) noexcept {
  if (buffer.captured.size() < 4 || buffer.reported % 4 != 0) return false;
  const auto header = load_le<std::uint32_t>(buffer.captured.data());
  return header >= most_types && header <= type_mask;
}

/// The first check, a few loads: can these bytes be a Variant that an encoder wrote?
[[nodiscard]] inline bool possible(const Buffer& buffer) noexcept {
  return buffer.reported % 4 == 0 && plausible_header(buffer);
}

/// Which readings are tried.
struct Readings {
  // Implicit, as a set of candidates is what is meant nearly everywhere.
  constexpr Readings(CandidateSet of = all_candidates, bool as_documented = false) noexcept  // NOLINT(*-explicit-*)
      : among(of), documented(as_documented) {}

  CandidateSet among;
  bool documented;  ///< as the pages about the format have them, not as engines write
};

/// Reads the payload in each of these ways. A payload that is not all there (cut, or more is to come) fits as
/// long as what is there does.
[[nodiscard]] Observation observe(const Buffer& payload, const Readings& readings = {}) noexcept;

/// Points of a payload that is a proof alone: text, or nesting.
inline constexpr std::uint16_t points_of_proof = 8;

/// True if nothing is wrong with the payload under this candidate, as far as the capture holds it.
[[nodiscard]] bool reads_as(const Buffer& payload, const Candidate& candidate, bool documented = false) noexcept;

/// What a conversation has shown so far. No verdict is final: a payload that contradicts it leaves the readings under
/// which the whole conversation makes sense, and where there are none, the one that has more in its favour wins.
class Recognition {
 public:
  /// Adds a payload. `refusals` counts payloads of the same flow that were no Variants: each makes the rest less
  /// likely. `fingerprint` is any number that differs for different payloads: what repeats proves nothing new.
  void add(const Observation& seen, std::uint32_t refusals, std::uint32_t fingerprint) noexcept;

  /// It is a conversation of Variants.
  [[nodiscard]] bool certain() const noexcept { return certain_; }

  /// Treat it as certain: a person said so.
  void accept() noexcept { certain_ = true; }

  /// The dialects that fit everything seen so far; last resorts only where no engine's is left.
  [[nodiscard]] CandidateSet fitting() const noexcept;

  /// What is left for further payloads to decide about: last resorts, too.
  [[nodiscard]] CandidateSet open() const noexcept { return open_; }

  /// Only one generation is left.
  [[nodiscard]] bool decided() const noexcept;

  /// What a further payload says: nothing where it agrees with what much
  /// speaks for.
  [[nodiscard]] Observation observe_further(const Buffer& payload, const Readings& readings) const noexcept;

 private:
  void contradict(const Observation& seen) noexcept;

  std::uint64_t types_ = 0;  ///< bit i: a root of type i was seen
  std::uint32_t points_ = 0;
  std::uint32_t support_ = 0;       ///< points for what is open
  std::uint32_t rival_points_ = 0;  ///< points for what contradicts it
  std::uint32_t last_ = 0;
  CandidateSet open_ = all_candidates;
  CandidateSet rival_ = all_candidates;  ///< fits everything that contradicted
  std::uint8_t contradictions_ = 0;
  bool numbers_only_ = true;
  bool certain_ = false;
};

}  // namespace godot::variant

// SPDX-License-Identifier: MIT
// Recognises Variants and their version. They have no magic number. Evidence: a value fills its container exactly, it
// contains nothing that an encoder never writes, and its content is plausible. Small numbers prove nothing; text,
// nesting and many payloads in a row do.
//
// observe() judges one payload and keeps no state. Recognition sums up the evidence of a conversation; it is a plain
// value that the caller keeps.
#pragma once

#include <array>
#include <cstdint>

#include "codec/core/bytes.h"
#include "codec/variant/dialect.h"
#include "codec/variant/types.h"
#include "codec/variant/walk.h"

namespace godot::variant {

/// A dialect with a width of reals. The order is the order of preference if several fit.
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

/// The readings that count only if no engine's other reading fits: documented tables, vectors in double precision
/// without a flag, and Redot, whose values are Godot 4's plus one type.
[[nodiscard]] constexpr bool is_last_resort(const Candidate& candidate) noexcept {
  return candidate.generation == Generation::redot_docs || candidate.generation == Generation::redot ||
         candidate.precision == Precision::double_;
}

/// How a payload is read for a candidate.
[[nodiscard]] Options options_of(const Buffer& payload, const Candidate& candidate, bool documented) noexcept;

/// The candidates with this generation; those that read this precision, including those with a precision flag.
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

/// The evidence of one payload.
struct Observation {
  CandidateSet fits = 0;      ///< candidates for which it reads as an encoder would have written it
  CandidateSet also = 0;      ///< last resorts that fit although an engine's reading does, too
  CandidateSet readable = 0;  ///< candidates for which it reads exactly, with or without unusual data
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

/// Only a type id that no generation has: the header of a newer version, if Variants are expected here. It is no proof.
[[nodiscard]] inline bool unknown_type_header(const Buffer& buffer) noexcept {
  if (buffer.captured.size() < 4 || buffer.reported % 4 != 0) return false;
  const auto header = load_le<std::uint32_t>(buffer.captured.data());
  return header >= most_types && header <= type_mask;
}

/// The first check, a few loads: whether these bytes can be a Variant that an encoder wrote.
[[nodiscard]] inline bool possible(const Buffer& buffer) noexcept {
  return buffer.reported % 4 == 0 && plausible_header(buffer);
}

/// The readings to try.
struct Readings {
  // Implicit, because a set of candidates is meant nearly everywhere.
  constexpr Readings(CandidateSet of = all_candidates, bool as_documented = false) noexcept  // NOLINT(*-explicit-*)
      : among(of), documented(as_documented) {}

  CandidateSet among;
  bool documented;  ///< in the forms of the pages about the format, not only as engines write them
};

/// Reads the payload in each of these ways. An incomplete payload (cut, or more is to come) fits as long as its
/// captured part does.
[[nodiscard]] Observation observe(const Buffer& payload, const Readings& readings = {}) noexcept;

/// True if the payload is one Variant in one of these readings, and nothing else, as far as it is captured.
[[nodiscard]] inline bool is_one_value(const Buffer& payload, const Readings& readings = {}) noexcept {
  return possible(payload) && observe(payload, readings).fits != 0;
}

/// Points that a payload with text or nesting has as a proof of its own.
inline constexpr std::uint16_t points_of_proof = 8;

/// True if the payload has no error for this candidate, as far as it is captured.
[[nodiscard]] bool reads_as(const Buffer& payload, const Candidate& candidate, bool documented = false) noexcept;

/// The evidence of a conversation so far. No verdict is final: after a payload that contradicts it, the readings remain
/// that fit the whole conversation; if there are none, the one with more evidence wins.
class Recognition {
 public:
  /// Adds a payload. `refusals` counts payloads of the same flow that were no Variants: each makes the rest less
  /// likely. `fingerprint` is any number that differs for different payloads: repetitions are no new evidence.
  void add(const Observation& seen, std::uint32_t refusals, std::uint32_t fingerprint) noexcept;

  /// Adds a whole payload that begins like a Variant and is none, in a conversation that is certain. If such payloads
  /// outweigh the evidence, it is withdrawn: a program's own numbers looked like Variants.
  void refute() noexcept;

  /// True if so many payloads were no Variants that those which fit may have done so by chance.
  [[nodiscard]] bool is_outweighed(std::uint32_t refusals) const noexcept;

  /// Whether it is a conversation of Variants.
  [[nodiscard]] bool certain() const noexcept { return certain_; }

  /// True if it was certain, and further payloads contradicted that. Only the user's choice makes it certain again.
  [[nodiscard]] bool withdrawn() const noexcept { return withdrawn_; }

  /// Treats it as certain, by the user's choice.
  void accept() noexcept {
    certain_ = true;
    is_chosen_ = true;
    withdrawn_ = false;
  }

  /// The dialects that fit everything seen so far; last resorts only if no engine's dialect is left.
  [[nodiscard]] CandidateSet fitting() const noexcept;

  /// The candidates that further payloads must decide between, including last resorts.
  [[nodiscard]] CandidateSet open() const noexcept { return open_; }

  /// Whether only one generation is left.
  [[nodiscard]] bool decided() const noexcept;

  /// The observation of a further payload; empty if it agrees with a well-supported verdict.
  [[nodiscard]] Observation observe_further(const Buffer& payload, const Readings& readings) const noexcept;

 private:
  void contradict(const Observation& seen) noexcept;

  std::uint64_t types_ = 0;  ///< bit i: a root of type i was seen
  std::uint32_t points_ = 0;
  std::uint32_t support_ = 0;       ///< points for the open candidates
  std::uint32_t rival_points_ = 0;  ///< points for candidates that contradict it
  std::uint32_t last_ = 0;
  CandidateSet open_ = all_candidates;
  CandidateSet rival_ = all_candidates;  ///< candidates that fit every contradicting payload
  std::uint8_t contradictions_ = 0;
  std::uint32_t refuted_ = 0;  ///< points against it, after it was certain
  bool numbers_only_ = true;
  bool certain_ = false;
  bool is_chosen_ = false;  ///< the dialect was chosen by the user
  bool withdrawn_ = false;
};

}  // namespace godot::variant

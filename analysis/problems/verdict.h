// SPDX-License-Identifier: MIT
// A verdict on a symptom: what remains of the list of its possible causes after the evidence in the capture.
//
//   Verdict verdict("The connection request is not answered");
//   verdict.proven("nothing listens at this port", "Start the server", {"the request came back, frame 8", 8});
//   verdict.excluded("the server is full", {"it accepted another client in frame 12", 12});
//   verdict.possible("a firewall is in between", "Open the port");
//   verdict.text(arena);   // one sentence; verdict.basis(): for godot.problem.causes and godot.problem.evidence
//
// Causes are added likeliest first. A proven cause excludes those that are only possible. Plain values: no memory is
// allocated but for the text. Names and reasons must stay valid until text() is called.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/arena.h"

namespace godot::analysis::problems {

/// What a problem is certain of: how many causes remain, and the frames that decide.
struct Basis {
  static constexpr std::size_t most_frames = 6;

  std::uint8_t causes = 0;  ///< 1: proven, or the only one left; 0: it names no causes
  std::uint8_t frame_count = 0;
  std::array<std::uint32_t, most_frames> frames = {};  ///< frames of the evidence, without duplicates

  void add(std::uint32_t frame) noexcept;
};

/// What the first lines of a message with a problem say. Wireshark cuts labels at 240 bytes, so `why` is one sentence
/// if all of it is longer than `longest`, and each remedy has a line of its own.
struct Advice {
  static constexpr std::size_t longest = 220;
  static constexpr std::size_t most_remedies = 8;

  const char* why = nullptr;  ///< null: nothing to say
  std::array<const char*, most_remedies> remedies = {};
  std::size_t remedy_count = 0;

  void add(const char* remedy) noexcept {
    if (remedy != nullptr && remedy_count != remedies.size()) remedies[remedy_count++] = remedy;
  }
  /// The remedies as one text, "REMEDY; REMEDY"; null: it has none.
  [[nodiscard]] const char* remedy(const Arena& arena) const;
};

/// "WHY. REMEDY", as Expert Information says it; without remedies: "WHY".
[[nodiscard]] const char* statement(const char* why, const char* remedy, const Arena& arena);

/// The same as first lines.
[[nodiscard]] Advice advice(const char* why, const char* remedy, const Arena& arena);

/// `text` if it is short, else its first sentence.
[[nodiscard]] const char* in_short(const char* text, const Arena& arena);

/// Why a cause is proven or excluded.
struct Evidence {
  const char* text = nullptr;  ///< null: nothing to say
  std::uint32_t frame = 0;     ///< 0: in no single frame
};

class Verdict {
 public:
  static constexpr std::size_t most_causes = 8;

  explicit constexpr Verdict(const char* symptom) noexcept : symptom_(symptom) {}

  void proven(const char* cause, const char* remedy, Evidence evidence) noexcept;
  void possible(const char* cause, const char* remedy, Evidence evidence = {}) noexcept;
  /// Said only if a single cause remains, or if the evidence has a text.
  void excluded(const char* cause, Evidence evidence) noexcept;

  /// How many causes remain possible.
  [[nodiscard]] std::uint8_t remaining() const noexcept;
  [[nodiscard]] Basis basis() const noexcept;
  /// "SYMPTOM: CAUSE (EVIDENCE). REMEDY", or "SYMPTOM. One of: CAUSE: REMEDY; CAUSE: REMEDY. Not: CAUSE (EVIDENCE)".
  [[nodiscard]] const char* text(const Arena& arena) const;
  /// The same as first lines: "SYMPTOM: CAUSE (EVIDENCE)" and "REMEDY", or "SYMPTOM: CAUSE, or CAUSE" and
  /// "CAUSE: REMEDY" for each.
  [[nodiscard]] Advice advice(const Arena& arena) const;

 private:
  enum class Standing : std::uint8_t { proven, possible, excluded };
  struct Cause {
    const char* name = nullptr;
    const char* remedy = nullptr;
    Evidence evidence;
    Standing standing = Standing::possible;
  };

  void add(const Cause& cause) noexcept;
  [[nodiscard]] bool has_proof() const noexcept;
  [[nodiscard]] bool remains(const Cause& cause) const noexcept;
  [[nodiscard]] const char* why(const Arena& arena, const Cause& cause) const;
  [[nodiscard]] const char* one(const Arena& arena, const Cause& cause) const;
  [[nodiscard]] const char* several(const Arena& arena) const;

  const char* symptom_;
  std::array<Cause, most_causes> causes_ = {};
  std::size_t count_ = 0;
};

}  // namespace godot::analysis::problems

// SPDX-License-Identifier: MIT
#include "analysis/problems/verdict.h"

#include <algorithm>
#include <string_view>

namespace godot::analysis::problems {

void Basis::add(std::uint32_t frame) noexcept {
  const auto* const end = frames.cbegin() + frame_count;
  if (frame == 0 || frame_count == frames.size() || std::find(frames.cbegin(), end, frame) != end) return;
  frames[frame_count++] = frame;
}

void Verdict::add(const Cause& cause) noexcept {
  if (count_ != causes_.size()) causes_[count_++] = cause;
}

void Verdict::proven(const char* cause, const char* remedy, Evidence evidence) noexcept {
  add({.name = cause, .remedy = remedy, .evidence = evidence, .standing = Standing::proven});
}

void Verdict::possible(const char* cause, const char* remedy, Evidence evidence) noexcept {
  add({.name = cause, .remedy = remedy, .evidence = evidence, .standing = Standing::possible});
}

void Verdict::excluded(const char* cause, Evidence evidence) noexcept {
  add({.name = cause, .remedy = nullptr, .evidence = evidence, .standing = Standing::excluded});
}

bool Verdict::has_proof() const noexcept {
  return std::any_of(causes_.begin(), causes_.begin() + count_,
                     [](const Cause& cause) { return cause.standing == Standing::proven; });
}

bool Verdict::remains(const Cause& cause) const noexcept {
  return cause.standing == (has_proof() ? Standing::proven : Standing::possible);
}

std::uint8_t Verdict::remaining() const noexcept {
  return static_cast<std::uint8_t>(
      std::count_if(causes_.begin(), causes_.begin() + count_, [this](const Cause& cause) { return remains(cause); }));
}

/// Of what a proof makes needless, no evidence is named.
Basis Verdict::basis() const noexcept {
  Basis basis;
  basis.causes = remaining();
  const bool proof = has_proof();
  for (std::size_t i = 0; i != count_; ++i)
    if (remains(causes_[i])) basis.add(causes_[i].evidence.frame);
  for (std::size_t i = 0; i != count_ && !proof; ++i) basis.add(causes_[i].evidence.frame);
  return basis;
}

const char* Verdict::why(const Arena& arena, const Cause& cause) const {
  const char* text = cause.evidence.text;
  const char* reason = text != nullptr ? arena.joined({" (", text, ")"}) : "";
  return arena.joined({symptom_, ": ", cause.name, reason});
}

const char* Verdict::one(const Arena& arena, const Cause& cause) const {
  const char* remedy = cause.remedy != nullptr ? arena.joined({". ", cause.remedy}) : "";
  return arena.joined({why(arena, cause), remedy});
}

const char* Verdict::several(const Arena& arena) const {
  const char* text = symptom_;
  const char* before = ". One of: ";
  for (std::size_t i = 0; i != count_; ++i) {
    const Cause& cause = causes_[i];
    if (!remains(cause)) continue;
    const char* reason = cause.evidence.text != nullptr ? arena.joined({" (", cause.evidence.text, ")"}) : "";
    const char* remedy = cause.remedy != nullptr ? arena.joined({": ", cause.remedy}) : "";
    text = arena.joined({text, before, cause.name, reason, remedy});
    before = "; ";
  }
  return text;
}

const char* Verdict::text(const Arena& arena) const {
  const std::uint8_t left = remaining();
  const auto* const end = causes_.begin() + count_;
  const auto* const only = std::find_if(causes_.begin(), end, [this](const Cause& cause) { return remains(cause); });
  if (left == 0 || only == end) return symptom_;
  if (has_proof()) return one(arena, *only);
  const char* text = left == 1 ? one(arena, *only) : several(arena);
  const char* before = ". Not: ";
  for (const auto* cause = causes_.begin(); cause != end; ++cause) {
    if (cause->standing != Standing::excluded || cause->evidence.text == nullptr) continue;
    text = arena.joined({text, before, cause->name, " (", cause->evidence.text, ")"});
    before = "; ";
  }
  return text;
}

Advice Verdict::advice(const Arena& arena) const {
  const std::uint8_t left = remaining();
  Advice advice = {.why = symptom_};
  const char* before = ": ";
  for (std::size_t i = 0; i != count_; ++i) {
    const Cause& cause = causes_[i];
    if (!remains(cause)) continue;
    if (left == 1 || cause.standing == Standing::proven) {
      advice.why = why(arena, cause);
      advice.add(cause.remedy);
      break;
    }
    advice.why = arena.joined({advice.why, before, cause.name});
    before = ", or ";
    if (cause.remedy != nullptr) advice.add(arena.joined({cause.name, ": ", cause.remedy}));
  }
  // The lines of the remedies name the causes, too.
  if (std::string_view(advice.why).size() > Advice::longest)
    advice.why = left > 1 ? symptom_ : in_short(advice.why, arena);
  return advice;
}

const char* Advice::remedy(const Arena& arena) const {
  const char* all = nullptr;
  for (std::size_t i = 0; i != remedy_count; ++i)
    all = all == nullptr ? remedies[i] : arena.joined({all, "; ", remedies[i]});
  return all;
}

const char* statement(const char* why, const char* remedy, const Arena& arena) {
  return remedy != nullptr ? arena.joined({why, ". ", remedy}) : why;
}

Advice advice(const char* why, const char* remedy, const Arena& arena) {
  Advice advice = {.why = in_short(why, arena)};
  advice.add(remedy);
  return advice;
}

const char* in_short(const char* text, const Arena& arena) {
  const std::string_view all = text;
  if (all.size() <= Advice::longest) return text;
  const std::size_t end = all.find(". ");
  return end != std::string_view::npos ? arena.joined({all.substr(0, end)}) : text;
}

}  // namespace godot::analysis::problems

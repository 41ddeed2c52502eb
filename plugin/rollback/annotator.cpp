// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/rollback/annotator.h"

#include "analysis/problems/findings.h"
#include "analysis/rollback/inputs_before.h"
#include "analysis/rollback/standstill.h"
#include "analysis/rollback/verdict.h"
#include "codec/rollback/fields.h"
#include "plugin/core/arena.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/facts/problem.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/rollback/generated.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(RollbackAnnotator, analysis::problems::Verdict,
                analysis::problems::Findings<analysis::problems::Rollback>);

namespace {

constexpr RollbackExpert experts[] = {
#define GODOT_PROBLEM(id, ...) RollbackExpert::id,
#define GODOT_REMARK(id, ...) RollbackExpert::id,
#include "analysis/problems/rollback.def"
};

}  // namespace

const char* RollbackAnnotator::peer(analysis::RollbackPeer peer) const {
  const bool is_id = peer != 0 && peer <= INT32_MAX;
  return is_id ? peer_text(message_.pinfo, message_.peers, static_cast<analysis::PeerId>(peer)) : "another peer";
}

/// "120", "120–124"
const char* RollbackAnnotator::text_of(const Ticks& ticks) const {
  if (ticks.count == 1) return wmem_strdup_printf(pool(), "%u", ticks.first);
  return wmem_strdup_printf(pool(), "%u\u2013%u", ticks.first, ticks.last);
}

void RollbackAnnotator::value(const OutermostValue& value) {
  if (value.role == field::rollback_input_value) value_ = value.text;
}

void RollbackAnnotator::input(const rollback::Input& input) {
  inputs_.add(input.tick);
  const analysis::RollbackMatch::Place here{mine_.frame, mine_.index};
  const auto first = known_ != nullptr ? known_->first_sent(mine_, input.tick) : here;
  const bool is_again = first.frame != 0 && first != here;
  again_ += is_again;
  const char* value = value_;
  value_ = nullptr;
  if (tree() == nullptr) return;
  if (is_again)
    add_generated_number(tree(), header_field(RollbackField::rollback_again), item_range(input.begin, 0), first.frame);
  set_label(tree(), {"Inputs of tick ", input.tick, is_again ? ", again: " : ": "});
  if (value != nullptr) append_label(tree(), {value});
  else append_label(tree(), {input.length, input.by_node ? " bytes, no input" : " bytes"});
  const analysis::RollbackArrival* arrival = known_ != nullptr ? known_->arrival(mine_, input.tick) : nullptr;
  if (arrival == nullptr) return;
  add_generated_integer(tree(), header_field(RollbackField::rollback_behind), item_range(input.begin, 0),
                        arrival->behind);
  add_generated_number(tree(), header_field(RollbackField::rollback_confirmed_in), item_range(input.begin, 0),
                       arrival->frame);
}

void RollbackAnnotator::hash(const rollback::StateHash& hash) {
  hashes_.add(hash.tick);
  set_label(tree(), {"State hash of tick ", hash.tick, ": ", hash.hash});
  if (known_ == nullptr) return;
  bool differs = false;
  for (const analysis::RollbackPeerHash& other : known_->hashes(hash.tick)) {
    if (other.peer == mine_.source || other.hash == hash.hash) continue;
    if (tree() != nullptr) {
      add_generated_number(tree(), header_field(RollbackField::rollback_diverged_from),
                           item_range(hash.begin, sizeof hash.hash), other.frame);
      append_label(tree(), {differs ? ", " : ", differs from ", peer(other.peer), " (", other.hash, ")"});
    }
    differs = true;
  }
  differs_ += differs;
}

/// The peers' inputs of the last ticks, side by side.
void RollbackAnnotator::show_inputs_before(proto_tree* root, std::uint32_t tick) const {
  if (root == nullptr) return;
  const analysis::Arena arena = arena_of(message_.pinfo);
  const std::uint32_t shown = analysis::rollback_shown_ticks;
  for (std::uint32_t number = tick > shown ? tick - shown + 1 : 1; number <= tick; ++number) {
    for (const analysis::RollbackPeerInput& input : known_->inputs(number)) {
      const char* arrivals = analysis::rollback_arrivals(*known_, number, input.peer, *this, arena);
      const char* text =
          joined(pool(), {wmem_strdup_printf(pool(), "tick %u, ", number), peer(input.peer), ": ",
                          analysis::rollback_contents(input, mine_.dialect, arena), "; ",
                          analysis::rollback_sameness(input, arena), *arrivals != '\0' ? "; " : "", arrivals});
      add_generated_text(root, header_field(RollbackField::rollback_inputs_before), item_range(0, 0), text);
    }
  }
}

void RollbackAnnotator::remark() const {
  constexpr analysis::facts::Time least = 500'000'000;
  const analysis::RollbackStandstill* stood = known_ != nullptr ? known_->ended_by(mine_) : nullptr;
  if (stood == nullptr || stood->length < least || message_.message.repeated) return;
  const analysis::Arena arena = arena_of(message_.pinfo);
  const analysis::problems::Verdict verdict = analysis::rollback_verdict(*stood, *this, arena);
  proto_tree* root = sink_ != nullptr ? proto_item_get_subtree(sink_->root_item()) : nullptr;
  add_expert(message_.pinfo, root, expert(RollbackExpert::stood_still), {verdict.text(arena)});
}

const char* RollbackAnnotator::report() {
  const analysis::RollbackDivergence* divergence = known_ != nullptr ? known_->shown_by(mine_) : nullptr;
  if (divergence == nullptr || message_.message.repeated) return nullptr;
  const char* hashes = "";
  for (const analysis::RollbackPeerHash& each : divergence->hashes)
    hashes = joined(pool(), {hashes, *hashes != '\0' ? ", " : "", peer(each.peer),
                             wmem_strdup_printf(pool(), " has %u", each.hash)});
  const char* healed =
      divergence->healed == 0 ? "" : wmem_strdup_printf(pool(), "; tick %u is equal again", divergence->healed);
  const char* symptom = wmem_strdup_printf(
      pool(), "The peers computed different states for tick %u (%s), the first one that differs after %u equal ones%s",
      divergence->tick, hashes, divergence->agreed, healed);
  const analysis::Arena& arena = message_.host.arena;
  if (divergence->hashes.size() > 2)
    symptom = joined(pool(), {symptom, "; ", analysis::rollback_agreement(*divergence, *this, arena)});
  analysis::problems::Findings<analysis::problems::Rollback> found(arena);
  auto& finding = found.add(analysis::problems::Rollback::diverged, rollback_verdict(*divergence, symptom, arena));
  for (const analysis::RollbackPeerHash& each : divergence->hashes) {
    if (each.frame != mine_.frame) finding.basis.add(each.frame);
  }
  proto_tree* root = sink_ != nullptr ? proto_item_get_subtree(sink_->root_item()) : nullptr;
  const char* kind = show_problem({.pinfo = message_.pinfo,
                                   .tree = root,
                                   .item = root,
                                   .tvb = message_.tvb,
                                   .start = static_cast<int>(begin_),
                                   .facts_item = message_.facts_item},
                                  finding, experts);
  show_inputs_before(root, divergence->tick);
  return kind;
}

const char* RollbackAnnotator::text() const {
  wmem_strbuf_t* text = wmem_strbuf_new(pool(), "");
  if (inputs_.count != 0)
    wmem_strbuf_append_printf(text, "%s %s", inputs_.count == 1 ? "input" : "inputs", text_of(inputs_));
  if (again_ != 0 && again_ == inputs_.count) wmem_strbuf_append(text, again_ == 1 ? " (again)" : " (all again)");
  else if (again_ != 0) wmem_strbuf_append_printf(text, " (%u again)", again_);
  if (hashes_.count != 0)
    wmem_strbuf_append_printf(text, "%s%s %s", inputs_.count != 0 ? ", " : "", hashes_.count == 1 ? "hash" : "hashes",
                              text_of(hashes_));
  if (differs_ != 0) wmem_strbuf_append_printf(text, " (%u differ%s)", differs_, differs_ == 1 ? "s" : "");
  wmem_strbuf_append_printf(text, "%swants %u", wmem_strbuf_get_len(text) != 0 ? ", " : "", wants_input_);
  if (wants_hash_ != 0) wmem_strbuf_append_printf(text, " and hash %u", wants_hash_);
  return wmem_strbuf_get_str(text);
}

}  // namespace godot::plugin

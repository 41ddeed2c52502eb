// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/rollback/annotator.h"

#include <span>

#include "analysis/rollback/checks.h"
#include "analysis/rollback/inputs_before.h"
#include "codec/rollback/fields.h"
#include "plugin/core/arena.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/facts/problem.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/rollback/generated.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(RollbackAnnotator, analysis::RollbackFindings);

const char* RollbackAnnotator::peer(analysis::RollbackPeer peer) const {
  const bool is_id = peer != 0 && peer <= INT32_MAX;
  return is_id ? peer_texts(message_.pinfo).peer(message_.peers, static_cast<analysis::PeerId>(peer)) : "another peer";
}

void RollbackAnnotator::value(const OutermostValue& value) {
  if (value.role == field::rollback_input_value) value_ = value.text;
}

void RollbackAnnotator::input(const rollback::Input& input) {
  const analysis::RollbackMatch::Place here{mine_.frame, mine_.index};
  const auto first = known_ != nullptr ? known_->first_sent(mine_, input.tick) : here;
  const bool is_again = first.frame != 0 && first != here;
  line_.input(input.tick, is_again);
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
  set_label(tree(), {"State hash of tick ", hash.tick, ": ", hash.hash});
  bool differs = false;
  const std::span others =
      known_ != nullptr ? known_->hashes(hash.tick) : std::span<const analysis::RollbackPeerHash>();
  for (const analysis::RollbackPeerHash& other : others) {
    if (other.peer == mine_.source || other.hash == hash.hash) continue;
    if (tree() != nullptr) {
      add_generated_number(tree(), header_field(RollbackField::rollback_diverged_from),
                           item_range(hash.begin, sizeof hash.hash), other.frame);
      append_label(tree(), {differs ? ", " : ", differs from ", peer(other.peer), " (", other.hash, ")"});
    }
    differs = true;
  }
  line_.hash(hash.tick, differs);
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

const char* RollbackAnnotator::report() {
  if (message_.message.repeated) return nullptr;
  analysis::RollbackFindings found(message_.host.arena);
  analysis::judge({.message = mine_, .match = known_, .names = *this}, found);
  proto_tree* root = sink_ != nullptr ? proto_item_get_subtree(sink_->root_item()) : nullptr;
  const char* first = nullptr;
  for (const auto* finding = found.first(); finding != nullptr; finding = finding->next) {
    const char* kind = show_problem<RollbackExpert>({.pinfo = message_.pinfo,
                                                     .tree = root,
                                                     .item = root,
                                                     .tvb = message_.tvb,
                                                     .start = static_cast<int>(begin_),
                                                     .facts_item = message_.facts_item},
                                                    *finding);
    if (first == nullptr) first = kind;
    if (finding->problem == analysis::problems::Rollback::diverged)
      show_inputs_before(root, known_->shown_by(mine_)->tick);
  }
  return first;
}

}  // namespace godot::plugin

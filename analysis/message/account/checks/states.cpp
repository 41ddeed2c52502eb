// SPDX-License-Identifier: MIT
#include <cstdint>

#include "analysis/message/account/checks/checks.h"
#include "analysis/message/account/marked_properties.h"
#include "base/duration.h"
#include "base/plural.h"
#include "base/time.h"

namespace godot::analysis::account {

namespace {

/// How large a message may be: what the capture shows, else what the project sets, else the default. `both`: this
/// message and the one before, which did not fit into one.
const char* limit_text(std::uint32_t both, Arena arena) {
  const names::SyncLimit limit = names::sync_limit();
  if (limit.bytes > 0) return arena.text("max_sync_packet_size, which %s sets to %d bytes", limit.script, limit.bytes);
  if (both <= multiplayer::max_sync)
    return arena.text("max_sync_packet_size, less than %u bytes here: a script has lowered it from %u", both,
                      multiplayer::max_sync);
  if (limit.script != nullptr) return arena.text("max_sync_packet_size, which %s sets", limit.script);
  return arena.text("max_sync_packet_size, %u bytes unless a script sets it", multiplayer::max_sync);
}

/// Fewer states in a row are over within half a second.
constexpr std::uint32_t least_frozen = 30;

/// The receiver drops these and many more: its node stands still.
void find_frozen(const StaleSync& stale, const StaleRun& run, const SyncBegin& begin, Findings& found) {
  const Arena arena = found.arena;
  const char* until = run.taken_in != 0 ? arena.text("takes one again in frame %u", run.taken_in)
                                        : "takes none in the rest of the capture";
  Finding& finding = found.add(
      Problem::state_frozen,
      arena.text("The receiver drops %u states of this synchronizer in a row, from frame %u on (it %s): there "
                 "was none for %u rounds, since frame %u. Their time has 16 bits and counts rounds: it looks "
                 "old for %u rounds",
                 run.count, run.first, until, run.rounds, stale.last_frame, run.rounds_left));
  finding.node = begin.node;
  finding.basis.causes = 1;
  finding.basis.add(stale.last_frame);
  finding.basis.add(run.first);
}

}  // namespace

/// The states of this tick did not fit into one message: this message continues an earlier one.
void check_states(const Subject& subject, const CommandEnd& command, Findings& found) {
  if (!command.good || command.type != multiplayer::CommandType::sync || subject.message.repeated) return;
  // Behind a gap in a stream, whose states they are is not certain.
  const Link& link = *subject.message.link;
  if (link.transport == Transport::websocket && link.is_incomplete()) return;
  const SyncClocks::Earlier before = subject.memory().clocks.continues(subject.frame, subject.message.index);
  if (before.frame == 0) return;
  found.add(Problem::sync_cut,
            found.arena.text(
                "The states of this moment begin in frame %u: together they are larger than one message "
                "may be (%s), and each message may be lost",
                before.frame,
                limit_text(subject.message.link->is_cut() ? UINT32_MAX : before.size + subject.size, found.arena)));
}

/// The receiver drops values that are older than its current ones.
void check_time(const Subject& subject, const SyncBegin& begin, Findings& found) {
  const StaleSync* stale = begin.stale;
  if (stale == nullptr || subject.message.repeated || !subject.message.link->is_in_order()) return;
  const StaleRun* run = subject.memory().clocks.run(*stale);
  if (run != nullptr && run->count >= least_frozen) return find_frozen(*stale, *run, begin, found);
  found.add(
      stale->last == stale->time ? Problem::state_duplicate : Problem::state_stale,
      found.arena.text("The receiver drops these values: their time %u is not after %u", stale->time, stale->last));
}

/// The state repeats the previous one. Reports the 64th, the 128th, the 256th ... repetition, if they have lasted for
/// three seconds.
void check_change(const Subject& subject, const SyncEnd& end, Findings& found) {
  if (end.step == nullptr || end.is_lacked || end.object.delta || end.step->change == sync::Change::unknown) return;
  // Other values may be what the capture lacks.
  if (subject.message.link->is_incomplete()) return;
  const sync::Step& step = *end.step;
  const bool is_reported = step.unchanged >= sync::least_unchanged && (step.unchanged & (step.unchanged - 1)) == 0;
  if (subject.message.repeated || !is_reported || step.unchanged_for < 3 * second) return;
  const std::uint32_t bytes = end.object.values_begin - end.object.begin + end.object.size;
  const double seconds = in_seconds(step.unchanged_for);
  found
      .add(Problem::sync_unchanged,
           found.arena.text("The same values %u times in %.1f s: the property's replication "
                            "mode On Change would save %.0f bytes/s to this peer",
                            step.unchanged, seconds, bytes * step.unchanged / seconds),
           "Set the property's replication mode to On Change, or synchronize less often (replication_interval)")
      .node = end.node;
}

/// Bit i of a change's mask means the properties i, i + 64, ...: the receiver reads a value for each of them, and
/// refuses the change if there are fewer ("Invalid packet received. Size too small.", godot#103938).
void check_mask(const Subject& subject, const SyncEnd& end, Findings& found) {
  if (!end.object.delta || !end.object.complete || end.is_lacked || subject.message.repeated) return;
  const MarkedProperties marked(end.object.indexes, end.on_change);
  if (!marked.is_beyond() || marked.count() == end.object.values) return;
  Finding& finding = found.add(
      Problem::change_refused,
      found.arena.text("The receiver refuses this change: of %u properties that are sent on change, its mask means %u, "
                       "and there %s %u %s (bit i means the properties i and i + 64, godot#103938)",
                       end.on_change, marked.count(), plural(end.object.values, "is", "are"), end.object.values,
                       plural(end.object.values, "value", "values")));
  finding.node = end.node;
  finding.basis.causes = 1;
}

/// The number of values has changed: a script has changed the list. Nothing on the wire shows the receiver's list.
void check_list(const Subject& subject, const SyncEnd& end, Findings& found) {
  const sync::ListChange& change = end.list_change;
  if (change.frame == 0 || subject.message.repeated || !subject.message.link->is_in_order()) return;
  found
      .add(Problem::list_changed,
           found.arena.text(
               "The states of this synchronizer had %u %s, and have %u from here on: where the receiver has "
               "not changed its list, too, it takes values for other properties, or refuses them",
               change.before, plural(change.before, "value", "values"), change.after))
      .node = end.node;
}

/// Values have no names: the receiver gives them to the properties of its own list. Said once, of the first state.
void check_types(const Subject& subject, const SyncEnd& end, Findings& found) {
  if (end.synchronizer == nullptr || end.is_lacked || subject.message.repeated || subject.route.relayed) return;
  const names::PropertyList list = end.object.delta ? names::PropertyList::on_change : names::PropertyList::always;
  const names::OtherProperties others = names::other_properties(
      *end.synchronizer, list, projects_of(subject, subject.from), projects_of(subject, other(subject.from)));
  if (others.text == nullptr) return;
  if (!others.is_certain) {
    found
        .add(Problem::types_may_differ,
             found.arena.text("%s: if the receiver runs the second project, the values go to other properties there, "
                              "are converted, or are refused",
                              others.text))
        .node = end.node;
    return;
  }
  found
      .add(Problem::types_differ,
           found.arena.text("%s: values have no names, so the receiver gives them to the properties of its own list, "
                            "converts them, or refuses them",
                            others.text))
      .node = end.node;
}

}  // namespace godot::analysis::account

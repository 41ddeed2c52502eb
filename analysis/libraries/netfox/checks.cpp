// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/checks.h"

#include <cinttypes>

namespace godot::analysis {

using netfox::CommandKind;
using problems::Netfox;

template <class Part>
void judge(const NetfoxSubject& subject, const Part& part, NetfoxFindings& found) {
  if (subject.message.message.repeated) return;
  NetfoxChecks::judge(subject, part, found);
}
template void judge(const NetfoxSubject& subject, const NetfoxTick& part, NetfoxFindings& found);
template void judge(const NetfoxSubject& subject, const NetfoxAddressed& part, NetfoxFindings& found);
template void judge(const NetfoxSubject& subject, const NetfoxEnd& part, NetfoxFindings& found);

/// netfox drops snapshots older than its history. The receiver's tick is at least that of its newest snapshot, except
/// for inputs that it sends for future ticks.
void check_netfox_age(const NetfoxSubject& subject, const NetfoxTick& tick, NetfoxFindings& found) {
  const NetfoxCommand& command = subject.command;
  // Before 1.29 a StateSynchronizer keeps the newest state alone.
  if (command.form == netfox::Form::dictionary && command.kind == CommandKind::full_sync) return;
  // What the capture has cut off may have more ticks.
  if (subject.message.message.link->is_cut()) return;
  const auto age = subject.memory.age(command.route.target, tick.snapshot.tick, subject.message.frame);
  const NetfoxSettings& settings = subject.settings;
  if (!age || *age - settings.input_delay <= settings.history_limit) return;
  const bool is_input = command.kind == CommandKind::input;
  const char* by = settings.known ? "as the project says" : "by default; the project's setting is not known";
  found.add(is_input ? Netfox::late_input : Netfox::late_state,
            found.arena.text("The receiver is at least %" PRId64
                             " %s further, and netfox keeps %u (netfox/rollback/history_limit, %s): it drops %s",
                             *age, *age == 1 ? "tick" : "ticks", settings.history_limit, by,
                             is_input ? "these inputs" : "these states"));
}

/// A receiver that has the node answers a path with its number.
void check_netfox_node(const NetfoxSubject& subject, const NetfoxAddressed& addressed, NetfoxFindings& found) {
  const netfox::NodeReference& node = addressed.node;
  // Its answer may be what the capture lacks.
  if (subject.message.message.link->may_lack_answers(index(other(subject.message.from)))) return;
  if (node.id != 0) return;
  const NetfoxMemory::Lack lack = subject.memory.lacks(subject.command.route.target, node.path, subject.message.time);
  if (!lack.lacks) return;
  const char* rest = netfox::is_diff(subject.command.kind) ? ". It drops the rest of this packet, too" : "";
  if (lack.answered_in != 0) {
    auto& finding = found.add(
        Netfox::no_node,
        found.arena.text("The receiver has no node %s that netfox knows yet, and drops its values: it announces its "
                         "number for the node only in frame %u%s",
                         addressed.text, lack.answered_in, rest),
        "Send a node's states to a peer only after it has made the node (a peer's visibility)");
    finding.node = addressed.text;
    finding.basis.causes = 1;
    finding.basis.add(lack.answered_in);
    return;
  }
  found
      .add(Netfox::no_node,
           found.arena.text("The receiver has no node %s that netfox knows, and drops its values: it sends other "
                            "messages, but never announced its number for the node%s",
                            addressed.text, rest))
      .node = addressed.text;
}

/// A single node may be as large as the limit, plus its tick.
void check_netfox_size(const NetfoxSubject& subject, const NetfoxEnd& end, NetfoxFindings& found) {
  const NetfoxCommand& command = subject.command;
  const bool is_input = command.kind == CommandKind::input;
  if (command.is_call() || (!is_input && !netfox::is_state(command.kind))) return;
  const NetfoxSettings& settings = subject.settings;
  const std::uint32_t limit = settings.packet_limit;
  const std::uint32_t size = command.data_size();
  constexpr std::uint32_t tick = sizeof(netfox::Snapshot::tick);
  if (limit == 0 || size <= limit + (is_input ? 0 : tick)) return;
  // Several nodes in one packet are below the limit: the game has set another limit.
  if (!is_input && (end.nodes != 1 || subject.memory.most_shared(command.route.source) > limit)) return;
  const char* by = settings.known ? "as the project says" : "by default";
  found
      .add(Netfox::above_limit,
           found.arena.text("%u bytes are more than netfox's packet limit of %u "
                            "(netfox/general/max_sync_packet_size, %s), and %s: such packets are lost more easily",
                            size, limit, by, is_input ? "inputs are not divided" : "a node is not divided"))
      .node = is_input ? nullptr : end.node;
}

}  // namespace godot::analysis

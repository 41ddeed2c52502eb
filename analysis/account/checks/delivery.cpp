// SPDX-License-Identifier: MIT
#include "analysis/account/checks/checks.h"
#include "analysis/link/silence.h"

namespace godot::analysis::account {

/// A spawn, a despawn or a change never reached its receiver, whose view differs from then on.
void check_loss(const Subject& subject, const CommandEnd& command, Findings& found) {
  using multiplayer::CommandType;
  if (!command.good || !subject.message.lost || subject.message.repeated) return;
  const auto report = [&](Problem problem, const char* what) {
    found.add(problem,
              found.arena.text("The receiver never acknowledged this: %s, unless only the acknowledgements were lost. "
                               "Reliable messages stay in order, so no later one of this channel arrives either",
                               what));
  };
  if (command.type == CommandType::spawn) report(Problem::spawn_lost, "it has no such node");
  if (command.type == CommandType::despawn)
    report(Problem::despawn_lost, "it keeps the node, which others no longer have");
  if (command.type == CommandType::sync && command.delta) report(Problem::change_lost, "it keeps the previous values");
}

/// The sender did not poll before this message (over TCP; for ENet, acknowledgements show it).
void check_silence(const Subject& subject, const CommandEnd& command, Findings& found) {
  const Silence* silence = subject.message.silence;
  if (silence == nullptr || command.relayed || subject.message.repeated || !silence->is_of_its_end()) return;
  constexpr double per_second = 1e9;
  constexpr double per_millisecond = 1e6;
  const char* what = found.arena.text(
      "This end sends every %.0f ms, and after frame %u had sent nothing for %.2f s, while its TCP answered",
      static_cast<double>(silence->every) / per_millisecond, silence->last,
      static_cast<double>(silence->until - silence->since) / per_second);
  if (silence->is_certain()) {
    found.add(Problem::not_polling,
              found.arena.text("%s; its TCP window fell by %u bytes, because the game did not read what was sent to "
                               "it: it did not poll",
                               what, silence->fell));
    return;
  }
  found.add(
      Problem::not_polling_perhaps,
      found.arena.text("%s: it did not poll, because its main loop was blocked, or it had nothing to send", what));
}

/// An unreliable message that is larger than a datagram.
void check_size(const Subject& subject, const CommandEnd& command, Findings& found) {
  const Message& message = subject.message;
  if (!command.good || command.type == multiplayer::CommandType::system) return;
  if (message.repeated || !message.fragmented || message.delivery == Delivery::reliable) return;
  found.add(Problem::above_mtu,
            found.arena.text("%u bytes sent unreliably need several datagrams: all are lost if one is", subject.size));
}

}  // namespace godot::analysis::account

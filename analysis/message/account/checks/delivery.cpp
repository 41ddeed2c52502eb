// SPDX-License-Identifier: MIT
#include "analysis/link/silence.h"
#include "analysis/message/account/checks/checks.h"
#include "analysis/problems/verdict.h"
#include "base/duration.h"
#include "base/time.h"

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
  if (subject.message.link->is_incomplete()) return;
  const double every = in_milliseconds(silence->every);
  const double length = in_seconds(silence->until - silence->since);
  const char* what =
      silence->lasts
          ? found.arena.text(
                "This end sends every %.0f ms, and after this sent nothing for %.2f s, until the connection or the "
                "capture ends, while its TCP answered",
                every, length)
          : found.arena.text(
                "This end sends every %.0f ms, and after frame %u had sent nothing for %.2f s, while its TCP answered",
                every, silence->last, length);
  if (silence->is_certain()) {
    found.add(Problem::not_polling,
              found.arena.text("%s; its TCP window fell by %u bytes, because it did not read what was sent to it: the "
                               "game did not poll, unless this end is a proxy whose link to the player was slow",
                               what, silence->fell));
    return;
  }
  found.add(
      Problem::not_polling_perhaps,
      found.arena.text("%s: it did not poll, because its main loop was blocked, or it had nothing to send", what));
}

/// A WebSocketPeer closes the connection with 1009 when a message begins that is larger than its inbound buffer. The
/// sender sees only that the connection ends.
void check_closed(const Subject& subject, const CommandEnd& command, Findings& found) {
  constexpr std::uint32_t usual_buffer = 65535;
  const std::uint32_t closed_in = subject.message.closed_after;
  if (closed_in == 0 || command.relayed || subject.message.repeated || subject.size <= usual_buffer) return;
  problems::Verdict verdict(found.arena.text(
      "The receiver closes the connection in frame %u, right after this message of %u bytes", closed_in, subject.size));
  verdict.possible("it is larger than the receiver's inbound_buffer_size (65535 unless a script sets it)",
                   "Raise that at the receiver, or send less at a time",
                   {"its Close has the code 1009 then", closed_in});
  verdict.possible("the receiver leaves by itself just then", nullptr);
  found.add(Problem::too_big, verdict);
}

/// A WebSocketMultiplayerPeer that reads a call and the end of the connection in one poll passes nothing on. Nothing
/// shows when it polls.
void check_last_words(const Subject& subject, const CommandEnd& command, Findings& found) {
  const std::uint32_t leaves_in = subject.message.leaves_in;
  if (leaves_in == 0 || !command.is_call() || command.relayed || subject.message.repeated) return;
  found.add(
      Problem::left_unread_perhaps,
      found.arena.text("Its sender closes the WebSocket %.1f ms later, in frame %u: a receiver that reads both in "
                       "one poll drops it, and nothing shows whether it does",
                       in_milliseconds(subject.message.leaves_after), leaves_in),
      "Wait for an answer, or half a second, before disconnect_peer(), close() or quitting");
}

/// A reset without a Close: the receiver's program has ended, and its system drops what was not read. What TCP has
/// acknowledged before may be among that.
void check_reset(const Subject& subject, const CommandEnd& command, Findings& found) {
  const std::uint32_t reset_in = subject.message.reset_in;
  if (reset_in == 0 || !command.is_call() || subject.message.repeated) return;
  found.add(Problem::reset_unread_perhaps,
            found.arena.text("Its receiver resets the connection %.1f ms later, in frame %u, without a Close, and has "
                             "sent no message since: its program has ended, perhaps before it read this",
                             in_milliseconds(subject.message.reset_after), reset_in),
            "Look at the log of the receiver; let a program that ends close its connections first");
}

/// The receiver of an announcement confirms it as soon as it reads it.
void check_confirmed(const Subject& subject, const Confirmation& confirmation, Findings& found) {
  constexpr Nanoseconds late = second;
  const AnnouncedPath* known = confirmation.known;
  if (known == nullptr || subject.message.repeated || subject.route.relayed) return;
  // ENet's acknowledgements tell more (not_polling).
  if (subject.message.link->transport != Transport::websocket) return;
  const std::int64_t since = subject.time - known->told_at;
  if (since < late || known->confirmed_in != subject.frame || known->may_be_copy) return;
  if (subject.message.link->is_incomplete()) return;
  problems::Verdict verdict(found.arena.text("It confirms the path %.1f s after it was announced in frame %u",
                                             in_seconds(since), known->told_in));
  verdict.possible("it did not poll (loading, a breakpoint, a long frame)", "Keep its main loop running",
                   {nullptr, known->told_in});
  if (subject.message.link->is_local) {
    verdict.possible("this end is a proxy, and a segment was lost or slow on its link to the player", nullptr);
    verdict.excluded("a segment was lost here", {"both ends are on one machine", 0});
  } else {
    verdict.possible("a segment was lost and sent again, or was slow, here or beyond a proxy", nullptr);
  }
  found.add(Problem::confirmed_late, verdict);
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

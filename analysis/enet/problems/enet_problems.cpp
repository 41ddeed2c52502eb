// SPDX-License-Identifier: MIT
#include "analysis/enet/problems/enet_problems.h"

#include <algorithm>
#include <cinttypes>
#include <string_view>

#include "analysis/enet/connections/connection.h"
#include "analysis/enet/connections/leaving.h"
#include "analysis/enet/connections/moves.h"
#include "base/duration.h"
#include "base/plural.h"

namespace godot::analysis::enet {
namespace {

using problems::Enet;

const Tally& tally_of(const Sender& sender) { return sender.analysis->tally(sender.direction); }
const Tally& tally_back(const Sender& sender) { return sender.analysis->tally(opposite(sender.direction)); }
bool heard_back(const Sender& sender) { return sender.analysis->heard(opposite(sender.direction)); }

}  // namespace

bool is_local(const Sender& sender) noexcept {
  return sender.knows_all() && sender.on_one_machine &&
         tally_of(sender).throttled_on_one_machine(sender.analysis->tally(opposite(sender.direction)));
}

bool is_throttled(const Sender& sender) noexcept {
  // Without times, it is not known beside which end the capture was made.
  return sender.knows_all() &&
         ((sender.capture->timed() && tally_of(sender).throttled(tally_back(sender))) || is_local(sender));
}

bool is_unsent(const Sender& sender, const Finding& finding) noexcept {
  return finding.has(Event::maybe_throttled) && is_throttled(sender);
}

namespace {

/// ENet gives no connection up before 5 s without an answer, if not set otherwise.
constexpr Nanoseconds least_timeout = 5 * second;

/// The capture ends while the receiver is silent, or just after that, and before the sender gives up: an answer may be
/// still to come. A receiver that was silent before for longer may be so again.
bool may_answer_yet(const Sender& sender) noexcept {
  constexpr Nanoseconds there = second;
  const std::uint8_t receiver = opposite(sender.direction);
  const Analysis::Silences& silences = sender.analysis->silences(receiver);
  const Nanoseconds heard_at = sender.analysis->last_heard(receiver);
  const Nanoseconds silent_for = sender.capture->last_at - heard_at;
  if (silent_for < there) return silences.ended_at != 0 && heard_at - silences.ended_at < there;
  return silent_for < std::max(least_timeout, silences.longest);
}

}  // namespace

bool is_lost(const Sender& sender, std::uint32_t frame, const Finding& finding) noexcept {
  constexpr std::uint16_t given_up = 5;
  constexpr Nanoseconds long_enough = 2 * second;
  const Sequel* sequel = finding.sequel();
  if (!finding.has(Event::never_acknowledged) || sequel == nullptr || sender.analysis == nullptr) return false;
  if (!heard_back(sender) || sender.capture->cut() || !sender.capture->in_order()) return false;
  // Its receiver was there after the last transmission, and frames are missing: the acknowledgement may be in one.
  if (!sender.capture->whole() && sender.analysis->last_heard(opposite(sender.direction)) > sequel->last_at)
    return false;
  const bool is_tried = sequel->sendings >= given_up || sequel->tried >= long_enough;
  // Of what was sent just before the end, the acknowledgement may be what the capture lacks.
  if (sender.analysis->left_in() > frame) return is_tried || sender.capture->whole();
  return is_tried && !(sender.is_complete && may_answer_yet(sender));
}

bool is_left_unread(const Sender& sender, const Finding& finding) noexcept {
  constexpr Nanoseconds enough = second / 2;  // an acknowledgement would follow in less time
  if (finding.sequel() == nullptr || finding.sequel()->left_in == 0 || !sender.knows_all()) return false;
  return sender.analysis->left_acked_in() != 0 || sender.capture->last_at - sender.analysis->left_at() >= enough;
}

bool is_window_full(const Sender& sender, const Datagram& datagram) noexcept {
  return datagram.window_full && sender.capture->whole();
}

bool is_acknowledged(const Finding& finding) noexcept {
  if (finding.has(Event::never_acknowledged)) return false;
  return finding.acked_in != 0 || finding.sent_again_in() != 0;
}

bool is_held(const Finding& finding, Nanoseconds limit) noexcept {
  return finding.sequel() != nullptr && finding.sequel()->held_until != 0 && finding.sequel()->held >= limit;
}

// --- Messages -------------------------------------------------------------------------------------------------------

namespace {

/// Only this end compresses, and nothing that it compressed was ever acknowledged. ENet compresses a datagram only if
/// that makes it shorter, so an end that sends little may never send a compressed one.
bool is_unreadable(const Subject& subject) {
  return subject.compression != Compression::none && subject.compresses[subject.direction] &&
         !subject.compresses[subject.other_direction()] && !subject.analysis->reads_compressed(subject.direction);
}

void add_compression(problems::Verdict& verdict) noexcept {
  verdict.possible("only this end compresses, as far as captured, and the other one cannot read it",
                   "Choose the same compression at both ends");
}

/// What shows that the receiver's process has ended.
Ended ended_of(const Subject& subject) {
  const Handshake handshake = subject.context.handshake();
  const bool by_client = handshake.client == subject.direction;
  return {.sent_in = subject.frame,
          .receiver_last = by_client ? handshake.answer_last : handshake.client_last,
          .returned_in = by_client ? handshake.returned_in : handshake.returned_to_server_in,
          .error = by_client ? handshake.error : handshake.error_to_server,
          .is_server = by_client,
          .is_local = subject.on_one_machine};
}

/// The receiver has acknowledged what was sent later: it is there, and polls.
problems::Verdict lost_alone(const char* symptom, const Subject& subject, const Arena& arena) {
  const Analysis::Reached& reached = subject.analysis->reached(subject.direction);
  const std::uint32_t length = subject.finding.sequel()->length;
  problems::Verdict verdict(symptom);
  if (is_unreadable(subject)) add_compression(verdict);
  if (length > reached.longest)
    verdict.possible(
        "the path drops datagrams as large as this one",
        arena.text("Send less at once: of this end nothing longer than %u bytes was acknowledged", reached.longest));
  verdict.possible("the link lost each transmission", "Look for what else was lost at these times");
  verdict.excluded("the receiver is gone, or does not poll",
                   {arena.text("frame %u acknowledges what was sent later", reached.acked_in), reached.acked_in});
  return verdict;
}

}  // namespace

void check_acknowledged(const Subject& subject, const Payload&, ProblemFindings& found) {
  if (!is_lost(subject, subject.frame, subject.finding)) return;
  const Sequel& sequel = *subject.finding.sequel();
  const std::uint32_t left_in = subject.analysis->left_in();
  const char* end =
      left_in > subject.frame ? found.arena.text(" until the connection was left in frame %u", left_in) : "";
  const char* unless = subject.capture->whole() ? "" : ", unless the capture lacks the acknowledgement";
  const char* symptom = found.arena.text("Sent %u times in %.2f s and never acknowledged%s%s", sequel.sendings,
                                         in_seconds(sequel.tried), end, unless);
  if (const Move* gone = subject.gone;
      gone != nullptr && gone->is_certain() && gone->direction_from != subject.direction && sequel.sendings != 0) {
    found.add(Enet::never_acknowledged,
              found.arena.text("%s: the receiver goes on from another address, as stream %u (frame %u), and ENet drops "
                               "what comes from there",
                               symptom, gone->to->link.number, gone->first),
              "It has to connect again");
    return;
  }
  const Ended ended = ended_of(subject);
  if (ended.is_shown()) {
    found.add(Enet::never_acknowledged, verdict_on(ended, symptom, found.arena));
    return;
  }
  if (subject.analysis->reached(subject.direction).sent_at > sequel.last_at) {
    found.add(Enet::never_acknowledged, lost_alone(symptom, subject, found.arena));
    return;
  }
  constexpr const char* remedy =
      "The receiver is gone, does not poll (loading, a breakpoint), has closed the connection without a word "
      "(disconnect_peer(id, true), reset()), has given it up (5 to 60 s of silence: set_timeout()), or the link loses "
      "what is sent";
  if (!is_unreadable(subject)) {
    found.add(Enet::never_acknowledged, found.arena.joined({symptom, ": perhaps it never arrived"}), remedy);
    return;
  }
  problems::Verdict verdict(symptom);
  add_compression(verdict);
  verdict.possible("it never arrived", remedy);
  found.add(Enet::never_acknowledged, verdict);
}

/// The message's sender closes the connection just after it.
void check_last_words(const Subject& subject, const Payload&, ProblemFindings& found) {
  if (!is_left_unread(subject, subject.finding)) return;
  const Analysis& analysis = *subject.analysis;
  found.add(Enet::left_unread,
            verdict_on(LastWords{.left_in = subject.finding.sequel()->left_in,
                                 .acked_in = analysis.left_acked_in(),
                                 .before = in_seconds(analysis.left_at() - Analysis::first_sent(subject.finding)),
                                 .is_local = subject.on_one_machine},
                       found.arena));
}

/// As check_last_words(), but nothing shows whether the message was read: it is unreliable, or the capture ends with
/// it.
void check_unsure_words(const Subject& subject, const Payload&, ProblemFindings& found) {
  if (!subject.knows_all() || !subject.capture->timed() || subject.finding.has(Event::repeated)) return;
  const Analysis& analysis = *subject.analysis;
  if (!analysis.is_among_last_words(subject.direction, subject.frame, subject.captured)) return;
  const bool is_open = subject.finding.sequel() != nullptr && subject.finding.sequel()->left_in != 0 &&
                       !is_left_unread(subject, subject.finding);
  if (subject.asks_acknowledgement && !is_open) return;
  found.add(Enet::left_unread_perhaps,
            unsure_last_words(in_seconds(analysis.left_at() - subject.captured), analysis.left_in(), found.arena));
}

void check_order(const Subject& subject, const Payload&, ProblemFindings& found) {
  if (!subject.finding.has(Event::dropped) || !subject.capture->in_order()) return;
  // It may be the second copy of one that came in time, and that the capture lacks.
  if (!subject.capture->whole()) return;
  if (subject.type == CommandType::send_unsequenced) {
    found.add(
        Enet::dropped,
        "A multiple of 1024 lies between its number and that of one that arrived before it, so the receiver drops "
        "it: its window of unsequenced messages moves by 1024 numbers",
        "Send it reliable, if each one counts");
    return;
  }
  found.add(Enet::dropped,
            "It arrived after a later message of its channel, so the receiver drops it: unreliable_ordered delivers "
            "only newer messages",
            "Send it unreliable, or reliable, if each one counts");
}

void check_arrival(const Subject& subject, const Payload&, ProblemFindings& found) {
  if (subject.asks_acknowledgement) return;
  const OtherSide other = subject.context.other_side();
  if (!other.never_arrived) return;
  const char* why =
      other.dropped != nullptr
          ? found.arena.text("Dropped by the relay that makes the network worse: %s", other.dropped)
          : found.arena.text("Lost on its way: it is not in the capture of the receiver's side, stream %u",
                             other.stream);
  found.add(Enet::never_arrived, why);
}

/// Found once for each direction of a connection, with the lower bound in the table of streams: what was dropped last,
/// or unsequenced, leaves no gap.
void check_throttle(const Subject& subject, const Payload&, ProblemFindings& found) {
  if (!is_unsent(subject, subject.finding)) return;
  if (&subject.finding != subject.analysis->first_unsent(subject.direction)) return;
  const Tally& tally = tally_of(subject);
  if (is_local(subject)) {
    found.add(Enet::throttled,
              found.arena.text("At least %" PRIu64
                               " unreliable message%s never sent by this end: both ends are on one machine, where "
                               "nothing else was lost. ENet's packet throttle drops them while round trips vary",
                               tally.unreliable_missing, tally.unreliable_missing == 1 ? " was" : "s were"));
    return;
  }
  constexpr double percent = 100;
  constexpr double least_reported = 0.05;  // the table shows less as 0.0 %
  const double unsent = percent * tally.unsent(tally_back(subject));
  if (!tally.has_enough_samples() || unsent < least_reported) return;
  found.add(Enet::throttled,
            found.arena.text(
                "Probably at least %.1f %% of the unreliable messages of this end were never sent: %" PRIu64
                " are missing, and of %" PRIu64 " reliable commands at most %" PRIu64
                " were lost. The throttle drops them while round trips vary",
                unsent, tally.unreliable_missing, tally.reliable + tally.reliable_missing, tally.reliable_lost()));
}

namespace {

/// This end answers what comes by in less time than any network takes: nothing lies between it and the capture.
bool is_beside(const Sender& sender) { return tally_of(sender).answered_within <= millisecond; }

/// So little is missing where nothing else was lost, on one machine or between this end and the capture, that the
/// capture may lack it.
bool is_unseen(const Sender& sender) {
  return (sender.on_one_machine || is_beside(sender)) && tally_of(sender).unseen_on_one_machine(tally_back(sender));
}

}  // namespace

/// Finds nothing before the whole capture was read: missing messages may still arrive.
void check_gap(const Subject& subject, const Payload&, ProblemFindings& found) {
  const Finding& finding = subject.finding;
  if (!subject.knows_all() || finding.never_came() == 0 || is_unsent(subject, finding)) return;
  if (subject.context.is_judged_on_other_side()) return;
  if (is_unseen(subject)) return;
  const bool reliable = subject.type == CommandType::send_reliable || subject.type == CommandType::send_fragment;
  const char* remedy =
      reliable
          ? "Look at what the link drops, and why the connection ended: until then, reliable messages are sent again"
          : "Send reliably what must arrive";
  const char* some =
      finding.never_came() == finding.missing_count() ? "" : found.arena.text("%u of ", finding.never_came());
  problems::Verdict verdict(found.arena.joined({some, finding.missing(), " never arrived"}));
  verdict.possible(reliable ? "lost each time that it was sent before the end" : "lost", remedy);
  if (finding.has(Event::maybe_throttled))
    verdict.possible("dropped by their sender, whose throttle drops unreliable messages while the link is slow",
                     remedy);
  verdict.possible("only the capture lacks them", "Capture with a larger buffer, close to the game");
  found.add(Enet::never_came, verdict);
}

/// In a capture at the sender, a wait may be a missing acknowledgement only (Sequel::perhaps): not reported if the
/// capture has the receiver's side, too, where the wait shows.
void check_wait(const Subject& subject, const Payload&, ProblemFindings& found) {
  if (!is_held(subject.finding, subject.held_limit)) return;
  // What it waits for may have arrived unseen.
  if (!subject.capture->whole() || !subject.capture->timed()) return;
  // ENet drops what comes from another address.
  if (subject.come != nullptr && subject.come->is_certain()) return;
  // Without an acknowledgement, it may not have arrived itself.
  if (subject.finding.has(Event::never_acknowledged) && heard_back(subject)) return;
  const Sequel& sequel = *subject.finding.sequel();
  if (sequel.perhaps && subject.context.has_other_side()) return;
  found.add(Enet::held_back,
            found.arena.text("The receiver had to hold this back for %.0f ms, until %u of this channel arrived in "
                             "frame %u%s",
                             in_milliseconds(sequel.held), sequel.held_for, sequel.held_until,
                             sequel.perhaps ? ", unless only an acknowledgement was lost" : ""));
}

// --- The connection -------------------------------------------------------------------------------------------------

namespace {

constexpr const char* wake_remedy =
    "Let the game connect again, or ask for the state, when it resumes (NOTIFICATION_APPLICATION_RESUMED), and keep "
    "the "
    "screen on while it plays";

}  // namespace

/// Finds nothing before the whole capture was read: only then is known whether datagrams arrived in a burst.
void check_pause(const Subject& subject, const Acknowledgement&, ProblemFindings& found) {
  const Pause* pause = subject.is_complete ? Analysis::pause_shown_by(subject.finding) : nullptr;
  if (pause == nullptr || !pause->is_certain() || !subject.capture->timed()) return;
  const char* symptom = found.arena.text(
      "This end sends every %.0f ms, and after frame %u had sent nothing for %.2f s; %u %s sent to it waited until now",
      in_milliseconds(pause->every), pause->last, in_seconds(pause->until - pause->since), pause->waited,
      plural(pause->waited, "command that was", "commands that were"));
  if (subject.on_one_machine) {
    found.add(Enet::not_polling, found.arena.joined({symptom, ": it did not poll"}));
    return;
  }
  problems::Verdict verdict(symptom);
  verdict.possible("its program stood still (loading, a breakpoint, a long frame)", "Keep its main loop running",
                   {nullptr, pause->last});
  verdict.possible("its device slept, and the network kept what was sent to it", wake_remedy);
  found.add(Enet::not_polling, verdict);
}

namespace {

/// Nothing came from an end, and nothing reached it: which of the two it was shows nowhere.
void add_sleep_or_outage(const Pause& pause, const char* evidence, problems::Verdict& verdict) {
  verdict.possible("its device slept, or its system stopped the game and its network (a phone in the background)",
                   wake_remedy, {evidence, pause.first});
  verdict.possible("its link was out, while its program stood still or had nothing to send",
                   "Look at its network, and keep its main loop running", {nullptr, pause.last});
}

void add_stopped_clock(const Pause& pause, const ProblemFindings& found, problems::Verdict& verdict) {
  verdict.proven("its device slept", wake_remedy,
                 {found.arena.text("its clock, ENet's sent time, stood still for %.2f s of it, and stays behind",
                                   in_seconds(pause.lag)),
                  pause.first});
}

}  // namespace

/// Finds nothing before the whole capture was read: acknowledgements of what was sent in the pause may come late.
void check_sleep(const Subject& subject, const Acknowledgement&, ProblemFindings& found) {
  const Pause* pause = subject.is_complete ? Analysis::pause_before(subject.finding) : nullptr;
  if (pause == nullptr || !subject.capture->timed()) return;
  const bool is_proven = pause->has_stopped_clock();
  const bool is_beside = pause->is_out_of_hearing();
  if (!is_proven && !pause->is_out_of_reach() && (!is_beside || !subject.capture->whole())) return;
  problems::Verdict verdict(found.arena.text(
      "This end sends every %.0f ms, and after frame %u nothing came from it for %.2f s, until frame %u",
      in_milliseconds(pause->every), pause->last, in_seconds(pause->until - pause->since), pause->first));
  if (is_proven) {
    add_stopped_clock(*pause, found, verdict);
  } else {
    const char* evidence =
        is_beside ? found.arena.text(
                        "%u %s of what the other end sent meanwhile never came here, and it lacks none of its own",
                        pause->beside->missing, plural(pause->beside->missing, "message", "messages"))
                  : found.arena.text(
                        "of what was sent to it meanwhile %u %s never acknowledged, and it lacks no message of its own",
                        pause->unreached, plural(pause->unreached, "transmission was", "transmissions were"));
    add_sleep_or_outage(*pause, evidence, verdict);
  }
  found.add(Enet::slept, verdict);
}

namespace {

/// The other end sent until it had to give up, and what it sent last was tried for so long. Its clock cannot have been
/// moved by nearly all of the pause: the other end's datagrams show a part of it.
bool has_slept_until_given_up(const Pause& pause) {
  return pause.stays_behind() && pause.reached == 0 && pause.heard_at - pause.since > (pause.until - pause.since) / 4;
}

}  // namespace

/// The other end answers nothing after a pause of this one: it has given the connection up, in silence.
void check_resumed(const Subject& subject, const AnyCommand&, ProblemFindings& found) {
  if (!subject.knows_all() || !subject.capture->timed() || !subject.capture->in_order() || subject.capture->cut())
    return;
  const Pause* pause = subject.analysis->unanswered_pause(subject.direction, subject.finding);
  if (pause == nullptr || !is_lost(subject, subject.frame, subject.finding)) return;
  // By a clock that stood still, what comes after the pause looks as if it was sent in it.
  if (!pause->is_silence() && !(pause->stays_behind() && pause->sent_nothing())) return;
  if (subject.analysis->left_in() != 0 || ended_of(subject).returned_in != 0) return;
  const bool has_given_up = pause->heard_at - pause->since >= least_timeout;
  const char* last = has_given_up
                         ? found.arena.text(
                               "the other end has sent until frame %u, for %.2f s without an answer, and "
                               "has given the connection up (ENet waits 5 to 60 s), or has ended",
                               pause->heard_in, in_seconds(pause->heard_at - pause->since))
                         : found.arena.text("nothing comes from the other end behind frame %u", pause->heard_in);
  problems::Verdict verdict(found.arena.text(
      "This end sends every %.0f ms, and after frame %u nothing came from it for %.2f s, until frame %u; %s",
      in_milliseconds(pause->every), pause->last, in_seconds(pause->until - pause->since), pause->first, last));
  if (has_given_up && has_slept_until_given_up(*pause)) {
    add_stopped_clock(*pause, found, verdict);
  } else if (pause->reached != 0) {
    verdict.possible("its program stood still (loading, a breakpoint, a long frame)", "Keep its main loop running",
                     {nullptr, pause->last});
    verdict.possible("its device slept, and the network kept what was sent to it", wake_remedy);
  } else {
    const char* clock = pause->stays_behind() ? found.arena.text("its clock, ENet's sent time, is %.2f s behind since",
                                                                 in_seconds(pause->lag))
                                              : "it lacks no message of its own";
    add_sleep_or_outage(*pause, clock, verdict);
    if (!has_given_up)
      verdict.possible("the other end ended, or lost its network, while this program stood still",
                       "Look at the other end's log");
  }
  found.add(Enet::unanswered_since, verdict);
}

namespace {

/// A script needs more channels than the connection has, which `limit` says ("The client asked for"). Whether it is a
/// game's connection is known on the second pass.
void check_channels_of_project(const Subject& subject, std::uint32_t has, const char* limit, const char* remedy,
                               ProblemFindings& found) {
  const ChannelUse highest = subject.context.highest_channel();
  if (highest.needs <= has) return;
  found.add(Enet::fewer_channels,
            found.arena.text("%s %u channels, but %s() of %s is declared for channel %d, which needs %u: it is never "
                             "sent",
                             limit, has, highest.method, highest.script, highest.channel, highest.needs),
            found.arena.text("Call %s of %d or more, or with none", remedy, highest.channel));
}

/// Godot's peers send unreliable messages on channel 1 at least (SYSCH_UNRELIABLE of modules/enet). Another client than
/// Godot's may ask for one channel, with an id in Connect's data as Godot's server wants it.
bool is_one_channel(const Handshake& handshake) noexcept {
  constexpr std::uint32_t least_id = 2;
  return handshake.channels == 1 && (handshake.is_games || (handshake.channels_asked == 1 && handshake.id >= least_id));
}

void find_one_channel(bool is_games, ProblemFindings& found) {
  constexpr const char* remedy = "Let the client ask for two channels or more (Godot 3: three)";
  if (is_games)
    found.add(
        Enet::fewer_channels,
        "The connection has one channel, and Godot sends unreliable messages on another one: they are never sent, "
        "and the sender only prints an error",
        remedy);
  else
    found.add(Enet::one_channel,
              "The connection has one channel. If an end is an ENetMultiplayerPeer, it never sends anything unreliable "
              "here, and only prints an error: it does so on another channel",
              remedy);
}

}  // namespace

void check_channels(const Subject& subject, const Answer&, ProblemFindings& found) {
  constexpr std::uint32_t all_channels = 255;  // ENet has at most so many: ENET_PROTOCOL_MAXIMUM_CHANNEL_COUNT
  const Handshake handshake = subject.context.handshake();
  if (handshake.connect_in == 0 || handshake.verify_in != subject.frame) return;
  if (is_one_channel(handshake)) return find_one_channel(handshake.is_games, found);
  if (handshake.channels >= handshake.channels_asked)
    return check_channels_of_project(subject, handshake.channels, "The client asked for",
                                     "create_client() with a channel_count", found);
  // A client that does not say how many it needs asks for all: fewer are no problem, unless a script needs more.
  if (handshake.channels_asked == all_channels)
    return check_channels_of_project(subject, handshake.channels, "The server has", "create_server() with max_channels",
                                     found);
  found.add(Enet::fewer_channels,
            found.arena.text("The client asked for %u %s, the server has %u: messages for the others are never "
                             "sent",
                             handshake.channels_asked, plural(handshake.channels_asked, "channel", "channels"),
                             handshake.channels),
            "Give create_server() and create_client() the same number");
}

/// Godot 4's create_server() passes its number of channels, and two for the engine, as the incoming bandwidth. Nothing
/// tells such a number from a bandwidth that is meant; but a game needs more.
void check_bandwidth(const Subject& subject, const Answer&, ProblemFindings& found) {
  constexpr std::uint32_t channels_of_engine = 2;  // SYSCH_MAX of the engine's ENetMultiplayerPeer
  constexpr std::uint32_t all_channels = 255;
  const Handshake handshake = subject.context.handshake();
  if (handshake.verify_in != subject.frame || !handshake.is_games) return;
  if (handshake.server_takes <= channels_of_engine || handshake.server_takes > all_channels + channels_of_engine)
    return;
  found.add(
      Enet::channels_as_bandwidth,
      found.arena.text("The server takes %u bytes a second: Godot 4's create_server(), called with max_channels %u, "
                       "says so (godot#123254). While that holds, the client's window is 4,096 bytes, and its "
                       "throttle drops unreliable messages",
                       handshake.server_takes, handshake.server_takes - channels_of_engine),
      "Call create_server() without max_channels");
}

/// Finds nothing if requests came back in ICMP errors: then nothing listened yet. The server certainly did not poll if
/// both ends are on one machine and the answer to a retransmission is late as well; otherwise loss or delay is a cause,
/// too. It listened when the last request came: without a sign of it before the first one, perhaps not earlier.
void check_answer_time(const Subject& subject, const Answer&, ProblemFindings& found) {
  const Sequel* sequel = subject.finding.sequel();
  if (sequel == nullptr || sequel->asked < second || subject.context.handshake().connect_returned_in != 0) return;
  if (!subject.capture->timed()) return;
  constexpr Nanoseconds late_by_itself = second / 2;
  const ServerSeen server = subject.context.handshake().server;
  const bool has_listened = server.last_before != 0 && server.left_in == 0;
  const bool is_certain =
      subject.on_one_machine && !sequel->lost_perhaps && (has_listened || subject.finding.delay() >= late_by_itself);
  const char* why = is_certain ? "because its main loop was blocked (loading, a breakpoint, a long frame)"
                               : "or requests or answers were lost, or slow";
  const char* perhaps = "";
  if (!has_listened)
    perhaps = is_certain ? "; before the last request, perhaps nothing listened there yet"
                         : ", or nothing listened there yet";
  found.add(is_certain ? Enet::answered_late : Enet::answered_late_perhaps,
            found.arena.text("The server answers %.2f s after the first request, %.2f s after the last one: it did not "
                             "poll, %s%s",
                             in_seconds(sequel->asked), in_seconds(subject.finding.delay()), why, perhaps));
}

void check_answer(const Subject& subject, const Answer&, ProblemFindings& found) {
  if (!subject.never_acknowledged() || !heard_back(subject)) return;
  const Sequel& sequel = *subject.finding.sequel();
  const Handshake handshake = subject.context.handshake();
  const Unread answer = {
      .accepted_in = subject.frame,
      .asked_again_in = handshake.last_connect_in > subject.frame ? handshake.last_connect_in : 0,
      .is_compressed = subject.compression != Compression::none,
      .client_compresses = subject.compresses[subject.other_direction()],
      .is_local = subject.on_one_machine,
  };
  found.add(Enet::unread, verdict_on(answer,
                                     found.arena.text("Sent %u times in %.2f s, and the client does not react",
                                                      sequel.sendings, in_seconds(sequel.tried)),
                                     found.arena));
}

/// The server accepts the connection, and then sends nothing else.
void check_silence(const Subject& subject, const Answer&, ProblemFindings& found) {
  if (!subject.finding.has(Event::never_spoke)) return;
  const Handshake handshake = subject.context.handshake();
  const Ignored accepted = {.accepted_in = subject.frame,
                            .client_last = handshake.client_last,
                            .id = handshake.id,
                            .has_id = handshake.connect_in != 0,
                            .taken_in = handshake.taken_in,
                            .taken_for_certain = handshake.taken_until > subject.frame,
                            .is_games = handshake.is_games,
                            .returned_in = handshake.returned_in,
                            .error = handshake.error,
                            .unreturned_in = handshake.unreturned_in,
                            .unreturned_for = handshake.unreturned_for,
                            .server_last = handshake.server_last,
                            .server_went_on = handshake.server_went_on,
                            .is_local = subject.on_one_machine};
  found.add(Enet::ignored,
            verdict_on(accepted, "The server accepts the connection, then sends nothing else", found.arena));
}

/// Finds nothing before the whole capture was read: a request may still be answered.
void check_request(const Subject& subject, const Request&, ProblemFindings& found) {
  if (!subject.never_acknowledged()) return;
  const Sequel& sequel = *subject.finding.sequel();
  const Handshake handshake = subject.context.handshake();
  const Unanswered request = {.first = handshake.connect_in,
                              .last = handshake.last_connect_in,
                              .returned_in = handshake.connect_returned_in,
                              .error = handshake.connect_error,
                              .unreturned = handshake.connects_heard,
                              .compression = subject.compression,
                              .is_long = sequel.tried >= second,
                              .is_local = subject.on_one_machine,
                              .server = handshake.server};
  found.add(Enet::unanswered, verdict_on(request,
                                         found.arena.text("No answer to %u requests in %.2f s", sequel.sendings,
                                                          in_seconds(sequel.tried)),
                                         found.arena));
}

/// An authentication in progress when the connection is closed.
void check_admission(const Subject& subject, const Leaving&, ProblemFindings& found) {
  if (subject.analysis->left_in() != subject.frame || !subject.context.is_authenticating()) return;
  // The end of the authentication may be what the capture lacks.
  const Analysis& analysis = *subject.analysis;
  if (!subject.capture->whole() || !analysis.heard(0) || !analysis.heard(1) || analysis.lacks(0) || analysis.lacks(1))
    return;
  found.add(
      Enet::not_admitted,
      "Closed during the authentication: it failed, or took longer than auth_timeout (3 s if not set), or this end "
      "left by itself",
      "Both ends have to call complete_auth()");
}

void check_end(const Subject& subject, const Leaving&, ProblemFindings& found) {
  if (!subject.finding.has(Event::left_in_silence)) return;
  const Sequel* sequel = subject.finding.sequel();
  const char* after = sequel == nullptr || sequel->tried == 0
                          ? ""
                          : found.arena.text(" %.2f s after it was asked for", in_seconds(sequel->tried));
  found.add(Enet::left_in_silence,
            found.arena.text("The connection ends%s, before any message was sent: an authentication was not answered "
                             "(auth_timeout, 3 s if not set), unless a script called disconnect_peer()",
                             after));
}

/// Found once, at the command from the new address that shows it.
void check_address(const Subject& subject, const AnyCommand&, ProblemFindings& found) {
  const Move* move = subject.come;
  if (move == nullptr || &subject.finding != move->shown || !subject.is_complete || !move->is_certain()) return;
  if (!subject.capture->timed()) return;
  problems::Verdict verdict(found.arena.text("An end of stream %u that sent nothing there since frame %u",
                                             move->from->link.number, move->last));
  verdict.proven(
      "it goes on from another address, and ENet drops what comes from there",
      "A NAT on the way has given it another port, or its network has changed: it has to connect again, "
      "sooner with set_timeout()",
      {found.arena.text("the other end still sends to the old one in frame %u", move->kept_in), move->kept_in});
  found.add(Enet::address_changed, verdict);
}

/// Not if acknowledgements may be missing.
void check_window(const Sender& sender, const WholeDatagram& datagram, ProblemFindings& found) {
  if (!is_window_full(sender, datagram)) return;
  found.add(Enet::window_full,
            found.arena.text("%u of %u bytes of reliable messages are in flight: another one has to wait until these "
                             "are acknowledged",
                             datagram.reliable_in_flight, datagram.window));
}

// --- The handshake --------------------------------------------------------------------------------------------------

Handshake handshake_of(const Stream& stream, const Endpoint* sender, const Endpoint* receiver) noexcept {
  const Stream* holder = stream.same_id;
  Handshake handshake = {.connect_in = stream.connect_frame,
                         .last_connect_in = stream.last_connect,
                         .verify_in = stream.verify_frame,
                         .channels_asked = stream.connect.channel_count,
                         .channels = stream.verify.channel_count,
                         .server_takes = stream.verify.incoming_bandwidth,
                         .id = stream.connect.data,
                         .connect_returned_in = stream.connect_returned_in,
                         .connect_error = stream.connect_error,
                         .connects_heard = stream.connects_heard,
                         .returned_in = stream.returned_in,
                         .error = stream.error,
                         .returned_to_server_in = stream.returned_to_server_in,
                         .error_to_server = stream.error_to_server,
                         .unreturned_in = stream.unreturned_in > stream.verify_frame ? stream.unreturned_in : 0,
                         .unreturned_for = stream.unreturned_at - stream.verified_at,
                         .client_last = stream.link.last_frames[0],
                         .answer_last = stream.link.last_frames[1],
                         .client = stream.client,
                         .taken_in = holder != nullptr ? holder->connect_frame : 0,
                         .taken_until = holder != nullptr ? holder->link.last_frames[0] : 0,
                         .server_last = sender != nullptr ? sender->last : 0,
                         .server_went_on = sender != nullptr ? sender->last_at - stream.verified_at : 0,
                         .server = {.last = stream.server_last,
                                    .last_before = stream.server_before,
                                    .left_in = stream.server_left_in,
                                    .accepted_in = stream.server_accepted,
                                    .has_client = stream.server_has_client}};
  if (receiver == nullptr) return handshake;
  handshake.server.accepted_any = receiver->accepted_in != 0;
  handshake.server.accepted_same = receiver->accepted_with[static_cast<std::size_t>(stream.connect_compression)];
  return handshake;
}

// --- All ------------------------------------------------------------------------------------------------------------

void judge(const Subject& subject, ProblemFindings& found) {
  if (subject.analysis == nullptr) return;
  Checks::judge(subject, AnyCommand{}, found);
  switch (subject.type) {
    case CommandType::acknowledge: return Checks::judge(subject, Acknowledgement{}, found);
    case CommandType::connect: return Checks::judge(subject, Request{}, found);
    case CommandType::verify_connect: return Checks::judge(subject, Answer{}, found);
    case CommandType::disconnect: return Checks::judge(subject, Leaving{}, found);
    case CommandType::send_reliable:
    case CommandType::send_unreliable:
    case CommandType::send_fragment:
    case CommandType::send_unsequenced:
    case CommandType::send_unreliable_fragment: return Checks::judge(subject, Payload{}, found);
    default: break;
  }
}

void judge(const Sender& sender, const WholeDatagram& datagram, ProblemFindings& found) {
  Checks::judge(sender, datagram, found);
}

const char* problem_of_connection(const Subject& subject, const analysis::Arena& arena) {
  ProblemFindings found(arena);
  judge(subject, found);
  const char* first = nullptr;
  const char* connecting = problems::row(Enet::unanswered).kind;
  for (const auto* each = found.first(); each != nullptr; each = each->next) {
    const char* kind = problems::row(each->problem).kind;
    if (kind != nullptr && std::string_view(kind) == connecting) return kind;
    if (first == nullptr) first = kind;
  }
  return first;
}

}  // namespace godot::analysis::enet

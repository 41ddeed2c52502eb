// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/problems.h"

#include <algorithm>
#include <cinttypes>

#include "analysis/enet/connecting.h"
#include "analysis/enet/leaving.h"
#include "analysis/problems/table.h"
#include "plugin/core/arena.h"
#include "plugin/core/fields.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/enet/generated.h"
#include "plugin/enet/other_side.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/upper.h"
#include "plugin/facts/problem.h"

namespace godot::enet::dissector {
namespace {

using plugin::EnetExpert;

using Problems = analysis::problems::Enet;

constexpr EnetExpert experts[] = {
#define GODOT_PROBLEM(id, ...) EnetExpert::id,
#define GODOT_REMARK(id, ...) EnetExpert::id,
#include "analysis/problems/enet.def"
};

void report(const ProblemContext& context, Problems problem, const char* text, const analysis::problems::Basis& basis,
            const analysis::problems::Advice& advice) {
  const analysis::problems::Row& row = analysis::problems::row(problem);
  plugin::add_expert(context.pinfo, context.item, plugin::expert(experts[static_cast<std::size_t>(problem)]), {text});
  plugin::report_problem({.pinfo = context.pinfo,
                          .tree = context.tree,
                          .tvb = context.tvb,
                          .start = context.start,
                          .facts_item = context.facts_item,
                          .kind = row.kind,
                          .cause = row.cause,
                          .basis = basis,
                          .advice = advice,
                          .route = context.route});
}

/// `remedy`: what to do; null: as the problem's row says.
void report(const ProblemContext& context, Problems problem, const char* why, const char* remedy = nullptr) {
  const analysis::Arena arena = plugin::arena_of(context.pinfo);
  if (remedy == nullptr) remedy = analysis::problems::row(problem).what_to_do();
  report(context, problem, analysis::problems::statement(why, remedy, arena), {},
         analysis::problems::advice(why, remedy, arena));
}

void report(const ProblemContext& context, Problems problem, const analysis::problems::Verdict& verdict) {
  const analysis::Arena arena = plugin::arena_of(context.pinfo);
  report(context, problem, verdict.text(arena), verdict.basis(), verdict.advice(arena));
}

double seconds(analysis::enet::Nanoseconds time) {
  constexpr double per_second = 1e9;
  return static_cast<double>(time) / per_second;
}

void report_never_acknowledged(const ProblemContext& context, const Record& record,
                               const analysis::enet::Sequel& sequel) {
  const Stream& stream = *record.stream;
  const std::uint32_t left_in = stream.analysis->left_in();
  const bool left = left_in > context.pinfo->num;
  const char* end =
      left ? wmem_strdup_printf(context.pinfo->pool, " until the connection was left in frame %u", left_in) : "";
  const bool one_sided = stream.compresses[record.direction] && !stream.compresses[opposite(record.direction)];
  if (one_sided && record.compression != Compression::none)
    return report(context, Problems::never_acknowledged,
                  wmem_strdup_printf(context.pinfo->pool,
                                     "Sent %u times in %.2f s and never acknowledged%s: only this end compresses",
                                     sequel.sendings, seconds(sequel.tried), end),
                  "Choose the same compression at the other end");
  report(context, Problems::never_acknowledged,
         wmem_strdup_printf(context.pinfo->pool,
                            "Sent %u times in %.2f s and never acknowledged%s: perhaps it never arrived",
                            sequel.sendings, seconds(sequel.tried), end),
         "The receiver is gone, does not poll (loading, a breakpoint), or has given the connection up, as ENet does "
         "after 5 to 30 seconds without an answer, unless set_timeout() says otherwise");
}

/// The sender leaves just after it.
void report_left_unread(const ProblemContext& context, const Record& record, const analysis::enet::Finding& finding) {
  const analysis::enet::Analysis& analysis = *record.stream->analysis;
  const analysis::Arena arena = plugin::arena_of(context.pinfo);
  const analysis::problems::Verdict verdict = analysis::enet::verdict_on(
      analysis::enet::LastWords{.left_in = finding.sequel->left_in,
                                .acked_in = analysis.left_acked_in(),
                                .before = seconds(analysis.left_at() - analysis::enet::Analysis::first_sent(finding)),
                                .is_local = addresses_equal(&context.pinfo->src, &context.pinfo->dst) != FALSE},
      arena);
  report(context, Problems::left_unread, verdict);
}

void report_never_came(const ProblemContext& context, const Command& command, const analysis::enet::Finding& finding) {
  const bool reliable = command.type == CommandType::send_reliable || command.type == CommandType::send_fragment;
  const char* why = "lost";
  if (finding.has(analysis::enet::Event::maybe_throttled))
    why = "lost, or dropped by their sender, whose throttle drops unreliable messages while the link is slow";
  if (reliable) why = "lost and not sent again before the end, unless only the capture lacks them";
  const char* some = finding.never_came() == finding.missing_count()
                         ? ""
                         : wmem_strdup_printf(context.pinfo->pool, "%u of ", finding.never_came());
  report(context, Problems::never_came,
         wmem_strdup_printf(context.pinfo->pool, "%s%s never arrived: %s", some, finding.missing(), why));
}

void report_never_arrived(const ProblemContext& context, const OtherSide& other) {
  if (other.dropped != nullptr) {
    report(context, Problems::never_arrived,
           wmem_strdup_printf(context.pinfo->pool,
                              "Dropped by the relay that makes the network worse: %s. Send what must arrive reliably",
                              other.dropped));
    return;
  }
  report(
      context, Problems::never_arrived,
      wmem_strdup_printf(context.pinfo->pool,
                         "Lost on its way: it is not in the capture of the receiver's side, stream %u", other.stream),
      "Send what must arrive reliably");
}

/// Reports it once for each direction of a connection, with the lower bound in the table of streams.
void report_throttled(const ProblemContext& context, const Record& record) {
  const analysis::enet::Tally& tally = record.stream->analysis->tally(record.direction);
  if (is_local(context.pinfo, record)) {
    report(context, Problems::throttled,
           wmem_strdup_printf(context.pinfo->pool,
                              "%" PRIu64 " of %" PRIu64
                              " unreliable messages of this end were never sent: both ends are on one machine, where "
                              "nothing else was lost. ENet's packet throttle drops them while round trips vary",
                              tally.unreliable_missing, tally.unreliable + tally.unreliable_missing));
    return;
  }
  constexpr double percent = 100;
  constexpr double least_reported = 0.05;  // the table shows less as 0.0 %
  if (!tally.has_enough_samples() || percent * tally.unsent() < least_reported) return;
  report(context, Problems::throttled,
         wmem_strdup_printf(context.pinfo->pool,
                            "Probably at least %.1f %% of the unreliable messages of this end were never sent: %" PRIu64
                            " of %" PRIu64 " are missing, and of %" PRIu64 " reliable commands %" PRIu64
                            ". The throttle drops them while round trips "
                            "vary",
                            percent * tally.unsent(), tally.unreliable_missing,
                            tally.unreliable + tally.unreliable_missing, tally.reliable + tally.reliable_missing,
                            tally.reliable_missing));
}

void report_held(const ProblemContext& context, const analysis::enet::Sequel& sequel) {
  report(context, Problems::held_back,
         wmem_strdup_printf(context.pinfo->pool,
                            "The receiver had to hold this back for %.0f ms, until %u of this channel arrived in frame "
                            "%u%s",
                            seconds(sequel.held) * 1000, sequel.held_for, sequel.held_until,
                            sequel.perhaps ? ", unless only an acknowledgement was lost" : ""));
}

/// Whether datagrams arrived in a burst is known only after the whole capture.
void report_pause(const ProblemContext& context, const analysis::enet::Pause& pause) {
  if (context.pinfo->fd->visited == 0 || !pause.is_certain()) return;
  report(context, Problems::not_polling,
         wmem_strdup_printf(
             context.pinfo->pool,
             "This end sends every %.0f ms, and after frame %u had sent nothing for %.2f s; %u commands that were sent "
             "to it waited until now: it did not poll",
             seconds(pause.every) * 1000, pause.last, seconds(pause.until - pause.since), pause.waited));
}

analysis::enet::ServerSeen server_of(const Stream& stream, const Endpoint* server) {
  analysis::enet::ServerSeen seen = {.last = stream.server_last,
                                     .last_before = stream.server_before,
                                     .left_in = stream.server_left_in,
                                     .accepted_in = stream.server_accepted};
  if (server == nullptr) return seen;
  seen.accepted_any = server->accepted_in != 0;
  seen.accepted_same = server->accepted_with[static_cast<std::size_t>(stream.connect_compression)];
  return seen;
}

/// What became of the requests is known only after the whole capture.
void report_unanswered(const ProblemContext& context, const Conversation& conversation, const Record& record,
                       const analysis::enet::Sequel& sequel) {
  constexpr analysis::enet::Nanoseconds second = 1'000'000'000;
  const Stream& stream = *record.stream;
  const analysis::Arena arena = plugin::arena_of(context.pinfo);
  const analysis::enet::Unanswered request = {
      .first = stream.connect_frame,
      .last = stream.last_connect,
      .returned_in = stream.returned_in,
      .compression = record.compression,
      .is_long = sequel.tried >= second,
      .is_local = addresses_equal(&context.pinfo->src, &context.pinfo->dst) != FALSE,
      .server = server_of(stream, conversation.ends[opposite(record.direction)])};
  const char* symptom = arena.text("No answer to %u requests in %.2f s", sequel.sendings, seconds(sequel.tried));
  report(context, Problems::unanswered, analysis::enet::verdict_on(request, symptom, arena));
}

/// The server accepts the connection, and then sends nothing else.
void report_ignored(const ProblemContext& context, const Conversation& conversation, const Record& record) {
  const Stream& stream = *record.stream;
  const analysis::Arena arena = plugin::arena_of(context.pinfo);
  const Endpoint* server = conversation.ends[record.direction];
  const Stream* holder = stream.same_id;
  const analysis::enet::Ignored accepted = {
      .accepted_in = context.pinfo->num,
      .client_last = stream.link.last_frames[0],
      .id = stream.connect.data,
      .has_id = stream.connect_frame != 0,
      .taken_in = holder != nullptr ? holder->connect_frame : 0,
      .taken_for_certain = holder != nullptr && holder->link.last_frames[0] > context.pinfo->num,
      .returned_in = stream.returned_in,
      .server_last = server != nullptr ? server->last : 0};
  report(context, Problems::ignored,
         analysis::enet::verdict_on(accepted, "The server accepts the connection, then sends nothing else", arena));
}

void report_unread(const ProblemContext& context, const Record& record, const analysis::enet::Sequel& sequel) {
  if (!record.stream->analysis->heard(opposite(record.direction))) return;
  const bool packed = record.compression != Compression::none;
  report(context, Problems::unread,
         wmem_strdup_printf(context.pinfo->pool, "Sent %u times in %.2f s, and the client does not react: %s",
                            sequel.sendings, seconds(sequel.tried),
                            packed ? "the server compresses, so the client needs the same compression "
                                     "(ENetConnection.compress())"
                                   : "it is gone, or a firewall blocks the way back"));
}

/// Not if requests came back in ICMP errors: then nothing listened yet. Whether datagram loss explains it, too: not if
/// both ends are on one machine and the answer to a retransmission is late as well.
void report_late_answer(const ProblemContext& context, const Stream& stream, const analysis::enet::Finding& finding) {
  constexpr analysis::enet::Nanoseconds late = 1'000'000'000;
  const analysis::enet::Sequel& sequel = *finding.sequel;
  if (sequel.asked < late || stream.refused) return;
  const bool here = addresses_equal(&context.pinfo->src, &context.pinfo->dst) != FALSE;
  const char* times = wmem_strdup_printf(context.pinfo->pool,
                                         "The server answers %.2f s after the first request, %.2f s after the last one",
                                         seconds(sequel.asked), seconds(finding.delay));
  if (here && !sequel.lost_perhaps) {
    report(context, Problems::answered_late,
           wmem_strdup_printf(
               context.pinfo->pool,
               "%s: it did not poll, because its main loop was blocked (loading, a breakpoint, a long frame)", times));
    return;
  }
  plugin::add_expert(context.pinfo, context.item, plugin::expert(EnetExpert::answered_late_perhaps),
                     {times, ": it did not poll, or requests or answers were lost"});
}

/// A late answer that is certainly the server's fault.
bool is_answered_late(const packet_info* pinfo, const Stream& stream, const analysis::enet::Finding& finding) {
  constexpr analysis::enet::Nanoseconds late = 1'000'000'000;
  return finding.sequel != nullptr && finding.sequel->asked >= late && !stream.refused &&
         addresses_equal(&pinfo->src, &pinfo->dst) != FALSE && !finding.sequel->lost_perhaps;
}

/// The connection has fewer channels than the client asked for, or than a script needs.
bool lacks_channels(const packet_info* pinfo, const Stream& stream) {
  if (stream.connect_frame == 0 || stream.verify_frame != pinfo->num) return false;
  const std::uint32_t has = stream.verify.channel_count;
  return has < stream.connect.channel_count || upper().highest_channel(stream.link).needs > has;
}

/// An authentication in progress when the connection is closed.
void report_not_admitted(const ProblemContext& context, const Stream& stream) {
  if (!upper().is_authenticating(stream.link)) return;
  if (stream.analysis->left_in() != context.pinfo->num) return;
  report(context, Problems::not_admitted,
         "Closed during the authentication: it failed, or took longer than auth_timeout (3 s if not set)",
         "Both ends have to call complete_auth()");
}

/// The client requested fewer channels than a script needs. Whether it is a game's connection is known on the second
/// pass.
void report_channels_of_project(const ProblemContext& context, const Stream& stream) {
  const std::uint32_t has = stream.verify.channel_count;
  const ChannelUse highest = upper().highest_channel(stream.link);
  if (highest.needs <= has) return;
  report(context, Problems::fewer_channels,
         wmem_strdup_printf(context.pinfo->pool,
                            "The client asked for %u channels, but %s() of %s is declared for channel %d, which needs "
                            "%u: it is never sent",
                            has, highest.method, highest.script, highest.channel, highest.needs),
         wmem_strdup_printf(context.pinfo->pool,
                            "Call create_client() with a channel_count of %d or more, or with none", highest.channel));
}

void report_channels(const ProblemContext& context, const Stream& stream) {
  const std::uint32_t asked = stream.connect.channel_count;
  const std::uint32_t has = stream.verify.channel_count;
  if (stream.connect_frame == 0 || stream.verify_frame != context.pinfo->num) return;
  if (has >= asked) return report_channels_of_project(context, stream);
  report(context, Problems::fewer_channels,
         wmem_strdup_printf(context.pinfo->pool,
                            "The client asked for %u channels, the server has %u: messages for the others are never "
                            "sent",
                            asked, has),
         "Give create_server() and create_client() the same number");
}

}  // namespace

bool is_lost(const Record& record, const analysis::enet::Finding& finding) noexcept {
  constexpr std::uint16_t given_up = 5;
  constexpr analysis::enet::Nanoseconds long_enough = 2'000'000'000;
  const analysis::enet::Sequel* sequel = finding.sequel;
  if (!finding.has(analysis::enet::Event::never_acknowledged) || sequel == nullptr || record.stream == nullptr)
    return false;
  const analysis::enet::Analysis* analysis = record.stream->analysis;
  if (analysis == nullptr || !analysis->heard(opposite(record.direction)) || capture_completeness().cut()) return false;
  return analysis->left_in() > record.frame || sequel->sendings >= given_up || sequel->tried >= long_enough;
}

bool is_left_unread(const packet_info* pinfo, const Record& record, const analysis::enet::Finding& finding) noexcept {
  // An acknowledgement would follow in less time.
  constexpr analysis::enet::Nanoseconds enough = 500'000'000;
  const analysis::enet::Sequel* sequel = finding.sequel;
  if (pinfo->fd->visited == 0 || sequel == nullptr || sequel->left_in == 0 || record.stream == nullptr) return false;
  const analysis::enet::Analysis* analysis = record.stream->analysis;
  if (analysis == nullptr || !capture_completeness().whole()) return false;
  return analysis->left_acked_in() != 0 || capture_completeness().last_at - analysis->left_at() >= enough;
}

const char* problem_of_connection(const packet_info* pinfo, const Record& record, const Command& command,
                                  const analysis::enet::Finding& finding) noexcept {
  using analysis::enet::Event;
  const Stream* stream = record.stream;
  if (stream == nullptr || stream->analysis == nullptr) return nullptr;
  const bool is_unanswered = finding.has(Event::never_acknowledged) && finding.sequel != nullptr;
  const char* not_connected = analysis::problems::row(Problems::unanswered).kind;
  const char* not_polling = analysis::problems::row(Problems::not_polling).kind;
  switch (command.type) {
    case CommandType::connect: return is_unanswered ? not_connected : nullptr;
    case CommandType::verify_connect:
      if (is_unanswered && stream->analysis->heard(opposite(record.direction))) return not_connected;
      if (finding.has(Event::never_spoke) || lacks_channels(pinfo, *stream)) return not_connected;
      return is_answered_late(pinfo, *stream, finding) ? not_polling : nullptr;
    case CommandType::disconnect: {
      const bool is_turned_away = upper().is_authenticating(stream->link) && stream->analysis->left_in() == pinfo->num;
      return is_turned_away || finding.has(Event::left_in_silence) ? not_connected : nullptr;
    }
    case CommandType::acknowledge: {
      const analysis::enet::Pause* pause =
          pinfo->fd->visited != 0 ? stream->analysis->pause_shown_by(finding) : nullptr;
      return pause != nullptr && pause->is_certain() ? not_polling : nullptr;
    }
    default: return nullptr;
  }
}

bool is_local(const packet_info* pinfo, const Record& record) noexcept {
  const Stream* stream = record.stream;
  if (pinfo->fd->visited == 0 || stream == nullptr || stream->analysis == nullptr || !capture_completeness().whole())
    return false;
  return addresses_equal(&pinfo->src, &pinfo->dst) != FALSE &&
         stream->analysis->tally(record.direction)
             .throttled_on_one_machine(stream->analysis->tally(opposite(record.direction)));
}

bool is_acknowledged(const analysis::enet::Finding& finding) noexcept {
  if (finding.has(analysis::enet::Event::never_acknowledged)) return false;
  return finding.acked_in != 0 || finding.sent_again_in() != 0;
}

bool is_throttled(const packet_info* pinfo, const Record& record) noexcept {
  const Stream* stream = record.stream;
  if (pinfo->fd->visited == 0 || stream == nullptr || stream->analysis == nullptr || !capture_completeness().whole())
    return false;
  return stream->analysis->tally(record.direction).throttled() || is_local(pinfo, record);
}

bool is_unsent(const packet_info* pinfo, const Record& record, const analysis::enet::Finding& finding) noexcept {
  return finding.has(analysis::enet::Event::maybe_throttled) && is_throttled(pinfo, record);
}

void report_problems(const ProblemContext& context, const Conversation& conversation, const Record& record,
                     const Command& command, const analysis::enet::Finding& finding) {
  if (record.stream == nullptr || record.stream->analysis == nullptr) return;
  if (command.type == CommandType::verify_connect) report_channels(context, *record.stream);
  if (command.type == CommandType::disconnect) report_not_admitted(context, *record.stream);
  const analysis::enet::Sequel* sequel = finding.sequel;
  if (command.type == CommandType::verify_connect && sequel != nullptr)
    report_late_answer(context, *record.stream, finding);
  if (finding.has(analysis::enet::Event::never_acknowledged) && sequel != nullptr) {
    if (command.type == CommandType::connect) report_unanswered(context, conversation, record, *sequel);
    else if (command.type == CommandType::verify_connect) report_unread(context, record, *sequel);
    else if (command.has_payload() && is_lost(record, finding)) report_never_acknowledged(context, record, *sequel);
  }
  if (command.has_payload() && is_left_unread(context.pinfo, record, finding))
    report_left_unread(context, record, finding);
  if (finding.has(analysis::enet::Event::never_spoke)) report_ignored(context, conversation, record);
  if (finding.has(analysis::enet::Event::left_in_silence)) {
    const char* after =
        sequel == nullptr || sequel->tried == 0
            ? ""
            : wmem_strdup_printf(context.pinfo->pool, " %.2f s after it was asked for", seconds(sequel->tried));
    report(context, Problems::left_in_silence,
           wmem_strdup_printf(context.pinfo->pool,
                              "The connection ends%s, before any message was sent: an authentication was not answered "
                              "(auth_timeout, 3 s if not set), unless a script called disconnect_peer()",
                              after));
  }
  if (command.type == CommandType::acknowledge) {
    if (const analysis::enet::Pause* pause = record.stream->analysis->pause_shown_by(finding))
      report_pause(context, *pause);
  }
  if (finding.has(analysis::enet::Event::dropped))
    report(
        context, Problems::dropped,
        "It arrived after a later message of its channel, so the receiver drops it: unreliable_ordered delivers only "
        "newer messages",
        "Send it unreliable, or reliable, if each one counts");
  if (command.has_payload() && !command.acknowledge) {
    const OtherSide other = other_side(record, context.pinfo);
    if (other.never_arrived) report_never_arrived(context, other);
  }
  // Missing messages may still arrive.
  if (is_unsent(context.pinfo, record, finding)) {
    if (&finding == record.stream->analysis->first_unsent(record.direction)) report_throttled(context, record);
  } else if (context.pinfo->fd->visited != 0 && capture_completeness().whole() && finding.never_came() != 0 &&
             command.has_payload() && !is_reported_on_other_side(record)) {
    report_never_came(context, command, finding);
  }
  if (sequel == nullptr || sequel->held_until == 0 || sequel->held < held_limit()) return;
  if (!capture_completeness().whole()) return;  // what it waits for may have arrived unseen
  // At the sender it is a guess; if the other side is captured, too, that decides.
  const bool is_decided_there = sequel->perhaps && record.stream->other_side != nullptr;
  if (!is_decided_there) report_held(context, *sequel);
}

void report_problems(const ProblemContext& context, const analysis::enet::Datagram& datagram) {
  const analysis::Completeness& capture = capture_completeness();
  if (datagram.frame == capture.cut_in)
    expert_add_info(context.pinfo, context.item, plugin::expert(EnetExpert::enet_capture_cut));
  if (datagram.frame == capture.lacks_in)
    expert_add_info(context.pinfo, context.item, plugin::expert(EnetExpert::enet_capture_lacks));
  if (!datagram.window_full || !capture.whole()) return;  // acknowledgements may be missing
  report(context, Problems::window_full,
         wmem_strdup_printf(context.pinfo->pool,
                            "%u of %u bytes of reliable messages are in flight: another one has to wait until these "
                            "are acknowledged",
                            datagram.reliable_in_flight, datagram.window),
         "Send less at a time, or send unreliably what may get lost");
}

LEFT_BY_LONGJMP(ProblemContext);

}  // namespace godot::enet::dissector

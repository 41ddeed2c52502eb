// SPDX-License-Identifier: MIT
#include "extcap/relay_program/relay_report.h"

#include <cinttypes>

#include "extcap/output/own_file.h"

namespace godotdump {
namespace {

using godot::relay::Fate;
using godot::relay::Outcome;
using relay::Time;

constexpr std::uint32_t notices = 2;                  // the third interface's number, from 0
constexpr std::size_t enough = std::size_t{1} << 18;  // bytes that are handed over at once

/// The same for a datagram on both sides, and for its copy.
std::uint64_t id_of(const Fate& fate) {
  return std::uint64_t{fate.player} << 56 | std::uint64_t{fate.to_server ? 1U : 0U} << 55 | fate.number;
}

}  // namespace

Report::Report(std::FILE* out, std::FILE* log)
    : output_(out),
      log_(log),
      began_(static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
              .count())) {}

void Report::begin(std::string_view comment) {
  append_section(pending_, comment);
  append_interface(pending_, {.link_type = link_raw_ip,
                              .name = "players",
                              .description = "Between the players and the relay",
                              .in_nanoseconds = true});
  append_interface(pending_, {.link_type = link_raw_ip,
                              .name = "server",
                              .description = "Between the relay and the server",
                              .in_nanoseconds = true});
  append_interface(pending_, {.name = "relay", .description = "What the relay says", .in_nanoseconds = true});
  if (log_ != nullptr) std::fprintf(log_, "%sdelay_us,queued_us,held_back_us,twice_us\n", log_begins.data());
}

void Report::append(Time now, Side side, View head, View bytes, std::string_view comment, std::uint64_t id) {
  PacketHead about{.place = static_cast<std::uint32_t>(side), .time = epoch(now), .comment = comment};
  if (id != 0) about.id = id;
  append_packet(pending_, about, head, bytes);
  ++packets_;
}

void Report::arrived(Time now, Side side, const relay::End& from, const relay::End& to, View bytes, const Fate& fate) {
  Sums& sums = sums_[fate.to_server ? 0 : 1];
  ++sums.outcomes[static_cast<std::size_t>(fate.outcome)];
  if (fate.twice != 0) ++sums.copies;
  if (fate.held_back != 0) ++sums.held_back;
  if (log_ != nullptr) {
    std::fprintf(log_, "%" PRIi64 ",%u,%s,%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
                 now / relay::microsecond, fate.player, fate.to_server ? "up" : "down", fate.number,
                 godot::relay::name(fate.outcome).data(), fate.delay, fate.queued, fate.held_back, fate.twice);
  }
  if (!output_.is_used()) return;
  godot::relay::FateText text;
  relay::write_udp(from, to, bytes, header_);
  append(now, side, header_, bytes, godot::relay::write_fate(fate, text), id_of(fate));
}

void Report::sent(Time now, Side side, const relay::End& from, const relay::End& to, View bytes, const Fate& fate) {
  if (!output_.is_used()) return;
  godot::relay::FateText text;
  relay::write_udp(from, to, bytes, header_);
  append(now, side, header_, bytes, godot::relay::write_fate(fate, text), id_of(fate));
}

void Report::packet(Time now, Side side, View head, View bytes, std::string_view comment) {
  if (output_.is_used()) append(now, side, head, bytes, comment, 0);
}

void Report::notice(Time now, std::string_view text) {
  if (!output_.is_used()) return;
  const std::uint64_t time = epoch(now);
  append_commented_notice(pending_, {.place = notices, .time = time}, time / relay::microsecond, text);
  ++packets_;
}

void Report::flush(Time now) {
  if (pending_.empty()) return;
  if (output_.write(pending_)) {
    packets_ = 0;
    if (left_out_ == 0) return;
    const std::string text =
        std::to_string(left_out_) + " packets are missing here: whoever reads the capture is too slow";
    left_out_ = 0;
    notice(now, text);
    return;
  }
  if (pending_.size() < enough) return;
  left_out_ += packets_;
  packets_ = 0;
  pending_.clear();
}

}  // namespace godotdump

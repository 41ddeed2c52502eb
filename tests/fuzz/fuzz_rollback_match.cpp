// SPDX-License-Identifier: MIT
// Any messages in a row as a match of godot-rollback-netcode: what the analysis says of it is consistent, and refers
// only to frames that exist.
//
// Each message is preceded by three bytes: bits 0-1 its sender, 2-3 its receiver, 4 Godot 3, 5 a ping's answer; 8
// milliseconds each since the message before, 255: ten seconds; its length.
#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

#include "analysis/facts/digest.h"
#include "analysis/libraries/rollback/inputs_before.h"
#include "analysis/libraries/rollback/match.h"
#include "analysis/libraries/rollback/methods.h"
#include "analysis/libraries/rollback/standstill.h"
#include "analysis/libraries/rollback/verdict.h"
#include "base/clamped.h"
#include "codec/libraries/rollback/walk.h"
#include "tests/fuzz/input.h"

using namespace godot;
using namespace godot::analysis;

namespace {

/// Copies what a message says.
class Content final : public rollback::PacketSink {
 public:
  explicit Content(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  void inputs_requested(const rollback::Requested& requested) override { message.next_input = requested.next_tick; }
  void input(const rollback::Input& input) override {
    const auto bytes = bytes_.subspan(input.begin, input.length);
    inputs.push_back({.tick = input.tick,
                      .hash = input.hash,
                      .has_hash = input.has_hash,
                      .by_node = input.by_node,
                      .digest = facts::digest(bytes),
                      .bytes = bytes});
  }
  void hash(const rollback::StateHash& hash) override { hashes.push_back({.tick = hash.tick, .hash = hash.hash}); }

  RollbackMessage message;
  std::vector<RollbackInput> inputs;
  std::vector<RollbackHash> hashes;

 private:
  std::span<const std::uint8_t> bytes_;
};

class Names final : public RollbackNames {
 public:
  [[nodiscard]] const char* name(RollbackPeer) const override { return "peer"; }
};

using Kept = std::deque<std::vector<std::max_align_t>>;
void* take(void* kept, std::size_t size) {
  return static_cast<Kept*>(kept)->emplace_back(size / sizeof(std::max_align_t) + 1).data();
}

void check(const RollbackMatch& match, std::uint32_t frames) {
  Kept kept;
  const Arena arena(take, &kept);
  const Names names;
  const auto exists = [&](std::uint32_t frame) { return frame != 0 && frame <= frames; };
  for (const RollbackDivergence& each : match.divergences()) {
    test::require(exists(each.frame) && each.ticks != 0, "a divergence nowhere");
    test::require(each.hashes.size() >= 2, "a divergence of one peer");
    test::require(std::any_of(each.hashes.begin(), each.hashes.end(),
                              [&](const RollbackPeerHash& hash) { return hash.hash != each.hashes.front().hash; }),
                  "a divergence without a difference");
    test::require(each.healed == 0 || each.healed >= each.tick, "healed before it began");
    test::require(rollback_verdict(each, "They differ", arena).remaining() != 0, "no cause remains");
    test::require(*rollback_agreement(each, names, arena) != '\0', "nobody agrees or differs");
    const std::uint32_t first = each.tick > rollback_shown_ticks ? each.tick - rollback_shown_ticks + 1 : 1;
    for (std::uint32_t tick = first; tick <= each.tick; ++tick) {
      for (const RollbackPeerInput& input : match.inputs(tick)) {
        test::require(exists(input.frame) && input.bytes.size() <= rollback_kept_bytes, "inputs nowhere");
        test::require(input.different == (input.other_frame != 0), "other bytes nowhere");
        static_cast<void>(rollback_contents(input, nullptr, arena));
        static_cast<void>(rollback_arrivals(match, tick, input.peer, names, arena));
      }
    }
  }
  for (const RollbackStandstill& each : match.standstills()) {
    test::require(each.length >= RollbackMatch::least_standstill, "a short standstill");
    test::require(exists(each.frame) && each.end_frame > each.frame, "a standstill that ends before it begins");
    test::require(each.next > each.tick && each.other_count <= RollbackStandstill::most_others, "no standstill");
    test::require(rollback_verdict(each, names, arena).remaining() != 0, "no cause remains");
  }
  for (const auto& [way, late] : match.lateness()) {
    std::uint64_t arrived = 0;
    std::uint64_t predicted = 0;
    for (const auto& [behind, count] : late.ticks) {
      arrived += count;
      if (behind > static_cast<std::int32_t>(rollback_usual_delay)) predicted += count;
    }
    std::uint64_t by_seconds = 0;
    for (const auto& [second, now] : late.seconds) by_seconds += now.inputs;
    test::require(by_seconds == arrived, "seconds have other inputs than the whole");
    test::require(late.missed <= predicted, "more missed predictions than predictions");
  }
  for (const auto& [way, count] : match.unconfirmed())
    test::require(count <= match.lateness().at(way).sent, "more inputs open than were sent");
  std::uint32_t next = 0;
  for (const RollbackMatch::Stretch& stretch : match.stretches()) {
    test::require(stretch.first <= stretch.last && (next == 0 || stretch.first == next), "a gap between ticks");
    next = stretch.last + 1;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr facts::Time millisecond = 1'000'000;
  RollbackMatch match;
  facts::Time time = 0;
  std::uint32_t frame = 0;
  constexpr std::size_t head = 3;
  while (size >= head) {
    const std::uint8_t flags = data[0];
    if (data[1] == 0xFE) time = (flags & 64) != 0 ? most_time : 0;  // as any capture can have
    else if (data[1] == 0xFF) time = std::min(time, most_time - 10'000 * millisecond) + 10'000 * millisecond;
    else time = std::min(time, most_time - data[1] * 8 * millisecond) + data[1] * 8 * millisecond;
    const std::size_t length = std::min<std::size_t>(data[2], size - head);
    const test::ExactCopy copy({data + head, length}, static_cast<Offset>(length));
    data += head + length;
    size -= head + length;
    const auto generation = (flags & 16) != 0 ? variant::Generation::godot3 : variant::Generation::godot4;
    const rollback::Options options{.dialect = &variant::dialect(generation)};
    Content content(copy.buffer().captured);
    RollbackMessage& message = content.message;
    message.source = 1 + (flags & 3U);
    message.target = 1 + (flags >> 2 & 3U);
    message.link = 1;
    message.frame = ++frame;
    message.time = time;
    if ((flags & 32) != 0) {
      std::int64_t sent = 0;
      message.what = RollbackMessage::What::answer;
      message.round_trip = rollback_ping_time(copy.buffer().captured, sent) ? sent & 0xFFFF : -1;
    } else if (rollback::validate(copy.buffer(), options, &content).problem) {
      continue;
    }
    message.inputs = content.inputs;
    message.hashes = content.hashes;
    match.add(message);
  }
  check(match, frame);
  return 0;
}

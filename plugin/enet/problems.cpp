// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/problems.h"

#include "plugin/core/arena.h"
#include "plugin/core/fields.h"
#include "plugin/core/longjmp.h"
#include "plugin/enet/generated.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/upper.h"

namespace godot::enet::dissector {
namespace {

using analysis::enet::ProblemFindings;
using plugin::EnetExpert;

void show(const plugin::ProblemPlace& place, const ProblemFindings& found) {
  for (const auto* finding = found.first(); finding != nullptr; finding = finding->next)
    plugin::show_problem<EnetExpert>(place, *finding);
}

/// A datagram's connection and sides.
class AroundRecord final : public analysis::enet::Surroundings {
 public:
  AroundRecord(const packet_info* pinfo, const Conversation& conversation, const Record& record) noexcept
      : pinfo_(pinfo), conversation_(conversation), record_(record), stream_(*record.stream) {}

  [[nodiscard]] analysis::enet::Handshake handshake() const override {
    return analysis::enet::handshake_of(stream_, conversation_.ends[record_.direction],
                                        conversation_.ends[opposite(record_.direction)]);
  }
  [[nodiscard]] OtherSide other_side() const override { return dissector::other_side(record_, pinfo_); }
  [[nodiscard]] bool is_judged_on_other_side() const override {
    return analysis::enet::is_reported_on_other_side(stream_, record_.direction);
  }
  [[nodiscard]] bool has_other_side() const override { return stream_.other_side != nullptr; }
  [[nodiscard]] bool is_authenticating() const override { return upper().is_authenticating(stream_.link); }
  [[nodiscard]] analysis::enet::ChannelUse highest_channel() const override {
    return upper().highest_channel(stream_.link);
  }

 private:
  const packet_info* pinfo_;
  const Conversation& conversation_;
  const Record& record_;
  const Stream& stream_;
};

analysis::enet::Subject subject_of(const packet_info* pinfo, const Record& record, const AroundRecord& around,
                                   const Command& command, const analysis::enet::Finding& finding) {
  return {sender_of(pinfo, record),
          around,
          finding,
          command.type,
          command.acknowledge,
          pinfo->num,
          record.compression,
          record.stream->compresses,
          held_limit(),
          record.captured};
}

LEFT_BY_LONGJMP(plugin::ProblemPlace, ProblemFindings, AroundRecord, analysis::enet::Subject,
                analysis::enet::Handshake);

}  // namespace

void report_problems(const plugin::ProblemPlace& place, const Conversation& conversation, const Record& record,
                     const Command& command, const analysis::enet::Finding& finding) {
  if (record.stream == nullptr) return;
  ProblemFindings found(plugin::arena_of(place.pinfo));
  const AroundRecord around(place.pinfo, conversation, record);
  analysis::enet::judge(subject_of(place.pinfo, record, around, command, finding), found);
  show(place, found);
}

const char* problem_of_connection(packet_info* pinfo, const Conversation& conversation, const Record& record,
                                  const Command& command, const analysis::enet::Finding& finding) {
  if (record.stream == nullptr || command.has_payload()) return nullptr;
  const AroundRecord around(pinfo, conversation, record);
  return analysis::enet::problem_of_connection(subject_of(pinfo, record, around, command, finding),
                                               plugin::arena_of(pinfo));
}

void report_problems(const plugin::ProblemPlace& place, const Record& record) {
  const analysis::Completeness& known = capture().completeness();
  if (record.frame == known.cut_in)
    expert_add_info(place.pinfo, place.item, plugin::expert(EnetExpert::enet_capture_cut));
  if (record.frame == known.lacks_in)
    expert_add_info(place.pinfo, place.item, plugin::expert(EnetExpert::enet_capture_lacks));
  ProblemFindings found(plugin::arena_of(place.pinfo));
  analysis::enet::judge(sender_of(place.pinfo, record), record, found);
  show(place, found);
}

}  // namespace godot::enet::dissector

// SPDX-License-Identifier: MIT
#include "engine/values/recognised_value.h"

#include <algorithm>

#include "analysis/message/items/value_texts.h"
#include "codec/variant/framing.h"
#include "engine/frame/item.h"
#include "engine/tree/sink.h"
#include "engine/values/steps.h"

namespace godot::engine {

void tell_value(Game& game, Packet& packet, const Buffer& whole, const analysis::values::Verdict& verdict,
                variant::Options options, analysis::facts::Transport transport, analysis::facts::Item* begun) {
  if (!wants_value(packet)) return;
  options.dialect = verdict.dialect;
  options.precision = verdict.precision;
  if (packet.tree != nullptr) {
    const auto sink = TreeSink::make(packet, whole, "Value", game.settings.display, *verdict.dialect, verdict.evidence);
    variant::walk(whole, options, *sink);
    return;
  }
  const variant::Result result = variant::validate(whole, options);
  const bool malformed = result.problem && result.problem.code != Problem::Code::cut;
  const char* text = nullptr;
  if (packet.lines != nullptr || packet.with_texts) {
    analysis::items::PlainTexts plain(packet.arena(), whole.captured.size(), game.settings.display, nullptr, 1);
    text = plain.text(whole, options);
  }
  if (packet.lines != nullptr) packet.lines->line(packet.frame, {.text = text, .malformed = malformed});
  if (packet.facts == nullptr) return;
  const std::uint32_t protocol = options.prefixed ? variant::stream_prefix : 0;
  const std::uint32_t own = whole.reported - std::min(whole.reported, protocol);
  analysis::facts::Item& item = *item_of(packet, transport, own, protocol, begun);
  const std::string_view type = variant::type_of(whole, options);
  fill_value(*packet.facts, item, verdict,
             {.text = text,
              .type = type.empty() ? analysis::items::unknown_type : type.data(),
              .malformed = malformed,
              .notes = result.notes,
              .own = own,
              .protocol = protocol});
}

}  // namespace godot::engine

// SPDX-License-Identifier: GPL-2.0-or-later
// The messages of a datagram: each command contains one, is a fragment of one, or completes it. Passes them to the
// dissectors above, with their ENet context, and adds them to the Info column.
#pragma once

#include "analysis/enet/shown/tree_items.h"
#include "analysis/message/items/field_sink.h"
#include "engine/enet/command_steps.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/enet/info_text.h"
#include "plugin/enet/view.h"
#include "plugin/facts/collector.h"

namespace godot::plugin::enet {

using analysis::enet::DatagramFacts;
using analysis::enet::KnownCommand;
/// Adds the fields of a datagram, or of its decompressed commands.
using TreeBuilder = analysis::items::FieldSink<plugin::EpanItems>;
using TreeItems = analysis::enet::TreeItems<plugin::EpanItems>;

/// Of the subtree that is open.
[[nodiscard]] inline TreeItems items_of(const TreeBuilder& builder) {
  return {builder.output(), builder.tree(), builder.item()};
}

class Messages {
 public:
  /// `tvb`: the buffer of the commands. `collector`: null: facts are not needed.
  Messages(const View& view, const analysis::enet::CommandContext& context, tvbuff_t* tvb, DatagramFacts& facts,
           plugin::Collector* collector, InfoText& info);

  /// Handles the next command; call it for all, in order. `builder`: has it open; null: without items. True: its
  /// payload was shown.
  bool take(const KnownCommand& known, const TreeBuilder* builder);

  [[nodiscard]] const engine::CommandSteps<Messages>& steps() const noexcept { return steps_; }

  // --- The host of the engine's steps (engine/enet/command_steps.h) ---
  [[nodiscard]] std::uint32_t frame() const { return plugin::frame_number(view_.pinfo); }
  [[nodiscard]] bool is_first_pass() const { return plugin::is_first_pass(view_.pinfo); }
  [[nodiscard]] const Record& record() const { return *view_.record; }
  [[nodiscard]] const analysis::enet::Sender& sender() const { return view_.sender; }
  [[nodiscard]] const analysis::enet::CommandContext& command_context() const { return context_; }
  [[nodiscard]] DatagramFacts& facts() const { return facts_; }
  [[nodiscard]] static analysis::enet::Capture& capture() { return enet::capture(); }
  [[nodiscard]] bool hands_over() const { return !view_.quoted && view_.stream() != nullptr; }
  [[nodiscard]] bool has_connection() const { return view_.stream() != nullptr; }
  [[nodiscard]] bool wants_word() const { return info_.is_shown(); }
  [[nodiscard]] static analysis::Nanoseconds held_limit();
  [[nodiscard]] bool wants_transit() const { return builder_ != nullptr || facts_.wanted() || view_.needed.items; }
  bool passes_over(const KnownCommand& known);
  void takes_fragment(const KnownCommand& known, const FragmentPart& part);
  [[nodiscard]] tvbuff_t* bytes_of(const Command& command) const;
  [[nodiscard]] tvbuff_t* joined(const KnownCommand& known, const FragmentPart& part) const;
  void guess_server() const;
  [[nodiscard]] std::uint32_t next_index();
  bool hand_over(const analysis::Message& made, tvbuff_t* tvb, const KnownCommand& known, const Fragmented* whole);

 private:
  [[nodiscard]] const char* problem_of_command(const KnownCommand& known) const;

  const View& view_;
  const analysis::enet::CommandContext& context_;
  tvbuff_t* tvb_;
  DatagramFacts& facts_;
  plugin::Collector* collector_;
  InfoText& info_;
  engine::CommandSteps<Messages> steps_;
  const TreeBuilder* builder_ = nullptr;  // has the command that is handled
  std::uint32_t messages_ = 0;            // number of messages passed on
  const char* last_way_ = nullptr;        // direction of the last one, as the Info column shows it
};

}  // namespace godot::plugin::enet

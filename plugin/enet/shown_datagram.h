// SPDX-License-Identifier: GPL-2.0-or-later
// Displays a datagram in tree, columns and taps, and passes its messages on: Wireshark as a host of the steps of its
// commands (engine/enet/datagram_view.h): items, the Info column, the taps; and of its messages, which go to the
// dissectors above, with their ENet context.
#pragma once

#include "engine/enet/datagram_view.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/enet_flows.h"
#include "plugin/enet/info_text.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/demand.h"
#include "plugin/game/multiplayer_state.h"
#include "plugin/game/peer_labels.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin::enet {

using analysis::enet::KnownCommand;

/// A datagram's commands, and their buffer: the datagram, or a separate buffer after decompression.
struct Commands {
  tvbuff_t* tvb;              ///< the commands' offsets refer to this
  Buffer bytes = {};          ///< its bytes; empty: no commands, or an unknown compression
  bool decompressed = false;  ///< `tvb` is a separate buffer
  CommandList list;

  /// Number of bytes after decompression; 0: not compressed.
  [[nodiscard]] Offset plain_size() const noexcept { return decompressed ? bytes.reported : 0; }
};

struct View {
  tvbuff_t* tvb;
  packet_info* pinfo;
  proto_tree* tree;  ///< the tree of the packet
  engine::EnetDatagram its;
  const Commands& commands;
  std::uint32_t ordinal;         ///< index of the datagram in its frame
  const plugin::Demand& needed;  ///< what is needed of the packet
};

/// Throws epan's exception where the capture was cut.
void show(const View& view);

class ShownDatagram {
 public:
  using DatagramView = engine::DatagramView<ShownDatagram, plugin::EpanItems>;

  ShownDatagram(const View& view, bool with_tree);

  void show(bool with_tree);

  // --- The packet ---
  [[nodiscard]] std::uint32_t frame() const { return plugin::frame_number(view_.pinfo); }
  [[nodiscard]] bool is_first_pass() const { return plugin::is_first_pass(view_.pinfo); }
  [[nodiscard]] analysis::Arena arena() const { return plugin::arena_of(view_.pinfo); }
  [[nodiscard]] static bool decompresses();
  [[nodiscard]] static analysis::Nanoseconds held_limit();
  [[nodiscard]] static analysis::enet::Capture& capture() { return enet::capture(); }
  [[nodiscard]] plugin::Collector* collection() const { return collector_; }
  [[nodiscard]] std::uint32_t sender_port() const { return view_.pinfo->srcport; }
  [[nodiscard]] std::uint32_t receiver_port() const { return view_.pinfo->destport; }

  // --- The datagram ---
  [[nodiscard]] OtherSide other_side() const { return enet::other_side(*view_.its.record, view_.pinfo); }
  [[nodiscard]] analysis::enet::DatagramFacts& facts() { return datagram_.facts(); }

  // --- The game ---
  static void refresh_names() { plugin::refresh_names(); }
  [[nodiscard]] analysis::annotation::PeerTexts peer_texts() const { return plugin::peer_texts(view_.pinfo); }
  [[nodiscard]] analysis::NamesInFrame names() const {
    return {.all = plugin::multiplayer_state().peer_names,
            .which = plugin::wanted_peer_names(),
            .frame = frame(),
            .keep = plugin::interned};
  }

  // --- Items ---
  [[nodiscard]] plugin::EpanItems output(const Buffer& bytes, const char* title) const;
  static void begins(proto_item*) noexcept {}
  void found(const Command& command, const analysis::enet::ProblemFindings& findings);
  void shown(proto_tree* tree, proto_item* item);

  // --- Commands ---
  void begins(const KnownCommand& known);
  bool passes_over(const KnownCommand& known);
  void takes_fragment(const KnownCommand& known, const FragmentPart& part);

  // --- Messages ---
  [[nodiscard]] bool wants_word() const { return info_.is_shown(); }
  [[nodiscard]] bool wants_transit() { return datagram_.sink() != nullptr || facts().wanted() || view_.needed.items; }
  [[nodiscard]] tvbuff_t* bytes_of(const Command& command) const;
  [[nodiscard]] tvbuff_t* joined(const KnownCommand& known, const FragmentPart& part) const;
  [[nodiscard]] std::uint32_t next_index();
  bool hand_over(const analysis::Message& made, tvbuff_t* tvb, const KnownCommand& known, const Fragmented* whole);

 private:
  void finish();
  void tap() const;
  [[nodiscard]] const char* problem_of_command(const KnownCommand& known) const;
  void follow(const Command& command, tvbuff_t* tvb, const char* line) const;
  void follow_acknowledgement(const KnownCommand& known) const;

  const View& view_;
  InfoText info_;
  plugin::Collector* collector_;  // null: facts are not needed
  DatagramView datagram_;
  std::uint32_t messages_ = 0;      // number of messages passed on
  const char* last_way_ = nullptr;  // direction of the last one, as the Info column shows it
};

}  // namespace godot::plugin::enet

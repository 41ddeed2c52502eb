// SPDX-License-Identifier: GPL-2.0-or-later
// What a datagram's checks and facts may ask beyond the datagram: its connection, the other side, the protocol above.
#pragma once

#include "analysis/enet/shown/datagram_facts.h"
#include "plugin/enet/view.h"

namespace godot::plugin::enet {

/// The answers for a datagram that has a connection.
class DatagramContext final : public analysis::enet::CommandContext, public analysis::enet::UpperLayer {
 public:
  explicit DatagramContext(const View& view) noexcept : view_(view) {}

  [[nodiscard]] analysis::enet::Handshake handshake() const override;
  [[nodiscard]] OtherSide other_side() const override;
  [[nodiscard]] bool is_judged_on_other_side() const override;
  [[nodiscard]] bool has_other_side() const override;
  [[nodiscard]] bool is_authenticating() const override;
  [[nodiscard]] analysis::enet::ChannelUse highest_channel() const override;

  [[nodiscard]] bool is_mesh() const override;
  [[nodiscard]] analysis::facts::Route route() const override;
  void name_ends(analysis::facts::Texts& texts) const override;
  void add_left(analysis::facts::Item& item) const override;

 private:
  const View& view_;
};

}  // namespace godot::plugin::enet

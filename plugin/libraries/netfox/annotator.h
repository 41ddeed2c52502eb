// SPDX-License-Identifier: GPL-2.0-or-later
// Passes the values of a command of netfox to what reads it (analysis/libraries/netfox/reading.h), to the facts,
// watches and the tree. Nothing in here needs a destructor: epan may leave by longjmp.
#pragma once

#include "analysis/libraries/netfox/derived.h"
#include "analysis/libraries/netfox/reading.h"
#include "plugin/core/tree/outermost_values.h"
#include "plugin/libraries/netfox/netfox_state.h"
#include "plugin/multiplayer/shown_items.h"
#include "plugin/multiplayer/watches.h"

namespace godot::plugin {

using analysis::NetfoxExpert;
using analysis::NetfoxField;

class ShownNetfox final : public ShownItems<analysis::NetfoxItems, NetfoxField, analysis::problems::Netfox> {
 public:
  using ShownItems::ShownItems;
  void note(NetfoxExpert note) override { expert_add_info(message_.pinfo, tree(), expert(note)); }
};

class NetfoxAnnotator final : public analysis::NetfoxReading, public ValueListener {
 public:
  NetfoxAnnotator(const LibraryPacket& message, const analysis::NetfoxCommand& command, ShownNetfox& items);

  /// Sets what writes values from their bytes, if their fields are not needed.
  void write_by(PlainTexts& texts) noexcept { texts_ = &texts; }

  /// Numbers of the value that ends next, for watches.
  [[nodiscard]] ValueNumbers& numbers() noexcept { return numbers_; }

  using NetfoxReading::value;
  Offset plain_value(const netfox::PropertyValue& value, const Buffer& bytes, const variant::Options& options) override;
  void value(const OutermostValue& value) override;

 private:
  const LibraryPacket& message_;
  const analysis::NetfoxCommand& command_;
  ShownNetfox& items_;
  PlainTexts* texts_ = nullptr;
  ValueNumbers numbers_;
};

}  // namespace godot::plugin

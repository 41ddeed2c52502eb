// SPDX-License-Identifier: MIT
// States and inputs of netfox before 1.40: remote calls of each synchronizer. Internal to the walk.
//
//   Form::packed (1.36 to 1.39), a PackedByteArray; ticks are other arguments:
//     full state, sync   u8 version, then the values of all properties of the list that the sender owns
//     diff state         u8 version, then, until the end, u8 index (property_index.h), value; no byte: no change
//     input              u8 version, then, for each tick, newest first, the values of all properties that the sender
//                        owns
//     tick set           u32 first tick, u8 ticks until the last one, u8 for each active tick, from the first on
//   Form::dictionary (until 1.28), a Dictionary; its tick is another argument:
//     state, sync        property's path: value
//     input              property's path: Array of values, newest first
//   Form::dictionaries (1.24.1 to 1.28.0), an Array, typed or not:
//     input              for each tick, newest first, a Dictionary, property's path: value
//   Form::array (1.29.2 to 1.35), an Array that ends with the version, an int of -1 to 255:
//     full state, sync   the values of all properties of the list that the sender owns
//     input              for each tick, newest first, the values of all properties that the sender owns; empty: none
//
//   netfox                        the call
//     netfox.tick, netfox.reference_tick, netfox.version
//     netfox.snapshot             inputs: a subtree for each tick, if it is known where each begins
//     netfox.frame                the node: the synchronizer that is called
//       netfox.property.index or netfox.property.path, netfox.value
//
// Memory: no allocation; some 26 KB of stack while a Variant is read.
// Sources: addons/netfox of 1.39.0: encoder/*.gd, rollback/composite/rollback-history-transmitter.gd,
// state-synchronizer.gd, serializers/tickset-serializer.gd; the same of 1.35.3; of 1.25.3 and 1.12.4:
// rollback/rollback-synchronizer.gd, state-synchronizer.gd.
#pragma once

#include "codec/libraries/netfox/walk.h"

namespace godot::netfox::detail {

/// Limit of the ticks in a dictionary of inputs. netfox sends 3 by default.
inline constexpr std::uint32_t most_redundancy = 64;

/// `silent`: the sink ignores all events.
[[nodiscard]] Result walk_call(const Buffer& bytes, const Options& options, Sink& sink, PacketSink* facts, bool silent);

}  // namespace godot::netfox::detail

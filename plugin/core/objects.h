// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes that become files: File > Export Objects > Godot, tshark --export-objects godot,FOLDER. Whoever walks values
// finds them; whoever knows what the value was for names them. Everything is in packet scope.
#pragma once

#include <cstdint>

#include "plugin/core/bridge.h"

namespace godot::plugin::objects {

/// True if somebody exports.
[[nodiscard]] bool wanted() noexcept;

/// These bytes may become a file, if they are long enough and the capture has them all. `what`: more for its name, or
/// null.
void found(packet_info* pinfo, tvbuff_t* tvb, int begin, int length, const char* what = nullptr);

/// Whose bytes they are; null: nobody knows.
struct Owner {
  const char* node = nullptr;
  const char* member = nullptr;
  const char* argument = nullptr;
  const char* from = nullptr;  ///< who sends them
  const char* file = nullptr;  ///< they are a file of this path
};

/// Anything was found and has no name yet.
[[nodiscard]] bool waiting(packet_info* pinfo);

/// Hands over what was found since the last call.
void name(packet_info* pinfo, const Owner& owner);

/// It is not to be handed over.
void forget(packet_info* pinfo);

/// What the tap hears of.
struct Object {
  Object* next;
  tvbuff_t* tvb;
  int begin;
  int length;
  const char* what;
  std::uint32_t index;  ///< among those of the packet
  Owner owner;
};

/// The tap that they go to.
void go_to(int tap);

void register_preferences_of_objects();

}  // namespace godot::plugin::objects

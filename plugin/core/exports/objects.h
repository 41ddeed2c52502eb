// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes that become files: File > Export Objects > Godot, tshark
// --export-objects godot,FOLDER. The sink of values calls found(), the reader of the message then calls name().
// Everything is in packet scope.
#pragma once

#include <cstdint>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin::objects {

/// True if objects are exported.
[[nodiscard]] bool wanted() noexcept;

/// Adds bytes as a candidate for a file, if they are long enough and captured completely. `what`: an addition to its
/// name, or null.
void found(packet_info* pinfo, tvbuff_t* tvb, int begin, int length, const char* what = nullptr);

/// The same for a file, which counts whatever its size is.
void found_file(packet_info* pinfo, tvbuff_t* tvb, int begin, int length);

/// The message that contains the bytes; null: unknown.
struct Owner {
  const char* node = nullptr;
  const char* member = nullptr;
  const char* argument = nullptr;
  const char* from = nullptr;  ///< the peer that has sent them
  const char* file = nullptr;  ///< path, if the bytes are a file
};

/// True if there are candidates without a name.
[[nodiscard]] bool waiting(packet_info* pinfo);

/// Hands over the candidates since the last call.
void name(packet_info* pinfo, const Owner& owner);

/// Drops what was added for this packet.
void forget(packet_info* pinfo);

/// The data of the tap.
struct Object {
  Object* next;
  tvbuff_t* tvb;
  int begin;
  int length;
  const char* what;
  std::uint32_t index;  ///< among the packet's objects
  Owner owner;
};

/// Objects go to this tap from now on.
void go_to(int tap);

}  // namespace godot::plugin::objects

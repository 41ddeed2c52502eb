// SPDX-License-Identifier: MIT
// Malformed messages, each with one error, made by hand: the problem that the walk reports, its offset and field; and
// the facts before it. Columns: reason, way to read it, bytes, problem, offset of the field, its filter without
// "godot.", facts.
#pragma once

#include "codec/core/problem.h"

namespace godot::test {

struct MultiplayerMalformed {
  const char* reason;
  const char* how;
  const char* hex;
  Problem::Code code;
  Offset offset;
  const char* field;
  const char* facts;
};

using enum Problem::Code;

inline constexpr MultiplayerMalformed multiplayer_malformed[] = {
    // --- Carriers
    {"no bytes at all", "scene", "", truncated, 0, "command", ""},
    {"half a source", "enet_8", "0100", truncated, 0, "peer.source", ""},
    {"a source alone", "enet_8", "01000000", truncated, 4, "peer.target", ""},
    {"a header alone", "enet_8", "01000000 00000000", truncated, 8, "command", "header 1>0"},
    {"no packet flags", "enet_12", "01000000 00000000", truncated, 8, "header.packet_flags", ""},
    {"a peer neither comes nor goes", "config", "02000000 05000000", out_of_range, 0, "config.message", ""},
    {"no peer comes", "config", "00000000 0500", truncated, 4, "config.peer", ""},
    {"a type that WebSocket does not have", "websocket", "04 01000000 00000000 05000000", out_of_range, 0,
     "websocket.type", ""},
    {"no peer comes", "websocket", "01 01000000 00000000", truncated, 9, "websocket.peer", "header 1>0"},
    {"no message comes", "websocket", "00 01000000 00000000", truncated, 9, "command", "header 1>0"},
    {"half an id", "assigned", "0100", truncated, 0, "websocket.assigned_id", ""},
    // --- 4.x
    {"a width of node ids that there is not", "scene", "30 07 03 00", out_of_range, 0, "node.id_width", "call; broken"},
    {"no node", "scene", "80", truncated, 1, "node.id", "call; broken"},
    {"half a node", "scene", "90 07", truncated, 1, "node.id", "call; broken"},
    {"no method", "scene", "80 07", truncated, 2, "rpc.method_id", "call; node 7; broken"},
    {"half a method", "scene", "c0 07 03", truncated, 2, "rpc.method_id", "call; node 7; broken"},
    {"no argument count", "scene", "00 07 03", truncated, 3, "rpc.argument_count", "call; node 7; method #3; broken"},
    {"one argument of two", "scene", "00 07 03 02 81", truncated, 5, "variant.header",
     "call; node 7; method #3; arguments 2; broken"},
    {"half an int of 2 bytes", "scene", "00 07 03 01 42ff", truncated, 5, "variant.int",
     "call; node 7; method #3; arguments 1; broken"},
    {"an int of 8 bytes in 7", "scene", "00 07 03 01 c200000000000000", truncated, 5, "variant.int",
     "call; node 7; method #3; arguments 1; broken"},
    {"a type that there is not", "scene", "00 07 03 01 c8000000", unknown_type, 4, "variant.type",
     "call; node 7; method #3; arguments 1; broken"},
    {"width bits of a float", "scene", "00 07 03 01 43000000 00000000", unknown_type, 4, "variant.type",
     "call; node 7; method #3; arguments 1; broken"},
    {"text longer than the message", "scene", "00 07 03 01 04000000 05000000 41420000", truncated, 12, "variant.string",
     "call; node 7; method #3; arguments 1; broken"},
    {"an argument that reaches into the path", "scene", "20 0b000080 00 01 04000000 4d00", truncated, 11,
     "variant.string.length", "call; node 'M'; method #0; arguments 1; broken"},
    {"a path beyond the message", "scene", "a0 09000080 00 4d00", out_of_range, 1, "node.path_offset", "call; broken"},
    {"a path before the call's own fields", "scene", "a0 04000080 00 4d00", length_mismatch, 1, "node.path_offset",
     "call; broken"},
    {"a path where the method is", "scene", "a0 05000080 4d00", truncated, 5, "rpc.method_id",
     "call; node 'M'; broken"},
    {"half a checksum", "scene", "01 6434316438636439", truncated, 1, "path.methods_md5", "simplify; broken"},
    {"no path id", "scene", "01 6434316438636439386630306232303465393830303939386563663834323765 00", truncated, 34,
     "path.id", "simplify; broken"},
    {"no path", "scene", "01 6434316438636439386630306232303465393830303939386563663834323765 00 01000000", truncated,
     38, "path.name", "simplify; broken"},
    {"nothing confirmed", "scene", "02", truncated, 1, "path.valid", "confirm; broken"},
    {"no path confirmed", "scene", "02 01", truncated, 2, "path.name", "confirm; broken"},
    {"half an id confirmed", "scene by_id", "02 01 0100", truncated, 2, "path.id", "confirm; broken"},
    {"no bytes", "scene", "03", truncated, 1, "raw.data", "raw; broken"},
    {"a spawn that ends in its counts", "scene", "04 00 01000000 05000000 00000000", truncated, 14, "spawn.name_length",
     "spawn; broken"},
    {"more synchronizers than bytes", "scene", "04 00 01000000 05000000 02000000 02000000 4100", count_too_large, 10,
     "spawn.sync_count", "spawn; broken"},
    {"synchronizers that overflow 32 bits", "scene", "04 00 01000000 05000000 00000040 02000000 4100", count_too_large,
     10, "spawn.sync_count", "spawn; broken"},
    {"no name", "scene", "04 00 01000000 05000000 00000000 00000000", length_mismatch, 14, "spawn.name_length",
     "spawn; broken"},
    {"a name longer than the message", "scene", "04 00 01000000 05000000 00000000 09000000 4100", truncated, 18,
     "spawn.name", "spawn; broken"},
    {"a spawn by function without an argument", "scene", "04 ff 01000000 05000000 00000000 02000000 4100", truncated,
     20, "spawn.argument_size", "spawn; spawn 'A' scene 255 spawner 1 net id 5; broken"},
    {"an argument larger than the message", "scene", "04 ff 01000000 05000000 00000000 02000000 4100 05000000 81",
     count_too_large, 20, "spawn.argument_size", "spawn; spawn 'A' scene 255 spawner 1 net id 5; broken"},
    {"an argument that is larger than its size", "scene",
     "04 ff 01000000 05000000 00000000 02000000 4100 02000000 4201 00", truncated, 25, "variant.int",
     "spawn; spawn 'A' scene 255 spawner 1 net id 5; broken"},
    {"an argument without bytes", "scene", "04 ff 01000000 05000000 00000000 02000000 4100 00000000 81", truncated, 24,
     "variant.header", "spawn; spawn 'A' scene 255 spawner 1 net id 5; broken"},
    {"a state that is cut", "scene", "04 00 01000000 05000000 00000000 02000000 4100 81 05000000 0000", truncated, 25,
     "variant.vector2.x", "spawn; spawn 'A' scene 0 spawner 1 net id 5; broken"},
    {"half a net id", "scene", "05 0c00", truncated, 1, "despawn.net_id", "despawn; broken"},
    {"a sync without time", "scene", "06 01", truncated, 1, "sync.time", "sync; broken"},
    {"a sync that ends in a number", "scene", "06 0100 06", truncated, 3, "sync.net_id", "sync; time 1; broken"},
    {"a sync without size", "scene", "06 0100 06000000", truncated, 7, "sync.size", "sync; time 1; broken"},
    {"a size beyond the message", "scene", "06 0100 06000000 02000000 81", count_too_large, 7, "sync.size",
     "sync; time 1; broken"},
    {"a value that is larger than its size", "scene", "06 0100 06000000 01000000 0201 0000000000000000", truncated, 12,
     "variant.int", "sync; time 1; net id 6 size 1; values 1 incomplete; broken"},
    {"the second synchronizer is cut", "scene", "06 0100 06000000 01000000 81 07000000 09000000 81", count_too_large,
     16, "sync.size", "sync; time 1; net id 6 size 1; values 1; broken"},
    {"a delta without indexes", "scene", "16 06000000 0100", truncated, 5, "sync.indexes", "sync; delta; broken"},
    {"a System without a command", "scene", "07", truncated, 1, "system.command", "system; broken"},
    {"a System command that there is not", "scene", "07 04 05000000", unknown_type, 1, "system.command",
     "system; broken"},
    {"no peer comes", "scene", "07 01 0500", truncated, 2, "system.peer", "system; broken"},
    {"nothing is relayed", "scene", "07 03 05000000", truncated, 6, "command", "system; relay 5; broken"},
    {"a relay is relayed", "scene", "07 03 05000000 07 03 06000000 03 78", misplaced, 6, "command.code",
     "system; relay 5; relayed system; broken; broken"},
    {"a relayed call is broken", "scene", "07 03 05000000 80 07", truncated, 8, "rpc.method_id",
     "system; relay 5; relayed call; node 7; broken; broken"},
    {"a relayed path beyond the message", "scene", "07 03 05000000 a0 08000080 00 4d00", out_of_range, 7,
     "node.path_offset", "system; relay 5; relayed call; broken; broken"},
    // --- 2.1 to 3.6
    {"a command that there is not", "named", "05 01000000", unknown_type, 0, "command.code", "unknown; broken"},
    {"half a target", "named", "00 0100", truncated, 1, "node.id", "call; broken"},
    {"a method without NUL", "named", "00 01000000 6162", truncated, 5, "rpc.method", "call; node 1; broken"},
    {"no argument count", "named", "00 01000000 6100", truncated, 7, "rpc.argument_count",
     "call; node 1; method a; broken"},
    {"no argument", "named", "00 01000000 6100 01", truncated, 8, "variant.header",
     "call; node 1; method a; arguments 1; broken"},
    {"an argument of Godot 4", "named", "00 01000000 6100 01 1b000000 00000000", unknown_type, 8, "variant.type",
     "call; node 1; method a; arguments 1; broken"},
    {"a path beyond the message", "named", "00 0a000080 6100 00 4100", out_of_range, 1, "node.path_offset",
     "call; broken"},
    {"a property without value", "named", "01 01000000 6100", truncated, 7, "variant.header",
     "set; node 1; property a; broken"},
    {"a number without path", "named", "02 01000000", truncated, 5, "path.name", "simplify; broken"},
    {"no path", "named", "03", truncated, 1, "path.name", "confirm; broken"},
    {"no bytes", "named", "04", truncated, 1, "raw.data", "raw; broken"},
};

}  // namespace godot::test

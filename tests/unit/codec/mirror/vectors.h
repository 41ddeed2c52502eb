// SPDX-License-Identifier: MIT
// Records of the mirror, byte for byte after docs/wire/mirror.md.
#pragma once

#include <string>

namespace godot::test {

/// version, kind, length of the head, time, game, sequence, own id
inline const std::string common = "00e40b5402000000 efbeaddefecaefbe 05000000 01000000 ";

/// In from peer 249294500, reliable, channel 2: three bytes.
inline const std::string message_record = "01 01 2c00 " + common + "a4eedb0e 00 02 0000 02000000 03000000 " + "030102";

/// The same, outgoing to all but one, unreliable; a header of a later version, and a body that the mirror has
/// shortened.
inline const std::string later_message =
    "01 01 3000 " + common + "feffffff 01 00 0000 00000000 09000000 " + "aabbccdd " + "0301";

/// A node with a method of two arguments, and an unknown attribute.
inline const std::string node_record =
    "01 03 1c00 " + common +
    "1000 0000 05000000 4d61696e2f "                          // path Main/
    "1500 0000 0e000000 0380 01 02 01 00 07000000 6d6f7665 "  // method 0x8003, any peer, reliable, local, channel 7:
                                                              // move
    "1600 0000 0a000000 0100 0200 6279 626f6f6c "             // by: bool, with a default
    "1600 0000 05000000 0000 0100 78 "                        // x: any type
    "e803 0000 02000000 beef ";                               // 1000

/// A synchronizer of two properties.
inline const std::string synchronizer_record = "01 04 1c00 " + common +
                                               "1000 0000 06000000 412f53796e63 "   // A/Sync
                                               "2900 0000 01000000 41 "             // its root is A
                                               "2b00 0000 04000000 01000000 "       // the second property
                                               "2800 0000 05000000 03 00 2e3a78 "   // .:x, on spawn, always
                                               "2800 0000 05000000 04 00 2e3a79 ";  // .:y, on change

inline const std::string dropped_record =
    "01 07 1c00 " + common + "3800 0000 08000000 0700000000000000 3900 0000 08000000 0004000000000000 ";

/// A kind that a later version may add.
inline const std::string later_record = "01 c8 1c00 " + common + "1000 0000 01000000 41 ";

/// From the client over ENet, with the handshake, unreliable, of Godot 4, channel 3: two bytes.
inline const std::string carried_record = "01 09 1c00 " + common +
                                          "4800 0000 18000000 07000000 00 03 01 01 03000000 a4eedb0e 05000000 02000000 "
                                          "4900 0000 02000000 0302 ";

inline const std::string all_records[] = {message_record, later_message, node_record,   synchronizer_record,
                                          dropped_record, later_record,  carried_record};

}  // namespace godot::test

// SPDX-License-Identifier: MIT
// Datagrams with every command of ENet, and the result of the walk. Columns: name, bytes, whether there is a checksum,
// the fields from the first command on. And malformed datagrams, each with one error.
#pragma once

#include "codec/core/problem.h"

namespace godot::test {

struct EnetVector {
  const char* name;
  const char* hex;
  bool checksum;
  const char* fields;
};

inline constexpr EnetVector enet_vectors[] = {
    {"acknowledge", "0001 01 02 1234 1234 abcd", false,
     "command=1 command.unsequenced=false command.acknowledge=false channel=2 reliable_sequence=4660 "
     "acknowledge.reliable_sequence=4660 acknowledge.sent_time=43981"},
    {"connect",
     "8fff 1234 82 ff 0001 0000 ff ff 00000578 00010000 00000003 00000000 00000064 00001388 00000002 00000002 deadbeef "
     "2a6b7c8d",
     false,
     "command=2 command.unsequenced=false command.acknowledge=true channel=255 reliable_sequence=1 outgoing_peer_id=0 "
     "incoming_session_id=255 outgoing_session_id=255 mtu=1400 window_size=65536 channel_count=3 incoming_bandwidth=0 "
     "outgoing_bandwidth=100 throttle.interval=5000 throttle.acceleration=2 throttle.deceleration=2 "
     "connect_id=3735928559 connect.data=711687309"},
    {"verify_connect",
     "b000 0007 83 ff 0001 0005 01 02 00000570 00008000 000000ff 00000101 00000000 00001388 00000002 00000002 deadbeef",
     false,
     "command=3 command.unsequenced=false command.acknowledge=true channel=255 reliable_sequence=1 outgoing_peer_id=5 "
     "incoming_session_id=1 outgoing_session_id=2 mtu=1392 window_size=32768 channel_count=255 incoming_bandwidth=257 "
     "outgoing_bandwidth=0 throttle.interval=5000 throttle.acceleration=2 throttle.deceleration=2 "
     "connect_id=3735928559"},
    {"disconnect", "9001 ffff 84 ff 0009 00000007", false,
     "command=4 command.unsequenced=false command.acknowledge=true channel=255 reliable_sequence=9 disconnect.data=7"},
    {"disconnect_now", "1001 44 ff 0000 80000000", false,
     "command=4 command.unsequenced=true command.acknowledge=false channel=255 reliable_sequence=0 "
     "disconnect.data=2147483648"},
    {"ping", "8000 0000 85 ff ffff", false,
     "command=5 command.unsequenced=false command.acknowledge=true channel=255 reliable_sequence=65535"},
    {"send_reliable", "8000 0001 86 00 0002 0003 616263", false,
     "command=6 command.unsequenced=false command.acknowledge=true channel=0 reliable_sequence=2 data.length=3 "
     "payload=616263"},
    {"send_reliable_empty", "8000 0001 86 00 0002 0000", false,
     "command=6 command.unsequenced=false command.acknowledge=true channel=0 reliable_sequence=2 data.length=0"},
    {"send_unreliable", "0fa0 07 fe 0002 0100 0001 00", false,
     "command=7 command.unsequenced=false command.acknowledge=false channel=254 reliable_sequence=2 "
     "unreliable_sequence=256 data.length=1 payload=00"},
    {"send_fragment", "8000 0001 88 01 0011 0010 0002 00000003 00000001 00000006 00000002 6364", false,
     "command=8 command.unsequenced=false command.acknowledge=true channel=1 reliable_sequence=17 "
     "fragment.start_sequence=16 data.length=2 fragment.count=3 fragment.number=1 fragment.total_length=6 "
     "fragment.offset=2 payload=6364"},
    {"send_unsequenced", "0000 49 02 0000 8001 0004 01020304", false,
     "command=9 command.unsequenced=true command.acknowledge=false channel=2 reliable_sequence=0 "
     "unsequenced_group=32769 data.length=4 payload=01020304"},
    {"bandwidth_limit", "8000 0001 8a ff 0003 00010000 ffffffff", false,
     "command=10 command.unsequenced=false command.acknowledge=true channel=255 reliable_sequence=3 "
     "incoming_bandwidth=65536 outgoing_bandwidth=4294967295"},
    {"throttle_configure", "8000 0001 8b ff 0003 00001388 00000002 00000004", false,
     "command=11 command.unsequenced=false command.acknowledge=true channel=255 reliable_sequence=3 "
     "throttle.interval=5000 throttle.acceleration=2 throttle.deceleration=4"},
    // As many fragments, and as long a message, as ENet takes (ENET_PROTOCOL_MAXIMUM_FRAGMENT_COUNT,
    // ENET_HOST_DEFAULT_MAXIMUM_PACKET_SIZE).
    {"the last fragment of the longest message",
     "8000 0001 88 01 0011 0010 0001 00100000 000fffff 02000000 01ffffff 64", false,
     "command=8 command.unsequenced=false command.acknowledge=true channel=1 reliable_sequence=17 "
     "fragment.start_sequence=16 data.length=1 fragment.count=1048576 fragment.number=1048575 "
     "fragment.total_length=33554432 fragment.offset=33554431 payload=64"},
    {"fragments of one byte", "8000 0001 88 01 0011 0010 0001 00000002 00000001 00000002 00000001 64", false,
     "command=8 command.unsequenced=false command.acknowledge=true channel=1 reliable_sequence=17 "
     "fragment.start_sequence=16 data.length=1 fragment.count=2 fragment.number=1 fragment.total_length=2 "
     "fragment.offset=1 payload=64"},
    {"send_unreliable_fragment", "0000 0c 00 0000 0005 0001 00000002 00000001 00000002 00000001 ff", false,
     "command=12 command.unsequenced=false command.acknowledge=false channel=0 reliable_sequence=0 "
     "fragment.start_sequence=5 data.length=1 fragment.count=2 fragment.number=1 fragment.total_length=2 "
     "fragment.offset=1 payload=ff"},
    {"three commands", "8000 0001 01 00 0007 0007 0102 85 ff 0004 86 03 0008 0001 2a", false,
     "command=1 command.unsequenced=false command.acknowledge=false channel=0 reliable_sequence=7 "
     "acknowledge.reliable_sequence=7 acknowledge.sent_time=258 command=5 command.unsequenced=false "
     "command.acknowledge=true channel=255 reliable_sequence=4 command=6 command.unsequenced=false "
     "command.acknowledge=true channel=3 reliable_sequence=8 data.length=1 payload=2a"},
    {"checksum", "8000 0001 01020304 85 ff 0004", true,
     "command=5 command.unsequenced=false command.acknowledge=true channel=255 reliable_sequence=4"},
    {"checksum without a sent time", "2003 01020304 01 00 0007 0007 0102", true,
     "command=1 command.unsequenced=false command.acknowledge=false channel=0 reliable_sequence=7 "
     "acknowledge.reliable_sequence=7 acknowledge.sent_time=258"},
};

struct EnetMalformed {
  const char* reason;
  const char* hex;
  bool checksum;
  Problem::Code code;
  Offset offset;
  const char* field;     ///< without "enet."
  std::size_t commands;  ///< valid ones before it
};

using enum Problem::Code;

inline constexpr EnetMalformed enet_malformed[] = {
    // --- The header
    {"no bytes at all", "", false, truncated, 0, "header", 0},
    {"half a peer word", "00", false, truncated, 0, "header", 0},
    {"no sent time", "8000", false, truncated, 2, "sent_time", 0},
    {"half a sent time", "8000 00", false, truncated, 2, "sent_time", 0},
    {"no checksum", "8000 0001", true, truncated, 4, "checksum", 0},
    {"part of a checksum", "0000 010203", true, truncated, 2, "checksum", 0},
    {"nothing compressed", "4000", false, truncated, 2, "compressed_data", 0},
    // --- The command's header
    {"command 0", "0000 00 00 0000", false, unknown_type, 2, "command", 0},
    {"command 13", "0000 0d 00 0000", false, unknown_type, 2, "command", 0},
    {"command 15 with flags", "0000 cf 00 0000", false, unknown_type, 2, "command", 0},
    {"no channel", "8000 0000 85", false, truncated, 5, "channel", 0},
    {"no sequence", "8000 0000 85 ff", false, truncated, 6, "reliable_sequence", 0},
    {"half a sequence", "8000 0000 85 ff 00", false, truncated, 6, "reliable_sequence", 0},
    {"half a command after a good one", "8000 0000 85 ff 0001 85 ff", false, truncated, 10, "reliable_sequence", 1},
    {"unknown command after two good ones", "8000 0000 85 ff 0001 01 00 0001 0001 0000 00", false, unknown_type, 16,
     "command", 2},
    // --- The fixed parts
    {"acknowledge without a sent time", "0001 01 02 1234 1234", false, truncated, 8, "acknowledge.sent_time", 0},
    {"connect without its data",
     "8fff 1234 82 ff 0001 0000 ff ff 00000578 00010000 00000003 00000000 00000064 00001388 00000002 00000002 deadbeef",
     false, truncated, 48, "connect.data", 0},
    {"verify connect cut in its connect id",
     "b000 0007 83 ff 0001 0005 01 02 00000570 00008000 000000ff 00000101 00000000 00001388 00000002 00000002 dead",
     false, truncated, 44, "connect_id", 0},
    {"disconnect without data", "9001 ffff 84 ff 0009", false, truncated, 8, "disconnect.data", 0},
    {"reliable without a length", "8000 0001 86 00 0002 00", false, truncated, 8, "data.length", 0},
    {"unreliable without a length", "0000 07 00 0002 0100", false, truncated, 8, "data.length", 0},
    {"unsequenced without a group", "0000 49 00 0000", false, truncated, 6, "unsequenced_group", 0},
    {"fragment without an offset", "8000 0001 88 01 0011 0010 0002 00000003 00000001 00000006 0000", false, truncated,
     24, "fragment.offset", 0},
    {"bandwidth limit with one", "8000 0001 8a ff 0003 00010000", false, truncated, 12, "outgoing_bandwidth", 0},
    {"throttle without deceleration", "8000 0001 8b ff 0003 00001388 00000002", false, truncated, 16,
     "throttle.deceleration", 0},
    // --- Payloads
    {"reliable payload too short", "8000 0001 86 00 0002 0004 616263", false, truncated, 10, "payload", 0},
    {"unreliable payload missing", "0000 07 00 0002 0100 0001", false, truncated, 10, "payload", 0},
    {"unsequenced payload of 65535 bytes", "0000 49 00 0000 0001 ffff 00", false, truncated, 10, "payload", 0},
    {"fragment payload too short", "8000 0001 88 01 0011 0010 0003 00000003 00000001 00000006 00000002 6364", false,
     truncated, 28, "payload", 0},
    // --- Fragments that contradict themselves
    {"fragment 3 of 3", "8000 0001 88 01 0011 0010 0002 00000003 00000003 00000006 00000002 6364", false, out_of_range,
     16, "fragment.number", 0},
    {"fragment of none", "8000 0001 88 01 0011 0010 0002 00000000 00000000 00000006 00000002 6364", false, out_of_range,
     16, "fragment.number", 0},
    {"more than a million fragments", "8000 0001 88 01 0011 0010 0002 00100001 00000000 00200000 00000002 6364", false,
     out_of_range, 12, "fragment.count", 0},
    {"message of more than 32 MiB", "8000 0001 88 01 0011 0010 0002 00000003 00000001 02000001 00000002 6364", false,
     out_of_range, 20, "fragment.total_length", 0},
    {"fragment at the message's end", "8000 0001 88 01 0011 0010 0002 00000003 00000001 00000006 00000006 6364", false,
     out_of_range, 24, "fragment.offset", 0},
    {"fragment beyond the message's end", "8000 0001 88 01 0011 0010 0002 00000003 00000001 00000006 00000005 6364",
     false, out_of_range, 10, "data.length", 0},
    {"fewer bytes than fragments", "8000 0001 88 01 0011 0010 0002 00000007 00000001 00000006 00000002 6364", false,
     length_mismatch, 20, "fragment.total_length", 0},
    {"reliable fragment without bytes", "8000 0001 88 01 0011 0010 0000 00000003 00000001 00000006 00000002", false,
     length_mismatch, 10, "data.length", 0},
    {"unreliable fragment beyond the end", "0000 0c 00 0000 0005 0001 00000002 00000001 00000002 00000002 ff", false,
     out_of_range, 24 - 2, "fragment.offset", 0},
};

}  // namespace godot::test

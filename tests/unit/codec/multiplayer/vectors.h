// SPDX-License-Identifier: MIT
// Messages with every command, width and flag of both generations, written by hand from the format's description, not
// by an engine, with the result of the walk. Columns: name, way to read it, bytes, fields without "godot." and without
// those of Variants, texts of the values, facts.
#pragma once

namespace godot::test {

struct MultiplayerVector {
  const char* name;
  const char* how;
  const char* hex;
  const char* fields;
  const char* values;
  const char* facts;
};

inline constexpr MultiplayerVector multiplayer_vectors[] = {
    // --- 4.x: remote call
    {"call, no argument", "scene", "80 07 03",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=true node.id=7 rpc.method_id=3", "",
     "call; node 7; method #3; arguments 0 bytes; end"},
    {"call, node of 2 bytes", "scene", "90 2c01 03",
     "command=0 command.code=0 node.id_width=1 rpc.method_id_width=0 rpc.bytes_only=true node.id=300 rpc.method_id=3",
     "", "call; node 300; method #3; arguments 0 bytes; end"},
    {"call, node of 4 bytes", "scene", "a0 70110100 03",
     "command=0 command.code=0 node.id_width=2 rpc.method_id_width=0 rpc.bytes_only=true node.by_path=false "
     "node.id=70000 rpc.method_id=3",
     "", "call; node 70000; method #3; arguments 0 bytes; end"},
    {"call, node by path", "scene", "a0 06000080 00 4d61696e00",
     "command=0 command.code=0 node.id_width=2 rpc.method_id_width=0 rpc.bytes_only=true node.by_path=true "
     "node.path_offset=6 rpc.method_id=0 node.path=Main",
     "", "call; node 'Main'; method #0; arguments 0 bytes; end"},
    {"call, method of 2 bytes", "scene", "c0 07 0001",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=1 rpc.bytes_only=true node.id=7 rpc.method_id=256 "
     "rpc.configured=false",
     "", "call; node 7; method #256; arguments 0 bytes; end"},
    {"call, method of the node's configuration", "scene", "c0 07 0180",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=1 rpc.bytes_only=true node.id=7 rpc.method_id=32769 "
     "rpc.configured=true",
     "", "call; node 7; method #32769; arguments 0 bytes; end"},
    {"call, bytes", "scene", "80 07 03 0102ff",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=true node.id=7 rpc.method_id=3",
     "PackedByteArray(1, 2, 255)", "call; node 7; method #3; arguments 1 bytes; end"},
    {"call, bytes before a path", "scene", "e0 0a000080 0401 000000 412fc3a900",
     "command=0 command.code=0 node.id_width=2 rpc.method_id_width=1 rpc.bytes_only=true node.by_path=true "
     "node.path_offset=10 rpc.method_id=260 rpc.configured=false node.path=A/é",
     "PackedByteArray(0, 0, 0)", "call; node 'A/é'; method #260; arguments 1 bytes; end"},
    {"call, counted, none", "scene", "00 07 03 00",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=0",
     "", "call; node 7; method #3; arguments 0; end"},
    {"call, short bools and ints", "scene", "00 07 03 06 01 81 0280 427fff 82ff7fffff c20000008000000000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=6",
     "false | true | -128 | -129 | -32769 | 2147483648", "call; node 7; method #3; arguments 6; end"},
    {"call, other greatest and least ints", "scene",
     "00 07 03 06 027f 428000 42ff7f 82ffffff7f c20000000000000080 c2ffffffffffffff7f",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=6",
     "127 | 128 | 32767 | 2147483647 | -9223372036854775808 | 9223372036854775807",
     "call; node 7; method #3; arguments 6; end"},
    {"call, plain values between short ones", "scene",
     "00 07 03 06 00000000 040000000300000068c3a900 81 050000000000c03f000000c0 030000000000003f "
     "1c0000000200000002000000010000000100000001000000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=6",
     "null | \"hé\" | true | Vector2(1.5, -2) | 0.5 | [1, true]", "call; node 7; method #3; arguments 6; end"},
    {"call, wide and typed values", "scene",
     "00 07 03 03 030001009a9999999999b93f 05000100000000000000f83f00000000000000c0 "
     "1c00010002000000010000000200000003000000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=3",
     "0.1 | Vector2(1.5, -2) | Array[int]([3])", "call; node 7; method #3; arguments 3; end"},
    {"call, freed objects", "scene", "00 07 03 03 18000000 0205 18000000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=3",
     "null | 5 | null", "call; node 7; method #3; arguments 3; end"},
    {"call, a freed object alone", "scene", "00 07 03 01 18000000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=1",
     "null", "call; node 7; method #3; arguments 1; end"},
    {"call, a freed object before text", "scene", "00 07 03 02 18000000 040000000200000061620000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=2",
     "null | \"ab\"", "call; node 7; method #3; arguments 2; end"},
    {"call, an object by its id", "scene", "00 07 03 01 180001004d00000000000000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=1",
     "Object(EncodedObjectAsID,\"object_id\":77)", "call; node 7; method #3; arguments 1; end"},
    {"call, a whole object", "scene",
     "00 07 03 01 18000000040000004e6f646501000000040000006e616d65040000000100000041000000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=1",
     "Object(Node,\"name\":\"A\")", "call; node 7; method #3; arguments 1; end"},
    {"call, an argument before a path", "scene", "20 09000080 01 01 0204 4d61696e2f506c6179657200",
     "command=0 command.code=0 node.id_width=2 rpc.method_id_width=0 rpc.bytes_only=false node.by_path=true "
     "node.path_offset=9 rpc.method_id=1 rpc.argument_count=1 node.path=Main/Player",
     "4", "call; node 'Main/Player'; method #1; arguments 1; end"},
    {"call, bytes between arguments and path", "scene", "20 0b000080 01 01 0204 0909 4d61696e00",
     "command=0 command.code=0 node.id_width=2 rpc.method_id_width=0 rpc.bytes_only=false node.by_path=true "
     "node.path_offset=11 rpc.method_id=1 rpc.argument_count=1 trailing=0909 node.path=Main",
     "4", "call; node 'Main'; method #1; arguments 1; end"},
    {"call, path without NUL", "scene", "a0 06000080 00 4d61696e",
     "command=0 command.code=0 node.id_width=2 rpc.method_id_width=0 rpc.bytes_only=true node.by_path=true "
     "node.path_offset=6 rpc.method_id=0 node.path=Main",
     "", "call; node 'Main'; method #0; arguments 0 bytes; end"},
    {"call, bytes after the arguments", "scene", "00 07 03 01 81 08",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=1 trailing=08",
     "true", "call; node 7; method #3; arguments 1; end"},
    {"call, reserved bit", "scene", "88 07 03",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=true node.id=7 rpc.method_id=3", "",
     "call; node 7; method #3; arguments 0 bytes; end"},
    // --- 4.x: paths
    {"simplify path", "scene",
     "01 643431643863643938663030623230346539383030393938656366383432376500 02000000 4d61696e2f5370c3a4776e657200",
     "command=1 command.code=1 path.methods_md5=d41d8cd98f00b204e9800998ecf8427e path.id=2 path.name=Main/Späwner", "",
     "simplify; announced 2 'Main/Späwner' d41d8cd98f00b204e9800998ecf8427e; end"},
    {"confirm path by id", "scene", "02 01 01000000", "command=2 command.code=2 path.valid=true path.id=1", "",
     "confirm; confirmed 1; end"},
    {"confirm path by id, great", "scene", "02 01 61626301",
     "command=2 command.code=2 path.valid=true path.id=23290465", "", "confirm; confirmed 23290465; end"},
    {"confirm path by id, mismatch", "scene", "02 00 2c010000", "command=2 command.code=2 path.valid=false path.id=300",
     "", "confirm; confirmed 300 mismatch; end"},
    {"confirm path by path", "scene", "02 01 4d61696e2f506c6179657200",
     "command=2 command.code=2 path.valid=true path.name=Main/Player", "", "confirm; confirmed 'Main/Player'; end"},
    {"confirm path by path, one letter", "scene", "02 00 4100", "command=2 command.code=2 path.valid=false path.name=A",
     "", "confirm; confirmed 'A' mismatch; end"},
    {"confirm path of six bytes, three letters", "scene", "02 01 61626300",
     "command=2 command.code=2 path.valid=true path.name=abc", "", "confirm; confirmed 'abc'; end"},
    {"confirm path of six bytes, known to be an id", "scene by_id", "02 01 61626300",
     "command=2 command.code=2 path.valid=true path.id=6513249", "", "confirm; confirmed 6513249; end"},
    {"confirm path of six bytes, known to be a path", "scene by_path", "02 01 c3a93100",
     "command=2 command.code=2 path.valid=true path.name=é1", "", "confirm; confirmed 'é1'; end"},
    // --- 4.x: raw
    {"raw", "scene", "03 68656c6c6f", "command=3 command.code=3 raw.data=68656c6c6f", "", "raw; bytes 68656c6c6f; end"},
    // --- 4.x: spawn
    {"spawn, scene, nothing else", "scene", "04 00 01000000 05000000 00000000 02000000 4100",
     "command=4 command.code=4 spawn.scene_id=0 spawn.spawner=1 spawn.net_id=5 spawn.sync_count=0 spawn.name_length=2 "
     "spawn.name=A",
     "", "spawn; spawn 'A' scene 0 spawner 1 net id 5; end"},
    {"spawn, scene, synchronizers and state", "scene",
     "04 03 01000000 05000000 02000000 07000000 06000000 07000000 456e656d793100 050000000000803f00000040 025a 01",
     "command=4 command.code=4 spawn.scene_id=3 spawn.spawner=1 spawn.net_id=5 spawn.sync_count=2 spawn.name_length=7 "
     "spawn.sync_ids=6 spawn.sync_ids=7 spawn.name=Enemy1",
     "Vector2(1, 2) | 90 | false", "spawn; spawn 'Enemy1' scene 3 spawner 1 net id 5 synchronizers 6,7; end"},
    {"spawn, function", "scene", "04 ff 01000000 05000000 00000000 03000000 433000 08000000 0400000000000000",
     "command=4 command.code=4 spawn.scene_id=255 spawn.spawner=1 spawn.net_id=5 spawn.sync_count=0 "
     "spawn.name_length=3 spawn.name=C0 spawn.argument_size=8",
     "\"\"", "spawn; spawn 'C0' scene 255 spawner 1 net id 5; end"},
    {"spawn, function, short argument, state", "scene",
     "04 ff 01000000 05000000 01000000 03000000 06000000 433000 02000000 0207 04000000050000007374617465000000 81",
     "command=4 command.code=4 spawn.scene_id=255 spawn.spawner=1 spawn.net_id=5 spawn.sync_count=1 "
     "spawn.name_length=3 spawn.sync_ids=6 spawn.name=C0 spawn.argument_size=2",
     "7 | \"state\" | true", "spawn; spawn 'C0' scene 255 spawner 1 net id 5 synchronizers 6; end"},
    {"spawn, function, an object as its argument, and two in its state", "scene",
     "04 ff 01000000 05000000 00000000 03000000 433000 0c000000 180001003930000000000000 180001003a30000000000000 81 "
     "180001003b30000000000000",
     "command=4 command.code=4 spawn.scene_id=255 spawn.spawner=1 spawn.net_id=5 spawn.sync_count=0 "
     "spawn.name_length=3 spawn.name=C0 spawn.argument_size=12",
     "Object(EncodedObjectAsID,\"object_id\":12345) | Object(EncodedObjectAsID,\"object_id\":12346) | true | "
     "Object(EncodedObjectAsID,\"object_id\":12347)",
     "spawn; spawn 'C0' scene 255 spawner 1 net id 5; argument object id; state object ids 5; end"},
    {"spawn, a name like the engine makes them", "scene",
     "04 01 01000000 05000000 00000000 0d000000 404e6f64653244403132333400",
     "command=4 command.code=4 spawn.scene_id=1 spawn.spawner=1 spawn.net_id=5 spawn.sync_count=0 spawn.name_length=13 "
     "spawn.name=@Node2D@1234",
     "", "spawn; spawn '@Node2D@1234' scene 1 spawner 1 net id 5; end"},
    {"despawn", "scene", "05 0c000000", "command=5 command.code=5 despawn.net_id=12", "", "despawn; despawn 12; end"},
    // --- 4.x: sync
    {"sync, one", "scene", "06 ffff 06000000 03000000 0201 81",
     "command=6 command.code=6 sync.delta=false sync.time=65535 sync.net_id=6 sync.by_path=false sync.size=3",
     "1 | true", "sync; time 65535; net id 6 size 3; values 2; end"},
    {"sync, two, one of them by path", "scene",
     "06 0100 06000000 0c000000 05000000000000000000803f 02000080 02000000 0203",
     "command=6 command.code=6 sync.delta=false sync.time=1 sync.net_id=6 sync.by_path=false sync.size=12 "
     "sync.net_id=2147483650 sync.by_path=true node.id=2 sync.size=2",
     "Vector2(0, 1) | 3", "sync; time 1; net id 6 size 12; values 1; path id 2 size 2; values 1; end"},
    {"delta", "scene", "16 06000000 0500000000000000 03000000 0201 01",
     "command=6 command.code=6 sync.delta=true sync.net_id=6 sync.by_path=false sync.indexes=5 sync.size=3",
     "1 | false", "sync; delta; net id 6 size 3 indexes 5; values 2; end"},
    {"delta, the last of 64 properties", "scene",
     "16 06000000 0000000000000080 01000000 81 07000000 0200000000000000 04000000 00000000",
     "command=6 command.code=6 sync.delta=true sync.net_id=6 sync.by_path=false sync.indexes=9223372036854775808 "
     "sync.size=1 sync.net_id=7 sync.by_path=false sync.indexes=2 sync.size=4",
     "true | null",
     "sync; delta; net id 6 size 1 indexes 9223372036854775808; values 1; net id 7 size 4 indexes 2; values 1; end"},
    {"sync, too little left for another one", "scene", "06 0100 06000000 01000000 81 0000000000000000",
     "command=6 command.code=6 sync.delta=false sync.time=1 sync.net_id=6 sync.by_path=false sync.size=1 "
     "trailing=0000000000000000",
     "true", "sync; time 1; net id 6 size 1; values 1; end"},
    {"delta, more marked than sent", "scene", "16 06000000 0700000000000000 01000000 01",
     "command=6 command.code=6 sync.delta=true sync.net_id=6 sync.by_path=false sync.indexes=7 sync.size=1", "false",
     "sync; delta; net id 6 size 1 indexes 7; values 1; end"},
    {"sync, objects that are sent as their ids, and a freed one", "scene",
     "06 0100 06000000 2e000000 0202 180001003930000000000000 1c00000002000000 0200000001000000 "
     "180001003a30000000000000 18000000",
     "command=6 command.code=6 sync.delta=false sync.time=1 sync.net_id=6 sync.by_path=false sync.size=46",
     "2 | Object(EncodedObjectAsID,\"object_id\":12345) | [1, Object(EncodedObjectAsID,\"object_id\":12346)] | null",
     "sync; time 1; net id 6 size 46; values 4 object ids 6; end"},
    {"sync, ids of objects in the first of two", "scene",
     "06 0100 06000000 0c000000 180001003930000000000000 07000000 01000000 81",
     "command=6 command.code=6 sync.delta=false sync.time=1 sync.net_id=6 sync.by_path=false sync.size=12 "
     "sync.net_id=7 sync.by_path=false sync.size=1",
     "Object(EncodedObjectAsID,\"object_id\":12345) | true",
     "sync; time 1; net id 6 size 12; values 1 object ids 1; net id 7 size 1; values 1; end"},
    {"delta, a Dictionary with an object", "scene",
     "16 06000000 0400000000000000 1c000000 1b00000001000000 0200000001000000 180001003930000000000000",
     "command=6 command.code=6 sync.delta=true sync.net_id=6 sync.by_path=false sync.indexes=4 sync.size=28",
     "{1: Object(EncodedObjectAsID,\"object_id\":12345)}",
     "sync; delta; net id 6 size 28 indexes 4; values 1 object ids 1; end"},
    // --- 4.x: system
    {"authentication", "scene", "07 00 736563726574",
     "command=7 command.code=7 system.command=0 auth.data=736563726574", "",
     "system; authenticate; bytes 736563726574; end"},
    {"authentication complete", "scene", "07 00", "command=7 command.code=7 system.command=0", "",
     "system; authenticate; bytes ; end"},
    {"add peer", "scene", "07 01 ffffff7f", "command=7 command.code=7 system.command=1 system.peer=2147483647", "",
     "system; add 2147483647; added 2147483647; end"},
    {"delete peer", "scene", "07 02 02000000", "command=7 command.code=7 system.command=2 system.peer=2", "",
     "system; delete 2; removed 2; end"},
    {"relay, raw to all but the server", "scene", "07 03 ffffffff 03 78",
     "command=7 command.code=7 system.command=3 system.peer=-1 command=3 command.code=3 raw.data=78", "",
     "system; relay -1; relayed raw; bytes 78; end; end"},
    {"relay, call by path", "scene", "07 03 05000000 20 09000080 01 01 0204 4d61696e00",
     "command=7 command.code=7 system.command=3 system.peer=5 command=0 command.code=0 node.id_width=2 "
     "rpc.method_id_width=0 rpc.bytes_only=false node.by_path=true node.path_offset=9 rpc.method_id=1 "
     "rpc.argument_count=1 node.path=Main",
     "4", "system; relay 5; relayed call; node 'Main'; method #1; arguments 1; end; end"},
    {"relay, sync", "scene", "07 03 00000000 06 0900 01000080 01000000 81",
     "command=7 command.code=7 system.command=3 system.peer=0 command=6 command.code=6 sync.delta=false sync.time=9 "
     "sync.net_id=2147483649 sync.by_path=true node.id=1 sync.size=1",
     "true", "system; relay 0; relayed sync; time 9; path id 1 size 1; values 1; end; end"},
    {"relay, function spawn", "scene", "07 03 00000000 04 ff 01000000 05000000 00000000 02000000 4100 01000000 81 0202",
     "command=7 command.code=7 system.command=3 system.peer=0 command=4 command.code=4 spawn.scene_id=255 "
     "spawn.spawner=1 spawn.net_id=5 spawn.sync_count=0 spawn.name_length=2 spawn.name=A spawn.argument_size=1",
     "true | 2", "system; relay 0; relayed spawn; spawn 'A' scene 255 spawner 1 net id 5; end; end"},
    {"4.x over WebSocket: the id", "assigned", "87d61200", "websocket.assigned_id=1234567", "", "assigned 1234567"},
    // --- Redot 26.3: structs, and states in half precision
    {"call, a struct", "redot",
     "00 07 03 01 27000000 0100000045000000 01000000 01000000 0100000078000000 03000000696e7400 01000000 00000000 "
     "00000000 "
     "0200000000000000 0200000003000000",
     "command=0 command.code=0 node.id_width=0 rpc.method_id_width=0 rpc.bytes_only=false node.id=7 rpc.method_id=3 "
     "rpc.argument_count=1",
     "Struct[E](3)", "call; node 7; method #3; arguments 1; end"},
    {"sync, halves of every type", "redot",
     "06 0100 02000000 2c000000 03003e 05003c00c0 0900380039003a 0c003c004000420044 0f000000000000003c "
     "14003c00380034003c 0281",
     "command=6 command.code=6 sync.delta=false sync.time=1 sync.net_id=2 sync.by_path=false sync.size=44",
     "1.5 | Vector2(1, -2) | Vector3(0.5, 0.625, 0.75) | Vector4(1, 2, 3, 4) | Quaternion(0, 0, 0, 1) | "
     "Color(1, 0.5, 0.25, 1) | -127",
     "sync; time 1; net id 2 size 44; values 7; end"},
    {"sync, a half and a plain Vector2", "redot", "06 0100 02000000 11000000 05003c00c0 05000000 0000803f00000040",
     "command=6 command.code=6 sync.delta=false sync.time=1 sync.net_id=2 sync.by_path=false sync.size=17",
     "Vector2(1, -2) | Vector2(1, 2)", "sync; time 1; net id 2 size 17; values 2; end"},
    {"sync, plain", "redot", "06 0100 02000000 0c000000 05000000 0000803f00000040",
     "command=6 command.code=6 sync.delta=false sync.time=1 sync.net_id=2 sync.by_path=false sync.size=12",
     "Vector2(1, 2)", "sync; time 1; net id 2 size 12; values 1; end"},
    {"changes, the least and the greatest halves", "redot", "16 02000000 0100000000000000 09000000 0c0100ff7b007cff03",
     "command=6 command.code=6 sync.delta=true sync.net_id=2 sync.by_path=false sync.indexes=1 "
     "sync.size=9",
     "Vector4(5.9604645e-08, 65504, inf, 6.097555e-05)", "sync; delta; net id 2 size 9 indexes 1; values 1; end"},
    // --- 2.1 to 3.6: commands without a carrier
    {"call, no argument", "named", "00 01000000 6669726500 00",
     "command=0 command.code=0 node.by_path=false node.id=1 rpc.method=fire rpc.argument_count=0", "",
     "call; node 1; method fire; arguments 0; end"},
    {"call, arguments", "named",
     "00 01000000 6d6f766500 03 02000000fbffffff 040000000300000068c3a900 050000000000c03f000000c0",
     "command=0 command.code=0 node.by_path=false node.id=1 rpc.method=move rpc.argument_count=3",
     "-5 | \"hé\" | Vector2( 1.5, -2 )", "call; node 1; method move; arguments 3; end"},
    {"call, by path", "named", "00 13000080 6d6f766500 01 0200000007000000 4d61696e2f506c6179657200",
     "command=0 command.code=0 node.by_path=true node.path_offset=19 rpc.method=move rpc.argument_count=1 "
     "node.path=Main/Player",
     "7", "call; node 'Main/Player'; method move; arguments 1; end"},
    {"call, types of Godot 2", "godot2",
     "00 03000000 6600 02 15000000010000800200000004000000 09000000000000000000803f0000000000000040",
     "command=0 command.code=0 node.by_path=false node.id=3 rpc.method=f rpc.argument_count=2",
     "[ 4 ] | Plane( 0, 1, 0, 2 )", "call; node 3; method f; arguments 2; end"},
    {"call, by absolute path", "godot2", "00 08000080 6600 00 2f726f6f742f4d61696e00",
     "command=0 command.code=0 node.by_path=true node.path_offset=8 rpc.method=f rpc.argument_count=0 "
     "node.path=/root/Main",
     "", "call; node '/root/Main'; method f; arguments 0; end"},
    {"set", "named", "01 02000000 705f73636f726500 0200000064000000",
     "command=129 command.code=1 node.by_path=false node.id=2 set.property=p_score", "100",
     "set; node 2; property p_score; end"},
    {"set, by path", "named", "01 0b000080 6e00 00000000 412f4200",
     "command=129 command.code=1 node.by_path=true node.path_offset=11 set.property=n node.path=A/B", "null",
     "set; node 'A/B'; property n; end"},
    {"simplify path", "named", "02 01000000 4d61696e00", "command=1 command.code=2 path.id=1 path.name=Main", "",
     "simplify; announced 1 'Main'; end"},
    {"simplify path, the root", "named", "02 00093d00 2e00", "command=1 command.code=2 path.id=4000000 path.name=.", "",
     "simplify; announced 4000000 '.'; end"},
    {"confirm path", "named", "03 4d61696e2f526f6c657300", "command=2 command.code=3 path.name=Main/Roles", "",
     "confirm; confirmed 'Main/Roles'; end"},
    {"raw", "named", "04 00", "command=3 command.code=4 raw.data=00", "", "raw; bytes 00; end"},
    // --- 2.1 to 3.6: carriers
    {"ENet, 8 bytes", "enet_8", "01000000 b3ffffff 04 7a",
     "peer.source=1 peer.target=-77 command=3 command.code=4 raw.data=7a", "", "header 1>-77; raw; bytes 7a; end"},
    {"ENet, 8 bytes, a path", "enet_8", "63000000 01000000 00 08000080 6600 00 4d61696e00",
     "peer.source=99 peer.target=1 command=0 command.code=0 node.by_path=true node.path_offset=8 rpc.method=f "
     "rpc.argument_count=0 node.path=Main",
     "", "header 99>1; call; node 'Main'; method f; arguments 0; end"},
    {"ENet, 12 bytes", "enet_12", "01000000 00000000 02000000 01 01000000 7800 0100000001000000",
     "peer.source=1 peer.target=0 header.packet_flags=2 command=129 command.code=1 node.by_path=false node.id=1 "
     "set.property=x",
     "true", "header 1>0 flags 2; set; node 1; property x; end"},
    {"ENet, a peer has come", "config", "00000000 fdff202d", "config.message=0 config.peer=757137405", "",
     "added 757137405"},
    {"ENet, a peer has gone", "config", "01000000 02000000", "config.message=1 config.peer=2", "", "removed 2"},
    {"WebSocket, a message", "websocket", "00 05000000 00000000 04 7a",
     "websocket.type=0 peer.source=5 peer.target=0 command=3 command.code=4 raw.data=7a", "",
     "header 5>0; raw; bytes 7a; end"},
    {"WebSocket, a peer has come", "websocket", "01 01000000 00000000 01000000",
     "websocket.type=1 peer.source=1 peer.target=0 websocket.peer=1", "", "header 1>0; added 1"},
    {"WebSocket, a peer has gone", "websocket", "02 01000000 00000000 4d000000",
     "websocket.type=2 peer.source=1 peer.target=0 websocket.peer=77", "", "header 1>0; removed 77"},
    {"WebSocket, the id", "websocket", "03 01000000 00000000 4d000000",
     "websocket.type=3 peer.source=1 peer.target=0 websocket.assigned_id=77", "", "header 1>0; assigned 77"},
    // --- 2.1 to 3.6: packets without an API
    {"ENet, 8 bytes, a packet", "packet_8", "01000000 b3ffffff 020000002a000000",
     "peer.source=1 peer.target=-77 packet.data=020000002a000000", "",
     "header 1>-77; packet; bytes 020000002a000000; end"},
    {"ENet, 8 bytes, an empty packet", "packet_8", "01000000 00000000", "peer.source=1 peer.target=0", "",
     "header 1>0; packet; bytes ; end"},
    {"ENet, 12 bytes, a packet", "packet_12", "01000000 00000000 01000000 7a",
     "peer.source=1 peer.target=0 header.packet_flags=1 packet.data=7a", "",
     "header 1>0 flags 1; packet; bytes 7a; end"},
    {"WebSocket, a packet", "packet_websocket", "00 05000000 00000000 7a",
     "websocket.type=0 peer.source=5 peer.target=0 packet.data=7a", "", "header 5>0; packet; bytes 7a; end"},
};

}  // namespace godot::test

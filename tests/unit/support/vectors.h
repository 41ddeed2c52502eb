// SPDX-License-Identifier: MIT
// One row per type and dialect, with the forms of the type: its bytes and their full meaning, written from the format's
// description. Columns: name, dialect, double precision, bytes, type, text, leaves ("filter=value" without
// "godot.variant.", without the type's own fields and without a shared bit that is not set).
#pragma once

namespace godot::test {

struct Vector {
  const char* name;
  const char* dialect;
  bool double_;
  const char* hex;
  const char* type;
  const char* text;
  const char* leaves;
};

inline constexpr Vector vectors[] = {
    // --- godot2
    {"Nil", "godot2", false, "00000000", "Nil", "null", ""},
    {"bool", "godot2", false, "01000000 01000000", "bool", "true", "bool=true"},
    {"int", "godot2", false, "02000000 d6ffffff", "int", "-42", "int=-42"},
    {"real", "godot2", false, "03000000 0000003f", "real", "0.5", "float=0.5"},
    {"String", "godot2", false, "04000000 07000000 68c3a920 22712200", "String", "\"hé \\\"q\\\"\"",
     "string.length=7; string=hé \"q\"; padding=00"},
    {"Vector2", "godot2", false, "05000000 0000c03f 000000c0", "Vector2", "Vector2( 1.5, -2 )",
     "vector2.x=1.5; vector2.y=-2"},
    {"Rect2", "godot2", false, "06000000 0000c03f 000000c0 00004040 00008840", "Rect2", "Rect2( 1.5, -2, 3, 4.25 )",
     "rect2.position.x=1.5; rect2.position.y=-2; rect2.size.x=3; rect2.size.y=4.25"},
    {"Vector3", "godot2", false, "07000000 0000c03f 000000c0 00004040", "Vector3", "Vector3( 1.5, -2, 3 )",
     "vector3.x=1.5; vector3.y=-2; vector3.z=3"},
    {"Matrix32", "godot2", false, "08000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0", "Matrix32",
     "Matrix32( 1.5, -2, 3, 4.25, 0.5, -6 )",
     "transform2d.x.x=1.5; transform2d.x.y=-2; transform2d.y.x=3; transform2d.y.y=4.25; transform2d.origin.x=0.5; "
     "transform2d.origin.y=-6"},
    {"Plane", "godot2", false, "09000000 0000c03f 000000c0 00004040 00008840", "Plane", "Plane( 1.5, -2, 3, 4.25 )",
     "plane.normal.x=1.5; plane.normal.y=-2; plane.normal.z=3; plane.d=4.25"},
    {"Quat", "godot2", false, "0a000000 0000c03f 000000c0 00004040 00008840", "Quat", "Quat( 1.5, -2, 3, 4.25 )",
     "quaternion.x=1.5; quaternion.y=-2; quaternion.z=3; quaternion.w=4.25"},
    {"AABB", "godot2", false, "0b000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0", "AABB",
     "AABB( 1.5, -2, 3, 4.25, 0.5, -6 )",
     "aabb.position.x=1.5; aabb.position.y=-2; aabb.position.z=3; aabb.size.x=4.25; aabb.size.y=0.5; aabb.size.z=-6"},
    {"Matrix3", "godot2", false,
     "0c000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041", "Matrix3",
     "Matrix3( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9 )",
     "basis.x.x=1.5; basis.y.x=-2; basis.z.x=3; basis.x.y=4.25; basis.y.y=0.5; basis.z.y=-6; basis.x.z=7; basis.y.z=8; "
     "basis.z.z=9"},
    {"Transform", "godot2", false,
     "0d000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041 00002041 00003041 "
     "00004041",
     "Transform", "Transform( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12 )",
     "transform3d.basis.x.x=1.5; transform3d.basis.y.x=-2; transform3d.basis.z.x=3; transform3d.basis.x.y=4.25; "
     "transform3d.basis.y.y=0.5; transform3d.basis.z.y=-6; transform3d.basis.x.z=7; transform3d.basis.y.z=8; "
     "transform3d.basis.z.z=9; transform3d.origin.x=10; transform3d.origin.y=11; transform3d.origin.z=12"},
    {"Color", "godot2", false, "0e000000 0000c03f 000000c0 00004040 00008840", "Color", "Color( 1.5, -2, 3, 4.25 )",
     "color.r=1.5; color.g=-2; color.b=3; color.a=4.25"},
    {"Image", "godot2", false, "0f000000 03000000 00000000 02000000 01000000 06000000 01020304 05060000", "Image",
     "Image( 2, 1, 0, RGB, 1, 2, 3, 4, 5, 6 )",
     "image.format=3; image.mipmaps=0; image.width=2; image.height=1; image.data_length=6; image.data=010203040506; "
     "padding=0000"},
    {"NodePath", "godot2", false,
     "10000000 02000080 01000000 03000000 04000000 726f6f74 06000000 506c6179 65720000 05000000 7363616c 65000000 "
     "01000000 78000000",
     "NodePath", "NodePath(\"/root/Player:scale:x\")",
     "node_path.name_count=2; node_path.new_format=true; node_path.subname_count=1; node_path.flags=3; "
     "node_path.absolute=true; node_path.has_property=true; string.length=4; node_path.name=root; string.length=6; "
     "node_path.name=Player; padding=0000; string.length=5; node_path.subname=scale; padding=000000; string.length=1; "
     "node_path.property=x; padding=000000; node_path=/root/Player:scale:x"},
    {"RID", "godot2", false, "11000000", "RID", "RID()", ""},
    {"Object", "godot2", false, "12000000", "Object", "null", ""},
    {"InputEvent", "godot2", false, "13000000 01000000 02000000 14000000 00000012 41000000", "InputEvent",
     "InputEvent(KEY,65,SC)",
     "input_event.type=1; input_event.device=2; input_event.length=20; input_event.modifiers=301989888; "
     "input_event.shift=true; input_event.alt=false; input_event.meta=false; input_event.ctrl=true; "
     "input_event.scancode=65"},
    {"InputEvent none", "godot2", false, "13000000 00000000 00000000 0c000000", "InputEvent", "InputEvent(NONE)",
     "input_event.type=0; input_event.device=0; input_event.length=12"},
    {"InputEvent motion", "godot2", false, "13000000 02000000 00000000 0c000000", "InputEvent", "InputEvent(MOTION)",
     "input_event.type=2; input_event.device=0; input_event.length=12"},
    {"InputEvent mouse button", "godot2", false, "13000000 03000000 00000000 10000000 01000000", "InputEvent",
     "InputEvent(MBUTTON,1)", "input_event.type=3; input_event.device=0; input_event.length=16; input_event.button=1"},
    {"InputEvent axis", "godot2", false, "13000000 04000000 01000000 14000000 02000000 000000bf", "InputEvent",
     "InputEvent(JAXIS,2,-0.5)",
     "input_event.type=4; input_event.device=1; input_event.length=20; input_event.axis=2; "
     "input_event.axis_value=-0.5"},
    {"InputEvent axis without value", "godot2", false, "13000000 04000000 01000000 10000000 02000000", "InputEvent",
     "InputEvent(JAXIS,2,0)", "input_event.type=4; input_event.device=1; input_event.length=16; input_event.axis=2"},
    {"InputEvent joystick button", "godot2", false, "13000000 05000000 01000000 10000000 03000000", "InputEvent",
     "InputEvent(JBUTTON,3)", "input_event.type=5; input_event.device=1; input_event.length=16; input_event.button=3"},
    {"InputEvent touch", "godot2", false, "13000000 06000000 00000000 10000000 04000000", "InputEvent",
     "InputEvent(TOUCH,4)", "input_event.type=6; input_event.device=0; input_event.length=16; input_event.index=4"},
    {"InputEvent drag", "godot2", false, "13000000 07000000 00000000 0c000000", "InputEvent", "InputEvent(DRAG)",
     "input_event.type=7; input_event.device=0; input_event.length=12"},
    {"InputEvent action", "godot2", false, "13000000 08000000 00000000 0c000000", "InputEvent", "InputEvent(ACTION)",
     "input_event.type=8; input_event.device=0; input_event.length=12"},
    {"Dictionary", "godot2", false,
     "14000000 02000000 04000000 01000000 6b000000 00000000 02000000 07000000 01000000 00000000", "Dictionary",
     "{\"k\": null, 7: false}", "dictionary.count=2; string.length=1; string=k; padding=000000; int=7; bool=false"},
    {"Array", "godot2", false, "15000000 02000000 02000000 01000000 04000000 01000000 61000000", "Array",
     "[ 1, \"a\" ]", "array.count=2; int=1; string.length=1; string=a; padding=000000"},
    {"Array empty", "godot2", false, "15000000 00000000", "Array", "[  ]", "array.count=0"},
    {"Array shared", "godot2", false, "15000000 01000080 00000000", "Array", "[ null ]", "array.count=1; shared=true"},
    {"RawArray", "godot2", false, "16000000 05000000 0102ff00 04000000", "RawArray", "ByteArray( 1, 2, 255, 0, 4 )",
     "packed.count=5; packed.bytes=0102ff0004; padding=000000"},
    {"IntArray", "godot2", false, "17000000 03000000 01000000 feffffff ffffff7f", "IntArray",
     "IntArray( 1, -2, 2147483647 )", "packed.count=3; int=1; int=-2; int=2147483647"},
    {"RealArray", "godot2", false, "18000000 02000000 0000003f 000080bf", "RealArray", "FloatArray( 0.5, -1 )",
     "packed.count=2; float=0.5; float=-1"},
    {"StringArray", "godot2", false, "19000000 03000000 03000000 61620000 01000000 00000000 04000000 78797a00",
     "StringArray", "StringArray( \"ab\", \"\", \"xyz\" )",
     "packed.count=3; string.length=3; string=ab; padding=00; string.length=1; string=; padding=000000; "
     "string.length=4; string=xyz"},
    {"Vector2Array", "godot2", false, "1a000000 02000000 0000c03f 000000c0 00004040 00008840", "Vector2Array",
     "Vector2Array( 1.5, -2, 3, 4.25 )", "packed.count=2; vector2.x=1.5; vector2.y=-2; vector2.x=3; vector2.y=4.25"},
    {"Vector3Array", "godot2", false, "1b000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0",
     "Vector3Array", "Vector3Array( 1.5, -2, 3, 4.25, 0.5, -6 )",
     "packed.count=2; vector3.x=1.5; vector3.y=-2; vector3.z=3; vector3.x=4.25; vector3.y=0.5; vector3.z=-6"},
    {"ColorArray", "godot2", false,
     "1c000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041", "ColorArray",
     "ColorArray( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8 )",
     "packed.count=2; color.r=1.5; color.g=-2; color.b=3; color.a=4.25; color.r=0.5; color.g=-6; color.b=7; color.a=8"},
    {"String with residue as padding", "godot2", false, "04000000 01000000 61aabbcc", "String", "\"a\"",
     "string.length=1; string=a; padding=aabbcc"},
    {"String without padding", "godot2", false, "04000000 01000000 61", "String", "\"a\"", "string.length=1; string=a"},
    {"NodePath in the old format", "godot2", false, "10000000 03000000 612f62", "NodePath", "NodePath(\"a/b\")",
     "node_path.text_length=3; node_path=a/b"},
    {"Vector2 in double precision", "godot2", true, "05000000 00000000 0000f83f 00000000 000000c0", "Vector2",
     "Vector2( 1.5, -2 )", "vector2.x=1.5; vector2.y=-2"},
    {"Matrix32 in double precision", "godot2", true,
     "08000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0",
     "Matrix32", "Matrix32( 1.5, -2, 3, 4.25, 0.5, -6 )",
     "transform2d.x.x=1.5; transform2d.x.y=-2; transform2d.y.x=3; transform2d.y.y=4.25; transform2d.origin.x=0.5; "
     "transform2d.origin.y=-6"},
    {"Transform in double precision", "godot2", true,
     "0d000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0 00000000 00001c40 00000000 00002040 00000000 00002240 00000000 00002440 00000000 00002640 00000000 "
     "00002840",
     "Transform", "Transform( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12 )",
     "transform3d.basis.x.x=1.5; transform3d.basis.y.x=-2; transform3d.basis.z.x=3; transform3d.basis.x.y=4.25; "
     "transform3d.basis.y.y=0.5; transform3d.basis.z.y=-6; transform3d.basis.x.z=7; transform3d.basis.y.z=8; "
     "transform3d.basis.z.z=9; transform3d.origin.x=10; transform3d.origin.y=11; transform3d.origin.z=12"},
    {"Color in double precision", "godot2", true, "0e000000 0000c03f 000000c0 00004040 00008840", "Color",
     "Color( 1.5, -2, 3, 4.25 )", "color.r=1.5; color.g=-2; color.b=3; color.a=4.25"},
    {"Vector2Array in double precision", "godot2", true,
     "1a000000 02000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140", "Vector2Array",
     "Vector2Array( 1.5, -2, 3, 4.25 )", "packed.count=2; vector2.x=1.5; vector2.y=-2; vector2.x=3; vector2.y=4.25"},
    {"RealArray in double precision", "godot2", true, "18000000 02000000 0000003f 000080bf", "RealArray",
     "FloatArray( 0.5, -1 )", "packed.count=2; float=0.5; float=-1"},
    // --- godot3
    {"Nil", "godot3", false, "00000000", "Nil", "null", ""},
    {"bool", "godot3", false, "01000000 01000000", "bool", "true", "bool=true"},
    {"int", "godot3", false, "02000000 d6ffffff", "int", "-42", "flag_64=false; int=-42"},
    {"float", "godot3", false, "03000000 0000003f", "float", "0.5", "flag_64=false; float=0.5"},
    {"int of 64 bits", "godot3", false, "02000100 000efad5 feffffff", "int", "-5000000000",
     "flag_64=true; int=-5000000000"},
    {"float of 64 bits", "godot3", false, "03000100 9a999999 9999b93f", "float", "0.1", "flag_64=true; float=0.1"},
    {"String", "godot3", false, "04000000 07000000 68c3a920 22712200", "String", "\"hé \\\"q\\\"\"",
     "string.length=7; string=hé \"q\"; padding=00"},
    {"Vector2", "godot3", false, "05000000 0000c03f 000000c0", "Vector2", "Vector2( 1.5, -2 )",
     "vector2.x=1.5; vector2.y=-2"},
    {"Rect2", "godot3", false, "06000000 0000c03f 000000c0 00004040 00008840", "Rect2", "Rect2( 1.5, -2, 3, 4.25 )",
     "rect2.position.x=1.5; rect2.position.y=-2; rect2.size.x=3; rect2.size.y=4.25"},
    {"Vector3", "godot3", false, "07000000 0000c03f 000000c0 00004040", "Vector3", "Vector3( 1.5, -2, 3 )",
     "vector3.x=1.5; vector3.y=-2; vector3.z=3"},
    {"Transform2D", "godot3", false, "08000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0", "Transform2D",
     "Transform2D( 1.5, -2, 3, 4.25, 0.5, -6 )",
     "transform2d.x.x=1.5; transform2d.x.y=-2; transform2d.y.x=3; transform2d.y.y=4.25; transform2d.origin.x=0.5; "
     "transform2d.origin.y=-6"},
    {"Plane", "godot3", false, "09000000 0000c03f 000000c0 00004040 00008840", "Plane", "Plane( 1.5, -2, 3, 4.25 )",
     "plane.normal.x=1.5; plane.normal.y=-2; plane.normal.z=3; plane.d=4.25"},
    {"Quat", "godot3", false, "0a000000 0000c03f 000000c0 00004040 00008840", "Quat", "Quat( 1.5, -2, 3, 4.25 )",
     "quaternion.x=1.5; quaternion.y=-2; quaternion.z=3; quaternion.w=4.25"},
    {"AABB", "godot3", false, "0b000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0", "AABB",
     "AABB( 1.5, -2, 3, 4.25, 0.5, -6 )",
     "aabb.position.x=1.5; aabb.position.y=-2; aabb.position.z=3; aabb.size.x=4.25; aabb.size.y=0.5; aabb.size.z=-6"},
    {"Basis", "godot3", false,
     "0c000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041", "Basis",
     "Basis( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9 )",
     "basis.x.x=1.5; basis.y.x=-2; basis.z.x=3; basis.x.y=4.25; basis.y.y=0.5; basis.z.y=-6; basis.x.z=7; basis.y.z=8; "
     "basis.z.z=9"},
    {"Transform", "godot3", false,
     "0d000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041 00002041 00003041 "
     "00004041",
     "Transform", "Transform( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12 )",
     "transform3d.basis.x.x=1.5; transform3d.basis.y.x=-2; transform3d.basis.z.x=3; transform3d.basis.x.y=4.25; "
     "transform3d.basis.y.y=0.5; transform3d.basis.z.y=-6; transform3d.basis.x.z=7; transform3d.basis.y.z=8; "
     "transform3d.basis.z.z=9; transform3d.origin.x=10; transform3d.origin.y=11; transform3d.origin.z=12"},
    {"Color", "godot3", false, "0e000000 0000c03f 000000c0 00004040 00008840", "Color", "Color( 1.5, -2, 3, 4.25 )",
     "color.r=1.5; color.g=-2; color.b=3; color.a=4.25"},
    {"NodePath", "godot3", false,
     "0f000000 02000080 01000000 01000000 04000000 726f6f74 06000000 506c6179 65720000 05000000 7363616c 65000000",
     "NodePath", "NodePath(\"/root/Player:scale\")",
     "node_path.name_count=2; node_path.new_format=true; node_path.subname_count=1; node_path.flags=1; "
     "node_path.absolute=true; node_path.has_property=false; string.length=4; node_path.name=root; string.length=6; "
     "node_path.name=Player; padding=0000; string.length=5; node_path.subname=scale; padding=000000; "
     "node_path=/root/Player:scale"},
    {"RID", "godot3", false, "10000000", "RID", "RID()", ""},
    {"Object as id", "godot3", false, "11000100 b4050057 06000080", "Object",
     "Object(EncodedObjectAsID,\"object_id\":-9223372009625352780)",
     "object_as_id=true; object.id=-9223372009625352780"},
    {"Object as id, null", "godot3", false, "11000100 00000000 00000000", "Object", "null",
     "object_as_id=true; object.id=0"},
    {"Object whole", "godot3", false,
     "11000000 04000000 4e6f6465 02000000 04000000 6e616d65 04000000 04000000 4d61696e 01000000 6e000000 02000000 "
     "03000000",
     "Object", "Object(Node,\"name\":\"Main\",\"n\":3)",
     "object_as_id=false; string.length=4; object.class=Node; object.property_count=2; string.length=4; "
     "object.property_name=name; string.length=4; string=Main; string.length=1; object.property_name=n; "
     "padding=000000; flag_64=false; int=3"},
    {"Object without a class", "godot3", false, "11000000 00000000", "Object", "null",
     "object_as_id=false; string.length=0; object.class="},
    {"Dictionary", "godot3", false,
     "12000000 02000000 04000000 01000000 6b000000 00000000 02000000 07000000 01000000 00000000", "Dictionary",
     "{\"k\": null, 7: false}",
     "dictionary.count=2; string.length=1; string=k; padding=000000; flag_64=false; int=7; bool=false"},
    {"Array", "godot3", false, "13000000 02000000 02000000 01000000 04000000 01000000 61000000", "Array",
     "[ 1, \"a\" ]", "array.count=2; flag_64=false; int=1; string.length=1; string=a; padding=000000"},
    {"Array empty", "godot3", false, "13000000 00000000", "Array", "[  ]", "array.count=0"},
    {"PoolByteArray", "godot3", false, "14000000 05000000 0102ff00 04000000", "PoolByteArray",
     "PoolByteArray( 1, 2, 255, 0, 4 )", "packed.count=5; packed.bytes=0102ff0004; padding=000000"},
    {"PoolIntArray", "godot3", false, "15000000 03000000 01000000 feffffff ffffff7f", "PoolIntArray",
     "PoolIntArray( 1, -2, 2147483647 )", "packed.count=3; int=1; int=-2; int=2147483647"},
    {"PoolRealArray", "godot3", false, "16000000 02000000 0000003f 000080bf", "PoolRealArray",
     "PoolRealArray( 0.5, -1 )", "packed.count=2; float=0.5; float=-1"},
    {"PoolStringArray", "godot3", false, "17000000 03000000 03000000 61620000 01000000 00000000 04000000 78797a00",
     "PoolStringArray", "PoolStringArray( \"ab\", \"\", \"xyz\" )",
     "packed.count=3; string.length=3; string=ab; padding=00; string.length=1; string=; padding=000000; "
     "string.length=4; string=xyz"},
    {"PoolVector2Array", "godot3", false, "18000000 02000000 0000c03f 000000c0 00004040 00008840", "PoolVector2Array",
     "PoolVector2Array( 1.5, -2, 3, 4.25 )",
     "packed.count=2; vector2.x=1.5; vector2.y=-2; vector2.x=3; vector2.y=4.25"},
    {"PoolVector3Array", "godot3", false, "19000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0",
     "PoolVector3Array", "PoolVector3Array( 1.5, -2, 3, 4.25, 0.5, -6 )",
     "packed.count=2; vector3.x=1.5; vector3.y=-2; vector3.z=3; vector3.x=4.25; vector3.y=0.5; vector3.z=-6"},
    {"PoolColorArray", "godot3", false,
     "1a000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041", "PoolColorArray",
     "PoolColorArray( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8 )",
     "packed.count=2; color.r=1.5; color.g=-2; color.b=3; color.a=4.25; color.r=0.5; color.g=-6; color.b=7; color.a=8"},
    {"Rect2 in double precision", "godot3", true,
     "06000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140", "Rect2",
     "Rect2( 1.5, -2, 3, 4.25 )", "rect2.position.x=1.5; rect2.position.y=-2; rect2.size.x=3; rect2.size.y=4.25"},
    {"Basis in double precision", "godot3", true,
     "0c000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0 00000000 00001c40 00000000 00002040 00000000 00002240",
     "Basis", "Basis( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9 )",
     "basis.x.x=1.5; basis.y.x=-2; basis.z.x=3; basis.x.y=4.25; basis.y.y=0.5; basis.z.y=-6; basis.x.z=7; basis.y.z=8; "
     "basis.z.z=9"},
    {"Transform in double precision", "godot3", true,
     "0d000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0 00000000 00001c40 00000000 00002040 00000000 00002240 00000000 00002440 00000000 00002640 00000000 "
     "00002840",
     "Transform", "Transform( 1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12 )",
     "transform3d.basis.x.x=1.5; transform3d.basis.y.x=-2; transform3d.basis.z.x=3; transform3d.basis.x.y=4.25; "
     "transform3d.basis.y.y=0.5; transform3d.basis.z.y=-6; transform3d.basis.x.z=7; transform3d.basis.y.z=8; "
     "transform3d.basis.z.z=9; transform3d.origin.x=10; transform3d.origin.y=11; transform3d.origin.z=12"},
    {"PoolVector3Array in double precision", "godot3", true,
     "19000000 02000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f "
     "00000000 000018c0",
     "PoolVector3Array", "PoolVector3Array( 1.5, -2, 3, 4.25, 0.5, -6 )",
     "packed.count=2; vector3.x=1.5; vector3.y=-2; vector3.z=3; vector3.x=4.25; vector3.y=0.5; vector3.z=-6"},
    {"int of 8 bytes without the flag", "godot3", false, "02000000 07000000 00000000", "int", "7",
     "flag_64=false; int=7"},
    // --- godot4
    {"Nil", "godot4", false, "00000000", "Nil", "null", ""},
    {"bool", "godot4", false, "01000000 01000000", "bool", "true", "bool=true"},
    {"int", "godot4", false, "02000000 d6ffffff", "int", "-42", "flag_64=false; int=-42"},
    {"float", "godot4", false, "03000000 0000003f", "float", "0.5", "flag_64=false; float=0.5"},
    {"int of 64 bits", "godot4", false, "02000100 000efad5 feffffff", "int", "-5000000000",
     "flag_64=true; int=-5000000000"},
    {"float of 64 bits", "godot4", false, "03000100 9a999999 9999b93f", "float", "0.1", "flag_64=true; float=0.1"},
    {"String", "godot4", false, "04000000 07000000 68c3a920 22712200", "String", "\"hé \\\"q\\\"\"",
     "string.length=7; string=hé \"q\"; padding=00"},
    {"Vector2", "godot4", false, "05000000 0000c03f 000000c0", "Vector2", "Vector2(1.5, -2)",
     "flag_64=false; vector2.x=1.5; vector2.y=-2"},
    {"Vector2 in double precision", "godot4", false, "05000100 00000000 0000f83f 00000000 000000c0", "Vector2",
     "Vector2(1.5, -2)", "flag_64=true; vector2.x=1.5; vector2.y=-2"},
    {"Rect2", "godot4", false, "07000000 0000c03f 000000c0 00004040 00008840", "Rect2", "Rect2(1.5, -2, 3, 4.25)",
     "flag_64=false; rect2.position.x=1.5; rect2.position.y=-2; rect2.size.x=3; rect2.size.y=4.25"},
    {"Rect2 in double precision", "godot4", false,
     "07000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140", "Rect2",
     "Rect2(1.5, -2, 3, 4.25)",
     "flag_64=true; rect2.position.x=1.5; rect2.position.y=-2; rect2.size.x=3; rect2.size.y=4.25"},
    {"Vector3", "godot4", false, "09000000 0000c03f 000000c0 00004040", "Vector3", "Vector3(1.5, -2, 3)",
     "flag_64=false; vector3.x=1.5; vector3.y=-2; vector3.z=3"},
    {"Vector3 in double precision", "godot4", false, "09000100 00000000 0000f83f 00000000 000000c0 00000000 00000840",
     "Vector3", "Vector3(1.5, -2, 3)", "flag_64=true; vector3.x=1.5; vector3.y=-2; vector3.z=3"},
    {"Transform2D", "godot4", false, "0b000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0", "Transform2D",
     "Transform2D(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=false; transform2d.x.x=1.5; transform2d.x.y=-2; transform2d.y.x=3; transform2d.y.y=4.25; "
     "transform2d.origin.x=0.5; transform2d.origin.y=-6"},
    {"Transform2D in double precision", "godot4", false,
     "0b000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0",
     "Transform2D", "Transform2D(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=true; transform2d.x.x=1.5; transform2d.x.y=-2; transform2d.y.x=3; transform2d.y.y=4.25; "
     "transform2d.origin.x=0.5; transform2d.origin.y=-6"},
    {"Vector4", "godot4", false, "0c000000 0000c03f 000000c0 00004040 00008840", "Vector4", "Vector4(1.5, -2, 3, 4.25)",
     "flag_64=false; vector4.x=1.5; vector4.y=-2; vector4.z=3; vector4.w=4.25"},
    {"Vector4 in double precision", "godot4", false,
     "0c000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140", "Vector4",
     "Vector4(1.5, -2, 3, 4.25)", "flag_64=true; vector4.x=1.5; vector4.y=-2; vector4.z=3; vector4.w=4.25"},
    {"Plane", "godot4", false, "0e000000 0000c03f 000000c0 00004040 00008840", "Plane", "Plane(1.5, -2, 3, 4.25)",
     "flag_64=false; plane.normal.x=1.5; plane.normal.y=-2; plane.normal.z=3; plane.d=4.25"},
    {"Plane in double precision", "godot4", false,
     "0e000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140", "Plane",
     "Plane(1.5, -2, 3, 4.25)", "flag_64=true; plane.normal.x=1.5; plane.normal.y=-2; plane.normal.z=3; plane.d=4.25"},
    {"Quaternion", "godot4", false, "0f000000 0000c03f 000000c0 00004040 00008840", "Quaternion",
     "Quaternion(1.5, -2, 3, 4.25)",
     "flag_64=false; quaternion.x=1.5; quaternion.y=-2; quaternion.z=3; quaternion.w=4.25"},
    {"Quaternion in double precision", "godot4", false,
     "0f000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140", "Quaternion",
     "Quaternion(1.5, -2, 3, 4.25)",
     "flag_64=true; quaternion.x=1.5; quaternion.y=-2; quaternion.z=3; quaternion.w=4.25"},
    {"AABB", "godot4", false, "10000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0", "AABB",
     "AABB(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=false; aabb.position.x=1.5; aabb.position.y=-2; aabb.position.z=3; aabb.size.x=4.25; aabb.size.y=0.5; "
     "aabb.size.z=-6"},
    {"AABB in double precision", "godot4", false,
     "10000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0",
     "AABB", "AABB(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=true; aabb.position.x=1.5; aabb.position.y=-2; aabb.position.z=3; aabb.size.x=4.25; aabb.size.y=0.5; "
     "aabb.size.z=-6"},
    {"Basis", "godot4", false,
     "11000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041", "Basis",
     "Basis(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9)",
     "flag_64=false; basis.x.x=1.5; basis.y.x=-2; basis.z.x=3; basis.x.y=4.25; basis.y.y=0.5; basis.z.y=-6; "
     "basis.x.z=7; basis.y.z=8; basis.z.z=9"},
    {"Basis in double precision", "godot4", false,
     "11000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0 00000000 00001c40 00000000 00002040 00000000 00002240",
     "Basis", "Basis(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9)",
     "flag_64=true; basis.x.x=1.5; basis.y.x=-2; basis.z.x=3; basis.x.y=4.25; basis.y.y=0.5; basis.z.y=-6; "
     "basis.x.z=7; basis.y.z=8; basis.z.z=9"},
    {"Transform3D", "godot4", false,
     "12000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041 00002041 00003041 "
     "00004041",
     "Transform3D", "Transform3D(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12)",
     "flag_64=false; transform3d.basis.x.x=1.5; transform3d.basis.y.x=-2; transform3d.basis.z.x=3; "
     "transform3d.basis.x.y=4.25; transform3d.basis.y.y=0.5; transform3d.basis.z.y=-6; transform3d.basis.x.z=7; "
     "transform3d.basis.y.z=8; transform3d.basis.z.z=9; transform3d.origin.x=10; transform3d.origin.y=11; "
     "transform3d.origin.z=12"},
    {"Transform3D in double precision", "godot4", false,
     "12000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0 00000000 00001c40 00000000 00002040 00000000 00002240 00000000 00002440 00000000 00002640 00000000 "
     "00002840",
     "Transform3D", "Transform3D(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12)",
     "flag_64=true; transform3d.basis.x.x=1.5; transform3d.basis.y.x=-2; transform3d.basis.z.x=3; "
     "transform3d.basis.x.y=4.25; transform3d.basis.y.y=0.5; transform3d.basis.z.y=-6; transform3d.basis.x.z=7; "
     "transform3d.basis.y.z=8; transform3d.basis.z.z=9; transform3d.origin.x=10; transform3d.origin.y=11; "
     "transform3d.origin.z=12"},
    {"Projection", "godot4", false,
     "13000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041 00002041 00003041 "
     "00004041 00005041 00006041 00007041 00008041",
     "Projection", "Projection(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
     "flag_64=false; projection.x.x=1.5; projection.x.y=-2; projection.x.z=3; projection.x.w=4.25; projection.y.x=0.5; "
     "projection.y.y=-6; projection.y.z=7; projection.y.w=8; projection.z.x=9; projection.z.y=10; projection.z.z=11; "
     "projection.z.w=12; projection.w.x=13; projection.w.y=14; projection.w.z=15; projection.w.w=16"},
    {"Projection in double precision", "godot4", false,
     "13000100 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0 00000000 00001c40 00000000 00002040 00000000 00002240 00000000 00002440 00000000 00002640 00000000 "
     "00002840 00000000 00002a40 00000000 00002c40 00000000 00002e40 00000000 00003040",
     "Projection", "Projection(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
     "flag_64=true; projection.x.x=1.5; projection.x.y=-2; projection.x.z=3; projection.x.w=4.25; projection.y.x=0.5; "
     "projection.y.y=-6; projection.y.z=7; projection.y.w=8; projection.z.x=9; projection.z.y=10; projection.z.z=11; "
     "projection.z.w=12; projection.w.x=13; projection.w.y=14; projection.w.z=15; projection.w.w=16"},
    {"Vector2i", "godot4", false, "06000000 07000000 f8ffffff", "Vector2i", "Vector2i(7, -8)",
     "vector2i.x=7; vector2i.y=-8"},
    {"Rect2i", "godot4", false, "08000000 07000000 f8ffffff ffffff7f 00000080", "Rect2i",
     "Rect2i(7, -8, 2147483647, -2147483648)",
     "rect2i.position.x=7; rect2i.position.y=-8; rect2i.size.x=2147483647; rect2i.size.y=-2147483648"},
    {"Vector3i", "godot4", false, "0a000000 07000000 f8ffffff ffffff7f", "Vector3i", "Vector3i(7, -8, 2147483647)",
     "vector3i.x=7; vector3i.y=-8; vector3i.z=2147483647"},
    {"Vector4i", "godot4", false, "0d000000 07000000 f8ffffff ffffff7f 00000080", "Vector4i",
     "Vector4i(7, -8, 2147483647, -2147483648)",
     "vector4i.x=7; vector4i.y=-8; vector4i.z=2147483647; vector4i.w=-2147483648"},
    {"Color", "godot4", false, "14000000 0000c03f 000000c0 00004040 00008840", "Color", "Color(1.5, -2, 3, 4.25)",
     "color.r=1.5; color.g=-2; color.b=3; color.a=4.25"},
    {"StringName", "godot4", false, "15000000 04000000 69742773", "StringName", "&\"it\\'s\"",
     "string.length=4; string_name=it's"},
    {"NodePath", "godot4", false,
     "16000000 02000080 01000000 01000000 04000000 726f6f74 06000000 506c6179 65720000 05000000 7363616c 65000000",
     "NodePath", "NodePath(\"/root/Player:scale\")",
     "node_path.name_count=2; node_path.new_format=true; node_path.subname_count=1; node_path.flags=1; "
     "node_path.absolute=true; node_path.has_property=false; string.length=4; node_path.name=root; string.length=6; "
     "node_path.name=Player; padding=0000; string.length=5; node_path.subname=scale; padding=000000; "
     "node_path=/root/Player:scale"},
    {"RID", "godot4", false, "17000000 ae050060 06000000", "RID", "RID(27380417966)", "rid=27380417966"},
    {"RID empty", "godot4", false, "17000000 00000000 00000000", "RID", "RID()", "rid=0"},
    {"RID greatest", "godot4", false, "17000000 ffffffff ffffffff", "RID", "RID(-1)", "rid=18446744073709551615"},
    {"Object as id", "godot4", false, "18000100 b4050057 06000080", "Object",
     "Object(EncodedObjectAsID,\"object_id\":-9223372009625352780)",
     "object_as_id=true; object.id=-9223372009625352780"},
    {"Object as id, null", "godot4", false, "18000100 00000000 00000000", "Object", "null",
     "object_as_id=true; object.id=0"},
    {"Object whole", "godot4", false,
     "18000000 04000000 4e6f6465 02000000 04000000 6e616d65 04000000 04000000 4d61696e 01000000 6e000000 02000000 "
     "03000000",
     "Object", "Object(Node,\"name\":\"Main\",\"n\":3)",
     "object_as_id=false; string.length=4; object.class=Node; object.property_count=2; string.length=4; "
     "object.property_name=name; string.length=4; string=Main; string.length=1; object.property_name=n; "
     "padding=000000; flag_64=false; int=3"},
    {"Object without a class", "godot4", false, "18000000 00000000", "Object", "null",
     "object_as_id=false; string.length=0; object.class="},
    {"Callable", "godot4", false, "19000000", "Callable", "Callable()", ""},
    {"Signal", "godot4", false, "1a000000 05000000 72656164 79000000 ae050060 06000000", "Signal", "Signal()",
     "string.length=5; signal=ready; padding=000000; signal.object_id=27380417966"},
    {"Dictionary", "godot4", false,
     "1b000000 02000000 04000000 01000000 6b000000 00000000 02000000 07000000 01000000 00000000", "Dictionary",
     "{\"k\": null, 7: false}",
     "key_type_kind=0; value_type_kind=0; dictionary.count=2; string.length=1; string=k; padding=000000; "
     "flag_64=false; int=7; bool=false"},
    {"Array", "godot4", false, "1c000000 02000000 02000000 01000000 04000000 01000000 61000000", "Array", "[1, \"a\"]",
     "typed_array=false; element_type_kind=0; array.count=2; flag_64=false; int=1; string.length=1; string=a; "
     "padding=000000"},
    {"Array empty", "godot4", false, "1c000000 00000000", "Array", "[]",
     "typed_array=false; element_type_kind=0; array.count=0"},
    {"Array with the shared bit", "godot4", false, "1c000000 00000080", "Array", "[]",
     "typed_array=false; element_type_kind=0; array.count=0; shared=true"},
    {"PackedByteArray", "godot4", false, "1d000000 05000000 0102ff00 04000000", "PackedByteArray",
     "PackedByteArray(1, 2, 255, 0, 4)", "packed.count=5; packed.bytes=0102ff0004; padding=000000"},
    {"PackedInt32Array", "godot4", false, "1e000000 03000000 01000000 feffffff ffffff7f", "PackedInt32Array",
     "PackedInt32Array(1, -2, 2147483647)", "packed.count=3; int=1; int=-2; int=2147483647"},
    {"PackedInt64Array", "godot4", false, "1f000000 02000000 01000000 00000000 000efad5 feffffff", "PackedInt64Array",
     "PackedInt64Array(1, -5000000000)", "packed.count=2; int=1; int=-5000000000"},
    {"PackedFloat32Array", "godot4", false, "20000000 02000000 0000003f 000080bf", "PackedFloat32Array",
     "PackedFloat32Array(0.5, -1)", "packed.count=2; float=0.5; float=-1"},
    {"PackedFloat64Array", "godot4", false, "21000000 02000000 9a999999 9999b93f 00000000 0000f0bf",
     "PackedFloat64Array", "PackedFloat64Array(0.1, -1)", "packed.count=2; float=0.1; float=-1"},
    {"PackedStringArray", "godot4", false, "22000000 03000000 03000000 61620000 01000000 00000000 04000000 78797a00",
     "PackedStringArray", "PackedStringArray(\"ab\", \"\", \"xyz\")",
     "packed.count=3; string.length=3; string=ab; padding=00; string.length=1; string=; padding=000000; "
     "string.length=4; string=xyz"},
    {"PackedVector2Array", "godot4", false, "23000000 02000000 0000c03f 000000c0 00004040 00008840",
     "PackedVector2Array", "PackedVector2Array(1.5, -2, 3, 4.25)",
     "flag_64=false; packed.count=2; vector2.x=1.5; vector2.y=-2; vector2.x=3; vector2.y=4.25"},
    {"PackedVector2Array in double precision", "godot4", false,
     "23000100 02000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140", "PackedVector2Array",
     "PackedVector2Array(1.5, -2, 3, 4.25)",
     "flag_64=true; packed.count=2; vector2.x=1.5; vector2.y=-2; vector2.x=3; vector2.y=4.25"},
    {"PackedVector3Array", "godot4", false, "24000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0",
     "PackedVector3Array", "PackedVector3Array(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=false; packed.count=2; vector3.x=1.5; vector3.y=-2; vector3.z=3; vector3.x=4.25; vector3.y=0.5; "
     "vector3.z=-6"},
    {"PackedVector3Array in double precision", "godot4", false,
     "24000100 02000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f "
     "00000000 000018c0",
     "PackedVector3Array", "PackedVector3Array(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=true; packed.count=2; vector3.x=1.5; vector3.y=-2; vector3.z=3; vector3.x=4.25; vector3.y=0.5; "
     "vector3.z=-6"},
    {"PackedVector4Array", "godot4", false,
     "26000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041", "PackedVector4Array",
     "PackedVector4Array(1.5, -2, 3, 4.25, 0.5, -6, 7, 8)",
     "flag_64=false; packed.count=2; vector4.x=1.5; vector4.y=-2; vector4.z=3; vector4.w=4.25; vector4.x=0.5; "
     "vector4.y=-6; vector4.z=7; vector4.w=8"},
    {"PackedVector4Array in double precision", "godot4", false,
     "26000100 02000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f "
     "00000000 000018c0 00000000 00001c40 00000000 00002040",
     "PackedVector4Array", "PackedVector4Array(1.5, -2, 3, 4.25, 0.5, -6, 7, 8)",
     "flag_64=true; packed.count=2; vector4.x=1.5; vector4.y=-2; vector4.z=3; vector4.w=4.25; vector4.x=0.5; "
     "vector4.y=-6; vector4.z=7; vector4.w=8"},
    {"PackedColorArray", "godot4", false,
     "25000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041", "PackedColorArray",
     "PackedColorArray(1.5, -2, 3, 4.25, 0.5, -6, 7, 8)",
     "packed.count=2; color.r=1.5; color.g=-2; color.b=3; color.a=4.25; color.r=0.5; color.g=-6; color.b=7; color.a=8"},
    {"Vector2 that says single where double is asked for", "godot4", true, "05000000 0000c03f 000000c0", "Vector2",
     "Vector2(1.5, -2)", "flag_64=false; vector2.x=1.5; vector2.y=-2"},
    {"Array[int]", "godot4", false, "1c000100 02000000 01000000 02000000 05000000", "Array", "Array[int]([5])",
     "typed_array=true; element_type_kind=1; element_type=2; array.count=1; flag_64=false; int=5"},
    {"Array[Node]", "godot4", false, "1c000200 04000000 4e6f6465 01000000 00000000", "Array", "Array[Node]([null])",
     "typed_array=true; element_type_kind=2; string.length=4; element_class=Node; array.count=1"},
    {"Array of a script", "godot4", false, "1c000300 0a000000 7265733a 2f2f612e 67640000 00000000", "Array",
     "Array[Resource(\"res://a.gd\")]([])",
     "typed_array=true; element_type_kind=3; string.length=10; element_script=res://a.gd; padding=0000; array.count=0"},
    {"Dictionary[String, Variant]", "godot4", false, "1b000100 04000000 00000000", "Dictionary",
     "Dictionary[String, Variant]({})", "key_type_kind=1; value_type_kind=0; key_type=4; dictionary.count=0"},
    {"Dictionary[Variant, int]", "godot4", false, "1b000400 02000000 00000000", "Dictionary",
     "Dictionary[Variant, int]({})", "key_type_kind=0; value_type_kind=1; value_type=2; dictionary.count=0"},
    {"Dictionary[String, int]", "godot4", false, "1b000500 04000000 02000000 00000000", "Dictionary",
     "Dictionary[String, int]({})", "key_type_kind=1; value_type_kind=1; key_type=4; value_type=2; dictionary.count=0"},
    {"Dictionary[Node, Node2D]", "godot4", false, "1b000a00 04000000 4e6f6465 06000000 4e6f6465 32440000 00000000",
     "Dictionary", "Dictionary[Node, Node2D]({})",
     "key_type_kind=2; value_type_kind=2; string.length=4; key_class=Node; string.length=6; value_class=Node2D; "
     "padding=0000; dictionary.count=0"},
    {"Dictionary[int, Node]", "godot4", false, "1b000900 02000000 04000000 4e6f6465 00000000", "Dictionary",
     "Dictionary[int, Node]({})",
     "key_type_kind=1; value_type_kind=2; key_type=2; string.length=4; value_class=Node; dictionary.count=0"},
    {"Dictionary of scripts", "godot4", false,
     "1b000f00 0a000000 7265733a 2f2f6b2e 67640000 0a000000 7265733a 2f2f762e 67640000 00000000", "Dictionary",
     "Dictionary[Resource(\"res://k.gd\"), Resource(\"res://v.gd\")]({})",
     "key_type_kind=3; value_type_kind=3; string.length=10; key_script=res://k.gd; padding=0000; string.length=10; "
     "value_script=res://v.gd; padding=0000; dictionary.count=0"},
    {"Dictionary[StringName, script]", "godot4", false,
     "1b000d00 15000000 0a000000 7265733a 2f2f762e 67640000 00000000", "Dictionary",
     "Dictionary[StringName, Resource(\"res://v.gd\")]({})",
     "key_type_kind=1; value_type_kind=3; key_type=21; string.length=10; value_script=res://v.gd; padding=0000; "
     "dictionary.count=0"},
    {"Dictionary[String, int] with a pair", "godot4", false,
     "1b000500 04000000 02000000 01000000 04000000 01000000 61000000 02000000 01000000", "Dictionary",
     "Dictionary[String, int]({\"a\": 1})",
     "key_type_kind=1; value_type_kind=1; key_type=4; value_type=2; dictionary.count=1; string.length=1; string=a; "
     "padding=000000; flag_64=false; int=1"},
    // --- redot: its additions to godot4
    {"Struct", "redot", false,
     "27000000 05000000 506f696e 74000000 01000000 01000000 01000000 78000000 03000000 696e7400 01000000 00000000 "
     "00000000 02000000 00000000 02000000 03000000",
     "Struct", "Struct[Point](3)",
     "string.length=5; struct.type=Point; padding=000000; struct.version=1; struct.count=1; string.length=1; "
     "struct.field_name=x; padding=000000; string.length=3; struct.field_type=int; padding=00; "
     "struct.field_typed=true; "
     "string.length=0; struct.field_class=; string.length=0; struct.field_struct=; flag_64=false; int=0; "
     "flag_64=false; "
     "int=3"},
    {"Struct with a default longer than its value", "redot", false,
     "27000000 01000000 50000000 01000000 01000000 01000000 6e000000 06000000 53747269 6e670000 01000000 00000000 "
     "00000000 04000000 10000000 61206c6f 6e672064 65666175 6c742121 04000000 01000000 62000000",
     "Struct", "Struct[P](\"b\")",
     "string.length=1; struct.type=P; padding=000000; struct.version=1; struct.count=1; string.length=1; "
     "struct.field_name=n; padding=000000; string.length=6; struct.field_type=String; padding=0000; "
     "struct.field_typed=true; string.length=0; struct.field_class=; string.length=0; struct.field_struct=; "
     "string.length=16; string=a long default!!; string.length=1; string=b; padding=000000"},
    {"Struct, null", "redot", false, "27000000 00000000", "Struct", "null", "string.length=0; struct.type="},
    {"Struct without fields", "redot", false, "27000000 01000000 45000000 01000000 00000000", "Struct", "Struct[E]()",
     "string.length=1; struct.type=E; padding=000000; struct.version=1; struct.count=0"},
    // --- redot-docs
    {"Nil", "redot-docs", false, "00000000", "Nil", "null", ""},
    {"bool", "redot-docs", false, "01000000 01000000", "bool", "true", "bool=true"},
    {"int", "redot-docs", false, "02000000 d6ffffff", "int", "-42", "flag_64=false; int=-42"},
    {"float", "redot-docs", false, "03000000 0000003f", "float", "0.5", "flag_64=false; float=0.5"},
    {"int of 64 bits", "redot-docs", false, "02000100 000efad5 feffffff", "int", "-5000000000",
     "flag_64=true; int=-5000000000"},
    {"float of 64 bits", "redot-docs", false, "03000100 9a999999 9999b93f", "float", "0.1", "flag_64=true; float=0.1"},
    {"String", "redot-docs", false, "04000000 07000000 68c3a920 22712200", "String", "\"hé \\\"q\\\"\"",
     "string.length=7; string=hé \"q\"; padding=00"},
    {"Vector2", "redot-docs", false, "05000000 0000c03f 000000c0", "Vector2", "Vector2(1.5, -2)",
     "flag_64=false; vector2.x=1.5; vector2.y=-2"},
    {"Rect2", "redot-docs", false, "06000000 0000c03f 000000c0 00004040 00008840", "Rect2", "Rect2(1.5, -2, 3, 4.25)",
     "flag_64=false; rect2.position.x=1.5; rect2.position.y=-2; rect2.size.x=3; rect2.size.y=4.25"},
    {"Vector3", "redot-docs", false, "07000000 0000c03f 000000c0 00004040", "Vector3", "Vector3(1.5, -2, 3)",
     "flag_64=false; vector3.x=1.5; vector3.y=-2; vector3.z=3"},
    {"Transform2D", "redot-docs", false, "08000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0",
     "Transform2D", "Transform2D(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=false; transform2d.x.x=1.5; transform2d.x.y=-2; transform2d.y.x=3; transform2d.y.y=4.25; "
     "transform2d.origin.x=0.5; transform2d.origin.y=-6"},
    {"Plane", "redot-docs", false, "09000000 0000c03f 000000c0 00004040 00008840", "Plane", "Plane(1.5, -2, 3, 4.25)",
     "flag_64=false; plane.normal.x=1.5; plane.normal.y=-2; plane.normal.z=3; plane.d=4.25"},
    {"Quaternion", "redot-docs", false, "0a000000 0000c03f 000000c0 00004040 00008840", "Quaternion",
     "Quaternion(1.5, -2, 3, 4.25)",
     "flag_64=false; quaternion.x=1.5; quaternion.y=-2; quaternion.z=3; quaternion.w=4.25"},
    {"AABB", "redot-docs", false, "0b000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0", "AABB",
     "AABB(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=false; aabb.position.x=1.5; aabb.position.y=-2; aabb.position.z=3; aabb.size.x=4.25; aabb.size.y=0.5; "
     "aabb.size.z=-6"},
    {"Basis", "redot-docs", false,
     "0c000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041", "Basis",
     "Basis(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9)",
     "flag_64=false; basis.x.x=1.5; basis.y.x=-2; basis.z.x=3; basis.x.y=4.25; basis.y.y=0.5; basis.z.y=-6; "
     "basis.x.z=7; basis.y.z=8; basis.z.z=9"},
    {"Transform3D", "redot-docs", false,
     "0d000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041 00001041 00002041 00003041 "
     "00004041",
     "Transform3D", "Transform3D(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12)",
     "flag_64=false; transform3d.basis.x.x=1.5; transform3d.basis.y.x=-2; transform3d.basis.z.x=3; "
     "transform3d.basis.x.y=4.25; transform3d.basis.y.y=0.5; transform3d.basis.z.y=-6; transform3d.basis.x.z=7; "
     "transform3d.basis.y.z=8; transform3d.basis.z.z=9; transform3d.origin.x=10; transform3d.origin.y=11; "
     "transform3d.origin.z=12"},
    {"Color", "redot-docs", false, "0e000000 0000c03f 000000c0 00004040 00008840", "Color", "Color(1.5, -2, 3, 4.25)",
     "color.r=1.5; color.g=-2; color.b=3; color.a=4.25"},
    {"NodePath", "redot-docs", false,
     "0f000000 02000080 01000000 01000000 04000000 726f6f74 06000000 506c6179 65720000 05000000 7363616c 65000000",
     "NodePath", "NodePath(\"/root/Player:scale\")",
     "node_path.name_count=2; node_path.new_format=true; node_path.subname_count=1; node_path.flags=1; "
     "node_path.absolute=true; node_path.has_property=false; string.length=4; node_path.name=root; string.length=6; "
     "node_path.name=Player; padding=0000; string.length=5; node_path.subname=scale; padding=000000; "
     "node_path=/root/Player:scale"},
    {"RID", "redot-docs", false, "10000000", "RID", "RID()", ""},
    {"Object as id", "redot-docs", false, "11000100 b4050057 06000080", "Object",
     "Object(EncodedObjectAsID,\"object_id\":-9223372009625352780)",
     "object_as_id=true; object.id=-9223372009625352780"},
    {"Object as id, null", "redot-docs", false, "11000100 00000000 00000000", "Object", "null",
     "object_as_id=true; object.id=0"},
    {"Object whole", "redot-docs", false,
     "11000000 04000000 4e6f6465 02000000 04000000 6e616d65 04000000 04000000 4d61696e 01000000 6e000000 02000000 "
     "03000000",
     "Object", "Object(Node,\"name\":\"Main\",\"n\":3)",
     "object_as_id=false; string.length=4; object.class=Node; object.property_count=2; string.length=4; "
     "object.property_name=name; string.length=4; string=Main; string.length=1; object.property_name=n; "
     "padding=000000; flag_64=false; int=3"},
    {"Object without a class", "redot-docs", false, "11000000 00000000", "Object", "null",
     "object_as_id=false; string.length=0; object.class="},
    {"Object as id without the flag", "redot-docs", false, "11000000 b4050057 06000080", "Object",
     "Object(EncodedObjectAsID,\"object_id\":-9223372009625352780)",
     "object_as_id=false; object.id=-9223372009625352780"},
    {"Dictionary", "redot-docs", false,
     "12000000 02000000 04000000 01000000 6b000000 00000000 02000000 07000000 01000000 00000000", "Dictionary",
     "{\"k\": null, 7: false}",
     "dictionary.count=2; string.length=1; string=k; padding=000000; flag_64=false; int=7; bool=false"},
    {"Array", "redot-docs", false, "13000000 02000000 02000000 01000000 04000000 01000000 61000000", "Array",
     "[1, \"a\"]", "array.count=2; flag_64=false; int=1; string.length=1; string=a; padding=000000"},
    {"Array empty", "redot-docs", false, "13000000 00000000", "Array", "[]", "array.count=0"},
    {"PackedByteArray", "redot-docs", false, "14000000 05000000 0102ff00 04000000", "PackedByteArray",
     "PackedByteArray(1, 2, 255, 0, 4)", "packed.count=5; packed.bytes=0102ff0004; padding=000000"},
    {"PackedInt32Array", "redot-docs", false, "15000000 03000000 01000000 feffffff ffffff7f", "PackedInt32Array",
     "PackedInt32Array(1, -2, 2147483647)", "packed.count=3; int=1; int=-2; int=2147483647"},
    {"PackedInt64Array", "redot-docs", false, "16000000 02000000 01000000 00000000 000efad5 feffffff",
     "PackedInt64Array", "PackedInt64Array(1, -5000000000)", "packed.count=2; int=1; int=-5000000000"},
    {"PackedInt64Array with the count in 8 bytes", "redot-docs", false,
     "16000000 02000000 00000000 03000000 00000000 04000000 00000000", "PackedInt64Array", "PackedInt64Array(3, 4)",
     "packed.count64=2; int=3; int=4"},
    {"PackedFloat32Array", "redot-docs", false, "17000000 02000000 0000003f 000080bf", "PackedFloat32Array",
     "PackedFloat32Array(0.5, -1)", "packed.count=2; float=0.5; float=-1"},
    {"PackedFloat64Array", "redot-docs", false, "18000000 02000000 9a999999 9999b93f 00000000 0000f0bf",
     "PackedFloat64Array", "PackedFloat64Array(0.1, -1)", "packed.count=2; float=0.1; float=-1"},
    {"PackedStringArray", "redot-docs", false,
     "19000000 03000000 03000000 61620000 01000000 00000000 04000000 78797a00", "PackedStringArray",
     "PackedStringArray(\"ab\", \"\", \"xyz\")",
     "packed.count=3; string.length=3; string=ab; padding=00; string.length=1; string=; padding=000000; "
     "string.length=4; string=xyz"},
    {"PackedVector2Array", "redot-docs", false, "1a000000 02000000 0000c03f 000000c0 00004040 00008840",
     "PackedVector2Array", "PackedVector2Array(1.5, -2, 3, 4.25)",
     "flag_64=false; packed.count=2; vector2.x=1.5; vector2.y=-2; vector2.x=3; vector2.y=4.25"},
    {"PackedVector3Array", "redot-docs", false,
     "1b000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0", "PackedVector3Array",
     "PackedVector3Array(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=false; packed.count=2; vector3.x=1.5; vector3.y=-2; vector3.z=3; vector3.x=4.25; vector3.y=0.5; "
     "vector3.z=-6"},
    {"PackedColorArray", "redot-docs", false,
     "1c000000 02000000 0000c03f 000000c0 00004040 00008840 0000003f 0000c0c0 0000e040 00000041", "PackedColorArray",
     "PackedColorArray(1.5, -2, 3, 4.25, 0.5, -6, 7, 8)",
     "packed.count=2; color.r=1.5; color.g=-2; color.b=3; color.a=4.25; color.r=0.5; color.g=-6; color.b=7; color.a=8"},
    {"Vector2 in double precision", "redot-docs", true, "05000000 00000000 0000f83f 00000000 000000c0", "Vector2",
     "Vector2(1.5, -2)", "flag_64=false; vector2.x=1.5; vector2.y=-2"},
    {"Transform3D in double precision", "redot-docs", true,
     "0d000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f 00000000 "
     "000018c0 00000000 00001c40 00000000 00002040 00000000 00002240 00000000 00002440 00000000 00002640 00000000 "
     "00002840",
     "Transform3D", "Transform3D(1.5, -2, 3, 4.25, 0.5, -6, 7, 8, 9, 10, 11, 12)",
     "flag_64=false; transform3d.basis.x.x=1.5; transform3d.basis.y.x=-2; transform3d.basis.z.x=3; "
     "transform3d.basis.x.y=4.25; transform3d.basis.y.y=0.5; transform3d.basis.z.y=-6; transform3d.basis.x.z=7; "
     "transform3d.basis.y.z=8; transform3d.basis.z.z=9; transform3d.origin.x=10; transform3d.origin.y=11; "
     "transform3d.origin.z=12"},
    {"PackedVector3Array in double precision", "redot-docs", true,
     "1b000000 02000000 00000000 0000f83f 00000000 000000c0 00000000 00000840 00000000 00001140 00000000 0000e03f "
     "00000000 000018c0",
     "PackedVector3Array", "PackedVector3Array(1.5, -2, 3, 4.25, 0.5, -6)",
     "flag_64=false; packed.count=2; vector3.x=1.5; vector3.y=-2; vector3.z=3; vector3.x=4.25; vector3.y=0.5; "
     "vector3.z=-6"},
};

}  // namespace godot::test

# SPDX-License-Identifier: MIT
#
# Every value that main.gd sends: rows of {label, value, full}; `full` sends objects whole.
#
# Bit patterns that the language cannot spell (or folds together: 0.0 and -0.0 as constants of one
# script become the same) are made with bits().
extends RefCounted

const Thing := preload("res://thing.gd")
const Counter := preload("res://counter.gd")

signal ping(number: int)

var rows: Array[Dictionary] = []

var _minus_zero := bits("8000000000000000")
var _node := Node.new()
var _object := RefCounted.new()
var _counter := Counter.new()
var _resource := Resource.new()
var _thing := Thing.new()
var _encoded := EncodedObjectAsID.new()


func _init() -> void:
	_node.name = "Player"
	_resource.resource_name = "named"
	_encoded.object_id = 0x123456789abcde
	_thing.title = "outer"
	_thing.inner = Thing.new()
	_thing.inner.title = "inner"
	_thing.inner.inner = _resource


func free_nodes() -> void:
	_node.free()


## Values that fit into a datagram (one or two of them only nearly).
func small() -> Array[Dictionary]:
	rows = []
	_scalars()
	_strings()
	_node_paths()
	_math()
	_handles()
	_arrays()
	_dictionaries()
	_packed(9)
	_typed_builtin()
	_typed_objects()
	_typed_nested()
	_objects()
	return rows


## Values that need several segments; packed arrays of this many elements.
func big(elements: int) -> Array[Dictionary]:
	rows = []
	_packed_of(elements)
	add("Array of %d" % elements, range(elements))
	var pairs := {}
	for i: int in elements:
		pairs[i] = "v%d" % i
	add("Dictionary of %d" % elements, pairs)
	add("String of %d" % (elements * 8), "abcdefgh".repeat(elements))
	return rows


## One value of `size` bytes.
func huge(size: int) -> Dictionary:
	var bytes := PackedByteArray()
	bytes.resize(size - 8)
	for i: int in bytes.size():
		bytes[i] = (i * 31 + (i >> 8)) & 0xff
	return {label = "PackedByteArray of %d" % bytes.size(), value = bytes, full = false}


## Floats of any bits, in arrays: 10,000 that the engine sends in 4 bytes, as many in 8, and as many of PackedFloat32Array.
func floats() -> Array[Dictionary]:
	rows = []
	var random := RandomNumberGenerator.new()
	random.seed = 65
	var bytes := PackedByteArray()
	bytes.resize(8)
	for part: int in 100:
		var narrow := []
		var wide := []
		var packed := PackedFloat32Array()
		while narrow.size() < 100:
			bytes.encode_u32(0, random.randi())
			var number := bytes.decode_float(0)
			if is_finite(number):
				narrow.append(number)
		while wide.size() < 100:
			bytes.encode_u32(0, random.randi())
			bytes.encode_u32(4, random.randi())
			var number := bytes.decode_double(0)
			if is_finite(number) and var_to_bytes(number).size() == 12:
				wide.append(number)
		while packed.size() < 100:
			bytes.encode_u32(0, random.randi())
			if is_finite(bytes.decode_float(0)):
				packed.append(bytes.decode_float(0))
		add("floats in 4 bytes", narrow)
		add("floats in 8 bytes", wide)
		add("packed floats", packed)
	return rows


## Only bools, ints and small vectors, as a game sends them, and dictionaries at the very end.
func game() -> Array[Dictionary]:
	rows = []
	for i: int in 14:
		add("jump", i % 3 == 0)
		add("tick", 1000 + i * 16)
		add("aim", Vector2(cos(i * 0.4), sin(i * 0.4)))
		add("position", Vector3(i * 0.25, 1.5, -i * 0.1))
	add("state", {"tick": 1240, "health": 80, "position": Vector3(3.5, 1.5, -1.4)})
	add("state", {"tick": 1256, "health": 75, "alive": true, "name": "Ada"})
	add("state", {"tick": 1272, "scores": [3, 1, 4], "color": Color(1, 0.5, 0.25)})
	add("state", {&"tick": 1288, &"cell": Vector2i(-3, 7)})
	return rows


## What a small arena game says: a client joins, sends its input, and the server answers with the state of the world.
func arena() -> Array[Dictionary]:
	rows = []
	add("join", {"type": "join", "name": "Ada", "color": Color(1, 0.5, 0.25), "version": 4})
	add("ready", {"type": "ready", "ready": true})
	add("welcome", {"type": "welcome", "id": 2, "spawn": Vector3(4, 0, -2.5), "map": "res://maps/arena.tscn", "players": ["Grace", "Ada"]})
	for tick: int in range(1, 9):
		add("input", {"type": "input", "tick": tick, "move": Vector2(0.6, 0.8), "jump": tick % 4 == 0})
		add("aim", Vector2(cos(tick * 0.3), sin(tick * 0.3)))
		var players := {
			1: {"position": Vector3(tick * 0.5, 0, 1.25), "health": 100 - tick},
			2: {"position": Vector3(4 + tick * 0.25, 0.5 if tick % 4 == 0 else 0.0, -2.5), "health": 75},
		}
		add("state", {"type": "state", "tick": tick, "players": players, "shots": PackedVector3Array([Vector3(1, 2, 3)])})
	add("chat", {"type": "chat", "text": "gg \"wp\" 👋"})
	add("hit", [&"hit", 2, NodePath("Players/Ada:health"), 25])
	add("leave", {"type": "leave", "id": 2, "reason": null})
	return rows


## Objects alone, and a value without objects between them.
func objects() -> Array[Dictionary]:
	rows = []
	_objects()
	add("int", 1)
	_typed_objects()
	return rows


func add(label: String, value: Variant, full := false) -> void:
	rows.append({label = label, value = value, full = full})


## The float with these 64 bits, highest first.
static func bits(hex: String) -> float:
	var bytes := hex.hex_decode()
	bytes.reverse()
	return bytes.decode_double(0)


func _scalars() -> void:
	add("nil", null)
	add("true", true)
	add("false", false)
	for number: int in [
		0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536,
		16777217, 2147483646, 2147483647, 2147483648, -2147483647, -2147483648, -2147483649,
		4294967295, 4294967296, -4294967296, 1234567890123, 9007199254740992, 9007199254740993,
		9223372036854775806, 9223372036854775807, -9223372036854775807, -9223372036854775807 - 1,
	]:
		add("int", number)
	for number: float in [
		0.0, 1.0, -1.0, 0.5, 0.25, 1.5, 0.1, -0.1, 0.2, 0.3, 0.7, 1.0 / 3, 2.0 / 3, PI, TAU, 1e-5,
		0.0001, 1e-7, 100000.0, 1000000.0, 1e10, 1e15, 1e16, 1e17, 1e20, 1e21, 1e22, 1e38, 1e39,
		1e300, -1e300, 123456.789, 16777215.0, 16777216.0, 16777217.0, 123456789012345680.0,
	]:
		add("float", number)
	add("float -0", _minus_zero)
	add("float inf", INF)
	add("float -inf", -INF)
	add("float nan", bits("7ff8000000000000"))
	add("float -nan", bits("fff8000000000000"))
	add("float nan with a payload", bits("7ff8000000abcdef"))
	add("float 0.1 rounded to 32 bits", bits("3fb99999a0000000"))
	add("float greatest of 32 bits", bits("47efffffe0000000"))
	add("float next above it", bits("47efffffe0000001"))
	add("float smallest normal of 32 bits", bits("3810000000000000"))
	add("float smallest of 32 bits", bits("36a0000000000000"))
	add("float half of it", bits("3690000000000000"))
	add("float smallest normal", bits("0010000000000000"))
	add("float 5e-324", bits("0000000000000001"))
	add("float -5e-324", bits("8000000000000001"))
	add("float greatest", bits("7fefffffffffffff"))


func _texts() -> PackedStringArray:
	return [
		"", "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh",
		"é", "éa", "éab", "éé", "日", "日a", "日本", "日本語", "日本語b", "😀", "😀x", "a😀é日",
		"שלום", "e\u0301", "\ufeffbom", "\u2028", "\U10ffff", "\ufffd",
		"\"quoted\"", "'single'", "back\\slash", "line\nbreak", "tab\tstop", "return\rhere",
		"\u0001", "a\u0007\u001b[31m\u007f", "\\n", "%s %d %n", " leading and trailing ", "null", "{}",
	]


func _strings() -> void:
	for text: String in _texts():
		add("String", text)
	add("String of 255", "x".repeat(255))
	add("String of 256", "y".repeat(256))
	add("String of 1000", "0123456789".repeat(100))
	add("String of 900 in 300 characters", "語".repeat(300))
	for text: String in ["", "a", "ab", "abc", "abcd", "hit_points", "näme", "日本", "q\"\\\n\t"]:
		add("StringName", StringName(text))


func _node_paths() -> void:
	for path: String in [
		"", ".", "..", "/", "/root", "/root/Main/Player", "Player/Sprite", "../../Enemy", "abcd/efgh",
		":x", ":position:x", "Player:position:x", "/root/Main:material:albedo_color:r", "%Unique/Child",
		"Ä/日本:größe", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p:q:r:s:t:u:v:w:x:y:z", "with space/and \"quote\"",
	]:
		add("NodePath", NodePath(path))


func _math() -> void:
	var zero := _minus_zero
	add("Vector2", Vector2(0, 0))
	add("Vector2", Vector2(1.5, -2.25))
	add("Vector2", Vector2(0.1, 1e20))
	add("Vector2 nan inf", Vector2(NAN, INF))
	add("Vector2 -inf -0", Vector2(-INF, zero))
	add("Vector2i", Vector2i(1, -2))
	add("Vector2i", Vector2i(2147483647, -2147483648))
	add("Rect2", Rect2(1.5, 2, 3, 4.25))
	add("Rect2 nan inf", Rect2(NAN, zero, INF, -INF))
	add("Rect2i", Rect2i(-1, 2, 30, 40000))
	add("Vector3", Vector3(1, 2, 3))
	add("Vector3", Vector3(0.1, -1e-7, 16777216))
	add("Vector3 -0 nan -inf", Vector3(zero, NAN, -INF))
	add("Vector3i", Vector3i(1, -2, 300000))
	add("Transform2D identity", Transform2D.IDENTITY)
	add("Transform2D", Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)))
	add("Transform2D nan", Transform2D(Vector2(NAN, INF), Vector2(zero, 0.1), Vector2(-INF, 1e-7)))
	add("Vector4", Vector4(1, 2, 3, 4))
	add("Vector4 nan inf -0", Vector4(0.1, NAN, INF, zero))
	add("Vector4i", Vector4i(1, -2, 2147483647, -2147483648))
	add("Plane", Plane(0.6, 0, 0.8, -2.5))
	add("Plane nan", Plane(NAN, zero, INF, -INF))
	add("Quaternion identity", Quaternion.IDENTITY)
	add("Quaternion", Quaternion(0.1, 0.2, 0.3, 0.9))
	add("Quaternion nan", Quaternion(NAN, zero, INF, -INF))
	add("AABB", AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)))
	add("AABB nan", AABB(Vector3(NAN, zero, INF), Vector3(-INF, 0.1, 1e20)))
	# The arguments are the axes, i.e. the columns.
	add("Basis identity", Basis.IDENTITY)
	add("Basis", Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)))
	add("Basis nan", Basis(Vector3(NAN, zero, INF), Vector3(-INF, 0.1, 0.2), Vector3(0.3, 0.4, 0.5)))
	add("Transform3D identity", Transform3D.IDENTITY)
	add("Transform3D", Transform3D(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12)))
	add("Transform3D nan", Transform3D(Vector3(NAN, zero, INF), Vector3(-INF, 0.1, 0.2), Vector3(0.3, 0.4, 0.5), Vector3(zero, NAN, 1e20)))
	add("Projection identity", Projection.IDENTITY)
	add("Projection", Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16)))
	add("Projection nan", Projection(Vector4(NAN, zero, INF, -INF), Vector4(0.1, 0.2, 0.3, 0.4), Vector4(1e20, 1e-7, 0, 1), Vector4(2, 3, 4, 5)))
	add("Color", Color(0, 0, 0, 1))
	add("Color", Color(1, 0.5, 0.25, 0.125))
	add("Color", Color(0.1, 0.2, 0.3, 0.4))
	add("Color overbright", Color(16, -1, 1e20, 1))
	add("Color nan", Color(NAN, INF, -INF, zero))


func _handles() -> void:
	add("RID empty", RID())
	add("RID", rid_from_int64(21474836487))
	add("RID greatest", rid_from_int64(-1))
	add("Callable empty", Callable())
	add("Callable of a method", Callable(self, "free_nodes"))
	add("Callable lambda", func() -> int: return 1)
	add("Signal empty", Signal())
	add("Signal", ping)
	add("Signal of a node", _node.ready)


## One value of each type, all different, by type number.
func _one_of_each() -> Array:
	return [
		null, true, 5, 0.1, "text", Vector2(1, 2), Vector2i(3, 4), Rect2(5, 6, 7, 8), Rect2i(9, 10, 11, 12),
		Vector3(13, 14, 15), Vector3i(16, 17, 18), Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)),
		Vector4(1, 2, 3, 4), Vector4i(5, 6, 7, 8), Plane(0, 1, 0, 2), Quaternion(0, 0.6, 0, 0.8),
		AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)), Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)),
		Transform3D(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12)),
		Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16)),
		Color(0.1, 0.2, 0.3, 0.4), &"name", NodePath("Player/Arm:pose"), rid_from_int64(77), _object,
		Callable(self, "free_nodes"), ping, {"in": 1}, [1, "two"], PackedByteArray([1, 2, 3]),
		PackedInt32Array([1, -2]), PackedInt64Array([1, -5000000000]), PackedFloat32Array([0.5, 0.1]),
		PackedFloat64Array([0.5, 0.1]), PackedStringArray(["a", "bc", ""]), PackedVector2Array([Vector2(1, 2)]),
		PackedVector3Array([Vector3(1, 2, 3)]), PackedColorArray([Color(0.1, 0.2, 0.3, 0.4)]),
		PackedVector4Array([Vector4(1, 2, 3, 4)]),
	]


func _arrays() -> void:
	add("Array empty", [])
	add("Array of null", [null])
	add("Array of empties", [[], [[]], {}, {"x": {}}, "", PackedByteArray()])
	add("Array of each type", _one_of_each())
	add("Array of ints", [1, 2, 3, 2147483648, -1])
	var deep: Array = []
	for level: int in 12:
		deep = [level, deep]
	add("Array depth 13", deep)
	deep = []
	for level: int in 99:
		deep = [deep]
	add("Array depth 100", deep)


func _dictionaries() -> void:
	add("Dictionary empty", {})
	add("Dictionary", {"a": 1})
	add("Dictionary of dictionaries", {"ä": {"日": [1, 2, {"deep": PackedByteArray([1, 2, 3])}]}, "b": {}})
	add("Dictionary of ints", {0: 1, -1: 2, 5000000000: 3, 3: -5000000000})
	add("Dictionary of floats", {0.5: "half", 0.1: "tenth", INF: "most", 2.0: 2})
	add("Dictionary of names", {&"one": &"1", &"two": NodePath("a/b")})
	add("Dictionary of null and bools", {null: null, true: false, false: true})
	var keys := {}
	for key: Variant in _one_of_each():
		keys[key] = typeof(key)
	add("Dictionary with each type as a key", keys)
	var deep := {}
	for level: int in 12:
		deep = {level: deep, "k": str(level)}
	add("Dictionary depth 13", deep)
	deep = {}
	for level: int in 99:
		deep = {null: deep}
	add("Dictionary depth 100", deep)
	var mixed: Variant = 1
	for level: int in 40:
		mixed = [mixed] if level % 2 == 0 else {"d": mixed}
	add("mixed depth 40", mixed)


func _packed(most: int) -> void:
	var bytes := PackedByteArray()
	for size: int in most:
		add("PackedByteArray of %d" % size, bytes.duplicate())
		bytes.append((size * 37 + 200) & 0xff)
	bytes.resize(255)
	add("PackedByteArray of 255", bytes)
	bytes = bytes.duplicate()
	bytes.resize(256)
	bytes[255] = 1
	add("PackedByteArray of 256", bytes)
	add("PackedInt32Array", PackedInt32Array([0, 1, -1, 2147483647, -2147483648]))
	add("PackedInt64Array", PackedInt64Array([0, 1, -1, 9223372036854775807, -9223372036854775807 - 1]))
	add("PackedFloat32Array", PackedFloat32Array([0.0, _minus_zero, 0.1, 1.0 / 3, NAN, INF, -INF, 1e20, bits("36a0000000000000")]))
	add("PackedFloat64Array", PackedFloat64Array([0.0, _minus_zero, 0.1, 1.0 / 3, NAN, INF, -INF, 1e300, bits("0000000000000001")]))
	add("PackedStringArray of an empty", PackedStringArray([""]))
	add("PackedStringArray", _texts())
	add("PackedVector2Array", PackedVector2Array([Vector2(1, 2), Vector2(0.1, -3), Vector2(NAN, _minus_zero)]))
	add("PackedVector3Array", PackedVector3Array([Vector3(1, 2, 3), Vector3(0.1, 0.2, 0.3), Vector3(INF, NAN, _minus_zero)]))
	add("PackedVector4Array", PackedVector4Array([Vector4(1, 2, 3, 4), Vector4(0.1, 0.2, 0.3, 0.4), Vector4(-INF, NAN, _minus_zero, 0)]))
	add("PackedColorArray", PackedColorArray([Color(1, 0, 0, 1), Color(0.1, 0.2, 0.3, 0.4), Color(NAN, INF, -1, 2)]))
	for size: int in [0, 1, 2, 3, 7]:
		_packed_of(size)


func _packed_of(size: int) -> void:
	var numbers := range(size)
	var bytes := PackedByteArray(numbers.map(func(i: int) -> int: return i * 7 & 0xff))
	add("PackedByteArray of %d" % size, bytes)
	add("PackedInt32Array of %d" % size, PackedInt32Array(numbers.map(func(i: int) -> int: return i * 1000 - 5)))
	add("PackedInt64Array of %d" % size, PackedInt64Array(numbers.map(func(i: int) -> int: return i * 10000000000 - 5)))
	add("PackedFloat32Array of %d" % size, PackedFloat32Array(numbers.map(func(i: int) -> float: return i * 0.1)))
	add("PackedFloat64Array of %d" % size, PackedFloat64Array(numbers.map(func(i: int) -> float: return i * 0.1)))
	add("PackedStringArray of %d" % size, PackedStringArray(numbers.map(func(i: int) -> String: return "s%d" % i)))
	add("PackedVector2Array of %d" % size, PackedVector2Array(numbers.map(func(i: int) -> Vector2: return Vector2(i, -i))))
	add("PackedVector3Array of %d" % size, PackedVector3Array(numbers.map(func(i: int) -> Vector3: return Vector3(i, -i, 0.5))))
	add("PackedColorArray of %d" % size, PackedColorArray(numbers.map(func(i: int) -> Color: return Color(i / 5000.0, 0.5, 0, 1))))
	add("PackedVector4Array of %d" % size, PackedVector4Array(numbers.map(func(i: int) -> Vector4: return Vector4(i, 1, 2, 0.1))))


func _typed_builtin() -> void:
	var each := _one_of_each()
	for type: int in range(1, TYPE_MAX):
		if type == TYPE_OBJECT:
			continue
		var type_name := type_string(type)
		var empty: Variant = type_convert(null, type)
		add("Array[%s]" % type_name, Array([each[type], empty, each[type]], type, &"", null))
		add("Dictionary[%s, int]" % type_name, Dictionary({each[type]: 1, empty: 2}, type, &"", null, TYPE_INT, &"", null))
		add("Dictionary[String, %s]" % type_name, Dictionary({"k": each[type], "": empty}, TYPE_STRING, &"", null, type, &"", null))
		add("Dictionary[%s, Variant]" % type_name, Dictionary({each[type]: null}, type, &"", null, TYPE_NIL, &"", null))
		add("Dictionary[Variant, %s]" % type_name, Dictionary({7: each[type]}, TYPE_NIL, &"", null, type, &"", null))
	add("Array[int] empty", Array([], TYPE_INT, &"", null))
	add("Array[int] wide", Array([1, -2, 5000000000], TYPE_INT, &"", null))
	add("Dictionary[int, int] empty", Dictionary({}, TYPE_INT, &"", null, TYPE_INT, &"", null))
	add("Dictionary[int, Vector2]", Dictionary({1: Vector2(1, 1), 300: Vector2(2, 2)}, TYPE_INT, &"", null, TYPE_VECTOR2, &"", null))


## All kinds of element types: none, builtin, class, script, with objects as ids and whole.
func _typed_objects() -> void:
	var kinds := {
		"Variant": [TYPE_NIL, &"", null, 1],
		"int": [TYPE_INT, &"", null, 2],
		"RefCounted": [TYPE_OBJECT, &"RefCounted", null, _object],
		"Counter": [TYPE_OBJECT, &"RefCounted", Counter, _counter],
	}
	for full: bool in [false, true]:
		var how := " whole" if full else ""
		for key: String in kinds:
			var k: Array = kinds[key]
			add("Array[%s]%s" % [key, how], Array([k[3]], k[0], k[1], k[2]), full)
			for element: String in kinds:
				var e: Array = kinds[element]
				add("Dictionary[%s, %s]%s" % [key, element, how], Dictionary({k[3]: e[3]}, k[0], k[1], k[2], e[0], e[1], e[2]), full)
		add("Array[Object] empty" + how, Array([], TYPE_OBJECT, &"Object", null), full)
		add("Array[Resource]" + how, Array([_resource, null], TYPE_OBJECT, &"Resource", null), full)
		add("Array[Thing] of null" + how, Array([null], TYPE_OBJECT, &"Resource", Thing), full)
	add("Array[Node]", Array([_node, null], TYPE_OBJECT, &"Node", null))
	add("Array[Thing] whole", Array([_thing, null], TYPE_OBJECT, &"Resource", Thing), true)


func _typed_nested() -> void:
	var ints: Array[int] = [1, 2]
	var names: Array[StringName] = [&"x"]
	var lists: Dictionary[String, Array] = {"ints": ints, "names": names, "plain": [1], "empty": []}
	var tables: Dictionary[int, Dictionary] = {1: lists, 2: {}}
	var both: Array[Dictionary] = [lists, tables, {"plain": 1}]
	var arrays: Array[Array] = [ints, names, both, []]
	add("Dictionary[String, Array] of typed arrays", lists)
	add("Dictionary[int, Dictionary] of typed dictionaries", tables)
	add("Array[Dictionary] of typed dictionaries", both)
	add("Array[Array] of typed arrays", arrays)
	add("Array of typed", [ints, lists, [arrays]])
	add("Dictionary keyed by typed arrays", {ints: names, names: ints})
	var counters: Array[Counter] = [_counter]
	var by_name: Dictionary[StringName, Array] = {&"all": counters}
	add("Dictionary[StringName, Array] of objects", by_name)
	add("Dictionary[StringName, Array] of objects whole", by_name, true)


func _objects() -> void:
	var freed := Node.new()
	freed.free()
	add("Object null whole", null, true)
	add("Object freed", freed)
	add("Object freed whole", freed, true)
	add("Object RefCounted", _object)
	add("Object Node", _node)
	add("Object Resource", _resource)
	add("Object with a script", _counter)
	# Not the id it holds: this object's own.
	add("Object EncodedObjectAsID", _encoded)
	add("Object in an Array", [1, _resource, {"o": _object}])
	add("Object RefCounted whole", _object, true)
	add("Object Node whole", _node, true)
	add("Object Resource whole", _resource, true)
	add("Object with a script whole", _counter, true)
	add("Object EncodedObjectAsID whole", _encoded, true)
	add("Object nested resources whole", _thing, true)
	add("Object Gradient whole", Gradient.new(), true)
	add("Object InputEventKey whole", InputEventKey.new(), true)
	add("Object script whole", _source("extends RefCounted\n\nvar a := \"b\"\n"), true)
	add("Object in an Array whole", [1, _resource, {"o": _counter}], true)
	add("Object none, whole", {"a": [1, 2.5, "three"]}, true)


static func _source(code: String) -> GDScript:
	var script := GDScript.new()
	script.source_code = code
	return script

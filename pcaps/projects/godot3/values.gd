# SPDX-License-Identifier: MIT
#
# Every value that main.gd sends: rows of {label, value, full}; `full` sends objects whole.
#
# Bit patterns that the language cannot spell (or folds together: 0.0 and -0.0 as constants of one
# script become the same) are made with bits().
extends Reference

const Thing = preload("res://thing.gd")
const Counter = preload("res://counter.gd")

var rows = []

var _minus_zero = bits("8000000000000000")
var _node = Node.new()
var _object = Reference.new()
var _counter = Counter.new()
var _resource = Resource.new()
var _thing = Thing.new()
var _encoded = EncodedObjectAsID.new()


func _init():
	_node.name = "Player"
	_resource.resource_name = "named"
	_encoded.object_id = 0x123456789abcde
	_thing.title = "outer"
	_thing.inner = Thing.new()
	_thing.inner.title = "inner"
	_thing.inner.inner = _resource


func free_nodes():
	_node.free()


# Values that fit into a datagram (one or two of them only nearly).
func small():
	rows = []
	_scalars()
	_strings()
	_node_paths()
	_math()
	_arrays()
	_dictionaries()
	_packed()
	_objects()
	return rows


# Values that need several segments; pool arrays of this many elements.
func big(elements):
	rows = []
	_packed_of(elements)
	add("Array of %d" % elements, range(elements))
	var pairs = {}
	for i in elements:
		pairs[i] = "v%d" % i
	add("Dictionary of %d" % elements, pairs)
	var text = "abcdefgh"
	while text.length() < elements * 8:
		text += text
	add("String of %d" % (elements * 8), text.left(elements * 8))
	return rows


# One value of `size` bytes.
func huge(size):
	var bytes = PoolByteArray()
	bytes.resize(size - 8)
	for i in bytes.size():
		bytes[i] = (i * 31 + (i >> 8)) & 0xff
	return {label = "PoolByteArray of %d" % bytes.size(), value = bytes, full = false}


# Objects alone, and a value without objects between them.
func objects():
	rows = []
	add("int", 1)
	_objects()
	return rows


# Five values that are the same bytes in every generation, then what is 3.x alone.
func late_verdict():
	rows = []
	for number in [1, -5, 0.5, 100000, 2.25]:
		add("same everywhere", number)
	add("Dictionary", {"health": 80, "position": Vector3(1, 2.5, -3)})
	add("int", 7)
	add("float wide", 0.1)
	add("Vector3", Vector3(4, 5, 6))
	add("Array", [1, "two", [3]])
	add("Basis", Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)))
	add("Color", Color(0.1, 0.2, 0.3, 0.4))
	add("PoolByteArray", PoolByteArray([1, 2, 3]))
	add("PoolStringArray", PoolStringArray(["a", "", "bc"]))
	add("PoolColorArray", PoolColorArray([Color(1, 0, 0)]))
	add("String", "the end")
	add("int", -1)
	return rows


func add(label, value, full = false):
	rows.append({label = label, value = value, full = full})


# The float with these 64 bits, highest first.
static func bits(hex):
	var bytes = PoolByteArray([TYPE_REAL, 0, 1, 0])
	for i in range(14, -1, -2):
		bytes.append(("0x" + hex.substr(i, 2)).hex_to_int())
	return bytes2var(bytes)


static func repeat(text, times):
	var result = ""
	for i in times:
		result += text
	return result


func _scalars():
	add("nil", null)
	add("true", true)
	add("false", false)
	for number in [
		0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536,
		16777217, 2147483646, 2147483647, 2147483648, -2147483647, -2147483648, -2147483649,
		4294967295, 4294967296, -4294967296, 1234567890123, 9007199254740992, 9007199254740993,
		9223372036854775806, 9223372036854775807, -9223372036854775807, -9223372036854775807 - 1,
	]:
		add("int", number)
	for number in [
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


func _texts():
	return [
		"", "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh",
		"é", "éa", "éab", "éé", "日", "日a", "日本", "日本語", "日本語b", "😀", "😀x", "a😀é日",
		"שלום", "e" + char(0x301), char(0xfeff) + "bom", char(0x2028), char(0x10ffff), char(0xfffd),
		"\"quoted\"", "'single'", "back\\slash", "line\nbreak", "tab\tstop", "return\rhere",
		char(1), "a" + char(7) + char(27) + "[31m" + char(127), "\\n", "%s %d %n", " leading and trailing ", "null", "{}",
	]


func _strings():
	for text in _texts():
		add("String", text)
	add("String of 255", repeat("x", 255))
	add("String of 256", repeat("y", 256))
	add("String of 1000", repeat("0123456789", 100))
	add("String of 900 in 300 characters", repeat("語", 300))


func _node_paths():
	for path in [
		"", ".", "..", "/", "/root", "/root/Main/Player", "Player/Sprite", "../../Enemy", "abcd/efgh",
		":x", ":position:x", "Player:position:x", "/root/Main:material:albedo_color:r",
		"Ä/日本:größe", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p:q:r:s:t:u:v:w:x:y:z", "with space/and \"quote\"",
	]:
		add("NodePath", NodePath(path))


func _math():
	var zero = _minus_zero
	add("Vector2", Vector2(0, 0))
	add("Vector2", Vector2(1.5, -2.25))
	add("Vector2", Vector2(0.1, 1e20))
	add("Vector2 nan inf", Vector2(NAN, INF))
	add("Vector2 -inf -0", Vector2(-INF, zero))
	add("Rect2", Rect2(1.5, 2, 3, 4.25))
	add("Rect2 nan inf", Rect2(NAN, zero, INF, -INF))
	add("Vector3", Vector3(1, 2, 3))
	add("Vector3", Vector3(0.1, -1e-7, 16777216))
	add("Vector3 -0 nan -inf", Vector3(zero, NAN, -INF))
	add("Transform2D identity", Transform2D.IDENTITY)
	add("Transform2D", Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)))
	add("Transform2D nan", Transform2D(Vector2(NAN, INF), Vector2(zero, 0.1), Vector2(-INF, 1e-7)))
	add("Plane", Plane(0.6, 0, 0.8, -2.5))
	add("Plane nan", Plane(NAN, zero, INF, -INF))
	add("Quat identity", Quat.IDENTITY)
	add("Quat", Quat(0.1, 0.2, 0.3, 0.9))
	add("Quat nan", Quat(NAN, zero, INF, -INF))
	add("AABB", AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)))
	add("AABB nan", AABB(Vector3(NAN, zero, INF), Vector3(-INF, 0.1, 1e20)))
	# The arguments are the axes, i.e. the columns.
	add("Basis identity", Basis.IDENTITY)
	add("Basis", Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)))
	add("Basis nan", Basis(Vector3(NAN, zero, INF), Vector3(-INF, 0.1, 0.2), Vector3(0.3, 0.4, 0.5)))
	add("Transform identity", Transform.IDENTITY)
	add("Transform", Transform(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12)))
	add("Transform nan", Transform(Vector3(NAN, zero, INF), Vector3(-INF, 0.1, 0.2), Vector3(0.3, 0.4, 0.5), Vector3(zero, NAN, 1e20)))
	add("Color", Color(0, 0, 0, 1))
	add("Color", Color(1, 0.5, 0.25, 0.125))
	add("Color", Color(0.1, 0.2, 0.3, 0.4))
	add("Color overbright", Color(16, -1, 1e20, 1))
	add("Color nan", Color(NAN, INF, -INF, zero))
	add("RID empty", RID())


# One value of each type, all different, by type number.
func _one_of_each():
	return [
		null, true, 5, 0.1, "text", Vector2(1, 2), Rect2(5, 6, 7, 8), Vector3(13, 14, 15),
		Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)), Plane(0, 1, 0, 2), Quat(0, 0.6, 0, 0.8),
		AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)), Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)),
		Transform(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9), Vector3(10, 11, 12)),
		Color(0.1, 0.2, 0.3, 0.4), NodePath("Player/Arm:pose"), RID(), _object, {"in": 1}, [1, "two"],
		PoolByteArray([1, 2, 3]), PoolIntArray([1, -2]), PoolRealArray([0.5, 0.1]),
		PoolStringArray(["a", "bc", ""]), PoolVector2Array([Vector2(1, 2)]),
		PoolVector3Array([Vector3(1, 2, 3)]), PoolColorArray([Color(0.1, 0.2, 0.3, 0.4)]),
	]


func _arrays():
	add("Array empty", [])
	add("Array of null", [null])
	add("Array of empties", [[], [[]], {}, {"x": {}}, "", PoolByteArray()])
	add("Array of each type", _one_of_each())
	add("Array of ints", [1, 2, 3, 2147483648, -1])
	var deep = []
	for level in 12:
		deep = [level, deep]
	add("Array depth 13", deep)
	deep = []
	for level in 99:
		deep = [deep]
	add("Array depth 100", deep)


func _dictionaries():
	add("Dictionary empty", {})
	add("Dictionary", {"a": 1})
	add("Dictionary of dictionaries", {"ä": {"日": [1, 2, {"deep": PoolByteArray([1, 2, 3])}]}, "b": {}})
	add("Dictionary of ints", {0: 1, -1: 2, 5000000000: 3, 3: -5000000000})
	add("Dictionary of floats", {0.5: "half", 0.1: "tenth", INF: "most", 2.0: 2})
	add("Dictionary of null and bools", {null: null, true: false, false: true})
	var keys = {}
	for key in _one_of_each():
		keys[key] = typeof(key)
	add("Dictionary with each type as a key", keys)
	var deep = {}
	for level in 12:
		deep = {level: deep, "k": str(level)}
	add("Dictionary depth 13", deep)
	deep = {}
	for level in 99:
		deep = {null: deep}
	add("Dictionary depth 100", deep)
	var mixed = 1
	for level in 40:
		mixed = [mixed] if level % 2 == 0 else {"d": mixed}
	add("mixed depth 40", mixed)


func _packed():
	var bytes = PoolByteArray()
	for size in 9:
		add("PoolByteArray of %d" % size, bytes)
		bytes.append((size * 37 + 200) & 0xff)
	for size in [255, 256]:
		bytes.resize(size)
		for i in size:
			bytes[i] = (i * 7 + 1) & 0xff
		add("PoolByteArray of %d" % size, bytes)
	add("PoolIntArray", PoolIntArray([0, 1, -1, 2147483647, -2147483648]))
	add("PoolRealArray", PoolRealArray([0.0, _minus_zero, 0.1, 1.0 / 3, NAN, INF, -INF, 1e20, bits("36a0000000000000")]))
	add("PoolStringArray of an empty", PoolStringArray([""]))
	add("PoolStringArray", PoolStringArray(_texts()))
	add("PoolVector2Array", PoolVector2Array([Vector2(1, 2), Vector2(0.1, -3), Vector2(NAN, _minus_zero)]))
	add("PoolVector3Array", PoolVector3Array([Vector3(1, 2, 3), Vector3(0.1, 0.2, 0.3), Vector3(INF, NAN, _minus_zero)]))
	add("PoolColorArray", PoolColorArray([Color(1, 0, 0, 1), Color(0.1, 0.2, 0.3, 0.4), Color(NAN, INF, -1, 2)]))
	for size in [0, 1, 2, 3, 7]:
		_packed_of(size)


func _packed_of(size):
	var bytes = PoolByteArray()
	var ints = PoolIntArray()
	var reals = PoolRealArray()
	var strings = PoolStringArray()
	var flat = PoolVector2Array()
	var points = PoolVector3Array()
	var colors = PoolColorArray()
	for i in size:
		bytes.append(i * 7 & 0xff)
		ints.append(i * 1000 - 5)
		reals.append(i * 0.1)
		strings.append("s%d" % i)
		flat.append(Vector2(i, -i))
		points.append(Vector3(i, -i, 0.5))
		colors.append(Color(i / 5000.0, 0.5, 0, 1))
	add("PoolByteArray of %d" % size, bytes)
	add("PoolIntArray of %d" % size, ints)
	add("PoolRealArray of %d" % size, reals)
	add("PoolStringArray of %d" % size, strings)
	add("PoolVector2Array of %d" % size, flat)
	add("PoolVector3Array of %d" % size, points)
	add("PoolColorArray of %d" % size, colors)


func _objects():
	var freed = Node.new()
	freed.free()
	add("Object null whole", null, true)
	add("Object freed", freed)
	add("Object freed whole", freed, true)
	add("Object Reference", _object)
	add("Object Node", _node)
	add("Object Resource", _resource)
	add("Object with a script", _counter)
	# Not the id it holds: this object's own.
	add("Object EncodedObjectAsID", _encoded)
	add("Object in an Array", [1, _resource, {"o": _object}])
	add("RID of an object", _resource.get_rid())
	add("Object Reference whole", _object, true)
	add("Object Node whole", _node, true)
	add("Object Resource whole", _resource, true)
	add("Object with a script whole", _counter, true)
	add("Object EncodedObjectAsID whole", _encoded, true)
	add("Object nested resources whole", _thing, true)
	add("Object Gradient whole", Gradient.new(), true)
	add("Object InputEventKey whole", InputEventKey.new(), true)
	var script = GDScript.new()
	script.source_code = "extends Reference\n\nvar a = \"b\"\n"
	add("Object script whole", script, true)
	add("Object in an Array whole", [1, _resource, {"o": _counter}], true)
	add("Object none, whole", {"a": [1, 2.5, "three"]}, true)

extends RefCounted
# Lists in a script of their own.

const MORE := [":height", ":jumps"]
const LOOK: Array[StringName] = [&"facing", &"title"]

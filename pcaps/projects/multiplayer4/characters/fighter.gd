# SPDX-License-Identifier: MIT
class_name Fighter extends Actor
## An actor that walks and shoots.

enum Weapon { PISTOL, SHOTGUN = 4, RAILGUN }

const SPEED := 120.0

@export var weapon := Weapon.PISTOL
@export var stats: Dictionary[String, int] = {"kills": 0, "deaths": 0}


@rpc("any_peer", "call_remote", "unreliable_ordered", 1)
func move(direction: Vector2, jump: bool = false) -> void:
	velocity = direction.limit_length() * SPEED * (1.5 if jump else 1.0)


# An annotation on a line of its own, and arguments over lines.
@rpc("any_peer",
	"reliable")
func shoot(
	aim: Vector2, # in the arena's coordinates
	with: Weapon = Weapon.PISTOL,
	tags: Array[StringName] = [&"fired", &"(loud)"],
) -> void:
	weapon = with


@rpc("authority", "call_local", "unreliable") func emote(what: String = "wave # not a comment") -> void: print_verbose(what)

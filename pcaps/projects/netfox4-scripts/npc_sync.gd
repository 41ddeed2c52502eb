extends StateSynchronizer
# A synchronizer with a script of its own.

const MOOD := "mood"

func _ready() -> void:
	root = get_parent()
	properties = [":position", ":" + MOOD, ":%s" % "tags"]
	properties.append_array([":info"])
	super()

# SPDX-License-Identifier: MIT
extends RefCounted
## Remote methods as the source of a script declares them: for engines that do not tell scripts (before 4.4, whose
## `Script.get_rpc_config()` this answers like). Exported games have no source, and what calls Node.rpc_config() is not seen.

## `@rpc(...)` before a method of the script itself: what is indented belongs to a class inside.
const ANNOTATION := (
	"(?m)^(?:@(?!rpc\\b)\\w+(?:\\([^)]*\\))?\\s*)*@rpc\\b[ \\t]*(?:\\(([^)]*)\\))?"
	+ "(?:\\s|#[^\\n]*\\n|@\\w+(?:\\([^)]*\\))?)*func\\s+(\\w+)"
)
## What a word in the annotation says.
const WORDS := {
	"any_peer": ["rpc_mode", MultiplayerAPI.RPC_MODE_ANY_PEER],
	"authority": ["rpc_mode", MultiplayerAPI.RPC_MODE_AUTHORITY],
	"call_local": ["call_local", true],
	"call_remote": ["call_local", false],
	"reliable": ["transfer_mode", MultiplayerPeer.TRANSFER_MODE_RELIABLE],
	"unreliable": ["transfer_mode", MultiplayerPeer.TRANSFER_MODE_UNRELIABLE],
	"unreliable_ordered": ["transfer_mode", MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED],
}

static var _annotation := RegEx.create_from_string(ANNOTATION)


## By name of the method: a dictionary as Node.rpc_config() takes it. A method of the script goes before its base's.
static func of(script: Script) -> Dictionary:
	var found := {}
	var each := script
	while each is GDScript:
		for declaration: RegExMatch in _annotation.search_all(each.source_code):
			var name := StringName(declaration.get_string(2))
			if not found.has(name):
				found[name] = _config(declaration.get_string(1))
		each = each.get_base_script()
	return found


static func _config(arguments: String) -> Dictionary:
	var config := {
		"rpc_mode": MultiplayerAPI.RPC_MODE_AUTHORITY,
		"transfer_mode": MultiplayerPeer.TRANSFER_MODE_RELIABLE,
		"call_local": false,
		"channel": 0,
	}
	for argument: String in arguments.split(",", false):
		var word := argument.strip_edges().trim_prefix("&").trim_prefix("\"").trim_prefix("'").trim_suffix("\"").trim_suffix("'")
		if WORDS.has(word):
			config[WORDS[word][0]] = WORDS[word][1]
		elif word.is_valid_int():
			config["channel"] = word.to_int()
	return config

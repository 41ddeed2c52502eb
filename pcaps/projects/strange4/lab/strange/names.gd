# SPDX-License-Identifier: MIT
class_name StrangeNames
## Names that other scripts hand to Node.rpc_config().

enum Act { _hit, Open }

const ANY := {"rpc_mode": MultiplayerAPI.RPC_MODE_ANY_PEER}
const HIT := &"_hit"
const BOTH := ["Open", &"kick"]
const TABLE := {"_hit": 1, "kick": 2}
const NESTED := [["_hit", 1], ["Open", 2]]

static var shared := &"_hit"


static func which() -> StringName:
	return &"_hit"


class Inner:
	const X := &"Open"

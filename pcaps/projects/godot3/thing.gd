# SPDX-License-Identifier: MIT
extends Resource

export var number = 7
export var title = "thing"
export var where = Vector3(1.5, -2, 0.1)
export(Resource) var inner

var unsaved = "never on the wire"

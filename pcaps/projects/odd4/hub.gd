# SPDX-License-Identifier: MIT
extends Node
@rpc("any_peer") func hub_say(text: String): pass
@rpc func hub_ack(number: int): pass

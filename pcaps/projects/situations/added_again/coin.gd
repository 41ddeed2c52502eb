# SPDX-License-Identifier: MIT
extends Node
@rpc("authority", "call_remote", "reliable") func shine(n: int): print("shine ", n)

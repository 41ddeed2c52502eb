#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: Godot 4.6.3+ds-3 (Debian sid)
# Godot 4.6.3 (Debian sid): the address of a name is asked for once in the life of the program. A client that connects again after its server
# has got another address goes to the old one, over ENet, HTTP and WebSocket, until IP.clear_cache() is called. A name that was not found
# is asked for again.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root sid godot 4.6.3+ds-3
sees "where a name leads before and after /etc/hosts names another address" "\
at first: later.test is none, game.test is 127.0.0.2; WebSocket, HTTP, ENet reach 127.0.0.2, 127.0.0.2, 127.0.0.2
15 seconds after the change: later.test is 127.0.0.4, game.test is 127.0.0.2; WebSocket, HTTP, ENet reach 127.0.0.2, 127.0.0.2, 127.0.0.2
after IP.clear_cache(): later.test is 127.0.0.4, game.test is 127.0.0.3; WebSocket, HTTP, ENet reach 127.0.0.3, 127.0.0.3, 127.0.0.3" "$(godot <<'GD'
extends SceneTree
func hosts(lines: String) -> void:
	var file := FileAccess.open("/etc/hosts", FileAccess.WRITE)
	file.store_string("127.0.0.1 localhost\n" + lines)
	file.close()
func address_of(title: String) -> String:
	var address := IP.resolve_hostname(title)
	return address if address != "" else "none"
# Which of the listeners a client comes to; `poll` drives the client.
func reached(listeners: Dictionary, poll: Callable) -> String:
	for step in 100:
		poll.call()
		for address: String in listeners:
			if listeners[address].is_connection_available():
				listeners[address].take_connection()
				return address
			if listeners[address] is UDPServer:
				listeners[address].poll()
		await create_timer(0.02).timeout
	return "none"
func connects(when: String, port: int) -> void:
	var text := "%s: later.test is %s, game.test is %s" % [when, address_of("later.test"), address_of("game.test")]
	var ends := []
	var streams := {}
	var pages := {}
	var datagrams := {}
	for address: String in ["127.0.0.2", "127.0.0.3"]:
		streams[address] = TCPServer.new()
		streams[address].listen(port, address)
		pages[address] = TCPServer.new()
		pages[address].listen(port + 2, address)
		datagrams[address] = UDPServer.new()
		datagrams[address].listen(port + 1, address)
	var socket := WebSocketPeer.new()
	socket.connect_to_url("ws://game.test:%d" % port)
	ends.append(await reached(streams, socket.poll))
	var web := HTTPClient.new()
	web.connect_to_host("game.test", port + 2)
	ends.append(await reached(pages, web.poll))
	var peer := ENetMultiplayerPeer.new()
	peer.create_client("game.test", port + 1)
	ends.append(await reached(datagrams, peer.poll))
	peer.close()
	print(text, "; WebSocket, HTTP, ENet reach ", ", ".join(ends))
func _initialize() -> void:
	hosts("127.0.0.2 game.test\n")
	await connects("at first", 24931)
	hosts("127.0.0.3 game.test\n127.0.0.4 later.test\n")
	await create_timer(15).timeout
	await connects("15 seconds after the change", 24934)
	IP.clear_cache()
	await connects("after IP.clear_cache()", 24937)
	quit()
GD
)"
exit "$wrong"

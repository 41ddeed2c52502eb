# SPDX-License-Identifier: MIT
extends Node
# A format of the game's own over TCP: numbers and strings between Variants one way, numbers alone the other way.
func _ready():
	var server := TCPServer.new()
	server.listen(24680, "127.0.0.1")
	var there := StreamPeerTCP.new()
	there.connect_to_host("127.0.0.1", 24680)
	while not server.is_connection_available(): await get_tree().process_frame
	var here := server.take_connection()
	while there.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		there.poll()
		await get_tree().process_frame
	for each in [there, here]: each.set_no_delay(true)
	for i in 4:
		there.put_u8(i)
		there.put_utf8_string("move" if i % 2 else "chat")
		there.put_var({"n": i, "at": Vector2(i, -i)})
		there.put_64(i * 1000000007)
		here.put_32(i)
		here.put_double(i * 0.25)
		await get_tree().create_timer(0.05).timeout
	get_tree().quit()

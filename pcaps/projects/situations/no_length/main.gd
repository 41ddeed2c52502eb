# SPDX-License-Identifier: MIT
extends Node
# a client that asks with put_var and reads with get_var; args: client big|little
var s := StreamPeerTCP.new()
func _ready():
	s.connect_to_host("127.0.0.1", 24680)
	while s.get_status() != 2: s.poll(); await get_tree().process_frame
	s.big_endian = OS.get_cmdline_user_args()[1] == "big"
	for i in 4:
		s.put_var(["question", i, {"x": 1.5}])
		for k in 20:
			await get_tree().process_frame; s.poll()
			if s.get_available_bytes() > 0:
				print(i, " answer ", s.get_var()); break
	await get_tree().create_timer(0.5).timeout
	get_tree().quit()

extends TrickyDerived

@rpc("authority", "call_remote", "unreliable", 0)
func of_kit(a: int, b: String = 'x'):
	prints(a, b)

# SPDX-License-Identifier: MIT
extends RefCounted
## Files that only their owner reads, as those of dumpcap: recordings have chat, names and tokens.


## Opens a file to write. Null: as FileAccess.open(). Windows and file systems without such permissions leave them as they are.
static func open(path: String) -> FileAccess:
	var file := FileAccess.open(path, FileAccess.WRITE)
	if file != null:
		FileAccess.set_unix_permissions(path, FileAccess.UNIX_READ_OWNER | FileAccess.UNIX_WRITE_OWNER)
	return file

#!/bin/bash
# SPDX-License-Identifier: MIT
# For the scripts of this folder: packages in a temporary folder, and what is expected of them.
# shellcheck disable=SC2034  # the scripts use them
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d /var/tmp/finding.XXXXXX)
root=$work/root
wrong=0

# Also of roots that are not $root any more: /dev in each is the machine's own.
leave() {
    "$here/../scripts/make-root" --unmount "$work" >&2
    rm -rf --one-file-system "$work"
}
trap leave EXIT

# unpacked PACKAGE VERSION...: unpacks packages of this machine's Debian into $work/unpacked.
unpacked() {
    while [ $# -gt 0 ]; do
        (cd "$work" && apt-get download -qq "$1=$2" >&2 && dpkg -x "$1"_*.deb unpacked)
        shift 2
    done
}

# in_root SUITE PACKAGE VERSION...: makes $root, in which these versions of the packages are installed.
in_root() {
    local suite=$1 packages=()
    shift
    while [ $# -gt 0 ]; do
        packages+=("$1=$2")
        shift 2
    done
    "$here/../scripts/make-root" "$suite" "$root" "${packages[@]}" >&2
}

# love_game: the program of the standard input becomes the game /tmp/game of $root, which needs no window and no sound.
love_game() {
    mkdir "$root/tmp/game"
    cat > "$root/tmp/game/conf.lua" <<'LUA'
function love.conf(t)
  for _, module in ipairs { "audio", "font", "graphics", "image", "joystick", "keyboard", "mouse", "physics", "sound", "touch", "video", "window" } do
    t.modules[module] = false
  end
end
LUA
    cat > "$root/tmp/game/main.lua"
}

# godot: runs the script of the standard input, of a SceneTree, in Godot; prints what it prints. The script may call branch_of(), which
# makes a node below the root with a multiplayer API of its own, as another process would have.
godot() {
    {
        cat
        cat <<'GD'
func branch_of(title: String, peer: MultiplayerPeer) -> Node:
	var top := Node.new()
	top.name = title
	root.add_child(top)
	var api := SceneMultiplayer.new()
	api.root_path = "/root/" + title
	set_multiplayer(api, "/root/" + title)
	api.multiplayer_peer = peer
	return top
GD
    } > "$root/tmp/finding.gd"
    chroot "$root" godot --headless --script /tmp/finding.gd 2>&1 | sed '/^Godot Engine/d; /^$/d; /X509Certificate/d; /^   at: /d'
}

# two_ends PORT: a server and its client in one process, in the subtrees A and B, each with a node T (class Thing) that has a property
# On Change, `value`. Runs play(T of the server, T of the client) of the standard input; prints what it prints.
two_ends() {
    {
        cat <<'GD'
extends SceneTree
class Thing extends Node:
	var heard := []
	var value: Variant = 1.5
	var changes := 0
	@rpc("any_peer", "call_remote", "reliable")
	func hear(what) -> void: heard.append(what)
func end_of(title: String, peer: MultiplayerPeer) -> Thing:
	var top := branch_of(title, peer)
	var thing := Thing.new()
	thing.name = "T"
	var synchronizer := MultiplayerSynchronizer.new()
	synchronizer.name = "Sync"
	synchronizer.replication_config = SceneReplicationConfig.new()
	synchronizer.replication_config.add_property(^".:value")
	synchronizer.replication_config.property_set_replication_mode(^".:value", SceneReplicationConfig.REPLICATION_MODE_ON_CHANGE)
	synchronizer.delta_synchronized.connect(func() -> void: thing.changes += 1)
	thing.add_child(synchronizer)
	top.add_child(thing)
	return thing
GD
        cat
        cat <<GD
func _initialize() -> void:
	var server := ENetMultiplayerPeer.new()
	var client := ENetMultiplayerPeer.new()
	server.create_server($1)
	client.create_client("127.0.0.1", $1)
	var ends := [end_of("A", server), end_of("B", client)]
	await create_timer(1).timeout
	await play(ends[0], ends[1])
	quit()
GD
    } | godot
}

# sees WHAT EXPECTED SEEN
sees() {
    if [ "$2" = "$3" ]; then
        echo "as before: $1"
        printf '%s\n' "$3" | sed 's/^/    /'
    else
        echo "CHANGED: $1"
        diff <(echo "$2") <(echo "$3") || true
        wrong=1
    fi
}

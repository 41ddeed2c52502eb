#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: socat 1.7.4.4-2 with libwrap0 7.6.q-32, lua5.1 5.1.5-9 with liblua5.1-0 5.1.5-9 and lua-socket 3.1.0-1+b1 (Debian 12)
# Datagrams above 8192 bytes, which UDP carries up to 65507: socat 1.7.4.4 passes on the first 8192 bytes, and prints nothing, whether it
# was told RECVFROM or LISTEN; -b 65536 passes on all. LuaSocket 3.1.0 sends all of one, but receive() without a size returns 8192 bytes
# and no error; what is left is not there at the next receive().
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
unpacked socat 1.7.4.4-2 libwrap0 7.6.q-32 lua5.1 5.1.5-9 liblua5.1-0 5.1.5-9 lua-socket 3.1.0-1+b1
libraries=$work/unpacked/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH=$libraries
cat > "$work/relay.py" <<'PY'
import os, signal, socket, subprocess, sys, tempfile, time

port = 24801
for address in "UDP4-RECVFROM", "UDP4-LISTEN":
    for options in [], ["-b", "65536"]:
        target = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        target.bind(("127.0.0.1", 0))
        target.settimeout(2)
        command = [sys.argv[1], *options, f"{address}:{port},bind=127.0.0.1,fork", f"UDP4:127.0.0.1:{target.getsockname()[1]}"]
        printed = tempfile.TemporaryFile()
        relay = subprocess.Popen(command, stdout=printed, stderr=printed, start_new_session=True)
        time.sleep(1)
        seen = []
        for size in 8192, 8193, 20000:
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(bytes(size), ("127.0.0.1", port))
            seen.append(f"{size} is {len(target.recv(65536))}")
        seen.append(f"{os.fstat(printed.fileno()).st_size} bytes printed")
        os.killpg(relay.pid, signal.SIGTERM)  # with those that it forked
        port += 1
        print(" ".join(["socat", *options, address]) + ":", ", ".join(seen))
PY
cat > "$work/receive.lua" <<'LUA'
local socket = require "socket"
local there, here = socket.udp(), socket.udp()
there:setsockname("127.0.0.1", 24810)
there:settimeout(1)
here:setpeername("127.0.0.1", 24810)
for _, size in ipairs { 8192, 8193, 20000 } do
  local sent = here:send(string.rep("x", size))
  local data, problem = there:receive()
  print("LuaSocket: " .. sent .. " sent, " .. #data .. " received, " .. tostring(problem) .. "; then " .. tostring(select(2, there:receive())))
end
LUA
sees "sizes of datagrams, and what arrives" "\
socat UDP4-RECVFROM: 8192 is 8192, 8193 is 8192, 20000 is 8192, 0 bytes printed
socat -b 65536 UDP4-RECVFROM: 8192 is 8192, 8193 is 8193, 20000 is 20000, 0 bytes printed
socat UDP4-LISTEN: 8192 is 8192, 8193 is 8192, 20000 is 8192, 0 bytes printed
socat -b 65536 UDP4-LISTEN: 8192 is 8192, 8193 is 8193, 20000 is 20000, 0 bytes printed
LuaSocket: 8192 sent, 8192 received, nil; then timeout
LuaSocket: 8193 sent, 8192 received, nil; then timeout
LuaSocket: 20000 sent, 8192 received, nil; then timeout" "$(python3 "$work/relay.py" "$work/unpacked/usr/bin/socat"
    LUA_PATH="$work/unpacked/usr/share/lua/5.1/?.lua" LUA_CPATH="$libraries/lua/5.1/?.so" "$work/unpacked/usr/bin/lua5.1" "$work/receive.lua")"
exit "$wrong"

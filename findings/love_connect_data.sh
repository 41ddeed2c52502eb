#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: love 11.4-1 (Debian 12)
# LOVE 11.4, the number that a client gives to host:connect(), and one to peer:disconnect(), which have 32 bits: from 2**31 on each
# becomes 2147483648. peer:send() before the connection and on a channel that does not exist raises no error: it returns -1.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm love 11.4-1
love_game <<'LUA'
local enet = require "enet"
local server = enet.host_create("127.0.0.1:24793", 8, 2)
local client = enet.host_create()
local function heard()
  local events = {}
  for _ = 1, 40 do
    local event = server:service(5)
    while event do
      events[#events + 1] = event.type .. " " .. event.data
      event = server:service(0)
    end
    client:service(5)
  end
  return table.concat(events, ", ")
end
for _, number in ipairs { 1, 2147483647, 2147483648, 4000000000 } do
  local peer = client:connect("127.0.0.1:24793", 2, number)
  print(string.format("%.0f: %s", number, heard()))
  peer:disconnect(number)
  print(string.format("%.0f: %s", number, heard()))
end
local peer = client:connect("127.0.0.1:24793", 2)
print("send before the connection:", pcall(peer.send, peer, "early"))
print("heard: " .. heard())
for _, channel in ipairs { 1, 2, 255 } do print("send on channel " .. channel .. ":", pcall(peer.send, peer, "on " .. channel, channel)) end
print("heard: " .. heard())
love.event.quit()
LUA
sees "what the server hears of numbers, and what send returns" "\
1: connect 1
1: disconnect 1
2147483647: connect 2147483647
2147483647: disconnect 2147483647
2147483648: connect 2147483648
2147483648: disconnect 2147483648
4000000000: connect 2147483648
4000000000: disconnect 2147483648
send before the connection:	true	-1
heard: connect 0
send on channel 1:	true	0
send on channel 2:	true	-1
send on channel 255:	true	-1
heard: receive on 1" "$(chroot "$root" love /tmp/game 2>/dev/null)"
exit "$wrong"

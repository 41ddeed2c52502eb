#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: love 11.4-1, python3-enet 0.0~vcs.2022.12.26.git-0.2+b1 with libenet7 1.3.17+ds-2 (Debian 12)
# LOVE 11.4 has ENet 1.3.13 built in, which puts reliable commands first into a datagram. An unreliable packet that is sent before a
# reliable one on the same channel, in one service(), is therefore dropped by the receiver: it never arrives, without any loss.
# libenet 1.3.17 keeps the order.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm love 11.4-1
love_game <<'LUA'
local enet = require "enet"
local server = enet.host_create("127.0.0.1:24792", 1, 1)
local client = enet.host_create()
local peer = client:connect("127.0.0.1:24792", 1)
local function heard()
  local packets = {}
  for _ = 1, 40 do
    local event = server:service(5)
    while event do
      if event.type == "receive" then packets[#packets + 1] = event.data end
      event = server:service(0)
    end
    client:service(5)
  end
  return table.concat(packets, " ")
end
heard()
for _, order in ipairs { "unreliable reliable", "reliable unreliable", "unreliable reliable unreliable" } do
  for flag in order:gmatch("%a+") do peer:send(flag, 0, flag) end
  print(order .. ": " .. heard())
end
love.event.quit()
LUA
sees "what was sent in one frame: what arrived, in LOVE 11.4" "\
unreliable reliable: reliable
reliable unreliable: reliable unreliable
unreliable reliable unreliable: reliable unreliable" \
    "$(chroot "$root" env HOME=/tmp SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout 60 love /tmp/game 2>/dev/null)"

in_root bookworm python3-enet "0.0~vcs.2022.12.26.git-0.2+b1"
cat > "$root/tmp/order.py" <<'PY'
import enet

server = enet.Host(enet.Address(b"127.0.0.1", 24793), 1, 1)
client = enet.Host(None, 1, 1)
peer = client.connect(enet.Address(b"127.0.0.1", 24793), 1)


def heard():
    packets = []
    for _ in range(40):
        event = server.service(5)
        while event.type != enet.EVENT_TYPE_NONE:
            if event.type == enet.EVENT_TYPE_RECEIVE:
                packets.append(event.packet.data.decode())
            event = server.service(0)
        client.service(5)
    return " ".join(packets)


heard()
for order in ("unreliable reliable", "reliable unreliable", "unreliable reliable unreliable"):
    for flag in order.split():
        peer.send(0, enet.Packet(flag.encode(), enet.PACKET_FLAG_RELIABLE if flag == "reliable" else 0))
    print(f"{order}: {heard()}")
PY
sees "the same in libenet 1.3.17" "\
unreliable reliable: unreliable reliable
reliable unreliable: reliable unreliable
unreliable reliable unreliable: unreliable reliable unreliable" "$(chroot "$root" timeout 60 python3 /tmp/order.py)"
exit "$wrong"

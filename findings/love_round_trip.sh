#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: love 11.4-1, python3-enet 0.0~vcs.2022.12.26.git-0.2+b1 with libenet7 1.3.17+ds-2 (Debian 12)
# LOVE 11.4 has ENet 1.3.13 built in, whose round trip time begins at 500 ms, and goes an eighth of the way to the measured one with each
# acknowledgement. Between two ends that only keep the connection (a ping each half second), it is above 200 ms after two seconds, above
# 100 after five, and right after fifteen, on loopback. libenet 1.3.17 takes the first measurement.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm love 11.4-1 python3-enet "0.0~vcs.2022.12.26.git-0.2+b1" libenet7 1.3.17+ds-2
mkdir "$root/tmp/game"
cat > "$root/tmp/game/conf.lua" <<'LUA'
function love.conf(t)
  for _, module in ipairs { "audio", "font", "graphics", "image", "joystick", "keyboard", "mouse", "physics", "sound", "touch", "video", "window" } do
    t.modules[module] = false
  end
end
LUA
cat > "$root/tmp/game/main.lua" <<'LUA'
local enet = require "enet"
local server = enet.host_create("127.0.0.1:24821", 1, 1)
local client = enet.host_create()
local peer = client:connect("127.0.0.1:24821", 1)
local begin = love.timer.getTime()
for _, second in ipairs { 2, 5, 15 } do
  while love.timer.getTime() - begin < second do
    while server:service(2) do end
    while client:service(2) do end
  end
  local time = peer:round_trip_time()
  print(second .. " s: " .. (time > 200 and "above 200" or time > 100 and "above 100" or time < 50 and "below 50" or time))
end
love.event.quit()
LUA
cat > "$root/tmp/round_trip.py" <<'PY'
import time

import enet

server = enet.Host(enet.Address(b"127.0.0.1", 24822), 1, 1)
client = enet.Host(None, 1, 1)
peer = client.connect(enet.Address(b"127.0.0.1", 24822), 1)
begin = time.time()
while time.time() - begin < 2:
    while server.service(2).type != enet.EVENT_TYPE_NONE:
        pass
    while client.service(2).type != enet.EVENT_TYPE_NONE:
        pass
print("2 s:", "below 50" if peer.roundTripTime < 50 else peer.roundTripTime)
PY
sees "the round trip time in LOVE 11.4, in milliseconds" "\
2 s: above 200
5 s: above 100
15 s: below 50" "$(chroot "$root" env HOME=/tmp SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout 60 love /tmp/game 2>/dev/null)"
sees "the same in libenet 1.3.17" "2 s: below 50" "$(chroot "$root" timeout 60 python3 /tmp/round_trip.py)"
exit "$wrong"

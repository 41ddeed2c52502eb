#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: tshark 4.0.17-0+deb12u3 with liblua5.2-0 5.2.4-3 (Debian 12)
# Integers of 64 bits in a dissector in Lua, tshark 4.0.17: tvb:le_int64() == 5 is false for a 5, and no error is raised, while < 6 and > 4
# work; in a table whose key is 5, or Int64(5), it finds nothing. UInt64(5) == Int64(5) is false, and UInt64(5) < Int64(-1) is true. An integer
# above 2**53 is kept as a text only: Int64(9007199254740993) is one less. Compare with Int64(5), and look up :tonumber().
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
in_root bookworm tshark 4.0.17-0+deb12u3 liblua5.2-0 5.2.4-3
cat > "$root/tmp/game.lua" <<'LUA'
local game = Proto("game", "Game")
local value = ProtoField.int64("game.value", "Value")
game.fields = { value }
local value_of = Field.new("game.value")
function game.dissector(tvb, pinfo, tree)
  tree:add(game, tvb()):add_le(value, tvb(0, 8))
  local got = tvb(0, 8):le_int64()
  local names = { [5] = "five", [Int64(5)] = "five" }
  print("printed", got, "== 5", got == 5, "== Int64(5)", got == Int64(5), ":tonumber() == 5", got:tonumber() == 5)
  print("< 6", got < 6, "> 4", got > 4, "<= 5", got <= 5, "~= 5", got ~= 5)
  print("field's value == 5", value_of().value == 5, "key of a table", names[got], "as a number", names[got:tonumber()])
  print("UInt64(5) == it", UInt64(5) == got, "UInt64(5) < Int64(-1)", UInt64(5) < Int64(-1))
  print("Int64(9007199254740993)", Int64(9007199254740993), "of a text", Int64("9007199254740993"))
  local same, whole = pcall(string.format, "%d", got)
  print("string.format of %d", same and whole or "an error")
end
DissectorTable.get("udp.port"):add(24000, game)
LUA
python3 - "$root/tmp/game.pcap" <<'PY'
import struct, sys

data = struct.pack("<q", 5)
packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 28 + len(data), 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
packet += struct.pack(">HHHH", 50000, 24000, 8 + len(data), 0) + data
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
    file.write(struct.pack("<IIII", 1700000000, 0, len(packet), len(packet)) + packet)
PY
sees "a dissector of a 5" "\
printed 5 == 5 false == Int64(5) true :tonumber() == 5 true
< 6 true > 4 true <= 5 true ~= 5 true
field's value == 5 false key of a table nil as a number five
UInt64(5) == it false UInt64(5) < Int64(-1) true
Int64(9007199254740993) 9007199254740992 of a text 9007199254740993
string.format of %d an error
5" "$(chroot "$root" tshark -X lua_script:/tmp/game.lua -r /tmp/game.pcap -T fields -e game.value 2>/dev/null | tr '\t' ' ')"
exit "$wrong"

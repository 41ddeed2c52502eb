-- SPDX-License-Identifier: MIT
-- A game packs data of its own into a PackedByteArray and calls `stow` with it. These lines show the bytes as what they
-- are, inside of the call: tshark -X lua_script:docs/examples/cargo.lua -r game.pcap -Y cargo.weight
local cargo = Proto("cargo", "Cargo")
cargo.fields.weight = ProtoField.uint8("cargo.weight", "Weight of a crate")

function cargo.dissector(bytes, pinfo, tree)
  local crates = tree:add(cargo, bytes()):append_text(", " .. bytes:len() .. " crates")
  for i = 0, bytes:len() - 1 do crates:add(cargo.fields.weight, bytes(i, 1)) end
  return bytes:len()
end

-- By the method's name; and for one node by its path. Godot 4 sends a number in place of the name.
DissectorTable.get("godot.rpc.method"):add("stow", cargo)
DissectorTable.get("godot.rpc.method"):add("Peers:#0", cargo)

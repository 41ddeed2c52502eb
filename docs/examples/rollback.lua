-- SPDX-License-Identifier: MIT
-- A game with rollback sends its players' inputs in bytes of its own: a tick (16 bits, little-endian), how many inputs
-- follow, and these, the newest first: two axes in hundredths and the buttons. For another game's or addon's format change
-- the fields and what inputs() reads: tshark -X lua_script:docs/examples/rollback.lua -r game.pcap -Y rollback_inputs.tick
local rollback = Proto("rollback_inputs", "Rollback inputs")
local fields = rollback.fields
fields.tick = ProtoField.uint16("rollback_inputs.tick", "Tick")
fields.count = ProtoField.uint8("rollback_inputs.count", "Inputs")
fields.of = ProtoField.uint16("rollback_inputs.input.tick", "Input of tick")
fields.x = ProtoField.float("rollback_inputs.input.x", "X")
fields.y = ProtoField.float("rollback_inputs.input.y", "Y")
fields.jump = ProtoField.bool("rollback_inputs.input.jump", "Jump", 8, nil, 0x01)
fields.fire = ProtoField.bool("rollback_inputs.input.fire", "Fire", 8, nil, 0x02)
local missing = ProtoExpert.new("rollback_inputs.missing", "Fewer inputs than are counted", expert.group.MALFORMED,
  expert.severity.WARN)
rollback.experts = { missing }

local HEAD, INPUT = 3, 3

local function inputs(bytes, tree, tick, count)
  for i = 0, count - 1 do
    local at = HEAD + i * INPUT
    if bytes:len() < at + INPUT then
      tree:add_proto_expert_info(missing)
      return
    end
    local x, y = bytes(at, 1):int() / 100, bytes(at + 1, 1):int() / 100
    local input = tree:add(bytes(at, INPUT), string.format("Tick %d: %.2f, %.2f", tick - i, x, y))
    input:add(fields.of, bytes(at, INPUT), tick - i):set_generated()
    input:add(fields.x, bytes(at, 1), x)
    input:add(fields.y, bytes(at + 1, 1), y)
    input:add(fields.jump, bytes(at + 2, 1))
    input:add(fields.fire, bytes(at + 2, 1))
  end
end

function rollback.dissector(bytes, pinfo, tree)
  if bytes:len() < HEAD then return 0 end
  local tick, count = bytes(0, 2):le_uint(), bytes(2, 1):uint()
  local below = tree:add(rollback, bytes()):append_text(string.format(", tick %d, %d inputs", tick, count))
  below:add_le(fields.tick, bytes(0, 2))
  below:add(fields.count, bytes(2, 1))
  inputs(bytes, below, tick, count)
  return bytes:len()
end

-- By the method's name, which the project tells (docs/names.md); without it by the node's path and the method's number.
DissectorTable.get("godot.rpc.method"):add("receive_inputs", rollback)
DissectorTable.get("godot.rpc.method"):add("Rollback:#0", rollback)

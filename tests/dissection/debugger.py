# SPDX-License-Identifier: MIT
"""Reads a debugger's capture without the dissector: its streams, its messages, and the name of each element."""

import json
import struct
import sys

import harness

sys.path.insert(0, str(harness.PCAPS / "debugger"))

from variants import Reader, messages  # noqa: E402

CAPTURES = sorted((harness.PCAPS / "debugger").glob("*/*.pcap"))
ETHERNET, TCP = 14, 6
SYN = 2


def value_of(generation, data):
    return Reader(generation, data).value().plain()


def generation_of(capture):
    return int(capture.parent.name.removeprefix("godot-")[0])


def truth_of(capture):
    """What the listener and the game wrote into their logs."""
    with open(capture.with_suffix("").with_suffix(".truth.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def frames(path):
    """The frames of a classic pcap file, as (record header, data)."""
    data, at = path.read_bytes(), 24
    while at + 16 <= len(data):
        size = struct.unpack_from("<8xI4x", data, at)[0]
        yield data[at : at + 16], data[at + 16 : at + 16 + size]
        at += 16 + size


def streams(path):
    """The bytes that the game (the client) sends, and those that it receives."""
    sides, first = {}, {}
    for _, frame in frames(path):
        ip = ETHERNET
        if frame[ip + 9] != TCP:
            continue
        tcp = ip + 4 * (frame[ip] & 15)
        source, target, number = struct.unpack_from(">HHI", frame, tcp)
        if frame[tcp + 13] & SYN:
            first[source] = (number + 1) & 0xFFFFFFFF
            sides.setdefault(source, bytearray())
            continue
        payload = frame[tcp + 4 * (frame[tcp + 12] >> 4) : ip + int.from_bytes(frame[ip + 2 : ip + 4], "big")]
        if not payload:
            continue
        at = (number - first[source]) & 0xFFFFFFFF
        assert at <= len(sides[source]), "the capture has a gap"
        sides[source][at : at + len(payload)] = payload
    client, server = sides.values()
    return bytes(client), bytes(server)


def websocket_messages(stream):
    """The stream as if each binary WebSocket message had a length before it."""
    at, out = stream.index(b"\r\n\r\n") + 4, bytearray()
    while at + 2 <= len(stream):
        kind, size = stream[at] & 15, stream[at + 1] & 127
        masked = stream[at + 1] >> 7
        at += 2
        if size >= 126:
            width = 2 if size == 126 else 8
            size = int.from_bytes(stream[at : at + width], "big")
            at += width
        mask = stream[at : at + 4] if masked else bytes(4)
        at += 4 * masked
        payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(stream[at : at + size]))
        at += size
        if kind == 2:
            out += struct.pack("<I", size) + payload
    return bytes(out)


def conversation(capture):
    """The messages to the editor and those to the game, each with its stream."""
    generation = generation_of(capture)
    found = []
    for stream, to_editor in zip(streams(capture), (True, False)):
        if stream.startswith((b"GET ", b"HTTP/")):
            stream = websocket_messages(stream)
        each, used = messages(generation, stream, to_editor)
        assert used == len(stream), "bytes are left"
        found.append((each, stream))
    return found


# --- The names of the elements --------------------------------------------------------------------------------------
# A text is the filter of one element, without "godot.debug."; a tuple describes the elements of an Array, a dict the
# values of a Dictionary. A list repeats to the end; Counted(n, list) repeats as often as the element `n` before says,
# counted in elements; Packed(whole, each) is a packed array.


class Counted:
    def __init__(self, names, groups=False):
        self.names, self.groups = names, groups


class Packed:
    def __init__(self, whole, each):
        self.whole, self.each = whole, each


def prefixed(prefix, names):
    return [f"{prefix}.{name}" for name in names.split()]


PROPERTY = tuple(prefixed("property", "name type hint hint_string usage value"))
OBJECT = ["object.id", "object.class", ([PROPERTY],)]
ERROR = prefixed("error", "text description warning callstack.size") + [
    Counted(prefixed("error.callstack", "file function line"))]
TIME = prefixed("error", "hour minute second millisecond")
FRAME = prefixed("profile", "frame frame_time process_time physics_time physics_frame_time script_time server.count")
NAVIGATION = "active_maps regions agents links polygons edges edges_merged edges_connected edges_free"
PHYSICS = [f"performance.physics_{d}.{name}" for d in ("2d", "3d") for name in ("active_objects", "collision_pairs", "islands")]
MONITORS_4 = (
    prefixed("performance", "fps process physics_process navigation_process static_memory static_memory_max "
             "message_buffer_max objects resources nodes orphan_nodes render_objects primitives draw_calls video_memory "
             "texture_memory buffer_memory")
    + PHYSICS + ["performance.audio_latency"]
    + prefixed("performance.navigation", NAVIGATION + " obstacles")
    + prefixed("performance.pipelines", "canvas mesh surface draw specialization")
    + prefixed("performance.navigation_2d", NAVIGATION + " obstacles")
    + prefixed("performance.navigation_3d", NAVIGATION + " obstacles")
    + [["performance.custom"]]
)
MONITORS_3 = (
    prefixed("performance", "fps process physics_process static_memory dynamic_memory static_memory_max "
             "dynamic_memory_max message_buffer_max objects resources nodes orphan_nodes render_objects primitives "
             "material_changes shader_changes surface_changes draw_calls items_2d draw_calls_2d video_memory "
             "texture_memory buffer_memory video_memory_total")
    + PHYSICS + ["performance.audio_latency", ["performance.custom"]]
)
VARIABLES_3 = [part for kind in ("locals", "members", "globals")
               for part in (f"variable.{kind}", Counted(["variable.name", "variable.value"], groups=True))]
SERVERS_4 = Counted(["profile.server.name", "profile.server.size",
                     Counted(prefixed("profile.server.function", "name time"))], groups=True)
LIVE = {
    "live_set_root": ["live.root", "live.scene"],
    "live_node_path": ["live.path", "live.id"],
    "live_res_path": ["live.path", "live.id"],
    "live_node_prop": ["live.id", "live.property", "live.value"],
    "live_res_prop": ["live.id", "live.property", "live.value"],
    "live_node_call": ["live.id", "live.method", ["live.argument"]],
    "live_create_node": ["live.parent", "live.type", "live.name"],
    "live_duplicate_node": ["live.path", "live.name"],
    "live_remove_node": ["live.path"],
}
BOTH = {
    "get_stack_dump": [], "step": [], "next": [], "continue": [], "break": [], "debug_exit": [],
    "get_stack_frame_vars": ["stack.level"],
    "breakpoint": prefixed("breakpoint", "path line set"),
    "set_skip_breakpoints": ["breakpoint.skip"],
}
OF_3 = {
    **BOTH, **LIVE,
    "debug_enter": ["enter.can_continue", "enter.error"],
    "stack_dump": [[{"file": "stack.file", "line": "stack.line", "function": "stack.function", "id": "stack.id"}]],
    "stack_frame_vars": VARIABLES_3,
    "output": [[("output.text", "output.type")]],
    "error": [tuple(TIME + ["error.function", "error.file", "error.line", *ERROR[:3]]), *ERROR[3:]],
    "performance": [tuple(MONITORS_3)],
    "profile_sig": ["signature.name", "signature.id"],
    "profile_frame": FRAME + ["profile.function.count", Counted(
        ["profile.server.name", (prefixed("profile.server.function", "name time"),)], groups="profile.server.count"),
        Counted(prefixed("profile.function", "id calls total self"), groups="profile.function.count")],
    "network_profile": [prefixed("network", "id path incoming_calls incoming_sets outgoing_calls outgoing_sets")],
    "network_bandwidth": ["bandwidth.incoming", "bandwidth.outgoing"],
    "message:scene_tree": [prefixed("node", "children name class id")],
    "message:inspect_object": OBJECT,
    "request_scene_tree": [], "request_video_mem": [], "stop_profiling": [], "start_network_profiling": [],
    "stop_network_profiling": [], "reload_scripts": [],
    "start_profiling": ["profiler.max_functions"],
    "inspect_object": ["object.id"],
    "set_object_property": ["object.id", "property.name", "property.value", ["argument"]],
    "pause_changed": ["suspend"],
}
OF_3["profile_total"] = OF_3["profile_frame"]
PROFILER = ["profiler.enable", (["profiler.option"],)]
OF_4 = {
    **BOTH, **{f"scene:{name}": elements for name, elements in LIVE.items()},
    "set_pid": ["process_id"],
    "debug_enter": prefixed("enter", "can_continue error has_stack thread"),
    "stack_dump": ["stack.size", Counted(prefixed("stack", "file line function"))],
    "stack_frame_vars": ["variable.count"],
    "stack_frame_var": prefixed("variable", "name kind type value"),
    "evaluation_return": prefixed("evaluate", "expression kind type value"),
    "output": [Packed("output.texts", "output.text"), Packed("output.types", "output.type")],
    "error": TIME + ["error.file", "error.function", "error.line", *ERROR],
    "performance:profile_names": [(["performance.name"],), (["performance.type"],)],
    "performance:profile_frame": MONITORS_4,
    "servers:function_signature": ["signature.name", "signature.id"],
    "servers:profile_frame": FRAME + [SERVERS_4, "profile.function.count",
                                      Counted(prefixed("profile.function", "id calls self total internal"))],
    "servers:memory_usage": ["memory.size", Counted(prefixed("memory", "path format type bytes"))],
    "servers:drawn": [],
    "visual:hardware_info": ["hardware.cpu", "hardware.gpu"],
    "visual:profile_frame": ["visual.frame", "visual.size", Counted(prefixed("visual.area", "name cpu gpu"))],
    "multiplayer:bandwidth": ["bandwidth.incoming", "bandwidth.outgoing"],
    "multiplayer:rpc": ["network.size", Counted(prefixed(
        "network", "id path incoming_calls incoming_bytes outgoing_calls outgoing_bytes"))],
    "multiplayer:syncs": ["sync.size", Counted(prefixed(
        "sync", "id config root incoming incoming_bytes outgoing outgoing_bytes"))],
    "multiplayer:cache": [prefixed("cache", "id class path")],
    "to_game multiplayer:cache": [["cache.id"]],
    "scene:scene_tree": [prefixed("node", "children name class id scene flags")],
    "scene:inspect_objects": [[tuple(OBJECT)]],
    "remote_objects_selected": [[tuple(OBJECT)]],
    "to_game scene:inspect_objects": [(["object.id"],), "object.select"],
    "remote_selection_invalidated": [(["object.id"],)],
    "show_selection_limit_warning": [], "remote_nothing_selected": [],
    "filesystem:update_file": ["file.path"],
    "window:title": ["window.title"],
    "request_quit": [],
    "evaluate": ["evaluate.expression", "evaluate.frame"],
    "set_ignore_error_breaks": ["breakpoint.ignore_errors"],
    "reload_scripts": [["file.path"]],
    "profiler:servers": ["profiler.enable", ("profiler.max_functions", "profiler.native_calls")],
    "profiler:visual": PROFILER, "profiler:multiplayer:bandwidth": PROFILER, "profiler:multiplayer:rpc": PROFILER,
    "profiler:multiplayer:replication": PROFILER,
    "servers:memory": [], "servers:draw": [], "scene:request_scene_tree": [], "scene:next_frame": [],
    "scene:save_node": ["object.id", "file.path"],
    "scene:set_object_property": ["object.id", "property.name", "property.value"],
    "scene:set_object_property_field": ["object.id", "property.name", "property.value", "property.field"],
    "scene:suspend_changed": ["suspend"], "scene:speed_changed": ["speed"], "scene:debug_mute_audio": ["mute"],
    "scene:override_cameras": ["camera.override", "camera.from_editor"],
    "scene:transform_camera_2d": ["camera.transform"],
    "scene:runtime_node_select_set_type": ["select.type"],
}
OF_4["servers:profile_total"] = OF_4["servers:profile_frame"]


class Elements:
    """Walks a message by its description: (filter, value, first byte, end)."""

    def __init__(self, message):
        self.found, self.last, self.counts = [], 0, {}
        self.message = message

    def add(self, name, node, begin=None):
        self.found.append((f"godot.debug.{name}", node, node.begin if begin is None else begin, node.end))
        if node.type == "int":
            self.last = self.counts[name] = node.value

    def walk(self, names, nodes):
        nodes = list(nodes)
        for name in names:
            if isinstance(name, Counted):
                if isinstance(name.groups, str):
                    count = self.counts[name.groups]
                else:
                    count = self.last
                if name.groups:
                    for _ in range(count):
                        nodes = self.walk(name.names, nodes)
                else:
                    rest = nodes[count:]
                    nodes = nodes[:count]
                    while nodes:
                        nodes = self.walk(name.names, nodes)
                    nodes = rest
            elif isinstance(name, list):
                while nodes:
                    nodes = self.walk(name, nodes)
            elif nodes:
                self.one(name, nodes.pop(0))
        return nodes

    def one(self, name, node):
        if isinstance(name, tuple):
            rest = self.walk(name, node.value)
            assert not rest, (self.message.name, rest)
        elif isinstance(name, dict):
            for key, value in node.value:
                self.add(name[key.value], value)
        elif isinstance(name, Packed):
            self.add(name.whole, node)
            for each in node.value:
                self.found.append((f"godot.debug.{name.each}", each, None, None))
        else:
            # An element of a unit includes its length.
            is_unit = self.message.run and any(node is each for each in self.message.elements)
            self.add(name, node, node.begin - 4 if is_unit else None)


def elements_of(message, generation, to_editor):
    """The elements that the dissector must show for the message, and whether the message is known."""
    table = OF_4 if generation == 4 else OF_3
    names = table.get(f"to_game {message.name}") if not to_editor else None
    if names is None:
        names = table.get(message.name)
    walker = Elements(message)
    rest = walker.walk(names if names is not None else [["argument"]], message.elements)
    assert not rest, (message.name, rest)
    return walker.found, names is not None

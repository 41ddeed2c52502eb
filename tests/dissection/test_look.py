# SPDX-License-Identifier: MIT
"""What users look at first: sender and receiver in every protocol; names of peers; synchronised values in the Info
column; watches. Compared with the scripts' logs."""

import re
import unittest

import harness

import projects
from truth import load, truth_of

ARENA = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
REPLICATION = harness.PCAPS / "multiplayer" / "godot-4.6" / "replication_enet.pcap"
FLEET = harness.PCAPS / "multiplayer" / "godot-3.6" / "fleet_enet.pcap"
BY_ID = ("-o", "godot.name_peers:FALSE")
NAMES = ("-o", 'uat:godot_peer_names:"Network.#2","0",""')


def watch(name, node, what, component=""):
    return ("-o", f'uat:godot_watches:"{name}","{node}","{what}","{component}"')


def ids_of(capture):
    """Every peer id in the scripts' logs."""
    return {str(line[key]) for line in load(truth_of(capture)) for key in ("from", "id") if line.get(key, 1) > 1}


def peers_of(capture):
    """Ids by role, from the scripts' logs."""
    return {line["proc"]: line["from"] for line in load(truth_of(capture)) if line["kind"] == "rpc" and line["from"] != 1}


load_tests = harness.by_length


class FromAndTo(unittest.TestCase):
    def ends(self, capture, display_filter, *options):
        rows = harness.fields(capture, ["godot.from", "godot.to"], *options, display_filter=display_filter)
        self.assertTrue(rows)
        for sources, targets in rows:
            self.assertTrue(sources, capture)
            self.assertEqual(len(sources), len(targets), capture)
        return {(source, target) for sources, targets in rows for source, target in zip(sources, targets)}

    def test_every_protocol(self):
        """Every packet has them, with the right values."""
        games = self.ends(ARENA, "enet", *BY_ID)
        ids = {str(peer) for peer in peers_of(ARENA).values()}
        self.assertEqual(len(ids), 3)
        direct = {(each, "server") for each in ids} | {("server", each) for each in ids}
        relayed = {(one, other) for one in ids for other in [*(ids - {one}), "all"]}
        self.assertEqual(direct - games, set())
        self.assertEqual(games - direct - relayed - {("server", "all")}, set())
        link = harness.PCAPS / "links" / "godot-4.6" / "none.pcap"
        self.assertEqual(self.ends(link, "enet"), {("client", "server"), ("server", "client")})
        debugger = harness.PCAPS / "debugger" / "godot-4.6" / "session.pcap"
        self.assertEqual(self.ends(debugger, "godot.debug"), {("game", "editor"), ("editor", "game")})
        values = harness.PCAPS / "godot-4.6" / "variants_udp.pcap"
        ports = harness.fields(values, ["udp.srcport", "udp.dstport"], display_filter="godot.variant")
        self.assertEqual(self.ends(values, "godot.variant"), {(one, other) for (one,), (other,) in ports})

    def test_handshake_missing(self):
        """Without the handshake the roles are guesses, marked as such."""
        capture = harness.PCAPS / "links" / "godot-4.6" / "none.pcap"
        cut = harness.workshop().folder / "beheaded.pcap"
        harness.run("-Y", "frame.number > 40", "-F", "pcap", "-w", str(harness.workshop().home / "beheaded.pcap"), capture=capture)
        (harness.workshop().home / "beheaded.pcap").rename(cut)
        self.assertEqual(self.ends(cut, "enet"), {("client?", "server?"), ("server?", "client?")})

    def test_3x(self):
        ids = ids_of(FLEET)
        for source, target in self.ends(FLEET, "godot", *BY_ID):
            self.assertIn(source, ids | {"server"})
            self.assertRegex(target, r"^(server|\d+|(all|all but (server|\d+))( \(\d+\))?)$")


class PeerNames(unittest.TestCase):
    def test_by_the_games_own_call(self):
        roles = peers_of(ARENA)
        rows = harness.fields(ARENA, ["godot.peer.source", "godot.from", "_ws.col.Info"], *NAMES, display_filter="godot.peer.source > 1")
        names = {str(peer): role for role, peer in roles.items()}
        self.assertEqual({names[source[-1]] for source, _, _ in rows}, {"red", "green", "blue"})
        for source, shown, info in rows:
            self.assertEqual(shown[-1], names[source[-1]])
            self.assertNotIn(source[-1], re.sub(r"(add|remove) peer \d+|everyone.*", "", info[0]))
        # Without the table of NAMES the text is only the first argument of the peer's first call: the name is a guess.
        ((plain,),) = {tuple(row[0]) for row in harness.fields(ARENA, ["godot.from"], display_filter="enet.stream == 0 && enet.connect")}
        self.assertEqual(plain, "red?")

    def test_over_a_lossy_link(self):
        """One register() arrived before the path of its node, which was lost: the retransmitted path tells the node, so
        that peer has a name, too."""
        capture = harness.PCAPS / "lossy" / "godot-4.6" / "arena_lossy_enet.pcap"
        rows = harness.fields(capture, ["godot.from", "_ws.col.Info"], *NAMES, display_filter="godot.from")
        self.assertEqual({each for sources, _ in rows for each in sources}, {"red", "green", "server"})
        self.assertTrue(any("add peer green" in info[0] for _, info in rows))

    def test_filters_take_names(self):
        count = len(harness.fields(ARENA, ["frame.number"], *NAMES, display_filter='godot.from == "red" && godot.rpc'))
        by_id = f"godot.peer.source == {peers_of(ARENA)['red']} && godot.rpc"
        self.assertEqual(count, len(harness.fields(ARENA, ["frame.number"], display_filter=by_id)))
        self.assertGreater(count, 50)

    def test_no_name_from_a_node_named_by_an_id(self):
        """Ships have their peers' ids as names: that gives no peer a name."""
        names = self.names_of(REPLICATION)
        self.assertEqual({name for each in names.values() for name in each}, {"red?", "green?", "peer 4"})

    def test_processes(self):
        """A capture of macOS's pktap says whose process sent or got a packet. Wireshark reads that since 4.6; it names the peer that
        has no other name. Before, nothing changes."""
        server = 24680
        capture = harness.with_processes(REPLICATION, lambda source, target: (max(source, target) - 20000, "Godot", source != server))
        knows = "frame.darwin.process_info.pid" in harness.run("-G", "fields").stdout.decode()
        names = {name for each in self.names_of(capture).values() for name in each}
        self.assertLess({"red?", "green?"}, names)
        (unnamed,) = names - {"red?", "green?"}
        self.assertRegex(unnamed, r"^Godot, process 46\d\d$" if knows else "^peer 4$")
        if knows:
            # What the server relays comes from the server's port.
            sent = f'godot.from == "{unnamed}" && udp.dstport == {server}'
            rows = harness.fields(capture, ["udp.srcport"], display_filter=sent)
            self.assertEqual({f"Godot, process {int(port[0]) - 20000}" for (port,) in rows}, {unnamed})

    def names_of(self, capture, *options):
        """The name of each peer, by id: the name is an item below the id, and filters match both."""
        rows = harness.fields(capture, ["godot.peer.source", "godot.from"], *options, display_filter="godot.peer.source > 1")
        self.assertTrue(rows, capture)
        names = {}
        for ids, sources in rows:
            for peer, name in zip(ids, sources):
                if len(ids) == len(sources) and int(peer) > 1:
                    names.setdefault(peer, set()).add(name)
        return names

    @harness.long_test
    def test_names_are_unique(self):
        """Each peer of every capture has one name, and no name belongs to two peers."""
        for folder in ("multiplayer", "faults", "lossy", "links"):
            for capture in harness.share(sorted((harness.PCAPS / folder).glob("godot-*/*.pcap"))):
                rows = harness.fields(capture, ["godot.peer.source", "godot.from"], display_filter="godot.peer.source > 1")
                pairs = {(ids[0], names[0]) for ids, names in rows if len(ids) == len(names) == 1}
                self.assertEqual(len({peer for peer, _ in pairs}), len(pairs), capture)
                self.assertEqual(len({name for _, name in pairs}), len(pairs), capture)

    def test_introductions(self):
        """red, green and blue introduce themselves in their first calls; a name guessed from a chat line that came
        first is withdrawn later. Guessed names have a question mark."""
        # In these two captures no peer is let in: no message has a peer's id.
        silent = {"lobby_packed", "lobby_unproven"}
        faults = [one for one in sorted((harness.PCAPS / "faults").glob("*/*.pcap")) if one.stem not in silent]
        for capture in (ARENA, FLEET, REPLICATION, *faults):
            roles = {str(peer): role for role, peer in peers_of(capture).items()}
            for peer, names in self.names_of(capture).items():
                for name in names:
                    if name.endswith("?") and peer in roles:
                        self.assertEqual(name, f"{roles[peer]}?", capture)

    def test_by_the_order_in_which_they_appear(self):
        capture = harness.PCAPS / "multiplayer" / "godot-4.6" / "peers_enet.pcap"
        seen = []
        for sources, targets in harness.fields(capture, ["godot.from", "godot.to"], display_filter="godot.peer.target"):
            seen += [name for name in [*targets, *sources] if name.startswith("peer ") and name not in seen]
        numbers = [int(name.split()[1]) for name in seen]
        self.assertTrue(numbers)
        self.assertEqual(len(numbers), len(set(numbers)))
        self.assertGreater(min(numbers), 1, "the server is the first peer")

    def test_the_id_is_shown_once(self):
        """In Info at the peer's first packet; in the tree with each name. Filters match the id or the name."""
        roles = peers_of(ARENA)
        rows = harness.fields(ARENA, ["_ws.col.Info"])
        for role, peer in roles.items():
            shown = [info[0] for (info,) in [[row[0]] for row in rows] if f"{role}? ({peer})" in info[0]]
            self.assertLessEqual(1, len(shown), role)
            self.assertLessEqual(len(shown), 2, role)
        tree = harness.tree_text(ARENA, "-O", "godot", "-Y", f"godot.peer.source == {roles['red']}", "-c", "200")
        self.assertIn(f"{roles['red']} (red?)", tree)
        by_name = harness.fields(ARENA, ["frame.number"], display_filter='godot.peer.name == "red?" && godot.from == "red?" && godot.rpc')
        by_id = harness.fields(ARENA, ["frame.number"], display_filter=f"godot.peer.source == {roles['red']} && godot.rpc")
        self.assertEqual(by_name, by_id)

    def test_ids_alone(self):
        names = self.names_of(ARENA, *BY_ID)
        self.assertEqual(names, {peer: {peer} for peer in names})
        self.assertEqual(len(names), 3)


class Synchronisation(unittest.TestCase):
    def test_values_in_the_info_column(self):
        """The first node of each Sync, with all its properties by name, and the values that the tree has."""
        project = projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))
        names = ["_ws.col.Info", "godot.node.path", "godot.sync.property", "godot.sync.value"]
        rows = harness.fields(ARENA, names, *project, display_filter="godot.sync.delta == 0 && godot.sync.property && !godot.relay")
        self.assertGreater(len(rows), 300)
        for info, paths, properties, values in rows:
            node = re.search(r"sync ([^:;]+): (.*?)(; |$)", info[0])
            self.assertTrue(node, info)
            self.assertIn(node[1], paths)
            self.assertTrue(node[2].startswith(f"{properties[0]} = {values[0]}"), info)
        changed = harness.fields(ARENA, names[:3], *project, display_filter="godot.sync.delta == 1 && godot.sync.property")
        self.assertGreater(len(changed), 20)
        for info, paths, properties in changed:
            self.assertRegex(info[0], r"changes of [^:;]+: [\w:]+ = ")
            self.assertIn(paths[0], info[0])
            self.assertIn(f"{properties[0]} = ", info[0])

    def test_packet_list_without_trees(self):
        """A packet list in one pass, without trees (tshark's default), has the same text as the list with trees."""
        plain = harness.run("-T", "tabs", capture=ARENA).stdout.decode()
        with_trees = harness.run("-T", "tabs", "-Y", "frame || godot.sync", capture=ARENA).stdout.decode()
        states = [line for line in plain.splitlines() if "  sync " in line or "  changes of " in line]
        self.assertGreater(len(states), 300)
        self.assertEqual([line for line in states if line.endswith(": \u2026")], [])
        self.assertEqual(plain, with_trees)

    def test_the_profiles_round_trip_times(self):
        """The profile's own column has milliseconds with one decimal, also if zero; filters get a number."""
        column = re.search(r'"RTT ms", "(.*?)"', (harness.SOURCE / "profiles" / "Godot" / "preferences").read_text())[1]
        capture = harness.PCAPS / "multiplayer" / "godot-4.6" / "arena_enet.pcap"
        out = harness.run("-2", "-Y", "enet.analysis.ack_rtt_ms", "-o", f'gui.column.format:"RTT ms","{column}"', capture=capture)
        shown = out.stdout.decode().split()
        numbers = [row[0] for row in harness.fields(capture, ["enet.analysis.ack_rtt_ms"], display_filter="enet.analysis.ack_rtt_ms")]
        self.assertEqual(shown, [f"{float(each[0]):.1f}" for each in numbers])
        self.assertTrue(any(each.endswith(".0") for each in shown))

    def test_round_trip_times_in_info_are_the_columns(self):
        """A row that acknowledges several commands has one time in the column, and the same time in Info."""
        columns = ["-o", 'gui.column.format:"RTT ms","%Cus:enet.analysis.ack_rtt_ms:1:R","Info","%i"']
        several = 0
        for name in ("enet/godot-4.6/rpc_enet", "links/godot-4.6/lossy_server"):
            capture = harness.PCAPS / f"{name}.pcap"
            out = harness.run("-2", "-Y", "enet.analysis.ack_rtt_ms", *columns, capture=capture).stdout.decode()
            for line in out.splitlines():
                column, info = line.split(maxsplit=1)
                times = re.findall(r"Acknowledge (\d+(?:-\d+)?) \(([\d.]+) ms\)", info)
                if times:
                    self.assertEqual(column, times[0][1], line)
                    several += "-" in times[0][0]
        self.assertGreater(several, 30)

    def test_preferences_have_one_page(self):
        """Every preference of the plugin's protocols is on the page of preferences, once, with its default; the page
        has no others."""
        page = (harness.SOURCE / "docs" / "preferences.md").read_text()
        rows = dict(re.findall(r"^\| `((?:godot|enet)\.[\w.]+)` \| (?:`([^`]*)`|none|all|table `[^`]*`) \|", page, re.MULTILINE))
        shown = re.findall(r"^#?((?:godot|enet)\.[\w.]+):[ \t]*(.*)$", harness.run("-G", "defaultprefs").stdout.decode(), re.MULTILINE)
        tables = {"godot.projects", "godot.names", "godot.peer_names", "godot.watches", "godot.netfox"}
        self.assertEqual(set(rows), {name for name, _ in shown} | tables)
        for name, value in shown:
            self.assertEqual(rows[name], value, name)

    def test_info_does_not_repeat_the_column_to(self):
        columns = ["-o", 'gui.column.format:"To","%Cus:godot.to:1:R","Info","%i"']
        with_column = harness.run("-2", *columns, "-Y", "godot.rpc.text", capture=ARENA).stdout.decode().splitlines()
        without = harness.run("-2", "-o", 'gui.column.format:"Info","%i"', "-Y", "godot.rpc.text", capture=ARENA).stdout.decode().splitlines()
        self.assertGreater(len(without), 100)
        self.assertEqual(len(with_column), len(without))
        direct = 0
        for one, other in zip(with_column, without):
            to = one.split()[0]
            # A relayed call names its sender, which the column To does not.
            if other.startswith(f"server \u2192 {to} "):
                self.assertNotIn("\u2192", one.split(";")[0])
                direct += 1
        self.assertGreater(direct, 100)

    def test_labels_do_not_repeat_their_items(self):
        tree = harness.tree_text(ARENA, "-O", "godot", "-Y", "godot.sync.net_id || godot.spawn.net_id")
        self.assertNotRegex(tree, r"(?i)\b(sync: sync|spawn: spawn|despawn: despawn) ")
        # Each node of a Sync has a line of its own, which the Sync's line does not repeat.
        self.assertRegex(tree, r"(?m)^    Sync$")
        self.assertRegex(tree, r"(?m)^    Sync of changes$")
        self.assertRegex(tree, r"(?m)^        Arena/Players/Red: ")

    def test_the_first_byte_is_one_line(self):
        """The label lists the meaning of the bits; code and flags are items below it, on the same byte."""
        packets = harness.packets(ARENA, layers="frame godot")
        commands = [command for packet in packets for command in packet.all("godot.command")]
        self.assertGreater(len(commands), 1000)
        wanted = []
        for command in commands:
            self.assertEqual(command.length, 1)
            self.assertEqual({(part.position, part.length) for part in command.children if part.name != "_ws.expert"}, {(command.position, 1)})
            self.assertTrue(command.child("godot.command.code"))
            byte = command.data[0]
            flags = []
            if byte & 7 == 0:
                flags = [f"Node id width: {('1 byte', '2 bytes', '4 bytes')[byte >> 4 & 3]}", f"Method id width: {('1 byte', '2 bytes')[byte >> 6 & 1]}"]
                flags += ["Bytes only"] * (byte >> 7)
            elif byte & 7 == 6:
                flags = ["Delta"] * (byte >> 4 & 1)
            wanted.append((str(byte & 7), ", ".join(flags)))
        lines = re.findall(r"^ *Command: [\w ]+ \((\d)\)(?:, (.*))?$", harness.tree_text(ARENA, "-O", "godot"), re.MULTILINE)
        self.assertEqual(lines, wanted)
        self.assertGreater(len({flags for _, flags in wanted}), 3)


class Hidden(unittest.TestCase):
    """Items that the tree does not display cost nothing: they exist where a filter, a column, or an option -e names them."""

    # A field with each reason: what a label has, a bit that is not set, a connection after its handshake.
    FIELDS = ("godot.variant.text", "godot.variant.type_name", "godot.variant.type", "godot.sync.text", "godot.sync.interval", "godot.sync.changed",
              "godot.cost.own", "godot.dialect.evidence", "enet.connection.connect_id", "enet.connection.from_client", "enet.command.acknowledge",
              "enet.compression", "enet.variant", "enet.cost.overhead", "enet.analysis.ack_rtt_ms", "enet.source", "godot.cost.calls")
    FRAMES = ("-Y", "frame.number >= 200 && frame.number < 260")

    def names(self, *options):
        """How often each field is in the documents."""
        text = harness.run("-2", *options, "-T", "pdml", capture=ARENA).stdout.decode()
        counts = dict.fromkeys(self.FIELDS, 0)
        for name in re.findall(r'<field name="([^"]+)"', text):
            if name in counts:
                counts[name] += 1
        return counts, len(text)

    def test_documents_have_what_is_named(self):
        few, size = self.names(*self.FRAMES)
        all_of_them, full = self.names(*self.FRAMES, *harness.HIDDEN_TOO)
        self.assertEqual([name for name in self.FIELDS if all_of_them[name] == 0], [])
        self.assertEqual([name for name in self.FIELDS if few[name] >= all_of_them[name]], [])
        self.assertLess(size, full * 0.75)
        named, _ = self.names("-Y", f"({self.FRAMES[1]}) && (frame || {' || '.join(self.FIELDS)})")
        self.assertEqual(named, all_of_them)

    def test_filters_and_fields_have_them(self):
        wanted, _ = self.names(*self.FRAMES, *harness.HIDDEN_TOO)
        rows = harness.fields(ARENA, self.FIELDS, display_filter=self.FRAMES[1])
        self.assertEqual({name: sum(len(row[i]) for row in rows) for i, name in enumerate(self.FIELDS)}, wanted)
        for name in self.FIELDS:
            found = harness.fields(ARENA, ["frame.number"], display_filter=f"({self.FRAMES[1]}) && {name}")
            self.assertEqual(len(found), sum(bool(row[self.FIELDS.index(name)]) for row in rows), name)

    def test_lines_of_a_datagram(self):
        """The goal is 115 in this game, Wireshark's own 64 included."""
        lines = len(harness.tree_text(ARENA).splitlines())
        self.assertLess(lines / 2027, 115)


class Watches(unittest.TestCase):
    def test_a_synchronized_value(self):
        """Its bytes are those of the node's position on the wire, for this node only."""
        options = watch("red.x", "Arena/Players/Red", "[0]", "x")
        packets = harness.packets(ARENA, *options, layers="frame godot")
        seen = 0
        for packet in packets:
            for synchronizer in packet.all("godot.sync.object"):
                watched = synchronizer.shows("godot.watch.red.x")
                is_red = synchronizer.shows("godot.node.path") == ["Arena/Players/Red"] and packet.one("godot.sync.delta") == "0"
                if not is_red:
                    self.assertEqual(watched, [])
                    continue
                wanted = synchronizer.shows("godot.variant.vector2.x")[0]
                self.assertEqual([float(each) for each in watched], [float(wanted)])
                seen += 1
        self.assertGreater(seen, 300)

    def test_by_name(self):
        """With the project: the values in the log of the server's script."""
        project = projects.with_project(projects.copied(projects.PROJECTS / "multiplayer4"))
        options = [*project, *watch("aim", "Arena", "fire(aim)", "x"), *watch("damage", "*", "take_damage(0)")]
        calls = [line for line in load(truth_of(ARENA)) if line["kind"] == "rpc"]
        rows = harness.fields(ARENA, ["godot.watch.aim"], *options, display_filter="godot.watch.aim")
        aims = [float(re.match(r"Vector2\(([^,]+),", call["args"][0])[1]) for call in calls if call["method"] == "fire"]
        self.assertGreater(len(aims), 5)
        self.assertEqual(sorted(float(each) for (row,) in rows for each in row), sorted(aims))
        rows = harness.fields(ARENA, ["godot.watch.damage"], *options, display_filter="godot.watch.damage")
        self.assertEqual({each for (row,) in rows for each in row}, {"12"})
        hits = sum(len(call["targets"]) for call in calls if call["method"] == "take_damage")
        self.assertEqual(sum(len(row) for (row,) in rows), hits)

    def test_remote_sets_of_godot_3(self):
        sets = harness.fields(FLEET, ["godot.set.text"], display_filter="godot.set.text")
        texts = [each for (row,) in sets for each in row]
        name = next(text for text in texts if re.search(r"\.(\w+) = -?\d+(\.\d+)?$", text))
        member = re.search(r"\.(\w+) = ", name)[1]
        wanted = [float(text.rsplit(" = ", 1)[1]) for text in texts if re.search(rf"\.{member} = -?\d+(\.\d+)?$", text)]
        rows = harness.fields(FLEET, ["godot.watch.number"], *watch("number", "*", member), display_filter="godot.watch.number")
        self.assertEqual([float(each) for (row,) in rows for each in row], wanted)

    def test_invalid_watches(self):
        for bad in ('"UPPER","*","a",""', '"a b","*","a",""', '"","*","a",""', '"a","","a",""', '"a","*","",""', '"a","*","a","q"'):
            with self.assertRaises(harness.Refused):
                harness.run("-o", f"uat:godot_watches:{bad}", "-c", "1", capture=ARENA)


if __name__ == "__main__":
    unittest.main()

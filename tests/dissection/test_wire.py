# SPDX-License-Identifier: MIT
"""The examples of messages in docs/wire, and the pages' values, as Wireshark shows them."""

import unittest

import harness
import pages
import pcapwriter
import wire_pages

FIRST_PORT = 20000
MALFORMED = "enet.malformed || godot.malformed || godot.variant.malformed || godot.debug.malformed || godot.files.malformed || netfox.malformed || rollback.malformed"
# The carriers of examples: the transport, and the protocol for Decode As.
CARRIERS = {
    "enet": ("udp", "enet"),
    "godot4 message": ("udp", "godot.as_godot4"),
    "redot message": ("udp", "godot.as_redot"),
    "godot3 message": ("udp", "godot.as_godot3"),
    "websocket to client": ("tcp", "http"),
    "godot4 stream": ("tcp", "godot.variant.as_godot4"),
    "godot3 stream": ("tcp", "godot.variant.as_godot3"),
    "debugger to editor": ("tcp", "godot.debug"),
    "debugger to game": ("tcp", "godot.debug"),
    "files to editor": ("tcp", "godot.files"),
}
# WebSocket begins with HTTP; then follow frames, the server's unmasked. The rows are shorter than 126 bytes.
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
UPGRADED = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
)
BINARY = 0x82
# Proves a conversation of 3.x: the server assigns an id (here 77) to a client, and announces itself.
GREETING = (bytes.fromhex("03 01000000 00000000 4d000000"), bytes.fromhex("01 01000000 00000000 01000000"))


def counts(capture, filters, options):
    """How many packets each filter finds."""
    output = harness.run("-2", "-q", *options, "-z", ",".join(["io,stat,0", *filters]), capture=capture).stdout.decode()
    (row,) = [line for line in output.splitlines() if "<>" in line and "Interval" not in line]
    return [int(cell) for cell in row.split("|")[2:] if cell.strip()][::2]


class Examples(unittest.TestCase):
    def test_messages(self):
        examples = [example for example in wire_pages.examples() if example.of in CARRIERS]
        self.assertGreater(len(examples), 20)
        path = harness.workshop().folder / "wire.pcap"
        options, filters = [], []
        with pcapwriter.Capture(path) as capture:
            for number, example in enumerate(examples):
                transport, protocol = CARRIERS[example.of]
                port = FIRST_PORT + 2 * number
                options += ["-d", f"{transport}.port=={port},{protocol}"]
                if transport == "udp":
                    capture.udp(port + 1, port, example.data)
                else:
                    connection = pcapwriter.TcpConnection(capture, port + 1, port)
                    data = example.data
                    if protocol == "http":
                        connection.c2s(UPGRADE)
                        connection.s2c(UPGRADED)
                        for first in GREETING:
                            connection.s2c(bytes([BINARY, len(first)]) + first)
                        data = bytes([BINARY, len(data)]) + data
                    (connection.c2s if example.of.endswith("editor") else connection.s2c)(data)
                    connection.close()
                filters += [f"{transport}.port == {port} && ({part})" for part in (example.says, MALFORMED)]
        path.chmod(0o644)
        found = counts(path, filters, options)
        for example, (shown, malformed) in zip(examples, zip(found[::2], found[1::2])):
            with self.subTest(example=str(example), filter=example.says):
                self.assertEqual((shown, malformed), (1, 0))


class Pages(unittest.TestCase):
    def test_every_row_with_the_preferences(self):
        for page in pages.PAGES:
            for double in (False, True) if page.double else (False,):
                rows = [row for row in pages.rows(page) if row.double == double]
                capture = harness.datagrams(f"{page.name} {double}", [row.data for row in rows])
                options = harness.preferences(
                    dialect=page.dialect,
                    double_precision="double" if double else "single",
                    as_documented="TRUE",
                    text_limit=0,
                    variant__udp_ports=24680,
                )
                found = harness.fields(capture, ["godot.variant.text"], *options, two_passes=False)
                # The outermost value's text comes first, or, in Wireshark 4.4, when the value ends.
                missed = [
                    f"{row}: {shown[0]} instead of {row.text}"
                    for row, shown in zip(rows, found)
                    if row.text not in (shown[0][:1] + shown[0][-1:])
                ]
                with self.subTest(page=page.name, double=double):
                    self.assertEqual(missed, [])

    def test_every_row_over_streams_and_messages(self):
        """Recognised as documented without a port or a dialect. Redot's rows with a length that is no multiple of four
        are left out: without a port preference they are not recognised."""
        for double in (False, True):
            path = harness.workshop().folder / f"pages_{double}.pcap"
            wanted = {}
            with harness.pcapwriter.Capture(path) as capture:
                for number, page in enumerate(page for page in pages.PAGES if page.double or not double):
                    rows = [row for row in pages.rows(page) if row.double == double and len(row.data) % 4 == 0]
                    port = 25000 + 10 * number
                    stream = harness.pcapwriter.TcpConnection(capture, port + 1, port)
                    for row in rows:
                        stream.c2s(pages.u32(len(row.data)) + row.data)
                    stream.close()
                    harness.send_as_websocket(capture, [row.data for row in rows], port + 2)
                    wanted |= {str(port): rows, str(port + 2): rows}
            path.chmod(0o644)
            options = harness.preferences(
                as_documented="TRUE", text_limit=0, double_precision="double" if double else "auto"
            )
            found = {port: [] for port in wanted}
            for source, target, info in harness.fields(
                path, ["tcp.srcport", "tcp.dstport", "_ws.col.Info"], *options, display_filter="godot.variant"
            ):
                found[source[0] if source[0] in found else target[0]].append(info[0])
            for port, rows in wanted.items():
                with self.subTest(page=rows[0].page.name, double=double, port=port):
                    self.assertEqual(found[port], [row.text for row in rows])

    def test_arrays_are_found_under_both_names(self):
        (mole,) = (page for page in pages.PAGES if page.name == "mole")
        rows = [row for row in pages.rows(mole) if row.label in ("RawArray", "RealArray")]
        capture = harness.datagrams("both names", [row.data for row in rows])
        options = harness.preferences(dialect="godot2", variant__udp_ports=24680)
        for script_name, document_name in (("RawArray", "ByteArray"), ("RealArray", "FloatArray")):
            wanted = sum(row.label == script_name for row in rows)
            names = [f'godot.variant.type_name == "{name}"' for name in (script_name, document_name)]
            self.assertEqual(counts(capture, names, options), [wanted, wanted])


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records traffic of real programs on the loopback interface: protocols that must never be recognised as Godot's.

Usage (as root): record.py [NAME...]     records the named captures, or all
                 record.py --table       prints the rows of README.md for these captures

Needs, as Debian 12 packages: tcpdump bind9-dnsutils dnsmasq-base python3-zeroconf python3-websockets coturn snmpd snmp
tftpd-hpa tftp-hpa chrony redis-server gstreamer1.0-tools gstreamer1.0-plugins-good ngtcp2-server ngtcp2-client dbus
iperf3 xvfb x11-utils postgresql curl openssl. Each recording is independent of the others.

A datagram protocol is recorded on its own port where that is possible; NAME_odd_port.pcap holds the same datagrams on a
port that no Wireshark dissector owns, so that they reach the heuristics.
"""

import contextlib
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "vectors"))
from pcapwriter import Capture  # noqa: E402

RECORDINGS = {}
ODD_CLIENT_PORT = 53000
PYTHON = "/usr/bin/python3"  # the one that has Debian's modules


def recording(ports, odd_port=None, packets=400):
    """Registers a function (directory) that makes traffic on these ports. odd_port: also write NAME_odd_port.pcap."""
    def register(function):
        RECORDINGS[function.__name__] = (function, ports, odd_port, packets)
        return function
    return register


@contextlib.contextmanager
def running(*command, wait=1.0, **options):
    """Runs a program for the time of the with block and ends it by its process id."""
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL, **options}
    process = subprocess.Popen([str(part) for part in command], **options)
    time.sleep(wait)
    if process.poll() is not None:
        raise RuntimeError(f"{command[0]} ended at once with {process.returncode}")
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def run(*command, timeout=20, **options):
    """Runs a program to its end; its output is ignored."""
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
    if "input" not in options:
        options["stdin"] = subprocess.DEVNULL
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run([str(part) for part in command], timeout=timeout, **options)


@contextlib.contextmanager
def tcpdump(path, ports, packets):
    """Captures packets from or to one of the ports, at most so many."""
    expression = "(" + " or ".join(f"port {port}" for port in ports) + ") and not icmp and ip"
    process = subprocess.Popen(["tcpdump", "-i", "lo", "-Z", "root", "-U", "--immediate-mode", "-c", str(packets), "-w", path, expression],
                               stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    while b"listening on" not in process.stderr.readline():
        pass
    try:
        yield
    finally:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)


def frames(path):
    """(seconds, frame) of each packet of a classic pcap file."""
    with open(path, "rb") as file:
        data = file.read()
    at = 24
    while at < len(data):
        seconds, microseconds, length, _ = struct.unpack_from("<IIII", data, at)
        yield seconds + microseconds / 1e6, data[at + 16:at + 16 + length]
        at += 16 + length


def move_to_odd_port(source, destination, server_ports, odd_port):
    """Rewrites the datagrams of a capture: the server's ports become one odd port, each client gets a port of its
    own."""
    clients = {}
    with Capture(destination, step=0) as capture:
        start = None
        for when, frame in frames(source):
            ip = frame[14:]
            if len(frame) < 42 or ip[0] != 0x45 or ip[9] != 17 or struct.unpack(">H", ip[6:8])[0] & 0x3FFF:
                continue
            start = start or (when, capture.now_us)
            capture.now_us = start[1] + int((when - start[0]) * 1_000_000)
            from_port, to_port, length = struct.unpack(">HHH", ip[20:26])
            new = [odd_port if port in server_ports else clients.setdefault(port, ODD_CLIENT_PORT + len(clients))
                   for port in (from_port, to_port)]
            if new[0] == new[1]:  # both ends had the protocol's own port
                new[0] = ODD_CLIENT_PORT
            capture.udp(*new, ip[28:20 + length])
    return capture.packets


# --- datagrams ------------------------------------------------------------------------------------------------------

@recording([53], odd_port=24860)
def dns(directory):
    """DNS: dnsmasq asked by dig: A, AAAA, TXT, MX, SRV, ANY, reverse, missing names, EDNS, large answers"""
    records = ["--address=/game.example/192.0.2.7", "--address=/game.example/2001:db8::7", "--txt-record=text.example,hello,world",
               "--mx-host=mail.example,mx.example,10", "--srv-host=_game._udp.example,game.example,7777",
               "--ptr-record=7.2.0.192.in-addr.arpa,game.example"]
    records += [f"--txt-record=large.example,{'x' * 200}{number}" for number in range(4)]
    with running("dnsmasq", "--no-daemon", "--port=53", "--listen-address=127.0.0.1", "--bind-interfaces", "--no-resolv",
                 "--no-hosts", "--user=root", "--conf-file=/dev/null", *records):
        for number in range(6):
            for name, kind in [("game.example", "A"), ("game.example", "AAAA"), ("text.example", "TXT"), ("mail.example", "MX"),
                               ("_game._udp.example", "SRV"), ("missing.invalid", "A"), (f"host{number}.game.example", "ANY"),
                               ("large.example", "TXT"), ("7.2.0.192.in-addr.arpa", "PTR")]:
                run("dig", "@127.0.0.1", name, kind, "+tries=1", "+time=1", *(["+noedns"] if number % 2 else []))


@recording([5353], odd_port=24861)
def mdns(directory):
    """mDNS: two python-zeroconf instances announce and browse services over multicast"""
    program = """
import socket, time
from zeroconf import ServiceBrowser, ServiceInfo, Zeroconf
class Listener:
    def add_service(self, zeroconf, kind, name): zeroconf.get_service_info(kind, name, 500)
    def update_service(self, *arguments): pass
    def remove_service(self, *arguments): pass
one, two = Zeroconf(interfaces=['127.0.0.1']), Zeroconf(interfaces=['127.0.0.1'])
infos = [ServiceInfo('_game._udp.local.', f'server {n}._game._udp.local.', addresses=[socket.inet_aton('127.0.0.1')], port=7000 + n,
                     properties={'map': f'level{n}', 'players': str(n)}, server=f'host{n}.local.') for n in range(4)]
browser = ServiceBrowser(two, ['_game._udp.local.', '_http._tcp.local.'], Listener())
for info in infos: one.register_service(info)
time.sleep(2)
for info in infos: one.unregister_service(info)
one.close(); two.close()
"""
    run(PYTHON, "-c", program, timeout=40)


@recording([123], odd_port=24862)
def ntp(directory):
    """NTP: chronyd serves a local clock, chronyd -Q asks it"""
    common = ["cmdport 0", f"pidfile {directory}/server.pid", "local stratum 10", "allow 127.0.0.1", "bindaddress 127.0.0.1"]
    with running("chronyd", "-d", "-x", "-u", "root", "-f", "/dev/null", *common):
        for number in range(8):
            run("chronyd", "-Q", "-u", "root", "-f", "/dev/null", "cmdport 0", f"pidfile {directory}/client.pid",
                "server 127.0.0.1 iburst minsamples 4 maxsamples 8")


@recording([161], odd_port=24863)
def snmp(directory):
    """SNMP: snmpd asked with versions 1, 2c and 3: get, walk, bulk walk, wrong community"""
    configuration = os.path.join(directory, "snmpd.conf")
    with open(configuration, "w", encoding="ascii") as file:
        file.write("rocommunity public 127.0.0.1\nsysDescr a machine\nsysName machine\nsysLocation a room\nsysContact nobody\n")
    with running("snmpd", "-f", "-C", "-c", configuration, "-p", os.path.join(directory, "pid"), "udp:127.0.0.1:161", wait=2):
        options = ["-r", "0", "-t", "1", "127.0.0.1"]
        for version in ("1", "2c"):
            run("snmpget", "-v" + version, "-c", "public", *options, "1.3.6.1.2.1.1.1.0", "1.3.6.1.2.1.1.3.0")
            run("snmpwalk", "-v" + version, "-c", "public", *options, "1.3.6.1.2.1.1")
            run("snmpget", "-v" + version, "-c", "wrong", *options, "1.3.6.1.2.1.1.1.0")
        run("snmpbulkwalk", "-v2c", "-c", "public", *options, "1.3.6.1.2.1.2.2")
        run("snmpget", "-v3", "-u", "nobody", "-l", "noAuthNoPriv", *options, "1.3.6.1.2.1.1.1.0")


@recording([514], odd_port=24864)
def syslog(directory):
    """syslog: logger sends RFC 3164 and RFC 5424 messages"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sink:
        sink.bind(("127.0.0.1", 514))
        for number in range(60):
            form = "--rfc5424" if number % 2 else "--rfc3164"
            run("logger", "-n", "127.0.0.1", "-P", "514", "-d", form, "-t", "game", "-p", "daemon.info", f"player {number} joined, 日本")


@recording([69, 24865, 24866, 24867, 24868], odd_port=24869)
def tftp(directory):
    """TFTP: tftp gets and puts files of 0 to 20,000 bytes from tftpd"""
    files = os.path.join(directory, "files")
    os.mkdir(files)
    os.chmod(directory, 0o755)
    for name, size in [("empty", 0), ("small", 100), ("even", 1024), ("large", 20000)]:
        with open(os.path.join(files, name), "wb") as file:
            file.write(bytes((number * 7) & 255 for number in range(size)))
    with running("in.tftpd", "--foreground", "--listen", "--address", "127.0.0.1:69", "--user", "nobody", "--port-range", "24865:24868",
                 "--secure", files):
        for name in ("empty", "small", "even", "large", "missing"):
            run("tftp", "127.0.0.1", "-m", "binary", "-c", "get", name, cwd=directory, timeout=5)


@recording([3478], odd_port=24870, packets=300)
def stun_turn(directory):
    """STUN and TURN: turnutils_stunclient and turnutils_uclient (allocations, relayed data) against coturn"""
    with running("turnserver", "--listening-ip=127.0.0.1", "--relay-ip=127.0.0.1", "--allow-loopback-peers", "--no-cli", "--no-tls",
                 "--no-dtls", "--lt-cred-mech", "--user=name:secret", "--realm=example", "-n", "--log-file=stdout", "--min-port=24871",
                 "--max-port=24879", "--cli-password=x", "--userdb=" + os.path.join(directory, "db"),
                 "--pidfile=" + os.path.join(directory, "pid"), wait=3):
        for _ in range(6):
            run("turnutils_stunclient", "-p", "3478", "127.0.0.1", timeout=5)
        run("turnutils_uclient", "-y", "-u", "name", "-w", "secret", "-n", "20", "-m", "1", "-l", "120", "127.0.0.1", timeout=20)


def certificate(directory):
    key, cert = os.path.join(directory, "key.pem"), os.path.join(directory, "cert.pem")
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", cert,
        "-subj", "/CN=localhost", "-days", "30")
    return key, cert


@recording([24880])
def dtls(directory):
    """DTLS 1.2: openssl s_server and s_client, lines in both directions, three sessions"""
    key, cert = certificate(directory)
    for _ in range(3):
        server = ["openssl", "s_server", "-dtls1_2", "-accept", "127.0.0.1:24880", "-key", key, "-cert", cert]
        with subprocess.Popen(server, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(0.5)
            client = subprocess.Popen(["openssl", "s_client", "-dtls1_2", "-connect", "127.0.0.1:24880"], stdin=subprocess.PIPE,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.7)
            for number in range(25):
                for end in (client, process):
                    end.stdin.write(b"x" * (number * 7 % 90 + 1) + b"\n")
                    end.stdin.flush()
                    time.sleep(0.02)
            client.stdin.close()
            client.wait(5)
            process.terminate()


@recording([24881, 24882, 24883], packets=400)
def rtp_audio(directory):
    """RTP with RTCP: GStreamer's rtpbin, A-law, 50 packets a second"""
    run("gst-launch-1.0", "-q", "rtpbin", "name=bin", "audiotestsrc", "is-live=true", "num-buffers=160", "samplesperbuffer=160", "!",
        "audio/x-raw,rate=8000,channels=1", "!", "alawenc", "!", "rtppcmapay", "!", "bin.send_rtp_sink_0", "bin.send_rtp_src_0", "!",
        "udpsink", "host=127.0.0.1", "port=24881", "bind-port=24883", "bin.send_rtcp_src_0", "!", "udpsink", "host=127.0.0.1", "port=24882",
        "bind-port=24884", "sync=false", "async=false", timeout=12)


@recording([24885], packets=200)
def rtp_video(directory):
    """RTP: GStreamer, VP8, small pictures"""
    run("gst-launch-1.0", "-q", "videotestsrc", "num-buffers=60", "pattern=ball", "!", "video/x-raw,width=96,height=64,framerate=15/1", "!",
        "vp8enc", "target-bitrate=60000", "deadline=1", "!", "rtpvp8pay", "mtu=600", "!", "udpsink", "host=127.0.0.1", "port=24885",
        timeout=15)


@recording([24886], packets=250)
def quic(directory):
    """QUIC: ngtcp2's gtlsserver and gtlsclient, HTTP/3 downloads"""
    key, cert = certificate(directory)
    for name, size in [("a", 30), ("b", 5000), ("c", 20000)]:
        with open(os.path.join(directory, name), "wb") as file:
            file.write(b"z" * size)
    with running("gtlsserver", "127.0.0.1", "24886", key, cert, "-d", directory, "-q"):
        for name in ("a", "b", "c", "missing", "a", "b"):
            run("gtlsclient", "127.0.0.1", "24886", f"https://localhost/{name}", "-q", "--exit-on-all-streams-close", timeout=5)


@recording([24887], packets=250)
def iperf3_udp(directory):
    """iperf3 over UDP: {u32 seconds, u32 microseconds, u32 number} big-endian and filling; its control connection"""
    with running("iperf3", "-s", "-p", "24887", "-B", "127.0.0.1"):
        run("iperf3", "-c", "127.0.0.1", "-p", "24887", "-u", "-b", "100K", "-l", "200", "-t", "2", timeout=10)


# --- streams --------------------------------------------------------------------------------------------------------

@recording([24890], packets=300)
def dns_tcp(directory):
    """DNS over TCP on an odd port: dnsmasq and dig"""
    with running("dnsmasq", "--no-daemon", "--port=24890", "--listen-address=127.0.0.1", "--bind-interfaces", "--no-resolv", "--no-hosts",
                 "--user=root", "--conf-file=/dev/null", "--address=/game.example/192.0.2.7"):
        for kind in ("A", "AAAA", "TXT", "ANY") * 5:
            run("dig", "@127.0.0.1", "-p", "24890", "+tcp", "game.example", kind, "+tries=1", "+time=1")


@recording([24891], packets=300)
def http(directory):
    """HTTP: Python's http.server and curl, files and errors"""
    for name, size in [("a.txt", 30), ("b.bin", 3000), ("c.json", 200)]:
        with open(os.path.join(directory, name), "wb") as file:
            file.write(bytes((number * 5) & 127 for number in range(size)))
    with running(PYTHON, "-m", "http.server", "24891", "--bind", "127.0.0.1", cwd=directory):
        for name in ("", "a.txt", "b.bin", "c.json", "missing") * 3:
            run("curl", "-s", f"http://127.0.0.1:24891/{name}")


@recording([24892], packets=300)
def tls(directory):
    """TLS 1.2 and 1.3: openssl s_server -www and curl"""
    key, cert = certificate(directory)
    with running("openssl", "s_server", "-accept", "127.0.0.1:24892", "-key", key, "-cert", cert, "-www"):
        for number in range(8):
            run("curl", "-sk", "https://127.0.0.1:24892/", *(["--tls-max", "1.2"] if number % 2 else []))


@recording([24893], packets=400)
def redis(directory):
    """Redis: redis-server and redis-cli: strings, lists, hashes, binary values"""
    with running("redis-server", "--port", "24893", "--bind", "127.0.0.1", "--save", "", "--dir", directory):
        for number in range(5):
            for command in (f"SET key{number} value{number}", f"GET key{number}", f"LPUSH list {number}", f"HSET hash f{number} {number}",
                            "INCR counter", "GET missing", "LRANGE list 0 -1"):
                run("redis-cli", "-p", "24893", *command.split())
        run("redis-cli", "-p", "24893", "-x", "SET", "binary", input=bytes(range(256)))
        run("redis-cli", "-p", "24893", "GET", "binary")


@recording([24894], packets=400)
def postgresql(directory):
    """PostgreSQL 15: psql: statements, errors, text and binary COPY"""
    tools = "/usr/lib/postgresql/15/bin/"
    shutil.chown(directory, "postgres")
    data = os.path.join(directory, "data")
    run(tools + "initdb", "-D", data, "-A", "trust", "--no-sync", user="postgres", cwd=directory, timeout=90)
    with running(tools + "postgres", "-D", data, "-p", "24894", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={directory}",
                 "-c", "fsync=off", user="postgres", cwd=directory, wait=3):
        statements = "create table t(i int, x float8, s text);" + "".join(f"insert into t values({n},{n}.5,'player {n}');" for n in range(15))
        statements += "select * from t; copy t to stdout; copy t to stdout (format binary); select 1/0;"
        run(tools + "psql", "-h", "127.0.0.1", "-p", "24894", "-U", "postgres", input=statements.replace(";", ";\n").encode(), cwd=directory)


@recording([24895], packets=300)
def dbus(directory):
    """D-Bus over TCP: a little-endian protocol with padded strings: dbus-daemon and dbus-send"""
    configuration = os.path.join(directory, "bus.conf")
    with open(configuration, "w", encoding="ascii") as file:
        file.write('<busconfig><type>session</type><listen>tcp:host=127.0.0.1,port=24895,family=ipv4</listen><auth>ANONYMOUS</auth>'
                   '<allow_anonymous/><policy context="default"><allow send_destination="*"/><allow own="*"/><allow eavesdrop="true"/>'
                   '</policy></busconfig>')
    address = "tcp:host=127.0.0.1,port=24895,family=ipv4"
    with running("dbus-daemon", "--config-file=" + configuration, "--nofork"):
        bus = ["--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"]
        for method in ("ListNames", "GetId", "Hello", "ListActivatableNames") * 3:
            run("dbus-send", "--bus=" + address, *bus, "org.freedesktop.DBus." + method, timeout=5)
        run("dbus-send", "--bus=" + address, *bus, "org.freedesktop.DBus.Introspectable.Introspect", timeout=5)


@recording([6007], packets=400)
def x11(directory):
    """X11 on TCP port 6007, which is also the Godot debugger's port: Xvfb :7, xdpyinfo, xwininfo, xprop, xlsatoms"""
    with running("Xvfb", ":7", "-listen", "tcp", "-ac", "-screen", "0", "320x240x24", "-nolisten", "unix", "-noreset", wait=3):
        run("xdpyinfo", "-display", "127.0.0.1:7")
        run("xwininfo", "-display", "127.0.0.1:7", "-root", "-tree")
        run("xprop", "-display", "127.0.0.1:7", "-root")
        run("xlsatoms", "-display", "127.0.0.1:7", "-range", "1-60")


@recording([24896], packets=300)
def websocket_real(directory):
    """WebSocket with compression (permessage-deflate): python-websockets, text and binary messages"""
    program = """
import asyncio, random, struct, websockets
async def serve(socket):
    async for message in socket: await socket.send(message)
async def main():
    async with websockets.serve(serve, '127.0.0.1', 24896):
        random.seed(7)
        for deflate in ('deflate', None):
            async with websockets.connect('ws://127.0.0.1:24896/chat', compression=deflate) as socket:
                for n in range(25):
                    await socket.send(random.choice(['text %d' % n, random.randbytes(n), struct.pack('<II', n, n), b'abc' * 40]))
                    await socket.recv()
asyncio.run(main())
"""
    run(PYTHON, "-c", program)


# --------------------------------------------------------------------------------------------------------------------

def record(name):
    function, ports, odd_port, packets = RECORDINGS[name]
    path = os.path.join(HERE, name + ".pcap")
    with tempfile.TemporaryDirectory() as directory, tcpdump(path, ports, packets):
        function(directory)
    print(f"{name}.pcap: {sum(1 for _ in frames(path))} packets, {os.path.getsize(path)} bytes")
    if odd_port:
        moved = os.path.join(HERE, name + "_odd_port.pcap")
        print(f"{name}_odd_port.pcap: {move_to_odd_port(path, moved, ports, odd_port)} packets, {os.path.getsize(moved)} bytes")


def main(names):
    if names == ["--table"]:
        for name, (function, ports, odd_port, _) in RECORDINGS.items():
            print(f"| `{name}.pcap` | {ports[0]} | {function.__doc__} |")
            if odd_port:
                print(f"| `{name}_odd_port.pcap` | UDP {odd_port} | the same datagrams on a port that nobody owns |")
        return
    for name in RECORDINGS:
        if not names or name in names:
            try:
                record(name)
            except Exception as error:  # a program that fails must not prevent the other recordings
                print(f"{name}: {error!r}")


if __name__ == "__main__":
    main(sys.argv[1:])

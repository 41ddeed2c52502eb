#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bad link: carries datagrams between clients and a server, loses some, doubles some, and lets others overtake.

    relay.py --listen 127.0.0.1:24681 --server 127.0.0.1:24680 --log FILE
             [--seed N] [--delay MS] [--lost SHARE] [--doubled SHARE] [--late SHARE] [--dark SECONDS]
             [--lose PATTERN COUNT ...] [--hold DIRECTION BEGIN SECONDS] [--moves SECONDS]

So long after the first datagram came, nothing gets to the clients any more (--dark). The first so many datagrams to the
clients in which a pattern is found, a regular expression of bytes, are lost (--lose). What comes in one direction (c2s, s2c) in a span of time after the first datagram waits for its
end (--hold). So long after the first datagram, each client gets another port towards the server, as from a NAT that has
forgotten the old one; what comes to the old port is lost (--moves).

The log, written when the relay is terminated, is one JSON object with a member for each direction, c2s and s2c:

    in        how many datagrams came
    out       those that went on, in that order, each as its number among those that came, from 0
    lost, doubled, late    which of those that came

and with --moves a member `moved`: for each client its old port and its new one, and the time (t_us).

A relay without shares and delay is a good link: it joins two address families.
"""

import argparse
import heapq
import itertools
import json
import math
import random
import re
import selectors
import signal
import socket
import sys
import time

SO_RCVBUFFORCE = 33  # Linux
ROOM = 8 << 20  # bytes of datagrams that wait: nothing is lost but by the relay's will. Needs root.


def address(text):
    host, port = text.rsplit(":", 1)
    return host.strip("[]"), int(port)


def family(where):
    return socket.AF_INET6 if ":" in where[0] else socket.AF_INET


class Relay:
    def __init__(self, options):
        self.options = options
        self.random = {name: random.Random(f"{options.seed} {name}") for name in ("c2s", "s2c")}
        self.log = {name: {"in": 0, "out": [], "lost": [], "doubled": [], "late": []} for name in ("c2s", "s2c")}
        self.to_lose = [[re.compile(pattern.encode("latin-1"), re.DOTALL), int(count)] for pattern, count in options.lose]
        self.first = None  # when the first datagram came
        self.waiting = []  # (when, order, direction, number, socket, address, datagram)
        self.order = itertools.count()
        self.selector = selectors.DefaultSelector()
        self.front = socket.socket(family(options.listen), socket.SOCK_DGRAM)
        self.front.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, ROOM)
        self.front.bind(options.listen)
        self.selector.register(self.front, selectors.EVENT_READ, None)
        self.backs = {}  # a socket towards the server for each client
        self.forgotten = []  # old ones of these, which stay open: nothing says that they are closed
        self.moves = options.moves

    def back_of(self, client):
        if client not in self.backs:
            back = socket.socket(family(self.options.server), socket.SOCK_DGRAM)
            back.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, ROOM)
            back.connect(self.options.server)
            self.selector.register(back, selectors.EVENT_READ, client)
            self.backs[client] = back
        return self.backs[client]

    def move(self):
        """Once, so long after the first datagram: other sockets for all clients."""
        if self.first is None or time.monotonic() - self.first < self.moves:
            return
        self.moves = math.inf
        for client, old in list(self.backs.items()):
            self.selector.unregister(old)
            self.forgotten.append(old)
            del self.backs[client]
            ports = [old.getsockname()[1], self.back_of(client).getsockname()[1]]
            self.log.setdefault("moved", []).append({"t_us": time.time_ns() // 1000, "from": ports[0], "to": ports[1]})

    def is_to_lose(self, datagram):
        for entry in self.to_lose:
            if entry[1] and entry[0].search(datagram):
                entry[1] -= 1
                return True
        return False

    def due(self, direction, delay):
        """When a datagram goes on; those that are held go on at one moment, in their order."""
        now = time.monotonic()
        if self.options.hold and self.options.hold[0] == direction:
            begin, seconds = map(float, self.options.hold[1:])
            if begin <= now - self.first < begin + seconds:
                return self.first + begin + seconds
        return now + delay / 1000

    def pass_on(self, direction, where, to, datagram):
        log, chance, options = self.log[direction], self.random[direction], self.options
        number = log["in"]
        log["in"] += 1
        self.first = self.first or time.monotonic()
        is_dark = direction == "s2c" and time.monotonic() - self.first > options.dark
        fate, extra = chance.random(), chance.uniform(15, 60)
        delays = [options.delay]
        if is_dark or (direction == "s2c" and self.is_to_lose(datagram)) or fate < options.lost:
            log["lost"].append(number)
            return
        if fate < options.lost + options.doubled:
            log["doubled"].append(number)
            delays.append(options.delay + extra / 4)
        elif fate < options.lost + options.doubled + options.late:
            log["late"].append(number)
            delays = [options.delay + extra]
        for delay in delays:
            entry = (self.due(direction, delay), next(self.order), direction, number, where, to, datagram)
            heapq.heappush(self.waiting, entry)

    def send_due(self):
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            _, _, direction, number, where, to, datagram = heapq.heappop(self.waiting)
            try:
                where.sendto(datagram, to) if to else where.send(datagram)
            except ConnectionRefusedError:
                where.sendto(datagram, to) if to else where.send(datagram)  # that was about an earlier one
            self.log[direction]["out"].append(number)

    def run(self):
        while True:
            patience = max(0, self.waiting[0][0] - time.monotonic()) if self.waiting else None
            for key, _ in self.selector.select(patience):
                try:
                    datagram, sender = key.fileobj.recvfrom(65536)
                except ConnectionRefusedError:
                    continue  # the server has ended
                if key.data is None:
                    self.move()
                    self.pass_on("c2s", self.back_of(sender), None, datagram)
                else:
                    self.pass_on("s2c", self.front, key.data, datagram)
            self.send_due()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", type=address, required=True)
    parser.add_argument("--server", type=address, required=True)
    parser.add_argument("--log", required=True)
    parser.add_argument("--seed", type=int, default=1)
    for name in ("delay", "lost", "doubled", "late"):
        parser.add_argument(f"--{name}", type=float, default=0)
    parser.add_argument("--dark", type=float, default=math.inf)
    parser.add_argument("--moves", type=float, default=math.inf)
    parser.add_argument("--hold", nargs=3, metavar=("DIRECTION", "BEGIN", "SECONDS"))
    parser.add_argument("--lose", nargs=2, action="append", default=[], metavar=("PATTERN", "COUNT"))
    relay = Relay(parser.parse_args())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        relay.run()
    finally:
        with open(relay.options.log, "w", encoding="utf-8") as file:
            json.dump(relay.log, file)
            file.write("\n")


if __name__ == "__main__":
    main()

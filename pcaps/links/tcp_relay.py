#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A proxy between clients and a server of TCP, as they stand before servers of WebSockets:

    tcp_relay.py --listen 127.0.0.1:24681 --server 127.0.0.1:24680

What one end sends goes to the other. When one end closes, the other is told so, and what it still has to say is read: so a
server's last words are on the wire although nobody hears them.
"""

import argparse
import socket
import threading


def address(text):
    host, port = text.rsplit(":", 1)
    return host, int(port)


def carry(source, sink):
    """Until the source ends."""
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except ConnectionError:
        pass  # the other one's end is told as well
    try:
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # it was there first


def drain(source, sink):
    """The same, and what the sink does not take any more is read all the same."""
    carry(source, sink)
    try:
        while source.recv(65536):
            pass
    except ConnectionError:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", type=address, required=True)
    parser.add_argument("--server", type=address, required=True)
    options = parser.parse_args()
    with socket.create_server(options.listen) as front:
        while True:
            client, _ = front.accept()
            server = socket.create_connection(options.server)
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=carry, args=(client, server), daemon=True).start()
            threading.Thread(target=drain, args=(server, client), daemon=True).start()


if __name__ == "__main__":
    main()

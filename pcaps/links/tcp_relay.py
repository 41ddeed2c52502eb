#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A TCP proxy between clients and a server, as used before WebSocket servers:

    tcp_relay.py --listen 127.0.0.1:24681 --server 127.0.0.1:24680

Each end's data is sent to the other. When one end closes, the other connection is shut down for writing, and the data that it
still sends is read and dropped: so a server's last messages are on the wire although no client receives them.
"""

import argparse
import socket
import threading


def address(text):
    host, port = text.rsplit(":", 1)
    return host, int(port)


def carry(source, sink):
    """Copies data until the source ends."""
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except ConnectionError:
        pass  # passes on the end of the stream as well
    try:
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # it was there first


def drain(source, sink):
    """The same; data that the sink no longer accepts is read and dropped."""
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

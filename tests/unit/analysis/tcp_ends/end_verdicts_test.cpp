// SPDX-License-Identifier: MIT
// What is said of an end of a connection, as a whole: each kind, with each thing that may be known of it.
#include "analysis/tcp_ends/end_verdicts.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "analysis/facts/frame_facts.h"
#include "analysis/facts/interned_names.h"
#include "analysis/problems/problem_table.h"
#include "analysis/tcp_ends/ending.h"
#include "base/time.h"
#include "tests/unit/analysis/arena.h"

namespace godot::analysis::tcp_ends {
namespace {

/// The problem's filter, how many causes remain, the frames of the evidence; then the text.
std::string judged(const Ending& ending) {
  EndingFindings found(arena);
  judge(ending, found);
  std::string all;
  for (const auto* each = found.first(); each != nullptr; each = each->next) {
    all += std::string(problems::row(each->problem).filter) + " " + std::to_string(each->basis.causes) + " [";
    for (std::size_t i = 0; i != each->basis.frame_count; ++i)
      all += (i == 0 ? "" : " ") + std::to_string(each->basis.frames[i]);
    all += "] " + std::string(each->text);
  }
  return all;
}
Ending with_text(Ending ending, std::string_view text) {
  std::memcpy(ending.text.data(), text.data(), text.size());
  return ending;
}

TEST(EndVerdicts, OfAProtocolError) {
  const auto of = [](Fault fault) {
    return judged({.what = What::closed, .by_client = true, .code = 1002, .fault = fault, .frame = 7});
  };
  EXPECT_EQ(of(Fault::none),
            "godot.websocket_refused 2 [] The client closes the WebSocket with 1002 (protocol error). One of: a frame "
            "of the server is wrong, in a way that its head does not show: Look at the last frames before the Close; a "
            "script or a proxy closes with this code: Look at the log of the end that closes");
  EXPECT_EQ(of(Fault::compressed),
            "godot.websocket_compressed 1 [7] The client closes the WebSocket with 1002 (protocol error): the other "
            "end compresses a message, and Godot has not offered that (permessage-deflate) (frame 7). Switch "
            "permessage-deflate off at the sender: neither this message nor what follows is read");
  EXPECT_EQ(of(Fault::unmasked),
            "godot.websocket_refused 1 [7] The client closes the WebSocket with 1002 (protocol error): a client's "
            "frame is not masked (frame 7). Mend the WebSocket library of the other end: what follows is not read");
  EXPECT_EQ(of(Fault::masked),
            "godot.websocket_refused 1 [7] The client closes the WebSocket with 1002 (protocol error): a server's "
            "frame is masked (frame 7). Mend the WebSocket library of the other end: what follows is not read");
  EXPECT_EQ(of(Fault::reserved),
            "godot.websocket_refused 1 [7] The client closes the WebSocket with 1002 (protocol error): a frame has a "
            "reserved bit (frame 7). Mend the WebSocket library of the other end: what follows is not read");
  EXPECT_EQ(
      of(Fault::unknown),
      "godot.websocket_refused 1 [7] The client closes the WebSocket with 1002 (protocol error): a frame has an opcode "
      "that is not defined (frame 7). Mend the WebSocket library of the other end: what follows is not read");
  EXPECT_EQ(of(Fault::control),
            "godot.websocket_refused 1 [7] The client closes the WebSocket with 1002 (protocol error): a Ping, Pong or "
            "Close has more than 125 bytes, or comes in parts (frame 7). Mend the WebSocket library of the other end: "
            "what follows is not read");
  EXPECT_EQ(
      of(Fault::order),
      "godot.websocket_refused 1 [7] The client closes the WebSocket with 1002 (protocol error): the parts of a "
      "message are out of order (frame 7). Mend the WebSocket library of the other end: what follows is not read");
}

TEST(EndVerdicts, OfOtherCloses) {
  EXPECT_EQ(judged({.what = What::closed, .by_client = false, .code = 1009, .frame = 7, .size = 70000}),
            "godot.websocket_too_big 1 [7] The server closes the WebSocket with 1009 (message too big): a message of "
            "70000 bytes is larger than it reads (it begins in frame 7). Raise inbound_buffer_size at the end that "
            "closes (65,535 bytes if not set), or send less at a time");
  EXPECT_EQ(
      judged({.what = What::closed, .by_client = false, .code = 1009}),
      "godot.websocket_too_big 1 [] The server closes the WebSocket with 1009 (message too big): a message is larger "
      "than it reads. Raise inbound_buffer_size at the end that closes (65,535 bytes if not set), or send less");
  EXPECT_EQ(judged({.what = What::closed, .by_client = false, .code = 1011}),
            "godot.websocket_failed 0 [] The server closes the WebSocket with 1011: an error inside it. Look at the "
            "log of the end that closes");
  EXPECT_EQ(judged({.what = What::closed, .by_client = true, .code = 1000}), "");
}

TEST(EndVerdicts, OfSilences) {
  const Ending silence = {.what = What::silence, .by_client = false, .frame = 7, .length = 60 * second};
  const auto with = [&](auto change) {
    Ending ending = silence;
    change(ending);
    return judged(ending);
  };
  EXPECT_EQ(with([](Ending&) {}),
            "godot.proxy_idle 2 [7] The connection ends with FIN from the server's address, without a Close, 60.0 s "
            "after the last byte in either direction. One of: something between the ends closes idle connections (a "
            "proxy, a load balancer, a NAT): Set heartbeat_interval of the WebSocketPeer below 60 s, or raise the "
            "timeout of the proxy, load balancer or firewall; the program at that end was ended, or closed TCP without "
            "a Close: Look whether it still runs, and at its log");
  EXPECT_EQ(with([](Ending& ending) { ending.is_reset = true; }),
            "godot.proxy_idle 2 [7] The connection ends with a reset from the server's address, without a Close, 60.0 "
            "s after the last byte in either direction. One of: something between the ends closes idle connections (a "
            "proxy, a load balancer, a NAT): Set heartbeat_interval of the WebSocketPeer below 60 s, or raise the "
            "timeout of the proxy, load balancer or firewall; the program at that end was ended, or closed TCP without "
            "a Close: Look whether it still runs, and at its log");
  EXPECT_EQ(with([](Ending& ending) { ending.is_first_after = true; }),
            "godot.proxy_idle 2 [7] The first message after 60.0 s of silence is answered with a reset, without a "
            "Close. One of: something between the ends closes idle connections (a proxy, a load balancer, a NAT): Set "
            "heartbeat_interval of the WebSocketPeer below 60 s, or raise the timeout of the proxy, load balancer or "
            "firewall; the program at that end was ended, or closed TCP without a Close: Look whether it still runs, "
            "and at its log");
  EXPECT_EQ(with([](Ending& ending) { ending.same_in = 3; }),
            "godot.proxy_idle 1 [3] The connection ends with FIN from the server's address, without a Close, 60.0 s "
            "after the last byte in either direction: a timer closes idle connections: of a proxy, a load balancer or "
            "a NAT between the ends, or of that end's program (another connection ended after the same time, frame 3). "
            "Set heartbeat_interval of the WebSocketPeer below 60 s, or raise the timeout of the proxy, load balancer "
            "or firewall");
  EXPECT_EQ(with([](Ending& ending) { ending.same_in = 3, ending.has_two_sides = true; }),
            "godot.proxy_idle 2 [3] The connection ends with FIN from the server's address, without a Close, 60.0 s "
            "after the last byte in either direction. One of: something between the ends closes idle connections (a "
            "proxy, a load balancer, a NAT) (it ended the connection of its other side at the same moment, frame 3): "
            "Set heartbeat_interval of the WebSocketPeer below 60 s, or raise the timeout of the proxy, load balancer "
            "or firewall; the program at that end was ended, or closed TCP without a Close: Look whether it still "
            "runs, and at its log");
  EXPECT_EQ(with([](Ending& ending) { ending.same_in = 3, ending.has_two_sides = ending.is_whole = true; }),
            "godot.proxy_idle 1 [3] The connection ends with FIN from the server's address, without a Close, 60.0 s "
            "after the last byte in either direction: a proxy between the ends closes idle connections (it ended the "
            "connection of its other side at the same moment, frame 3). Set heartbeat_interval of the WebSocketPeer "
            "below 60 s, or raise the timeout of the proxy, load balancer or firewall");
}

TEST(EndVerdicts, OfHeartbeats) {
  const auto with = [](Nanoseconds length, Nanoseconds every, std::uint32_t polls_in, bool is_acknowledged) {
    return judged({.what = What::heartbeat,
                   .by_client = true,
                   .frame = 7,
                   .polls_in = polls_in,
                   .is_acknowledged = is_acknowledged,
                   .length = length,
                   .every = every});
  };
  EXPECT_EQ(with(second, second, 0, false),
            "godot.websocket_heartbeat 1 [7] The client ends TCP without a Close, 1.00 s after its Ping in frame 7 has "
            "got no Pong: the server has not even acknowledged it, so its link may be out: its heartbeat_interval: "
            "WebSocketPeer ends a connection if a Ping is due, and the one before has no Pong (the Ping before was "
            "1.00 s earlier). Raise its heartbeat_interval above the longest time for which the other end does not "
            "poll, as when it loads a level, or keep that end polling");
  EXPECT_EQ(with(second, second, 0, true),
            "godot.websocket_heartbeat 1 [7] The client ends TCP without a Close, 1.00 s after its Ping in frame 7 has "
            "got no Pong: the server's system has it, so its program does not poll: its heartbeat_interval: "
            "WebSocketPeer ends a connection if a Ping is due, and the one before has no Pong (the Ping before was "
            "1.00 s earlier). Raise its heartbeat_interval above the longest time for which the other end does not "
            "poll, as when it loads a level, or keep that end polling");
  EXPECT_EQ(with(second, second, 9, true),
            "godot.websocket_heartbeat 1 [7] The client ends TCP without a Close, 1.00 s after its Ping in frame 7 has "
            "got no Pong: the server goes on sending, frame 9, but answers no Ping: its heartbeat_interval: "
            "WebSocketPeer ends a connection if a Ping is due, and the one before has no Pong (the Ping before was "
            "1.00 s earlier). Set its heartbeat_interval to 0, or let the other end's WebSocket library answer Pings");
  EXPECT_EQ(with(second, 0, 0, true),
            "godot.websocket_heartbeat 2 [7] The client ends TCP without a Close, 1.00 s after its Ping in frame 7 has "
            "got no Pong: the server's system has it, so its program does not poll. One of: its heartbeat_interval: "
            "WebSocketPeer ends a connection if a Ping is due, and the one before has no Pong: Raise its "
            "heartbeat_interval above the longest time for which the other end does not poll, as when it loads a "
            "level, or keep that end polling; the program at that end was ended, or closed TCP without a Close: Look "
            "whether it still runs, and at its log");
  // A quarter more than the interval, and a fifth of a second: later than that another cause remains.
  EXPECT_EQ(with(1450 * millisecond, second, 0, true),
            "godot.websocket_heartbeat 1 [7] The client ends TCP without a Close, 1.45 s after its Ping in frame 7 has "
            "got no Pong: the server's system has it, so its program does not poll: its heartbeat_interval: "
            "WebSocketPeer ends a connection if a Ping is due, and the one before has no Pong (the Ping before was "
            "1.00 s earlier). Raise its heartbeat_interval above the longest time for which the other end does not "
            "poll, as when it loads a level, or keep that end polling");
  EXPECT_EQ(with(1450 * millisecond + 1, second, 0, true),
            "godot.websocket_heartbeat 2 [7] The client ends TCP without a Close, 1.45 s after its Ping in frame 7 has "
            "got no Pong: the server's system has it, so its program does not poll. One of: its heartbeat_interval: "
            "WebSocketPeer ends a connection if a Ping is due, and the one before has no Pong: Raise its "
            "heartbeat_interval above the longest time for which the other end does not poll, as when it loads a "
            "level, or keep that end polling; the program at that end was ended, or closed TCP without a Close: Look "
            "whether it still runs, and at its log");
}

TEST(EndVerdicts, OfAnswersThatAreNoUpgrade) {
  const auto of = [](std::uint16_t code, std::string_view target = "") {
    return judged(with_text({.what = What::refused, .code = code, .frame = 7}, target));
  };
  EXPECT_EQ(of(302, "https://game/"),
            "godot.upgrade_refused 0 [] The request for a WebSocket in frame 7 is answered with 302: it redirects, "
            "which Godot does not follow (https://game/). Use the URL to which it redirects, with wss:// for https://");
  EXPECT_EQ(of(199),
            "godot.upgrade_refused 0 [] The request for a WebSocket in frame 7 is answered with 199: no upgrade. Look "
            "at the server's log");
  EXPECT_EQ(of(600),
            "godot.upgrade_refused 0 [] The request for a WebSocket in frame 7 is answered with 600: no upgrade. Look "
            "at the server's log");
  // The first and the last status of each class.
  const auto meaning = [&](std::uint16_t code) {
    const std::string all = of(code);
    const std::size_t from = all.find(": ") + 2;
    return all.substr(from, all.find(". ", from) - from);
  };
  EXPECT_EQ(meaning(200), meaning(299));
  EXPECT_EQ(meaning(300), meaning(399));
  EXPECT_EQ(meaning(402), meaning(499));
  EXPECT_EQ(meaning(500), meaning(599));
  EXPECT_NE(meaning(299), meaning(300));
  EXPECT_NE(meaning(399), meaning(499));
  EXPECT_NE(meaning(499), meaning(500));
  EXPECT_NE(meaning(199), meaning(200));
  EXPECT_NE(meaning(599), meaning(600));
}

TEST(EndVerdicts, OfRequestsWithoutAnAnswer) {
  const Ending unanswered = {.what = What::unanswered, .frame = 7, .length = 1500 * millisecond};
  const auto with = [&](bool by_client, auto change) {
    Ending ending = unanswered;
    ending.by_client = by_client;
    change(ending);
    return judged(ending);
  };
  EXPECT_EQ(with(true, [](Ending&) {}),
            "godot.upgrade_unanswered 4 [] The client gives up 1.5 s after its request for a WebSocket, without any "
            "answer. One of: the server's main loop stands still: Look whether it polls; the server expects TLS: Use "
            "wss:// in the URL; what listens there is no WebSocket server: Look at the host and the port of the URL; "
            "the server refuses new connections: Look at its refuse_new_connections");
  EXPECT_EQ(with(true, [](Ending& ending) { ending.polls_in = 9; }),
            "godot.upgrade_unanswered 3 [9] The client gives up 1.5 s after its request for a WebSocket, without any "
            "answer. One of: the server expects TLS: Use wss:// in the URL; what listens there is no WebSocket server: "
            "Look at the host and the port of the URL; the server refuses new connections: Look at its "
            "refuse_new_connections. Not: its main loop stands still (it sends to another client meanwhile, frame 9)");
  EXPECT_EQ(with(true, [](Ending& ending) { ending.serves_in = 9; }),
            "godot.upgrade_unanswered 2 [9] The client gives up 1.5 s after its request for a WebSocket, without any "
            "answer. One of: the server's main loop stands still: Look whether it polls; the server refuses new "
            "connections: Look at its refuse_new_connections. Not: it expects TLS, or is no WebSocket server (it "
            "serves another WebSocket, frame 9)");
  EXPECT_EQ(with(true, [](Ending& ending) { ending.goes_on_in = 9; }),
            "godot.upgrade_unanswered 4 [9] The client gives up 1.5 s after its request for a WebSocket, without any "
            "answer. One of: the server's main loop stands still: Look whether it polls; the server expects TLS: Use "
            "wss:// in the URL; what listens there is no WebSocket server: Look at the host and the port of the URL; "
            "the server refuses new connections: Look at its refuse_new_connections. Not: it has ended (it still "
            "serves a WebSocket that it had before, frame 9)");
  EXPECT_EQ(with(true, [](Ending& ending) { ending.serves_again_in = 9; }),
            "godot.upgrade_unanswered 4 [] The client gives up 1.5 s after its request for a WebSocket, without any "
            "answer. One of: the server's main loop stands still: Look whether it polls; the server expects TLS: Use "
            "wss:// in the URL; what listens there is no WebSocket server: Look at the host and the port of the URL; "
            "the server refuses new connections: Look at its refuse_new_connections");
  EXPECT_EQ(with(false, [](Ending&) {}),
            "godot.upgrade_unanswered 4 [] The server ends TCP with FIN 1.50 s after the request for a WebSocket, "
            "without any answer. One of: the server demands a sub-protocol, and the request names none: Give both ends "
            "the same supported_protocols, or none; the server expects TLS: Use wss:// in the URL; what listens there "
            "is no WebSocket server: Look at the host and the port of the URL; the server refuses new connections, or "
            "has ended: Look at the server's log");
  EXPECT_EQ(with(false, [](Ending& ending) { ending.is_reset = ending.offers = true; }),
            "godot.upgrade_unanswered 4 [] The server ends TCP with a reset 1.50 s after the request for a WebSocket, "
            "without any answer. One of: the server supports none of the sub-protocols that the request names: Give "
            "both ends the same supported_protocols, or none; the server expects TLS: Use wss:// in the URL; what "
            "listens there is no WebSocket server: Look at the host and the port of the URL; the server refuses new "
            "connections, or has ended: Look at the server's log");
  EXPECT_EQ(with(false, [](Ending& ending) { ending.polls_in = ending.serves_in = 9; }),
            "godot.upgrade_unanswered 2 [9] The server ends TCP with FIN 1.50 s after the request for a WebSocket, "
            "without any answer. One of: the server demands a sub-protocol, and the request names none: Give both ends "
            "the same supported_protocols, or none; the server refuses new connections, or has ended: Look at the "
            "server's log. Not: it expects TLS, or is no WebSocket server (it serves another WebSocket, frame 9)");
  EXPECT_EQ(
      with(false, [](Ending& ending) { ending.goes_on_in = 9; }),
      "godot.upgrade_unanswered 4 [9] The server ends TCP with FIN 1.50 s after the request for a WebSocket, without "
      "any answer. One of: the server demands a sub-protocol, and the request names none: Give both ends the same "
      "supported_protocols, or none; the server expects TLS: Use wss:// in the URL; what listens there is no WebSocket "
      "server: Look at the host and the port of the URL; the server refuses new connections: Look at its "
      "refuse_new_connections. Not: it has ended (it still serves a WebSocket that it had before, frame 9)");
  EXPECT_EQ(with(false, [](Ending& ending) { ending.serves_again_in = 9; }),
            "godot.upgrade_unanswered 4 [9] The server ends TCP with FIN 1.50 s after the request for a WebSocket, "
            "without any answer. One of: the server demands a sub-protocol, and the request names none: Give both ends "
            "the same supported_protocols, or none; the server expects TLS: Use wss:// in the URL; what listens there "
            "is no WebSocket server: Look at the host and the port of the URL; the server refuses new connections, or "
            "had ended and was started again (it serves another WebSocket later, frame 9): Look at the server's log");
}

TEST(EndVerdicts, OfSubprotocolsAndTls) {
  const auto of = [](Subprotocol subprotocol) {
    return judged(with_text({.what = What::subprotocol, .subprotocol = subprotocol, .frame = 7}, "chat"));
  };
  EXPECT_EQ(of(Subprotocol::none_chosen),
            "godot.upgrade_subprotocol 0 [] The client refuses the answer: it has asked for sub-protocols, and the "
            "server has chosen none. Give both ends the same supported_protocols, or none");
  EXPECT_EQ(of(Subprotocol::not_asked),
            "godot.upgrade_subprotocol 0 [] The client refuses the answer: it has asked for no sub-protocol, and the "
            "server has chosen \"chat\". Give both ends the same supported_protocols, or none");
  EXPECT_EQ(of(Subprotocol::other),
            "godot.upgrade_subprotocol 0 [] The client refuses the answer: the server has chosen the sub-protocol "
            "\"chat\", which it has not asked for. Give both ends the same supported_protocols, or none");
  EXPECT_EQ(judged({.what = What::tls, .speaks_tls = true, .code = 400, .frame = 7}),
            "godot.upgrade_tls 1 [7] The request for a WebSocket comes in plain text (ws://): the server expects TLS "
            "(it answers that a request in plain text came to a port of HTTPS). Use wss:// in the URL");
  EXPECT_EQ(judged({.what = What::tls, .speaks_tls = true, .frame = 7}),
            "godot.upgrade_tls 1 [7] The request for a WebSocket comes in plain text (ws://): the server expects TLS "
            "(it answers with an alert of TLS). Use wss:// in the URL");
  EXPECT_EQ(judged({.what = What::tls, .speaks_tls = false, .frame = 7}),
            "godot.upgrade_tls 1 [7] The request for a WebSocket comes in plain text (ws://): the server expects TLS "
            "(it answers with an alert of TLS). Use wss:// in the URL");
}

TEST(EndVerdicts, OfWindows) {
  const auto with = [](bool by_client, bool knows_client, bool goes_on, std::uint64_t size, bool is_websocket) {
    return judged({.what = What::window,
                   .by_client = by_client,
                   .knows_client = knows_client,
                   .goes_on = goes_on,
                   .frame = 7,
                   .is_websocket = is_websocket,
                   .size = size,
                   .length = 1500 * millisecond});
  };
  EXPECT_EQ(with(true, true, false, 70000, true),
            "godot.window_closed 1 [7] The client's window is 0 for 1.5 s, from frame 7 on: the other end could send "
            "it nothing: its program reads nothing: it stands still, or reads less than is sent to it (its system has "
            "no more room). Keep its main loop running, and send it less");
  EXPECT_EQ(with(false, true, true, 0, true),
            "godot.window_closed 1 [7] The server's window is 0 for 1.5 s or longer, from frame 7 on: the other end "
            "could send it nothing: its program reads nothing: it stands still, or reads less than is sent to it (its "
            "system has no more room). Keep its main loop running, and send it less");
  EXPECT_EQ(with(true, false, false, 1, false),
            "godot.window_closed 1 [7] The receiver's window is 0 for 1.5 s, from frame 7 on: the other end could send "
            "it nothing: its program reads nothing: it stands still, or reads less than is sent to it (its system has "
            "no more room). Keep its main loop running, and send it less");
}

TEST(EndVerdicts, OfFramesThatAreNotRead) {
  EXPECT_EQ(judged({.what = What::unread, .by_client = true, .fault = Fault::compressed, .frame = 7}),
            "godot.websocket_unread 1 [7] The client reads neither this frame nor what follows: it is compressed, and "
            "the client has not offered that (permessage-deflate). Switch permessage-deflate off at the sender");
  EXPECT_EQ(judged({.what = What::unread, .by_client = true, .fault = Fault::masked, .frame = 7}),
            "godot.websocket_unread 1 [7] The client reads neither this frame nor what follows: a server's frame is "
            "masked. Mend the WebSocket library of the other end");
}

TEST(EndVerdicts, OfWaits) {
  const auto held = [](std::uint32_t count, std::uint32_t missed_in, bool knows_client) {
    return judged({.what = What::held,
                   .by_client = false,
                   .knows_client = knows_client,
                   .frame = 7,
                   .count = count,
                   .last_in = 9,
                   .missed_in = missed_in,
                   .filled_in = 12,
                   .size = 300,
                   .length = 250 * millisecond});
  };
  EXPECT_EQ(held(1, 5, true),
            "godot.tcp_held 1 [12] A segment of the server (300 bytes, frame 7) had to wait at the client for an "
            "earlier one, up to 250 ms: that of frame 5 was lost (it came in frame 12). Send what must not wait "
            "unreliably, over ENet or WebRTC: TCP, and so WebSocket, keeps the order of all messages");
  EXPECT_EQ(held(2, 0, true),
            "godot.tcp_held 1 [12] 2 segments of the server (300 bytes, frames 7 to 9) had to wait at the client for "
            "an earlier one, up to 250 ms: the earlier one was lost, or came late (it came in frame 12). Send what "
            "must not wait unreliably, over ENet or WebRTC: TCP, and so WebSocket, keeps the order of all messages");
  EXPECT_EQ(held(2, 5, false),
            "godot.tcp_held 1 [12] 2 segments of the sender (300 bytes, frames 7 to 9) had to wait at the receiver for "
            "an earlier one, up to 250 ms: that of frame 5 was lost (it came in frame 12). Send what must not wait "
            "unreliably, over ENet or WebRTC: TCP, and so WebSocket, keeps the order of all messages");
  const auto nagle = [](bool by_client, bool is_quick, bool is_websocket) {
    return judged({.what = What::nagle,
                   .by_client = by_client,
                   .frame = 7,
                   .is_quick = is_quick,
                   .is_websocket = is_websocket,
                   .count = 8,
                   .length = 40 * millisecond,
                   .longest = 44 * millisecond});
  };
  EXPECT_EQ(
      nagle(true, true, true),
      "godot.tcp_nagle 1 [7] Small segments of the client go out only when the one before is acknowledged: 8 times so "
      "far, the acknowledgement was 40 to 44 ms late: Nagle's algorithm waits for acknowledgements, which the other "
      "end's system delays (others came at once). Call set_no_delay(true) of the WebSocketPeer of this end");
  EXPECT_EQ(nagle(false, false, true),
            "godot.tcp_nagle 2 [7] Small segments of the server go out only when the one before is acknowledged: 8 "
            "times so far, the acknowledgement was 40 to 44 ms late. One of: Nagle's algorithm waits for "
            "acknowledgements, which the other end's system delays: Call set_no_delay(true) of each WebSocketPeer of "
            "the server: Godot 4.0 to 4.2 does not; or set TCP_NODELAY in another server; Nagle's algorithm waits for "
            "acknowledgements, and the way takes longer than at first: Call set_no_delay(true) of each WebSocketPeer "
            "of the server: Godot 4.0 to 4.2 does not; or set TCP_NODELAY in another server");
  EXPECT_EQ(nagle(true, false, false),
            "godot.tcp_nagle 2 [7] Small segments of the client go out only when the one before is acknowledged: 8 "
            "times so far, the acknowledgement was 40 to 44 ms late. One of: Nagle's algorithm waits for "
            "acknowledgements, which the other end's system delays: Call set_no_delay(true) of the StreamPeerTCP of "
            "this end, once it is connected; Nagle's algorithm waits for acknowledgements, and the way takes longer "
            "than at first: Call set_no_delay(true) of the StreamPeerTCP of this end, once it is connected");
}

TEST(EndVerdicts, OfAnEndThatSlept) {
  const auto slept = [](std::uint32_t count) {
    return judged({.what = What::slept,
                   .by_client = true,
                   .frame = 7,
                   .count = count,
                   .last_in = 20,
                   .length = 5 * second,
                   .every = 50 * millisecond});
  };
  EXPECT_EQ(slept(1),
            "godot.tcp_slept 2 [7 20] The client sends every 50 ms, and after frame 7 nothing came from it for 5.0 s, "
            "not even an acknowledgement, although 1 segment was sent to it again; it goes on in frame 20, without "
            "what it would have sent meanwhile. One of: its device slept, or its system stopped the game and its "
            "network (a phone in the background): Let the game connect again, or ask for the state, when it resumes "
            "(NOTIFICATION_APPLICATION_RESUMED), and keep the screen on while it plays; its link was out, while its "
            "program stood still or had nothing to send: Look at its network, and keep its main loop running");
  EXPECT_EQ(slept(4),
            "godot.tcp_slept 2 [7 20] The client sends every 50 ms, and after frame 7 nothing came from it for 5.0 s, "
            "not even an acknowledgement, although 4 segments were sent to it again; it goes on in frame 20, without "
            "what it would have sent meanwhile. One of: its device slept, or its system stopped the game and its "
            "network (a phone in the background): Let the game connect again, or ask for the state, when it resumes "
            "(NOTIFICATION_APPLICATION_RESUMED), and keep the screen on while it plays; its link was out, while its "
            "program stood still or had nothing to send: Look at its network, and keep its main loop running");
}

/// The fact is no message: the bytes are those of its segment, and nothing is counted twice.
TEST(EndVerdicts, AreFactsThatCostNothing) {
  const struct {
    Ending ending;
    facts::Transport transport;
    facts::Kind kind;
  } rows[] = {
      {{.what = What::refused, .code = 404}, facts::Transport::websocket, facts::Kind::handshake},
      {{.what = What::closed, .code = 1011}, facts::Transport::websocket, facts::Kind::segment},
      {{.what = What::held, .is_websocket = false}, facts::Transport::tcp, facts::Kind::segment},
  };
  for (const auto& each : rows) {
    facts::InternedNames names;
    facts::Collection collection(arena, names);
    const facts::Item& item = add_fact_of_ending(collection, each.ending);
    EXPECT_EQ(item.kind, each.kind);
    EXPECT_TRUE(item.again);
    const facts::Envelope* envelope = collection.frame().envelopes;
    ASSERT_NE(envelope, nullptr);
    EXPECT_EQ(envelope->transport, each.transport);
    EXPECT_EQ(envelope->items, &item);
    EXPECT_TRUE(envelope->streamed);
    EXPECT_EQ(envelope->size, 0U);
    EXPECT_EQ(envelope->next, nullptr);
  }
}

}  // namespace
}  // namespace godot::analysis::tcp_ends

// SPDX-License-Identifier: MIT
// Which connection a datagram belongs to: handshakes, retransmitted and new requests, connections whose handshake is
// missing, and what is kept of the server.
#include "analysis/enet/connections/connections.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "tests/unit/analysis/enet/order/analysed.h"
#include "tests/unit/support/bytes.h"

namespace godot::analysis::enet {
namespace {

constexpr Direction from_client = 0;
constexpr Direction from_server = 1;

/// The body of Connect or Verify connect: the sender's number of the other end, the connect id, the data.
test::Bytes handshake(unsigned command, unsigned peer_id, std::uint32_t id, std::uint32_t data) {
  test::Wire wire;
  wire.u8(command).u8(0xFF).u16(1).u16(peer_id).u8(0).u8(0).u32(1392).u32(65536).u32(2).u32(0);
  wire.u32(0).u32(5000).u32(2).u32(2).u32(id);
  if (command == 0x82) wire.u32(data);
  return wire.bytes;
}
test::Bytes ask(unsigned peer_id, std::uint32_t id, std::uint32_t data = 0) {
  return handshake(0x82, peer_id, id, data);
}
test::Bytes answer(unsigned peer_id, std::uint32_t id) { return handshake(0x83, peer_id, id, 0); }

class Tracked : public testing::Test, private LikelierServer {
 protected:
  struct Datagram {
    test::Bytes bytes;
    Header header;
    std::uint32_t frame;
    [[nodiscard]] CommandList commands() const { return CommandList(CommandReader(Buffer(bytes), header)); }
  };

  /// A datagram to this number of the receiver's; 0xFFF: none yet.
  const Datagram& datagram(unsigned peer_id, unsigned sent_time, const std::vector<test::Bytes>& commands) {
    test::Wire wire;
    wire.u16(0x8000 | peer_id).u16(sent_time);
    for (const test::Bytes& command : commands) wire.bytes.insert(wire.bytes.end(), command.begin(), command.end());
    Datagram& made = datagrams_.emplace_back(Datagram{.bytes = wire.bytes, .header = {}, .frame = ++frame_});
    Problem problem;
    EXPECT_TRUE(read_header(Buffer(made.bytes), false, made.header, problem));
    return made;
  }
  Stream* track(Connections& pair, Direction direction, const Datagram& made) {
    return pair.track({made.frame, direction, made.header, made.commands()}, *this);
  }
  Stream* track(Direction direction, unsigned peer_id, const std::vector<test::Bytes>& commands, unsigned time = 1) {
    return track(pair_, direction, datagram(peer_id, time, commands));
  }
  [[nodiscard]] Direction likelier_server() const override { return likelier_; }

  /// A client that asks with its number 5, and is number 3 of the server's.
  Stream* connected(std::uint32_t id = 77) {
    Stream* stream = track(from_client, 0xFFF, {ask(5, id)});
    EXPECT_EQ(track(from_server, 5, {answer(3, id)}), stream);
    return stream;
  }

  AllConnections all_;
  Connections& pair_ = all_.begin_pair();
  std::deque<Datagram> datagrams_;
  Direction likelier_ = from_server;
  std::uint32_t frame_ = 0;
};

TEST_F(Tracked, AHandshakeDecidesTheRoutes) {
  Stream* stream = connected();
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(stream->connect_frame, 1U);
  EXPECT_EQ(stream->verify_frame, 2U);
  EXPECT_EQ(stream->client, from_client);
  EXPECT_TRUE(stream->link.has_handshake);
  EXPECT_EQ(stream->link.channel_count, 2U);
  EXPECT_EQ(track(from_client, 3, {test::ping(2)}), stream);
  EXPECT_EQ(track(from_server, 5, {test::ping(2)}), stream);
  EXPECT_TRUE(pair_.knows(from_client, datagram(3, 1, {}).header));
  EXPECT_FALSE(pair_.knows(from_client, datagram(4, 1, {}).header));
  EXPECT_EQ(pair_.latest(), stream);
}

/// Builds of ENet for more than 4095 peers have numbers of 16 bits.
TEST_F(Tracked, ANumberHasAsManyBitsAsItsMake) {
  for (const Make make : {Make::stock, Make::more_peers}) {
    Connections& pair = all_.begin_pair();
    Stream* stream = track(pair, from_client, datagram(0xFFF, 1, {ask(5, 77)}));
    Datagram accepted = datagram(5, 1, {answer(0x1003, 77)});
    accepted.header.make = make;
    EXPECT_EQ(track(pair, from_server, accepted), stream);
    EXPECT_EQ(stream->routes[from_client].peer_id, make == Make::stock ? 3 : 0x1003);
  }
}

TEST_F(Tracked, NeitherCommandsNorANumberOfTheReceivers) {
  EXPECT_EQ(track(from_client, 3, {}), nullptr);
  EXPECT_EQ(track(from_client, 0xFFF, {test::ping(2)}), nullptr);
  EXPECT_EQ(pair_.latest(), nullptr);
}

TEST_F(Tracked, ARetransmittedRequestIsTheSame) {
  Stream* stream = track(from_client, 0xFFF, {ask(5, 77)}, 10);
  EXPECT_EQ(track(from_client, 0xFFF, {ask(5, 77)}, 510), stream) << "the client has sent nothing else";
  EXPECT_EQ(stream->connects, 2U);
  EXPECT_EQ(track(from_server, 5, {answer(3, 77)}), stream);
  EXPECT_EQ(track(from_client, 3, {test::ping(2)}), stream);
  EXPECT_EQ(track(from_client, 0xFFF, {ask(5, 77)}, 510), stream) << "a late copy: its sent time was seen";
  Stream* second = track(from_client, 0xFFF, {ask(5, 77)}, 900);
  EXPECT_NE(second, stream) << "the same question later: a new connection";
  EXPECT_EQ(second->earlier, stream);
  EXPECT_FALSE(pair_.knows(from_client, datagram(3, 1, {}).header)) << "its client's number is used again";
}

TEST_F(Tracked, RequestsThatDiffer) {
  Stream* first = track(from_client, 0xFFF, {ask(5, 77)});
  EXPECT_NE(track(from_client, 0xFFF, {ask(6, 77)}), first);
  EXPECT_NE(track(from_client, 0xFFF, {ask(5, 78)}), first);
  EXPECT_NE(track(from_client, 0xFFF, {ask(5, 77, 9)}), first);
  EXPECT_NE(track(from_server, 0xFFF, {ask(5, 77)}), first) << "of the other end";
}

/// The request is not in the capture; the first datagram shows who is likelier the server.
TEST_F(Tracked, WithoutAHandshake) {
  Stream* stream = track(from_client, 3, {test::ping(9)});
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(stream->client, from_client);
  EXPECT_FALSE(stream->link.has_handshake);
  EXPECT_TRUE(stream->client_has_sent);
  EXPECT_EQ(track(from_server, 5, {test::ping(9)}), stream) << "the first one of the other direction";
  EXPECT_NE(track(from_server, 6, {test::ping(9)}), stream);
}

TEST_F(Tracked, AnAnswerCorrectsAGuess) {
  likelier_ = from_client;
  Stream* stream = track(from_server, 5, {test::ping(9)});
  EXPECT_EQ(stream->client, from_server);
  EXPECT_EQ(track(from_server, 5, {answer(3, 77)}), stream);
  EXPECT_EQ(stream->client, from_client);
  EXPECT_TRUE(stream->has_connect_id());
  EXPECT_EQ(stream->connect_id(), 77U);
}

/// The server's answer names the client's number; others of the client's requests are not answered by it.
TEST_F(Tracked, AnAnswerToOneOfTwoRequests) {
  Stream* first = track(from_client, 0xFFF, {ask(5, 77)});
  Stream* second = track(from_client, 0xFFF, {ask(6, 77)});
  EXPECT_EQ(track(from_server, 6, {answer(3, 77)}), second);
  EXPECT_EQ(track(from_server, 5, {answer(4, 77)}), first);
  EXPECT_EQ(track(from_server, 5, {answer(4, 77)}), first) << "once more";
  EXPECT_EQ(first->verify_frame, 4U);
}

TEST_F(Tracked, NumbersOnceThePairIsEnet) {
  Stream* first = track(from_client, 0xFFF, {ask(5, 77)});
  Stream* second = track(from_client, 0xFFF, {ask(6, 78)});
  EXPECT_EQ(all_.count(), 0U);
  Connections& other = all_.begin_pair();
  other.settle();
  Stream* third = track(other, from_client, datagram(0xFFF, 1, {ask(5, 79)}));
  EXPECT_EQ(third->link.number, 0U);
  pair_.settle();
  EXPECT_EQ(first->link.number, 1U);
  EXPECT_EQ(second->link.number, 2U);
  EXPECT_EQ(track(from_client, 0xFFF, {ask(7, 80)})->link.number, 3U);
  EXPECT_EQ(all_.count(), 4U);
  EXPECT_EQ(all_.of_number(2), second);
  EXPECT_EQ(all_.of_number(4), nullptr);
}

TEST_F(Tracked, BandwidthByFrame) {
  Stream* stream = connected();
  EXPECT_EQ(stream->bandwidths[from_client].at(9), nullptr);
  track(from_client, 3, {test::bandwidth_limit(2, 1000, 2000), test::bandwidth_limit(3, 1500, 2000)});
  track(from_client, 3, {test::bandwidth_limit(4, 3000, 2000)});
  const Bandwidths& all = stream->bandwidths[from_client];
  EXPECT_EQ(all.at(2), nullptr);
  ASSERT_NE(all.at(3), nullptr);
  EXPECT_EQ(all.at(3)->incoming, 1500U) << "the last one of the datagram";
  EXPECT_EQ(all.at(4)->incoming, 3000U);
  EXPECT_EQ(all.at(900)->incoming, 3000U);
  EXPECT_EQ(stream->bandwidths[from_server].at(900), nullptr);
}

TEST_F(Tracked, ErrorsThatReturnDatagrams) {
  Stream* stream = track(from_client, 0xFFF, {ask(5, 77)});
  const auto returned = [&](Direction direction, unsigned peer_id, const test::Bytes& command, IcmpError error = {}) {
    const Datagram& made = datagram(peer_id, 1, {command});
    pair_.track_returned({made.frame, direction, made.header, made.commands()}, error);
    return made.frame;
  };
  const IcmpError too_long = {.code = 4};
  const IcmpError prohibited = {.code = 10};
  returned(from_client, 0xFFF, ask(6, 77));
  EXPECT_EQ(stream->connect_returned_in, 0U) << "another request";
  returned(from_client, 0xFFF, ask(5, 77), too_long);
  EXPECT_EQ(stream->connect_returned_in, 0U) << "it says nothing of the server";
  std::uint32_t frame = returned(from_client, 0xFFF, ask(5, 77), prohibited);
  EXPECT_EQ(stream->connect_returned_in, frame);
  EXPECT_EQ(stream->connect_error, prohibited);
  EXPECT_EQ(stream->connects_heard, 0U);
  returned(from_client, 0xFFF, ask(5, 77));
  EXPECT_EQ(stream->connect_returned_in, frame) << "the first one";
  EXPECT_EQ(stream->connect_error, prohibited);
  track(from_server, 5, {answer(3, 77)});
  EXPECT_EQ(stream->returned_in, 0U) << "Connect came back before something listened";
  returned(from_server, 5, test::ping(2));
  EXPECT_EQ(stream->returned_in, 0U) << "of the server's";
  returned(from_client, 3, test::ping(2), too_long);
  EXPECT_EQ(stream->returned_in, 0U);
  frame = returned(from_client, 3, test::ping(2), prohibited);
  EXPECT_EQ(stream->returned_in, frame);
  EXPECT_EQ(stream->error, prohibited);
  returned(from_client, 3, test::ping(3));
  EXPECT_EQ(stream->returned_in, frame) << "the first one";
}

TEST_F(Tracked, RequestsBeforeTheOneThatIsReturned) {
  const auto heard_before = [&](unsigned returned) {
    Connections& pair = all_.begin_pair();
    Stream* stream = nullptr;
    for (unsigned time = 1; time != 7; ++time) stream = track(pair, from_client, datagram(0xFFF, time, {ask(5, 77)}));
    EXPECT_EQ(stream->connects, 6U);
    const Datagram& made = datagram(0xFFF, returned, {ask(5, 77)});
    pair.track_returned({made.frame, from_client, made.header, made.commands()}, {});
    return stream->connects_heard;
  };
  EXPECT_EQ(heard_before(6), 5U);
  EXPECT_EQ(heard_before(3), 2U) << "the error is late, as that of a router that looks for the host";
  EXPECT_EQ(heard_before(2), 5U) << "that is so long ago that it is not known";
}

TEST_F(Tracked, SkippedDatagrams) {
  Stream* stream = connected();
  test::HeapArena heap;
  Analysis analysis(heap.arena());
  stream->analysis = &analysis;
  EXPECT_TRUE(stream->is_whole());
  pair_.analyse_anew();
  EXPECT_EQ(stream->analysis, nullptr);
  EXPECT_FALSE(stream->is_whole());
}

class Served : public Tracked {
 protected:
  Stream* seen(Direction direction, unsigned peer_id, const std::vector<test::Bytes>& commands) {
    const Datagram& made = datagram(peer_id, 1, commands);
    Stream* stream = track(pair_, direction, made);
    const std::size_t end = direction == stream->client ? 0 : 1;
    stream->link.last_frames[end] = made.frame;
    stream->link.reads_at[end] = now_;
    watch_server(all_, *stream, server_, {made.frame, direction, compression_, made.commands()});
    return stream;
  }

  Endpoint server_{.number = 4};
  Compression compression_ = Compression::zlib;
  Nanoseconds now_ = 0;
};

TEST_F(Served, WhatTheServerSentBeforeAndDuringTheRequests) {
  seen(from_client, 0xFFF, {ask(4, 1)});
  seen(from_server, 4, {answer(2, 1)});
  EXPECT_EQ(server_.accepted_in, 2U);
  EXPECT_EQ(server_.accepted_with[static_cast<std::size_t>(Compression::zlib)], 2U);
  seen(from_server, 4, {test::disconnect(2)});
  EXPECT_EQ(server_.left_in, 3U);
  Stream* second = seen(from_client, 0xFFF, {ask(5, 77)});
  EXPECT_EQ(second->server_before, 3U);
  EXPECT_EQ(second->server_left_in, 3U) << "it has sent nothing since";
  EXPECT_EQ(second->server_accepted, 0U);
  EXPECT_EQ(second->connect_compression, Compression::zlib);
  seen(from_client, 0xFFF, {ask(6, 78)});
  seen(from_server, 6, {answer(7, 78)});
  seen(from_client, 0xFFF, {ask(5, 77)});
  EXPECT_EQ(second->server_accepted, 6U) << "another client, meanwhile";
  EXPECT_EQ(second->last_connect, 7U);
  EXPECT_EQ(second->server_last, 6U);
  EXPECT_EQ(second->server_before, 3U) << "of the first request";
}

TEST_F(Served, AServerThatGoesOnAfterADisconnect) {
  seen(from_client, 0xFFF, {ask(4, 1)});
  seen(from_server, 4, {answer(2, 1)});
  seen(from_server, 4, {test::disconnect(2)});
  seen(from_server, 4, {test::ping(3)});
  EXPECT_EQ(seen(from_client, 0xFFF, {ask(5, 77)})->server_left_in, 0U);
}

/// What a server sends to nobody shows nothing.
TEST_F(Served, AServerThatHasAClientWhenItIsAsked) {
  unsigned next = 100;
  const auto has_client = [&] {
    ++next;
    return seen(from_client, 0xFFF, {ask(next, next)})->server_has_client;
  };
  EXPECT_FALSE(has_client());
  Stream* stream = seen(from_client, 0xFFF, {ask(4, 1)});
  seen(from_server, 4, {answer(2, 1)});
  seen(from_client, 2, {test::ping(2)});
  EXPECT_FALSE(has_client()) << "the server may drop this client without a word";
  seen(from_server, 4, {test::ping(2)});
  EXPECT_TRUE(has_client());
  now_ = second;
  EXPECT_TRUE(has_client());
  now_ = second + 1;
  EXPECT_FALSE(has_client()) << "the client sends no more";
  now_ = 5 * second - 1;
  seen(from_client, 2, {test::ping(3)});
  EXPECT_TRUE(has_client()) << "the server has stopped";
  now_ = 5 * second;
  EXPECT_FALSE(has_client()) << "the server may have given the client up";
  seen(from_server, 4, {test::ping(3)});
  EXPECT_TRUE(has_client());
  test::HeapArena heap;
  Analysis ended(heap.arena());
  stream->analysis = &ended;
  const Datagram& leaving = datagram(2, 1, {test::disconnect(4)});
  ended.begin({.frame = leaving.frame, .captured = now_, .direction = from_client});
  leaving.commands().each([&](const Command& command) { ended.add(command); });
  EXPECT_FALSE(has_client()) << "it has left";
}

/// Godot's data of Connect is the client's id.
TEST_F(Served, TheSameIdTwice) {
  Stream* first = seen(from_client, 0xFFF, {ask(4, 1, 900)});
  seen(from_server, 4, {answer(2, 1)});
  EXPECT_EQ(first->same_id, nullptr);
  seen(from_client, 0xFFF, {ask(5, 2, 901)});
  EXPECT_EQ(seen(from_server, 5, {answer(3, 2)})->same_id, nullptr) << "another id";
  seen(from_client, 0xFFF, {ask(6, 3, 900)});
  EXPECT_EQ(seen(from_server, 6, {answer(4, 3)})->same_id, first);
  server_.number = 5;
  seen(from_client, 0xFFF, {ask(7, 4, 900)});
  EXPECT_EQ(seen(from_server, 7, {answer(5, 4)})->same_id, nullptr) << "of another server";
}

TEST_F(Served, AnIdWhoseConnectionHasEnded) {
  test::HeapArena heap;
  Analysis ended(heap.arena());
  Stream* first = seen(from_client, 0xFFF, {ask(4, 1, 900)});
  seen(from_server, 4, {answer(2, 1)});
  first->analysis = &ended;
  const Datagram& leaving = datagram(2, 1, {test::disconnect(2)});
  ended.begin({.frame = leaving.frame, .captured = 1, .direction = from_client});
  leaving.commands().each([&](const Command& command) { ended.add(command); });
  ASSERT_NE(ended.left_in(), 0U);
  seen(from_client, 0xFFF, {ask(6, 3, 900)});
  EXPECT_EQ(seen(from_server, 6, {answer(4, 3)})->same_id, nullptr);
}

}  // namespace
}  // namespace godot::analysis::enet

// SPDX-License-Identifier: MIT
// The state that messages change: which peers communicate, and whose numbers they use. The messages are made here; the
// walk is the codec's.
#include "analysis/game/learning/learner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/names/source.h"

namespace godot::analysis {
namespace {

using multiplayer::Api;
using multiplayer::Carrier;

constexpr PeerId client_id = 1000;
constexpr PeerId other_client = 2000;
constexpr const char* no_methods = "d41d8cd98f00b204e9800998ecf8427e";

class Bytes {
 public:
  Bytes& u8(unsigned number) { return append(number, 1); }
  Bytes& u16(unsigned number) { return append(number, 2); }
  Bytes& u32(std::uint32_t number) { return append(number, 4); }
  Bytes& i32(std::int32_t number) { return u32(static_cast<std::uint32_t>(number)); }
  Bytes& text(const std::string& text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return u8(0);
  }
  Bytes& raw(const Bytes& other) {
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
    return *this;
  }
  [[nodiscard]] Buffer buffer() const { return Buffer(bytes_); }

 private:
  Bytes& append(std::uint32_t number, int size) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
    return *this;
  }
  std::vector<std::uint8_t> bytes_;
};

class Silence final : public Sink {
 public:
  void open(Field, Offset, const Value&) override {}
  void leaf(Field, Offset, Offset, const Value&) override {}
  void close(Field, Offset) override {}
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override { ++problems; }
  std::uint32_t wanted_elements(std::uint32_t) override { return 0; }
  int problems = 0;
};

/// One link of a game, with the state learned from its messages.
class Learning : public testing::Test {
 protected:
  Learning() { peers_.session_is(7); }

  /// The handshake is in the capture.
  void connect() {
    peers_.server_is(End::second);
    peers_.id_is(End::first, client_id);
  }

  void learn(End from, const Bytes& message, Api api = Api::scene, Carrier carrier = Carrier::none) {
    learn_on(peers_, from, message, api, carrier);
  }
  void learn_on(Peers& peers, End from, const Bytes& message, Api api = Api::scene, Carrier carrier = Carrier::none) {
    Silence silence;
    Learner learner(memory_, names_, peers, from,
                    {.frame = ++frame_, .time = time_, .bytes = message.buffer().captured});
    const multiplayer::Options options{
        .api = api,
        .carrier = carrier,
        .dialect = &variant::dialect(api == Api::scene ? variant::Generation::godot4 : variant::Generation::godot3)};
    const auto result = multiplayer::walk(message.buffer(), options, silence, &learner);
    EXPECT_TRUE(result.exact(message.buffer()));
    EXPECT_EQ(silence.problems, 0);
  }

  [[nodiscard]] std::string path(const Speaker& speaker, std::uint32_t id) const {
    const AnnouncedPath* known = memory_.paths.find(speaker, id, frame_);
    return known != nullptr ? known->path : "";
  }

  static Bytes simplify(std::uint32_t id, const std::string& path) {
    return Bytes().u8(1).text(no_methods).u32(id).text(path);
  }
  static Bytes relay(PeerId peer, const Bytes& message) { return Bytes().u8(7).u8(3).i32(peer).raw(message); }
  static Bytes header(PeerId source, PeerId target, const Bytes& message) {
    return Bytes().i32(source).i32(target).raw(message);
  }
  static Bytes simplify_3(std::uint32_t id, const std::string& path) { return Bytes().u8(2).u32(id).text(path); }

  /// A call of Godot 4: a node's number, a method's, arguments.
  static Bytes call(unsigned node, unsigned method) { return Bytes().u8(0x80).u8(node).u8(method); }
  static Bytes call(unsigned node, unsigned method, const Bytes& argument) {
    return Bytes().u8(0).u8(node).u8(method).u8(1).raw(argument);
  }
  /// A String, or another type of text, padded to four bytes.
  static Bytes string(const std::string& text, unsigned type = 4) {
    Bytes bytes = Bytes().u32(type).u32(static_cast<std::uint32_t>(text.size()));
    for (const char letter : text) bytes.u8(static_cast<unsigned char>(letter));
    for (std::size_t i = text.size(); i % 4 != 0; ++i) bytes.u8(0);
    return bytes;
  }
  /// A state of one value, an int of one byte.
  static Bytes state(unsigned clock, std::uint32_t synchronizer, unsigned value) {
    return Bytes().u8(6).u16(clock).u32(synchronizer).u32(2).u8(2).u8(value);
  }
  static constexpr std::uint32_t by_path = 0x80000000;

  /// The client has introduced itself by a text.
  [[nodiscard]] bool is_introduced() const {
    const char* name = names_.find(peers_, client_id, frame_);
    return name != nullptr && std::string_view(name).ends_with('?');
  }

  Memory memory_;
  PeerNames names_;
  Peers peers_{1};
  std::uint32_t frame_ = 0;
  std::int64_t time_ = 0;
};

TEST_F(Learning, PathsOfEachEnd) {
  connect();
  learn(End::first, simplify(1, "Clients"));
  learn(End::second, simplify(1, "Servers"));
  EXPECT_EQ(path(peers_.speaker(End::first), 1), "Clients");
  EXPECT_EQ(path(peers_.speaker(End::second), 1), "Servers");
  // All links of the session get it.
  EXPECT_EQ(path({.link = 9, .sender = second_end, .session = 7, .peer = 1}, 1), "Servers");
}

TEST_F(Learning, RelayedPathsBelongToTheirFirstSender) {
  connect();
  learn(End::second, relay(other_client, simplify(1, "Others")));
  learn(End::second, simplify(1, "Servers"));
  EXPECT_EQ(path(peers_.speaker(other_client), 1), "Others");
  EXPECT_EQ(path(peers_.speaker(End::second), 1), "Servers");
  // On the hop to the server, the same message is the client's own, whoever its target is.
  learn(End::first, relay(other_client, simplify(4, "Mine")));
  EXPECT_EQ(path(peers_.speaker(End::first), 4), "Mine");
  EXPECT_EQ(path(peers_.speaker(other_client), 4), "");
}

TEST_F(Learning, ConfirmationsFindTheirAnnouncement) {
  connect();
  learn(End::second, simplify(1, "Main"));
  learn(End::first, Bytes().u8(2).u8(1).u32(1));
  EXPECT_EQ(memory_.paths.find_on_link(peers_.speaker(End::second), 1, frame_)->confirmed_in, 2U);
  // Relayed both ways: the announcement came from the other client on this link.
  learn(End::second, relay(other_client, simplify(5, "Chat")));
  learn(End::first, relay(other_client, Bytes().u8(2).u8(1).u32(5)));
  EXPECT_EQ(memory_.paths.find_on_link(peers_.speaker(other_client), 5, frame_)->confirmed_in, 4U);
}

TEST_F(Learning, AddPeerShowsTheServer) {
  EXPECT_FALSE(peers_.server_known());
  learn(End::first, Bytes().u8(7).u8(1).i32(other_client));
  EXPECT_TRUE(peers_.is_server(End::first));
  EXPECT_TRUE(peers_.is_client(End::second));
  EXPECT_EQ(peers_.id(End::first), 1);
}

TEST_F(Learning, ARelayToAllComesFromAClient) {
  learn(End::second, relay(0, Bytes().u8(3).u8(1).u8(2)));
  EXPECT_TRUE(peers_.is_server(End::first));
}

TEST_F(Learning, AssignedIds) {
  learn(End::second, Bytes().i32(client_id), Api::scene, Carrier::assigned_id);
  EXPECT_TRUE(peers_.is_server(End::second));
  EXPECT_EQ(peers_.id(End::first), client_id);
}

TEST_F(Learning, HeadersOfGodot3ShowBothEnds) {
  const Bytes raw = Bytes().u8(4).u8(7);
  learn(End::second, header(client_id, 0, raw), Api::named, Carrier::enet_8);
  EXPECT_FALSE(peers_.server_known());
  learn(End::first, header(1, client_id, raw), Api::named, Carrier::enet_8);
  EXPECT_TRUE(peers_.is_server(End::first));
  EXPECT_EQ(peers_.id(End::second), client_id);
}

TEST_F(Learning, WhatHeadersOfGodot3SayOfTheClient) {
  const Bytes raw = Bytes().u8(4).u8(7);
  const auto send = [&](End from, PeerId source, PeerId target) {
    learn(from, header(source, target, raw), Api::named, Carrier::enet_8);
  };
  send(End::second, 1, 1);
  EXPECT_EQ(peers_.id(End::first), 0) << "no client has the server's id";
  send(End::first, client_id, 1);
  EXPECT_EQ(peers_.id(End::first), client_id);
  send(End::second, 1, other_client);
  EXPECT_EQ(peers_.id(End::first), client_id) << "the first one stays";
}

/// What another client sends to all comes from the server.
TEST_F(Learning, MessagesOfGodot3ThatTheServerRelaysToAll) {
  connect();
  const auto relays = [&](End from, PeerId source, PeerId target) {
    learn(from, header(source, target, Bytes().u8(4).u8(7)), Api::named, Carrier::enet_8);
    return memory_.peers.is_relayed(7, 9, source, frame_);
  };
  EXPECT_TRUE(relays(End::second, other_client, 0));
  EXPECT_TRUE(relays(End::second, other_client, -client_id)) << "all but one";
  EXPECT_FALSE(relays(End::second, other_client, client_id)) << "to one";
  EXPECT_FALSE(relays(End::second, 1, 0)) << "its own message";
  EXPECT_FALSE(relays(End::first, client_id, 0)) << "on the way to the server";
}

TEST_F(Learning, PeersAppearWhereAMessageFirstNamesThem) {
  connect();
  const Bytes raw = Bytes().u8(4).u8(7);
  const auto named = [&](PeerId peer) { return names_.appeared_in(peer); };
  learn(End::first, header(client_id, other_client, raw), Api::named, Carrier::enet_8);
  EXPECT_EQ(named(client_id), frame_) << "the source";
  EXPECT_EQ(named(other_client), frame_) << "the target";
  learn(End::second, header(3000, client_id, raw), Api::named, Carrier::enet_8);
  EXPECT_EQ(named(3000), frame_) << "a source that is relayed";
  learn(End::second, Bytes().u8(7).u8(1).i32(4000));
  EXPECT_EQ(named(4000), frame_) << "a peer that has joined";
  EXPECT_EQ(memory_.peers.comes_in(1, 4000, 0), frame_);
  learn(End::second, Bytes().u8(7).u8(2).i32(4000));
  EXPECT_EQ(memory_.peers.gone_in(1, 4000, frame_ + 1), frame_) << "it has left";
  EXPECT_EQ(named(4000), frame_ - 1);
  learn(End::second, relay(5000, simplify(1, "Others")));
  EXPECT_EQ(named(5000), frame_) << "the source of a relayed message";
  EXPECT_EQ(memory_.peers.comes_in(1, 5000, 0), 0U) << "which announces no peer";
  EXPECT_EQ(memory_.peers.gone_in(1, 5000, frame_ + 1), 0U);
}

/// Godot 3 has messages of its own for peers: on ENet's channel 0, and over WebSocket.
TEST_F(Learning, NoticesOfPeersOfGodot3) {
  const auto notice = [](unsigned what, PeerId peer) { return Bytes().u32(what).i32(peer); };
  learn(End::second, notice(0, 4000), Api::named, Carrier::enet_config);
  EXPECT_TRUE(peers_.is_server(End::second));
  EXPECT_EQ(peers_.id(End::first), 0) << "it names another peer";
  EXPECT_EQ(memory_.peers.comes_in(1, 4000, 0), 1U);
  EXPECT_EQ(memory_.peers.gone_in(1, 4000, 9), 0U);
  EXPECT_EQ(names_.appeared_in(4000), 1U);
  learn(End::second, notice(1, 4000), Api::named, Carrier::enet_config);
  EXPECT_EQ(memory_.peers.gone_in(1, 4000, 9), 2U);
  const Bytes assigned = Bytes().u8(3).i32(1).i32(client_id).i32(client_id);
  Peers link(2);
  learn_on(link, End::second, assigned, Api::named, Carrier::websocket);
  EXPECT_TRUE(link.is_server(End::second));
  EXPECT_EQ(link.id(End::first), client_id);
  EXPECT_EQ(memory_.peers.comes_in(2, client_id, 0), 0U) << "the receiver itself has not joined now";
}

/// Godot calls a node by its number once the receiver has confirmed it.
TEST_F(Learning, ACallByANodesNumberUsesTheNumber) {
  connect();
  const auto used = [&](std::uint32_t id) {
    return memory_.paths.find_on_link(peers_.speaker(End::first), id, frame_)->used;
  };
  learn(End::first, simplify(1, "Main"));
  learn(End::first, simplify(2, "Other"));
  EXPECT_FALSE(used(1));
  learn(End::first, call(1, 5));
  EXPECT_TRUE(used(1));
  EXPECT_FALSE(used(2));
  learn(End::first, relay(other_client, call(2, 5)));
  EXPECT_FALSE(used(2)) << "another peer has confirmed it";
}

TEST_F(Learning, TheFirstCallOfACapture) {
  connect();
  learn(End::first, simplify(1, "Main"));
  EXPECT_EQ(memory_.first_call, 0U);
  learn(End::first, call(1, 5));
  learn(End::first, call(1, 5));
  EXPECT_EQ(memory_.first_call, 2U);
}

/// A recording names the process of one end: the sender's, or the receiver's.
TEST_F(Learning, TheProcessOfAnEndNamesItsPeer) {
  for (const bool is_sender : {false, true}) {
    PeerNames names;
    Peers peers(1);
    peers.session_is(7);
    peers.server_is(End::second);
    peers.id_is(End::first, client_id);
    const Bytes message = simplify(1, "Main");
    Silence silence;
    Learner learner(memory_, names, peers, is_sender ? End::first : End::second,
                    {.frame = ++frame_,
                     .bytes = message.buffer().captured,
                     .process = {.name = "Godot", .id = 4711, .is_sender = is_sender}});
    multiplayer::walk(message.buffer(), {.dialect = &variant::dialect(variant::Generation::godot4)}, silence, &learner);
    EXPECT_STREQ(names.find(peers, client_id, frame_), "Godot, process 4711");
  }
}

TEST_F(Learning, PathsOfGodot3BelongToTheSource) {
  connect();
  learn(End::second, header(1, client_id, simplify_3(1, "Servers")), Api::named, Carrier::enet_8);
  learn(End::second, header(other_client, client_id, simplify_3(1, "Others")), Api::named, Carrier::enet_8);
  learn(End::first, header(client_id, other_client, simplify_3(1, "Mine")), Api::named, Carrier::enet_8);
  EXPECT_EQ(path(peers_.speaker(End::second), 1), "Servers");
  EXPECT_EQ(path(peers_.speaker(other_client), 1), "Others");
  EXPECT_EQ(path(peers_.speaker(End::first), 1), "Mine");
  // Confirmed by the path's text, toward the header's target.
  learn(End::first, header(client_id, other_client, Bytes().u8(3).text("Others")), Api::named, Carrier::enet_8);
  EXPECT_EQ(memory_.paths.find_on_link(peers_.speaker(other_client), 1, frame_)->confirmed_in, 4U);
  EXPECT_EQ(memory_.paths.find_on_link(peers_.speaker(End::second), 1, frame_)->confirmed_in, 0U);
}

TEST_F(Learning, SpawnsAnnounceNodesAndSynchronizers) {
  connect();
  learn(End::second, simplify(2, "Main/Spawner"));
  learn(End::second, Bytes().u8(4).u8(1).u32(2).u32(40).u32(2).u32(6).u32(41).u32(42).text("Enemy"));
  const Speaker server = peers_.speaker(End::second);
  ASSERT_NE(memory_.nodes.find(server, 40, frame_), nullptr);
  EXPECT_STREQ(memory_.nodes.find(server, 40, frame_)->name, "Enemy");
  ASSERT_NE(memory_.nodes.synchronizer(server, 42, frame_), nullptr);
  EXPECT_EQ(memory_.nodes.synchronizer(server, 42, frame_)->position, 1U);
  learn(End::second, Bytes().u8(5).u32(40));
  EXPECT_EQ(memory_.nodes.find(server, 40, frame_)->despawned_in, 3U);
}

/// Without the zero at its end, a path may be the beginning of a longer one.
TEST_F(Learning, APathThatTheCaptureCutIsNotAnnounced) {
  connect();
  const Bytes message = simplify(1, "Main/Gate");
  const Buffer whole = message.buffer();
  const auto learn_first = [&](std::size_t size) {
    const auto captured = whole.captured.first(size);
    Silence silence;
    Learner learner(memory_, names_, peers_, End::first, {.frame = ++frame_, .time = time_, .bytes = captured});
    static_cast<void>(multiplayer::walk({captured, whole.reported},
                                        {.api = Api::scene, .dialect = &variant::dialect(variant::Generation::godot4)},
                                        silence, &learner));
    return path(peers_.speaker(End::first), 1);
  };
  EXPECT_EQ(learn_first(whole.captured.size() - 4), "");
  EXPECT_EQ(learn_first(whole.captured.size() - 1), "");
  EXPECT_EQ(learn_first(whole.captured.size()), "Main/Gate");
}

/// The states of a later step than the despawn's show that its sender has freed the node; what it sends to other
/// players by the server has clocks of its own.
TEST_F(Learning, ADespawnedNodeIsFreedBeforeTheStatesOfALaterStep) {
  connect();
  const auto despawned = [this](End from, std::uint32_t node) {
    learn(from, simplify(2, "Main/Spawner"));
    learn(from, Bytes().u8(4).u8(1).u32(2).u32(node).u32(0).u32(6).text("Enemy"));
    learn(from, Bytes().u8(5).u32(node));
    const std::uint32_t frame = frame_;
    return [this, from, node, frame] { return memory_.nodes.find(peers_.speaker(from), node, frame)->freed_in; };
  };
  const auto freed = despawned(End::second, 40);
  learn(End::second, state(5, 41, 1));
  learn(End::second, state(5, 42, 1));
  EXPECT_EQ(freed(), 0U) << "the same step";
  learn(End::second, state(6, 41, 2));
  EXPECT_EQ(freed(), frame_);
  const auto relayed = despawned(End::first, 50);
  learn(End::first, relay(other_client, state(5, 51, 1)));
  learn(End::first, relay(other_client, state(6, 51, 2)));
  EXPECT_EQ(relayed(), 0U);
}

/// A state for everybody is for no peer in particular, who could lack the next ones.
TEST_F(Learning, OnlyAKnownReceiverMayLackStates) {
  connect();
  const auto lacks = [this](PeerId target) {
    learn(End::first, relay(target, state(1, 41, 1)));
    for (unsigned i = 2; i != 90; ++i) {
      time_ += 50'000'000;
      learn(End::first, state(i, 41, 1));
    }
    return !memory_.views.empty();
  };
  EXPECT_FALSE(lacks(0));
  EXPECT_TRUE(lacks(other_client));
}

TEST_F(Learning, StatesHaveTheClockOfTheirListener) {
  connect();
  const auto state = [](unsigned time) { return Bytes().u8(6).u16(time).u32(41).u32(2).u8(2).u8(7); };
  const auto stale = [this] { return memory_.clocks.stale({.frame = frame_, .message = 0, .part = 0}) != nullptr; };
  learn(End::first, state(5));
  learn(End::first, relay(other_client, state(5)));
  EXPECT_FALSE(stale());
  learn(End::first, state(5));
  EXPECT_TRUE(stale());
  learn(End::first, relay(other_client, state(4)));
  EXPECT_TRUE(stale());
}

// --- Calls ---

TEST_F(Learning, CallsShowTheSmallestPossibleNumberOfMethods) {
  connect();
  learn(End::first, simplify(1, "Main/Gate"));
  const char* md5 = memory_.paths.find(peers_.speaker(End::first), 1, frame_)->md5;
  EXPECT_EQ(memory_.paths.called(md5).least, 0U);
  learn(End::first, call(1, 3));
  learn(End::first, call(1, 2));
  EXPECT_EQ(memory_.paths.called(md5).least, 4U);
  EXPECT_FALSE(memory_.paths.called(md5).configured);
  // Its number is among those that Node.rpc_config() adds.
  learn(End::first, Bytes().u8(0xC0).u8(1).u16(0x8001));
  EXPECT_EQ(memory_.paths.called(md5).least, 4U);
  EXPECT_TRUE(memory_.paths.called(md5).configured);
  // Without an announcement of the node, its list is not known.
  learn(End::first, call(9, 50));
  EXPECT_EQ(memory_.paths.called(md5).least, 4U);
}

TEST_F(Learning, AClientsFirstCallIntroducesIt) {
  connect();
  peers_.reported.has_beginning = true;
  learn(End::first, call(1, 5, string("red")));
  EXPECT_TRUE(is_introduced());
  EXPECT_STREQ(names_.find(peers_, client_id, frame_), "red?");
  learn(End::first, call(1, 6, string("hello")));
  EXPECT_TRUE(is_introduced()) << "another method";
  learn(End::first, call(1, 5, string("blue")));
  EXPECT_FALSE(is_introduced()) << "a chat";
}

TEST_F(Learning, CallsThatAreNoIntroductions) {
  connect();
  learn(End::first, call(1, 5, string("red")));
  EXPECT_FALSE(is_introduced()) << "calls before the capture's beginning may have been others";
  peers_.reported = {};
  peers_.reported.has_beginning = true;
  learn(End::second, call(1, 5, string("red")));
  EXPECT_FALSE(is_introduced()) << "the server's word";
  learn(End::first, relay(other_client, call(1, 5, string("red"))));
  EXPECT_FALSE(is_introduced()) << "to another client";
  peers_.reported.called = 0;
  learn(End::first, call(1, 5));
  learn(End::first, call(1, 5, Bytes().u8(2).u8(7)));
  EXPECT_FALSE(is_introduced()) << "an int";
  learn(End::first, call(1, 5, string(std::string(200, 'a'))));
  EXPECT_FALSE(is_introduced()) << "no name is so long";
  learn(End::first, call(1, 5, string("red")));
  EXPECT_FALSE(is_introduced()) << "a later call of the same method";
  peers_.reported.called = 0;
  learn(End::first, call(1, 5, string("red", 21)));
  EXPECT_TRUE(is_introduced()) << "a StringName";
}

/// A project with one method, whose second argument is a name.
class Registration final : public names::Source {
 public:
  [[nodiscard]] names::Name method(const names::Node&, std::uint32_t id) const override {
    return {.text = id == 5 ? "register" : nullptr, .certainty = names::Certainty::certain};
  }
  [[nodiscard]] names::Signature signature(const names::Node&, std::string_view) const override {
    return {.known = true, .required = 2, .count = 2};
  }
  [[nodiscard]] names::Argument argument(const names::Node&, std::string_view, std::uint32_t index) const override {
    return {.name = {.text = index == 1 ? "player_name" : "team", .certainty = names::Certainty::certain}};
  }
};

TEST_F(Learning, AnArgumentDeclaredAsANameNamesItsCaller) {
  const Registration project;
  names::add_source(project);
  connect();
  learn(End::first, simplify(1, "Main/Lobby"));
  learn(End::first, Bytes().u8(0).u8(1).u8(5).u8(2).raw(string("blue")).raw(string("Anna Hill")));
  EXPECT_STREQ(names_.find(peers_, client_id, frame_), "Anna Hill?");
  // What was found out for the method holds for its next call.
  learn(End::first, Bytes().u8(0).u8(1).u8(5).u8(2).raw(string("red")).raw(string("Anna Hill")));
  names::remove_source(project);
  EXPECT_STREQ(names_.find(peers_, client_id, frame_), "Anna Hill?");
}

TEST_F(Learning, EnginesErrorsLeadToTheCall) {
  begin_engine_errors();
  engine_errors().listen();
  connect();
  learn(End::first, simplify(6, "Main/Gate"));
  const std::uint32_t announced = frame_;
  learn(End::first, call(6, 2));
  const std::uint32_t called = frame_;
  learn(End::first, call(7, 2));
  engine_errors().error({100, 0}, "Failed to get cached node from peer 1000 with cache ID 7.", 0, 0, 1);
  EXPECT_EQ(engine_errors().cause_of({100, 0}), frame_);
  engine_errors().error({101, 0}, "Failed to get cached node from peer 1000 with cache ID 6.", 0, 0, 1);
  EXPECT_EQ(engine_errors().cause_of({101, 0}), called);
  engine_errors().error({102, 0},
                        "The rpc node checksum failed. Make sure to have the same methods. Node path: "
                        "Main/Gate",
                        0, 0, 1);
  EXPECT_EQ(engine_errors().cause_of({102, 0}), announced);
  // On the hop to the server that relays it, no receiver has it yet.
  learn(End::first, relay(other_client, call(9, 2)));
  engine_errors().error({103, 0}, "Failed to get cached node from peer 1000 with cache ID 9.", 0, 0, 1);
  EXPECT_EQ(engine_errors().cause_of({103, 0}), 0U);
  // Godot 3 calls methods by their names, and nodes by their paths.
  learn(End::first, header(client_id, 1, Bytes().u8(0).u32(by_path | 11).text("open").u8(0).text("Main/Door")),
        Api::named, Carrier::enet_8);
  const std::uint32_t by_name = frame_;
  learn(End::first, header(client_id, 1, Bytes().u8(0).u32(by_path | 11).text("shut").u8(0).text("Main/Door")),
        Api::named, Carrier::enet_8);
  engine_errors().error({104, 0}, "RPC 'open' is not allowed on node /root/Main/Door from: 1000. Mode is 2.", 0, 0, 1);
  EXPECT_EQ(engine_errors().cause_of({104, 0}), by_name);
  begin_engine_errors();
}

// --- Authorities ---

TEST_F(Learning, TheSenderOfANodesStatesIsItsAuthority) {
  connect();
  const Speaker client = peers_.speaker(End::first);
  learn(End::first, simplify(2, "Main/Players/Red/Sync"));
  EXPECT_FALSE(memory_.authorities.senders(client, "Main/Players/Red").known());
  learn(End::first, state(1, by_path | 2, 7));
  EXPECT_TRUE(memory_.authorities.senders(client, "Main/Players/Red").has(client_id));
  EXPECT_STREQ(names_.find(peers_, client_id, frame_), "Players/Red");
  // Of a spawned node, by its name and its spawner's path.
  const Speaker server = peers_.speaker(End::second);
  learn(End::second, simplify(3, "Main/Spawner"));
  learn(End::second, Bytes().u8(4).u8(0).u32(3).u32(40).u32(1).u32(6).u32(41).text("Enemy"));
  learn(End::second, state(1, 41, 7));
  EXPECT_FALSE(memory_.authorities.senders(server, "Main/Enemy").known()) << "its path is unknown";
  learn(End::second, simplify(4, "Main/Enemy"));
  EXPECT_TRUE(memory_.authorities.senders(server, "Main/Enemy").has(1));
  EXPECT_FALSE(memory_.authorities.senders(server, "Other/Enemy").known()) << "another of that name";
  EXPECT_FALSE(memory_.authorities.senders(server, "Main/Friend").known());
}

/// Godot 3: of two peers that set one variable all the time. Each counts on the link of its own, whoever gets it.
TEST_F(Learning, TwoSettersOfAVariable) {
  connect();
  const Bytes set = Bytes().u8(1).u32(5).text("position").raw(Bytes().u32(2).u32(7));
  const auto send = [&](End from, PeerId source, PeerId target, const Bytes& message) {
    learn(from, header(source, target, message), Api::named, Carrier::enet_8);
  };
  const auto announce = [&](End from, PeerId source, PeerId target) {
    send(from, source, target, simplify_3(5, "Main/Ball"));
  };
  announce(End::second, 1, client_id);
  announce(End::second, other_client, client_id);
  announce(End::first, client_id, other_client);
  // The peer that the first set of the second one is beside; 0: it is not reported.
  const auto beside = [&](const auto& one, const auto& other) {
    time_ += 30'000'000'000;
    const std::uint32_t second_one = frame_ + 2;
    for (int i = 0; i != 40; ++i) {
      time_ += 50'000'000;
      one();
      other();
    }
    const TwoSenders::Other* reported = memory_.authorities.two_setters.other({.frame = second_one});
    return reported != nullptr ? reported->peer : 0;
  };
  const auto by_server = [&] { send(End::second, 1, client_id, set); };
  const auto passed_on = [&] { send(End::second, other_client, client_id, set); };
  const auto by_client = [&] { send(End::first, client_id, 1, set); };
  const auto by_client_to_other = [&] { send(End::first, client_id, other_client, set); };
  EXPECT_EQ(beside(by_server, by_client), 1);
  EXPECT_EQ(beside(by_client, by_server), client_id);
  EXPECT_EQ(beside(by_client_to_other, by_server), client_id) << "the server passes it on";
  EXPECT_EQ(beside(by_server, passed_on), 0) << "it counts on the other client's link";
}

TEST_F(Learning, ASpawnsValuesIdentifyTheScene) {
  connect();
  learn(End::second, simplify(3, "Main/Spawner"));
  // Vector2(1, 2), 90, false
  learn(End::second, Bytes()
                         .u8(4)
                         .u8(3)
                         .u32(3)
                         .u32(40)
                         .u32(1)
                         .u32(7)
                         .u32(41)
                         .text("Enemy1")
                         .u32(5)
                         .u32(0x3F800000)
                         .u32(0x40000000)
                         .u8(2)
                         .u8(90)
                         .u8(1));
  const SpawnedNode* node = memory_.nodes.find(peers_.speaker(End::second), 40, frame_);
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(node->values, 3);
  EXPECT_STREQ(node->types, "\x06\x03\x02") << "each type's id and 1";
}

// Many states of the same ticks for both: whatever one receiver gets never reaches the other.
TEST_F(Learning, TwoPlayersWithDifferentValuesAreReported) {
  connect();
  Peers other_link(2);
  other_link.session_is(7);
  other_link.server_is(End::second);
  other_link.id_is(End::first, other_client);
  std::uint32_t reports = 0;
  for (unsigned round = 1; round <= 60; ++round) {
    time_ += 50'000'000;
    learn(End::second, state(round, 41, round % 100));
    time_ += 100'000;
    learn_on(other_link, End::second, state(round, 41, 100 + round % 100));
    const auto* other = memory_.agreement.other({.frame = frame_, .message = 0, .part = 0, .time = time_});
    if (other == nullptr) continue;
    ++reports;
    EXPECT_EQ(other->receiver, client_id);
    EXPECT_EQ(other->frame, frame_ - 1);
  }
  EXPECT_EQ(reports, 1U);
}

TEST_F(Learning, AnEndThatAsksForProofIgnoresOtherMessages) {
  connect();
  const Bytes proof = Bytes().u8(7).u8(0).u8('x');
  const Bytes done = Bytes().u8(7).u8(0);
  learn(End::second, proof);
  EXPECT_EQ(peers_.admission.ignores_by(index(End::second), frame_ + 1), frame_);
  EXPECT_EQ(peers_.admission.ignores_by(index(End::first), frame_ + 1), 0U);
  learn(End::first, proof);
  learn(End::first, done);
  EXPECT_TRUE(peers_.admission.is_open());
  learn(End::second, done);
  EXPECT_EQ(peers_.admission.ignores_by(index(End::second), frame_ + 1), 0U);
  EXPECT_FALSE(peers_.admission.is_open());
}

TEST_F(Learning, PeersThatLeaveShowTheServer) {
  learn(End::second, Bytes().u8(7).u8(2).i32(other_client));
  EXPECT_TRUE(peers_.is_server(End::second));
}

// --- Routes ---

TEST_F(Learning, RoutesOfRelayedMessages) {
  connect();
  const Route there = Route::relay(peers_, End::first, -other_client);
  EXPECT_EQ(there.source_id, client_id);
  EXPECT_EQ(there.target_id, -other_client);
  EXPECT_EQ(there.source.sender, first_end);
  const Route back = Route::relay(peers_, End::second, other_client);
  EXPECT_EQ(back.source_id, other_client);
  EXPECT_EQ(back.target_id, client_id);
  EXPECT_EQ(back.source.sender, other_client);
  EXPECT_EQ(back.source.peer, other_client);
}

// A client's messages name the target, the server's relayed ones the source: until the server is known, neither is set.
TEST_F(Learning, RoutesOfRelayedMessagesBetweenUnknownEnds) {
  for (const End from : {End::first, End::second}) {
    const Route route = Route::relay(peers_, from, other_client);
    EXPECT_TRUE(route.relayed);
    EXPECT_EQ(route.source_id, 0);
    EXPECT_EQ(route.target_id, 0);
    EXPECT_FALSE(route.target_known);
  }
  // Announcements by either end for that peer are kept apart from the other end's, and from its own.
  learn(End::first, relay(other_client, simplify(1, "There")));
  learn(End::second, relay(other_client, simplify(1, "Back")));
  EXPECT_EQ(memory_.paths.find(peers_.speaker(End::first), 1, frame_), nullptr);
  EXPECT_EQ(memory_.paths.find(peers_.speaker(other_client), 1, frame_), nullptr);
  EXPECT_STREQ(memory_.paths.find(Route::relay(peers_, End::first, other_client).source, 1, frame_)->path, "There");
  // Once the server is known, it is clear whose they were.
  learn(End::first, Bytes().u8(7).u8(2).i32(other_client));
  EXPECT_STREQ(memory_.paths.find(Route::relay(peers_, End::first, other_client).source, 1, frame_)->path, "There");
  EXPECT_EQ(Route::relay(peers_, End::first, other_client).source_id, other_client);
  EXPECT_STREQ(memory_.paths.find(Route::relay(peers_, End::second, other_client).source, 1, frame_)->path, "Back");
  EXPECT_EQ(Route::relay(peers_, End::second, other_client).target_id, other_client);
}

TEST_F(Learning, RoutesOfUnknownEnds) {
  const Route route = Route::direct(peers_, End::first);
  EXPECT_EQ(route.source_id, 0);
  EXPECT_FALSE(route.target_known);
  EXPECT_FALSE(route.source.known_to_all());
}

}  // namespace
}  // namespace godot::analysis

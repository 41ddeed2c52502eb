// SPDX-License-Identifier: MIT
// What messages teach about who speaks to whom, and whose numbers they use. The messages are made here; the walk is the
// codec's.
#include "plugin/analysis/multiplayer/learner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace godot::plugin {
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

/// One link of a game, and what its messages teach.
class Learning : public testing::Test {
 protected:
  Learning() { peers_.session_is(7); }

  /// The handshake is in the capture.
  void connect() {
    peers_.server_is(End::second);
    peers_.id_is(End::first, client_id);
  }

  void hear(End from, const Bytes& message, Api api = Api::scene, Carrier carrier = Carrier::none) {
    Silence silence;
    Learner learner(memory_, names_, peers_, from, {.frame = ++frame_});
    const multiplayer::Options options{
        .api = api,
        .carrier = carrier,
        .dialect = &variant::dialect(api == Api::scene ? variant::Generation::godot4 : variant::Generation::godot3)};
    const auto result = multiplayer::walk(message.buffer(), options, silence, &learner);
    EXPECT_TRUE(result.exact(message.buffer()));
    EXPECT_EQ(silence.problems, 0);
  }

  [[nodiscard]] std::string path(const Speaker& speaker, std::uint32_t id) const {
    const TaughtPath* known = memory_.path(speaker, id, frame_);
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

  Memory memory_;
  PeerNames names_;
  Peers peers_{1};
  std::uint32_t frame_ = 0;
};

TEST_F(Learning, PathsOfEachEnd) {
  connect();
  hear(End::first, simplify(1, "Clients"));
  hear(End::second, simplify(1, "Servers"));
  EXPECT_EQ(path(peers_.speaker(End::first), 1), "Clients");
  EXPECT_EQ(path(peers_.speaker(End::second), 1), "Servers");
  // The whole session hears of them.
  EXPECT_EQ(path({.link = 9, .voice = second_end, .session = 7, .peer = 1}, 1), "Servers");
}

TEST_F(Learning, RelayedPathsBelongToTheirFirstSender) {
  connect();
  hear(End::second, relay(other_client, simplify(1, "Others")));
  hear(End::second, simplify(1, "Servers"));
  EXPECT_EQ(path(peers_.speaker(other_client), 1), "Others");
  EXPECT_EQ(path(peers_.speaker(End::second), 1), "Servers");
  // On its way to the server, the same message is the client's own, whoever it is for.
  hear(End::first, relay(other_client, simplify(4, "Mine")));
  EXPECT_EQ(path(peers_.speaker(End::first), 4), "Mine");
  EXPECT_EQ(path(peers_.speaker(other_client), 4), "");
}

TEST_F(Learning, ConfirmationsFindTheirAnnouncement) {
  connect();
  hear(End::second, simplify(1, "Main"));
  hear(End::first, Bytes().u8(2).u8(1).u32(1));
  EXPECT_EQ(memory_.announced(peers_.speaker(End::second), 1, frame_)->confirmed_in, 2U);
  // Relayed both ways: the announcement came from the other client through this link.
  hear(End::second, relay(other_client, simplify(5, "Chat")));
  hear(End::first, relay(other_client, Bytes().u8(2).u8(1).u32(5)));
  EXPECT_EQ(memory_.announced(peers_.speaker(other_client), 5, frame_)->confirmed_in, 4U);
}

TEST_F(Learning, AddPeerShowsTheServer) {
  EXPECT_FALSE(peers_.server_known());
  hear(End::first, Bytes().u8(7).u8(1).i32(other_client));
  EXPECT_TRUE(peers_.is_server(End::first));
  EXPECT_TRUE(peers_.is_client(End::second));
  EXPECT_EQ(peers_.id(End::first), 1);
}

TEST_F(Learning, ARelayToAllComesFromAClient) {
  hear(End::second, relay(0, Bytes().u8(3).u8(1).u8(2)));
  EXPECT_TRUE(peers_.is_server(End::first));
}

TEST_F(Learning, AssignedIds) {
  hear(End::second, Bytes().i32(client_id), Api::scene, Carrier::assigned_id);
  EXPECT_TRUE(peers_.is_server(End::second));
  EXPECT_EQ(peers_.id(End::first), client_id);
}

TEST_F(Learning, HeadersOfGodot3ShowBothEnds) {
  const Bytes raw = Bytes().u8(4).u8(7);
  hear(End::second, header(client_id, 0, raw), Api::named, Carrier::enet_8);
  EXPECT_FALSE(peers_.server_known());
  hear(End::first, header(1, client_id, raw), Api::named, Carrier::enet_8);
  EXPECT_TRUE(peers_.is_server(End::first));
  EXPECT_EQ(peers_.id(End::second), client_id);
}

TEST_F(Learning, PathsOfGodot3BelongToTheSource) {
  connect();
  hear(End::second, header(1, client_id, simplify_3(1, "Servers")), Api::named, Carrier::enet_8);
  hear(End::second, header(other_client, client_id, simplify_3(1, "Others")), Api::named, Carrier::enet_8);
  hear(End::first, header(client_id, other_client, simplify_3(1, "Mine")), Api::named, Carrier::enet_8);
  EXPECT_EQ(path(peers_.speaker(End::second), 1), "Servers");
  EXPECT_EQ(path(peers_.speaker(other_client), 1), "Others");
  EXPECT_EQ(path(peers_.speaker(End::first), 1), "Mine");
  // Confirmed by its text, toward whom the header says.
  hear(End::first, header(client_id, other_client, Bytes().u8(3).text("Others")), Api::named, Carrier::enet_8);
  EXPECT_EQ(memory_.announced(peers_.speaker(other_client), 1, frame_)->confirmed_in, 4U);
  EXPECT_EQ(memory_.announced(peers_.speaker(End::second), 1, frame_)->confirmed_in, 0U);
}

TEST_F(Learning, SpawnsTeachNodesAndSynchronizers) {
  connect();
  hear(End::second, simplify(2, "Main/Spawner"));
  hear(End::second, Bytes().u8(4).u8(1).u32(2).u32(40).u32(2).u32(6).u32(41).u32(42).text("Enemy"));
  const Speaker server = peers_.speaker(End::second);
  ASSERT_NE(memory_.node(server, 40, frame_), nullptr);
  EXPECT_STREQ(memory_.node(server, 40, frame_)->name, "Enemy");
  ASSERT_NE(memory_.synchronizer(server, 42, frame_), nullptr);
  EXPECT_EQ(memory_.synchronizer(server, 42, frame_)->position, 1U);
  hear(End::second, Bytes().u8(5).u32(40));
  EXPECT_EQ(memory_.node(server, 40, frame_)->despawned_in, 3U);
}

TEST_F(Learning, StatesHaveTheClockOfTheirListener) {
  connect();
  const auto state = [](unsigned time) { return Bytes().u8(6).u16(time).u32(41).u32(2).u8(2).u8(7); };
  const auto stale = [this] { return memory_.stale({.frame = frame_, .message = 0, .part = 0}) != nullptr; };
  hear(End::first, state(5));
  hear(End::first, relay(other_client, state(5)));
  EXPECT_FALSE(stale());
  hear(End::first, state(5));
  EXPECT_TRUE(stale());
  hear(End::first, relay(other_client, state(4)));
  EXPECT_TRUE(stale());
}

// --- Routes ---

TEST_F(Learning, RoutesOfRelayedMessages) {
  connect();
  const Route there = Route::relay(peers_, End::first, -other_client);
  EXPECT_EQ(there.source_id, client_id);
  EXPECT_EQ(there.target_id, -other_client);
  EXPECT_EQ(there.source.voice, first_end);
  const Route back = Route::relay(peers_, End::second, other_client);
  EXPECT_EQ(back.source_id, other_client);
  EXPECT_EQ(back.target_id, client_id);
  EXPECT_EQ(back.source.voice, other_client);
  EXPECT_EQ(back.source.peer, other_client);
}

// A client names whom it speaks to, the server whose word it passes on: without knowing who is who, neither is said.
TEST_F(Learning, RoutesOfRelayedMessagesBetweenUnknownEnds) {
  for (const End from : {End::first, End::second}) {
    const Route route = Route::relay(peers_, from, other_client);
    EXPECT_TRUE(route.relayed);
    EXPECT_EQ(route.source_id, 0);
    EXPECT_EQ(route.target_id, 0);
    EXPECT_FALSE(route.target_known);
  }
  // What either end says with that peer's name is kept apart from the other's, and from what it says itself.
  hear(End::first, relay(other_client, simplify(1, "There")));
  hear(End::second, relay(other_client, simplify(1, "Back")));
  EXPECT_EQ(memory_.path(peers_.speaker(End::first), 1, frame_), nullptr);
  EXPECT_EQ(memory_.path(peers_.speaker(other_client), 1, frame_), nullptr);
  EXPECT_STREQ(memory_.path(Route::relay(peers_, End::first, other_client).source, 1, frame_)->path, "There");
  // Once the server is known, so is whose it was.
  hear(End::first, Bytes().u8(7).u8(2).i32(other_client));
  EXPECT_STREQ(memory_.path(Route::relay(peers_, End::first, other_client).source, 1, frame_)->path, "There");
  EXPECT_EQ(Route::relay(peers_, End::first, other_client).source_id, other_client);
  EXPECT_STREQ(memory_.path(Route::relay(peers_, End::second, other_client).source, 1, frame_)->path, "Back");
  EXPECT_EQ(Route::relay(peers_, End::second, other_client).target_id, other_client);
}

TEST_F(Learning, RoutesOfUnknownEnds) {
  const Route route = Route::direct(peers_, End::first);
  EXPECT_EQ(route.source_id, 0);
  EXPECT_FALSE(route.target_known);
  EXPECT_FALSE(route.source.known_to_all());
}

}  // namespace
}  // namespace godot::plugin

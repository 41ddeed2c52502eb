// SPDX-License-Identifier: MIT
// State announced in one frame is known in others: in later ones, in earlier ones on the second pass, for other
// clients.
#include "analysis/game/memory/memory.h"

#include <gtest/gtest.h>

#include "analysis/link/admission.h"

namespace godot::analysis {
namespace {

constexpr const char* no_methods = "d41d8cd98f00b204e9800998ecf8427e";
constexpr const char* some_methods = "900150983cd24fb0d6963f7d28e17f72";

// Three links to one server, and one to another.
constexpr Speaker server_to_a = {.link = 1, .sender = second_end, .session = 7, .peer = 1};
constexpr Speaker server_to_b = {.link = 2, .sender = second_end, .session = 7, .peer = 1};
constexpr Speaker client_a = {.link = 1, .sender = first_end, .session = 7, .peer = 1000};
constexpr Speaker a_relayed_to_b = {.link = 2, .sender = 1000, .session = 7, .peer = 1000};
constexpr Speaker other_server = {.link = 3, .sender = second_end, .session = 8, .peer = 1};
constexpr Speaker unknown_speaker = {.link = 4, .sender = first_end};  // of a capture begun late

std::string_view path_of(const Memory& memory, const Speaker& speaker, std::uint32_t id, std::uint32_t frame) {
  const AnnouncedPath* path = memory.paths.find(speaker, id, frame);
  return path != nullptr ? path->path : "";
}

TEST(Paths, AreKnownFromTheirFrameOn) {
  Memory memory;
  EXPECT_EQ(memory.paths.find(server_to_a, 3, 10), nullptr);
  memory.paths.add(server_to_a, {3, "Main/Player", some_methods, 10});
  const AnnouncedPath* path = memory.paths.find(server_to_a, 3, 11);
  ASSERT_NE(path, nullptr);
  EXPECT_STREQ(path->path, "Main/Player");
  EXPECT_STREQ(path->md5, some_methods);
  EXPECT_EQ(path->frame, 10U);
  EXPECT_EQ(memory.paths.find(server_to_a, 4, 11), nullptr);
}

TEST(Paths, OfEarlierFramesAreKnownOnTheSecondPass) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Player", no_methods, 10});
  memory.paths.add(server_to_a, {3, "Main/Other", no_methods, 20});
  EXPECT_EQ(path_of(memory, server_to_a, 3, 5), "Main/Player");
  EXPECT_EQ(path_of(memory, server_to_a, 3, 10), "Main/Player");
  EXPECT_EQ(path_of(memory, server_to_a, 3, 19), "Main/Player");
  EXPECT_EQ(path_of(memory, server_to_a, 3, 20), "Main/Other");
  EXPECT_EQ(path_of(memory, server_to_a, 3, 900), "Main/Other");
}

TEST(Paths, OfALaterGameAreNoHelpToALinkThatHasEnded) {
  Memory memory;
  memory.paths.add(server_to_b, {3, "Main/Player", no_methods, 20});
  Speaker server = server_to_a;
  server.link_until = 30;
  EXPECT_EQ(path_of(memory, server, 3, 5), "Main/Player");
  server.link_until = 19;
  EXPECT_EQ(path_of(memory, server, 3, 5), "");
}

TEST(Paths, AnnouncedAgainKeepTheirFirstFrame) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Player", no_methods, 10});
  memory.paths.add(server_to_a, {3, "Main/Player", no_methods, 30});
  EXPECT_EQ(memory.paths.find(server_to_a, 3, 40)->frame, 10U);
}

TEST(Paths, BelongToTheirSender) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Player", no_methods, 10});
  memory.paths.add(client_a, {3, "Main/Chat", no_methods, 11});
  memory.paths.add(other_server, {3, "Lobby", no_methods, 12});
  EXPECT_EQ(path_of(memory, server_to_a, 3, 20), "Main/Player");
  EXPECT_EQ(path_of(memory, client_a, 3, 20), "Main/Chat");
  EXPECT_EQ(path_of(memory, other_server, 3, 20), "Lobby");
}

TEST(Paths, AnnouncedToOneClientHelpAnother) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Player", no_methods, 10});
  EXPECT_EQ(path_of(memory, server_to_b, 3, 20), "Main/Player");
  // A client that got the announcement itself refers to it.
  memory.paths.add(server_to_b, {3, "Main/Player", no_methods, 15});
  EXPECT_EQ(memory.paths.find(server_to_b, 3, 20)->frame, 15U);
  EXPECT_EQ(memory.paths.find(server_to_a, 3, 20)->frame, 10U);
}

TEST(Paths, AreTheSameDirectlyAndRelayed) {
  Memory memory;
  memory.paths.add(client_a, {5, "Main/Chat", no_methods, 10});
  EXPECT_EQ(path_of(memory, a_relayed_to_b, 5, 11), "Main/Chat");
  EXPECT_EQ(memory.paths.find(server_to_b, 5, 11), nullptr);
}

TEST(Paths, OfAnUnknownSpeakerStayOnItsLink) {
  Memory memory;
  memory.paths.add(unknown_speaker, {3, "Main/Player", no_methods, 10});
  EXPECT_EQ(path_of(memory, unknown_speaker, 3, 20), "Main/Player");
  EXPECT_EQ(memory.paths.find({.link = 5, .sender = first_end}, 3, 20), nullptr);
  // Its id becomes known later: announcements before that stay known.
  Speaker known = unknown_speaker;
  known.session = 7;
  known.peer = 55;
  EXPECT_EQ(path_of(memory, known, 3, 20), "Main/Player");
}

TEST(Paths, AnnouncedBeforeAreUsedRatherThanAnnouncedAfter) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Old", no_methods, 10});
  memory.paths.add(server_to_b, {3, "New", no_methods, 30});
  EXPECT_EQ(path_of(memory, server_to_b, 3, 20), "Old");
  EXPECT_EQ(path_of(memory, server_to_b, 3, 30), "New");
}

TEST(Paths, AnnouncedOutOfOrderAreSortedByFrame) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "One", no_methods, 10});
  memory.paths.add(server_to_b, {3, "Two", no_methods, 20});
  memory.paths.add(server_to_a, {3, "One", no_methods, 30});
  const Speaker server_to_c = {.link = 9, .sender = second_end, .session = 7, .peer = 1};
  EXPECT_EQ(path_of(memory, server_to_c, 3, 25), "Two");
  EXPECT_EQ(path_of(memory, server_to_c, 3, 35), "One");
}

/// Every root has `.`: it says nothing of the other end's nodes.
TEST(Paths, TheFirstThatTheOtherEndConfirms) {
  Memory memory;
  memory.paths.add(server_to_a, {1, ".", no_methods, 10});
  memory.paths.add(server_to_a, {2, "Main/One", no_methods, 11});
  memory.paths.add(server_to_a, {3, "Main/Two", no_methods, 12});
  EXPECT_EQ(memory.paths.first_confirmed(server_to_a), nullptr);
  memory.paths.confirm(server_to_a, 1, 20, true);
  EXPECT_EQ(memory.paths.first_confirmed(server_to_a), nullptr);
  memory.paths.confirm(server_to_a, 3, 21, true);
  memory.paths.confirm(server_to_a, 2, 22, true);
  ASSERT_NE(memory.paths.first_confirmed(server_to_a), nullptr);
  EXPECT_STREQ(memory.paths.first_confirmed(server_to_a)->path, "Main/Two");
  EXPECT_EQ(memory.paths.first_confirmed(server_to_b), nullptr) << "another link";
  EXPECT_EQ(memory.paths.first_confirmed(client_a), nullptr) << "the other end's own paths";
}

/// A receiver that had shown nothing of a branch confirms a node in it: the node comes with that branch.
TEST(Paths, ANodeComesWithTheBranchThatItsReceiverHadNotShown) {
  constexpr const char* player = "Main/World/Player";
  Memory memory;
  memory.paths.add(server_to_a, {3, player, no_methods, 10});
  memory.paths.add(server_to_b, {4, player, no_methods, 11});
  EXPECT_EQ(memory.paths.comes_with(server_to_b, player, "Main"), 0U);
  memory.paths.confirm(server_to_a, 3, 20, true);
  EXPECT_EQ(memory.paths.comes_with(server_to_b, player, "Main"), 20U);
  EXPECT_EQ(memory.paths.comes_with(server_to_a, player, "Main"), 0U) << "no other link than its own";
  EXPECT_EQ(memory.paths.comes_with(server_to_b, player, "Main/World"), 0U) << "the outermost one";
  EXPECT_EQ(memory.paths.comes_with(server_to_b, "Main/World/Other", "Main"), 0U);
  EXPECT_EQ(memory.paths.comes_with(other_server, player, "Main"), 0U) << "another game";
  memory.paths.confirm(server_to_b, 4, 30, true);
  EXPECT_EQ(memory.paths.comes_with(server_to_a, player, "Main"), 30U);
  EXPECT_EQ(memory.paths.comes_with(server_to_b, player, "Main"), 20U);
}

TEST(Paths, ABranchThatTheReceiverHadShownIsNotTheOneItCameWith) {
  constexpr const char* player = "Main/World/Player";
  Memory memory;
  memory.paths.add(client_a, {1, "Main/Chat", no_methods, 5});
  memory.paths.add(server_to_a, {3, player, no_methods, 10});
  memory.paths.confirm(server_to_a, 3, 20, true);
  EXPECT_EQ(memory.paths.comes_with(server_to_b, player, "Main"), 0U);
  EXPECT_EQ(memory.paths.comes_with(server_to_b, player, "Main/World"), 20U);
}

/// What an end shows: the node of a path that it announces or confirms, and those above it, from that frame on.
TEST(Paths, AnEndShowsTheNodesOfItsPaths) {
  Memory memory;
  memory.paths.add(client_a, {1, "Main/World/Player", no_methods, 15, 150});
  memory.paths.add(client_a, {2, "Main/Chat", no_methods, 12, 120});
  EXPECT_EQ(memory.paths.shown_in(client_a, "Main/World/Player").frame, 15U);
  EXPECT_EQ(memory.paths.shown_in(client_a, "Main/World").frame, 15U);
  EXPECT_EQ(memory.paths.shown_in(client_a, "Main").frame, 12U) << "the earlier one";
  EXPECT_EQ(memory.paths.shown_in(client_a, "Main").time, 120);
  EXPECT_EQ(memory.paths.shown_in(client_a, "World").frame, 0U);
  EXPECT_EQ(memory.paths.shown_in(server_to_a, "Main").frame, 0U) << "the other end";
  memory.paths.confirm(client_a, 1, 40, true);
  EXPECT_EQ(memory.paths.shown_in(server_to_a, "Main/World").frame, 15U) << "it had it when the path was announced";
}

TEST(Paths, ANumberThatIsUsedWasConfirmed) {
  constexpr std::int64_t second = 1'000'000'000;
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/There", no_methods, 10, 5 * second});
  memory.paths.add(server_to_a, {4, "Main/Missing", no_methods, 10, 5 * second});
  memory.paths.sent(client_a, 9 * second);
  memory.paths.used(server_to_a, 3, 12);
  const auto why = [&](std::uint32_t id) {
    return memory.paths.never_confirmed(server_to_a, client_a, *memory.paths.find_on_link(server_to_a, id, 12), {});
  };
  EXPECT_EQ(why(3), Paths::Missing::no) << "the capture lacks the confirmation";
  EXPECT_EQ(why(4), Paths::Missing::keeps_sending);
}

TEST(Paths, AreNeverConfirmedOnlyIfTheReceiverSendsOtherMessages) {
  constexpr std::int64_t second = 1'000'000'000;
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Missing", no_methods, 10, 5 * second});
  const AnnouncedPath& missing = *memory.paths.find_on_link(server_to_a, 3, 11);
  EXPECT_EQ(memory.paths.never_confirmed(server_to_a, client_a, missing, {}), Paths::Missing::no)
      << "the client is silent";
  memory.paths.sent(client_a, 7 * second - 1);
  EXPECT_EQ(memory.paths.never_confirmed(server_to_a, client_a, missing, {}), Paths::Missing::no);
  memory.paths.sent(client_a, 7 * second);
  EXPECT_NE(memory.paths.never_confirmed(server_to_a, client_a, missing, {}), Paths::Missing::no);
  EXPECT_EQ(memory.paths.never_confirmed(server_to_b, client_a, missing, {}), Paths::Missing::no)
      << "announced to another client";
  memory.paths.confirm(server_to_a, 3, 99, true);
  EXPECT_EQ(memory.paths.never_confirmed(server_to_a, client_a, missing, {}), Paths::Missing::no);
}

TEST(Paths, AreNeverConfirmedByAReceiverThatOnlyReads) {
  constexpr std::int64_t second = 1'000'000'000;
  using Missing = Paths::Missing;
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Missing", no_methods, 10, 5 * second});
  const AnnouncedPath& missing = *memory.paths.find_on_link(server_to_a, 3, 11);
  const auto why = [&](const Paths::Signs& signs) {
    return memory.paths.never_confirmed(server_to_a, client_a, missing, signs);
  };
  EXPECT_EQ(why({.reads_at = 7 * second - 1, .acks_at = 7 * second - 1}), Missing::no) << "it may confirm it yet";
  EXPECT_EQ(why({.reads_at = 7 * second}), Missing::keeps_reading);
  EXPECT_EQ(why({.acks_at = 15 * second - 1}), Missing::no) << "its game may stand still";
  EXPECT_EQ(why({.acks_at = 15 * second}), Missing::acknowledged);
  memory.paths.sent(client_a, 7 * second);
  EXPECT_EQ(why({.reads_at = 7 * second}), Missing::keeps_sending);
  memory.paths.confirm(server_to_a, 3, 99, true);
  EXPECT_EQ(why({.reads_at = 7 * second, .acks_at = 7 * second}), Missing::no);
}

// A client announces a path to its server, and through it to others: who confirms it has the node, nobody else.
TEST(Paths, ThatAPeerBehindTheServerConfirmsMayBeMissingAtTheServer) {
  constexpr std::int64_t second = 1'000'000'000;
  using Missing = Paths::Missing;
  constexpr std::int32_t green = 77;
  constexpr std::int32_t blue = 88;
  Memory memory;
  memory.paths.add_passed(client_a, {1, "Level", no_methods, 9}, green);
  const AnnouncedPath& level = *memory.paths.find_on_link(client_a, 1, 11);
  EXPECT_EQ(level.told_in, 0U);
  memory.paths.add(client_a, {1, "Level", no_methods, 10, 5 * second});
  memory.paths.add_passed(client_a, {1, "Level", no_methods, 11}, blue);
  EXPECT_EQ(level.told_in, 10U);
  memory.paths.confirm(client_a, 1, 14, false, false, green);
  EXPECT_EQ(level.confirmed_in, 0U);
  EXPECT_EQ(memory.paths.passed(level, green).frame, 9U);
  EXPECT_EQ(memory.paths.passed(level, green).confirmed_in, 14U);
  EXPECT_EQ(memory.paths.passed(level, blue).frame, 11U);
  EXPECT_EQ(memory.paths.passed(level, blue).confirmed_in, 0U);
  EXPECT_TRUE(memory.paths.passed(level, green).methods_differ);
  EXPECT_FALSE(memory.paths.passed(level, blue).methods_differ);
  EXPECT_FALSE(level.methods_differ) << "those of the server's node are not known";
  memory.paths.confirm(client_a, 1, 15, false, true, blue);
  EXPECT_EQ(memory.paths.passed(level, blue).confirmed_in, 15U);
  // The server confirms a later path alone.
  memory.paths.add(client_a, {2, "Level/Door", no_methods, 16, 6 * second});
  memory.paths.confirm(client_a, 2, 17, true);
  EXPECT_EQ(memory.paths.never_confirmed(client_a, server_to_a, level, {}), Missing::later_confirmed);
  memory.paths.confirm(client_a, 1, 18, true);
  EXPECT_EQ(level.confirmed_in, 18U);
  EXPECT_EQ(memory.paths.never_confirmed(client_a, server_to_a, level, {}), Missing::no);
  memory.paths.confirm(client_a, 1, 19, false, false, green);
  EXPECT_FALSE(level.methods_differ) << "those of the server do not";
}

// Two seconds count from its announcement to the other end, not from one to a peer behind it.
TEST(Paths, ThatWereToldToOthersBefore) {
  constexpr std::int64_t second = 1'000'000'000;
  using Missing = Paths::Missing;
  Memory memory;
  memory.paths.add_passed(client_a, {1, "Level", no_methods, 9}, 77);
  const AnnouncedPath& level = *memory.paths.find_on_link(client_a, 1, 11);
  memory.paths.sent(server_to_a, 7 * second);
  EXPECT_EQ(memory.paths.never_confirmed(client_a, server_to_a, level, {}), Missing::no) << "nobody told the server";
  memory.paths.add(client_a, {1, "Level", no_methods, 10, 6 * second});
  EXPECT_EQ(memory.paths.never_confirmed(client_a, server_to_a, level, {}), Missing::no) << "a second ago";
  memory.paths.sent(server_to_a, 8 * second);
  EXPECT_EQ(memory.paths.never_confirmed(client_a, server_to_a, level, {}), Missing::keeps_sending);
}

TEST(Paths, ThatTheFarEndNeverConfirmsAreMissing) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Missing", no_methods, 10});
  memory.paths.add(server_to_a, {4, "Main/Player", no_methods, 11});
  const AnnouncedPath& missing = *memory.paths.find_on_link(server_to_a, 3, 11);
  const AnnouncedPath& there = *memory.paths.find_on_link(server_to_a, 4, 11);
  EXPECT_EQ(memory.paths.never_confirmed(server_to_a, client_a, missing, {}), Paths::Missing::no);
  memory.paths.confirm(server_to_a, 4, 13, false);  // by another peer, relayed by the server
  EXPECT_EQ(memory.paths.never_confirmed(server_to_a, client_a, missing, {}), Paths::Missing::no);
  memory.paths.confirm(server_to_a, 4, 14, true);
  EXPECT_NE(memory.paths.never_confirmed(server_to_a, client_a, missing, {}), Paths::Missing::no);
  EXPECT_EQ(memory.paths.never_confirmed(server_to_a, client_a, there, {}), Paths::Missing::no);
  EXPECT_EQ(memory.paths.never_confirmed(server_to_b, client_a, missing, {}), Paths::Missing::no);
}

TEST(Paths, AreConfirmedByTheFarEnd) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Player", no_methods, 10});
  memory.paths.add(server_to_b, {3, "Main/Player", no_methods, 11});
  memory.paths.confirm(server_to_a, 3, 12, true);
  memory.paths.confirm(server_to_b, "Main/Player", 14, true);
  memory.paths.confirm(server_to_b, "Main/Nothing", 15, true);
  EXPECT_EQ(memory.paths.find_on_link(server_to_a, 3, 12)->confirmed_in, 12U);
  EXPECT_EQ(memory.paths.find_on_link(server_to_b, "Main/Player", 14)->confirmed_in, 14U);
  EXPECT_EQ(memory.paths.find_on_link(server_to_b, "Main/Nothing", 15), nullptr);
  EXPECT_EQ(memory.paths.find_on_link(client_a, 3, 12), nullptr);
}

TEST(Paths, OfCallsThatCarryThemAreKnownFromOthers) {
  Memory memory;
  const auto md5_at = [&](const Speaker& speaker, std::uint32_t frame) -> std::string {
    const AnnouncedPath* found = memory.paths.find(speaker, "Main/Player", frame);
    return found != nullptr ? found->md5 : "";
  };
  memory.paths.add(server_to_a, {2, "Main/Other", no_methods, 9});
  memory.paths.add(server_to_a, {3, "Main/Player", "aa", 10});
  EXPECT_EQ(md5_at(server_to_b, 20), "aa");  // announced to another peer
  EXPECT_EQ(md5_at(server_to_b, 5), "aa");   // later
  EXPECT_EQ(md5_at(client_a, 20), "");
  EXPECT_EQ(md5_at(other_server, 20), "");
  // Announced again, with another number and list.
  memory.paths.add(server_to_a, {8, "Main/Player", "bb", 30});
  EXPECT_EQ(md5_at(server_to_b, 40), "bb");
  EXPECT_EQ(md5_at(server_to_b, 20), "aa");
}

// --- Spawned nodes ---

SpawnedNode enemy(std::uint32_t frame) {
  return {.frame = frame, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 1};
}

SpawnedNode enemy_of(std::uint32_t spawner, std::uint32_t frame) {
  SpawnedNode made = enemy(frame);
  made.spawner = spawner;
  return made;
}

TEST(Nodes, GoWithTheNodeAboveThem) {
  const auto spawned = [](std::uint32_t net_id, std::uint32_t spawner, std::uint32_t frame) {
    return SpawnedNode{.frame = frame, .name = nullptr, .net_id = net_id, .spawner = spawner, .scene = 0};
  };
  Memory memory;
  memory.paths.add(server_to_a, {1, "Main/Spawner", no_methods, 10});
  memory.nodes.spawn(server_to_a, spawned(40, 1, 11), "Tank");
  memory.nodes.spawn(server_to_a, spawned(50, 1, 11), "Jeep");
  memory.paths.add(server_to_a, {2, "Main/Tanks/Tank/Spawner", no_methods, 12});
  memory.nodes.spawn(server_to_a, spawned(41, 2, 13), "Crew");
  memory.nodes.spawn(server_to_a, spawned(42, 2, 13), "Gunner");
  memory.nodes.despawn(server_to_a, 41, 20);
  memory.nodes.despawn(server_to_a, 50, 20);
  memory.nodes.despawn(server_to_a, 40, 20);
  memory.nodes.despawn(server_to_a, 42, 20);
  const auto went_with = [&](std::uint32_t net_id) -> std::string_view {
    const SpawnedNode* node = memory.nodes.find_on_link(server_to_a, net_id, 99);
    return node->gone_with != nullptr ? node->gone_with->name : "itself";
  };
  EXPECT_EQ(went_with(41), "itself") << "before the tank";
  EXPECT_EQ(went_with(50), "itself");
  EXPECT_EQ(went_with(40), "itself");
  EXPECT_EQ(went_with(42), "Tank");
  // Another node of the same name is still there.
  memory.nodes.spawn(server_to_a, spawned(60, 1, 30), "Tank");
  memory.nodes.spawn(server_to_a, spawned(61, 2, 31), "Crew");
  memory.nodes.despawn(server_to_a, 61, 32);
  EXPECT_EQ(went_with(61), "itself");
}

TEST(Nodes, BelowTheRootAreThere) {
  Memory memory;
  memory.paths.add(server_to_a, {1, "Main/Spawner", no_methods, 10});
  memory.nodes.spawn(server_to_a, enemy_of(1, 12), "Guard");
  const SpawnedNode& guard = *memory.nodes.find_on_link(server_to_a, 40, 99);
  EXPECT_EQ(memory.nodes.parent(server_to_a, guard), nullptr);
  memory.paths.add(server_to_a, {2, "Guard", no_methods, 14});
  ASSERT_STREQ(memory.nodes.parent(server_to_a, guard), ".");
  EXPECT_STREQ(memory.nodes.shown_path(guard, "."), "Guard");
  EXPECT_EQ(memory.nodes.presence(server_to_a, "Guard", 11).comes_in, 12U);
  EXPECT_EQ(memory.nodes.presence(server_to_a, "Guard/Hand", 11).comes_in, 12U);
  EXPECT_EQ(memory.nodes.within(server_to_a, "Guard", 20).node, &guard);
  EXPECT_EQ(memory.nodes.within(server_to_a, "Main/Guard", 20).node, nullptr) << "another one of the name";
}

TEST(Nodes, AreNotMadeByASpawnerBelowThem) {
  Memory memory;
  memory.paths.add(server_to_a, {1, "Level/Spawner", no_methods, 10});
  memory.nodes.spawn(server_to_a, enemy_of(1, 12), "Level");
  memory.paths.add(server_to_a, {2, "Level/Door", no_methods, 14});
  EXPECT_EQ(memory.nodes.parent(server_to_a, *memory.nodes.find_on_link(server_to_a, 40, 99)), nullptr);
}

/// A tank with a spawner of its own, whose crew is spawned after the tank was despawned.
class NodesBelow : public testing::Test {
 protected:
  NodesBelow() {
    memory_.paths.add(server_to_a, {1, "Main/Spawner", no_methods, 10});
    memory_.nodes.spawn(server_to_a, spawned(40, 1, 11, 1), "Tank");
    memory_.paths.add(server_to_a, {2, "Main/Tanks/Tank/Spawner", no_methods, 12});
  }
  static SpawnedNode spawned(std::uint32_t net_id, std::uint32_t spawner, std::uint32_t frame, std::uint16_t turn,
                             bool late = false) {
    return {.frame = frame,
            .name = nullptr,
            .net_id = net_id,
            .spawner = spawner,
            .scene = 0,
            .turn = at(turn),
            .late = late};
  }
  static Turn at(std::uint16_t number) { return {.number = number, .channel = 0, .numbered = true}; }
  const SpawnedNode& node(std::uint32_t net_id) { return *memory_.nodes.find_on_link(server_to_a, net_id, 99); }
  SpawnedNodes::Presence crew(std::uint32_t frame) {
    return memory_.nodes.presence(server_to_a, "Main/Tanks/Tank/Crew", frame);
  }

  Memory memory_;
};

TEST_F(NodesBelow, ASpawnBelowAGoneNodeFails) {
  memory_.nodes.despawn(server_to_a, 40, 20, 0, at(3));
  memory_.nodes.spawn(server_to_a, spawned(41, 2, 21, 4), "Crew");
  EXPECT_TRUE(node(41).failed);
  EXPECT_STREQ(node(41).gone_with->name, "Tank");
  EXPECT_TRUE(node(41).is_lacked(21));
  // The tank comes back without its crew.
  memory_.nodes.spawn(server_to_a, spawned(40, 1, 30, 5), "Tank");
  EXPECT_TRUE(node(41).is_lacked(40));
  // The crew is shown again, and then with the tank.
  memory_.nodes.despawn(server_to_a, 41, 41, 0, at(6));
  memory_.nodes.spawn(server_to_a, spawned(41, 2, 42, 7), "Crew");
  EXPECT_FALSE(node(41).failed);
  EXPECT_FALSE(node(41).is_lacked(50));
}

TEST_F(NodesBelow, ASpawnBeforeTheDespawnThatArrivesLaterGoesWithTheNode) {
  memory_.nodes.despawn(server_to_a, 40, 20, 0, at(3));
  memory_.nodes.spawn(server_to_a, spawned(41, 2, 21, 2, true), "Crew");
  EXPECT_FALSE(node(41).failed);
  EXPECT_EQ(node(41).gone_in, 20U);
}

TEST_F(NodesBelow, ASpawnThatWaitsForTheNodeAboveItSucceeds) {
  memory_.nodes.despawn(server_to_a, 40, 20, 0, at(3));
  memory_.nodes.spawn(server_to_a, spawned(41, 2, 21, 5), "Crew");
  memory_.nodes.spawn(server_to_a, spawned(40, 1, 22, 4, true), "Tank");  // sent before, lost, and sent again
  EXPECT_FALSE(node(41).failed);
  EXPECT_FALSE(node(41).is_lacked(30));
  memory_.nodes.despawn(server_to_a, 40, 40, 0, at(6));
  EXPECT_TRUE(node(41).is_lacked(41)) << "it goes with the new one";
}

/// A hostile capture may have any number of nodes below one: 64 come back with it.
TEST_F(NodesBelow, SpawnsThatWaitForTheNodeAboveThemAreLimited) {
  memory_.nodes.despawn(server_to_a, 40, 20, 0, at(3));
  for (std::uint32_t i = 0; i != 65; ++i)
    memory_.nodes.spawn(server_to_a, spawned(100 + i, 2, 21, 5), "Crew" + std::to_string(i));
  memory_.nodes.spawn(server_to_a, spawned(40, 1, 22, 4, true), "Tank");
  EXPECT_TRUE(node(100).failed) << "the oldest one";
  for (std::uint32_t i = 1; i != 65; ++i) EXPECT_FALSE(node(100 + i).failed) << i;
}

TEST_F(NodesBelow, ASpawnSucceedsIfAnotherWayMadeTheNodeAgain) {
  memory_.nodes.despawn(server_to_a, 40, 20, 0, at(3));
  memory_.paths.confirm(server_to_a, 2, 21, true);  // of its spawner
  memory_.nodes.spawn(server_to_a, spawned(41, 2, 22, 4), "Crew");
  EXPECT_FALSE(node(41).failed);
}

TEST_F(NodesBelow, GoWithAllThatIsBelowThem) {
  memory_.nodes.spawn(server_to_a, spawned(41, 2, 13, 2), "Crew");
  memory_.paths.add(server_to_a, {3, "Main/Tanks/Tank/Crew/Spawner", no_methods, 14});
  memory_.nodes.spawn(server_to_a, spawned(42, 3, 15, 3), "Hat");
  EXPECT_EQ(crew(16).despawned_in, 0U);
  memory_.nodes.despawn(server_to_a, 40, 20, 0, at(4));
  EXPECT_STREQ(node(42).gone_with->name, "Tank");
  EXPECT_EQ(crew(30).despawned_in, 20U);
  EXPECT_TRUE(node(42).is_lacked(21));
  EXPECT_FALSE(node(42).is_lacked(19));
  EXPECT_EQ(node(40).gone_with, nullptr);
  EXPECT_FALSE(node(40).is_lacked(30)) << "it was despawned itself";
}

TEST_F(NodesBelow, StayWhereOthersOfThatNameGo) {
  memory_.paths.add(server_to_a, {4, "Main/Boats/Tank/Spawner", no_methods, 14});
  memory_.nodes.spawn(server_to_a, spawned(43, 4, 15, 2), "Sailor");
  memory_.nodes.despawn(server_to_a, 40, 20, 0, at(3));
  EXPECT_FALSE(node(43).is_lacked(30));
}

TEST(Nodes, LiveFromSpawnToDespawn) {
  Memory memory;
  const SpawnedNode* node = memory.nodes.spawn(server_to_a, enemy(10), "Enemy3");
  memory.nodes.add_synchronizer(server_to_a, 41, *node, 0, 10);
  memory.nodes.add_synchronizer(server_to_a, 42, *node, 1, 10);
  memory.nodes.despawn(server_to_a, 40, 50);
  EXPECT_STREQ(memory.nodes.find(server_to_a, 40, 50)->name, "Enemy3");
  EXPECT_EQ(memory.nodes.find(server_to_a, 40, 50)->despawned_in, 50U);
  EXPECT_EQ(memory.nodes.synchronizer(server_to_a, 42, 20)->position, 1U);
  EXPECT_EQ(memory.nodes.synchronizer(server_to_a, 42, 20)->node, node);
  EXPECT_EQ(memory.nodes.synchronizer(server_to_a, 40, 20), nullptr);
}

/// A node is freed by the second of its spawner's later frames, as the times of its states show.
TEST(Nodes, AreFreedALaterFrameAfterTheirDespawn) {
  Memory memory;
  memory.nodes.spawn(server_to_a, enemy(10), "Enemy3");
  memory.nodes.sends_states(server_to_a, 5, 15);
  memory.nodes.despawn(server_to_a, 40, 20);
  const SpawnedNode& node = *memory.nodes.find(server_to_a, 40, 30);
  memory.nodes.sends_states(server_to_b, 6, 21);
  memory.nodes.sends_states(server_to_b, 7, 22);
  EXPECT_EQ(node.freed_in, 0U) << "another receiver's";
  for (const std::uint16_t time : {7, 7, 6}) memory.nodes.sends_states(server_to_a, time, 23);
  EXPECT_EQ(node.freed_in, 0U) << "of the same frame, and of one before";
  memory.nodes.sends_states(server_to_a, 8, 26);
  EXPECT_EQ(node.freed_in, 26U);
  memory.nodes.sends_states(server_to_a, 9, 27);
  EXPECT_EQ(node.freed_in, 26U);
}

/// A hostile capture may have any number of despawns: of one end, 64 are waited for.
TEST(Nodes, OfManyThatLeaveSomeAreFollowed) {
  Memory memory;
  for (std::uint32_t id = 100; id != 165; ++id) {
    SpawnedNode made = enemy(10);
    made.net_id = id;
    memory.nodes.spawn(server_to_a, made, "Enemy" + std::to_string(id));
    memory.nodes.despawn(server_to_a, id, 20);
  }
  for (const std::uint16_t time : {7, 8}) memory.nodes.sends_states(server_to_a, time, 20U + time);
  EXPECT_EQ(memory.nodes.find(server_to_a, 163, 30)->freed_in, 28U);
  EXPECT_EQ(memory.nodes.find(server_to_a, 164, 30)->freed_in, 0U);
}

TEST(Nodes, CanComeBack) {
  Memory memory;
  memory.nodes.spawn(server_to_a, enemy(10), "Enemy3");
  memory.nodes.despawn(server_to_a, 40, 20);
  memory.nodes.spawn(server_to_a, enemy(30), "Enemy3");
  EXPECT_EQ(memory.nodes.find(server_to_a, 40, 25)->frame, 10U);
  EXPECT_EQ(memory.nodes.find(server_to_a, 40, 30)->frame, 30U);
  EXPECT_EQ(memory.nodes.find(server_to_a, 40, 30)->despawned_in, 0U);
}

TEST(Nodes, GoForOneClientAndStayForAnother) {
  Memory memory;
  memory.nodes.spawn(server_to_a, enemy(10), "Enemy3");
  memory.nodes.spawn(server_to_b, enemy(11), "Enemy3");
  memory.nodes.despawn(server_to_b, 40, 20);
  EXPECT_EQ(memory.nodes.find(server_to_a, 40, 30)->despawned_in, 0U);
  EXPECT_EQ(memory.nodes.find(server_to_b, 40, 30)->despawned_in, 20U);
}

TEST(Nodes, AreFoundBelowWhatOtherPathsShow) {
  Memory memory;
  memory.paths.add(server_to_a, {2, "Main/Spawner", no_methods, 5});
  const SpawnedNode* node = memory.nodes.spawn(server_to_a, enemy(10), "Enemy3");
  EXPECT_EQ(memory.nodes.parent(server_to_a, *node), nullptr);
  memory.paths.add(server_to_a, {3, "Main/World/Enemy3/Weapon", no_methods, 12});
  EXPECT_STREQ(memory.nodes.parent(server_to_a, *node), "Main/World");
  EXPECT_STREQ(memory.nodes.parent(server_to_b, *node), "Main/World");
  memory.paths.add(server_to_a, {4, "Main/Elsewhere/Enemy3", no_methods, 13});
  EXPECT_EQ(memory.nodes.parent(server_to_a, *node), nullptr);
}

TEST(Nodes, OfTwoSpawnersWithTheSameNameAreAmbiguous) {
  Memory memory;
  memory.paths.add(server_to_a, {2, "Main/Spawner", no_methods, 5});
  memory.paths.add(server_to_a, {9, "Main/Other", no_methods, 5});
  const SpawnedNode* node = memory.nodes.spawn(server_to_a, enemy(10), "Enemy3");
  SpawnedNode second = enemy(11);
  second.net_id = 50;
  second.spawner = 9;
  memory.nodes.spawn(server_to_a, second, "Enemy3");
  memory.paths.add(server_to_a, {3, "Main/World/Enemy3", no_methods, 12});
  EXPECT_EQ(memory.nodes.parent(server_to_a, *node), nullptr);
}

TEST(Nodes, OfTwoSpawnersWithTheSameNameAreApartIfAProjectGivesTheirParents) {
  Memory memory;
  const auto spawned = [](std::uint32_t net_id, std::uint32_t spawner, std::uint32_t frame) {
    return SpawnedNode{.frame = frame, .name = nullptr, .net_id = net_id, .spawner = spawner, .scene = 0};
  };
  memory.nodes.spawn(server_to_a, spawned(40, 2, 10), "Box", "Main/Red");
  memory.nodes.spawn(server_to_a, spawned(50, 3, 11), "Box", "Main/Blue");
  memory.nodes.despawn(server_to_a, 40, 20);
  const auto at = [&](std::string_view path, std::uint32_t frame) {
    return memory.nodes.presence(server_to_a, path, frame);
  };
  EXPECT_EQ(at("Main/Red/Box", 30).despawned_in, 20U);
  EXPECT_TRUE(at("Main/Blue/Box", 30).known());
  EXPECT_EQ(at("Main/Blue/Box", 30).despawned_in, 0U);
  EXPECT_EQ(at("Main/Red/Box", 5).comes_in, 10U);
  EXPECT_EQ(at("Main/Blue/Box", 5).comes_in, 11U);
  EXPECT_EQ(memory.nodes.within(server_to_a, "Main/Blue/Box/Gun", 30).node->net_id, 50U);
  // A node whose parent is unknown may be the one below this parent.
  memory.nodes.spawn(server_to_a, spawned(60, 4, 25), "Box");
  EXPECT_FALSE(at("Main/Red/Box", 30).known());
  EXPECT_EQ(at("Main/Red/Box", 24).despawned_in, 20U);
  EXPECT_FALSE(at("Main/Green/Box", 30).known());
}

TEST(Nodes, OfManySpawnersWithTheSameNameAreNotFoundByPath) {
  Memory memory;
  const auto found = [&] { return memory.nodes.presence(server_to_a, "Main/2/Box", 30).known(); };
  for (std::uint32_t spawner = 2; spawner != 40; ++spawner) {
    const SpawnedNode box = {.frame = 10, .name = nullptr, .net_id = 100 + spawner, .spawner = spawner, .scene = 0};
    memory.nodes.spawn(server_to_a, box, "Box", "Main/" + std::to_string(spawner));
    EXPECT_EQ(found(), spawner < 17) << spawner;
  }
}

class Presences : public testing::Test {
 protected:
  Presences() {
    memory_.paths.add(server_to_a, {2, "Main/Spawner", no_methods, 5});
    memory_.nodes.spawn(server_to_a, enemy(10), "Enemy3");
    memory_.paths.add(server_to_a, {3, "Main/World/Enemy3", no_methods, 12});
  }
  [[nodiscard]] SpawnedNodes::Presence at(std::uint32_t frame, std::string_view path = "Main/World/Enemy3") const {
    return memory_.nodes.presence(server_to_a, path, frame);
  }
  Memory memory_;
};

TEST_F(Presences, BeforeTheSpawn) {
  EXPECT_EQ(at(7).comes_in, 10U);
  EXPECT_EQ(at(7).spawned_in, 0U);
  EXPECT_EQ(at(7).despawned_in, 0U);
  EXPECT_EQ(at(7, "Main/World/Enemy3/Gun").comes_in, 10U);  // children as well
  EXPECT_FALSE(at(7, "Main/World").known());
  EXPECT_FALSE(at(7, "Main/Elsewhere/Enemy3").known());
  EXPECT_FALSE(memory_.nodes.presence(server_to_b, "Main/World/Enemy3", 7).known());
}

TEST_F(Presences, WhileItIsThere) {
  for (std::uint32_t frame = 10; frame != 15; ++frame) {
    EXPECT_EQ(at(frame).spawned_in, 10U);
    EXPECT_EQ(at(frame).comes_in, 0U);
    EXPECT_EQ(at(frame).despawned_in, 0U);
  }
}

/// A node below it may be missing all the same: nothing is known of that one.
TEST_F(Presences, OfNodesBelowItNothingIsKnown) {
  EXPECT_FALSE(at(13, "Main/World/Enemy3/Gun").known());
  memory_.nodes.find(server_to_a, 40, 10)->held_until = 60;
  EXPECT_EQ(at(59, "Main/World/Enemy3/Gun").held_until, 60U);
  EXPECT_FALSE(at(60, "Main/World/Enemy3/Gun").known()) << "it was held until then";
  EXPECT_EQ(at(59).held_until, 60U);
  EXPECT_EQ(at(60).held_until, 0U);
}

TEST_F(Presences, TheNodeAroundAPathIsThereUntilItsDespawn) {
  memory_.nodes.despawn(server_to_a, 40, 20);
  const auto within = [&](std::uint32_t frame, std::string_view path = "Main/World/Enemy3/Gun") {
    return memory_.nodes.within(server_to_a, path, frame);
  };
  EXPECT_EQ(within(9).node, nullptr);
  ASSERT_NE(within(20).node, nullptr);
  EXPECT_EQ(within(20).below, std::string_view("Main/World/Enemy3/").size());
  EXPECT_EQ(within(20, "Main/World/Enemy3").below, std::string_view("Main/World/Enemy3").size());
  EXPECT_EQ(within(21).node, nullptr);
}

TEST_F(Presences, ASecondDespawnChangesNothing) {
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  memory_.nodes.despawn(server_to_a, 40, 25, 99);
  EXPECT_EQ(at(30).despawned_in, 20U);
  EXPECT_EQ(at(30).time, 77);
}

TEST_F(Presences, StatesOfASpawnAreCountedAndTyped) {
  SpawnedNode& node = *memory_.nodes.spawn(server_to_a, enemy(30), "Enemy4");
  constexpr std::uint8_t types[] = {0, 3, 29};
  memory_.nodes.set_state(node, {3, types});
  EXPECT_EQ(node.values, 3);
  EXPECT_EQ(std::string_view(node.types), "\x01\x04\x1e") << "each is one more, since a text ends with 0";
}

TEST_F(Presences, AfterTheDespawn) {
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  EXPECT_EQ(at(20).despawned_in, 0U);  // in the same frame, the order is unknown
  EXPECT_EQ(at(21).despawned_in, 20U);
  EXPECT_EQ(at(21).comes_in, 0U);
  EXPECT_EQ(at(21).time, 77);
  memory_.nodes.spawn(server_to_a, enemy(30), "Enemy3");
  EXPECT_EQ(at(29).spawned_in, 10U);
  EXPECT_EQ(at(29).despawned_in, 20U);
  EXPECT_EQ(at(29).comes_in, 30U);
  EXPECT_EQ(at(31).despawned_in, 0U);
}

/// A path whose nodes are never spawned or despawned later needs no second look for that.
TEST_F(Presences, KnowWhetherSomethingChangesLater) {
  EXPECT_TRUE(at(5).changes_later) << "before the first spawn";
  EXPECT_FALSE(at(15).changes_later);
  EXPECT_FALSE(at(5, "Main/World").changes_later) << "no node of a spawner";
  EXPECT_FALSE(memory_.nodes.presence(client_a, "Main/World/Enemy3", 5).changes_later) << "another spawner has none";
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  EXPECT_TRUE(at(15).changes_later);
  EXPECT_TRUE(at(15, "Elsewhere/Enemy3").changes_later) << "parents may become known later";
  EXPECT_TRUE(at(25).changes_later) << "who asks compares the frames";
  memory_.nodes.spawn(server_to_a, enemy(30), "Enemy3");
  EXPECT_TRUE(at(29).changes_later);
  EXPECT_FALSE(at(30).changes_later);
}

/// A missing node decides; nodes below it are found all the same.
TEST_F(Presences, AreFoundTogetherWithTheInnermostSpawnedNode) {
  const SpawnedNodes::OnPath there = memory_.nodes.on_path(server_to_a, "Main/World/Enemy3/Gun", 15);
  ASSERT_NE(there.within.node, nullptr);
  EXPECT_EQ(there.within.node->net_id, 40U);
  EXPECT_FALSE(there.presence.known()) << "the gun may be below it";
  memory_.nodes.spawn(server_to_a, {.frame = 12, .name = nullptr, .net_id = 70, .spawner = 2, .scene = 6}, "Gun",
                      "Main/World/Enemy3");
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  const SpawnedNodes::OnPath gone = memory_.nodes.on_path(server_to_a, "Main/World/Enemy3/Gun", 25);
  EXPECT_EQ(gone.presence.despawned_in, 20U) << "of the node above";
  ASSERT_NE(gone.within.node, nullptr);
  EXPECT_EQ(gone.within.node->net_id, 70U);
}

/// A node's path is kept for the parent that was known when it was shown: another one makes another path.
TEST_F(Presences, ShownPathsAreThoseOfTheParent) {
  const SpawnedNode& node = *memory_.nodes.find(server_to_a, 40, 10);
  const char* first = memory_.nodes.shown_path(node, "Main/World");
  EXPECT_STREQ(first, "Main/World/Enemy3");
  const char* other = "Main/Elsewhere";
  EXPECT_STREQ(memory_.nodes.shown_path(node, other), "Main/Elsewhere/Enemy3");
  EXPECT_EQ(memory_.nodes.shown_path(node, other), memory_.nodes.shown_path(node, other)) << "made once";
  EXPECT_STREQ(first, "Main/World/Enemy3") << "it stays where it is";
  const std::string long_parent(250, 'x');
  EXPECT_EQ(memory_.nodes.shown_path(node, long_parent.c_str()), nullptr) << "257 characters";
  EXPECT_EQ(std::string_view(memory_.nodes.shown_path(node, long_parent.c_str() + 1)).size(), 256U);
  EXPECT_EQ(memory_.nodes.shown_path(node, "M\xc3\xbcll"), nullptr) << "shown with care, for each message";
  EXPECT_STREQ(memory_.nodes.shown_path(node, "Main/World"), "Main/World/Enemy3") << "known again";
}

/// What becomes of a call of the server's in frame 25; the receiver has confirmed the path in that frame.
class Fates : public Presences {
 protected:
  SpawnedNodes::Fate::Kind fate(std::uint32_t confirmed_in, bool by_number = false, std::uint32_t frame = 25) {
    AnnouncedPath known = *memory_.paths.find(server_to_a, 3, 12);
    known.confirmed_in = confirmed_in;
    return memory_.nodes
        .fate(by(server_to_a, frame), by(client_a, frame), {.path = path, .known = &known, .by_number = by_number},
              frame)
        .kind;
  }
  [[nodiscard]] SpawnedNodes::Presence by(const Speaker& spawner, std::uint32_t frame) const {
    return memory_.nodes.presence(spawner, path, frame);
  }
  static constexpr std::string_view path = "Main/World/Enemy3";
  using Kind = SpawnedNodes::Fate::Kind;
};

/// A node that was confirmed between despawn and spawn is there by another way.
TEST_F(Fates, BetweenADespawnAndTheNextSpawn) {
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  memory_.nodes.spawn(server_to_a, enemy(30), "Enemy3");
  EXPECT_EQ(fate(0), Kind::too_early);
  EXPECT_EQ(fate(20), Kind::too_early) << "of the node before, as far as is known";
  EXPECT_EQ(fate(21), Kind::found);
  EXPECT_EQ(fate(29), Kind::found);
  EXPECT_EQ(fate(30), Kind::too_early) << "of the next one";
  EXPECT_EQ(fate(0, true), Kind::too_early) << "the capture has its first spawn";
}

TEST_F(Fates, AfterADespawn) {
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  EXPECT_EQ(fate(0), Kind::too_late);
  EXPECT_EQ(fate(20), Kind::too_late);
  EXPECT_EQ(fate(21), Kind::found);
  EXPECT_EQ(fate(0, false, 20), Kind::found) << "in the same frame";
}

TEST_F(Fates, BeforeTheFirstSpawn) {
  EXPECT_EQ(fate(0, false, 7), Kind::too_early);
  EXPECT_EQ(fate(9, false, 7), Kind::found);
  EXPECT_EQ(fate(10, false, 7), Kind::too_early);
  EXPECT_EQ(fate(0, true, 7), Kind::found) << "confirmed before the capture";
  EXPECT_EQ(fate(11, true, 7), Kind::too_early);
}

/// What the relay has told the receiver counts if the caller itself has no such node.
TEST_F(Fates, OfARelayedCallAreThoseOfTheRelayIfTheCallerHasNoSuchNode) {
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  const auto of = [&](const Speaker& caller, const Speaker* relay) {
    return memory_.nodes.fate(by(caller, 25), by(client_a, 25), {.path = path}, 25, relay);
  };
  EXPECT_EQ(of(other_server, nullptr).kind, Kind::found);
  const SpawnedNodes::Fate relayed = of(other_server, &server_to_a);
  EXPECT_EQ(relayed.kind, Kind::too_late);
  EXPECT_TRUE(relayed.by_relay);
  const SpawnedNodes::Fate own = of(server_to_a, &other_server);
  EXPECT_EQ(own.kind, Kind::too_late);
  EXPECT_FALSE(own.by_relay);
}

// --- Authorities ---

/// The node of a synchronizer with a path is the one above it.
TEST(Authorities, OfPathsAreThoseThatSendTheirStates) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Player/Sync", no_methods, 5});
  memory.paths.add(server_to_a, {4, "Sync", no_methods, 5});
  Authorities::Entries::Place last;  // as if one synchronizer had them all
  memory.authorities.add_state(server_to_a, 3, true, 6, last);
  memory.authorities.add_state(server_to_a, 4, true, 6, last);
  memory.authorities.add_state(server_to_a, 9, true, 6, last);
  EXPECT_EQ(memory.authorities.senders(server_to_a, "Main/Player").last(), 1);
  EXPECT_EQ(memory.authorities.senders(client_a, "Main/Player").since(), 6U) << "of the whole game";
  EXPECT_FALSE(memory.authorities.senders(other_server, "Main/Player").known());
  EXPECT_FALSE(memory.authorities.senders(server_to_a, "Main").known());
  EXPECT_FALSE(memory.authorities.senders(server_to_a, "Sync").known());
  EXPECT_FALSE(memory.authorities.senders(server_to_a, "").known()) << "that one is the root's";
}

TEST(Authorities, OfAnUnknownPeerAreNotKnown) {
  Memory memory;
  memory.paths.add(unknown_speaker, {3, "Main/Player/Sync", no_methods, 5});
  Authorities::Entries::Place last;
  memory.authorities.add_state(unknown_speaker, 3, true, 6, last);
  EXPECT_FALSE(memory.authorities.senders(unknown_speaker, "Main/Player").known());
}

/// Spawned nodes are known by their name, and told apart by their parent.
TEST(Authorities, OfSpawnedNodesAreThoseThatSendTheirStates) {
  Memory memory;
  const SpawnedNode* node = memory.nodes.spawn(server_to_a, enemy(10), "Enemy3", "Main/World");
  memory.nodes.add_synchronizer(server_to_a, 41, *node, 0, 10);
  Authorities::Entries::Place last;
  memory.authorities.add_state(server_to_a, 41, false, 11, last);
  memory.authorities.add_state(server_to_a, 42, false, 11, last);
  EXPECT_EQ(memory.authorities.senders(server_to_a, "Main/World/Enemy3").last(), 1);
  EXPECT_FALSE(memory.authorities.senders(server_to_a, "Main/Elsewhere/Enemy3").known());
  EXPECT_FALSE(memory.authorities.senders(server_to_a, "Enemy3").known());
  EXPECT_FALSE(memory.authorities.senders(server_to_a, "Main/World/Enemy4").known());
}

/// Two peers that send the states of one path; each numbers it by itself.
TEST(Authorities, TwoThatSendTheStatesOfOneSynchronizerAreReported) {
  constexpr TwoSenders::To everyone = {.peer = 0, .known = true};
  constexpr std::int64_t tick = 50'000'000;
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Ball/Sync", no_methods, 1});
  memory.paths.add(client_a, {8, "Main/Ball/Sync", no_methods, 1});
  memory.paths.add(client_a, {3, "Main/Red/Sync", no_methods, 1});
  memory.paths.add(unknown_speaker, {8, "Main/Ball/Sync", no_methods, 1});
  const auto found = [&](const Speaker& other, std::uint32_t id, bool is_change) {
    static std::uint32_t frame = 1;
    static std::int64_t time = 0;
    const std::uint32_t first = frame + 1;
    time += 60 * tick;
    for (int i = 0; i != 40; ++i) {
      time += tick;
      memory.authorities.add_own_state(server_to_a, 3, is_change, everyone, {.frame = ++frame, .time = time});
      memory.authorities.add_own_state(other, id, is_change, everyone, {.frame = ++frame, .time = time});
    }
    const TwoSenders::Other* reported = memory.authorities.two_senders.other({.frame = first + 1});
    return reported != nullptr ? reported->peer : 0;
  };
  EXPECT_EQ(found(client_a, 3, false), 0) << "another synchronizer";
  EXPECT_EQ(found(client_a, 9, false), 0) << "its path is not known";
  EXPECT_EQ(found(unknown_speaker, 8, false), 0) << "who it is, is not known";
  EXPECT_EQ(found(client_a, 8, false), 1);
  EXPECT_EQ(found(client_a, 8, true), 1);
}

/// Two peers that set a variable of Godot 3 remotely, every 0.4 s. Changes of a synchronizer are not reported so
/// slowly: they may be turns. A set is sent whether or not the value changes.
TEST(Authorities, TwoThatSetOneVariableAreReported) {
  constexpr TwoSenders::To everyone = {.peer = 0, .known = true};
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Ball", no_methods, 1});
  const char* ball = memory.paths.find(server_to_a, 3, 2)->path;
  const auto found = [&](const Speaker& other, std::string_view property) {
    static std::uint32_t frame = 1;
    static std::int64_t time = 0;
    const std::uint32_t first = frame + 1;
    time += 30'000'000'000;
    for (int i = 0; i != 20; ++i) {
      time += 400'000'000;
      memory.authorities.add_own_set(server_to_a, ball, "position", everyone, {.frame = ++frame, .time = time});
      memory.authorities.add_own_set(other, ball, property, everyone, {.frame = ++frame, .time = time});
    }
    unsigned reported = 0;
    for (std::uint32_t each = first; each <= frame; ++each)
      reported += memory.authorities.two_setters.other({.frame = each}) != nullptr ? 1 : 0;
    return reported;
  };
  EXPECT_EQ(found(client_a, "velocity"), 0U);
  EXPECT_EQ(found(unknown_speaker, "position"), 0U);
  EXPECT_EQ(found(client_a, "position"), 1U);
}

/// A path that is announced less than a second before the spawn may be that of the spawned node.
TEST(Nodes, AreCalledBeforeTheirSpawnWithinASecond) {
  constexpr std::int64_t second = 1'000'000'000;
  for (const std::int64_t later : {second - 1, second}) {
    Memory memory;
    memory.paths.add(server_to_a, {2, "Main/Spawner", no_methods, 5});
    memory.paths.add(server_to_a, {3, "Main/World/Enemy3", no_methods, 8, 5 * second});
    SpawnedNode node = enemy(10);
    node.time = 5 * second + later;
    memory.nodes.spawn(server_to_a, node, "Enemy3");
    EXPECT_EQ(memory.nodes.presence(server_to_a, "Main/World/Enemy3", 7).known(), later < second);
  }
}

/// Of two in one frame, the one whose parent is unknown may be the later one.
TEST(Nodes, OfOneFrameAreInDoubtIfTheParentOfOneIsUnknown) {
  Memory memory;
  memory.nodes.spawn(server_to_a, {.frame = 25, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 0}, "Box",
                     "Main/Red");
  EXPECT_EQ(memory.nodes.presence(server_to_a, "Main/Red/Box", 30).spawned_in, 25U);
  EXPECT_EQ(memory.nodes.presence(server_to_a, "Main/Red/Box", 5).comes_in, 25U);
  memory.nodes.spawn(server_to_a, {.frame = 25, .name = nullptr, .net_id = 41, .spawner = 3, .scene = 0}, "Box");
  EXPECT_FALSE(memory.nodes.presence(server_to_a, "Main/Red/Box", 30).known());
  EXPECT_FALSE(memory.nodes.presence(server_to_a, "Main/Red/Box", 5).known());
}

/// Of two nodes at one path, the later one is there.
TEST(Nodes, OfTwoAtOnePathTheLastCounts) {
  for (const std::uint32_t second : {25U, 26U}) {
    Memory memory;
    memory.nodes.spawn(server_to_a, {.frame = 25, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 0}, "Box",
                       "Main/Red");
    memory.nodes.spawn(server_to_a, {.frame = second, .name = nullptr, .net_id = 41, .spawner = 3, .scene = 0}, "Box",
                       "Main/Red");
    memory.nodes.despawn(server_to_a, 41, 27);
    EXPECT_EQ(memory.nodes.presence(server_to_a, "Main/Red/Box", 30).despawned_in, 27U);
    EXPECT_EQ(memory.nodes.presence(server_to_a, "Main/Red/Box", 5).comes_in, 25U);
  }
}

/// The called node, and the spawns and despawns that the call missed.
class MissedCalls : public Presences {
 protected:
  void call(const Speaker& caller, const Speaker& receiver, std::string_view path, std::uint32_t frame) {
    memory_.nodes.add_call(caller, receiver, {.path = path, .known = memory_.paths.find(caller, path, frame)}, frame);
  }
  void server_calls(std::string_view path, std::uint32_t frame) { call(server_to_a, client_a, path, frame); }
  void client_calls(std::string_view path, std::uint32_t frame) { call(client_a, server_to_a, path, frame); }
  [[nodiscard]] const SpawnedNode& enemy_at(std::uint32_t frame) const {
    return *memory_.nodes.find(server_to_a, 40, frame);
  }
  [[nodiscard]] Missed before(std::uint32_t spawned_in) const {
    return memory_.nodes.missed_spawn(server_to_a, client_a, enemy_at(spawned_in));
  }
  [[nodiscard]] Missed after(std::uint32_t spawned_in) const {
    return memory_.nodes.missed_despawn(server_to_a, client_a, enemy_at(spawned_in));
  }
};

TEST_F(MissedCalls, TooEarlyOrTooLate) {
  server_calls("Main/World/Enemy3", 14);
  EXPECT_EQ(before(10).count, 0U);
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  EXPECT_EQ(after(10).count, 0U);
  server_calls("Main/World/Enemy3", 21);
  client_calls("Main/World/Enemy3/Gun", 22);
  server_calls("Main/World/Enemy30", 23);
  server_calls("Main/Elsewhere/Enemy3", 24);
  EXPECT_EQ(after(10).count, 2U);
  memory_.nodes.spawn(server_to_a, enemy(30), "Enemy3");
  server_calls("Main/World/Enemy3", 31);
  EXPECT_EQ(after(10).count, 2U);
  EXPECT_EQ(after(10).frames[1], 22U);
  // The server's own call was too early for the next spawn, too; the client's calls missed no spawn.
  ASSERT_EQ(before(30).count, 1U);
  EXPECT_EQ(before(30).frames[0], 21U);
  EXPECT_EQ(before(10).count, 0U);
}

/// Only the first frames are stored, and the total number.
TEST_F(MissedCalls, AreCounted) {
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  for (std::uint32_t i = 0; i != 1000; ++i) client_calls("Main/World/Enemy3", 21 + i / 2);
  const Missed missed = after(10);
  EXPECT_EQ(missed.count, 1000U);
  ASSERT_EQ(missed.shown, Missed::most_frames);
  for (std::uint32_t i = 0; i != Missed::most_frames; ++i) EXPECT_EQ(missed.frames[i], 21 + i);
}

/// Other nodes of that name, of a spawner whose path is unknown: they may be in the same place.
TEST_F(MissedCalls, BetweenNodesOfAnUnknownPlace) {
  constexpr std::int64_t long_after = 2'000'000'000;  // the announcement of the path
  const auto spawn = [&](std::uint32_t spawner, std::uint32_t frame) {
    SpawnedNode node = {.frame = frame, .name = nullptr, .net_id = frame, .spawner = spawner, .scene = 6};
    node.time = long_after;
    return memory_.nodes.spawn(server_to_a, node, "Enemy3");
  };
  server_calls("Main/World/Enemy3", 14);
  spawn(9, 20);
  server_calls("Main/World/Enemy3", 25);
  const SpawnedNode* node = spawn(2, 30);
  const Missed early = memory_.nodes.missed_spawn(server_to_a, client_a, *node);
  ASSERT_EQ(early.count, 1U);
  EXPECT_EQ(early.frames[0], 25U);
  memory_.nodes.despawn(server_to_a, 30, 40, 77);
  server_calls("Main/World/Enemy3", 45);
  spawn(9, 50);
  server_calls("Main/World/Enemy3", 60);
  spawn(2, 70);
  server_calls("Main/World/Enemy3", 75);
  const Missed late = memory_.nodes.missed_despawn(server_to_a, client_a, *node);
  ASSERT_EQ(late.count, 1U);
  EXPECT_EQ(late.frames[0], 45U);
}

TEST_F(MissedCalls, OfAConfirmedPathFindTheirNode) {
  memory_.paths.confirm(server_to_a, 3, 13, true);
  for (std::uint32_t frame = 14; frame != 19; ++frame) server_calls("Main/World/Enemy3", frame);
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  EXPECT_EQ(after(10).count, 0U);
  server_calls("Main/World/Enemy3", 25);
  EXPECT_EQ(after(10).count, 1U);
}

/// The path is confirmed after the despawn: the node is there by another way.
TEST_F(MissedCalls, OfANodeThatIsThereAllTheSameAreNone) {
  memory_.nodes.despawn(server_to_a, 40, 20, 77);
  server_calls("Main/World/Enemy3", 21);
  memory_.paths.confirm(server_to_a, 3, 22, true);
  server_calls("Main/World/Enemy3", 25);
  EXPECT_EQ(after(10).count, 0U);
  memory_.nodes.spawn(server_to_a, enemy(30), "Enemy3");
  EXPECT_EQ(before(30).count, 0U) << "nor were they too early for the next one";
}

/// Only a path that the receiver has confirmed is sent as a number: then the node was there before the capture.
TEST(Nodes, CallsByNumberMissNoSpawn) {
  for (const bool by_number : {false, true}) {
    Memory memory;
    memory.paths.add(server_to_a, {2, "Main/Spawner", no_methods, 5});
    memory.paths.add(server_to_a, {3, "Main/World/Enemy3", no_methods, 6});
    const AnnouncedPath* known = memory.paths.find(server_to_a, 3, 7);
    memory.nodes.add_call(server_to_a, client_a, {.path = "Main/World/Enemy3", .known = known, .by_number = by_number},
                          7);
    const SpawnedNode* node = memory.nodes.spawn(server_to_a, enemy(10), "Enemy3", "Main/World");
    EXPECT_EQ(memory.nodes.missed_spawn(server_to_a, client_a, *node).count, by_number ? 0U : 1U);
  }
}

TEST(Messages, WithTheTimeOfTheOneBeforeContinueIt) {
  Memory memory;
  memory.clocks.add_message(server_to_a, 1000, 7, {.frame = 1, .message = 0, .part = 0}, 700);
  memory.clocks.add_message(server_to_a, 1000, 7, {.frame = 2, .message = 0, .part = 0}, 700);
  memory.clocks.add_message(server_to_a, 2000, 7, {.frame = 3, .message = 0, .part = 0}, 700);
  memory.clocks.add_message(server_to_a, 1000, 8, {.frame = 4, .message = 0, .part = 0}, 700);
  EXPECT_EQ(memory.clocks.continues(1, 0).frame, 0U);
  EXPECT_EQ(memory.clocks.continues(2, 0).frame, 1U);
  EXPECT_EQ(memory.clocks.continues(3, 0).frame, 0U);
  EXPECT_EQ(memory.clocks.continues(4, 0).frame, 0U);
}

TEST(Admissions, AnEndThatAsksForProofIgnoresOtherMessagesUntilItAdmits) {
  Admission admission;
  EXPECT_EQ(admission.ignores_by(1, 5), 0U);
  EXPECT_FALSE(admission.is_open());
  admission.add(1, true, 5);
  EXPECT_EQ(admission.ignores_by(1, 4), 5U) << "it has from the beginning";
  EXPECT_EQ(admission.ignores_by(1, 6), 5U);
  EXPECT_EQ(admission.ignores_by(0, 6), 0U);
  EXPECT_TRUE(admission.is_open());
  admission.add(1, false, 9);
  EXPECT_EQ(admission.ignores_by(1, 8), 5U);
  EXPECT_EQ(admission.ignores_by(1, 9), 0U);
  EXPECT_TRUE(admission.is_open());
  admission.add(0, false, 10);
  EXPECT_FALSE(admission.is_open());
}

// --- Clocks ---

class Clocks : public testing::Test {
 protected:
  /// Sends a state and says whether its receiver drops it.
  bool drops(std::uint16_t time, std::uint32_t id = 41, std::int32_t target = 1000) {
    const PartKey part = {.frame = ++frame_, .message = 2, .part = 1};
    memory_.clocks.add_state(server_to_a, target, id, time, part, last_);
    return memory_.clocks.stale(part) != nullptr;
  }

  Memory memory_;
  SyncClocks::Clocks::Place last_;  ///< one for all: each finds its own clock
  std::uint32_t frame_ = 100;
};

TEST_F(Clocks, GoForward) {
  EXPECT_FALSE(drops(17));
  EXPECT_FALSE(drops(18));
  EXPECT_FALSE(drops(30));
  EXPECT_TRUE(drops(30));
  EXPECT_TRUE(drops(29));
  EXPECT_FALSE(drops(31));
}

TEST_F(Clocks, RememberTheReceiversNewestState) {
  drops(17);
  drops(16);
  const StaleSync* stale = memory_.clocks.stale({.frame = 102, .message = 2, .part = 1});
  ASSERT_NE(stale, nullptr);
  EXPECT_EQ(stale->time, 16);
  EXPECT_EQ(stale->last, 17);
  EXPECT_EQ(stale->last_frame, 101U);
  EXPECT_EQ(memory_.clocks.stale({.frame = 102, .message = 1, .part = 1}), nullptr);
}

TEST_F(Clocks, WrapAround) {
  EXPECT_FALSE(drops(65535));
  EXPECT_FALSE(drops(0));
  EXPECT_FALSE(drops(1));
  EXPECT_TRUE(drops(0));
  // As in the engine: a time older by 32767 or more counts as newer.
  EXPECT_FALSE(drops(40000));
  EXPECT_TRUE(drops(40000 - 32766));
  EXPECT_FALSE(drops(40000 - 32767));
}

/// Rounds of one synchronizer, while another sends nothing: a message of each of them.
class HiddenForLong : public Clocks {
 protected:
  static constexpr std::uint32_t shy = 43;

  /// A round with a state of the other one, too. Says whether the receiver drops that.
  bool round(bool is_shown) {
    ++round_;
    const auto time = static_cast<std::uint16_t>(round_);
    memory_.clocks.add_message(server_to_a, 1000, time, {.frame = frame_ + 1, .message = 2, .part = 0}, 30);
    if (!is_shown) return ++frame_, false;
    return drops(time, shy);
  }
  void hide(unsigned rounds, unsigned seen_each = 100) {
    for (unsigned i = 0; i != rounds; ++i) {
      if (i % seen_each == 0) round(false);
      else ++round_;
    }
  }
  /// The run of the last state.
  const StaleRun* run() {
    const StaleSync* stale = memory_.clocks.stale({.frame = frame_, .message = 2, .part = 1});
    return stale != nullptr ? memory_.clocks.run(*stale) : nullptr;
  }

  unsigned round_ = 0;
};

TEST_F(HiddenForLong, ItsStatesLookOldUntilTheTimeHasComeUp) {
  while (round_ != 30000) round(true);
  hide(45000);
  ASSERT_TRUE(round(true));
  const std::uint32_t first = frame_;
  ASSERT_NE(run(), nullptr);
  EXPECT_EQ(run()->first, first);
  EXPECT_EQ(run()->rounds, 45001U);
  EXPECT_EQ(run()->rounds_left, 65536U - 45000U);
  const StaleRun& its = *run();
  const std::uint32_t left = its.rounds_left;
  for (std::uint32_t i = 1; i != left; ++i) ASSERT_TRUE(round(true));
  EXPECT_EQ(run()->count, left);
  EXPECT_EQ(run()->taken_in, 0U);
  const StaleSync last = *memory_.clocks.stale({.frame = frame_, .message = 2, .part = 1});
  EXPECT_FALSE(round(true));
  EXPECT_EQ(memory_.clocks.run(last)->taken_in, frame_);
}

TEST_F(HiddenForLong, NotLongEnough) {
  while (round_ != 30000) round(true);
  hide(32767);
  EXPECT_FALSE(round(true));
  hide(65536);
  EXPECT_FALSE(round(true)) << "the time has come up again";
}

TEST_F(HiddenForLong, ACaptureThatLacksManyRoundsMayLackStates) {
  while (round_ != 30000) round(true);
  hide(45000, 1000);
  EXPECT_TRUE(round(true));
  EXPECT_EQ(run(), nullptr);
}

TEST_F(HiddenForLong, ASenderThatCountsAnewIsNoSuch) {
  while (round_ != 1000) round(true);
  round_ = 0;
  EXPECT_TRUE(round(true));
  EXPECT_EQ(run(), nullptr);
}

TEST_F(Clocks, AreEachSynchronizersAndReceiversOwn) {
  EXPECT_FALSE(drops(17));
  EXPECT_FALSE(drops(17, 42));
  EXPECT_FALSE(drops(17, 41, 1001));
  EXPECT_TRUE(drops(17, 42));
}

TEST_F(Clocks, RestartWithTheirNode) {
  const SpawnedNode* node = memory_.nodes.spawn(server_to_a, enemy(90), "Enemy3");
  memory_.nodes.add_synchronizer(server_to_a, 41, *node, 0, 90);
  EXPECT_FALSE(drops(17));
  memory_.nodes.despawn(server_to_a, 40, ++frame_);
  const std::uint32_t again = ++frame_;
  memory_.nodes.add_synchronizer(server_to_a, 41, *memory_.nodes.spawn(server_to_a, enemy(again), "Enemy3"), 0, again);
  EXPECT_FALSE(drops(5));
  EXPECT_TRUE(drops(5));
}

/// The node was spawned in the frame of its first state.
TEST_F(Clocks, OfANodeBeginWithItsSpawn) {
  memory_.nodes.add_synchronizer(server_to_a, 41, *memory_.nodes.spawn(server_to_a, enemy(101), "Enemy3"), 0, 101);
  EXPECT_FALSE(drops(17));
  EXPECT_TRUE(drops(16));
}

TEST(Texts, WithEqualStandardHashesHaveDifferentOnes) {
  const std::string one = "WO4x\n>#\nWO4x\n>#\n";
  const std::string other = "WOw^oX{{WOw^oX{{";
  EXPECT_NE(TextHash{}(one), TextHash{}(other));
  EXPECT_EQ(TextHash{}(one), TextHash{}(std::string(one)));
  EXPECT_NE(TextHash{}("a"), TextHash{}(std::string_view("a\0", 2)));
}

TEST(Nodes, WithImplausibleNamesAreNotRemembered) {
  Memory memory;
  memory.paths.add(server_to_a, {2, "Main/Spawner", no_methods, 5});
  const std::string far = "Main/" + std::string(2000, 'x');
  const SpawnedNode* node = memory.nodes.spawn(server_to_a, enemy(10), "Enemy3");
  memory.paths.add(server_to_a, {3, far + "/Enemy3", no_methods, 12});
  EXPECT_EQ(memory.nodes.parent(server_to_a, *node), nullptr);
}

TEST(Texts, AreKeptOnce) {
  TextPool texts;
  const auto one = texts.keep("Main/Player");
  const auto two = texts.keep(std::string("Main/Pla") + "yer");
  EXPECT_EQ(one.text, two.text);
  EXPECT_EQ(one.number, two.number);
  EXPECT_NE(texts.keep("Main").number, one.number);
  EXPECT_EQ(texts.find("Unheard").number, 0U);
}

TEST(Paths, WhoseNumberIsGivenToAnotherAreNotFoundByIt) {
  Memory memory;
  memory.paths.add(server_to_a, {3, "Main/Player", some_methods, 10});
  memory.paths.add(server_to_a, {3, "Main/Door", some_methods, 20});
  EXPECT_NE(memory.paths.find(server_to_a, std::string_view("Main/Player"), 15), nullptr);
  EXPECT_EQ(memory.paths.find(server_to_a, std::string_view("Main/Player"), 25), nullptr);
  EXPECT_NE(memory.paths.find(server_to_a, std::string_view("Main/Door"), 25), nullptr);
}

TEST(Paths, TheHighestCalledMethodShowsHowManyThereAreAtLeast) {
  Memory memory;
  memory.paths.called(some_methods, 4);
  memory.paths.called(some_methods, 2);
  EXPECT_EQ(memory.paths.called(some_methods).least, 5U);
  EXPECT_FALSE(memory.paths.called(some_methods).configured);
  memory.paths.called(some_methods, multiplayer::first_configured_method);
  EXPECT_EQ(memory.paths.called(some_methods).least, 5U);
  EXPECT_TRUE(memory.paths.called(some_methods).configured);
  EXPECT_EQ(memory.paths.called(no_methods).least, 0U);
}

/// A path that was looked up before its name was known is divided again afterwards.
TEST(SpawnedNodes, AreFoundByAPathThatWasLookedUpBefore) {
  Memory memory;
  const auto known = [&] { return memory.nodes.presence(server_to_a, "Main/World/Enemy3", 30).known(); };
  memory.paths.add(server_to_a, {2, "Main/Spawner", no_methods, 5});
  memory.nodes.spawn(server_to_a, {.frame = 9, .name = nullptr, .net_id = 39, .spawner = 2, .scene = 0}, "Tank");
  EXPECT_FALSE(known());
  memory.nodes.spawn(server_to_a, {.frame = 10, .name = nullptr, .net_id = 40, .spawner = 2, .scene = 0}, "Enemy3");
  memory.paths.add(server_to_a, {3, "Main/World/Enemy3", no_methods, 12});
  EXPECT_TRUE(known());
}

}  // namespace
}  // namespace godot::analysis

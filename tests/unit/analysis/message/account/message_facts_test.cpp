// SPDX-License-Identifier: MIT
// The facts of a message: its peers, its nodes and members, and the bytes of each. The messages are made here.
#include "analysis/message/account/message_facts.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "codec/multiplayer/fields.h"
#include "tests/unit/analysis/message/account/accounts.h"

namespace godot::analysis::account {
namespace {

using multiplayer::CommandType;

class Facts : public Accounts {
 protected:
  /// Begins a message of that many bytes: a command behind the first byte.
  void begin(CommandType type, std::size_t size, End from = End::second) {
    facts_.reset();
    collection_.emplace(memories.arena(), names_);
    collection_->begin(facts::Transport::enet);
    item_ = &collection_->add(facts::Kind::other_message);
    item_->own = static_cast<std::uint32_t>(size);
    bytes_ = Buffer(std::span(content_).first(size));
    builder_.emplace(received(from), host(memories));
    facts_.emplace(*builder_, bytes_, *collection_, *item_);
    multiplayer::Command command;
    command.type = type;
    command.begin = 1;
    pass(&multiplayer::PacketSink::command, std::as_const(command));
  }
  /// Passes a fact of the walk to the builder and then to the facts, as the fan-out does.
  template <class Event>
  void pass(void (multiplayer::PacketSink::*event)(const Event&), const Event& value) {
    (static_cast<multiplayer::PacketSink&>(*builder_).*event)(value);
    (static_cast<multiplayer::PacketSink&>(*facts_).*event)(value);
  }
  void pass_value(Offset begin, Offset end, bool good = true, Field role = field::godot_sync_value) {
    multiplayer::ValuePlace place;
    place.role = role;
    place.begin = begin;
    place.end = end;
    place.good = good;
    pass(&multiplayer::PacketSink::value_end, std::as_const(place));
  }
  /// A synchronizer with two values of four bytes, behind a header of eight.
  void pass_synchronizer(std::uint32_t id, bool by_path, Offset begin) {
    multiplayer::SyncObject sync = object(id, by_path);
    sync.begin = begin;
    sync.values_begin = begin + 8;
    pass(&multiplayer::PacketSink::sync_begin, std::as_const(sync));
    const std::array<Offset, 2> ends = {begin + 12, begin + 16};
    const multiplayer::GoodValues values = {.role = field::godot_sync_value, .begin = begin + 8, .ends = ends};
    pass(&multiplayer::PacketSink::good_values, values);
    sync.values = 2;
    sync.size = 8;
    sync.complete = true;
    pass(&multiplayer::PacketSink::sync_end, std::as_const(sync));
  }

  std::array<std::uint8_t, 512> content_{};
  Buffer bytes_;
  facts::InternedNames names_;
  std::optional<facts::Collection> collection_;
  facts::Item* item_ = nullptr;
  std::optional<Builder> builder_;
  std::optional<MessageFacts> facts_;
};

TEST_F(Facts, OfACallAreItsPeersItsNodeAndItsMethod) {
  begin(CommandType::remote_call, 20);
  pass(&multiplayer::PacketSink::node, by_number(3));
  pass(&multiplayer::PacketSink::method, numbered(3));
  facts_->finish();
  EXPECT_EQ(item_->kind, facts::Kind::remote_call);
  EXPECT_EQ(item_->route().source, server);
  EXPECT_EQ(item_->route().target, red);
  EXPECT_EQ(item_->route().hop_source, server);
  EXPECT_TRUE(item_->route().is_first_hop());
  ASSERT_NE(item_->parts, nullptr);
  const facts::Part& part = *item_->parts;
  EXPECT_EQ(part.next, nullptr);
  EXPECT_STREQ(part.node, "Main/World/Enemy3");
  EXPECT_STREQ(part.member, "move");
  EXPECT_STREQ(part.scene, "res://player.gd");
  EXPECT_EQ(part.kin, part.scene) << "the script is certain";
  EXPECT_TRUE(part.by_path);
  EXPECT_EQ(part.net_id, 3U);
  EXPECT_EQ(part.own, 19U);
  EXPECT_EQ(part.protocol, 1U) << "the byte before the command";
  EXPECT_EQ(item_->own, 19U);
  EXPECT_EQ(item_->protocol, 1U);
}

TEST_F(Facts, EachCommandHasItsKind) {
  using facts::Kind;
  constexpr std::pair<CommandType, Kind> kinds[] = {{CommandType::remote_call, Kind::remote_call},
                                                    {CommandType::remote_set, Kind::remote_set},
                                                    {CommandType::simplify_path, Kind::simplify_path},
                                                    {CommandType::confirm_path, Kind::confirm_path},
                                                    {CommandType::raw, Kind::raw},
                                                    {CommandType::spawn, Kind::spawn},
                                                    {CommandType::despawn, Kind::despawn},
                                                    {CommandType::sync, Kind::sync},
                                                    {CommandType::system, Kind::system},
                                                    {CommandType::none, Kind::other_message}};
  for (const auto& [type, kind] : kinds) {
    begin(type, 10);
    EXPECT_EQ(item_->kind, kind);
  }
}

TEST_F(Facts, OfACallWithoutKnownNamesAreItsNumbers) {
  begin(CommandType::remote_call, 10);
  pass(&multiplayer::PacketSink::node, by_number(9));
  pass(&multiplayer::PacketSink::method, numbered(7));
  EXPECT_STREQ(item_->parts->node, "#9");
  EXPECT_STREQ(item_->parts->member, "#7");
}

TEST_F(Facts, NamesAreThoseOfTheMessageIfItContainsThem) {
  multiplayer::Member named;
  named.by_name = true;
  named.name = "jump";
  begin(CommandType::remote_call, 10);
  pass(&multiplayer::PacketSink::node, by_path("Main/Player"));
  pass(&multiplayer::PacketSink::method, std::as_const(named));
  EXPECT_STREQ(item_->parts->node, "Main/Player");
  EXPECT_STREQ(item_->parts->member, "jump");
  const char* node = item_->parts->node;

  begin(CommandType::remote_set, 10);
  pass(&multiplayer::PacketSink::node, by_path("Main/Player"));
  pass(&multiplayer::PacketSink::property, std::as_const(named));
  EXPECT_EQ(item_->kind, facts::Kind::remote_set);
  EXPECT_EQ(item_->parts->node, node) << "interned";
  EXPECT_STREQ(item_->parts->member, "jump");
}

TEST_F(Facts, OfPathsAreTheirNodes) {
  multiplayer::AnnouncedPath path;
  path.id = 8;
  path.path = "Main/New";
  begin(CommandType::simplify_path, 30);
  pass(&multiplayer::PacketSink::announced, std::as_const(path));
  EXPECT_EQ(item_->kind, facts::Kind::simplify_path);
  EXPECT_STREQ(item_->parts->node, "Main/New");

  multiplayer::ConfirmedPath confirmed;
  confirmed.by_id = true;
  confirmed.id = 4;
  begin(CommandType::confirm_path, 6, End::first);
  pass(&multiplayer::PacketSink::confirmed, std::as_const(confirmed));
  EXPECT_STREQ(item_->parts->node, "Main/Clock/Sync");
  EXPECT_EQ(facts_->confirm(), multiplayer::ConfirmForm::by_id);
  EXPECT_EQ(item_->route().source, red);
}

TEST_F(Facts, OfSpawnedNodesAreTheirScenes) {
  multiplayer::Spawn spawn;
  spawn.spawner = 2;
  spawn.net_id = 60;
  spawn.scene_id = 6;
  spawn.name = "Enemy4";
  begin(CommandType::spawn, 40);
  pass(&multiplayer::PacketSink::spawn, std::as_const(spawn));
  EXPECT_STREQ(item_->parts->node, "Main/World/Enemy4");
  EXPECT_STREQ(item_->parts->scene, "res://enemy.tscn");
  EXPECT_EQ(item_->parts->kin, item_->parts->scene);
  EXPECT_EQ(item_->parts->net_id, 60U);

  multiplayer::Despawn despawn;
  despawn.net_id = 40;
  begin(CommandType::despawn, 5);
  pass(&multiplayer::PacketSink::despawn, std::as_const(despawn));
  EXPECT_STREQ(item_->parts->node, "Main/World/Enemy3");
  EXPECT_STREQ(item_->parts->scene, "res://enemy.tscn");
  despawn.net_id = 99;
  begin(CommandType::despawn, 5);
  pass(&multiplayer::PacketSink::despawn, std::as_const(despawn));
  EXPECT_STREQ(item_->parts->node, "#99");
  EXPECT_EQ(item_->parts->kin, nullptr);
}

TEST_F(Facts, WithoutAKnownSceneItsNumberDistinguishesIt) {
  names::remove_source(project);
  multiplayer::Despawn despawn;
  despawn.net_id = 40;
  const char* first = nullptr;
  for (int message = 0; message != 2; ++message) {
    begin(CommandType::despawn, 5);
    pass(&multiplayer::PacketSink::despawn, std::as_const(despawn));
    EXPECT_EQ(item_->parts->scene, nullptr);
    EXPECT_STREQ(item_->parts->kin, "scene 6 of Main/Spawner");
    if (first == nullptr) first = item_->parts->kin;
    EXPECT_EQ(item_->parts->kin, first);
  }
}

TEST_F(Facts, OfASyncAreAPartForEachValue) {
  content_[28] = 1;
  begin(CommandType::sync, 36);
  multiplayer::Sync sync;
  sync.time = 7;
  pass(&multiplayer::PacketSink::sync, std::as_const(sync));
  pass_synchronizer(4, true, 4);
  pass_synchronizer(41, false, 20);
  facts_->finish();
  ASSERT_NE(item_->sync, nullptr);
  EXPECT_EQ(item_->sync->clock, 7U);
  EXPECT_FALSE(item_->sync->delta);
  std::vector<const facts::Part*> parts;
  for (const facts::Part* part = item_->parts; part != nullptr; part = part->next) parts.push_back(part);
  ASSERT_EQ(parts.size(), 4U);
  for (std::size_t i = 0; i != parts.size(); ++i) {
    EXPECT_EQ(parts[i]->own, 4U);
    EXPECT_EQ(parts[i]->protocol, 4U) << "a half of its synchronizer's header";
    EXPECT_EQ(parts[i]->synchronizer, i / 2);
    EXPECT_EQ(parts[i]->age, -1) << "the transit is not known";
  }
  EXPECT_STREQ(parts[0]->node, "Main/Clock/Sync");
  EXPECT_STREQ(parts[0]->member, "always #0");
  EXPECT_STREQ(parts[1]->member, "always #1");
  EXPECT_TRUE(parts[0]->by_path);
  EXPECT_STREQ(parts[2]->node, "Main/World/Enemy3");
  EXPECT_EQ(parts[2]->member, parts[0]->member) << "interned";
  EXPECT_STREQ(parts[2]->scene, "res://enemy.tscn");
  EXPECT_EQ(parts[2]->net_id, 41U);
  EXPECT_EQ(parts[0]->digest, parts[1]->digest) << "equal bytes";
  EXPECT_NE(parts[0]->digest, parts[2]->digest);
  EXPECT_EQ(item_->own, 16U);
  EXPECT_EQ(item_->protocol, 20U);
}

TEST_F(Facts, ChangesAreNamedByTheirIndexes) {
  begin(CommandType::sync, 36);
  multiplayer::Sync sync;
  sync.delta = true;
  pass(&multiplayer::PacketSink::sync, std::as_const(sync));
  multiplayer::SyncObject changes = object(4, true);
  changes.delta = true;
  changes.indexes = 0b101;
  changes.values_begin = 12;
  pass(&multiplayer::PacketSink::sync_begin, std::as_const(changes));
  pass_value(12, 16);
  pass_value(16, 20);
  changes.complete = true;
  pass(&multiplayer::PacketSink::sync_end, std::as_const(changes));
  EXPECT_STREQ(item_->parts->member, "on change #0");
  EXPECT_STREQ(item_->parts->next->member, "on change #2");
}

/// The project's list of properties must have as many as there are values; of changes, as many as the highest index
/// says.
TEST_F(Facts, PropertiesHaveTheirNamesIfTheListFits) {
  const auto members = [&](int properties, bool delta, std::uint64_t indexes = 0, bool complete = true) {
    project.property_count = properties;
    begin(CommandType::sync, 36);
    multiplayer::Sync sync;
    sync.delta = delta;
    pass(&multiplayer::PacketSink::sync, std::as_const(sync));
    multiplayer::SyncObject values = object(4, true);
    values.delta = delta;
    values.indexes = indexes;
    values.values_begin = 12;
    pass(&multiplayer::PacketSink::sync_begin, std::as_const(values));
    pass_value(12, 16);
    pass_value(16, 20);
    values.values = 2;
    values.complete = complete;
    pass(&multiplayer::PacketSink::sync_end, std::as_const(values));
    std::string text;
    for (const facts::Part* part = item_->parts; part != nullptr; part = part->next)
      text += (text.empty() ? "" : ", ") + std::string(part->member != nullptr ? part->member : "none");
    return text;
  };
  EXPECT_EQ(members(2, false), "position, rotation");
  EXPECT_STREQ(item_->parts->scene, "res://clock.tscn");
  EXPECT_EQ(members(3, false), "always #0, always #1");
  EXPECT_EQ(item_->parts->scene, nullptr);
  EXPECT_EQ(members(1, false), "always #0, always #1");
  EXPECT_EQ(members(3, true, 0b101), "armor, team");
  EXPECT_EQ(members(4, true, 0b101), "armor, team") << "others have not changed";
  EXPECT_EQ(members(2, true, 0b101), "on change #0, on change #2");
  EXPECT_EQ(members(4, true, 0b100), "team, none") << "a value more than there are indexes";
  EXPECT_EQ(members(2, false, 0, false), "none, none") << "some are not captured";
}

/// Bit i of the mask means property i and i + 64: the sender has one value for each bit, or the values of all of them.
TEST_F(Facts, OfMoreThan64PropertiesAllThatABitMeansAreNamed) {
  const auto members = [&](int properties, std::uint64_t indexes, unsigned sent) {
    project.property_count = properties;
    begin(CommandType::sync, 12 + 4 * sent);
    multiplayer::Sync sync;
    sync.delta = true;
    pass(&multiplayer::PacketSink::sync, std::as_const(sync));
    multiplayer::SyncObject values = object(4, true);
    values.delta = true;
    values.indexes = indexes;
    values.values_begin = 12;
    pass(&multiplayer::PacketSink::sync_begin, std::as_const(values));
    for (unsigned i = 0; i != sent; ++i) pass_value(12 + 4 * i, 16 + 4 * i);
    values.values = sent;
    values.complete = true;
    pass(&multiplayer::PacketSink::sync_end, std::as_const(values));
    std::string text;
    for (const facts::Part* part = item_->parts; part != nullptr; part = part->next)
      text += (text.empty() ? "" : ", ") + std::string(part->member != nullptr ? part->member : "none");
    return text;
  };
  EXPECT_EQ(members(70, 0b1, 1), "p0 or p64");
  EXPECT_EQ(members(70, 0b1, 2), "p0, p64");
  EXPECT_EQ(members(70, 0b1, 3), "none, none, none");
  EXPECT_EQ(members(140, 0b1, 1), "p0 or p64 or p128");
  EXPECT_EQ(members(70, 1ULL << 40 | 1ULL << 5, 2), "p5 or p69, p40");
  EXPECT_EQ(members(70, 1ULL << 40 | 1ULL << 5, 3), "p5, p40, p69");
  EXPECT_EQ(members(70, 1ULL << 40, 1), "p40");
  EXPECT_EQ(members(64, 0b1, 1), "p0");
  EXPECT_EQ(members(-1, 0b1, 1), "on change #0") << "nothing shows that there are more than 64";
  EXPECT_EQ(members(-1, 0b1, 2), "none, none");
}

TEST_F(Facts, OnlyWholeValuesOfSynchronizersAreParts) {
  begin(CommandType::sync, 36);
  multiplayer::SyncObject values = object(4, true);
  values.values_begin = 12;
  pass(&multiplayer::PacketSink::sync_begin, std::as_const(values));
  pass_value(12, 16);
  pass_value(16, 20, false);
  pass_value(20, 24, true, field::godot_spawn_value);
  pass(&multiplayer::PacketSink::sync_end, std::as_const(values));
  ASSERT_NE(item_->parts, nullptr);
  EXPECT_EQ(item_->parts->own, 4U);
  EXPECT_EQ(item_->parts->next, nullptr);
}

/// Other methods and nodes may be meant.
TEST_F(Facts, NamesThatAreGuessedSayNothingOfTheKind) {
  project.certainty = names::Certainty::guessed;
  begin(CommandType::remote_call, 20);
  pass(&multiplayer::PacketSink::node, by_number(3));
  pass(&multiplayer::PacketSink::method, numbered(3));
  EXPECT_STREQ(item_->parts->member, "move?");
  EXPECT_STREQ(item_->parts->scene, "res://player.gd");
  EXPECT_EQ(item_->parts->kin, nullptr);
  multiplayer::Despawn despawn;
  despawn.net_id = 40;
  begin(CommandType::despawn, 5);
  pass(&multiplayer::PacketSink::despawn, std::as_const(despawn));
  EXPECT_STREQ(item_->parts->scene, "res://enemy.tscn?");
  EXPECT_EQ(item_->parts->kin, nullptr);
}

/// An item's bytes may be fewer than those of its parts, which a relay packed together.
TEST_F(Facts, BytesOfTheItemAreDividedIfItHasThem) {
  for (const std::uint32_t own : {18U, 19U, 25U}) {
    begin(CommandType::raw, 20);
    item_->own = own;
    facts_->finish();
    EXPECT_EQ(item_->own, own < 19 ? own : 19U);
    EXPECT_EQ(item_->protocol, own < 19 ? 0U : own - 19);
  }
}

/// Names of the first 64 are kept by their place, others are made for each message.
TEST_F(Facts, ManyNamelessPropertiesHaveEachItsIndex) {
  constexpr std::uint32_t count = 65;
  begin(CommandType::sync, 12 + 4 * count);
  const multiplayer::Sync states;
  pass(&multiplayer::PacketSink::sync, states);
  multiplayer::SyncObject many = object(4, true);
  many.begin = 4;
  many.values_begin = 12;
  pass(&multiplayer::PacketSink::sync_begin, std::as_const(many));
  for (std::uint32_t i = 0; i != count; ++i) pass_value(12 + 4 * i, 16 + 4 * i);
  many.values = count;
  many.size = 4 * count;
  many.complete = true;
  pass(&multiplayer::PacketSink::sync_end, std::as_const(many));
  const facts::Part* last = item_->parts;
  ASSERT_NE(last, nullptr);
  EXPECT_STREQ(last->member, "always #0");
  while (last->next != nullptr) last = last->next;
  EXPECT_STREQ(last->member, "always #64");
  begin(CommandType::sync, 36);
  multiplayer::Sync sync;
  sync.delta = true;
  pass(&multiplayer::PacketSink::sync, std::as_const(sync));
  multiplayer::SyncObject change = object(4, true);
  change.delta = true;
  change.indexes = 1;
  change.values_begin = 12;
  pass(&multiplayer::PacketSink::sync_begin, std::as_const(change));
  pass_value(12, 16);
  change.complete = true;
  pass(&multiplayer::PacketSink::sync_end, std::as_const(change));
  EXPECT_STREQ(item_->parts->member, "on change #0");
}

TEST_F(Facts, ASynchronizerWithoutValuesIsAPartToo) {
  begin(CommandType::sync, 12);
  multiplayer::SyncObject empty = object(77, false);
  empty.values_begin = 8;
  pass(&multiplayer::PacketSink::sync_begin, std::as_const(empty));
  pass(&multiplayer::PacketSink::sync_end, std::as_const(empty));
  ASSERT_NE(item_->parts, nullptr);
  EXPECT_STREQ(item_->parts->node, "#77");
  EXPECT_EQ(item_->parts->member, nullptr);
}

TEST_F(Facts, TheAgeOfAStateIsThatOfItsFirstPart) {
  message.transit = {.known = true, .before = 2 * millisecond, .after = 3 * millisecond};
  begin(CommandType::sync, 36);
  multiplayer::SyncObject changes = object(4, true);
  changes.delta = true;
  changes.values_begin = 12;
  pass(&multiplayer::PacketSink::sync_begin, std::as_const(changes));
  pass_value(12, 16);
  pass_value(16, 20);
  pass(&multiplayer::PacketSink::sync_end, std::as_const(changes));
  EXPECT_EQ(item_->parts->age, 5 * millisecond);
  EXPECT_FALSE(item_->parts->age_estimated);
  EXPECT_EQ(item_->parts->next->age, -1);
}

TEST_F(Facts, PeersThatLeaveAreThoseOfTheMessage) {
  multiplayer::System gone;
  gone.command = multiplayer::SystemCommand::delete_peer;
  gone.peer = green;
  begin(CommandType::system, 9);
  pass(&multiplayer::PacketSink::system, std::as_const(gone));
  EXPECT_EQ(item_->kind, facts::Kind::system);
  EXPECT_EQ(item_->route().left, green);

  multiplayer::PeerChange removed;
  removed.kind = multiplayer::PeerChange::Kind::removed;
  removed.peer = green;
  begin(CommandType::none, 9);
  pass(&multiplayer::PacketSink::peer, std::as_const(removed));
  EXPECT_EQ(item_->kind, facts::Kind::peers);
  EXPECT_EQ(item_->route().left, green);
}

TEST_F(Facts, ARelayedMessageIsForTheClientOfItsLink) {
  begin(CommandType::raw, 12);
  multiplayer::Command inside;
  inside.type = CommandType::raw;
  inside.relayed = true;
  multiplayer::System relay;
  relay.command = multiplayer::SystemCommand::relay;
  relay.peer = green;
  pass(&multiplayer::PacketSink::system, std::as_const(relay));
  pass(&multiplayer::PacketSink::command, std::as_const(inside));
  EXPECT_TRUE(item_->route().relayed);
  EXPECT_EQ(item_->route().source, green);
  EXPECT_EQ(item_->route().target, red);
  EXPECT_EQ(item_->route().hop_source, server);
  EXPECT_FALSE(item_->route().is_first_hop());
  EXPECT_EQ(item_->route().receiver(), red);
}

TEST_F(Facts, AMessageToBeRelayedIsForAnotherClient) {
  begin(CommandType::raw, 12, End::first);
  multiplayer::System relay;
  relay.command = multiplayer::SystemCommand::relay;
  relay.peer = green;
  pass(&multiplayer::PacketSink::system, std::as_const(relay));
  EXPECT_TRUE(item_->route().relayed);
  EXPECT_EQ(item_->route().source, red);
  EXPECT_EQ(item_->route().target, green);
  EXPECT_TRUE(item_->route().target_known);
  EXPECT_EQ(item_->route().hop_target, server);
}

/// Of Godot 3: a header names both ends.
TEST_F(Facts, AMessageWithAHeaderIsForItsTarget) {
  begin(CommandType::raw, 12);
  multiplayer::Header header;
  header.source = green;
  header.target = 0;
  pass(&multiplayer::PacketSink::header, std::as_const(header));
  EXPECT_TRUE(item_->route().relayed);
  EXPECT_EQ(item_->route().source, green);
  EXPECT_EQ(item_->route().target, 0) << "everyone";
  EXPECT_EQ(item_->route().hop_target, red);
}

TEST_F(Facts, AMessageInFragmentsHasNoBytesOfItsOwn) {
  begin(CommandType::raw, 20);
  item_->message = 5;
  item_->own = 0;
  facts_->finish();
  EXPECT_EQ(item_->parts->own, 19U);
  EXPECT_EQ(item_->own, 0U);
}

TEST_F(Facts, HaveTheNamesOfThePeersThatHaveOne) {
  const Peers& peers = game.to_red.godot->peers;
  game.state.peer_names.add(peers, red, "Rosa", 10);
  begin(CommandType::raw, 20);
  facts_->finish();
  facts_->identify();
  EXPECT_EQ(item_->route().session, peers.session());
  EXPECT_EQ(item_->route().source_name, nullptr) << "the server";
  EXPECT_STREQ(item_->route().target_name, "Rosa");
  EXPECT_EQ(item_->route().hop_target_name, item_->route().target_name);
  EXPECT_EQ(item_->route().target_name, names_.keep("Rosa"));
  begin(CommandType::raw, 20, End::first);
  facts_->identify();
  EXPECT_STREQ(item_->route().source_name, "Rosa");
  EXPECT_EQ(item_->route().target_name, nullptr);
  // To everyone but red; an id without an opposite names nobody.
  begin(CommandType::raw, 20);
  collection_->route(*item_).target = -red;
  facts_->identify();
  EXPECT_STREQ(item_->route().target_name, "Rosa");
  collection_->route(*item_).target = std::numeric_limits<PeerId>::min();
  facts_->identify();
  EXPECT_EQ(item_->route().target_name, nullptr);
}

TEST(Names, AreInternedAndCutToALimit) {
  facts::InternedNames names;
  EXPECT_EQ(names.keep(nullptr), nullptr);
  const std::string text = "Main";
  const char* kept = names.keep(text.c_str());
  EXPECT_EQ(names.keep("Main"), kept);
  EXPECT_NE(kept, text.c_str());
  const std::string most(1023, 'x');
  EXPECT_EQ(names.keep((most + "\u00e9 and more").c_str()), most + "\u2026") << "no half of a character";
}

TEST(Names, APropertyWithoutOneHasItsNumberInItsList) {
  using names::PropertyList;
  facts::InternedNames names;
  EXPECT_STREQ(names.nameless(PropertyList::spawn, 0), "spawn #0");
  EXPECT_STREQ(names.nameless(PropertyList::always, 63), "always #63");
  EXPECT_STREQ(names.nameless(PropertyList::on_change, 64), "on change #64");
  for (const std::uint32_t number : {3U, 64U})
    EXPECT_EQ(names.nameless(PropertyList::always, number), names.keep(("always #" + std::to_string(number)).c_str()));
}

TEST(Names, OfAnObjectAreMadeOnce) {
  facts::InternedNames names;
  const int object = 0;
  int made = 0;
  const auto name_of = [&](const void* of, const char* text) {
    return names.of(of, [&] {
      ++made;
      return text;
    });
  };
  EXPECT_STREQ(name_of(&object, "\u2026/Enemy"), "\u2026/Enemy") << "its path is not known yet";
  EXPECT_STREQ(name_of(&object, "Main/Enemy"), "Main/Enemy");
  EXPECT_EQ(made, 2);
  EXPECT_EQ(name_of(&object, "Main/Other"), names.keep("Main/Enemy"));
  EXPECT_EQ(made, 2);
  EXPECT_STREQ(name_of(nullptr, "Main/Enemy"), "Main/Enemy");
  EXPECT_STREQ(name_of(nullptr, "Main/Other"), "Main/Other") << "null is no object";
}

TEST(Collections, HaveProblemsAndValuesOfAnItem) {
  Memories memories;
  facts::InternedNames names;
  facts::Collection collection(memories.arena(), names);
  collection.begin(facts::Transport::enet);
  facts::Item& item = collection.add(facts::Kind::sync);
  const std::string node = "Main/Ball";
  const std::string member = "position";
  collection.add_problem(item, {.kind = "held", .cause = "lost before"});
  collection.add_problem(item,
                         {.kind = "not_allowed", .cause = "nobody", .node = node.c_str(), .member = member.c_str()});
  const facts::Problem* last = item.problems;
  ASSERT_NE(last, nullptr);
  EXPECT_STREQ(last->kind, "not_allowed");
  EXPECT_EQ(last->node, names.keep("Main/Ball"));
  EXPECT_EQ(last->member, names.keep("position"));
  ASSERT_NE(last->next, nullptr);
  EXPECT_STREQ(last->next->cause, "lost before");
  EXPECT_EQ(last->next->node, nullptr);
  EXPECT_EQ(last->next->next, nullptr);

  const facts::Value value = {.node = node.c_str(), .member = names.keep("position"), .text = "Vector2(1, 2)"};
  collection.add_value(item, value);
  EXPECT_EQ(item.values, nullptr) << "no listener needs texts";
  collection.with_texts = true;
  collection.add_value(item, {.member = value.member, .text = "1"});
  EXPECT_EQ(item.values, nullptr) << "of an unknown node";
  collection.add_value(item, value);
  ASSERT_NE(item.values, nullptr);
  EXPECT_EQ(item.values->node, names.keep("Main/Ball"));
  EXPECT_EQ(item.values->member, value.member);
  EXPECT_EQ(item.values->text, value.text);
  const std::string other = "Main/Ship";
  collection.add_value(item, {.node = other.c_str(), .member = value.member, .text = "2"});
  EXPECT_EQ(item.values->node, names.keep("Main/Ship"));
  collection.add_value(item, value);
  EXPECT_EQ(item.values->node, names.keep("Main/Ball")) << "after another node's value";
  collection.part(item).node = names.keep("Main/Part");
  const std::string of_part = "Main/Part";
  collection.add_value(item, {.node = of_part.c_str(), .member = value.member, .text = "3"});
  EXPECT_EQ(item.values->node, names.keep("Main/Part"));
  const facts::Snapshot& snapshot = collection.snapshot({.diff = true, .tick = 7});
  EXPECT_TRUE(snapshot.diff);
  EXPECT_EQ(snapshot.tick, 7U);
}

TEST(Collections, HaveTheirPartsInOrder) {
  Memories memories;
  facts::InternedNames names;
  facts::Collection collection(memories.arena(), names);
  collection.begin(facts::Transport::enet);
  facts::Item& first = collection.add(facts::Kind::raw);
  EXPECT_EQ(first.parts, nullptr);
  EXPECT_EQ(&first.route(), &facts::no_route);
  EXPECT_EQ(&first.fate(), &facts::no_fate);
  facts::Part& one = collection.part(first);
  facts::Part& two = collection.part(first);
  facts::Item& second = collection.add(facts::Kind::sync);
  facts::Part& other = collection.part(second);
  EXPECT_EQ(first.parts, &one);
  EXPECT_EQ(one.next, &two);
  EXPECT_EQ(two.next, nullptr);
  EXPECT_EQ(second.parts, &other);
  EXPECT_EQ(first.next, &second);
  EXPECT_EQ(&collection.route(first), &collection.route(first));
  EXPECT_EQ(&first.route(), &collection.route(first));
  EXPECT_EQ(collection.texts(first), nullptr) << "not needed";
  collection.with_texts = true;
  EXPECT_NE(collection.texts(first), nullptr);
  facts::Envelope& next = collection.begin(facts::Transport::websocket);
  EXPECT_EQ(collection.frame().envelopes->next, &next);
}

}  // namespace
}  // namespace godot::analysis::account

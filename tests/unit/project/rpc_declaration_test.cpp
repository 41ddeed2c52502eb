// SPDX-License-Identifier: MIT
// What stands above a method, as each language and generation writes it.
#include <gtest/gtest.h>

#include "plugin/analysis/project/project_source.h"
#include "plugin/analysis/project/rpc_declaration.h"
#include "tests/unit/project/folder.h"

using namespace godot::plugin;
using godot::project::read_rpc_declaration;
using names::Callers;
using names::Declaration;
using names::Transfer;

namespace {

struct Row {
  const char* text;
  Callers callers;
  const char* mode;
  Transfer transfer;
  int channel;
  bool call_local;
};

constexpr Row rows[] = {
    {"", Callers::authority, "authority", Transfer::reliable, 0, false},
    {R"("any_peer")", Callers::anybody, "any_peer", Transfer::reliable, 0, false},
    {R"("any_peer", "call_local", "unreliable", 3)", Callers::anybody, "any_peer", Transfer::unreliable, 3, true},
    {R"("unreliable_ordered", "call_remote", "authority", 12)", Callers::authority, "authority",
     Transfer::unreliable_ordered, 12, false},
    {"&\"any_peer\"", Callers::anybody, "any_peer", Transfer::reliable, 0, false},
    {"MultiplayerApi.RpcMode.AnyPeer, CallLocal = true, TransferMode = "
     "MultiplayerPeer.TransferModeEnum.UnreliableOrdered, TransferChannel = 2",
     Callers::anybody, "any_peer", Transfer::unreliable_ordered, 2, true},
    {"MultiplayerApi.RpcMode.Authority, CallLocal = false", Callers::authority, "authority", Transfer::reliable, 0,
     false},
    {"MultiplayerApi.RpcMode.Disabled", Callers::nobody, "disabled", Transfer::reliable, 0, false},
    {"remote", Callers::anybody, "remote", Transfer::unknown, -1, false},
    {"puppetsync", Callers::authority, "puppetsync", Transfer::unknown, -1, false},
    {"master", Callers::toward_authority, "master", Transfer::unknown, -1, false},
};

TEST(RpcDeclaration, ReadsEachForm) {
  for (const Row& row : rows) {
    const Declaration declared = read_rpc_declaration(row.text);
    EXPECT_EQ(declared.callers, row.callers) << row.text;
    EXPECT_STREQ(declared.mode, row.mode) << row.text;
    EXPECT_EQ(declared.transfer, row.transfer) << row.text;
    EXPECT_EQ(declared.channel, row.channel) << row.text;
    EXPECT_EQ(declared.call_local, row.call_local) << row.text;
  }
}

TEST(RpcDeclaration, SaysNothingOfNamesThatItDoesNotKnow) {
  for (const char* text : {"MODE", "\"any_peer\", CHANNEL", "Settings.Mode(3)", "\"anypeer\""}) {
    EXPECT_FALSE(read_rpc_declaration(text)) << text;
  }
}

struct Game {
  explicit Game(const char* script) {
    folder.write("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    folder.write("main.tscn",
                 "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n"
                 "[node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n");
    folder.write("main.gd", script);
    source.refresh({folder.path().string()});
  }
  [[nodiscard]] Declaration declared(const char* method) const { return source.declaration({.path = "Main"}, method); }

  godot::test::Folder folder;
  ProjectSource source;
};

TEST(RpcDeclaration, IsThatOfTheNodesScript) {
  const Game game("@rpc(\"any_peer\", \"unreliable\") func aim(): pass\n@rpc func fire(): pass\nfunc plain(): pass\n");
  EXPECT_STREQ(game.declared("aim").mode, "any_peer");
  EXPECT_EQ(game.declared("aim").transfer, Transfer::unreliable);
  EXPECT_STREQ(game.declared("fire").mode, "authority");
  EXPECT_FALSE(game.declared("plain"));
  EXPECT_TRUE(game.source.authority_never_set({.path = "Main"}));
}

TEST(RpcDeclaration, IsNotKnownWhereAScriptConfiguresIt) {
  const Game game("@rpc func fire(): pass\nfunc _ready():\n\trpc_config(\"fire\", {})\n");
  EXPECT_FALSE(game.declared("fire"));
}

TEST(RpcDeclaration, KnowsWhetherAnybodySetsAnAuthority) {
  const Game game("func own(peer):\n\tset_multiplayer_authority(peer)\n");
  EXPECT_FALSE(game.source.authority_never_set({.path = "Main"}));
}

}  // namespace

// SPDX-License-Identifier: MIT
// Declarations above a method, in each language and generation.
#include <gtest/gtest.h>

#include "project/answers/project_source.h"
#include "project/scripts/rpc_declaration.h"
#include "project/scripts/script.h"
#include "tests/unit/project/checksum_of.h"
#include "tests/unit/project/folder.h"

using namespace godot::analysis;
using godot::analysis::names::Callers;
using godot::analysis::names::Declaration;
using godot::analysis::names::Transfer;
using godot::analysis::project::read_rpc_declaration;
using godot::analysis::project::read_rpc_settings;

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
    {R"("any_peer", "reliable", "call_remote", 1 << 2)", Callers::anybody, "any_peer", Transfer::reliable, 4, false},
    {R"("any_peer", "reliable", "call_remote", 10 / 2,)", Callers::anybody, "any_peer", Transfer::reliable, 5, false},
    {R"("any_peer", "reliable", "call_remote", (7 - 1))", Callers::anybody, "any_peer", Transfer::reliable, 6, false},
    {R"("any_peer", "reliable", "call_remote", 1 + 1)", Callers::anybody, "any_peer", Transfer::reliable, 2, false},
    {R"("any_peer", "reliable", "call_remote", 0b11)", Callers::anybody, "any_peer", Transfer::reliable, 3, false},
    {R"("any_peer", "reliable", "call_remote", 0_2)", Callers::anybody, "any_peer", Transfer::reliable, 2, false},
    {R"("any_peer", "reliable", "call_remote", 65535)", Callers::anybody, "any_peer", Transfer::reliable, 65535, false},
    {R"("any_peer", "reliable", "call_remote", 65536)", Callers::anybody, "any_peer", Transfer::reliable, -1, false},
    {R"("any_peer", "reliable", "call_remote", 0)", Callers::anybody, "any_peer", Transfer::reliable, 0, false},
    {R"(7, "any_peer")", Callers::anybody, "any_peer", Transfer::reliable, 7, false},
    {R"("any_peer", (3))", Callers::anybody, "any_peer", Transfer::reliable, 3, false},
    {"TransferChannel=2, CallLocal=true", Callers::authority, "authority", Transfer::reliable, 2, true},
    {"CallLocal=false, TransferChannel=2", Callers::authority, "authority", Transfer::reliable, 2, false},
    // What only the engine can evaluate is not known, and the rest still is.
    {R"("any_peer", "reliable", "call_remote", Lane.FAST)", Callers::anybody, "any_peer", Transfer::reliable, -1,
     false},
    {R"("any_peer", "reliable", "call_remote", CHAT + 1)", Callers::anybody, "any_peer", Transfer::reliable, -1, false},
    {R"("any_peer", "reliable", "call_remote", 1 / 0)", Callers::anybody, "any_peer", Transfer::reliable, -1, false},
    {R"("any_peer", "reliable", "call_remote", 1 - 2)", Callers::anybody, "any_peer", Transfer::reliable, -1, false},
    {"r\"unreliable\", 'any_peer'", Callers::anybody, "any_peer", Transfer::unreliable, 0, false},
    {R"("""unreliable""")", Callers::authority, "authority", Transfer::unreliable, 0, false},
    {"MultiplayerApi.RpcMode.AnyPeer, TransferChannel = 1 + 2", Callers::anybody, "any_peer", Transfer::reliable, 3,
     false},
    {"TransferChannel = Channels.Chat", Callers::authority, "authority", Transfer::reliable, -1, false},
    {"&\"any_peer\"", Callers::anybody, "any_peer", Transfer::reliable, 0, false},
    {"MultiplayerApi.RpcMode.AnyPeer, CallLocal = true, TransferMode = "
     "MultiplayerPeer.TransferModeEnum.UnreliableOrdered, TransferChannel = 2",
     Callers::anybody, "any_peer", Transfer::unreliable_ordered, 2, true},
    {"MultiplayerApi.RpcMode.Authority, CallLocal = false", Callers::authority, "authority", Transfer::reliable, 0,
     false},
    {"MultiplayerApi.RpcMode.Disabled", Callers::none, "disabled", Transfer::reliable, 0, false},
    {"remote", Callers::anybody, "remote", Transfer::unknown, -1, false},
    {"puppetsync", Callers::authority, "puppetsync", Transfer::unknown, -1, false},
    {"master", Callers::toward_authority, "master", Transfer::unknown, -1, false},
};

void expect(const Row& row, const Declaration& declared) {
  EXPECT_EQ(declared.callers, row.callers) << row.text;
  EXPECT_STREQ(declared.mode, row.mode) << row.text;
  EXPECT_EQ(declared.transfer, row.transfer) << row.text;
  EXPECT_EQ(declared.channel, row.channel) << row.text;
  EXPECT_EQ(declared.call_local, row.call_local) << row.text;
}

TEST(RpcDeclaration, ReadsEachForm) {
  for (const Row& row : rows) expect(row, read_rpc_declaration(row.text));
}

TEST(RpcDeclaration, IgnoresUnknownNames) {
  for (const char* text : {"MODE", "\"any_peer\", CHANNEL", "Settings.Mode(3)", "\"anypeer\""}) {
    EXPECT_FALSE(read_rpc_declaration(text)) << text;
  }
}

constexpr Row settings[] = {
    {"{}", Callers::authority, "authority", Transfer::reliable, 0, false},
    {R"({"rpc_mode":MultiplayerAPI.RPC_MODE_ANY_PEER,"channel":12,})", Callers::anybody, "any_peer", Transfer::reliable,
     12, false},
    {R"({&"rpc_mode":2,"transfer_mode":MultiplayerPeer.TRANSFER_MODE_UNRELIABLE,"call_local":true})",
     Callers::authority, "authority", Transfer::unreliable, 0, true},
    {R"({"rpc_mode":1,"channel":1+1})", Callers::anybody, "any_peer", Transfer::reliable, 2, false},
    {R"({"rpc_mode":1,"channel":Chan.CHAT})", Callers::anybody, "any_peer", Transfer::reliable, -1, false},
    {"{'rpc_mode':1,'channel':3}", Callers::anybody, "any_peer", Transfer::reliable, 3, false},
    {"{rpc_mode=0,transfer_mode=1}", Callers::none, "disabled", Transfer::unreliable_ordered, 0, false},
    {"MultiplayerAPI.RPC_MODE_PUPPET", Callers::authority, "puppet", Transfer::unknown, -1, false},
    {"RPC_MODE_MASTERSYNC", Callers::toward_authority, "mastersync", Transfer::unknown, -1, false},
};

TEST(RpcSettings, AreReadInEachForm) {
  for (const Row& row : settings) expect(row, read_rpc_settings(row.text));
}

TEST(RpcSettings, IgnoreValuesThatAreNotConstant) {
  for (const char* text : {"", "{", "}", "{\"rpc_mode\"}", "{\"rpc_mode\":mode}", "{\"mode\":1}",
                           "{\"rpc_mode\":f(1,2)}", "{\"rpc_mode\":1}if(a)else{}", "MODE", "3"}) {
    EXPECT_FALSE(read_rpc_settings(text)) << text;
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
  EXPECT_FALSE(game.source.authority_never_set({.path = "Elsewhere"})) << "it may be another project's";
}

TEST(RpcDeclaration, IsThatOfTheClassThatReplacesAMethod) {
  Game game("extends \"base.gd\"\n@rpc(\"authority\") func fire(): pass\n");
  game.folder.write("base.gd", "@rpc(\"any_peer\") func fire(): pass\n@rpc(\"any_peer\") func aim(): pass\n");
  game.source.refresh({game.folder.path().string()});
  const std::string list = godot::test::checksum_of({"aim", "fire"});
  const godot::analysis::names::Node here = {.path = "Main", .rpc_md5 = list.c_str()};
  EXPECT_STREQ(game.source.declaration(here, "fire").mode, "authority");
  EXPECT_STREQ(game.source.declaration(here, "aim").mode, "any_peer");
  // Both scripts have this list, and nothing says which of them another node has.
  const godot::analysis::names::Node elsewhere = {.path = "Elsewhere", .rpc_md5 = list.c_str()};
  EXPECT_FALSE(game.source.declaration(elsewhere, "fire"));
  EXPECT_STREQ(game.source.declaration(elsewhere, "aim").mode, "any_peer");
}

TEST(RpcDeclaration, IsNotKnownWhereScriptsAreReplacedAtRunTime) {
  Game game("extends \"base.gd\"\n@rpc(\"authority\") func fire(): pass\nfunc swap(): set_script(null)\n");
  game.folder.write("base.gd", "@rpc(\"any_peer\") func fire(): pass\n");
  game.source.refresh({game.folder.path().string()});
  const std::string list = godot::test::checksum_of({"fire"});
  EXPECT_FALSE(game.source.declaration({.path = "Main", .rpc_md5 = list.c_str()}, "fire"));
}

TEST(RpcDeclaration, IsNotKnownWhereAScriptConfiguresIt) {
  const Game game("@rpc func fire(): pass\nfunc _ready():\n\trpc_config(\"fire\", {})\n");
  EXPECT_FALSE(game.declared("fire"));
  // A call by the script's own number gets what the annotation says.
  EXPECT_STREQ(game.source.declaration({.path = "Main", .own_method = true}, "fire").mode, "authority");
}

TEST(RpcSettings, AreThoseOfTheNodesScript) {
  const Game game(
      "const ANY = {\"rpc_mode\": MultiplayerAPI.RPC_MODE_ANY_PEER}\nvar other = {}\nfunc fire(): pass\nfunc "
      "_ready():\n"
      "\trpc_config(\"fire\", {\"rpc_mode\": MultiplayerAPI.RPC_MODE_DISABLED})\n\trpc_config(\"aim\", ANY)\n"
      "\trpc_config(\"turn\", other)\n\trpc_config(\"stop\", ANY)\n\trpc_config(\"stop\", {})\n"
      "\tfor each in [\"left\", \"right\"]:\n\t\trpc_config(each, ANY)\n");
  EXPECT_STREQ(game.declared("fire").mode, "disabled");
  for (const char* method : {"aim", "left", "right"}) EXPECT_STREQ(game.declared(method).mode, "any_peer") << method;
  EXPECT_FALSE(game.declared("turn")) << "a variable";
  EXPECT_FALSE(game.declared("stop")) << "in two ways";
}

TEST(RpcSettings, AreNotKnownWhereNotAllCanBeRead) {
  for (const char* more : {"rpc_config(name, {})", "rpc_config(Names.FIRE, {})", "$Other.rpc_config(\"fire\", {})",
                           "call(\"rpc_config\", \"fire\", {})"}) {
    const Game game(
        (std::string("func fire(): pass\nfunc set_up(name):\n\trpc_config(\"fire\", {\"rpc_mode\": 1})\n\t") + more +
         "\n")
            .c_str());
    EXPECT_FALSE(game.declared("fire")) << more;
  }
}

TEST(RpcDeclaration, KnowsWhetherAnybodySetsAnAuthority) {
  const Game game("func own(peer):\n\tset_multiplayer_authority(peer)\n");
  EXPECT_FALSE(game.source.authority_never_set({.path = "Main"}));
}

TEST(RpcDeclaration, KnowsWhoseAuthorityIsSet) {
  const auto gives = [](const char* script) {
    const godot::analysis::project::Script read = godot::analysis::project::read_gdscript(script);
    return read.sets_authority ? (read.gives_others ? "others" : "own") : "nobody";
  };
  for (const char* own : {"set_multiplayer_authority(7)", "self.set_multiplayer_authority(7)",
                          "$Sync.set_multiplayer_authority(7)", "$Body/Sync.set_multiplayer_authority(7)"})
    EXPECT_STREQ(gives((std::string("func own():\n\t") + own + "\n").c_str()), "own") << own;
  for (const char* others : {"ball.set_multiplayer_authority(7)", "get_parent().set_multiplayer_authority(7)",
                             "$\"../Ball\".set_multiplayer_authority(7)", "$A/../../B.set_multiplayer_authority(7)",
                             "%Ball.set_multiplayer_authority(7)", "call(\"set_multiplayer_authority\", 7)",
                             "$Sync.root.set_multiplayer_authority(7)", "self.ball.set_multiplayer_authority(7)",
                             "all[0].set_multiplayer_authority(7)"})
    EXPECT_STREQ(gives((std::string("func own():\n\t") + others + "\n").c_str()), "others") << others;
  EXPECT_STREQ(gives("func own():\n\tpass\n"), "nobody");
}

/// Whether a node may be one peer's, and a synchronizer below it another's.
TEST(Authority, ThatMayBeSplit) {
  const auto splits = [](const char* body) {
    const Game game((std::string("func own(peer):\n\t") + body + "\n").c_str());
    return game.source.authority_may_be_split({.path = "Main"});
  };
  for (const char* body : {"pass", "set_multiplayer_authority(7)", "$Sync.set_multiplayer_authority(7)",
                           "set_multiplayer_authority(int(peer), true)", "set_multiplayer_authority(int([1, 2][0]))",
                           "ball.set_multiplayer_authority(7)", "$A.set_multiplayer_authority(7, true)"})
    EXPECT_FALSE(splits(body)) << body;
  for (const char* body : {"set_multiplayer_authority(7)\n\t$Sync.set_multiplayer_authority(1)",
                           "$Sync.set_multiplayer_authority(1)\n\tself.set_multiplayer_authority(7)",
                           "set_multiplayer_authority(int(peer), false)", "set_multiplayer_authority(max(1, 2), deep)",
                           "a.set_multiplayer_authority(7)\n\tb.set_multiplayer_authority(1)",
                           "a.set_multiplayer_authority(7)\n\t$Sync.set_multiplayer_authority(1)",
                           "set_multiplayer_authority(7)\n\tinput.set_multiplayer_authority(1)"})
    EXPECT_TRUE(splits(body)) << body;
  const auto csharp = godot::analysis::project::read_csharp("class A { void F() { SetMultiplayerAuthority(7); } }");
  EXPECT_TRUE(csharp.sets_authority);
  EXPECT_TRUE(csharp.gives_others) << "for which node is not read";
  EXPECT_EQ(csharp.other_gifts, 1U);
}

TEST(Authority, ThatIsChangedInReady) {
  const auto in_ready = [](const char* script) {
    return godot::analysis::project::read_gdscript(script).gives_in_ready;
  };
  EXPECT_TRUE(in_ready("func _ready() -> void:\n\tset_multiplayer_authority(7)\n"));
  EXPECT_TRUE(in_ready("func _ready():\n\tvar f = func(id): print(id)\n\t$Sync.set_multiplayer_authority(7)\n"));
  EXPECT_FALSE(in_ready("func _enter_tree():\n\tset_multiplayer_authority(7)\nfunc _ready():\n\tpass\n"));
  EXPECT_FALSE(in_ready("func _ready():\n\tpass\nfunc other():\n\tset_multiplayer_authority(7)\n"));
}

TEST(SyncLimit, IsWhatScriptsSet) {
  const auto gdscript = [](const char* script) { return godot::analysis::project::read_gdscript(script); };
  EXPECT_FALSE(gdscript("func a():\n\tprint(multiplayer.max_sync_packet_size)\n").sets_sync_limit);
  EXPECT_FALSE(gdscript("func a():\n\tif multiplayer.max_sync_packet_size == 500: pass\n").sets_sync_limit);
  EXPECT_EQ(gdscript("func a():\n\tmultiplayer.max_sync_packet_size = 500 # bytes\n").sync_limit, 500);
  EXPECT_EQ(gdscript("func a():\n\tmultiplayer.set(\"max_sync_packet_size\", 2 * 350)\n").sync_limit, 700);
  for (const char* unknown : {"func a(n):\n\tmultiplayer.max_sync_packet_size = n\n",
                              "func a():\n\tmultiplayer.max_sync_packet_size = 500\n"
                              "\tmultiplayer.max_sync_packet_size = 600\n"}) {
    EXPECT_TRUE(gdscript(unknown).sets_sync_limit);
    EXPECT_EQ(gdscript(unknown).sync_limit, -1) << unknown;
  }
  EXPECT_EQ(godot::analysis::project::read_csharp("class A { void B() { api.MaxSyncPacketSize = 500; } }").sync_limit,
            500);
}

}  // namespace

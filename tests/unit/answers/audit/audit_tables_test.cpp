// SPDX-License-Identifier: MIT
#include "answers/audit/audit_tables.h"

#include <gtest/gtest.h>

#include <string>

#include "answers/tables/table_output.h"

namespace godot::analysis::audit {
namespace {

/// The first row, as programs read it.
std::string row_of(const report::Report& report) { return report::json_object(report, report.rows[0]); }

std::string reasons_of(const report::Report& report) {
  std::string reasons;
  for (const report::NotJudged& each : report.not_judged) reasons += std::string(each.reason) + " ";
  return reasons;
}

/// The audit of a project with one synchronizer.
project::Audit states(std::uint32_t always, std::uint32_t on_change, project::ByteRange values, double interval) {
  project::Audit audit;
  audit.synchronizers.push_back({.scene = "res://player.tscn",
                                 .node = "Player/Sync",
                                 .always = always,
                                 .on_change = on_change,
                                 .values = values,
                                 .interval = interval});
  return audit;
}

project::OpenMethod fire_in_line(unsigned line) {
  project::OpenMethod fire;
  fire.script = "res://player.gd";
  fire.name = "fire";
  fire.line = line;
  fire.mode = "any_peer";
  return fire;
}

project::Audit with(const project::OpenMethod& method) {
  project::Audit audit;
  audit.open_methods.push_back(method);
  return audit;
}

TEST(AuditTables, LevelsHaveNames) {
  project::Audit audit;
  for (const auto level : {project::Level::fault, project::Level::risk, project::Level::cost})
    audit.findings.push_back({.level = level, .kind = "many_scenes", .place = "res://main.tscn", .text = "Two."});
  const report::Report report = findings(audit);
  ASSERT_EQ(report.rows.size(), 3U);
  EXPECT_EQ(row_of(report), R"({"level": "fault", "kind": "many_scenes", "place": "res://main.tscn", "text": "Two."})");
  EXPECT_EQ(report.rows[1][0].text, "risk");
  EXPECT_EQ(report.rows[2][0].text, "cost");
}

/// A state has eight bytes before its values: its number and their size.
TEST(AuditTables, BytesOfAStateAndItsRate) {
  EXPECT_EQ(row_of(synchronizers(states(2, 1, {.least = 16, .most = 24}, 0.25))),
            R"({"scene": "res://player.tscn", "node": "Player/Sync", "always": 2, "on_change": 1, )"
            R"("state_least": 24, "state_most": 32, "interval": 250.0, )"
            R"("per_second_least": 96.0, "per_second_most": 128.0})");
}

TEST(AuditTables, TextsHaveNoGreatestSize) {
  EXPECT_EQ(row_of(synchronizers(states(1, 0, {.least = 8, .most = 8, .is_bounded = false}, 0.5))),
            R"({"scene": "res://player.tscn", "node": "Player/Sync", "always": 1, "on_change": 0, )"
            R"("state_least": 16, "state_most": null, "interval": 500.0, )"
            R"("per_second_least": 32.0, "per_second_most": null})");
}

TEST(AuditTables, AStateInEachFrameHasNoRate) {
  EXPECT_EQ(row_of(synchronizers(states(1, 0, {.least = 4, .most = 4}, 0))),
            R"({"scene": "res://player.tscn", "node": "Player/Sync", "always": 1, "on_change": 0, )"
            R"("state_least": 12, "state_most": 12, "interval": null, )"
            R"("per_second_least": null, "per_second_most": null})");
}

TEST(AuditTables, PropertiesOnChangeAloneMakeNoState) {
  EXPECT_EQ(row_of(synchronizers(states(0, 3, {}, 0.5))),
            R"({"scene": "res://player.tscn", "node": "Player/Sync", "always": 0, "on_change": 3, )"
            R"("state_least": null, "state_most": null, "interval": null, )"
            R"("per_second_least": null, "per_second_most": null})");
}

TEST(AuditTables, AMethodThatAnyPeerMayCall) {
  project::OpenMethod fire = fire_in_line(12);
  fire.has_body = true;
  fire.body.assigned = {"ammo", "health"};
  fire.body.called = {"queue_free"};
  EXPECT_EQ(row_of(open_methods(with(fire))),
            R"({"script": "res://player.gd", "line": 12, "method": "fire", "declared": "any_peer", )"
            R"("asks_sender": "no", "assigns": "ammo, health", "calls": "queue_free"})");
  fire.body.has_more = true;
  EXPECT_EQ(row_of(open_methods(with(fire))),
            R"({"script": "res://player.gd", "line": 12, "method": "fire", "declared": "any_peer", )"
            R"("asks_sender": "no", "assigns": "ammo, health, …", "calls": "queue_free, …"})");
}

TEST(AuditTables, WhoAsksForTheSender) {
  project::OpenMethod fire = fire_in_line(0);
  const auto asks = [&] { return open_methods(with(fire)).rows[0][4].text; };
  EXPECT_EQ(asks(), "") << "without a body, nobody knows";
  fire.has_body = true;
  EXPECT_EQ(asks(), "no");
  fire.body.asks_in = "may_fire";
  EXPECT_EQ(asks(), "in may_fire()");
  fire.body.asks_sender = true;
  EXPECT_EQ(asks(), "yes");
  EXPECT_EQ(open_methods(with(fire)).rows[0][1].type, report::Cell::Type::empty) << "the line is not known";
}

TEST(AuditTables, AProjectThatIsTooLarge) {
  project::Audit audit;
  EXPECT_EQ(reasons_of(findings(audit)), "unreadable ");
  audit.is_cut = true;
  for (const Table& table : tables) EXPECT_EQ(reasons_of(table.make(audit)), "no_room unreadable ") << table.name;
}

}  // namespace
}  // namespace godot::analysis::audit

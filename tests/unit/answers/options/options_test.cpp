// SPDX-License-Identifier: MIT
// The options -z of tshark, and what their requests write.
#include "answers/options/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "answers/options/write_fault.h"
#include "answers/questions/states/state_at_packet.h"
#include "base/protected_file.h"
#include "codec/variant/fields.h"
#include "tests/unit/analysis/arena.h"
#include "tests/unit/analysis/facts/frames.h"
#include "tests/unit/support/new_folder.h"

namespace godot::analysis {
namespace {

using facts::Frame;
using facts::Kind;
using test::Frames;

const Option& option(std::string_view name) {
  const auto all = options();
  const auto found = std::find_if(all.begin(), all.end(), [name](const Option& each) { return each.name == name; });
  EXPECT_NE(found, all.end()) << name;
  return *found;
}

/// Counts how often its ends are asked for.
class NamedPacket final : public Packet {
 public:
  [[nodiscard]] std::string source() const override {
    ++asked_;
    return "10.0.0.5:4242";
  }
  [[nodiscard]] std::string destination() const override { return "10.0.0.6:4243"; }
  [[nodiscard]] double capture_begin() const override { return 1'700'000'000; }
  [[nodiscard]] int asked() const { return asked_; }

 private:
  mutable int asked_ = 0;
};

/// Has a number that a watch can find.
class PacketWithNumbers final : public Packet {
 public:
  PacketWithNumbers() {
    plots::ValueNumbers numbers;
    numbers.add(field::vector2_x, Value::of_double(2.5));
    all_.add(arena, {.node = "Players/Red", .name = "position"}, numbers, "server", "Red");
  }
  [[nodiscard]] std::string source() const override { return ""; }
  [[nodiscard]] std::string destination() const override { return ""; }
  [[nodiscard]] double capture_begin() const override { return 0; }
  [[nodiscard]] const plots::SeenNumbers* numbers() const override { return all_.first; }

 private:
  plots::NumbersOfFrame all_;
};

class Requests : public testing::Test {
 protected:
  /// A file that does not exist yet.
  [[nodiscard]] std::string new_file(const char* name) const { return (folder_.path() / name).string(); }
  static std::string content_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::string output_of(Request& request) {
    std::string text;
    request.finish([&text](std::string_view more) { text += more; });
    return text;
  }
  static std::string answer(std::string_view name, const std::string& argument, const std::vector<Frame*>& frames) {
    const ParsedOption asked = option(name).parsed(argument);
    asked.request->begin({});
    for (Frame* frame : frames) asked.request->add(*frame, NamedPacket());
    return output_of(*asked.request);
  }
  Frame& ping() {
    Frame& frame = frames_.datagram(12, 4);
    frames_.add(frame, Kind::ping, 0, 8);
    return frame;
  }

  Frames frames_;

 private:
  test::NewFolder folder_;
};

TEST_F(Requests, ATableIsAnOptionOfItsName) {
  for (const StatisticsTable& table : statistics_tables()) {
    const Option& its = option(table.name);
    EXPECT_EQ(its.table, &table);
    const Extent plain = table.needs_problems ? Extent::problems : Extent::facts;
    EXPECT_EQ(its.extent, table.needs_values ? Extent::values : plain) << table.name;
    EXPECT_EQ(&statistics_table(table.name), &table);
  }
  EXPECT_EQ(option("godot,state").extent, Extent::texts);
  EXPECT_EQ(option("godot,trace").extent, Extent::texts);
  EXPECT_EQ(option("godot,plots").extent, Extent::numbers);
  EXPECT_EQ(option("godot,report").extent, Extent::values);
}

TEST_F(Requests, ATableHasAFormAndAFilter) {
  Frame& frame = ping();
  const std::string text = answer("godot,profile,kinds", "godot,profile,kinds", {&frame});
  EXPECT_NE(text.find("Network profile by kind"), std::string::npos) << text;
  const std::string csv = answer("godot,profile,kinds", "godot,profile,kinds,csv", {&frame});
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3) << csv;
  EXPECT_NE(csv.find("\n# Nothing was left unjudged.\n"), std::string::npos) << csv;
  const auto json = nlohmann::json::parse(answer("godot,profile,kinds", "godot,profile,kinds,json", {&frame}));
  EXPECT_EQ(json["rows"].size(), 1U);
  EXPECT_EQ(json["complete"], true);
  EXPECT_TRUE(json["not_judged"].empty());
  const Option& profile = option("godot,profile");
  EXPECT_EQ(profile.parsed("godot,profile").filter, "");
  EXPECT_EQ(profile.parsed("godot,profile,csv,frame.number in {1, 2}").filter, "frame.number in {1, 2}");
  EXPECT_EQ(profile.parsed("godot,profile,udp").filter, "udp");
}

TEST_F(Requests, BeginForgetsTheFrames) {
  const ParsedOption asked = option("godot,profile,kinds").parsed("godot,profile,kinds,csv");
  asked.request->begin({});
  asked.request->add(ping(), NamedPacket());
  const std::string once = output_of(*asked.request);
  asked.request->begin({});
  EXPECT_NE(output_of(*asked.request), once);
  asked.request->add(ping(), NamedPacket());
  EXPECT_EQ(output_of(*asked.request), once);
}

TEST_F(Requests, NumbersBecomeRowsOfPlots) {
  const ParsedOption asked = option("godot,plots").parsed("godot,plots,csv");
  Environment environment;
  environment.watches = [] { return std::vector<plots::Watch>{{"mine", "Players/Red", "position", "x"}}; };
  asked.request->begin(environment);
  asked.request->add(ping(), PacketWithNumbers());
  asked.request->add(ping(), NamedPacket());
  const std::string rows = output_of(*asked.request);
  EXPECT_NE(rows.find("Players/Red,position,x"), std::string::npos) << rows;
  EXPECT_NE(rows.find("mine"), std::string::npos) << rows;
  asked.request->begin(environment);
  EXPECT_EQ(output_of(*asked.request).find("Players/Red"), std::string::npos);
}

TEST_F(Requests, AStateHasAPacketAFormAndDifferences) {
  for (const char* good : {"godot,state", "godot,state,300", "godot,state,csv", "godot,state,300,differences,json"})
    EXPECT_NE(option("godot,state").parsed(good).request, nullptr) << good;
  for (const char* bad : {"godot,state,", "godot,state,0", "godot,state,4294967295", "godot,state,xml",
                          "godot,state,-1", "godot,stateless"}) {
    const ParsedOption asked = option("godot,state").parsed(bad);
    EXPECT_EQ(asked.request, nullptr) << bad;
    EXPECT_STREQ(asked.error, "expected a packet's number, differences, csv or json");
  }
  const std::string empty = answer("godot,state", "godot,state", {});
  EXPECT_TRUE(empty.starts_with(state::make_game_state({})->tree() + "Not judged: ")) << empty;
  const auto json = nlohmann::json::parse(answer("godot,state", "godot,state,json", {}));
  EXPECT_TRUE(json["rows"].empty());
  EXPECT_EQ(json["not_judged"][0]["reason"], "lacks_packets");
  EXPECT_EQ(answer("godot,state", "godot,state,csv", {}).find('{'), std::string::npos);
}

TEST_F(Requests, FilesNeedAName) {
  for (const char* argument : {"godot,report", "godot,report,", "godot,report,masked", "godot,report,.html",
                               "godot,report,a.html,Masked", "godot,report,a.html,mask", "godot,report,a.html,masked,",
                               "godot,report,a.html,csv", "godot,report,a", "godot,report,/dev/null,mask"})
    EXPECT_STREQ(option("godot,report").parsed(argument).error,
                 "expected godot,report,FILE.html or godot,report,FILE.html,masked")
        << argument;
  for (const char* argument : {"godot,trace", "godot,trace,a.json,masked", "godot,trace,a"})
    EXPECT_STREQ(option("godot,trace").parsed(argument).error, "expected godot,trace,FILE.json") << argument;
  EXPECT_EQ(option("godot,report").parsed("godot,report,a.html,masked").file, "a.html");
  EXPECT_EQ(option("godot,report").parsed("godot,report,/dev/stdout").file, "/dev/stdout");
  EXPECT_EQ(option("godot,report").parsed("godot,report,a,b.html").file, "a,b.html");
  EXPECT_EQ(option("godot,trace").parsed("godot,trace,a,b.json").file, "a,b.json");
}

TEST_F(Requests, APageAsksForTheEndsOfAConversationOnce) {
  const std::string file = new_file("options_test.html");
  const auto request = make_report_request(file, false);
  const NamedPacket packet;
  request->begin({.version = "1.2.3",
                  .capture = [] { return std::string("game.pcap"); },
                  .project_names = [] { return std::vector<std::string>{"Tanks"}; }});
  for (int i = 0; i != 3; ++i) request->add(ping(), packet);
  EXPECT_EQ(packet.asked(), 1);
  EXPECT_EQ(output_of(*request), "");
  EXPECT_EQ(request->error(), "");
  const std::string page = content_of(file);
  for (const char* part : {"1.2.3", "game.pcap", "Tanks", "10.0.0.5:4242", "10.0.0.6:4243", "1700000000"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST_F(Requests, AMaskedPageHasNoAddress) {
  const std::string file = new_file("options_test_masked.html");
  const auto request = make_report_request(file, true);
  request->begin({});
  request->add(ping(), NamedPacket());
  EXPECT_EQ(output_of(*request), "");
  EXPECT_EQ(content_of(file).find("10.0.0.5"), std::string::npos);
}

TEST_F(Requests, APageIsNamedAfterItsCapture) {
  EXPECT_EQ(page_named_after("/tmp/a.pcap"), "/tmp/a.html");
  EXPECT_EQ(page_named_after("a.pcapng.gz"), "a.html");
  EXPECT_EQ(page_named_after("a.log"), "a.log.html");
}

TEST_F(Requests, ATraceIsWrittenAtItsEnd) {
  const std::string file = new_file("options_test.json");
  const auto request = make_trace_request(file);
  request->begin({});
  request->add(ping(), NamedPacket());
  request->begin({});
  EXPECT_FALSE(std::filesystem::exists(file));
  request->add(ping(), NamedPacket());
  Frame& other_side = ping();
  other_side.relayed = facts::Relayed::went;
  request->add(other_side, NamedPacket());
  EXPECT_EQ(output_of(*request), "");
  const auto events = nlohmann::json::parse(content_of(file))["traceEvents"];
  const auto pings = std::count_if(events.begin(), events.end(),
                                   [](const nlohmann::json& event) { return event.value("name", "") == "Ping"; });
  EXPECT_EQ(pings, 1) << events;
}

TEST_F(Requests, AFileThatCannotBeWrittenIsAnError) {
  const std::string file = new_file("no_such_folder") + "/file";
  const auto page = make_report_request(file, false);
  const auto trace = make_trace_request(file);
  page->begin({});
  trace->begin({});
  EXPECT_EQ(output_of(*page), "");
  EXPECT_EQ(output_of(*trace), "");
  const std::string folder = std::filesystem::path(file).parent_path().string();
  EXPECT_EQ(page->error(), file + " cannot be written: there is no folder " + folder);
  EXPECT_EQ(trace->error(), page->error());
}

TEST_F(Requests, TheCauseOfAFileThatCannotBeWrittenIsNamed) {
  const std::string file = new_file("plain");
  std::ofstream(file) << "text";
  const std::string folder = new_file("answers_write");
  std::filesystem::create_directory(folder);
  EXPECT_EQ(write_fault(folder, 0), folder + " cannot be written: it is a folder");
  EXPECT_EQ(write_fault(file + "/page.html", ENOTDIR),
            file + "/page.html cannot be written: " + file + " is no folder");
  EXPECT_EQ(
      write_fault(folder + "/page.html", EACCES),
      folder + "/page.html cannot be written: nothing may be written in the folder " + folder + " (Permission denied)");
  EXPECT_EQ(write_fault(file, EACCES), file + " cannot be written: the file may not be written (Permission denied)");
  EXPECT_EQ(write_fault(file, ENOSPC), file + " cannot be written: No space left on device");
}

/// A report is overwritten by the next one, another page is not.
TEST_F(Requests, WhatTheyHaveWrittenIsNoOtherFile) {
  const std::string page = new_file("page.html");
  const std::string trace = new_file("trace.json");
  ParsedOption asked_page = option("godot,report").parsed("godot,report," + page);
  ParsedOption asked_trace = option("godot,trace").parsed("godot,trace," + trace);
  for (ParsedOption* each : {&asked_page, &asked_trace}) {
    each->request->begin({});
    EXPECT_EQ(output_of(*each->request), "");
    EXPECT_EQ(fault_of_file(each->file, each->begins), "");
#ifndef _WIN32
    const auto rights = std::filesystem::status(each->file).permissions();
    EXPECT_EQ(rights, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
        << "it has what players say";
#endif
  }
  std::ofstream(page)
      << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>My game</title>";
  std::ofstream(trace) << R"({"name": "my-package"})";
  EXPECT_EQ(fault_of_file(page, asked_page.begins), other_file_stays);
  EXPECT_EQ(fault_of_file(trace, asked_trace.begins), other_file_stays);
}

}  // namespace
}  // namespace godot::analysis

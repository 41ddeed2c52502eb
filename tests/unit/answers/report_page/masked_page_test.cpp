// SPDX-License-Identifier: MIT
// A masked page has nothing that a game can write: a marker in every text of the facts is not in it.
#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "analysis/problems/problem_table.h"
#include "answers/report_page/page.h"
#include "tests/unit/analysis/facts/frames.h"

namespace {

using namespace godot::analysis;
using facts::Kind;
using godot::test::Frames;

/// Fills the texts that a game writes. The structures are divided into all of their members, so that this does not
/// compile when one gets another.
class Marked {
 public:
  explicit Marked(const char* marker) : marker_(marker) {
    for (const char* around : {"%(\"%\", % : %, &\"%\") %\n% = %", "\"%", "warning %.%:3 in %(): %: 10.0.0.7 %", "%"}) {
      std::string text;
      for (const char letter : std::string(around)) text += letter == '%' ? marker_ : std::string(1, letter);
      lines_.push_back(text);
    }
  }

  void fill(facts::Item& item, std::size_t line) {
    auto& [next, kind, mode, channel, on_channel, again, elsewhere, malformed, undeclared, in_no_scene, open, index,
           message, own, protocol, engine, cost, peers, command, parts, sync, not_sent, problems, texts, library,
           values] = item;
    peers = &routes_.emplace_back();
    fill(*peers);
    parts = &parts_.emplace_back();
    fill(*parts);
    texts = &texts_.emplace_back();
    fill(*texts, line);
    values = &values_.emplace_back();
    fill(*values, line);
    problems = &problems_.emplace_back();
    fill(*problems);
  }

 private:
  void fill(facts::Route& route) {
    auto& [session, source, target, hop_source, hop_target, left, target_known, relayed, source_name, target_name,
           hop_target_name] = route;
    session = 1;
    source = hop_source = ++peers_;
    target = hop_target = ++peers_;
    target_known = true;
    source_name = target_name = hop_target_name = marker_;
  }
  void fill(facts::Part& part) {
    auto& [next, node, member, scene, kin, net_id, by_path, is_lacked, synchronizer, own, protocol, digest, snapshot,
           age, age_estimated, begins, cost] = part;
    node = member = scene = kin = marker_;
    own = 4;
  }
  void fill(facts::Texts& texts, std::size_t line) {
    auto& [text, from, to, source, receiver, of_game] = texts;
    text = lines_[line].c_str();
    from = to = source = receiver = marker_;
  }
  void fill(facts::Value& value, std::size_t line) {
    auto& [next, node, member, text, numbers] = value;
    node = member = marker_;
    text = lines_[line].c_str();
  }
  void fill(facts::Problem& problem) {
    auto& [next, kind, cause, node, member, route, remedy, counted_elsewhere] = problem;
    const problems::ProblemInfo& row = problems::row(problems::Multiplayer::call_refused);
    kind = row.kind;
    cause = row.cause;
    node = member = remedy = marker_;
  }

  const char* marker_;
  std::int32_t peers_ = 1;

 public:
  std::vector<std::string> lines_;

 private:
  std::deque<facts::Route> routes_;
  std::deque<facts::Part> parts_;
  std::deque<facts::Texts> texts_;
  std::deque<facts::Value> values_;
  std::deque<facts::Problem> problems_;
};

/// A page of a capture in which each kind of item, by each transport, has the marker in all of its texts.
std::string page_of(const char* marker, bool masked) {
  Marked marked(marker);
  Frames frames;
  page::Page page({.version = "1", .masked = masked, .nodes_apart = true, .capture = marker, .projects = {marker}});
  for (std::size_t line = 0; line != marked.lines_.size(); ++line) {
    for (unsigned kind = 0; kind != facts::kind_count; ++kind) {
      for (const facts::Transport transport : {facts::Transport::enet, facts::Transport::tcp}) {
        facts::Frame& frame = frames.datagram(60, 4, kind);
        frame.envelopes->transport = transport;
        frame.envelopes->has_link = transport == facts::Transport::enet;
        marked.fill(frames.add(frame, static_cast<Kind>(kind), 20, 8), line);
        if (page.overview().wants_ends(frame)) page.overview().set_ends(frame, marker, marker);
        page.add(frame);
      }
    }
  }
  return page.html();
}

TEST(MaskedPage, HasNoTextThatAGameCanWrite) {
  for (const char* marker : {"Zmarker", "5557712345", "Z\u00FCmarker", "server_Zmarker", "555.771.2345", "Z marker"}) {
    EXPECT_NE(page_of(marker, false).find(marker), std::string::npos) << marker << ": the plain page proves nothing";
    EXPECT_EQ(page_of(marker, true).find(marker), std::string::npos) << marker;
  }
}

TEST(MaskedPage, ShowsWhatIsTheProgramsOwn) {
  const problems::ProblemInfo& row = problems::row(problems::Multiplayer::call_refused);
  const std::string page = page_of("Zmarker", true);
  for (const char* own : {row.cause, row.remedy == nullptr ? row.kind : row.remedy, "Remote call", "peer-1", "name-1"})
    EXPECT_NE(page.find(own), std::string::npos) << own;
}

}  // namespace

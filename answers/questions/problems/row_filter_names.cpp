// SPDX-License-Identifier: MIT
#include "answers/questions/problems/row_filter_names.h"

#include <cstdlib>
#include <string_view>

#include "analysis/problems/problem_table.h"

namespace godot::analysis::problems {
namespace {

/// A problem of a call itself is in each frame that carries it: it counts where the caller's own link is in the
/// capture. A problem of its transport counts on each hop.
bool is_passed_on(const facts::Problem& problem, const facts::Route& route) noexcept {
  return is_of_call(problem) && route.relayed && route.source > facts::server && route.hop_source == facts::server;
}

bool is_to_all_by_server(const facts::Route& route) noexcept {
  return route.target_known && route.target == 0 && route.source > facts::server && route.hop_target == facts::server;
}

/// What is missing before a message may be of any node, to any peer beyond the other end of the connection.
bool is_of_connection(const facts::Problem& problem) noexcept {
  if (problem.cause == nullptr) return false;
  const std::string_view cause = problem.cause;
  return cause == row(Enet::throttled).cause || cause == row(Enet::never_came).cause;
}

std::string id(std::int32_t peer, const char* unknown) {
  if (peer == 0) return unknown;
  return (peer < 0 ? "all but " : "") + std::to_string(std::abs(std::int64_t{peer}));
}

}  // namespace

bool is_of_call(const facts::Problem& problem) noexcept {
  const std::string_view kind = problem.kind;
  return kind == "not_allowed" || kind == "declared_otherwise";
}

const facts::Route& route_of(const facts::Problem& problem, const facts::Item* item) noexcept {
  const facts::Route& own = item != nullptr ? item->route() : facts::no_route;
  const bool is_of_message = own.source != 0 || own.hop_source != 0;
  return is_of_message || problem.route == nullptr ? own : *problem.route;
}

Ends ends_of(const facts::Problem& problem, const facts::Route& route) noexcept {
  if (!is_of_connection(problem) || route.hop_source == 0 || route.hop_target == 0) {
    // The server is one of those who get what a client calls at all.
    if (is_of_call(problem) && is_to_all_by_server(route))
      return {.source = route.source, .source_name = route.source_name, .to_all = true};
    // Each packet of a message to all has one receiver.
    const bool is_to_all = route.target == 0 && route.hop_target != 0;
    return {route.source, is_to_all ? route.hop_target : route.target, route.source_name,
            is_to_all ? route.hop_target_name : route.target_name};
  }
  return {route.hop_source, route.hop_target, route.hop_source == route.source ? route.source_name : nullptr,
          route.hop_target_name};
}

ProblemRow row_of(const facts::Problem& problem, const facts::Item* item, bool is_mirrored) noexcept {
  const facts::Route& route = route_of(problem, item);
  const Ends ends = ends_of(problem, route);
  ProblemRow row = {.kind = problem.kind,
                    .cause = problem.cause,
                    .source = ends.source,
                    .target = ends.target,
                    .to_all = ends.to_all,
                    .mirrored = is_mirrored};
  if (is_of_connection(problem)) return row;
  row.node = problem.node;
  row.member = problem.member;
  row.passed_on = is_passed_on(problem, route);
  // A problem of its transport is a problem of the message; with a single part, its node is known.
  const facts::Part* part = item != nullptr ? item->parts : nullptr;
  if (row.node == nullptr && part != nullptr && part->next == nullptr) {
    row.node = part->node;
    row.member = part->member;
  }
  return row;
}

std::string name(const ProblemRow& row) {
  std::string text = row.kind;
  text.append(": ").append(row.cause);
  if (row.node != nullptr || row.member != nullptr) text += ": ";
  if (row.node != nullptr) text += row.node;
  if (row.member != nullptr) text.append(".").append(row.member);
  if (row.source != 0 || row.target != 0) text += ", " + id(row.source, "?") + " to " + id(row.target, "all");
  if (row.passed_on) text += ", relayed";
  if (row.mirrored) text += ", mirrored";
  return text;
}

const char* name(const ProblemRow& row, const Arena& arena) { return arena.joined({name(row)}); }

}  // namespace godot::analysis::problems

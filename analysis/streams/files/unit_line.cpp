// SPDX-License-Identifier: MIT
#include "analysis/streams/files/unit_line.h"

#include <cinttypes>

#include "base/plural.h"
#include "codec/core/catalogue.h"
#include "codec/files/fields.h"

namespace godot::analysis {
namespace {

using files::Facts;
using files::Unit;

const char* or_number(const char* path, const Facts& facts, const Arena& arena) {
  return path != nullptr ? path : arena.text("file %u", facts.id);
}

const char* line_of_request(const Facts& facts, const char* path, const Host& host) {
  const std::string_view name = value_name(field::files_command, facts.code);
  const char* file = facts.path.empty() ? or_number(path, facts, host.arena) : host.shown(facts.path);
  const char* line = host.arena.joined({name, ": ", file});
  if (facts.code != files::command_read) return line;
  return host.arena.text("%s, %u bytes from %" PRIu64, line, facts.length, facts.offset);
}

const char* line_of_answer(const Facts& facts, const char* path, const Arena& arena) {
  const char* file = or_number(path, facts, arena);
  switch (facts.code) {
    case files::response_open:
      if (facts.status != 0) return arena.text("Not opened: %s, error %u", file, facts.status);
      return arena.text("Opened: %s, %" PRIu64 " bytes", file, facts.size);
    case files::response_data: return arena.text("Data: %s, %u bytes from %" PRIu64, file, facts.length, facts.offset);
    case files::response_exists: return arena.joined({facts.modified != 0 ? "Exists: " : "Does not exist: ", file});
    default: return arena.joined({"Modified time: ", file});
  }
}

}  // namespace

const char* files_line(const Facts& facts, const files::State& after, const char* path, const Host& host) {
  const Arena& arena = host.arena;
  switch (facts.unit) {
    case Unit::password: return "Password";
    case Unit::status: return facts.status == 0 ? "Welcome" : arena.text("Refused, error %u", facts.status);
    case Unit::request: return line_of_request(facts, path, host);
    case Unit::answer: return line_of_answer(facts, path, arena);
    case Unit::hello: return "Hello";
    case Unit::tag: return arena.joined({"Tag ", host.shown(facts.path)});
    case Unit::list: return facts.has_data ? "List of files that are known" : "No files are known";
    case Unit::count: return arena.text("%u %s changed", after.left, plural(after.left, "file has", "files have"));
    case Unit::entry: return arena.joined({facts.modified != 0 ? "Changed: " : "Gone: ", host.shown(facts.path)});
    case Unit::file: return arena.text("File: %s, %u bytes", path != nullptr ? path : "?", facts.data_length);
    case Unit::end: return "End";
    case Unit::none: break;
  }
  return "";
}

}  // namespace godot::analysis

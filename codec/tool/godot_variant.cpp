// SPDX-License-Identifier: MIT
// godot-variant: shows the content of Variants, without Wireshark.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "codec/tool/arguments.h"
#include "codec/tool/console.h"
#include "codec/tool/field_list.h"
#include "codec/tool/input.h"
#include "codec/tool/output_forms.h"
#include "codec/variant/fields.h"
#include "codec/variant/recognise.h"

namespace godot::tool {
namespace {

using variant::CandidateSet;

enum Status : int { status_exact = 0, status_not_exact = 1, status_usage = 2 };

constexpr std::uint32_t default_text_limit = 240;

int complain(std::string_view what) {
  std::fprintf(stderr, "godot-variant: %.*s\n", static_cast<int>(what.size()), what.data());
  return status_usage;
}

/// A value and its offset.
struct Message {
  Buffer buffer;
  Offset place = 0;
};

/// The values of a run, the last of them perhaps incomplete.
std::vector<Message> split(std::span<const std::uint8_t> bytes, variant::ByteOrder order) {
  std::vector<Message> messages;
  std::size_t at = 0;
  while (bytes.size() - at >= variant::stream_prefix) {
    const Offset length = variant::stream_length(bytes.data() + at, order);
    at += variant::stream_prefix;
    const std::span value = bytes.subspan(at, std::min<std::size_t>(length, bytes.size() - at));
    messages.push_back({Buffer{value, length}, static_cast<Offset>(at)});
    at += value.size();
  }
  if (at != bytes.size())
    messages.push_back({Buffer{bytes.subspan(at), variant::stream_prefix}, static_cast<Offset>(at)});
  return messages;
}

/// The ways to read that the arguments leave open.
CandidateSet open_candidates(const Arguments& arguments) {
  CandidateSet among = variant::all_candidates;
  if (arguments.dialect != nullptr) among &= variant::candidates_of(arguments.dialect->generation);
  if (arguments.precision) among &= variant::candidates_of(*arguments.precision);
  return among;
}

/// How to read a message, and the other dialects in which it reads exactly.
struct Reading {
  variant::Options options;
  std::vector<const variant::Dialect*> others;
};

std::vector<const variant::Dialect*> dialects_of(CandidateSet set, const variant::Dialect* except) {
  std::vector<const variant::Dialect*> found;
  for (std::size_t i = 0; i < variant::candidates.size(); ++i) {
    const variant::Dialect* dialect = &variant::dialect(variant::candidates[i].generation);
    if ((set >> i & 1) == 0 || dialect == except || std::find(found.begin(), found.end(), dialect) != found.end())
      continue;
    found.push_back(dialect);
  }
  return found;
}

/// How to read each message: the way that fits it, and those before and after it if such a way exists.
std::vector<Reading> choose(const std::vector<Message>& messages, const Arguments& arguments) {
  const CandidateSet among = open_candidates(arguments);
  std::vector<variant::Observation> seen;
  variant::Recognition run;
  for (const Message& message : messages) {
    seen.push_back(variant::observe(message.buffer, {among, arguments.as_documented}));
    run.add(seen.back(), 0, static_cast<std::uint32_t>(seen.size()));
  }
  const auto common = static_cast<CandidateSet>(run.fitting() & among);
  std::vector<Reading> all;
  for (const variant::Observation& one : seen) {
    std::vector<const variant::Dialect*> others;
    variant::Options options{.dialect = &variant::dialect(variant::Generation::godot4)};
    const CandidateSet sets[] = {static_cast<CandidateSet>((one.fits | one.also) & common), one.fits, one.readable,
                                 common};
    for (const CandidateSet set : sets) {
      if (set == 0) continue;
      const variant::Candidate& best = variant::candidates[variant::preferred(set)];
      options.dialect = &variant::dialect(best.generation);
      options.precision = best.precision;
      if (one.readable != 0) others = dialects_of(set, options.dialect);
      break;
    }
    if (arguments.dialect != nullptr) options.dialect = arguments.dialect;
    if (arguments.precision) options.precision = *arguments.precision;
    if (arguments.stream) options.limit = field::stream_length;
    if (arguments.as_documented) options = variant::as_documented(messages[all.size()].buffer, options);
    all.push_back({options, arguments.dialect == nullptr ? others : std::vector<const variant::Dialect*>{}});
  }
  return all;
}

Request request_of(const Arguments& arguments) {
  const std::uint32_t limit = arguments.format == Format::text && !arguments.all ? 0 : default_text_limit;
  return {.nodes = arguments.format != Format::text && !arguments.all,
          .max_elements = arguments.max_elements,
          .text_limit = arguments.text_limit.value_or(limit),
          .hex_bytes = arguments.hex_bytes};
}

/// Flushes the output, so that a full disk is reported. A pipe closed by its reader is no error.
bool write_out(std::string& out) {
  const bool good = std::fwrite(out.data(), 1, out.size(), stdout) == out.size() && std::fflush(stdout) == 0;
  out.clear();
  return good;
}

int finish(std::string& out, int status) {
  if (write_out(out)) return status;
  return errno == EPIPE ? status : complain(std::string{"cannot write: "} + std::strerror(errno));
}

bool colours_wanted() {
  const char* const terminal = std::getenv("TERM");
  return is_terminal(stdout) && std::getenv("NO_COLOR") == nullptr && terminal != nullptr &&
         std::string_view{terminal} != "dumb";
}

int show_all(std::span<const std::uint8_t> bytes, const Arguments& arguments) {
  const CandidateSet among = open_candidates(arguments);
  std::vector<Report> reports;
  int status = status_not_exact;
  for (std::size_t i = 0; i < variant::candidates.size(); ++i) {
    if ((among >> i & 1) == 0) continue;
    const variant::Candidate& candidate = variant::candidates[i];
    reports.push_back(read_value(Buffer{bytes}, variant::options_of(Buffer{bytes}, candidate, arguments.as_documented),
                                 request_of(arguments)));
    if (reports.back().exact()) status = status_exact;
  }
  std::string out;
  if (arguments.format == Format::json) {
    for (const Report& report : reports) write_json(report, 0, out);
  } else {
    write_table(reports, out);
  }
  return finish(out, status);
}

void write_report(const Report& report, const Message& message, const Arguments& arguments, bool colours,
                  std::string& out) {
  switch (arguments.format) {
    case Format::json: write_json(report, message.place, out); break;
    case Format::text:
      out += report.text + '\n';
      if (!report.exact()) complain("value at " + std::to_string(message.place) + ": " + report.problem_text());
      break;
    case Format::tree:
      out.append("dialect ").append(report.options.dialect->name).append(", ").append(name(report.options.precision));
      out.append(" precision, ").append(std::to_string(report.message.reported)).append(" bytes");
      if (arguments.stream) out.append(" at ").append(std::to_string(message.place));
      if (!report.others.empty()) {
        out.append("; ").append(names_of_others(report)).append(report.others.size() == 1 ? " reads" : " read");
        out.append(" it, too: see --all");
      }
      out += '\n';
      write_tree(report, colours, out);
      break;
  }
}

/// Whether the message has another text in another of the dialects.
bool is_ambiguous(const Report& report, const Request& request) {
  return std::any_of(report.others.begin(), report.others.end(), [&](const variant::Dialect* other) {
    variant::Options options = report.options;
    options.dialect = other;
    return read_value(report.message, options, {.nodes = false, .text_limit = request.text_limit}).text != report.text;
  });
}

/// Whether the bytes are a sequence of values, each after its length in this byte order.
bool fits(std::span<const std::uint8_t> bytes, variant::ByteOrder order, const variant::Readings& readings) {
  const std::vector<Message> messages = split(bytes, order);
  return std::all_of(messages.begin(), messages.end(), [&](const Message& message) {
    const bool is_whole = message.buffer.captured.size() == message.buffer.reported;
    return is_whole && variant::observe(message.buffer, readings).readable != 0;
  });
}

/// Suggests the other byte order if the bytes are a stream in that one.
void suggest_order(std::span<const std::uint8_t> bytes, const Arguments& arguments) {
  const bool is_little = *arguments.stream == variant::ByteOrder::little;
  if (!fits(bytes, is_little ? variant::ByteOrder::big : variant::ByteOrder::little, open_candidates(arguments)))
    return;
  complain(is_little ? "read in this order the lengths make no sense: big-endian would fit, --stream big"
                     : "read in this order the lengths make no sense: little-endian would fit, --stream little");
}

int show(std::span<const std::uint8_t> bytes, const Arguments& arguments) {
  const std::vector<Message> messages =
      arguments.stream ? split(bytes, *arguments.stream) : std::vector<Message>{{Buffer{bytes}}};
  const std::vector<Reading> readings = choose(messages, arguments);
  const Request request = request_of(arguments);
  const bool colours = colours_wanted();
  int status = status_exact;
  bool ambiguous = false;
  std::string out;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    Report report = read_value(messages[i].buffer, readings[i].options, request);
    report.others = readings[i].others;
    if (!report.exact()) status = status_not_exact;
    ambiguous = ambiguous || (arguments.format == Format::text && is_ambiguous(report, request));
    write_report(report, messages[i], arguments, colours, out);
    if (i + 1 != messages.size() && !write_out(out)) break;
  }
  const int finished = finish(out, status);
  if (ambiguous) complain("other dialects read the same bytes otherwise: see --all, or choose one with --dialect");
  if (status == status_not_exact && arguments.stream) suggest_order(bytes, arguments);
  return finished;
}

int run(int count, const char* const* words) {
  std::string problem;
  const Arguments arguments = parse_arguments(count, words, problem);
  if (!problem.empty()) return complain(problem + "; see godot-variant --help");
  std::string out;
  if (arguments.help) return finish(out.append(help_text), status_exact);
  if (arguments.version) return finish(out.append("godot-variant " GODOT_VERSION "\n"), status_exact);
  if (!arguments.hex && arguments.file.empty() && is_terminal(stdin))
    return complain("no input; see godot-variant --help");
  const std::vector<std::uint8_t> bytes = read_input(arguments, problem);
  if (!problem.empty()) return complain(problem);
  return arguments.all ? show_all(bytes, arguments) : show(bytes, arguments);
}

}  // namespace
}  // namespace godot::tool

int main(int count, char** words) {
  godot::tool::prepare_console();
  const std::vector<std::string> line = godot::tool::command_line(count, words);
  std::vector<const char*> pointers;
  pointers.reserve(line.size());
  for (const std::string& word : line) pointers.push_back(word.c_str());
  return godot::tool::run(static_cast<int>(pointers.size()), pointers.data());
}

// SPDX-License-Identifier: MIT
#include "analyse/command_line/questions.h"

#include <cstddef>
#include <cstring>

#include "analyse/command_line/time_filter.h"
#include "answers/options/write_fault.h"

namespace godot::analyse {
namespace {

using analysis::Option;
using analysis::ParsedOption;

/// The option whose name the question begins with: the longest.
const Option* option_of(const std::string& question) {
  const Option* best = nullptr;
  for (const Option& option : analysis::options()) {
    const std::size_t size = std::strlen(option.name);
    const bool fits = question.compare(0, size, option.name) == 0 && (question.size() == size || question[size] == ',');
    if (fits && (best == nullptr || size > std::strlen(best->name))) best = &option;
  }
  return best;
}

}  // namespace

std::string ask(const Arguments& arguments, std::vector<AskedQuestion>& asked) {
  for (std::string question : arguments.questions) {
    const Option* option = option_of(question);
    if (option == nullptr) return question + " is not a question; see --help";
    if (arguments.json && option->table != nullptr) question += ",json";
    ParsedOption parsed = option->parsed(question);
    if (parsed.request == nullptr) return question + ": " + parsed.error;
    if (const std::string fault = analysis::fault_of_file(parsed.file, parsed.begins); !fault.empty())
      return question + ": " + fault;
    if (!parsed.filter.empty()) {
      const auto span = read_time_filter(parsed.filter);
      if (!span)
        return question.append(": ").append(parsed.filter) +
               " is a display filter, which Wireshark alone reads; here: frame.time_relative >= 1 && "
               "frame.time_relative < 2";
      parsed.request = within(*span, std::move(parsed.request));
    }
    asked.emplace_back(std::move(parsed), option->extent);
  }
  return {};
}

}  // namespace godot::analyse

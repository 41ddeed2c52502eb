// SPDX-License-Identifier: GPL-2.0-or-later
// What a checksum that no script has may be the checksum of. It cannot be turned back into names, so lists that differ
// by a name or two from those of the project are tried, the likely ones first.
#include <algorithm>
#include <set>

#include "plugin/analysis/project/checksum.h"
#include "plugin/analysis/project/parts.h"

namespace godot::project {
namespace {

using Names = std::vector<std::string_view>;

}  // namespace

struct Project::Search {
  Project& project;
  std::string_view wanted;
  Nearest& result;
  ListChecksum checksum;
  std::size_t most = 0;  ///< checksums that may be tried
  std::size_t tried = 0;

  struct Candidate {
    int script;
    Names names;   ///< its list
    Names plain;   ///< functions that are not in the list: somebody may have made one remote, or no longer
    Names others;  ///< remote methods of other scripts
  };
  std::vector<Candidate> candidates;
  std::vector<Names> configured_names;  ///< by script

  [[nodiscard]] bool over() const { return result.exact || tried >= most; }

  /// The list of `names` without the `less`-th ones and with `more`: is it the one?
  bool test(const Candidate& candidate, std::initializer_list<std::size_t> less, Names added, bool configured = false) {
    if (over()) return result.exact;
    ++tried;
    std::sort(added.begin(), added.end());
    // Methods of rpc_config() come before those of the script.
    auto next = added.begin();
    if (configured) {
      for (; next != added.end(); ++next) checksum.add(*next);
    }
    for (std::size_t i = 0; i < candidate.names.size(); ++i) {
      if (std::find(less.begin(), less.end(), i) != less.end()) continue;
      for (; next != added.end() && *next < candidate.names[i]; ++next) checksum.add(*next);
      checksum.add(candidate.names[i]);
    }
    for (; next != added.end(); ++next) checksum.add(*next);
    if (checksum.finish() != wanted) return false;
    result.exact = true;
    result.script = candidate.script;
    for (const std::string_view name : added) result.more.emplace_back(name);
    for (const std::size_t i : less) result.less.emplace_back(candidate.names[i]);
    if (configured) std::swap(result.configured, result.more);
    else result.list = result.more;
    result.ambiguous =
        !added.empty() && !configured && (candidate.names.empty() || added.back() < candidate.names.front());
    for (std::size_t i = 0; i < candidate.names.size(); ++i) {
      if (std::find(less.begin(), less.end(), i) == less.end()) result.list.emplace_back(candidate.names[i]);
    }
    std::sort(result.list.begin(), result.list.end());
    return true;
  }

  void add_candidate(int script, const std::set<std::string_view>& remote) {
    Candidate candidate{script, {}, {}, {}};
    for (const Method* method : project.scripts_[static_cast<std::size_t>(script)].remote)
      candidate.names.push_back(method->name);
    std::set<std::string_view> plain;
    for_each_base(project.scripts_, script, [&](const ScriptInfo& info) {
      for (const Class* part : info.parts) {
        for (const Method& method : part->methods) plain.insert(method.name);
      }
      return true;
    });
    const auto listed = [&](std::string_view name) {
      return std::binary_search(candidate.names.begin(), candidate.names.end(), name);
    };
    std::copy_if(plain.begin(), plain.end(), std::back_inserter(candidate.plain),
                 [&](std::string_view name) { return !listed(name); });
    std::copy_if(remote.begin(), remote.end(), std::back_inserter(candidate.others),
                 [&](std::string_view name) { return !listed(name) && plain.count(name) == 0; });
    candidates.push_back(std::move(candidate));
  }

  void collect(int hint) {
    constexpr std::size_t most = 256;
    std::set<std::string_view> remote;
    std::set<std::string_view> checksums;
    for (const ScriptInfo& script : project.scripts_) {
      for (const Method* method : script.remote) remote.insert(method->name);
    }
    const Script* before = nullptr;
    for (const ScriptInfo& script : project.scripts_) {
      if (script.file == before || script.file->configured.empty()) continue;
      before = script.file;
      const std::set<std::string_view> names(before->configured.begin(), before->configured.end());
      configured_names.emplace_back(names.begin(), names.end());
    }
    if (hint >= 0) add_candidate(hint, remote);
    for (std::size_t i = 0; i < project.scripts_.size() && candidates.size() < most; ++i) {
      const ScriptInfo& script = project.scripts_[i];
      if (script.remote.empty() || static_cast<int>(i) == hint || !checksums.insert(script.checksum).second) continue;
      add_candidate(static_cast<int>(i), remote);
    }
  }

  /// What scripts hand to rpc_config(), one or two of them, or all of a script.
  void configured(const Candidate& list) {
    for (const Names& names : configured_names) {
      test(list, {}, names, true);
      for (std::size_t i = 0; i < names.size() && !over(); ++i) {
        test(list, {}, {names[i]}, true);
        for (std::size_t j = i + 1; j < names.size() && !over(); ++j) test(list, {}, {names[i], names[j]}, true);
      }
    }
  }
  void less_one(const Candidate& list) {
    for (std::size_t i = 0; i < list.names.size() && !over(); ++i) test(list, {i}, {});
  }
  void more_one(const Candidate& list) {
    for (const Names* names : {&list.plain, &list.others}) {
      for (std::size_t i = 0; i < names->size() && !over(); ++i) {
        test(list, {}, {(*names)[i]});
      }
    }
  }
  void less_two(const Candidate& list) {
    for (std::size_t i = 0; i < list.names.size() && !over(); ++i) {
      for (std::size_t j = i + 1; j < list.names.size() && !over(); ++j) test(list, {i, j}, {});
    }
  }
  void replaced(const Candidate& list) {
    for (const Names* names : {&list.plain, &list.others}) {
      for (std::size_t i = 0; i < names->size() && !over(); ++i) {
        for (std::size_t j = 0; j < list.names.size() && !over(); ++j) test(list, {j}, {(*names)[i]});
      }
    }
  }
  void more_two(const Candidate& list) {
    for (std::size_t i = 0; i < list.plain.size() && !over(); ++i) {
      for (std::size_t j = i + 1; j < list.plain.size() && !over(); ++j) test(list, {}, {list.plain[i], list.plain[j]});
    }
  }

  void run(int hint) {
    collect(hint);
    for (const auto step : {&Search::configured, &Search::less_one, &Search::more_one, &Search::less_two,
                            &Search::replaced, &Search::more_two}) {
      for (const Candidate& candidate : candidates) {
        if (over()) return;
        (this->*step)(candidate);
      }
    }
  }
};

const Nearest& Project::nearest(std::string_view checksum, int hint) {
  static const Nearest none;
  const auto found = nearest_.find(std::string(checksum));
  if (found != nearest_.end()) return found->second;
  if (nearest_.size() >= ProjectLimits::searches) return none;
  Nearest& result = nearest_[std::string(checksum)];
  if (hint >= static_cast<int>(scripts_.size())) hint = -1;
  Search search{*this, checksum, result, {}, std::min(ProjectLimits::checksums, checksums_left_), 0, {}, {}};
  search.run(hint);
  checksums_left_ -= search.tried;
  if (!result.exact) result.script = hint;
  return result;
}

}  // namespace godot::project

// SPDX-License-Identifier: MIT
// Finds the list of methods behind a checksum that no script has. A checksum cannot be reversed, so lists are tried,
// the likely ones first: with the names that scripts add by Node.rpc_config(), then those that differ by a name or two.
// (Godot: modules/multiplayer/scene_rpc_interface.cpp, get_rpc_md5: the node's names, then the script's, each sorted)
#include <algorithm>
#include <set>

#include "project/index/project_parts.h"
#include "project/text/checksum.h"

namespace godot::analysis::project {
namespace {

using Names = std::vector<std::string_view>;

/// An unfinished checksum, and its cost: the bytes hashed, and a constant for each name and digest (measured). The
/// budget of a search counts these costs, because a list may be one name or thousands.
class Hash {
 public:
  void add(std::string_view name) noexcept {
    sum_.add(name);
    work_ += name.size() + name_cost;
  }
  void add(const Names& names) noexcept {
    for (const std::string_view name : names) add(name);
  }
  [[nodiscard]] bool is(std::string_view wanted) noexcept {
    work_ += digest_cost;
    return sum_.finish() == wanted;
  }
  /// The cost since this was made or copied from another.
  [[nodiscard]] std::size_t work() const noexcept { return work_; }
  [[nodiscard]] Hash copy() const noexcept {
    Hash other = *this;
    other.work_ = 0;
    return other;
  }

  static constexpr std::size_t name_cost = 8;
  static constexpr std::size_t digest_cost = 96;

 private:
  ListChecksum sum_;
  std::size_t work_ = 0;
};

/// The hash of a list before each of its names. Lists that differ at one place share the hash of the names before it;
/// only the names behind it are hashed again.
class Prefixes {
 public:
  /// Adds `names` from `first` on. Returns the cost.
  std::size_t begin(const Names& first, const Names& names) {
    before_.clear();
    before_.reserve(names.size() + 1);
    Hash hash;
    hash.add(first);
    for (const std::string_view name : names) {
      before_.push_back(hash);
      hash.add(name);
    }
    before_.push_back(hash);
    return hash.work() + before_.size() * sizeof(Hash) / 8;
  }
  /// The hash before the `place`-th name.
  [[nodiscard]] Hash at(std::size_t place) const { return before_[place].copy(); }

 private:
  std::vector<Hash> before_;
};

}  // namespace

struct Project::Search {
  Project& project;
  std::string_view wanted;
  Nearest& result;
  bool configured_only = false;  ///< the list has names of rpc_config(): lists without are not tried
  std::size_t least = 0;         ///< the script's own part of the list has at least this many names
  std::size_t most = 0;          ///< limit of the work
  std::size_t work = 0;          ///< as Hash counts it

  struct Candidate {
    int script;     ///< -1: a node without a script
    Names names;    ///< the names in its list
    Names own;      ///< names that it adds with rpc_config()
    Names plain;    ///< functions that are not in the list: another version may have them as remote methods
    Names others;   ///< remote methods of other scripts
    Names guesses;  ///< names that it may add, if some of them cannot be read
    Names words;    ///< those of `guesses` that are no functions of its own
  };
  std::vector<Candidate> candidates{};
  std::vector<Names> groups{};  ///< names that scripts add to nodes other than their own
  bool left_out = false;        ///< there are more scripts than are tried

  // Of the candidate whose changes are tried: its list alone, and behind the names that it adds with rpc_config().
  Prefixes plain_prefixes{};
  Prefixes own_prefixes{};

  [[nodiscard]] bool over() const { return result.exact || work >= most; }

  static Names sorted(Names names) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }
  static Names with(const Names& names, std::initializer_list<std::string_view> more) {
    Names all = names;
    all.insert(all.end(), more);
    return sorted(std::move(all));
  }
  static std::vector<std::string> kept(const Names& names) { return {names.begin(), names.end()}; }

  /// Names of rpc_config() come first; both parts are sorted. `trusted`: the first part is one that the project has.
  bool test(const Candidate& candidate, const Names& configured, const Names& list, bool trusted) {
    if (over() || list.size() < least) return result.exact;
    Hash hash;
    hash.add(configured);
    hash.add(list);
    const bool found = hash.is(wanted);
    work += hash.work();
    if (!found) return false;
    accept(candidate, configured, list);
    result.ambiguous = !trusted && !configured.empty() && !list.empty() && configured.back() < list.front();
    result.words = !trusted && std::any_of(configured.begin(), configured.end(), [&](std::string_view name) {
      return std::binary_search(candidate.words.begin(), candidate.words.end(), name);
    });
    return true;
  }

  void accept(const Candidate& candidate, const Names& configured, const Names& list) {
    result.exact = true;
    result.script = candidate.script;
    result.configured = kept(configured);
    result.list = kept(list);
  }

  /// The changes of a candidate's list: the positions of missing names, and the new names, both in ascending order.
  struct Change {
    std::initializer_list<std::size_t> less;
    std::initializer_list<std::string_view> more;
  };

  /// Calls `take` for each name of the changed list, from the `place`-th of the candidate's on.
  template <typename Take>
  static void each_name(const Names& names, const Change& change, std::size_t place, Take&& take) {
    const auto* less = change.less.begin();
    const auto* more = change.more.begin();
    for (; place < names.size(); ++place) {
      for (; more != change.more.end() && *more < names[place]; ++more) take(*more);
      if (less != change.less.end() && *less == place) {
        ++less;
      } else {
        take(names[place]);
      }
    }
    for (; more != change.more.end(); ++more) take(*more);
  }

  /// True if the changed list has the checksum, behind what `prefixes` begin with.
  bool is_changed(const Names& names, const Prefixes& prefixes, const Change& change) {
    if (over() || names.size() + change.more.size() - change.less.size() < least) return false;
    std::size_t place = names.size();
    if (change.less.size() != 0) place = *change.less.begin();
    if (change.more.size() != 0) {
      const auto first = std::lower_bound(names.begin(), names.end(), *change.more.begin());
      place = std::min(place, static_cast<std::size_t>(first - names.begin()));
    }
    Hash hash = prefixes.at(place);
    each_name(names, change, place, [&](std::string_view name) { hash.add(name); });
    const bool found = hash.is(wanted);
    work += hash.work();
    return found;
  }

  /// Sets the candidate whose changes are tried next.
  void begin_changes(const Candidate& candidate) {
    work += plain_prefixes.begin({}, candidate.names);
    if (!candidate.own.empty()) work += own_prefixes.begin(candidate.own, candidate.names);
  }

  void changed(const Candidate& candidate, const Change& change) {
    const bool with_own = !candidate.own.empty() && is_changed(candidate.names, own_prefixes, change);
    if (!with_own && !is_changed(candidate.names, plain_prefixes, change)) return;
    Names list;
    each_name(candidate.names, change, 0, [&](std::string_view name) { list.push_back(name); });
    accept(candidate, with_own ? candidate.own : Names{}, list);
    const Names more{change.more};
    const bool before_all =
        result.configured.empty() && !more.empty() && !candidate.names.empty() && more.back() < candidate.names.front();
    if (before_all && change.less.size() == 0 && adds_unread(candidate)) {
      result.configured = kept(more);
      result.list = kept(candidate.names);
      result.ambiguous = true;
      return;
    }
    result.more = kept(more);
    for (const std::size_t i : change.less) result.less.emplace_back(candidate.names[i]);
    // New names before all others may be of rpc_config(): then the others keep their numbers.
    const auto is_new = [&](const std::string& name) {
      return std::find(more.begin(), more.end(), name) != more.end();
    };
    result.ambiguous = result.configured.empty()
                           ? result.list.size() > least && !result.list.empty() && is_new(result.list.front())
                           : !configured_only && !result.list.empty() && result.configured.back() < result.list.front();
  }

  /// Tries names of rpc_config() that cannot be read: they are likelier than another version of the script.
  [[nodiscard]] bool adds_unread(const Candidate& candidate) const {
    return project.foreign_unread_ ||
           (candidate.script >= 0 && project.scripts_[static_cast<std::size_t>(candidate.script)].unread);
  }

  void add_candidate(int script, const std::set<std::string_view>& remote) {
    const ScriptInfo& source = project.scripts_[static_cast<std::size_t>(script)];
    Candidate candidate{script, {}, {source.configured.begin(), source.configured.end()}, {}, {}, {}, {}};
    for (const Method* method : source.remote) candidate.names.push_back(method->name);
    std::set<std::string_view> plain;
    std::set<std::string_view> words;
    for_each_base(project.scripts_, script, [&](const ScriptInfo& info) {
      for (const Class* part : info.parts) {
        for (const Method& method : part->methods) plain.insert(method.name);
      }
      if (source.unread) words.insert(info.file->words.begin(), info.file->words.end());
      return true;
    });
    const auto listed = [&](std::string_view name) {
      return std::binary_search(candidate.names.begin(), candidate.names.end(), name);
    };
    std::copy_if(plain.begin(), plain.end(), std::back_inserter(candidate.plain),
                 [&](std::string_view name) { return !listed(name); });
    std::copy_if(remote.begin(), remote.end(), std::back_inserter(candidate.others),
                 [&](std::string_view name) { return !listed(name) && !plain.contains(name); });
    if (source.unread || project.foreign_unread_ || configured_only) {
      candidate.guesses = candidate.plain;
      candidate.guesses.insert(candidate.guesses.end(), words.begin(), words.end());
      candidate.guesses = sorted(std::move(candidate.guesses));
      std::copy_if(words.begin(), words.end(), std::back_inserter(candidate.words),
                   [&](std::string_view name) { return plain.count(name) == 0; });
      std::erase_if(candidate.guesses, [&](std::string_view name) {
        return std::binary_search(candidate.own.begin(), candidate.own.end(), name);
      });
    }
    for (const Names* names : {&candidate.names, &candidate.plain, &candidate.others, &candidate.guesses})
      work += names->size() * Hash::name_cost;
    candidates.push_back(std::move(candidate));
  }

  void collect(int hint) {
    constexpr std::size_t most_candidates = 256;
    std::set<std::string_view> remote;
    std::set<std::string_view> checksums;
    for (const ScriptInfo& script : project.scripts_) {
      for (const Method* method : script.remote) remote.insert(method->name);
    }
    for (const auto& group : project.foreign_) {
      if (!group.empty()) groups.emplace_back(group.begin(), group.end());
    }
    if (hint >= 0) add_candidate(hint, remote);
    for (std::size_t i = 0; i < project.scripts_.size() && !over(); ++i) {
      const ScriptInfo& script = project.scripts_[i];
      if (static_cast<int>(i) == hint || (script.remote.empty() && script.configured.empty() && !script.unread))
        continue;
      if (script.configured.empty() && !script.unread && !checksums.insert(script.checksum).second) continue;
      left_out = candidates.size() >= most_candidates;
      if (left_out) break;
      add_candidate(static_cast<int>(i), remote);
    }
    candidates.push_back({-1, {}, {}, {}, {}, {}, {}});
  }

  /// Tries only a part of the names that the script adds, since it may add some conditionally.
  void part_of_own(const Candidate& list) {
    const Names& own = list.own;
    for (std::size_t i = 0; i < own.size() && !over(); ++i) {
      Names rest = own;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      if (!rest.empty()) test(list, rest, list.names, true);
      test(list, {own[i]}, list.names, true);
      for (std::size_t j = i + 1; j < own.size() && !over(); ++j) test(list, {own[i], own[j]}, list.names, true);
    }
  }

  /// Tries names that other scripts add to nodes.
  void foreign(const Candidate& list) {
    for (const Names& group : groups) {
      Names all = list.own;
      all.insert(all.end(), group.begin(), group.end());
      test(list, group, list.names, true);
      if (!list.own.empty()) test(list, sorted(std::move(all)), list.names, true);
      for (std::size_t i = 0; i < group.size() && !over(); ++i) {
        test(list, with(list.own, {group[i]}), list.names, true);
        for (std::size_t j = i + 1; j < group.size() && !over(); ++j)
          test(list, with(list.own, {group[i], group[j]}), list.names, true);
      }
    }
  }

  /// Tries names that the script adds but that cannot be read: one to three of its functions, or of its strings; first
  /// together with the names that can be read, then instead of them.
  void guessed(const Candidate& list) {
    guessed(list, list.own);
    if (!list.own.empty()) guessed(list, {});
  }
  void guessed(const Candidate& list, const Names& own) {
    const Names& names = list.guesses;
    for (std::size_t i = 0; i < names.size() && !over(); ++i) test(list, with(own, {names[i]}), list.names, false);
    for (std::size_t i = 0; i < names.size() && !over(); ++i) {
      for (std::size_t j = i + 1; j < names.size() && !over(); ++j)
        test(list, with(own, {names[i], names[j]}), list.names, false);
    }
    constexpr std::size_t most_names = 32;
    for (std::size_t i = 0; i < names.size() && names.size() <= most_names && !over(); ++i) {
      for (std::size_t j = i + 1; j < names.size() && !over(); ++j) {
        for (std::size_t k = j + 1; k < names.size() && !over(); ++k)
          test(list, with(own, {names[i], names[j], names[k]}), list.names, false);
      }
    }
  }

  void less_one(const Candidate& list) {
    for (std::size_t i = 0; i < list.names.size() && !over(); ++i) changed(list, {{i}, {}});
  }
  void more_one(const Candidate& list) {
    for (const Names* names : {&list.plain, &list.others}) {
      for (std::size_t i = 0; i < names->size() && !over(); ++i) changed(list, {{}, {(*names)[i]}});
    }
  }
  void less_two(const Candidate& list) {
    for (std::size_t i = 0; i < list.names.size() && !over(); ++i) {
      for (std::size_t j = i + 1; j < list.names.size() && !over(); ++j) changed(list, {{i, j}, {}});
    }
  }
  void replaced(const Candidate& list) {
    for (const Names* names : {&list.plain, &list.others}) {
      for (std::size_t i = 0; i < names->size() && !over(); ++i) {
        for (std::size_t j = 0; j < list.names.size() && !over(); ++j) changed(list, {{j}, {(*names)[i]}});
      }
    }
  }
  void more_two(const Candidate& list) {
    for (std::size_t i = 0; i < list.plain.size() && !over(); ++i) {
      for (std::size_t j = i + 1; j < list.plain.size() && !over(); ++j)
        changed(list, {{}, {list.plain[i], list.plain[j]}});
    }
  }

  void run(int hint) {
    collect(hint);
    try_candidates();
  }

  /// Without other scripts and their names: in a large project, those alone take all of the work.
  void run_alone(int script) {
    add_candidate(script, {});
    try_candidates();
  }

  void try_candidates() {
    // Complete lists, as the scripts have them: first the node's own script.
    for (const Candidate& candidate : candidates) {
      if (!candidate.own.empty()) test(candidate, candidate.own, candidate.names, true);
    }
    const auto step = [&](auto how) {
      for (const Candidate& candidate : candidates) {
        if (!over()) how(candidate);
      }
    };
    step([&](const Candidate& candidate) { part_of_own(candidate); });
    step([&](const Candidate& candidate) { foreign(candidate); });
    step([&](const Candidate& candidate) { guessed(candidate); });
    if (configured_only) return;
    for (const auto how :
         {&Search::less_one, &Search::more_one, &Search::less_two, &Search::replaced, &Search::more_two}) {
      step([&](const Candidate& candidate) {
        begin_changes(candidate);
        (this->*how)(candidate);
      });
    }
  }
};

const Nearest& Project::nearest(std::string_view checksum, int hint, bool configured, std::size_t least) {
  const Nearest& plain = search(checksum, hint, configured, 0);
  // The length of the list only decides between two possible results.
  return plain.ambiguous && least != 0 ? search(checksum, hint, configured, least) : plain;
}

const Nearest& Project::search(std::string_view checksum, int hint, bool configured, std::size_t least) {
  // Not searched: too many others were, or the limit of the work was reached.
  static const Nearest not_searched = [] {
    Nearest nearest;
    nearest.given_up = true;
    return nearest;
  }();
  const std::string key = std::string(checksum) + (configured ? "+" : " ") + std::to_string(least);
  if (hint >= static_cast<int>(scripts_.size())) hint = -1;
  const auto try_lists = [&](Nearest& result, std::size_t most, std::size_t& left, auto run) {
    Search search{
        .project = *this, .wanted = checksum, .result = result, .configured_only = configured, .least = least};
    search.most = std::min(most, left);
    if (left != 0) run(search);
    left -= std::min(search.work, left);
    result.given_up = !result.exact && (search.work >= search.most || search.left_out);
  };
  const auto try_own = [&](Nearest& result) {
    if (!result.given_up || hint < 0) return;
    try_lists(result, ProjectLimits::own_search_work, own_search_work_left_,
              [&](Search& search) { search.run_alone(hint); });
    result.given_up = !result.exact;
  };
  const auto found = nearest_.find(key);
  if (found != nearest_.end() && (found->second.exact || found->second.script == hint)) return found->second;
  if (nearest_.size() >= ProjectLimits::searches) return not_searched;
  if (found != nearest_.end()) {
    // Without an explanation there is none at another node either, unless the search was given up; but the script is
    // that of the node's place.
    Nearest there = found->second;
    there.script = hint;
    const auto [place, is_new] = nearest_.try_emplace(key + '@' + std::to_string(hint), std::move(there));
    if (is_new) try_own(place->second);
    return place->second;
  }
  Nearest& result = nearest_[key];
  try_lists(result, ProjectLimits::search_work, search_work_left_, [&](Search& search) { search.run(hint); });
  try_own(result);
  if (!result.exact) result.script = hint;
  return result;
}

}  // namespace godot::analysis::project

// SPDX-License-Identifier: MIT
#include "project/libraries/netfox/property_lists_in_scripts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "project/text/characters.h"
#include "project/text/gdscript_text.h"

namespace godot::analysis::project {
namespace {

constexpr auto npos = std::string_view::npos;

/// Where things are in a script, so that nothing is searched twice.
class Index {
 public:
  using Places = std::vector<std::uint32_t>;

  explicit Index(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '\n') line(text, at);
      if (!is_word(text[at])) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      while (at < text.size() && is_word(text[at])) ++at;
      const std::string_view word = text.substr(begin, at - begin);
      words_[word].push_back(static_cast<std::uint32_t>(begin));
      if (word.starts_with("get_node")) getters_.push_back(static_cast<std::uint32_t>(begin));
    }
  }

  [[nodiscard]] const Places& places(std::string_view word) const {
    static const Places none;
    const auto known = words_.find(word);
    return known != words_.end() ? known->second : none;
  }
  /// Line feeds before `func`; before that and `static func`; words that begin with `get_node`.
  [[nodiscard]] const Places& functions() const noexcept { return functions_; }
  [[nodiscard]] const Places& all_functions() const noexcept { return all_functions_; }
  [[nodiscard]] const Places& getters() const noexcept { return getters_; }

  /// The last of the places that are not behind `at`; npos: none.
  static std::size_t last(const Places& places, std::size_t at) {
    const auto behind = std::upper_bound(places.begin(), places.end(), at);
    return behind == places.begin() ? npos : *std::prev(behind);
  }
  /// The first one from `at` on; npos: none.
  static std::size_t first(const Places& places, std::size_t at) {
    const auto found = std::lower_bound(places.begin(), places.end(), at);
    return found == places.end() ? npos : *found;
  }

 private:
  void line(std::string_view text, std::size_t at) {
    const bool is_function = text.substr(at).starts_with("\nfunc ");
    if (is_function) functions_.push_back(static_cast<std::uint32_t>(at));
    if (is_function || text.substr(at).starts_with("\nstatic func "))
      all_functions_.push_back(static_cast<std::uint32_t>(at));
  }

  std::unordered_map<std::string_view, Places> words_;
  Places functions_;
  Places all_functions_;
  Places getters_;
};

/// Each step over a character, a place of a word or a text is counted. A script that needs too many has no lists: a
/// part of them would be wrong.
class Reader {
 public:
  explicit Reader(std::string_view script)
      : plain_('\n' + without_comments(script)),  // each function begins behind a line feed
        text_(plain_),
        index_(text_),
        most_work_(NetfoxBuilderLimits::least_work + NetfoxBuilderLimits::work_per_character * text_.size()) {}

  std::vector<NetfoxBuilder> read() {
    constexpr std::string_view keys[] = {"state_properties", "input_properties", "properties", "add_state",
                                         "add_input"};
    for (std::size_t at = 0; at < text_.size() && !is_exhausted();) {
      if (text_[at] == '"' || text_[at] == '\'') {
        at = end_of_quoted(at);
        continue;
      }
      if (!is_word(text_[at])) {
        ++at;
        continue;
      }
      const std::size_t end = end_of_word(at);
      const std::string_view word = text_.substr(at, end - at);
      if (std::find(std::begin(keys), std::end(keys), word) != std::end(keys)) statement(word, at, end);
      else if (at == 0 || text_[at - 1] != '.') declaration(word, at, end);
      at = end;
    }
    if (is_exhausted()) found_.clear();
    return std::move(found_);
  }

 private:
  using Texts = std::vector<std::string>;

  [[nodiscard]] bool has(std::size_t at, std::string_view what) const { return text_.substr(at).starts_with(what); }
  [[nodiscard]] bool is_exhausted() const noexcept { return work_ > most_work_; }

  /// Whether so many steps may still be made.
  bool spend(std::size_t steps) noexcept {
    work_ += steps + 1;
    return !is_exhausted();
  }
  /// Counts the steps from one place to another.
  std::size_t walked(std::size_t from, std::size_t to) noexcept {
    spend(to > from ? to - from : from - to);
    return to;
  }

  // Each of these gives the end of the text when too much was searched.
  std::size_t skip_blanks(std::size_t at) {
    return is_exhausted() ? text_.size() : walked(at, project::skip_blanks(text_, at));
  }
  std::size_t end_of_value(std::size_t at) {
    return is_exhausted() ? text_.size() : walked(at, project::end_of_value(text_, at));
  }
  std::size_t end_of_quoted(std::size_t at) {
    return is_exhausted() ? text_.size() : walked(at, project::end_of_quoted(text_, at));
  }
  std::size_t end_of_word(std::size_t at) {
    if (is_exhausted()) return text_.size();
    const std::size_t begin = at;
    while (at < text_.size() && is_word(text_[at])) ++at;
    return walked(begin, at);
  }
  std::size_t find(char character, std::size_t at) {
    return is_exhausted() ? text_.size() : walked(at, std::min(text_.find(character, at), text_.size()));
  }
  /// The end of what stands before the blanks before `at`.
  std::size_t before_blanks(std::size_t at) {
    const std::size_t begin = at;
    while (at != 0 && is_blank(text_[at - 1])) --at;
    return walked(begin, at);
  }

  /// The last place of a word that ends before `until`; npos: none, or too much was searched in this script.
  std::size_t word_before(std::string_view word, std::size_t until) {
    if (until < word.size() || !spend(1)) return npos;
    return Index::last(index_.places(word), until - word.size());
  }
  /// The first place of a word from `from` on, before `until`; npos: none, or too much was searched.
  std::size_t word_from(std::string_view word, std::size_t from, std::size_t until) {
    const std::size_t at = spend(1) ? Index::first(index_.places(word), from) : npos;
    return at < until ? at : npos;
  }

  /// Where the value begins that the declaration or assignment with this word's end has; npos: it is none.
  std::size_t value_behind(std::size_t end) {
    std::size_t next = skip_blanks(end);
    if (has(next, ":") && !has(next, ":=")) {  // a type is declared before the value
      next = skip_blanks(next + 1);
      next = end_of_word(next);
      if (has(next, "[")) next = std::min(find(']', next) + 1, text_.size());
      next = skip_blanks(next);
    }
    if (has(next, ":=")) ++next;
    if (!has(next, "=") || has(next, "==")) return npos;
    return skip_blanks(next + 1);
  }

  /// The value last given to a variable or constant before `until`; or later, as members are.
  std::size_t value_of(std::string_view name, std::size_t until) {
    for (const std::size_t limit : {until, text_.size()}) {
      for (std::size_t at = word_before(name, limit); at != npos; at = at == 0 ? npos : word_before(name, at)) {
        if (at != 0 && text_[at - 1] == '.') continue;
        if (const std::size_t value = value_behind(at + name.size()); value != npos) return value;
      }
    }
    return npos;
  }

  // --- Texts ---------------------------------------------------------------------------------------------------------

  std::optional<std::string> quoted(std::size_t at) {
    if (has(at, "&") || has(at, "^")) ++at;
    if (!has(at, "\"") && !has(at, "'")) return std::nullopt;
    const std::size_t end = end_of_quoted(at);
    if (end < at + 2 || end - at > NetfoxBuilderLimits::text) return std::nullopt;
    return std::string(text_.substr(at + 1, end - at - 2));
  }

  /// Texts of an expression: one, the elements of an Array, or all that a variable may have, one after the other.
  struct Value {
    Texts texts = {};
    bool is_list = false;
  };

  Texts texts_at(std::size_t at) { return value_at(at).texts; }

  /// The text of an expression that begins with one; none if it may have several, as `"Gun" + name`.
  std::optional<std::string> text_at(std::size_t at) {
    if (!quoted(at)) return std::nullopt;
    Texts texts = texts_at(at);
    if (texts.size() != 1 || is_reference(texts.front())) return std::nullopt;
    return std::move(texts.front());
  }

  /// A text, an Array of them, a name for these, a variable of a loop, a parameter, sums, `":%s" % name`.
  Value value_at(std::size_t at, unsigned depth = 0) {
    constexpr unsigned most_depth = 8;
    Value value;
    if (at >= text_.size() || depth > most_depth || !spend(1)) return value;
    std::size_t end = at;
    if (auto text = quoted(at)) {
      value.texts.push_back(std::move(*text));
      end = end_of_quoted(at + (has(at, "&") || has(at, "^") ? 1 : 0));
      const std::size_t sign = skip_blanks(end);
      if (has(sign, "%")) {
        const Value inserted = value_at(skip_blanks(sign + 1), depth + 1);
        return {inserted.is_list ? Texts{} : formatted(value.texts.front(), inserted.texts), false};
      }
    } else if (has(at, "[")) {
      value.is_list = true;
      end = list_at(at, value.texts, depth);
    } else if (is_word(text_[at])) {
      end = end_of_word(at);
      const std::string_view name = text_.substr(at, end - at);
      const std::size_t bracket = skip_blanks(end);
      if ((name == "Array" || name == "PackedStringArray") && has(bracket, "(")) {
        value = value_at(skip_blanks(bracket + 1), depth + 1);
        value.is_list = true;
        end = end_of_value(bracket + 1) + 1;
      } else {
        while (has(end, ".") && end + 1 < text_.size() && is_word(text_[end + 1])) end = end_of_word(end + 1);
        const std::string_view whole = text_.substr(at, end - at);
        if (has(end, "(")) return whole.size() == name.size() ? returned(name, depth) : Value{};
        value = whole.size() == name.size() ? named(name, at, depth) : Value{{reference(whole)}, true};
        if (value.texts.empty() && is_constant(whole)) value = {{reference(whole)}, true};
      }
    }
    const std::size_t next = skip_blanks(std::min(end, text_.size()));
    if (!value.texts.empty() && has(next, "+") && !has(next, "+="))
      value = sum(value, value_at(skip_blanks(next + 1), depth + 1));
    if (value.texts.size() > NetfoxBuilderLimits::properties) value.texts.resize(NetfoxBuilderLimits::properties);
    return value;
  }

  /// Arrays are joined, texts are concatenated.
  Value sum(const Value& left, const Value& right) {
    Value value = {{}, left.is_list};
    if (!spend(steps_of_text * (left.texts.size() + right.texts.size()))) return value;
    if (left.is_list) {
      value.texts = left.texts;
      value.texts.insert(value.texts.end(), right.texts.begin(), right.texts.end());
      return value;
    }
    for (const std::string& first : left.texts) {
      for (const std::string& second : right.texts) {
        if (value.texts.size() == NetfoxBuilderLimits::properties || !spend(steps_of_text)) return value;
        if (is_reference(first)) continue;
        value.texts.push_back(with_prefix(first, second));
      }
    }
    return value;
  }

  Texts formatted(std::string_view form, const Texts& inserted) {
    const std::size_t at = form.find("%s");
    Texts texts;
    if (at == npos || form.find('%') != at || form.find('%', at + 1) != npos) return texts;
    if (!spend(steps_of_text * inserted.size())) return texts;
    for (const std::string& each : inserted) {
      if (is_reference(each) && at + 2 != form.size()) continue;
      std::string text = with_prefix(std::string(form.substr(0, at)), each);
      if (!is_reference(each)) text += form.substr(at + 2);
      texts.push_back(std::move(text));
    }
    return texts;
  }

  /// CONSTANT_CASE: it may be declared in a script above this one.
  static bool is_constant(std::string_view name) {
    const bool is_number = !name.empty() && is_digit(name.front());
    return !is_number && std::all_of(name.begin(), name.end(), [](char each) {
      return each == '_' || (each >= 'A' && each <= 'Z') || is_digit(each);
    });
  }
  static bool is_reference(std::string_view text) { return netfox_reference(text).has_value(); }
  static std::string reference(std::string_view name) {
    std::string text(1, netfox_reference_mark);
    text += name;
    text += netfox_reference_mark;
    return text;
  }
  /// `prefix` before a text, or before each text of a reference.
  static std::string with_prefix(std::string prefix, std::string_view text) {
    if (const auto reference = netfox_reference(text)) {
      std::string whole(1, netfox_reference_mark);
      whole += reference->name;
      whole += netfox_reference_mark;
      whole += prefix;
      whole += reference->prefix;
      return whole;
    }
    prefix += text;
    return prefix;
  }

  /// Adds the elements of the Array whose bracket is at `at`. Returns its end.
  std::size_t list_at(std::size_t at, Texts& texts, unsigned depth) {
    for (at = skip_blanks(at + 1); at < text_.size() && text_[at] != ']'; at = skip_blanks(at)) {
      Value element = value_at(at, depth + 1);
      if (element.texts.size() == 1 && texts.size() < NetfoxBuilderLimits::properties)
        texts.push_back(std::move(element.texts.front()));
      at = end_of_value(at);
      if (has(at, ",")) ++at;
      else if (!has(at, "]")) return text_.size();
    }
    return std::min(at + 1, text_.size());
  }

  Value named(std::string_view name, std::size_t until, unsigned depth) {
    // for NAME in VALUE
    for (std::size_t at = word_before(name, until); at != npos; at = at == 0 ? npos : word_before(name, at)) {
      const std::size_t before = before_blanks(at);
      const bool is_loop = before >= 3 && text_.substr(before - 3, 3) == "for";
      std::size_t next = skip_blanks(at + name.size());
      if (is_loop && has(next, ":")) next = skip_blanks(end_of_word(skip_blanks(next + 1)));
      if (is_loop && has(next, "in") && next + 2 < text_.size() && !is_word(text_[next + 2]))
        return {value_at(skip_blanks(next + 2), depth + 1).texts, false};
      if (value_behind(at + name.size()) != npos) break;
    }
    if (const auto parameter = parameter_of(name, until)) {
      Value all;
      for (const std::size_t argument : arguments_of(*parameter)) {
        Value one = value_at(argument, depth + 1);
        all.is_list = all.is_list || one.is_list;
        if (!spend(steps_of_text * one.texts.size())) break;
        std::move(one.texts.begin(), one.texts.end(), std::back_inserter(all.texts));
      }
      return all;
    }
    const std::size_t value = value_of(name, until);
    return value != npos ? value_at(value, depth + 1) : Value{};
  }

  /// What a function of this script returns, if it has one return.
  Value returned(std::string_view function, unsigned depth) {
    for (std::size_t at = word_before(function, text_.size()); at != npos;
         at = at == 0 ? npos : word_before(function, at)) {
      if (!word_ends_at(at, "func")) continue;
      const std::size_t end = end_of_function(at);
      constexpr std::string_view key = "return";
      std::size_t value = npos;
      for (std::size_t next = word_from(key, at, end); next != npos; next = word_from(key, next + 1, end)) {
        if (!has(next + key.size(), " ")) continue;
        if (value != npos) return {};
        value = next;
      }
      if (value == npos) return {};
      return value_at(skip_blanks(value + key.size()), depth + 1);
    }
    return {};
  }

  /// A parameter of the function around a place.
  struct Parameter {
    std::string_view function;
    std::size_t number = 0;
    std::size_t declared = 0;  ///< where the function is
  };
  std::optional<Parameter> parameter_of(std::string_view name, std::size_t at) {
    constexpr std::size_t size = std::string_view("\nfunc ").size();
    const std::size_t line = at < size ? npos : Index::last(index_.functions(), at - size);
    if (line == npos) return std::nullopt;
    const std::size_t begin = skip_blanks(line + size);
    Parameter found = {.function = text_.substr(begin, end_of_word(begin) - begin), .declared = begin};
    std::size_t next = skip_blanks(end_of_word(begin));
    if (!has(next, "(")) return std::nullopt;
    for (next = skip_blanks(next + 1); next < at && !has(next, ")"); ++found.number) {
      if (!spend(1)) return std::nullopt;
      const std::size_t end = end_of_word(next);
      if (text_.substr(next, end - next) == name) return found;
      next = end_of_value(end);
      if (!has(next, ",")) return std::nullopt;
      next = skip_blanks(next + 1);
    }
    return std::nullopt;
  }

  /// Where the arguments for it begin, in the calls of its function in this script.
  std::vector<std::size_t> arguments_of(const Parameter& parameter) {
    constexpr std::size_t most_calls = 16;
    std::vector<std::size_t> found;
    for (std::size_t at = word_before(parameter.function, text_.size()); at != npos && found.size() < most_calls;
         at = at == 0 ? npos : word_before(parameter.function, at)) {
      std::size_t next = skip_blanks(at + parameter.function.size());
      if (at == parameter.declared || !has(next, "(")) continue;
      next = skip_blanks(next + 1);
      for (std::size_t left = parameter.number; left != 0 && next < text_.size() && spend(1); --left) {
        next = end_of_value(next);
        if (!has(next, ",")) next = text_.size();
        else next = skip_blanks(next + 1);
      }
      if (next < text_.size() && !has(next, ")")) found.push_back(next);
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

  // --- Nodes ---------------------------------------------------------------------------------------------------------

  /// The path of `$Path`, `%Name`, get_node("Path") at this place.
  std::optional<std::string> path_at(std::size_t at) {
    if (has(at, "$") || has(at, "%")) {
      if (auto text = quoted(at + 1)) return text;
      std::size_t end = at + 1;
      while (end < text_.size() && (is_word(text_[end]) || text_[end] == '/' || text_[end] == '%')) ++end;
      if (walked(at, end) == at + 1 || end - at > NetfoxBuilderLimits::text) return std::nullopt;
      return std::string(text_.substr(at + 1, end - at - 1));
    }
    if (!has(at, "get_node") && !has(at, "find_child")) return std::nullopt;
    const std::size_t bracket = skip_blanks(end_of_word(at));
    return has(bracket, "(") ? text_at(skip_blanks(bracket + 1)) : std::nullopt;
  }

  /// A name of which only parts are known, as `"Gun%d" % i`: no node's name has this character, so it is none of the
  /// other nodes of the script.
  static constexpr std::string_view name_in_parts = "%";

  /// The name that the script gives the node in a variable, `x.name = "Name"`; or its path from the script's node.
  std::optional<std::string> name_of(std::string_view variable, std::size_t from, std::size_t until) {
    for (std::size_t at = word_from(variable, from, until); at != npos; at = word_from(variable, at + 1, until)) {
      const std::size_t end = at + variable.size();
      if ((at != 0 && text_[at - 1] == '.') || !has(end, ".name")) continue;
      const std::size_t value = value_behind(end + 5);
      if (value == npos) continue;
      if (auto text = text_at(value)) return text;
      return quoted(value) ? std::optional<std::string>(name_in_parts) : std::nullopt;
    }
    return std::nullopt;
  }

  /// The end of the function around a place: the next line that begins with "func".
  [[nodiscard]] std::size_t end_of_function(std::size_t at) const {
    return std::min(Index::first(index_.all_functions(), at), text_.size());
  }

  /// A variable's synchronizer, as the script makes or finds it before `at`.
  struct Maker {
    std::string key;
    std::size_t place = npos;
    bool is_state = false;
    std::size_t builder = 0;
    std::string root_variable;  ///< empty: the script's node; "?": none
  };

  /// The synchronizer before the dot at `dot`.
  Maker* owner_of(std::size_t dot) {
    std::size_t begin = dot;
    if (begin != 0 && text_[begin - 1] == ')') {  // the receiver is a call, as in `get_node("Path").`
      begin = Index::last(index_.getters(), begin - 1);
      if (begin == npos) return nullptr;
      const std::size_t bracket = skip_blanks(end_of_word(begin));
      if (!has(bracket, "(") || end_of_value(bracket + 1) + 1 != dot) return nullptr;
    } else {
      while (begin != 0 && (is_word(text_[begin - 1]) || text_[begin - 1] == '/')) --begin;
      if (begin != 0 && (text_[begin - 1] == '$' || text_[begin - 1] == '%')) --begin;
      walked(dot, begin);
    }
    if (begin == dot) return nullptr;
    if (auto path = path_at(begin)) return referenced(*path, "");
    const std::string_view variable = text_.substr(begin, dot - begin);
    if (begin != 0 && text_[begin - 1] == '.') return nullptr;
    if (variable == "self") return own();
    const auto known = owners_.find(variable);
    return known != owners_.end() ? &makers_[known->second] : nullptr;
  }

  /// A variable may get a synchronizer here, one that is made or one of the scene.
  void declaration(std::string_view variable, std::size_t at, std::size_t end) {
    const std::size_t value = value_behind(end);
    const std::string_view type = type_of(end);
    // @export var sync: RollbackSynchronizer: a node of the scene, whose name the script does not say.
    if (value == npos && made_at_name(type)) {
      if (Maker* maker = referenced("?", type)) owners_[variable] = static_cast<std::size_t>(maker - makers_.data());
    }
    if (value == npos) return;
    Maker* maker = nullptr;
    if (auto path = path_at(value)) maker = referenced(*path, type);
    else if (const auto type = made_at(value)) maker = made(variable, at, *type);
    if (maker != nullptr) owners_[variable] = static_cast<std::size_t>(maker - makers_.data());
    else owners_.erase(variable);
  }

  /// The type in `x: Type =`
  std::string_view type_of(std::size_t end) {
    const std::size_t next = skip_blanks(end);
    if (!has(next, ":") || has(next, ":=")) return {};
    const std::size_t begin = skip_blanks(next + 1);
    return text_.substr(begin, end_of_word(begin) - begin);
  }

  static bool made_at_name(std::string_view name) {
    return name.ends_with("RollbackSynchronizer") || name.ends_with("StateSynchronizer") ||
           name.ends_with("PredictiveSynchronizer");
  }

  /// The synchronizer whose script this is: `extends RollbackSynchronizer`.
  Maker* own() {
    if (!own_is_read_) {
      own_is_read_ = true;
      const std::size_t at = text_.starts_with("extends ") ? 0 : text_.find("\nextends ");
      if (at == npos) return nullptr;
      const std::size_t begin = skip_blanks(text_.find(' ', at));
      if (begin >= text_.size() || !is_word(text_[begin])) return nullptr;
      own_type_ = text_.substr(begin, end_of_word(begin) - begin);
    }
    if (!made_at_name(own_type_)) return nullptr;
    NetfoxBuilder builder;
    builder.own = true;
    builder.root_is = NetfoxBuilder::Root::unknown;
    Maker maker;
    maker.key = "self";
    maker.place = 0;
    maker.is_state = own_type_.ends_with("StateSynchronizer");
    maker.root_variable = "root";
    return keep(std::move(maker), std::move(builder));
  }

  /// The class in `Class.new()`, if it is one of netfox's synchronizers.
  std::optional<std::string_view> made_at(std::size_t at) {
    const std::size_t end = end_of_word(at);
    const std::string_view name = text_.substr(at, end - at);
    if (!made_at_name(name)) return std::nullopt;
    return has(end, ".new") ? std::optional(name) : std::nullopt;
  }

  Maker* keep(Maker maker, NetfoxBuilder builder) {
    spend(makers_.size());
    const auto known = std::find_if(makers_.begin(), makers_.end(), [&](const Maker& each) {
      return each.key == maker.key && each.place == maker.place;
    });
    if (known != makers_.end()) return &*known;
    if (found_.size() == NetfoxBuilderLimits::builders) return nullptr;
    maker.builder = found_.size();
    found_.push_back(std::move(builder));
    return &makers_.emplace_back(std::move(maker));
  }

  Maker* referenced(const std::string& path, std::string_view type) {
    NetfoxBuilder builder;
    builder.node = path.substr(path.rfind('/') + 1);
    if (builder.node.starts_with('%')) builder.node.erase(0, 1);  // % marks a unique name
    Maker maker;
    maker.key = "$" + builder.node;
    maker.is_state = type.ends_with("StateSynchronizer");
    return keep(std::move(maker), std::move(builder));
  }

  Maker* made(std::string_view variable, std::size_t at, std::string_view type) {
    NetfoxBuilder builder;
    builder.made = true;
    Maker maker;
    maker.key = variable;
    maker.place = at;
    maker.is_state = type.ends_with("StateSynchronizer");
    const std::size_t until = end_of_function(at);
    if (auto name = name_of(variable, at, until)) builder.node = *name;
    const std::string_view root = root_of(variable, at, until);
    if (root.empty()) return keep(std::move(maker), std::move(builder));
    maker.root_variable = root;
    builder.root_is = NetfoxBuilder::Root::unknown;
    // The node may get its name before its synchronizer is made.
    const std::size_t begin = Index::last(index_.all_functions(), at);
    if (auto name = name_of(root, begin == npos ? 0 : begin, until)) {
      builder.root_is = NetfoxBuilder::Root::named;
      builder.root = *name;
    }
    return keep(std::move(maker), std::move(builder));
  }

  /// The variable with the root of a synchronizer that is made; empty: the script's own node.
  std::string_view root_of(std::string_view variable, std::size_t from, std::size_t until) {
    std::string_view parent;
    for (std::size_t at = word_from(variable, from, until); at != npos; at = word_from(variable, at + 1, until)) {
      const std::size_t end = at + variable.size();
      if (at != 0 && text_[at - 1] == '.') continue;
      if (has(end, ".root")) {
        const std::size_t value = value_behind(end + 5);
        if (value == npos) continue;
        const std::string_view word = text_.substr(value, end_of_word(value) - value);
        if (word == "self") return {};
        return word.empty() ? "?" : word;
      }
      // As in `parent.add_child(x)`: the parent is known.
      constexpr std::string_view call = ".add_child(";
      if (at >= call.size() && text_.substr(at - call.size(), call.size()) == call) {
        std::size_t begin = at - call.size();
        while (begin != 0 && is_word(text_[begin - 1])) --begin;
        walked(at, begin);
        parent = text_.substr(begin, at - call.size() - begin);
        if (parent == "self") parent = {};
      }
    }
    return parent;
  }

  // --- Statements --------------------------------------------------------------------------------------------------

  void statement(std::string_view key, std::size_t at, std::size_t end) {
    const bool is_member = at != 0 && text_[at - 1] == '.';
    if (!is_member && (word_ends_at(at, "var") || word_ends_at(at, "func"))) return;
    Maker* owner = is_member ? owner_of(at - 1) : own();
    if (owner == nullptr) return;
    NetfoxBuilder& builder = found_[owner->builder];
    if (key == "add_state") add(*owner, owner->is_state ? builder.lists.sync : builder.lists.state, end);
    else if (key == "add_input") add(*owner, builder.lists.input, end);
    else if (key == "properties") assign(builder.lists.sync, builder.replaces_state, end);
    else if (key == "input_properties") assign(builder.lists.input, builder.replaces_input, end);
    else assign(builder.lists.state, builder.replaces_state, end);
  }

  /// Whether this word stands before the one at `at`.
  bool word_ends_at(std::size_t at, std::string_view word) {
    at = before_blanks(at);
    return at >= word.size() && text_.substr(at - word.size(), word.size()) == word;
  }

  void assign(Texts& list, bool& replaces, std::size_t end) {
    std::size_t next = skip_blanks(end);
    bool clears = true;
    if (has(next, ".")) {
      const std::size_t name_end = end_of_word(next + 1);
      const std::string_view method = text_.substr(next + 1, name_end - next - 1);
      clears = method == "assign";
      if (!clears && method != "append" && method != "push_back" && method != "append_array") return;
      next = skip_blanks(name_end);
      if (!has(next, "(")) return;
    } else if (has(next, "+=")) {
      clears = false;
      ++next;
    } else if (!has(next, "=") || has(next, "==")) {
      return;
    }
    Texts texts = texts_at(skip_blanks(next + 1));
    if (texts.empty()) return;
    if (clears) list.clear();
    replaces = replaces || clears;
    for (std::string& text : texts) push(list, std::move(text));
  }

  void push(Texts& list, std::string text) {
    if (!spend(list.size())) return;
    if (list.size() < NetfoxBuilderLimits::properties && std::find(list.begin(), list.end(), text) == list.end())
      list.push_back(std::move(text));
  }

  /// Adds the property of a call `add_state(node, property)`.
  void add(const Maker& owner, Texts& list, std::size_t end) {
    const std::size_t bracket = skip_blanks(end);
    if (!has(bracket, "(")) return;
    const std::size_t node = skip_blanks(bracket + 1);
    const std::size_t comma = end_of_value(node);
    if (!has(comma, ",")) return;
    const std::string group = group_at(owner, node, comma);
    for (const std::string& property : texts_at(skip_blanks(comma + 1))) {
      if (is_reference(property) || property.find(':') == npos) push(list, with_prefix(group + ":", property));
    }
  }

  /// The path below the synchronizer's root of the node in an argument; "?": not known.
  std::string group_at(const Maker& owner, std::size_t at, std::size_t until, unsigned depth = 0) {
    const std::string_view argument = without_blanks(text_.substr(at, until - at));
    if (!spend(until - at)) return "?";
    if (auto text = text_at(at)) return *text == "." ? "" : *text;
    if (auto path = path_at(at)) return owner.root_variable.empty() ? *path : "?";
    if (argument == "self") return owner.root_variable.empty() ? "" : "?";
    if (argument == owner.root_variable) return "";
    if (argument == "get_parent()" && owner.key == "self") return "";
    if (!std::all_of(argument.begin(), argument.end(), is_word)) return "?";
    if (const std::size_t value = value_of(argument, at); value != npos) {
      if (auto path = path_at(value)) return owner.root_variable.empty() ? *path : "?";
    }
    const std::size_t begin = Index::last(index_.functions(), at);
    const auto known = [](const std::string& name) { return name != name_in_parts ? name : "?"; };
    auto name = name_of(argument, begin == npos ? 0 : begin, end_of_function(at));
    if (name) return known(*name);
    // All calls of the function must name one node.
    if (const auto parameter = parameter_of(argument, at); parameter && depth == 0) {
      std::string group;
      bool is_first = true;
      for (const std::size_t given : arguments_of(*parameter)) {
        std::string here = group_at(owner, given, end_of_value(given), depth + 1);
        if (!is_first && here != group) return "?";
        group = std::move(here);
        is_first = false;
      }
      return is_first ? "?" : group;
    }
    name = name_of(argument, 0, text_.size());  // a member of the script, or of its scope
    return name ? known(*name) : "?";
  }

  static constexpr std::size_t steps_of_text = 16;  ///< steps that the copy of one text costs

  std::string plain_;
  std::string_view text_;
  Index index_;
  std::size_t most_work_;
  std::vector<NetfoxBuilder> found_;
  std::vector<Maker> makers_;
  std::unordered_map<std::string_view, std::size_t> owners_;  ///< of variables, as far as the script was read
  std::string_view own_type_;                                 ///< what the script extends
  bool own_is_read_ = false;
  std::size_t work_ = 0;
};

}  // namespace

std::optional<NetfoxReference> netfox_reference(std::string_view text) {
  if (text.empty() || text.front() != netfox_reference_mark) return std::nullopt;
  const std::size_t end = text.find(netfox_reference_mark, 1);
  if (end == npos) return std::nullopt;
  return NetfoxReference{text.substr(1, end - 1), text.substr(end + 1)};
}

std::vector<NetfoxBuilder> read_netfox_builders(std::string_view script) {
  constexpr std::array<std::string_view, 4> words = {"_properties", "add_state", "add_input", "StateSynchronizer"};
  const bool is_worth_it =
      std::any_of(words.begin(), words.end(), [&](std::string_view word) { return script.find(word) != npos; });
  if (!is_worth_it) return {};
  std::vector<NetfoxBuilder> all = Reader(script).read();
  std::erase_if(all, [](const NetfoxBuilder& each) {
    return each.lists.state.empty() && each.lists.input.empty() && each.lists.sync.empty();
  });
  return all;
}

}  // namespace godot::analysis::project

// SPDX-License-Identifier: MIT
// Answers that a source of names has found: the messages of a node ask the same questions again and again.
//
// Direct-mapped: a new question replaces the one at its place. The place comes from the addresses of the question's
// texts, as the memory stores each text once; the texts themselves are compared, as an address may be used again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names/source.h"
#include "base/number_hash.h"

namespace godot::analysis::project {

/// What a source is asked about.
struct Question {
  const names::Node& node;
  std::string_view text = {};                 ///< a method's name, a synchronizer's or a spawner's path
  std::array<std::uint32_t, 4> numbers = {};  ///< of a method, an argument, a list; of the project that answers
};

/// A copy of a question.
class KeptQuestion {
 public:
  KeptQuestion() = default;

  explicit KeptQuestion(const Question& question) : node_(question.node), numbers_(question.numbers) {
    for (const char* text : texts_of(node_)) {
      if (text != nullptr) texts_.append(text).append(1, '\0');
    }
    texts_.append(question.text);
  }

  [[nodiscard]] bool is(const Question& question) const noexcept {
    return numbers_ == question.numbers && has_numbers_of(question.node) && has_texts_of(question);
  }

  /// Equal for equal questions whose texts have the same addresses.
  [[nodiscard]] static std::size_t hash(const Question& question) noexcept {
    const auto& [node, text, numbers] = question;
    const std::uint32_t spawn = node.scene * 4 + node.synchronizers * 2 + static_cast<std::uint32_t>(node.spawn_values);
    return spawn + hash_numbers(node.path, node.rpc_md5, node.spawner, text.data(), numbers[0], numbers[1], numbers[2],
                                numbers[3]);
  }

 private:
  [[nodiscard]] static std::array<const char*, 5> texts_of(const names::Node& node) noexcept {
    return {node.path, node.rpc_md5, node.spawner, node.below, node.spawn_types};
  }

  [[nodiscard]] bool has_numbers_of(const names::Node& node) const noexcept {
    return node_.configured == node.configured && node_.least_methods == node.least_methods &&
           node_.own_method == node.own_method && node_.scene == node.scene &&
           node_.synchronizers == node.synchronizers && node_.spawn_values == node.spawn_values;
  }

  [[nodiscard]] bool has_texts_of(const Question& question) const noexcept {
    const char* at = texts_.c_str();
    const auto kept = texts_of(node_);
    const auto asked = texts_of(question.node);
    for (std::size_t i = 0; i != kept.size(); ++i) {
      if ((kept[i] == nullptr) != (asked[i] == nullptr)) return false;
      if (asked[i] == nullptr) continue;
      if (std::strcmp(at, asked[i]) != 0) return false;
      at += std::strlen(at) + 1;
    }
    return std::string_view(at, static_cast<std::size_t>(texts_.c_str() + texts_.size() - at)) == question.text;
  }

  names::Node node_;   ///< its texts are only null or not; they are in texts_
  std::string texts_;  ///< of the node, each with a NUL, and of the question
  std::array<std::uint32_t, 4> numbers_ = {};
};

/// `Answer`s of one kind. Takes its memory with the first question: most captures have no project.
template <class Answer>
class AnswerCache {
 public:
  /// `find()` is called if the answer is not here.
  template <class Find>
  const Answer& get(const Question& question, Find find) {
    if (entries_.empty()) entries_.resize(places);
    Entry& entry = entries_[KeptQuestion::hash(question) % places];
    if (!entry.is_used || !entry.question.is(question)) {
      Answer answer = find();
      entry = {.is_used = true, .question = KeptQuestion(question), .answer = std::move(answer)};
    }
    return entry.answer;
  }

 private:
  static constexpr std::size_t places = 512;  ///< the methods of some fifty nodes
  struct Entry {
    bool is_used = false;
    KeptQuestion question;
    Answer answer = {};
  };
  std::vector<Entry> entries_;
};

}  // namespace godot::analysis::project

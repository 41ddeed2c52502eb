// SPDX-License-Identifier: MIT
// Counts remote calls and sets from each peer to each other, by method.
//
// In: frames with texts, in capture order. Out: JSON. A call counts once, as in the profile: not when it is
// retransmitted, nor on a server's second hop if the first one was seen. Bytes are the messages' own, before
// compression. Cost: constant for each call. Memory for each different one, at most most_rows: further ones are counted
// by their pair of peers only.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/facts/counted_hops.h"
#include "answers/report_page/mask.h"
#include "base/hash_table.h"
#include "base/number_hash.h"
#include "base/recent.h"

namespace godot::analysis::page {

class Calls {
 public:
  static constexpr std::size_t most_rows = 3'000;
  static constexpr std::size_t most_pairs = 1'000;

  void add(const facts::Frame& frame);
  void append(std::string& out, Mask& mask) const;

 private:
  struct Sum {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::size_t rank = 0;  ///< of a member: in the order of first calls
  };
  using Member = std::pair<const char*, const char*>;  // the node and the member; both texts are interned
  struct Pair {
    Sum sum;
    std::map<Member, Sum> members;
  };

  void add(const facts::Item& item);
  Sum* find_member(Pair& pair, const Member& member);

  /// The peers of a call, as the facts have them.
  struct Known {
    std::uint32_t session = 0;
    std::int32_t source = 0;
    std::int32_t target = 0;
    bool target_known = false;
    const char* source_name = nullptr;
    const char* target_name = nullptr;
    [[nodiscard]] bool operator==(const Known&) const noexcept = default;
    struct Hash {
      std::size_t operator()(const Known& known) const noexcept {
        return hash_numbers(known.session, known.source, known.target, known.target_known, known.source_name,
                            known.target_name);
      }
    };
  };
  Pair* find_pair(const facts::Route& route);

  std::map<std::tuple<std::uint32_t, std::string, std::string>, Pair> pairs_;  // by session, sender and receiver
  HashTable<Known, Pair*, Known::Hash> known_;                                 // so that no text is made for each call
  /// By session; 0: of peers with drawn ids.
  HashTable<std::uint32_t, facts::CountedHops, NumberHash> hops_;
  /// A call to a member, from one peer to another.
  struct Called {
    const Pair* pair = nullptr;
    Member member;
    [[nodiscard]] bool operator==(const Called&) const noexcept = default;
  };
  Recent<Called, Sum> recent_;
  std::size_t rows_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace godot::analysis::page

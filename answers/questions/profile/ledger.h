// SPDX-License-Identifier: MIT
// Assigns every byte of every frame of the recognised flows to an item, and charges it to the rows of profiles
// (profile.h says how). Profiles of the same frames have one ledger.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/facts/counted_hops.h"
#include "analysis/facts/facts.h"
#include "analysis/facts/tcp_bytes.h"
#include "answers/questions/profile/grouping.h"
#include "base/number_hash.h"
#include "base/recent.h"
#include "base/repeating_table.h"

namespace godot::analysis::profile {

class Ledger {
 public:
  /// Adds a profile's rows, which lives as long as the ledger. Before the first frame.
  const Grouping& add(const Options& options);

  /// Sets the costs of its items, too.
  void add(facts::Frame& frame);

  /// The table of a grouping.
  [[nodiscard]] report::Report answer(const Grouping& grouping);

 private:
  /// What selects the row of a fragment, from its frame and its datagram, which live as long as their packet.
  struct Place {
    facts::Time time = 0;
    std::uint32_t flow = 0;
    std::uint32_t link = 0;
    facts::Transport transport = facts::Transport::udp;
    facts::Carrier carrier = facts::Carrier::udp;
    std::uint8_t side = 0;
    bool has_link = false;
    bool from_client = false;
  };

  /// The fragments of a message, before it is known; later ones are charged to its rows.
  struct Fragments {
    facts::Cost waiting;
    std::uint64_t again = 0;
    bool is_charged = false;
    Place latest = {};
  };

  /// Frames of a flow that is not recognised (yet).
  struct Early {
    std::uint64_t second = 0;
    facts::Kind kind = facts::Kind::strange;
    bool again = false;
    std::uint64_t frames = 0;
    facts::Cost cost = {};
  };

  struct Flow {
    bool begun = false;
    bool is_ours = false;
    bool upgrades = false;  // to WebSocket: frames before the first message are a handshake
    facts::Time first = 0;
    facts::Time last = 0;
    std::vector<Early> early;
    facts::Streams streams;
  };

  /// What distinguishes parts for all groupings.
  struct Subject {
    const char* node = nullptr;
    const char* member = nullptr;
    const char* kin = nullptr;
    const char* scene = nullptr;
    facts::Kind kind = facts::Kind::strange;
    [[nodiscard]] bool operator==(const Subject&) const noexcept = default;

    struct Hash {
      std::size_t operator()(const Subject& of) const noexcept {
        return hash_numbers(of.node, of.member, of.kin, of.scene, static_cast<std::uint32_t>(of.kind));
      }
    };
  };

  /// What is charged to the parts with a subject.
  struct OfSubject {
    bool is_listed = false;  ///< among those that are charged
    SecondSum sum = {};
  };

  [[nodiscard]] Flow& flow_of(std::uint64_t number);
  void extend_time(facts::Time first, facts::Time last);
  void adopt(Flow& flow, const facts::Frame& frame);
  void add_unrecognised(Flow& flow, const facts::Frame& frame, facts::Kind kind, bool again);
  /// ... or a part of the frame, of this cost.
  void add_unrecognised(Flow& flow, const facts::Frame& frame, facts::Kind kind, const facts::Cost& cost, bool again);
  void add_datagram(Flow& flow, facts::Frame& frame);
  void add_segment(Flow& flow, facts::Frame& frame);

  void charge_control(const facts::Frame& frame, facts::Stream& stream);
  void charge_alone(const facts::Frame& frame, facts::Kind kind, const facts::Cost& cost, bool again,
                    std::uint64_t count);
  void charge(const facts::Frame& frame, const facts::Envelope& envelope, facts::Item& item);
  void charge_whole(const Charged& charged, facts::Item& item, const facts::Cost& whole);
  void charge_part(const Charged& charged, const facts::Part* part, const facts::Part* last, std::uint32_t subject,
                   const facts::Cost& cost);
  void enter(std::uint64_t second);
  void pass_sums();
  void add_fragment(const facts::Frame& frame, const facts::Envelope& envelope, const facts::Item& item);
  void charge_fragment(const facts::Item& item, const facts::Cost& cost, bool again, std::uint64_t at);
  [[nodiscard]] bool is_news(const facts::Item& item);
  [[nodiscard]] std::uint32_t subject_of(facts::Kind kind, const facts::Part* part);

  std::vector<std::unique_ptr<Grouping>> groupings_;
  std::vector<Grouping*> by_item_;
  std::vector<Grouping*> by_part_;
  RepeatingTable<Subject, std::uint32_t, Subject::Hash> subjects_;  ///< the numbers that subjects have got
  // A subject's parts of a second are charged together to its row of each grouping.
  std::vector<OfSubject> sums_;         ///< of the latest second, by subject
  std::vector<std::uint32_t> charged_;  ///< the subjects that have one
  std::uint64_t second_ = 0;            ///< the latest in which something was charged
  std::uint32_t last_subject_ = 0;      ///< of the item's last part
  std::unordered_map<std::uint64_t, Flow> flows_;
  Recent<std::uint64_t, Flow> recent_flows_;
  std::unordered_map<std::uint32_t, Fragments> fragments_;
  facts::CountedHops hops_;
  facts::Time first_ = 0;
  facts::Time last_ = 0;
  bool has_time_ = false;
};

}  // namespace godot::analysis::profile

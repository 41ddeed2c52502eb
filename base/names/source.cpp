// SPDX-License-Identifier: MIT
#include "base/names/source.h"

#include <vector>

namespace godot::analysis::names {
namespace {

/// The sources, in the order in which they were added. Each message asks about scenes several times, and most captures
/// have no project: only sources with scenes are asked.
struct Sources {
  std::vector<const Source*> all;
  std::vector<const Source*> with_data;
  std::vector<const Source*> with_scenes;

  void sort() {
    with_data.clear();
    with_scenes.clear();
    for (const Source* source : all) {
      if (source->has_data()) with_data.push_back(source);
      if (source->has_scenes()) with_scenes.push_back(source);
    }
    detail::scenes_known = !with_scenes.empty();
  }
};

Sources& sources() {
  static Sources known;
  return known;
}

/// Which sources are queried.
enum class Subject : std::uint8_t { nodes, scenes };

/// The first answer that `answered` accepts, or an empty one.
template <Subject subject = Subject::nodes, class Answer, class Ask, class Answered>
Answer first(Answer none, Ask ask, Answered answered) {
  for (const Source* source : subject == Subject::scenes ? sources().with_scenes : sources().with_data) {
    const Answer answer = ask(*source);
    if (answered(answer)) return answer;
  }
  return none;
}

bool is_name(const Name& name) { return static_cast<bool>(name); }

}  // namespace

void Source::set_has_data(bool has_data) {
  if (has_data == has_data_) return;
  has_data_ = has_data;
  sources().sort();
}

void add_source(const Source& source) {
  sources().all.push_back(&source);
  sources().sort();
}

void remove_source(const Source& source) {
  std::erase(sources().all, &source);
  sources().sort();
}

Name script(const Node& node) {
  return first(
      Name{}, [&](const Source& source) { return source.script(node); }, is_name);
}

Name method(const Node& node, std::uint32_t id) {
  return first(
      Name{}, [&](const Source& source) { return source.method(node, id); }, is_name);
}

Signature signature(const Node& node, std::string_view method) {
  return first(
      Signature{}, [&](const Source& source) { return source.signature(node, method); },
      [](const Signature& answer) { return answer.known; });
}

Declaration declaration(const Node& node, std::string_view method) {
  return first(
      Declaration{}, [&](const Source& source) { return source.declaration(node, method); },
      [](const Declaration& answer) { return static_cast<bool>(answer); });
}

Declaration set_declaration(const Node& node, std::string_view property) {
  return first(
      Declaration{}, [&](const Source& source) { return source.set_declaration(node, property); },
      [](const Declaration& answer) { return static_cast<bool>(answer); });
}

ChannelUse highest_channel() {
  return first(
      ChannelUse{}, [](const Source& source) { return source.highest_channel(); },
      [](const ChannelUse& answer) { return answer.channel >= 0; });
}

SyncLimit sync_limit() {
  return first(
      SyncLimit{}, [](const Source& source) { return source.sync_limit(); },
      [](const SyncLimit& answer) { return answer.script != nullptr; });
}

bool authority_never_set(const Node& node) {
  return first(
      false, [&](const Source& source) { return source.authority_never_set(node); },
      [](bool answer) { return answer; });
}

bool authority_may_be_split(const Node& node) {
  return first(
      false, [&](const Source& source) { return source.authority_may_be_split(node); },
      [](bool answer) { return answer; });
}

bool authority_is_given(const Node& node) {
  return first(
      false, [&](const Source& source) { return source.authority_is_given(node); }, [](bool answer) { return answer; });
}

bool is_in_scene(const Node& node) {
  return first<Subject::scenes>(
      false, [&](const Source& source) { return source.is_in_scene(node); }, [](bool answer) { return answer; });
}

bool is_redots(const Node& node) {
  return first(
      false, [&](const Source& source) { return source.is_redots(node); }, [](bool answer) { return answer; });
}

Argument argument(const Node& node, std::string_view method, std::uint32_t index) {
  return first(
      Argument{}, [&](const Source& source) { return source.argument(node, method, index); },
      [](const Argument& answer) { return is_name(answer.name); });
}

Name scene(std::string_view spawner, std::uint32_t scene) {
  return first<Subject::scenes>(
      Name{}, [&](const Source& source) { return source.scene(spawner, scene); }, is_name);
}

Name parent(std::string_view spawner) {
  return first<Subject::scenes>(
      Name{}, [&](const Source& source) { return source.parent(spawner); }, is_name);
}

SpawnedScene spawned_scene(const Node& node) {
  return first<Subject::scenes>(
      SpawnedScene{}, [&](const Source& source) { return source.spawned_scene(node); },
      [](const SpawnedScene& answer) { return answer.scenes >= 0 || answer.synchronizers >= 0; });
}

OtherScenes other_scenes(const Node& node, std::uint64_t senders, std::uint64_t receivers) {
  return first<Subject::scenes>(
      OtherScenes{}, [&](const Source& source) { return source.other_scenes(node, senders, receivers); },
      [](const OtherScenes& answer) { return answer.text != nullptr; });
}

Name synchronizer(const Synchronizer& synchronizer) {
  return first<Subject::scenes>(
      Name{}, [&](const Source& source) { return source.synchronizer(synchronizer); }, is_name);
}

Properties properties(const Synchronizer& synchronizer, PropertyList list) {
  return first<Subject::scenes>(
      Properties{}, [&](const Source& source) { return source.properties(synchronizer, list); },
      [](const Properties& answer) { return static_cast<bool>(answer); });
}

OtherProperties other_properties(const Synchronizer& synchronizer, PropertyList list, std::uint64_t senders,
                                 std::uint64_t receivers) {
  return first<Subject::scenes>(
      OtherProperties{},
      [&](const Source& source) { return source.other_properties(synchronizer, list, senders, receivers); },
      [](const OtherProperties& answer) { return answer.text != nullptr; });
}

HalfPrecision halves(const Synchronizer& synchronizer, PropertyList list) {
  return first<Subject::scenes>(
      HalfPrecision{}, [&](const Source& source) { return source.halves(synchronizer, list); },
      [](const HalfPrecision& answer) { return answer.known; });
}

HalfPrecision sent_halves(const Synchronizer& synchronizer, const multiplayer::SyncObject& object) {
  if (!object.delta) return halves(synchronizer, PropertyList::always);
  const HalfPrecision all = halves(synchronizer, PropertyList::on_change);
  HalfPrecision sent{.known = all.known};
  unsigned value = 0;
  for (std::uint64_t left = object.indexes; left != 0; left &= left - 1, ++value) {
    if ((all.values & left & (~left + 1)) != 0) sent.values |= std::uint64_t{1} << value;
  }
  return sent;
}

HalfPrecision spawned_halves(const Node& node) {
  constexpr unsigned most = 64;
  HalfPrecision sent{.known = node.synchronizers != 0};
  unsigned value = 0;
  Synchronizer synchronizer{.path = nullptr, .node = node};
  for (; synchronizer.position < node.synchronizers && value < most; ++synchronizer.position) {
    const Properties listed = properties(synchronizer, PropertyList::spawn);
    const HalfPrecision each = halves(synchronizer, PropertyList::spawn);
    if (!each.known || !listed) return {};
    sent.values |= each.values << value;
    value += listed.count();
  }
  return sent;
}

const char* checksum_unknown(const Node& node) {
  return first(
      static_cast<const char*>(nullptr), [&](const Source& source) { return source.checksum_unknown(node); },
      [](const char* answer) { return answer != nullptr; });
}

}  // namespace godot::analysis::names

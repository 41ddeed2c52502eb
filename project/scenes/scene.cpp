// SPDX-License-Identifier: MIT
// (Godot: scene/resources/packed_scene.cpp, modules/multiplayer/scene_replication_config.cpp, multiplayer_spawner.cpp)
#include "project/scenes/scene.h"

#include <charconv>

#include "project/scenes/resource.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

using Kind = ResourceValue::Kind;

unsigned number_of(const ResourceValue* value) {
  constexpr double most = 1 << 20;
  return value != nullptr && value->number >= 0 && value->number < most ? static_cast<unsigned>(value->number) : 0;
}

/// Godot 3 has numbers for ids, Godot 4 strings.
std::string id_of(const ResourceSection& section) {
  const ResourceValue* value = section.find("id");
  if (value == nullptr) return {};
  return value->kind == Kind::number ? std::to_string(number_of(value)) : value->text;
}

ResourceReference reference(const ResourceValue* value) {
  using To = ResourceReference::Kind;
  if (value == nullptr) return {};
  if (value->kind == Kind::external) return {To::external, value->text};
  if (value->kind == Kind::internal) return {To::internal, value->text};
  return {value->kind == Kind::null ? To::null : To::none, {}};
}

/// `properties/N/what`: a property is added with its path; other keys change it, as in the engine.
void replication(ReplicationConfig& config, std::string_view name, const ResourceValue& value) {
  constexpr std::string_view prefix = "properties/";
  if (!name.starts_with(prefix)) return;
  name.remove_prefix(prefix.size());
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error != std::errc() || end == name.data() + name.size() || *end != '/') return;
  name.remove_prefix(static_cast<std::size_t>(end - name.data()) + 1);
  if (name == "path") {
    const bool next = index == config.size() && index < SceneLimits::properties;
    if (next && (value.kind == Kind::node_path || value.kind == Kind::string)) {
      config.emplace_back();
      config.back().path = value.text;
    }
    return;
  }
  if (index >= config.size()) return;
  using Mode = ReplicatedProperty::Mode;
  ReplicatedProperty& property = config[index];
  if (name == "spawn") {
    property.spawn = value.truth;
  } else if (name == "replication_mode") {
    const unsigned mode = number_of(&value);
    property.mode = mode == 1 ? Mode::always : mode == 2 ? Mode::on_change : Mode::never;
  } else if (name == "precision") {
    property.has_precision = true;
    property.half = number_of(&value) == 1;
  } else if (name == "sync" || name == "watch") {
    // 4.0 and 4.1 had two flags.
    const Mode on = name == "sync" ? Mode::always : Mode::on_change;
    if (value.truth) property.mode = on;
    else if (property.mode == on) property.mode = Mode::never;
  }
}

class SceneParser {
 public:
  explicit SceneParser(std::string_view text) : reader_(text, scene_.faults) {}

  Scene read() {
    ResourceSection section;
    while (reader_.next_section(section)) {
      if (section.name == "gd_scene" || section.name == "gd_resource") head(section);
      else if (section.name == "ext_resource") external(section);
      else if (section.name == "sub_resource") internal(section);
      else if (section.name == "resource") read_internal(scene_.main);
      else if (section.name == "node") node(section);
    }
    if (scene_.format == 0) fault(1, "no head of a scene or resource");
    return std::move(scene_);
  }

 private:
  void fault(unsigned line, const char* text) {
    if (scene_.faults.size() < ScriptLimits::faults) scene_.faults.push_back({line, text});
  }

  void head(const ResourceSection& section) {
    scene_.is_scene = section.name == "gd_scene";
    scene_.format = number_of(section.find("format"));
    scene_.uid = section.text("uid");
    scene_.type = section.text("type");
    scene_.main.type = scene_.type;
  }

  [[nodiscard]] bool full(unsigned line) {
    const bool is_full = scene_.external.size() + scene_.internal.size() >= SceneLimits::resources;
    if (is_full) fault(line, "more resources than are read");
    return is_full;
  }

  void external(const ResourceSection& section) {
    if (full(section.line)) return;
    scene_.external[id_of(section)] = {section.text("type"), section.text("path"), section.text("uid")};
  }

  void internal(const ResourceSection& section) {
    const std::string type = section.text("type");
    if (type != "SceneReplicationConfig" && type != "GDScript") return;
    if (full(section.line)) return;
    InternalResource& found = scene_.internal[id_of(section)];
    found = {};
    found.type = type;
    read_internal(found);
  }

  void read_internal(InternalResource& found) {
    for (std::string name; reader_.next_property(name);) {
      if (found.type == "SceneReplicationConfig") {
        replication(found.config, name, reader_.value());
      } else if (found.type == "GDScript" && name == "script/source") {
        found.script = read_gdscript(reader_.value().text);
        found.is_script = true;
      }
    }
  }

  void node(const ResourceSection& section) {
    SceneNode found;
    found.name = section.text("name");
    found.type = section.text("type");
    found.is_root = section.find("parent") == nullptr;
    found.parent = section.text("parent");
    found.instance = reference(section.find("instance"));
    found.placeholder = section.text("instance_placeholder");
    // In quotes since Godot 3.
    if (const ResourceValue* index = section.find("index"); index != nullptr) {
      found.index = static_cast<int>(number_of(index));
      if (index->kind == Kind::string)
        std::from_chars(index->text.data(), index->text.data() + index->text.size(), found.index);
    }
    for (std::string name; reader_.next_property(name);) property(found, name);
    if (scene_.nodes.size() < SceneLimits::nodes) scene_.nodes.push_back(std::move(found));
    else fault(section.line, "more nodes than are read");
  }

  void property(SceneNode& node, std::string_view name) {
    if (name == "script") {
      const ResourceValue value = reader_.value();
      node.script = reference(&value);
    } else if (name == "replication_config") {
      const ResourceValue value = reader_.value();
      node.config = reference(&value);
    } else if (name == "_spawnable_scenes") {
      node.scenes = reader_.value().strings;
      node.has_scenes = true;
    } else if (name == "spawn_path") {
      node.spawn_path = reader_.value().text;
      node.has_spawn_path = true;
    } else if (name == "replication_interval") {
      const ResourceValue value = reader_.value();
      if (value.kind == ResourceValue::Kind::number) node.replication_interval = value.number;
    } else if (name == "root_path") {
      node.root_path = reader_.value().text;
      node.has_root_path = true;
    } else if (NodeParts::have(name)) {
      const ResourceValue value = reader_.value();
      node.libraries.set(name, {.path = value.kind == Kind::node_path ? &value.text : nullptr,
                                .strings = value.kind == Kind::strings ? &value.strings : nullptr});
    } else if (node.handed.size() < SceneLimits::handed) {
      const ResourceValue value = reader_.value();
      if (value.kind == Kind::external) node.handed.push_back(reference(&value));
    }
  }

  Scene scene_;
  ResourceReader reader_;
};

}  // namespace

Scene read_scene(std::string_view text) { return SceneParser(text).read(); }

Settings read_settings(std::string_view text) {
  constexpr std::size_t max_autoloads = 4096;
  Settings settings;
  ResourceReader reader(text, settings.faults);
  ResourceSection section;
  // The first properties stand before any section.
  do {
    for (std::string name; reader.next_property(name);) {
      if (section.name.empty() && name == "config_version") {
        const ResourceValue value = reader.value();
        settings.config_version = number_of(&value);
      } else if (section.name == "application" && (name == "run/main_scene" || name == "main_scene")) {
        settings.main_scene = reader.value().text;
      } else if (section.name == "application" && (name == "config/name" || name == "name")) {
        settings.name = shortened(reader.value().text, ScriptLimits::text);
      } else if (section.name == "autoload" && settings.autoloads.size() < max_autoloads) {
        std::string path = reader.value().text;
        if (path.starts_with('*')) path.erase(0, 1);
        settings.autoloads.push_back({name, std::move(path)});
      } else if (SettingsParts::have(section.name)) {
        const ResourceValue value = reader.value();
        const unsigned number = number_of(&value);
        const bool is_number = value.kind == Kind::number && value.number >= 0;
        settings.libraries.set(name, {.number = is_number ? &number : nullptr});
      }
    }
  } while (reader.next_section(section));
  return settings;
}

}  // namespace godot::analysis::project

// SPDX-License-Identifier: MIT
// Any bytes as a file of a Godot project, or as all files of one: the reader ends, stays in its bounds, and its results
// are consistent.
//
// The first byte selects: 0 GDScript, 1 C#, 2 a scene, 3 project.godot; otherwise a project, whose files are separated
// by the byte 0x1E and named by the first byte of each (project_files.h).
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "project/index/project.h"
#include "project/index/property_types.h"
#include "project/libraries/netfox/property_lists_in_scripts.h"
#include "project/scripts/inferred_type.h"
#include "tests/fuzz/project_files.h"

using namespace godot::analysis::project;
using godot::test::require;

namespace {

void check_script(const Script& script) {
  require(script.faults.size() <= ScriptLimits::faults, "more faults than allowed");
  require(script.classes.size() <= ScriptLimits::classes, "more classes than allowed");
  std::size_t methods = 0;
  for (std::size_t i = 0; i < script.classes.size(); ++i) {
    require(script.classes[i].outer < static_cast<int>(i), "a class is around one before it");
    methods += script.classes[i].methods.size();
    for (const Method& method : script.classes[i].methods) {
      require(!method.name.empty() && method.name.size() <= ScriptLimits::text, "a name is none");
      require(method.arguments.size() <= ScriptLimits::arguments, "more arguments than allowed");
    }
  }
  require(methods <= ScriptLimits::members, "more methods than allowed");
  require(script.configured.size() <= ScriptLimits::configured, "more calls of rpc_config() than allowed");
  require(script.configured_sets.size() <= RpcConfigLimits::groups * RpcConfigLimits::names,
          "more names for rset_config() than allowed");
  for (const RpcConfigCalls& group : script.configured) {
    require(group.names.size() <= RpcConfigLimits::names, "more names for rpc_config() than allowed");
    require(group.elsewhere.size() <= RpcConfigLimits::names, "more names of names than allowed");
  }
}

void check_tree(Project& project, int scene) {
  const NodeTree& tree = project.tree(scene);
  require(tree.size() <= ProjectLimits::tree, "a tree is larger than allowed");
  for (std::size_t i = 0; i < tree.size(); ++i) {
    require(tree[i].parent < static_cast<int>(i) && (tree[i].parent >= 0) == (i != 0), "a node is above its parent");
    require(tree[i].script < static_cast<int>(project.scripts().size()), "a node has a script that is not there");
    for (const int child : tree[i].children)
      require(tree[static_cast<std::size_t>(child)].parent == static_cast<int>(i), "a child has another parent");
  }
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree[i].config == nullptr) continue;
    for (const ReplicatedProperty& property : *tree[i].config) {
      const ValueTypes types = value_types(project, scene, static_cast<int>(i), property.path);
      require(types.names[0].empty() || is_sent_as_declared(types.names[0]), "a value has a type that there is not");
      require(types.names[0].empty() || types.allows(types.names[0]), "a type is not allowed that is told");
    }
  }
  for (const int at : project.spawned_synchronizers(scene))
    require(tree[static_cast<std::size_t>(at)].is_synchronizer(), "a synchronizer is none");
}

void check_project(std::string_view input) {
  godot::test::write_project(input);
  Project project(godot::test::project_folder());
  require(project.refresh(), "a new project has not changed");
  require(!project.refresh(), "a project changes by itself");
  require(project.faults().size() <= ProjectLimits::faults, "more faults than allowed");
  for (std::size_t i = 0; i < project.scripts().size(); ++i) {
    const ScriptInfo& script = project.scripts()[i];
    require(script.checksum.size() == 32, "a checksum is none");
    for (std::size_t id = 1; id < script.remote.size(); ++id)
      require(script.remote[id - 1]->name < script.remote[id]->name, "a list is not sorted");
    if (script.remote.empty()) continue;
    const auto same = project.scripts_with(script.checksum);
    require(std::find(same.begin(), same.end(), static_cast<int>(i)) != same.end(), "a script is not found");
    require(project.remote_method(static_cast<int>(i), script.remote.size()) == nullptr, "a method too many");
  }
  for (std::size_t i = 0; i < project.scene_count(); ++i) check_tree(project, static_cast<int>(i));
  for (const char* path : {"", "A", "Main/A", "A/B/C", "Main/A2/Sync", "/root/Main", "../..", "A/../.."}) {
    const std::vector<PathMatch>& places = project.places(path);
    require(places.size() <= ProjectLimits::places, "more places than allowed");
  }
  static_cast<void>(project.nearest("5d41402abc4b2a76b9719d911017c592", project.scripts().empty() ? -1 : 0, false, 0));
  static_cast<void>(project.nearest("5d41402abc4b2a76b9719d911017c592", -1, true, 3));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy of the exact size, so that AddressSanitizer finds reads beyond it.
  const std::vector<char> copy(reinterpret_cast<const char*>(data) + 1, reinterpret_cast<const char*>(data) + size);
  const std::string_view text(copy.data(), copy.size());
  switch (data[0]) {
    case 0:
      check_script(read_gdscript(text));
      for (const NetfoxBuilder& builder : read_netfox_builders(text)) {
        for (const auto* list : {&builder.lists.state, &builder.lists.input, &builder.lists.sync}) {
          require(list->size() <= NetfoxBuilderLimits::properties, "more properties than allowed");
          for (const std::string& entry : *list) {
            const bool is_reference = !entry.empty() && entry.front() == netfox_reference_mark;
            require(is_reference == netfox_reference(entry).has_value(), "half a reference");
          }
        }
      }
      require(read_netfox_schemas(text).size() <= NetfoxSchemaLimits::entries, "more schemas than allowed");
      break;
    case 1: check_script(read_csharp(text)); break;
    case 2: {
      const Scene scene = read_scene(text);
      require(scene.nodes.size() <= SceneLimits::nodes, "more nodes than allowed");
      require(scene.faults.size() <= ScriptLimits::faults, "more faults than allowed");
      break;
    }
    case 3: require(read_settings(text).faults.size() <= ScriptLimits::faults, "more faults than allowed"); break;
    default: check_project(text); break;
  }
  return 0;
}

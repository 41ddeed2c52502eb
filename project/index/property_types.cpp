// SPDX-License-Identifier: MIT
#include "project/index/property_types.h"

#include <algorithm>
#include <optional>

#include "project/index/project_parts.h"
#include "project/scripts/inferred_type.h"

namespace godot::analysis::project {
namespace {

/// Types of properties of the engine's nodes: Node2D, CanvasItem and Control, then Node3D; bodies of both.
struct EngineProperty {
  std::string_view name;
  std::string_view flat;
  std::string_view spatial;  ///< empty: as in two dimensions
};
constexpr EngineProperty engine_properties[] = {
    {"position", "Vector2", "Vector3"},
    {"global_position", "Vector2", "Vector3"},
    {"rotation", "float", "Vector3"},
    {"global_rotation", "float", "Vector3"},
    {"rotation_degrees", "float", "Vector3"},
    {"scale", "Vector2", "Vector3"},
    {"velocity", "Vector2", "Vector3"},
    {"linear_velocity", "Vector2", "Vector3"},
    {"angular_velocity", "float", "Vector3"},
    {"transform", "Transform2D", "Transform3D"},
    {"global_transform", "Transform2D", "Transform3D"},
    {"quaternion", "Quaternion", ""},
    {"basis", "Basis", ""},
    {"visible", "bool", ""},
    {"modulate", "Color", ""},
    {"self_modulate", "Color", ""},
    {"z_index", "int", ""},
    {"text", "String", ""},
    {"name", "StringName", ""},
    {"frame", "int", ""},
    {"flip_h", "bool", ""},
    {"flip_v", "bool", ""},
};

/// The engine's type, by the property's name and the node's class, which shows the number of dimensions.
ValueTypes engine_types(std::string_view property, std::string_view node_class) {
  const auto* row = std::find_if(std::begin(engine_properties), std::end(engine_properties),
                                 [&](const EngineProperty& known) { return known.name == property; });
  if (row == std::end(engine_properties)) return {};
  if (row->spatial.empty() || node_class.ends_with("2D")) return {{row->flat, ""}};
  if (node_class.ends_with("3D")) return {{row->spatial, ""}};
  return {{row->flat, row->spatial}};
}

/// The type in the script or its bases; none if they have no such variable.
std::optional<ValueTypes> declared_types(const Project& project, int script, std::string_view property) {
  std::optional<ValueTypes> found;
  for_each_base(project.scripts(), script, [&](const ScriptInfo& info) {
    for (const Class* part : info.parts) {
      for (const Variable& variable : part->variables) {
        if (variable.name != property) continue;
        const std::string_view type = std::string_view(variable.type).substr(0, variable.type.find('['));
        found = is_sent_as_declared(type) ? ValueTypes{{type, ""}} : ValueTypes{};
        return false;
      }
    }
    return true;
  });
  return found;
}

/// The type of a part of a value, such as `position:y`.
ValueTypes part_types(const ValueTypes& whole, std::string_view part) {
  constexpr std::string_view number_parts = "xyzwrgba";
  if (part.size() != 1 || number_parts.find(part) == std::string_view::npos) return {};
  const std::string_view type = whole.names[0];
  if (type == "Vector2" || type == "Vector3" || type == "Vector4" || type == "Quaternion" || type == "Color")
    return {{"float", ""}};
  if (type == "Vector2i" || type == "Vector3i" || type == "Vector4i") return {{"int", ""}};
  return {};
}

}  // namespace

ValueTypes value_types(Project& project, int scene, int synchronizer, std::string_view path) {
  const NodeTree& tree = project.tree(scene);
  if (synchronizer < 0 || static_cast<std::size_t>(synchronizer) >= tree.size()) return {};
  const std::size_t colon = std::min(path.find(':'), path.size());
  std::string_view property = path.substr(std::min(colon + 1, path.size()));
  const std::size_t second = std::min(property.find(':'), property.size());
  const std::string_view part = property.substr(second);
  property = property.substr(0, second);
  const int root = project.node_from(scene, synchronizer, tree[static_cast<std::size_t>(synchronizer)].root_path);
  const int node = root >= 0 ? project.node_from(scene, root, path.substr(0, colon)) : -1;
  if (node < 0) return {};
  const NodeInfo& owner = tree[static_cast<std::size_t>(node)];
  const std::optional<ValueTypes> declared = declared_types(project, owner.script, property);
  const ValueTypes whole = declared ? *declared : engine_types(property, owner.type);
  return part.empty() ? whole : part_types(whole, part.substr(1));
}

}  // namespace godot::analysis::project

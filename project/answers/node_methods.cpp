// SPDX-License-Identifier: MIT
#include "project/answers/node_methods.h"

#include <algorithm>
#include <string>
#include <utility>

#include "codec/multiplayer/protocol.h"

namespace godot::analysis::project {

using names::Certainty;

namespace {

names::Signature signature_of(const Method& method) {
  constexpr std::uint32_t any_number = 255;
  names::Signature signature{.known = true};
  for (const Argument& argument : method.arguments) {
    if (argument.rest) {
      signature.count = any_number;
      break;
    }
    ++signature.count;
    if (!argument.optional) signature.required = signature.count;
  }
  return signature;
}

struct NamedArgument {
  std::string name;  ///< empty: the method has no such argument
  std::string type;
};

NamedArgument argument_of(const Method& method, std::uint32_t index) {
  if (method.arguments.empty()) return {};
  const auto last = static_cast<std::uint32_t>(method.arguments.size() - 1);
  const bool rest = method.arguments[last].rest && index >= last;
  if (index > last && !rest) return {};
  const Argument& argument = method.arguments[std::min(index, last)];
  if (!rest) return {argument.name, argument.type};
  return {argument.name + "[" + std::to_string(index - last) + "]", {}};
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

names::Name Methods::script(const names::Node& node) const {
  const NodeScript found = scripts_.find(node);
  if (!found) return {};
  const char* path = found.info().path.c_str();
  return {path, path, scripts_.rivals(node, found).empty() ? found.certainty : Certainty::guessed};
}

names::Name Methods::method(const names::Node& node, std::uint32_t id) const {
  Project* project = nullptr;
  if (id >= multiplayer::first_configured_method) {
    // The first names of the list, whatever the script's begin with.
    const Nearest* near = scripts_.nearest(node, scripts_.by_place(node), project);
    if (near == nullptr || id - multiplayer::first_configured_method >= near->configured.size()) return {};
    return {near->configured[id - multiplayer::first_configured_method].c_str(), nullptr,
            near->words ? Certainty::guessed : Certainty::certain};
  }
  if (const NodeScript found = scripts_.find(node)) {
    const Method* method = found.project->remote_method(found.number, id);
    if (method == nullptr || scripts_.is_disputed(node, id, *method)) return {};
    return {method->name.c_str(), scripts_.rivals(node, found).empty() ? found.info().path.c_str() : nullptr,
            found.certainty};
  }
  const Nearest* near = scripts_.nearest(node, scripts_.by_place(node), project);
  if (near == nullptr || !near->exact || id >= near->list.size() || near->script < 0) return {};
  // The checksum is that of these names, whichever script has them; but if the first are of rpc_config(), the numbers
  // of all others shift.
  if (near->ambiguous) return {};
  return {near->list[id].c_str(), project->scripts()[static_cast<std::size_t>(near->script)].path.c_str(),
          Certainty::certain};
}

const char* Methods::checksum_unknown(const names::Node& node) const {
  Project* project = nullptr;
  const NodeScript placed = scripts_.by_place(node);
  const Nearest* near = scripts_.nearest(node, placed, project);
  if (near == nullptr || scripts_.may_be_configured(node, placed)) return nullptr;
  if (!near->configured.empty() && near->is_as_written()) return nullptr;
  std::string text = "No script of the project has this list of remote methods";
  if (near->script >= 0) {
    const std::string& path = project->scripts()[static_cast<std::size_t>(near->script)].path;
    if (near->exact) {
      text += ". The nearest is " + path + ": the sender";
      if (!near->more.empty()) text += " has " + listed(near->more) + " more";
      if (!near->more.empty() && !near->less.empty()) text += " and";
      if (!near->less.empty()) text += " lacks " + listed(near->less);
      if (near->ambiguous) text += ", or adds with rpc_config() what comes before its other names";
    } else if (project->scripts()[static_cast<std::size_t>(near->script)].unread) {
      text += ". That of the node is " + path + ", which adds methods with rpc_config() by names that cannot be read";
    } else if (node.configured) {
      text += ". That of the node is " + path + ", to which rpc_config() adds methods that are not known";
    } else {
      text += ". That of the node is " + path + ", which differs";
      if (!near->given_up)
        text +=
            " by a name that neither a function of the script nor a remote method of the project has, by two names of "
            "other scripts, by more than two names, or by what rpc_config() adds";
    }
  } else if (!near->given_up) {
    text += ", nor one that differs by one remote method of the project, or by up to two functions of the script";
  }
  if (near->given_up)
    text +=
        ". The search for what differs was given up: the project's lists are too many or too long, or too many are "
        "unknown";
  return texts_.keep(std::move(text));
}

Declarations Methods::declarations(const names::Node& node, std::string_view method) const {
  Declarations found;
  const auto add = [&](const Method* declared) {
    if (declared != nullptr && std::find(found.methods.begin(), found.methods.end(), declared) == found.methods.end())
      found.methods.push_back(declared);
  };
  const NodeScript placed = scripts_.by_place(node);
  const auto is_of_elsewhere = [&](int script) {
    return placed.is_there && placed.number != script && !placed.project->sets_scripts() &&
           placed.project->method(placed.number, method) == nullptr;
  };
  if (const NodeScript script = scripts_.find(node)) {
    found.certainty = script.certainty;
    add(script.project->method(script.number, method));
    if (found.methods.empty()) return found;
    found.of_elsewhere = is_of_elsewhere(script.number);
    for (const int other : scripts_.rivals(node, script)) add(script.project->method(other, method));
    return found;
  }
  found.certainty = Certainty::guessed;
  Project* project = nullptr;
  if (const Nearest* near = scripts_.nearest(node, placed, project); near != nullptr && near->script >= 0) {
    add(project->method(near->script, method));
    found.of_elsewhere = is_of_elsewhere(near->script);
    if (placed) add(placed.project->method(placed.number, method));
  } else if (node.rpc_md5 == nullptr) {
    for (Project* candidate : projects_.answering()) {
      if (!found.methods.empty()) break;
      add(candidate->only_method(method));
    }
  }
  return found;
}

names::Signature Methods::signature(const names::Node& node, std::string_view method) const {
  names::Signature agreed;
  for (const Method* declared : declarations(node, method).methods) {
    const names::Signature theirs = signature_of(*declared);
    if (agreed.known && (agreed.count != theirs.count || agreed.required != theirs.required)) return {};
    agreed = theirs;
  }
  return agreed;
}

names::Argument Methods::argument(const names::Node& node, std::string_view method, std::uint32_t index) const {
  const Declarations all = declarations(node, method);
  if (all.of_elsewhere) return {};
  std::string name;
  std::string type;
  bool is_first = true;
  for (const Method* declared : all.methods) {
    const NamedArgument theirs = argument_of(*declared, index);
    if (theirs.name.empty()) continue;  // the call has more arguments than this method
    // If the possible methods disagree, the name is not known.
    if (!is_first && theirs.name != name) return {};
    // C# converts any value (VariantUtils.cs, ConvertTo...): it refuses none.
    if (!declared->is_csharp && (is_first || theirs.type == type)) type = theirs.type;
    else type.clear();
    name = theirs.name;
    is_first = false;
  }
  if (is_first) return {};
  return {{texts_.keep(std::move(name)), nullptr, all.certainty},
          type.empty() ? nullptr : texts_.keep(std::move(type))};
}

}  // namespace godot::analysis::project

// SPDX-License-Identifier: MIT
// Whether a synchronizer has another list of properties in one project than in another: values have no names on the
// wire, so the receiver gives them to the properties of its own list, in its order.
// Source: SceneReplicationInterface::on_sync_receive, on_delta_receive.
#pragma once

#include <cstdint>

#include "base/names/source.h"
#include "project/answers/answering_projects.h"
#include "project/answers/kept_texts.h"
#include "project/index/replication_lists.h"

namespace godot::analysis::project {

/// `senders`, `receivers`: the projects that the ends may run, a bit each. Only lists that a project's files show for
/// certain are compared.
[[nodiscard]] names::OtherProperties other_properties(const AnsweringProjects& projects, ReplicationLists& lists,
                                                      KeptTexts& texts, const names::Synchronizer& synchronizer,
                                                      names::PropertyList list, std::uint64_t senders,
                                                      std::uint64_t receivers);

}  // namespace godot::analysis::project

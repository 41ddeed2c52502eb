// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/profile_row.h"

#include "analysis/derived/common.h"
#include "answers/questions/profile_row_names.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

using analysis::CommonField;

/// Runs after each frame: only then nodes and peers are known.
void name_profile_rows(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  if (tree == nullptr || !profile_rows_wanted()) return;
  Collector* collector = collected_facts(pinfo);
  if (collector == nullptr || collector->frame().counts_elsewhere()) return;
  const analysis::profile::RowName* each = analysis::profile::row_names(collector->frame(), arena_of(pinfo));
  for (; each != nullptr; each = each->next) hide(add_derived(tree, CommonField::profile_row, {tvb, 0}, each->name));
}

}  // namespace

bool profile_rows_wanted() noexcept {
  static const header_field_info* const row = row_of(header_field(CommonField::profile_row));
  return field_named(row);
}

void hand_off_profile_row() { at_frame_end(name_profile_rows); }

}  // namespace godot::plugin

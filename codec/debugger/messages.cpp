// SPDX-License-Identifier: MIT
#include "codec/debugger/messages.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include "codec/debugger/fields.h"

namespace godot::debugger {
namespace {

using variant::Kind;
namespace F = field;
using enum Direction;

constexpr Element value(Field field) { return {Take::value, field}; }
constexpr Element scalar(Field field) { return {Take::scalar, field}; }
constexpr Element count(Field field, std::uint8_t slot = 0) { return {Take::count, field, 0, slot}; }
constexpr Element list(Field field, std::uint8_t size) { return {Take::list, field, size}; }
constexpr Element table(Field field, std::uint8_t size) { return {Take::table, field, size}; }
constexpr Element packed(Field whole) { return {Take::packed, whole, 1}; }
constexpr Element rest(Field field, std::uint8_t size) { return {Take::group, field, size}; }
constexpr Element groups(Field field, std::uint8_t size, std::uint8_t slot = 0) {
  return {Take::group, field, size, slot, Per::group};
}
constexpr Element elements(Field field, std::uint8_t size, std::uint8_t slot = 0) {
  return {Take::group, field, size, slot, Per::element};
}
constexpr Element optional(Element element) {
  element.optional = true;
  return element;
}

// --- The game and its state ---------------------------------------------------------------------------------------

constexpr Element process_id[] = {scalar(F::debug_process_id)};
constexpr Element enter_2[] = {scalar(F::debug_enter_can_continue), scalar(F::debug_enter_error)};
constexpr Element enter_4[] = {scalar(F::debug_enter_can_continue), scalar(F::debug_enter_error),
                               optional(scalar(F::debug_enter_has_stack)), optional(value(F::debug_enter_thread))};
constexpr Element title[] = {scalar(F::debug_window_title)};

// --- Stacks and variables -----------------------------------------------------------------------------------------

constexpr Element stack_2[] = {rest(F::none, 5),
                               table(F::debug_stack_frame, 4),
                               scalar(F::debug_stack_file),
                               scalar(F::debug_stack_line),
                               scalar(F::debug_stack_function),
                               optional(scalar(F::debug_stack_id))};
// File, line, function here; file, function, line in the call stack of an error.
constexpr Element stack_4[] = {count(F::debug_stack_size), elements(F::debug_stack_frame, 3),
                               scalar(F::debug_stack_file), scalar(F::debug_stack_line),
                               scalar(F::debug_stack_function)};
constexpr Element level[] = {scalar(F::debug_stack_level)};
constexpr Element variables_2_0[] = {count(F::debug_variable_members), groups(F::debug_variable, 2),
                                     scalar(F::debug_variable_name),   value(F::debug_variable_value),
                                     count(F::debug_variable_locals),  groups(F::debug_variable, 2),
                                     scalar(F::debug_variable_name),   value(F::debug_variable_value)};
constexpr Element variables_2_2[] = {rest(F::none, 1), value(F::debug_variable_property)};
constexpr Element variables_3[] = {
    count(F::debug_variable_locals), groups(F::debug_variable, 2),     scalar(F::debug_variable_name),
    value(F::debug_variable_value),  count(F::debug_variable_members), groups(F::debug_variable, 2),
    scalar(F::debug_variable_name),  value(F::debug_variable_value),   count(F::debug_variable_globals),
    groups(F::debug_variable, 2),    scalar(F::debug_variable_name),   value(F::debug_variable_value)};
constexpr Element variables_4[] = {scalar(F::debug_variable_count)};
constexpr Element variable_4[] = {scalar(F::debug_variable_name), scalar(F::debug_variable_kind),
                                  scalar(F::debug_variable_type), value(F::debug_variable_value),
                                  optional(scalar(F::debug_variable_hint))};
constexpr Element evaluate[] = {scalar(F::debug_evaluate_expression), scalar(F::debug_evaluate_frame)};
constexpr Element evaluated[] = {scalar(F::debug_evaluate_expression), scalar(F::debug_evaluate_kind),
                                 scalar(F::debug_evaluate_type), value(F::debug_evaluate_value),
                                 optional(scalar(F::debug_evaluate_hint))};

// --- Output and errors --------------------------------------------------------------------------------------------

// A text in all versions, an Array of text and type since about 3.3.
constexpr Element output_2[] = {rest(F::none, 3), list(F::none, 2), scalar(F::debug_output_text),
                                scalar(F::debug_output_type)};
constexpr Element output_4[] = {packed(F::debug_output_texts), scalar(F::debug_output_line),
                                packed(F::debug_output_types), scalar(F::debug_output_line_type)};
#define GODOT_ERROR_TIME                                                                     \
  scalar(F::debug_error_hour), scalar(F::debug_error_minute), scalar(F::debug_error_second), \
      scalar(F::debug_error_millisecond)
// Until late versions of Godot 3.0, a level of the call stack was a file and a line.
constexpr Element error_2[] = {list(F::none, 10),
                               GODOT_ERROR_TIME,
                               scalar(F::debug_error_function),
                               scalar(F::debug_error_file),
                               scalar(F::debug_error_line),
                               scalar(F::debug_error_text),
                               scalar(F::debug_error_description),
                               scalar(F::debug_error_warning),
                               count(F::debug_error_callstack_size),
                               elements(F::debug_error_callstack, 2),
                               scalar(F::debug_error_callstack_file),
                               scalar(F::debug_error_callstack_line)};
constexpr Element error_3[] = {list(F::none, 10),
                               GODOT_ERROR_TIME,
                               scalar(F::debug_error_function),
                               scalar(F::debug_error_file),
                               scalar(F::debug_error_line),
                               scalar(F::debug_error_text),
                               scalar(F::debug_error_description),
                               scalar(F::debug_error_warning),
                               count(F::debug_error_callstack_size),
                               elements(F::debug_error_callstack, 3),
                               scalar(F::debug_error_callstack_file),
                               scalar(F::debug_error_callstack_function),
                               scalar(F::debug_error_callstack_line)};
constexpr Element error_4[] = {GODOT_ERROR_TIME,
                               scalar(F::debug_error_file),
                               scalar(F::debug_error_function),
                               scalar(F::debug_error_line),
                               scalar(F::debug_error_text),
                               scalar(F::debug_error_description),
                               scalar(F::debug_error_warning),
                               count(F::debug_error_callstack_size),
                               elements(F::debug_error_callstack, 3),
                               scalar(F::debug_error_callstack_file),
                               scalar(F::debug_error_callstack_function),
                               scalar(F::debug_error_callstack_line)};
#undef GODOT_ERROR_TIME

// --- Performance --------------------------------------------------------------------------------------------------

#define GODOT_NAVIGATION(prefix)                                                                                       \
  scalar(F::prefix##_active_maps), scalar(F::prefix##_regions), scalar(F::prefix##_agents), scalar(F::prefix##_links), \
      scalar(F::prefix##_polygons), scalar(F::prefix##_edges), scalar(F::prefix##_edges_merged),                       \
      scalar(F::prefix##_edges_connected), scalar(F::prefix##_edges_free)
#define GODOT_PHYSICS                                                                                              \
  scalar(F::debug_performance_physics_2d_active_objects), scalar(F::debug_performance_physics_2d_collision_pairs), \
      scalar(F::debug_performance_physics_2d_islands), scalar(F::debug_performance_physics_3d_active_objects),     \
      scalar(F::debug_performance_physics_3d_collision_pairs), scalar(F::debug_performance_physics_3d_islands)
constexpr Element monitors_3[] = {list(F::debug_performance, 33),
                                  scalar(F::debug_performance_fps),
                                  scalar(F::debug_performance_process),
                                  scalar(F::debug_performance_physics_process),
                                  scalar(F::debug_performance_static_memory),
                                  scalar(F::debug_performance_dynamic_memory),
                                  scalar(F::debug_performance_static_memory_max),
                                  scalar(F::debug_performance_dynamic_memory_max),
                                  scalar(F::debug_performance_message_buffer_max),
                                  scalar(F::debug_performance_objects),
                                  scalar(F::debug_performance_resources),
                                  scalar(F::debug_performance_nodes),
                                  scalar(F::debug_performance_orphan_nodes),
                                  scalar(F::debug_performance_render_objects),
                                  scalar(F::debug_performance_primitives),
                                  scalar(F::debug_performance_material_changes),
                                  scalar(F::debug_performance_shader_changes),
                                  scalar(F::debug_performance_surface_changes),
                                  scalar(F::debug_performance_draw_calls),
                                  scalar(F::debug_performance_items_2d),
                                  scalar(F::debug_performance_draw_calls_2d),
                                  scalar(F::debug_performance_video_memory),
                                  scalar(F::debug_performance_texture_memory),
                                  scalar(F::debug_performance_buffer_memory),
                                  scalar(F::debug_performance_video_memory_total),
                                  GODOT_PHYSICS,
                                  optional(scalar(F::debug_performance_audio_latency)),
                                  rest(F::none, 1),
                                  scalar(F::debug_performance_custom)};
// 33 monitors in 4.0 - 4.3, 39 in 4.4, 59 since 4.5: in older versions the later places have a game's own monitors.
constexpr Element monitors_4[] = {scalar(F::debug_performance_fps),
                                  scalar(F::debug_performance_process),
                                  scalar(F::debug_performance_physics_process),
                                  scalar(F::debug_performance_navigation_process),
                                  scalar(F::debug_performance_static_memory),
                                  scalar(F::debug_performance_static_memory_max),
                                  scalar(F::debug_performance_message_buffer_max),
                                  scalar(F::debug_performance_objects),
                                  scalar(F::debug_performance_resources),
                                  scalar(F::debug_performance_nodes),
                                  scalar(F::debug_performance_orphan_nodes),
                                  scalar(F::debug_performance_render_objects),
                                  scalar(F::debug_performance_primitives),
                                  scalar(F::debug_performance_draw_calls),
                                  scalar(F::debug_performance_video_memory),
                                  scalar(F::debug_performance_texture_memory),
                                  scalar(F::debug_performance_buffer_memory),
                                  GODOT_PHYSICS,
                                  scalar(F::debug_performance_audio_latency),
                                  GODOT_NAVIGATION(debug_performance_navigation),
                                  optional(scalar(F::debug_performance_navigation_obstacles)),
                                  scalar(F::debug_performance_pipelines_canvas),
                                  scalar(F::debug_performance_pipelines_mesh),
                                  scalar(F::debug_performance_pipelines_surface),
                                  scalar(F::debug_performance_pipelines_draw),
                                  scalar(F::debug_performance_pipelines_specialization),
                                  optional(scalar(F::debug_performance_navigation_2d_active_maps)),
                                  scalar(F::debug_performance_navigation_2d_regions),
                                  scalar(F::debug_performance_navigation_2d_agents),
                                  scalar(F::debug_performance_navigation_2d_links),
                                  scalar(F::debug_performance_navigation_2d_polygons),
                                  scalar(F::debug_performance_navigation_2d_edges),
                                  scalar(F::debug_performance_navigation_2d_edges_merged),
                                  scalar(F::debug_performance_navigation_2d_edges_connected),
                                  scalar(F::debug_performance_navigation_2d_edges_free),
                                  scalar(F::debug_performance_navigation_2d_obstacles),
                                  GODOT_NAVIGATION(debug_performance_navigation_3d),
                                  scalar(F::debug_performance_navigation_3d_obstacles),
                                  rest(F::none, 1),
                                  scalar(F::debug_performance_custom)};
#undef GODOT_NAVIGATION
#undef GODOT_PHYSICS
// Two lists in 4.6; the names themselves are the elements in 4.4.
constexpr Element monitor_names[] = {optional(list(F::debug_performance_names, 2)),
                                     rest(F::none, 1),
                                     scalar(F::debug_performance_name),
                                     optional(list(F::debug_performance_types, 2)),
                                     rest(F::none, 1),
                                     scalar(F::debug_performance_type),
                                     rest(F::none, 1),
                                     scalar(F::debug_performance_name)};

// --- Profilers ----------------------------------------------------------------------------------------------------

constexpr Element signature[] = {scalar(F::debug_signature_name), scalar(F::debug_signature_id)};
#define GODOT_FRAME_TIMES                                                                                     \
  scalar(F::debug_profile_frame), scalar(F::debug_profile_frame_time), scalar(F::debug_profile_process_time), \
      scalar(F::debug_profile_physics_time), scalar(F::debug_profile_physics_frame_time),                     \
      scalar(F::debug_profile_script_time), count(F::debug_profile_server_count, 0)
constexpr Element profile_3[] = {GODOT_FRAME_TIMES,
                                 count(F::debug_profile_function_count, 1),
                                 groups(F::debug_profile_server, 5, 0),
                                 scalar(F::debug_profile_server_name),
                                 list(F::debug_profile_server_functions, 3),
                                 rest(F::debug_profile_server_function, 2),
                                 scalar(F::debug_profile_server_function_name),
                                 scalar(F::debug_profile_server_function_time),
                                 groups(F::debug_profile_function, 4, 1),
                                 scalar(F::debug_profile_function_id),
                                 scalar(F::debug_profile_function_calls),
                                 scalar(F::debug_profile_function_total),
                                 scalar(F::debug_profile_function_self)};
#define GODOT_SERVERS                                                                                                  \
  groups(F::debug_profile_server, 5, 0), scalar(F::debug_profile_server_name), count(F::debug_profile_server_size, 2), \
      elements(F::debug_profile_server_function, 2, 2), scalar(F::debug_profile_server_function_name),                 \
      scalar(F::debug_profile_server_function_time), count(F::debug_profile_function_count, 1)
// The function itself precedes the total, unlike in Godot 3.
constexpr Element profile_4_0[] = {GODOT_FRAME_TIMES,
                                   GODOT_SERVERS,
                                   elements(F::debug_profile_function, 4, 1),
                                   scalar(F::debug_profile_function_id),
                                   scalar(F::debug_profile_function_calls),
                                   scalar(F::debug_profile_function_self),
                                   scalar(F::debug_profile_function_total)};
constexpr Element profile_4_2[] = {GODOT_FRAME_TIMES,
                                   GODOT_SERVERS,
                                   elements(F::debug_profile_function, 5, 1),
                                   scalar(F::debug_profile_function_id),
                                   scalar(F::debug_profile_function_calls),
                                   scalar(F::debug_profile_function_self),
                                   scalar(F::debug_profile_function_total),
                                   scalar(F::debug_profile_function_internal)};
#undef GODOT_SERVERS
#undef GODOT_FRAME_TIMES
constexpr Element profiling_3[] = {scalar(F::debug_profiler_max_functions)};
constexpr Element profiler_servers[] = {scalar(F::debug_profiler_enable),
                                        optional(list(F::debug_profiler_options, 4)),
                                        optional(scalar(F::debug_profiler_max_functions)),
                                        optional(scalar(F::debug_profiler_native_calls)),
                                        rest(F::none, 1),
                                        value(F::debug_profiler_option)};
constexpr Element profiler[] = {scalar(F::debug_profiler_enable), optional(list(F::debug_profiler_options, 2)),
                                rest(F::none, 1), value(F::debug_profiler_option)};
constexpr Element hardware[] = {scalar(F::debug_hardware_cpu), scalar(F::debug_hardware_gpu)};
constexpr Element visual[] = {scalar(F::debug_visual_frame),     count(F::debug_visual_size),
                              elements(F::debug_visual_area, 3), scalar(F::debug_visual_area_name),
                              scalar(F::debug_visual_area_cpu),  scalar(F::debug_visual_area_gpu)};
constexpr Element memory_3[] = {rest(F::debug_memory_resource, 4), scalar(F::debug_memory_path),
                                scalar(F::debug_memory_type), scalar(F::debug_memory_format),
                                scalar(F::debug_memory_bytes)};
constexpr Element memory_4[] = {count(F::debug_memory_size),  elements(F::debug_memory_resource, 4),
                                scalar(F::debug_memory_path), scalar(F::debug_memory_format),
                                scalar(F::debug_memory_type), scalar(F::debug_memory_bytes)};

// --- Network ------------------------------------------------------------------------------------------------------

constexpr Element bandwidth[] = {scalar(F::debug_bandwidth_incoming), scalar(F::debug_bandwidth_outgoing)};
constexpr Element network_3[] = {rest(F::debug_network_node, 6),         scalar(F::debug_network_id),
                                 scalar(F::debug_network_path),          scalar(F::debug_network_incoming_calls),
                                 scalar(F::debug_network_incoming_sets), scalar(F::debug_network_outgoing_calls),
                                 scalar(F::debug_network_outgoing_sets)};
constexpr Element network_4[] = {count(F::debug_network_size),
                                 elements(F::debug_network_node, 6),
                                 scalar(F::debug_network_id),
                                 scalar(F::debug_network_path),
                                 scalar(F::debug_network_incoming_calls),
                                 scalar(F::debug_network_incoming_bytes),
                                 scalar(F::debug_network_outgoing_calls),
                                 scalar(F::debug_network_outgoing_bytes)};
constexpr Element syncs[] = {count(F::debug_sync_size),
                             elements(F::debug_sync, 7),
                             scalar(F::debug_sync_id),
                             scalar(F::debug_sync_config),
                             scalar(F::debug_sync_root),
                             scalar(F::debug_sync_incoming),
                             scalar(F::debug_sync_incoming_bytes),
                             scalar(F::debug_sync_outgoing),
                             scalar(F::debug_sync_outgoing_bytes)};
constexpr Element cache[] = {rest(F::debug_cache_object, 3), scalar(F::debug_cache_id), scalar(F::debug_cache_class),
                             scalar(F::debug_cache_path)};
constexpr Element cache_ids[] = {rest(F::none, 1), scalar(F::debug_cache_id)};

// --- Scene tree and objects ---------------------------------------------------------------------------------------

constexpr Element tree_2_0[] = {rest(F::debug_node, 3), scalar(F::debug_node_depth), scalar(F::debug_node_name),
                                scalar(F::debug_node_class)};
constexpr Element tree_2_2[] = {rest(F::debug_node, 4), scalar(F::debug_node_depth), scalar(F::debug_node_name),
                                scalar(F::debug_node_class), scalar(F::debug_node_id)};
constexpr Element tree_3[] = {rest(F::debug_node, 4), scalar(F::debug_node_children), scalar(F::debug_node_name),
                              scalar(F::debug_node_class), scalar(F::debug_node_id)};
constexpr Element tree_4[] = {rest(F::debug_node, 6),      scalar(F::debug_node_children), scalar(F::debug_node_name),
                              scalar(F::debug_node_class), scalar(F::debug_node_id),       scalar(F::debug_node_scene),
                              scalar(F::debug_node_flags)};
#define GODOT_PROPERTIES                                                                                      \
  list(F::debug_properties, 8), rest(F::none, 7), list(F::debug_property, 6), scalar(F::debug_property_name), \
      scalar(F::debug_property_type), scalar(F::debug_property_hint), scalar(F::debug_property_hint_string),  \
      scalar(F::debug_property_usage), value(F::debug_property_value)
constexpr Element object[] = {optional(scalar(F::debug_object_id)), scalar(F::debug_object_class), GODOT_PROPERTIES};
constexpr Element objects[] = {rest(F::none, 12), list(F::debug_object, 11), scalar(F::debug_object_id),
                               scalar(F::debug_object_class), GODOT_PROPERTIES};
// 2.1 and early versions of 3.0 send each part of each property as a unit.
constexpr Element object_2_1[] = {
    scalar(F::debug_object_id),     scalar(F::debug_object_class),  value(F::debug_object_path),
    count(F::debug_property_count), groups(F::debug_property, 5),   scalar(F::debug_property_name),
    scalar(F::debug_property_type), scalar(F::debug_property_hint), scalar(F::debug_property_hint_string),
    value(F::debug_property_value)};
constexpr Element object_2_2[] = {scalar(F::debug_object_id), GODOT_PROPERTIES};
#undef GODOT_PROPERTIES
constexpr Element object_id[] = {scalar(F::debug_object_id)};
constexpr Element object_ids[] = {list(F::debug_object_ids, 2), rest(F::none, 1), scalar(F::debug_object_id)};
constexpr Element inspect[] = {list(F::debug_object_ids, 2), rest(F::none, 1), scalar(F::debug_object_id),
                               scalar(F::debug_object_select)};
constexpr Element set_property[] = {scalar(F::debug_object_id), scalar(F::debug_property_name),
                                    value(F::debug_property_value)};
constexpr Element set_property_field[] = {scalar(F::debug_object_id), scalar(F::debug_property_name),
                                          value(F::debug_property_value), scalar(F::debug_property_field)};
constexpr Element click[] = {scalar(F::debug_control_path), scalar(F::debug_control_class)};
constexpr Element save_node[] = {scalar(F::debug_object_id), scalar(F::debug_file_path)};

// --- Files, screenshots, snapshots --------------------------------------------------------------------------------

constexpr Element update_file[] = {list(F::debug_file, 3), scalar(F::debug_file_path), rest(F::none, 1),
                                   value(F::debug_argument)};
constexpr Element scripts[] = {rest(F::none, 1), scalar(F::debug_file_path)};
constexpr Element cached_files[] = {packed(F::debug_file_paths), scalar(F::debug_file_entry)};
constexpr Element screenshot_request[] = {scalar(F::debug_screenshot_id)};
constexpr Element screenshot[] = {scalar(F::debug_screenshot_id), scalar(F::debug_screenshot_width),
                                  scalar(F::debug_screenshot_height), scalar(F::debug_screenshot_path)};
constexpr Element snapshot_request[] = {scalar(F::debug_snapshot_id), scalar(F::debug_snapshot_version)};
constexpr Element snapshot[] = {scalar(F::debug_snapshot_id), scalar(F::debug_snapshot_size)};
constexpr Element chunk_request[] = {scalar(F::debug_snapshot_id), scalar(F::debug_snapshot_begin),
                                     scalar(F::debug_snapshot_end)};
constexpr Element chunk[] = {scalar(F::debug_snapshot_id), value(F::debug_snapshot_data)};

// --- Commands -----------------------------------------------------------------------------------------------------

constexpr Element breakpoint[] = {scalar(F::debug_breakpoint_path), scalar(F::debug_breakpoint_line),
                                  scalar(F::debug_breakpoint_set)};
constexpr Element skip_breakpoints[] = {scalar(F::debug_breakpoint_skip)};
constexpr Element ignore_errors[] = {scalar(F::debug_breakpoint_ignore_errors)};
constexpr Element suspend[] = {scalar(F::debug_suspend)};
constexpr Element speed[] = {scalar(F::debug_speed)};
constexpr Element mute[] = {scalar(F::debug_mute)};
constexpr Element override_camera[] = {scalar(F::debug_camera_override)};
constexpr Element override_cameras[] = {scalar(F::debug_camera_override),
                                        optional(scalar(F::debug_camera_from_editor))};
constexpr Element camera_2d[] = {value(F::debug_camera_transform)};
constexpr Element camera_3d[] = {value(F::debug_camera_transform), scalar(F::debug_camera_perspective),
                                 scalar(F::debug_camera_size), scalar(F::debug_camera_near),
                                 scalar(F::debug_camera_far)};
// The list of pairs may be nested in an Array.
constexpr Element shortcuts[] = {rest(F::debug_shortcut, 2), scalar(F::debug_shortcut_physical),
                                 scalar(F::debug_shortcut_key)};
constexpr Element shortcut_table[] = {value(F::debug_shortcuts)};
constexpr Element select_settings[] = {value(F::debug_select_settings)};
constexpr Element select_type[] = {scalar(F::debug_select_type)};
constexpr Element select_mode[] = {scalar(F::debug_select_mode)};
constexpr Element select_visible[] = {scalar(F::debug_select_visible)};
constexpr Element select_avoid_locked[] = {scalar(F::debug_select_avoid_locked)};
constexpr Element select_prefer_group[] = {scalar(F::debug_select_prefer_group)};
constexpr Element window_focused[] = {scalar(F::debug_window_focused)};
constexpr Element window_size[] = {value(F::debug_window_size)};
constexpr Element hdr_state[] = {scalar(F::debug_hdr_requested),  scalar(F::debug_hdr_enabled),
                                 scalar(F::debug_hdr_reference),  scalar(F::debug_hdr_max),
                                 scalar(F::debug_hdr_max_linear), scalar(F::debug_hdr_display),
                                 scalar(F::debug_hdr_renderer)};
constexpr Element collisions[] = {scalar(F::debug_collisions)};

constexpr Element live_root[] = {scalar(F::debug_live_root), scalar(F::debug_live_scene)};
constexpr Element live_path[] = {scalar(F::debug_live_path), scalar(F::debug_live_id)};
constexpr Element live_property[] = {scalar(F::debug_live_id), scalar(F::debug_live_property),
                                     value(F::debug_live_value)};
constexpr Element live_resource[] = {scalar(F::debug_live_id), scalar(F::debug_live_property),
                                     scalar(F::debug_live_resource)};
constexpr Element live_call[] = {scalar(F::debug_live_id), scalar(F::debug_live_method), rest(F::none, 1),
                                 value(F::debug_live_argument)};
constexpr Element live_create[] = {scalar(F::debug_live_parent), scalar(F::debug_live_type),
                                   scalar(F::debug_live_name)};
constexpr Element live_instance[] = {scalar(F::debug_live_parent), scalar(F::debug_live_scene),
                                     scalar(F::debug_live_name)};
constexpr Element live_remove[] = {scalar(F::debug_live_path)};
constexpr Element live_keep[] = {scalar(F::debug_live_path), scalar(F::debug_live_keep_id)};
constexpr Element live_restore[] = {scalar(F::debug_live_keep_id), scalar(F::debug_live_path),
                                    scalar(F::debug_live_position)};
constexpr Element live_duplicate[] = {scalar(F::debug_live_path), scalar(F::debug_live_name)};
constexpr Element live_reparent[] = {scalar(F::debug_live_path), scalar(F::debug_live_parent),
                                     scalar(F::debug_live_name), scalar(F::debug_live_position)};

constexpr Element embed_context[] = {scalar(F::debug_embed_context)};
constexpr Element embed_mouse_mode[] = {scalar(F::debug_embed_mouse_mode)};
constexpr Element embed_position[] = {value(F::debug_embed_position)};
constexpr Element embed_active[] = {scalar(F::debug_embed_active)};
constexpr Element embed_cursor[] = {scalar(F::debug_embed_cursor)};
constexpr Element embed_image[] = {value(F::debug_embed_image), scalar(F::debug_embed_cursor),
                                   value(F::debug_embed_hotspot)};
constexpr Element embed_value[] = {value(F::debug_embed_value)};
constexpr Element embed_ime[] = {scalar(F::debug_embed_text), value(F::debug_embed_selection)};

constexpr std::span<const Element> nothing;
constexpr Version first = 200;
constexpr Version last_2 = 299;
constexpr Version last_3 = 399;
constexpr Version last = 499;

constexpr std::string_view stack_line = "{stack.file}:{stack.line} in {stack.function}(), depth {#stack.frame}";
constexpr std::string_view variables_line = "{variable.name=variable.value}";
constexpr std::string_view tree_line = "{#node} nodes";
constexpr std::string_view object_line = "{object.class} {object.id}, {#property} properties";
constexpr std::string_view live_property_line = "{@live.id}.{live.property} = {live.value}";
constexpr std::string_view live_resource_line = "{@live.id}.{live.property} = {live.resource}";
constexpr std::string_view live_call_line = "{@live.id}.{live.method}({*live.argument})";
constexpr std::string_view live_path_line = "{live.id} is {live.path}";
constexpr std::string_view breakpoint_line = "{breakpoint.path}:{breakpoint.line} set={breakpoint.set}";
constexpr std::string_view set_property_line = "{@object.id}.{property.name} = {property.value}";

constexpr Message rows[] = {
    // Godot 2 and 3, the game
    {"debug_enter", to_editor, first, last_3, enter_2, "{enter.error}"},
    {"debug_exit", to_editor, first, last, nothing, ""},
    {"stack_dump", to_editor, first, last_3, stack_2, stack_line},
    {"stack_frame_vars", to_editor, 200, 301, variables_2_0, variables_line, {2, 0, 0, Kind::integer}},
    {"stack_frame_vars", to_editor, 202, last_2, variables_2_2, ""},
    {"stack_frame_vars", to_editor, 300, last_3, variables_3, variables_line, {2, 1, 0, Kind::integer}},
    {"output", to_editor, first, last_3, output_2, "{\"output.text}"},
    {"error", to_editor, first, last_2, error_2, "@error"},
    {"error", to_editor, 300, last_3, error_3, "@error"},
    {"performance", to_editor, first, last_3, monitors_3, ""},
    {"profile_sig", to_editor, first, last_3, signature, "{signature.id} is {signature.name}"},
    {"profile_frame", to_editor, first, last_3, profile_3, ""},
    {"profile_total", to_editor, first, last_3, profile_3, ""},
    {"network_profile", to_editor, 302, last_3, network_3, ""},
    {"network_bandwidth", to_editor, 302, last_3, bandwidth, ""},
    {"kill_me", to_editor, first, last_3, nothing, ""},
    {"message:scene_tree", to_editor, 300, last_3, tree_3, tree_line},
    {"message:scene_tree", to_editor, 202, last_2, tree_2_2, tree_line, {4, 0, 4, Kind::integer}},
    {"message:scene_tree", to_editor, 200, 201, tree_2_0, tree_line, {3, 0, 0, Kind::integer}},
    {"message:inspect_object", to_editor, 300, last_3, object, object_line, {3, 0, 2, Kind::array}},
    {"message:inspect_object",
     to_editor,
     202,
     last_2,
     object_2_2,
     "{object.id}, {#property} properties",
     {2, 0, 1, Kind::array}},
    {"message:inspect_object", to_editor, 201, 300, object_2_1, object_line, {1, 0, 3, Kind::integer}},
    {"message:video_mem", to_editor, first, last_3, memory_3, "{#memory.resource} resources"},
    {"message:click_ctrl", to_editor, 300, last_3, click, ""},

    // Godot 4, the game
    {"set_pid", to_editor, 400, last, process_id, ""},
    {"debug_enter", to_editor, 400, last, enter_4, "{enter.error}"},
    {"stack_dump", to_editor, 400, last, stack_4, stack_line},
    {"stack_frame_vars", to_editor, 400, last, variables_4, "{variable.count} variables"},
    {"stack_frame_var", to_editor, 400, last, variable_4, "{variable.name} = {variable.value?variable.type}"},
    {"evaluation_return", to_editor, 404, last, evaluated, "{evaluate.expression} = {evaluate.value?evaluate.type}"},
    {"output", to_editor, 400, last, output_4, "{\"output.text}"},
    {"error", to_editor, 400, last, error_4, "@error"},
    {"performance:profile_names", to_editor, 400, last, monitor_names, "{*performance.name}"},
    {"performance:profile_frame", to_editor, 400, last, monitors_4, ""},
    {"servers:function_signature", to_editor, 400, last, signature, "{signature.id} is {signature.name}"},
    {"servers:profile_frame", to_editor, 400, 401, profile_4_0, ""},
    {"servers:profile_total", to_editor, 400, 401, profile_4_0, ""},
    {"servers:profile_frame", to_editor, 402, last, profile_4_2, ""},
    {"servers:profile_total", to_editor, 402, last, profile_4_2, ""},
    {"servers:memory_usage", to_editor, 400, last, memory_4, "{#memory.resource} resources"},
    {"servers:drawn", to_editor, 400, last, nothing, ""},
    {"visual:hardware_info", to_editor, 400, last, hardware, ""},
    {"visual:profile_frame", to_editor, 400, last, visual, ""},
    {"multiplayer:bandwidth", to_editor, 400, last, bandwidth, ""},
    {"multiplayer:rpc", to_editor, 400, last, network_4, ""},
    {"multiplayer:syncs", to_editor, 401, last, syncs, ""},
    {"multiplayer:cache", to_editor, 401, last, cache, ""},
    {"network:profile_frame", to_editor, 400, 400, network_4, ""},
    {"network:bandwidth", to_editor, 400, 400, bandwidth, ""},
    {"memory:usage", to_editor, 400, 400, memory_4, "{#memory.resource} resources"},
    {"scene:scene_tree", to_editor, 400, last, tree_4, tree_line},
    {"scene:inspect_object", to_editor, 400, last, object, object_line},
    {"scene:inspect_objects", to_editor, 405, last, objects, object_line},
    {"scene:click_ctrl", to_editor, 400, last, click, ""},
    {"scene:debug_mute_audio", to_editor, 400, last, mute, ""},
    {"filesystem:update_file", to_editor, 400, last, update_file, "{file.path}"},
    {"window:title", to_editor, 400, last, title, "{\"window.title}"},
    {"request_quit", to_editor, 400, last, nothing, ""},
    {"request_embed_next_frame", to_editor, 404, last, nothing, ""},
    {"request_embed_suspend_toggle", to_editor, 404, last, nothing, ""},
    {"remote_node_clicked", to_editor, 404, last, object_id, ""},
    {"remote_objects_selected", to_editor, 405, last, objects, object_line},
    {"remote_nothing_selected", to_editor, 405, last, nothing, ""},
    {"remote_selection_invalidated", to_editor, 405, last, object_ids, ""},
    {"show_selection_limit_warning", to_editor, 405, last, nothing, ""},
    {"game_view:get_screenshot", to_editor, 405, last, screenshot, ""},
    {"snapshot:snapshot_prepared", to_editor, 406, last, snapshot, ""},
    {"snapshot:snapshot_chunk", to_editor, 406, last, chunk, ""},
    {"game_view:set_context_id", to_editor, 405, last, embed_context, ""},
    {"game_view:mouse_set_mode", to_editor, 405, last, embed_mouse_mode, ""},
    {"game_view:warp_mouse", to_editor, 405, last, embed_position, ""},
    {"game_view:window_set_ime_active", to_editor, 405, last, embed_active, ""},
    {"game_view:window_set_ime_position", to_editor, 405, last, embed_position, ""},
    {"game_view:cursor_set_shape", to_editor, 405, last, embed_cursor, ""},
    {"game_view:setup_complete", to_editor, 407, last, nothing, ""},
    {"game_view:window_size", to_editor, 407, last, window_size, ""},
    {"game_view:hdr_state", to_editor, 407, last, hdr_state, ""},
    {"game_view:cursor_set_custom_image", to_editor, 405, last, embed_image, ""},

    // Messages that the editors of all generations send
    {"step", to_game, first, last, nothing, ""},
    {"next", to_game, first, last, nothing, ""},
    {"out", to_game, 406, last, nothing, ""},
    {"continue", to_game, first, last, nothing, ""},
    {"break", to_game, first, last, nothing, ""},
    {"get_stack_dump", to_game, first, last, nothing, ""},
    {"get_stack_frame_vars", to_game, first, last, level, ""},
    {"breakpoint", to_game, 201, last, breakpoint, breakpoint_line},
    {"set_skip_breakpoints", to_game, 302, last, skip_breakpoints, ""},

    // Godot 2 and 3, the editor
    {"request_scene_tree", to_game, first, last_3, nothing, ""},
    {"request_video_mem", to_game, 201, last_3, nothing, ""},
    {"start_profiling", to_game, 201, last_3, profiling_3, ""},
    {"stop_profiling", to_game, 201, last_3, nothing, ""},
    {"start_network_profiling", to_game, 302, last_3, nothing, ""},
    {"stop_network_profiling", to_game, 302, last_3, nothing, ""},
    {"reload_scripts", to_game, 201, last_3, nothing, ""},
    {"inspect_object", to_game, 201, last_3, object_id, ""},
    {"set_object_property", to_game, 201, last_3, set_property, set_property_line},
    {"set_variable_value", to_game, 202, last_2, set_property, ""},
    {"save_node", to_game, 300, last_3, save_node, ""},
    {"next_frame", to_game, 300, last_3, nothing, ""},
    {"pause_changed", to_game, 300, last_3, suspend, ""},
    {"select_changed", to_game, 300, last_3, object_ids, ""},
    {"override_camera_2D:set", to_game, 302, last_3, override_camera, ""},
    {"override_camera_3D:set", to_game, 302, last_3, override_camera, ""},
    {"override_camera_2D:transform", to_game, 302, last_3, camera_2d, ""},
    {"override_camera_3D:transform", to_game, 302, last_3, camera_3d, ""},
    {"live_set_root", to_game, 201, last_3, live_root, ""},
    {"live_node_path", to_game, 201, last_3, live_path, live_path_line},
    {"live_res_path", to_game, 201, last_3, live_path, live_path_line},
    {"live_node_prop", to_game, 201, last_3, live_property, live_property_line},
    {"live_res_prop", to_game, 201, last_3, live_property, live_property_line},
    {"live_node_prop_res", to_game, 201, last_3, live_resource, live_resource_line},
    {"live_res_prop_res", to_game, 201, last_3, live_resource, live_resource_line},
    {"live_node_call", to_game, 201, last_3, live_call, live_call_line},
    {"live_res_call", to_game, 201, last_3, live_call, live_call_line},
    {"live_create_node", to_game, 201, last_3, live_create, ""},
    {"live_instance_node", to_game, 201, last_3, live_instance, ""},
    {"live_remove_node", to_game, 201, last_3, live_remove, ""},
    {"live_remove_and_keep_node", to_game, 201, last_3, live_keep, ""},
    {"live_restore_node", to_game, 201, last_3, live_restore, ""},
    {"live_duplicate_node", to_game, 201, last_3, live_duplicate, ""},
    {"live_reparent_node", to_game, 201, last_3, live_reparent, ""},

    // Godot 4, the editor
    {"evaluate", to_game, 404, last, evaluate, ""},
    {"set_ignore_error_breaks", to_game, 405, last, ignore_errors, ""},
    {"reload_scripts", to_game, 400, last, scripts, ""},
    {"reload_all_scripts", to_game, 402, last, nothing, ""},
    {"profiler:servers", to_game, 400, last, profiler_servers, ""},
    {"profiler:*", to_game, 400, last, profiler, ""},
    {"servers:memory", to_game, 400, last, nothing, ""},
    {"servers:draw", to_game, 400, last, nothing, ""},
    {"servers:foreground", to_game, 400, last, nothing, ""},
    {"multiplayer:cache", to_game, 401, last, cache_ids, ""},
    {"scene:setup_scene", to_game, 404, last, shortcuts, ""},
    {"scene:setup_embedded_shortcuts", to_game, 404, last, shortcut_table, ""},
    {"scene:request_scene_tree", to_game, 400, last, nothing, ""},
    {"scene:save_node", to_game, 400, last, save_node, ""},
    {"scene:inspect_object", to_game, 400, last, object_id, ""},
    {"scene:inspect_objects", to_game, 405, last, inspect, ""},
    {"scene:clear_selection", to_game, 405, last, nothing, ""},
    {"scene:set_object_property", to_game, 400, last, set_property, set_property_line},
    {"scene:set_object_property_field", to_game, 400, last, set_property_field,
     "{@object.id}.{property.name}.{property.field} = {property.value}"},
    {"scene:suspend_changed", to_game, 404, last, suspend, ""},
    {"scene:next_frame", to_game, 404, last, nothing, ""},
    {"scene:speed_changed", to_game, 404, last, speed, ""},
    {"scene:debug_mute_audio", to_game, 400, last, mute, ""},
    {"scene:override_cameras", to_game, 404, last, override_cameras, ""},
    {"scene:override_camera_2D:set", to_game, 400, 403, override_camera, ""},
    {"scene:override_camera_2D:transform", to_game, 400, 403, camera_2d, ""},
    {"scene:override_camera_3D:set", to_game, 400, 403, override_camera, ""},
    {"scene:override_camera_3D:transform", to_game, 400, 403, camera_3d, ""},
    {"scene:transform_camera_2d", to_game, 404, last, camera_2d, ""},
    {"scene:transform_camera_3d", to_game, 404, last, camera_3d, ""},
    {"scene:reload_cached_files", to_game, 400, last, cached_files, ""},
    {"scene:live_set_root", to_game, 400, last, live_root, ""},
    {"scene:live_node_path", to_game, 400, last, live_path, live_path_line},
    {"scene:live_res_path", to_game, 400, last, live_path, live_path_line},
    {"scene:live_node_prop", to_game, 400, last, live_property, live_property_line},
    {"scene:live_res_prop", to_game, 400, last, live_property, live_property_line},
    {"scene:live_node_prop_res", to_game, 400, last, live_resource, live_resource_line},
    {"scene:live_res_prop_res", to_game, 400, last, live_resource, live_resource_line},
    {"scene:live_node_call", to_game, 400, last, live_call, live_call_line},
    {"scene:live_res_call", to_game, 400, last, live_call, live_call_line},
    {"scene:live_create_node", to_game, 400, last, live_create, ""},
    {"scene:live_instantiate_node", to_game, 400, last, live_instance, ""},
    {"scene:live_remove_node", to_game, 400, last, live_remove, ""},
    {"scene:live_remove_and_keep_node", to_game, 400, last, live_keep, ""},
    {"scene:live_restore_node", to_game, 400, last, live_restore, ""},
    {"scene:live_duplicate_node", to_game, 400, last, live_duplicate, ""},
    {"scene:live_reparent_node", to_game, 400, last, live_reparent, ""},
    {"scene:runtime_node_select_setup", to_game, 404, last, select_settings, ""},
    {"scene:runtime_node_select_set_type", to_game, 404, last, select_type, ""},
    {"scene:runtime_node_select_set_mode", to_game, 404, last, select_mode, ""},
    {"scene:runtime_node_select_set_visible", to_game, 404, last, select_visible, ""},
    {"scene:runtime_node_select_set_avoid_locked", to_game, 406, last, select_avoid_locked, ""},
    {"scene:runtime_node_select_set_prefer_group", to_game, 406, last, select_prefer_group, ""},
    {"scene:setup_game_view", to_game, 407, last, nothing, ""},
    {"scene:window_request_size", to_game, 407, last, nothing, ""},
    {"scene:report_window_focused", to_game, 407, last, window_focused, ""},
    {"scene:hdr_output_request_state", to_game, 407, last, nothing, ""},
    {"scene:hdr_output_toggle_requested", to_game, 407, last, nothing, ""},
    {"scene:set_debug_collisions", to_game, 408, last, collisions, ""},
    {"scene:runtime_node_select_reset_camera_2d", to_game, 404, last, nothing, ""},
    {"scene:runtime_node_select_reset_camera_3d", to_game, 404, last, nothing, ""},
    {"scene:rq_screenshot", to_game, 405, last, screenshot_request, ""},
    {"snapshot:request_prepare_snapshot", to_game, 406, last, snapshot_request, ""},
    {"snapshot:request_snapshot_chunk", to_game, 406, last, chunk_request, ""},
    {"embed:window_size", to_game, 405, last, embed_value, ""},
    {"embed:win_event", to_game, 405, last, embed_value, ""},
    {"embed:ds_state", to_game, 405, last, embed_value, ""},
    {"embed:event", to_game, 405, last, embed_value, ""},
    {"embed:notification", to_game, 405, last, embed_value, ""},
    {"embed:ime_update", to_game, 405, last, embed_ime, ""},
    {"embed:mouse_set_mode", to_game, 405, last, embed_mouse_mode, ""},
};

/// Rows that need following rows must have them.
constexpr bool is_whole(std::span<const Element> rows_of) {
  for (std::size_t i = 0; i < rows_of.size(); ++i) {
    if (i + rows_of[i].size >= rows_of.size() && rows_of[i].size != 0) return false;
    if (rows_of[i].slot >= slots) return false;
  }
  return true;
}
static_assert(std::all_of(std::begin(rows), std::end(rows), [](const Message& row) { return is_whole(row.elements); }));

constexpr std::array<EraInfo, era_count> eras = {{
    {"2.x", variant::Generation::godot2, 200, 299, true, false},
    {"3.x", variant::Generation::godot3, 300, 399, true, false},
    {"4.0", variant::Generation::godot4, 400, 401, false, false},
    {"4.2", variant::Generation::godot4, 402, 499, false, true},
    {"Redot", variant::Generation::redot, 405, 499, false, true},
}};

struct Answer {
  std::string_view request, reply;
};
constexpr Answer answers[] = {
    {"get_stack_dump", "stack_dump"},
    {"get_stack_frame_vars", "stack_frame_vars"},
    {"evaluate", "evaluation_return"},
    {"break", "debug_enter"},
    {"continue", "debug_exit"},
    {"step", "debug_exit"},
    {"next", "debug_exit"},
    {"out", "debug_exit"},
    {"request_scene_tree", "message:scene_tree"},
    {"inspect_object", "message:inspect_object"},
    {"request_video_mem", "message:video_mem"},
    {"stop_profiling", "profile_total"},
    {"servers:memory", "servers:memory_usage"},
    {"servers:draw", "servers:drawn"},
    {"multiplayer:cache", "multiplayer:cache"},
    {"scene:request_scene_tree", "scene:scene_tree"},
    {"scene:inspect_object", "scene:inspect_object"},
    {"scene:inspect_objects", "scene:inspect_objects"},
    {"scene:inspect_objects", "remote_objects_selected"},
    {"scene:inspect_objects", "remote_nothing_selected"},  // none of them exists
    {"scene:rq_screenshot", "game_view:get_screenshot"},
    {"snapshot:request_prepare_snapshot", "snapshot:snapshot_prepared"},
    {"snapshot:request_snapshot_chunk", "snapshot:snapshot_chunk"},
};
// Each request has a bit: the index of its first row.
static_assert(std::size(answers) <= std::numeric_limits<Questions>::digits);

bool is_named(const Message& row, std::string_view name) noexcept {
  if (row.name.back() != '*') return row.name == name;
  return name.starts_with(row.name.substr(0, row.name.size() - 1));
}

}  // namespace

const EraInfo& info(Era era) noexcept { return eras[static_cast<std::size_t>(era)]; }

std::span<const Message> messages() noexcept { return rows; }

const Message* find(std::string_view name, Direction direction, Era era, const Message* after) noexcept {
  const EraInfo& age = info(era);
  const Message* row = after == nullptr ? std::begin(rows) : after + 1;
  for (; row != std::end(rows); ++row) {
    if (row->direction == direction && row->since <= age.last && row->until >= age.first && is_named(*row, name))
      return row;
  }
  return nullptr;
}

Questions question(std::string_view message) noexcept {
  const auto* row = std::find_if(std::begin(answers), std::end(answers),
                                 [&](const Answer& answer) { return answer.request == message; });
  return row != std::end(answers) ? Questions{1} << (row - std::begin(answers)) : 0;
}

unsigned question_count() noexcept { return static_cast<unsigned>(std::size(answers)); }

std::string_view request_name(unsigned question) noexcept { return answers[question].request; }

Questions answered_by(std::string_view message) noexcept {
  Questions found = 0;
  for (const Answer& answer : answers) {
    if (answer.reply == message) found |= question(answer.request);
  }
  return found;
}

Questions questions_to_stopped_game() noexcept {
  return question("get_stack_dump") | question("get_stack_frame_vars") | question("evaluate");
}

bool is_about_one_object(std::string_view name) noexcept {
  return name == "inspect_object" || name == "message:inspect_object" || name == "scene:inspect_object";
}

bool is_one_variable(std::string_view name) noexcept { return name == "stack_frame_var"; }

bool is_going_on(std::string_view name) noexcept { return name == "debug_exit"; }

Questions ignored_by_running_game() noexcept {
  return questions_to_stopped_game() | question("continue") | question("step") | question("next") | question("out");
}

Questions unanswered_by_stopped_game() noexcept { return question("break"); }

bool is_stopping(std::string_view name) noexcept { return name == "debug_enter"; }

Numbered numbered_by(Field number, const Message& message) noexcept {
  switch (number) {
    case F::debug_live_id: {
      const bool resource = message.name.find("live_res_") != std::string_view::npos;
      return resource ? Numbered::live_resource : Numbered::live_node;
    }
    case F::debug_signature_id:
    case F::debug_profile_function_id: return Numbered::signature;
    case F::debug_node_id:
    case F::debug_object_id: return Numbered::object;
    default: return Numbered::nothing;
  }
}

Field naming_text(Field number, const Message& message) noexcept {
  switch (number) {
    case F::debug_live_id: return message.elements.data() == live_path ? F::debug_live_path : F::none;
    case F::debug_signature_id: return F::debug_signature_name;
    case F::debug_node_id: return F::debug_node_name;
    default: return F::none;
  }
}

}  // namespace godot::debugger

// SPDX-License-Identifier: MIT
// The page's files (answers/report_page/html/), as embedded by the build.
#pragma once

#include <string_view>

namespace godot::analysis::page {

/// With the placeholders {{policy}}, {{style}}, {{data}}, {{script}}, in this order.
[[nodiscard]] std::string_view page_html() noexcept;
[[nodiscard]] std::string_view page_css() noexcept;
[[nodiscard]] std::string_view page_js() noexcept;

/// A Content-Security-Policy that allows this script and this style, by their hashes, and nothing else.
[[nodiscard]] std::string_view page_policy() noexcept;

}  // namespace godot::analysis::page

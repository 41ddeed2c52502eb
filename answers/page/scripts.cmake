# SPDX-License-Identifier: MIT
# The page's scripts (answers/page/html/*.js), in the order in which they are one.
set(GODOT_PAGE_SCRIPTS base tables summary timeline replay rollback calls main)

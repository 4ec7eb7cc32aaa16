/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The literals of the Model Context Protocol: methods, notifications, versions, codes. */
#pragma once

#define GH_MCP_VERSION_2024_11_05 "2024-11-05"
#define GH_MCP_VERSION_2025_03_26 "2025-03-26"
#define GH_MCP_VERSION_2025_06_18 "2025-06-18"
#define GH_MCP_VERSION_2025_11_25 "2025-11-25"
#define GH_MCP_VERSION_2026_07_28 "2026-07-28"

#define GH_MCP_DISCOVER "server/discover"
#define GH_MCP_INITIALIZE "initialize"
#define GH_MCP_INITIALIZED "notifications/initialized"
#define GH_MCP_PING "ping"
#define GH_MCP_CANCELLED "notifications/cancelled"
#define GH_MCP_PROGRESS "notifications/progress"
#define GH_MCP_TOOLS_LIST "tools/list"
#define GH_MCP_TOOLS_CALL "tools/call"
#define GH_MCP_TOOLS_LIST_CHANGED "notifications/tools/list_changed"
#define GH_MCP_SET_LEVEL "logging/setLevel"
#define GH_MCP_LOG_MESSAGE "notifications/message"
#define GH_MCP_ROOTS_LIST "roots/list"
#define GH_MCP_ROOTS_LIST_CHANGED "notifications/roots/list_changed"
#define GH_MCP_CREATE_MESSAGE "sampling/createMessage"
#define GH_MCP_ELICIT "elicitation/create"
#define GH_MCP_ELICITATION_COMPLETE "notifications/elicitation/complete"
#define GH_MCP_RESOURCES_LIST "resources/list"
#define GH_MCP_RESOURCE_TEMPLATES_LIST "resources/templates/list"
#define GH_MCP_RESOURCES_READ "resources/read"
#define GH_MCP_RESOURCES_SUBSCRIBE "resources/subscribe"
#define GH_MCP_RESOURCES_UNSUBSCRIBE "resources/unsubscribe"
#define GH_MCP_RESOURCES_LIST_CHANGED "notifications/resources/list_changed"
#define GH_MCP_RESOURCES_UPDATED "notifications/resources/updated"
#define GH_MCP_PROMPTS_LIST "prompts/list"
#define GH_MCP_PROMPTS_GET "prompts/get"
#define GH_MCP_PROMPTS_LIST_CHANGED "notifications/prompts/list_changed"
#define GH_MCP_COMPLETE "completion/complete"
#define GH_MCP_TASKS_GET "tasks/get"
#define GH_MCP_TASKS_RESULT "tasks/result"
#define GH_MCP_TASKS_UPDATE "tasks/update"
#define GH_MCP_TASKS_CANCEL "tasks/cancel"
#define GH_MCP_TASKS_CHANGED "notifications/tasks"
#define GH_MCP_LISTEN "subscriptions/listen"
#define GH_MCP_ACKNOWLEDGED "notifications/subscriptions/acknowledged"

/* Extensions, and the keys of `_meta`. */
#define GH_MCP_EXTENSION_TASKS "io.modelcontextprotocol/tasks"
#define GH_MCP_META_VERSION "io.modelcontextprotocol/protocolVersion"
#define GH_MCP_META_CLIENT "io.modelcontextprotocol/clientInfo"
#define GH_MCP_META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define GH_MCP_META_LOG_LEVEL "io.modelcontextprotocol/logLevel"
#define GH_MCP_META_RELATED_TASK "io.modelcontextprotocol/related-task"
#define GH_MCP_META_SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"
#define GH_MCP_META_SERVER "io.modelcontextprotocol/serverInfo"

/* Values of `resultType`; without it a result is complete (requirement 1.19). */
#define GH_MCP_RESULT_COMPLETE "complete"
#define GH_MCP_RESULT_INPUT_REQUIRED "input_required"
#define GH_MCP_RESULT_TASK "task" /* with the tasks extension */

/* Errors that only a modern server gives (requirement 1.16). */
#define GH_MCP_CODE_HEADER_MISMATCH (-32020)
#define GH_MCP_CODE_MISSING_CAPABILITY (-32021)
#define GH_MCP_CODE_UNSUPPORTED_VERSION (-32022)

/* The person said no to a sampling request (requirement 6.23). */
#define GH_MCP_CODE_REJECTED (-1)
/* There is no such resource (8.20); from 2026-07-28 on it is GH_RPC_INVALID_PARAMS. */
#define GH_MCP_CODE_NOT_FOUND (-32002)
/* A person has to visit a page before the request can be served (7.24). */
#define GH_MCP_CODE_URL_REQUIRED (-32042)

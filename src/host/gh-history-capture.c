/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Makes entries of the history from what is over. */
#include "config.h"

#include "gh-history-capture.h"

#include <math.h>
#include <string.h>

#include "gh-elicitation-request.h"
#include "gh-history-mask.h"
#include "gh-json.h"
#include "gh-sampling-answer-private.h"
#include "gh-sampling-request-private.h"
#include "gh-sampling-tool.h"
#include "gh-server-private.h"
#include "gh-tool-call-private.h"

/* Parts of one entry: more than anybody looks through. */
#define MAX_PARTS 1000

/* What a price is for. */
#define TOKENS_PRICED 1e6

typedef struct
{
  GPtrArray *parts; /* of GhHistoryPart */
  gsize left;       /* bytes of texts */
  guint n_left_out; /* parts */
} Capture;

/* --- texts --- */

/* At most `most` bytes, whole characters; owned. What is not taken is added to left_out. */
static char *
dup_start (const char *text,
           gsize       most,
           gint64     *left_out)
{
  gsize length = strlen (text);
  gsize keep = MIN (length, most);

  if (keep < length)
    while (keep > 0 && (text[keep] & 0xc0) == 0x80)
      keep--;
  *left_out += length - keep;
  return g_strndup (text, keep);
}

static char *
take_text (const char *text,
           gsize      *left,
           gint64     *left_out)
{
  char *taken;

  if (text == NULL)
    return NULL;
  taken = dup_start (text, MIN (*left, GH_HISTORY_MOST_TEXT + GH_HISTORY_MASK_SLACK), left_out);
  *left -= strlen (taken);
  return taken;
}

/**
 * gh_history_capture_text:
 * @name: (nullable):
 * @text: (nullable):
 * @became: (nullable): left out when it is @text
 *
 * Returns: (transfer none): the part, in @parts
 */
GhHistoryPart *
gh_history_capture_text (GPtrArray     *parts,
                         gsize         *left,
                         GhHistoryRole  role,
                         const char    *name,
                         const char    *text,
                         const char    *became)
{
  GhHistoryPart *part;

  g_return_val_if_fail (parts != NULL, NULL);
  g_return_val_if_fail (left != NULL, NULL);

  part = gh_history_part_new (role, name, NULL);
  part->text = take_text (text, left, &part->left_out);
  if (g_strcmp0 (text, became) != 0)
    part->became = take_text (became, left, &part->left_out);
  g_ptr_array_add (parts, part);
  return part;
}

static GhHistoryPart *
add (Capture       *capture,
     GhHistoryRole  role,
     const char    *name,
     const char    *text,
     const char    *became)
{
  if (capture->parts->len >= MAX_PARTS)
    {
      capture->n_left_out++;
      return NULL;
    }
  return gh_history_capture_text (capture->parts, &capture->left, role, name, text, became);
}

static void
add_setting (Capture    *capture,
             const char *name,
             const char *text,
             const char *became)
{
  if (text != NULL || became != NULL)
    add (capture, GH_HISTORY_SETTING, name, text, became);
}

static void
capture_init (Capture *capture)
{
  capture->parts = gh_history_parts_new ();
  capture->left = GH_HISTORY_MOST_ENTRY;
  capture->n_left_out = 0;
}

/* Says what there was no room for. */
static GPtrArray *
capture_finish (Capture *capture)
{
  if (capture->n_left_out > 0)
    {
      g_autofree char *number = g_strdup_printf ("%u", capture->n_left_out);

      g_ptr_array_add (capture->parts,
                       gh_history_part_new (GH_HISTORY_SETTING, "partsLeftOut", number));
    }
  return g_steal_pointer (&capture->parts);
}

/**
 * gh_history_capture_cost:
 * @model: (nullable):
 *
 * Returns: what so many tokens cost by the model's prices, NAN when they are not known
 */
double
gh_history_capture_cost (GhModel *model,
                         gint64   input_tokens,
                         gint64   output_tokens)
{
  double input, output;

  g_return_val_if_fail (model == NULL || GH_IS_MODEL (model), NAN);

  if (model == NULL || input_tokens < 0 || output_tokens < 0
      || !gh_model_get_prices (model, &input, &output))
    return NAN;
  return (input_tokens * input + output_tokens * output) / TOKENS_PRICED;
}

/* --- a request for a model --- */

static void add_blocks (Capture    *capture,
                        GListModel *blocks,
                        const char *name);

static void
add_block (Capture        *capture,
           GhSamplingPart *block,
           const char     *name)
{
  GhContent *content = gh_sampling_part_get_content (block);
  const char *text = gh_sampling_part_get_original_text (block);
  const char *became = gh_sampling_part_get_text (block);
  GhHistoryPart *part;

  switch (gh_sampling_part_get_kind (block))
    {
    case GH_SAMPLING_PART_TOOL_USE:
      add (capture, GH_HISTORY_TOOL_USE, gh_sampling_part_get_tool (block), text, became);
      break;

    case GH_SAMPLING_PART_TOOL_RESULT:
      add (capture, GH_HISTORY_TOOL_RESULT,
           gh_sampling_part_get_is_error (block) ? "error" : NULL, NULL, NULL);
      add_blocks (capture, gh_sampling_part_list_parts (block), name);
      break;

    case GH_SAMPLING_PART_TEXT:
    case GH_SAMPLING_PART_IMAGE:
    case GH_SAMPLING_PART_AUDIO:
    case GH_SAMPLING_PART_RESOURCE:
    case GH_SAMPLING_PART_LINK:
    default:
      part = add (capture, GH_HISTORY_MESSAGE, name, text, became);
      if (part != NULL && content != NULL && gh_content_get_data (content) != NULL)
        {
          const char *type = gh_content_get_mime_type (content);

          part->media = g_strdup (type != NULL ? type : "application/octet-stream");
          part->size = g_bytes_get_size (gh_content_get_data (content));
        }
      break;
    }
}

static void
add_blocks (Capture    *capture,
            GListModel *blocks,
            const char *name)
{
  guint n = blocks != NULL ? g_list_model_get_n_items (blocks) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingPart) block = g_list_model_get_item (blocks, i);

      add_block (capture, block, name);
    }
}

static void
add_messages (Capture           *capture,
              GhSamplingRequest *request)
{
  GListModel *messages = gh_sampling_request_list_messages (request);
  guint n = g_list_model_get_n_items (messages);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingMessage) message = g_list_model_get_item (messages, i);

      add_blocks (capture, gh_sampling_message_list_parts (message),
                  gh_sampling_message_get_from_assistant (message) ? "assistant" : "user");
    }
}

/* NAN: NULL. */
static char *
dup_double (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return isnan (value) ? NULL : g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6g", value));
}

static void
add_number_setting (Capture    *capture,
                    const char *name,
                    double      asked,
                    double      became)
{
  g_autofree char *asked_text = dup_double (asked);
  g_autofree char *became_text = dup_double (became);

  add_setting (capture, name, asked_text, became_text);
}

/* The names of the tools; those that the person let through. Owned, or NULL. */
static char *
dup_tools (GListModel *tools,
           gboolean    offered_only)
{
  guint n = g_list_model_get_n_items (tools);
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (tools, i);

      if (!offered_only || gh_sampling_tool_get_offered (tool))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                                gh_tool_get_name (gh_sampling_tool_get_tool (tool)));
    }
  return n > 0 ? g_string_free (g_steal_pointer (&names), FALSE) : NULL;
}

static void
add_settings (Capture           *capture,
              GhSamplingRequest *request)
{
  GListModel *tools = gh_sampling_request_list_tools (request);
  g_autofree char *hints = g_strjoinv (", ", (char **) gh_sampling_request_get_hints (request));
  g_autofree char *stops =
    g_strjoinv (", ", (char **) gh_sampling_request_get_stop_sequences (request));
  g_autofree char *asked_tools = dup_tools (tools, FALSE);
  g_autofree char *offered_tools = dup_tools (tools, TRUE);

  add_setting (capture, "hints", *hints != '\0' ? hints : NULL, NULL);
  add_number_setting (capture, "costPriority", gh_sampling_request_get_cost_priority (request),
                      NAN);
  add_number_setting (capture, "speedPriority", gh_sampling_request_get_speed_priority (request),
                      NAN);
  add_number_setting (capture, "intelligencePriority",
                      gh_sampling_request_get_intelligence_priority (request), NAN);
  add_number_setting (capture, "maxTokens", gh_sampling_request_get_asked_max_tokens (request),
                      gh_sampling_request_get_max_tokens (request));
  add_number_setting (capture, "temperature", gh_sampling_request_get_asked_temperature (request),
                      gh_sampling_request_get_temperature (request));
  add_setting (capture, "stopSequences", *stops != '\0' ? stops : NULL, NULL);
  add_setting (capture, "includeContext", gh_sampling_request_get_include_context (request), NULL);
  add_setting (capture, "tools", asked_tools, offered_tools);
}

static void
add_answer (Capture          *capture,
            GhSamplingAnswer *answer,
            GhHistoryRole     role)
{
  GListModel *blocks = gh_sampling_answer_list_parts (answer);
  guint n = g_list_model_get_n_items (blocks);
  const char *model_text = gh_sampling_answer_get_model_text (answer);
  const char *text = gh_sampling_answer_get_text (answer);

  add (capture, role, gh_sampling_answer_get_model_name (answer),
       model_text != NULL ? model_text : text, model_text != NULL ? text : NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingPart) block = g_list_model_get_item (blocks, i);

      if (gh_sampling_part_get_kind (block) == GH_SAMPLING_PART_TOOL_USE)
        add_block (capture, block, NULL);
    }
}

static void
add_answers (Capture           *capture,
             GhSamplingRequest *request)
{
  GListModel *answers = gh_sampling_request_list_answers (request);
  GhSamplingAnswer *current = gh_sampling_request_get_current_answer (request);
  guint n = g_list_model_get_n_items (answers);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingAnswer) answer = g_list_model_get_item (answers, i);

      if (answer != current)
        add_answer (capture, answer, GH_HISTORY_OTHER_ANSWER);
    }
  if (current != NULL)
    add_answer (capture, current, GH_HISTORY_ANSWER);
}

static GhHistoryOutcome
get_sampling_outcome (GhSamplingRequest *request)
{
  switch (gh_sampling_request_get_state (request))
    {
    case GH_SAMPLING_ANSWERED:
      return GH_HISTORY_GIVEN;
    case GH_SAMPLING_DENIED:
      return gh_request_get_decided_by (GH_REQUEST (request)) == GH_REQUEST_BY_NOBODY
               ? GH_HISTORY_DISMISSED : GH_HISTORY_DENIED;
    case GH_SAMPLING_WITHDRAWN:
      return GH_HISTORY_WITHDRAWN;
    case GH_SAMPLING_RECEIVED:
    case GH_SAMPLING_QUEUED:
    case GH_SAMPLING_REVIEW:
    case GH_SAMPLING_GENERATING:
    case GH_SAMPLING_RESPONSE_REVIEW:
    case GH_SAMPLING_FAILED:
    default:
      return GH_HISTORY_FAILED;
    }
}

/* Of all answers: each was paid for. */
static void
add_usage (GhHistoryFacts    *facts,
           GhSamplingRequest *request)
{
  GListModel *answers = gh_sampling_request_list_answers (request);
  guint n = g_list_model_get_n_items (answers);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingAnswer) answer = g_list_model_get_item (answers, i);
      gint64 in = gh_sampling_answer_get_input_tokens (answer);
      gint64 out = gh_sampling_answer_get_output_tokens (answer);
      GhModel *model = gh_sampling_answer_get_model (answer);
      double cost;

      if (in < 0 || out < 0)
        continue;
      facts->input_tokens = MAX (facts->input_tokens, 0) + in;
      facts->output_tokens = MAX (facts->output_tokens, 0) + out;
      cost = gh_history_capture_cost (model, in, out);
      if (!isnan (cost))
        facts->cost = (isnan (facts->cost) ? 0 : facts->cost) + cost;
    }
}

static void
capture_sampling (Capture           *capture,
                  GhHistoryFacts    *facts,
                  GhSamplingRequest *request)
{
  GhModel *model = gh_sampling_request_get_model (request);
  const GError *error = gh_sampling_request_get_error (request);
  const char *answered = gh_sampling_request_get_answer_model (request);

  facts->kind = GH_HISTORY_SAMPLING;
  facts->outcome = get_sampling_outcome (request);
  facts->edited = gh_sampling_request_get_edited (request)
                  || gh_sampling_request_get_answer_edited (request);
  /* A model that was never asked has nothing to do with it. */
  if (gh_sampling_request_get_sent (request))
    {
      if (answered == NULL && model != NULL
          && gh_sampling_request_get_current_answer (request) == NULL)
        answered = gh_model_get_id (model);
      facts->model = (char *) answered;
      if (answered != NULL && model != NULL)
        facts->provider = (char *) gh_model_get_provider_name (model);
      facts->duration = gh_sampling_request_get_generating_time (request);
      add_usage (facts, request);
    }

  if (gh_sampling_request_get_asked_system_prompt (request) != NULL
      || gh_sampling_request_get_system_prompt (request) != NULL)
    {
      const char *became = gh_sampling_request_get_system_prompt (request);

      add (capture, GH_HISTORY_SYSTEM, NULL, gh_sampling_request_get_asked_system_prompt (request),
           became != NULL ? became : "");
    }
  add_messages (capture, request);
  add_settings (capture, request);
  add_answers (capture, request);
  if (gh_sampling_request_get_reason (request) != NULL)
    add (capture, GH_HISTORY_REASON, NULL, gh_sampling_request_get_reason (request), NULL);
  if (error != NULL)
    add (capture, GH_HISTORY_ERROR, NULL, error->message, NULL);
}

/* --- a request to the person --- */

static GhHistoryOutcome
get_elicitation_outcome (GhElicitationRequest *request)
{
  switch (gh_elicitation_request_get_state (request))
    {
    case GH_ELICITATION_ACCEPTED:
      return GH_HISTORY_GIVEN;
    case GH_ELICITATION_DECLINED:
      return GH_HISTORY_DENIED;
    case GH_ELICITATION_WITHDRAWN:
      return GH_HISTORY_WITHDRAWN;
    case GH_ELICITATION_RECEIVED:
    case GH_ELICITATION_QUEUED:
    case GH_ELICITATION_REVIEW:
    case GH_ELICITATION_VISITING:
    case GH_ELICITATION_CANCELLED:
    default:
      return GH_HISTORY_DISMISSED;
    }
}

/* What was entered, if it was sent; never what a field wants that sounds like a secret. */
static void
add_field (Capture     *capture,
           GhFormField *field,
           gboolean     sent)
{
  g_autoptr(JsonNode) value = sent ? gh_form_field_dup_value (field) : NULL;
  g_autofree char *json = NULL;
  const char *text = NULL;

  if (sent && value == NULL)
    return;
  if (value != NULL && !gh_form_field_wants_secret (field))
    {
      text = gh_json_node_get_string (value);
      if (text == NULL)
        text = json = gh_json_write (value, NULL);
    }
  add (capture, GH_HISTORY_FIELD, gh_form_field_get_title (field), text, NULL);
}

/* A query or a fragment is as good as a password often enough. */
static void
add_url (Capture    *capture,
         const char *url)
{
  gsize length = strcspn (url, "?#");
  g_autofree char *start = g_strndup (url, length);
  GhHistoryPart *part = add (capture, GH_HISTORY_URL, NULL, start, NULL);

  if (part != NULL)
    part->left_out += strlen (url) - length;
}

static void
capture_elicitation (Capture              *capture,
                     GhHistoryFacts       *facts,
                     GhElicitationRequest *request)
{
  GhForm *form = gh_elicitation_request_get_form (request);
  guint n_fields = form != NULL ? g_list_model_get_n_items (G_LIST_MODEL (form)) : 0;

  facts->kind = GH_HISTORY_ELICITATION;
  facts->outcome = get_elicitation_outcome (request);
  add (capture, GH_HISTORY_QUESTION, NULL, gh_elicitation_request_get_message (request), NULL);
  for (guint i = 0; i < n_fields; i++)
    {
      g_autoptr(GhFormField) field = g_list_model_get_item (G_LIST_MODEL (form), i);

      add_field (capture, field, facts->outcome == GH_HISTORY_GIVEN);
    }
  if (gh_elicitation_request_get_url (request) != NULL)
    add_url (capture, gh_elicitation_request_get_url (request));
}

/* --- requests --- */

static void
facts_init (GhHistoryFacts *facts)
{
  *facts = (GhHistoryFacts) { 0 };
  facts->time = g_get_real_time ();
  facts->duration = -1;
  facts->input_tokens = -1;
  facts->output_tokens = -1;
  facts->cost = NAN;
}

/**
 * gh_history_capture_request:
 * @request: over
 *
 * Returns: (transfer full): an entry with its parts
 */
GhHistoryEntry *
gh_history_capture_request (GhRequest *request)
{
  Capture capture;
  GhHistoryFacts facts;

  g_return_val_if_fail (GH_IS_REQUEST (request), NULL);

  capture_init (&capture);
  facts_init (&facts);
  facts.asked = gh_request_get_time (request);
  facts.decider = gh_request_get_decided_by (request);
  facts.server = (char *) gh_request_get_server_id (request);
  facts.server_name = (char *) gh_request_get_server_name (request);
  facts.tool = (char *) gh_request_get_tool (request);
  if (GH_IS_SAMPLING_REQUEST (request))
    capture_sampling (&capture, &facts, GH_SAMPLING_REQUEST (request));
  else
    capture_elicitation (&capture, &facts, GH_ELICITATION_REQUEST (request));
  if (gh_request_get_rule_text (request) != NULL)
    add (&capture, GH_HISTORY_RULE, gh_request_get_rule_id (request),
         gh_request_get_rule_text (request), NULL);
  return gh_history_entry_new (&facts, capture_finish (&capture));
}

/* --- calls --- */

static GhHistoryOutcome
get_call_outcome (GhToolCall *call)
{
  switch (gh_tool_call_get_state (call))
    {
    case GH_TOOL_CALL_DONE:
      return gh_tool_call_get_is_error (call) ? GH_HISTORY_TOOL_ERROR : GH_HISTORY_DONE;
    case GH_TOOL_CALL_CANCELLED:
      return GH_HISTORY_CANCELLED;
    case GH_TOOL_CALL_RUNNING:
    case GH_TOOL_CALL_FAILED:
    default:
      return GH_HISTORY_FAILED;
    }
}

/* Of what kinds the result's content is, each once; owned. */
static char *
dup_kinds (GListModel *content)
{
  g_autoptr(GString) kinds = g_string_new (NULL);
  g_autoptr(GEnumClass) klass = g_type_class_ref (GH_TYPE_CONTENT_KIND);
  guint n = g_list_model_get_n_items (content);
  guint seen = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhContent) block = g_list_model_get_item (content, i);
      GhContentKind kind = gh_content_get_kind (block);
      GEnumValue *value = g_enum_get_value (klass, kind);

      if ((seen & (1u << kind)) != 0 || value == NULL)
        continue;
      seen |= 1u << kind;
      g_string_append_printf (kinds, "%s%s", kinds->len > 0 ? ", " : "", value->value_nick);
    }
  return g_string_free (g_steal_pointer (&kinds), FALSE);
}

/**
 * gh_history_capture_call:
 * @call: of @server, not running
 *
 * Returns: (transfer full): an entry with its parts
 */
GhHistoryEntry *
gh_history_capture_call (GhServer   *server,
                         GhToolCall *call)
{
  Capture capture;
  GhHistoryFacts facts;
  JsonNode *arguments;
  const GError *error;

  g_return_val_if_fail (GH_IS_SERVER (server), NULL);
  g_return_val_if_fail (GH_IS_TOOL_CALL (call), NULL);

  capture_init (&capture);
  facts_init (&facts);
  facts.kind = GH_HISTORY_TOOL;
  facts.outcome = get_call_outcome (call);
  facts.decider = GH_REQUEST_BY_PERSON;
  facts.asked = gh_tool_call_get_time (call);
  facts.duration = gh_tool_call_get_duration (call);
  facts.server = (char *) gh_server_get_id (server);
  facts.server_name = (char *) gh_server_get_name (server);
  facts.tool = (char *) gh_tool_get_name (gh_tool_call_get_tool (call));

  arguments = gh_tool_call_get_arguments (call);
  if (arguments != NULL)
    {
      gsize enough = GH_HISTORY_MOST_TEXT + GH_HISTORY_MASK_SLACK;
      g_autofree char *json = gh_json_write_start (arguments, enough + 1);

      add (&capture, GH_HISTORY_ARGUMENTS, NULL, json, NULL);
    }
  if (gh_tool_call_get_state (call) == GH_TOOL_CALL_DONE)
    {
      g_autofree char *kinds = dup_kinds (gh_tool_call_list_content (call));
      GhHistoryPart *part = add (&capture, GH_HISTORY_RESULT, kinds, NULL, NULL);
      GBytes *json = gh_tool_call_get_json (call);

      if (part != NULL && json != NULL)
        part->size = g_bytes_get_size (json);
    }
  error = gh_tool_call_get_error (call);
  if (error != NULL)
    add (&capture, GH_HISTORY_ERROR, NULL, error->message, NULL);
  return gh_history_entry_new (&facts, capture_finish (&capture));
}

/* --- watching --- */

static void
finished_cb (GhHistory *history,
             GhRequest *request)
{
  g_autoptr(GhHistoryEntry) entry = NULL;

  if (!gh_history_get_takes (history))
    return;
  entry = gh_history_capture_request (request);
  gh_history_add (history, entry);
}

static void
call_ended_cb (GhHistory  *history,
               GhToolCall *call,
               GhServer   *server)
{
  g_autoptr(GhHistoryEntry) entry = NULL;

  if (!gh_history_get_takes (history))
    return;
  entry = gh_history_capture_call (server, call);
  gh_history_add (history, entry);
}

/* One that is taken out is still heard: its calls end while it stops. It may come back. */
static void
servers_changed_cb (GhHistory  *history,
                    guint       position,
                    guint       removed,
                    guint       added,
                    GListModel *servers)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (servers, i);

      g_signal_handlers_disconnect_by_func (server, call_ended_cb, history);
      g_signal_connect_object (server, "call-ended", G_CALLBACK (call_ended_cb), history,
                               G_CONNECT_SWAPPED);
    }
}

void
gh_history_watch (GhHistory       *history,
                  GhRequestBroker *broker,
                  GListModel      *servers)
{
  g_return_if_fail (GH_IS_HISTORY (history));
  g_return_if_fail (GH_IS_REQUEST_BROKER (broker));
  g_return_if_fail (G_IS_LIST_MODEL (servers));

  g_signal_connect_object (broker, "finished", G_CALLBACK (finished_cb), history,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (servers, "items-changed", G_CALLBACK (servers_changed_cb), history,
                           G_CONNECT_SWAPPED);
  servers_changed_cb (history, 0, 0, g_list_model_get_n_items (servers), servers);
}

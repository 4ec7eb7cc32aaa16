/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The sentences of the review: who asks, which model and why, what goes out, what went wrong. */
#include "config.h"

#include "gh-review-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gh-plain-text.h"

/* More hints than these are counted, not read. */
#define SHOWN_HINTS 6
/* An endpoint's own words, in a sentence of ours. */
#define LONGEST_DETAIL 300

static char *
shorten (const char *text,
         gsize       longest)
{
  return g_strstrip (gh_plain_text_dup (text, longest, GH_PLAIN_TEXT_ONE_LINE));
}

char *
gh_words_name (const char *name)
{
  return shorten (name, GH_WORDS_LONGEST_NAME);
}

char *
gh_words_number (gint64 number)
{
  return g_strdup_printf ("%'" G_GINT64_FORMAT, number);
}

const char *
gh_words_lane (GhLane lane)
{
  switch (lane)
    {
    case GH_LANE_LOCAL:
      /* Translators: where a model runs; shown alone and after a comma: "Ollama, on this
       * computer". */
      return _("on this computer");
    case GH_LANE_OWN:
      return _("on a server of your own");
    case GH_LANE_CLOUD:
    default:
      return _("in the cloud");
    }
}

const char *
gh_words_lane_icon (GhLane lane)
{
  switch (lane)
    {
    case GH_LANE_LOCAL:
      return "computer-symbolic";
    case GH_LANE_OWN:
      return "network-server-symbolic";
    case GH_LANE_CLOUD:
    default:
      return "network-workgroup-symbolic";
    }
}

char *
gh_words_model_place (GhModel *model)
{
  g_autofree char *provider = gh_words_name (gh_model_get_provider_name (model));

  /* Translators: a model endpoint and where it is: "Ollama, on this computer". */
  return g_strdup_printf (_("%s, %s"), provider, gh_words_lane (gh_model_get_lane (model)));
}

char *
gh_words_model_through (GhModel *model)
{
  g_autofree char *id = gh_words_name (gh_model_get_id (model));
  g_autofree char *provider = gh_words_name (gh_model_get_provider_name (model));

  /* Translators: model, endpoint, place: "llama3.2 through Ollama, on this computer". */
  return g_strdup_printf (_("%s through %s, %s"), id, provider,
                          gh_words_lane (gh_model_get_lane (model)));
}

static char *
clock_time (gint64 microseconds)
{
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc (microseconds / G_USEC_PER_SEC);
  g_autoptr(GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  /* Translators: a time of day, see g_date_time_format(). */
  return local != NULL ? g_date_time_format (local, _("%H:%M")) : g_strdup ("");
}

char *
gh_words_who (GhRequest *request)
{
  const char *tool = gh_request_get_tool (request);
  g_autofree char *tool_name = gh_words_name (tool);
  g_autofree char *time = NULL;

  if (tool == NULL)
    {
      time = clock_time (gh_request_get_time (request));
      /* Translators: a time of day is filled in. */
      return g_strdup_printf (_("It asked by itself at %s, not during a tool call of yours."),
                              time);
    }
  if (gh_request_get_call_time (request) <= 0)
    /* Translators: a tool's name is filled in. */
    return g_strdup_printf (_("It asks while it runs %s, which you started."), tool_name);
  time = clock_time (gh_request_get_call_time (request));
  /* Translators: a tool's name and a time of day: "It asks while it runs find_best_flight, which
   * you started at 14:31." */
  return g_strdup_printf (_("It asks while it runs %s, which you started at %s."), tool_name, time);
}

char *
gh_words_waiting (GhRequest *request,
                  guint      place)
{
  g_autofree char *what = gh_words_short (request);
  g_autofree char *time = clock_time (gh_request_get_time (request));

  /* Translators: a request in a menu: its place in the queue, a server and its tool, and when it
   * came: "1. Travel, find_best_flight, 14:31". */
  return g_strdup_printf (_("%u. %s, %s"), place, what, time);
}

char *
gh_words_short (GhRequest *request)
{
  g_autofree char *server = gh_words_name (gh_request_get_server_name (request));
  g_autofree char *tool = gh_words_name (gh_request_get_tool (request));

  if (*tool == '\0')
    return g_steal_pointer (&server);
  /* Translators: a server and its tool: "Travel, find_best_flight". */
  return g_strdup_printf (_("%s, %s"), server, tool);
}

char *
gh_words_message (GhSamplingRequest *request,
                  GhSamplingMessage *message,
                  guint              index)
{
  guint n = g_list_model_get_n_items (gh_sampling_request_list_messages (request));
  g_autofree char *server = gh_words_name (gh_request_get_server_name (GH_REQUEST (request)));

  if (gh_sampling_message_get_from_assistant (message))
    /* Translators: heading of a message that the server puts in the model's mouth. */
    return g_strdup_printf (_("Message %u of %u, as if the model had written it"), index + 1, n);
  /* Translators: heading of a message; a server's name is filled in. */
  return g_strdup_printf (_("Message %u of %u, from %s"), index + 1, n, server);
}

char *
gh_words_hints (GhSamplingRequest *request)
{
  const char * const *hints = gh_sampling_request_get_hints (request);
  g_autoptr(GString) words = g_string_new (NULL);
  guint n = hints != NULL ? g_strv_length ((char **) hints) : 0;

  if (n == 0)
    return NULL;
  for (guint i = 0; i < MIN (n, SHOWN_HINTS); i++)
    {
      g_autofree char *hint = gh_words_name (hints[i]);
      g_autofree char *quoted = NULL;

      /* Translators: the name of a model, as a server wrote it. */
      quoted = g_strdup_printf (_("“%s”"), hint);
      if (i > 0)
        /* Translators: between the names of models that a server asked for, in its order. */
        g_string_append (words, _(", then "));
      g_string_append (words, quoted);
    }
  if (n > SHOWN_HINTS)
    {
      g_autofree char *more = NULL;

      /* Translators: after a list of names. */
      more = g_strdup_printf (ngettext (" and %u more", " and %u more", n - SHOWN_HINTS),
                              n - SHOWN_HINTS);
      g_string_append (words, more);
    }
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/* What the server set the most store by. */
static char *
dup_weighed (GhSamplingRequest *request,
             const char        *server)
{
  double cost = gh_sampling_request_get_cost_priority (request);
  double speed = gh_sampling_request_get_speed_priority (request);
  double intelligence = gh_sampling_request_get_intelligence_priority (request);
  double most = fmax (fmax (cost, speed), intelligence);

  if (most == intelligence)
    return g_strdup_printf (_("%s wants a capable model above all, and of those at hand it suits "
                              "best."), server);
  if (most == speed)
    return g_strdup_printf (_("%s wants a fast model above all, and of those at hand it suits "
                              "best."), server);

  return g_strdup_printf (_("%s wants a cheap model above all, and of those at hand it suits "
                            "best."), server);
}

char *
gh_words_why (GhSamplingRequest *request)
{
  g_autofree char *server = gh_words_name (gh_request_get_server_name (GH_REQUEST (request)));
  const char * const *hints = gh_sampling_request_get_hints (request);
  guint n_hints = hints != NULL ? g_strv_length ((char **) hints) : 0;
  guint index = 0;

  switch (gh_sampling_request_get_model_reason (request, &index))
    {
    case GH_MODEL_REASON_ONLY:
      return g_strdup (_("It is the only model that you have set up."));
    case GH_MODEL_REASON_HINT:
      if (index < n_hints)
        {
          g_autofree char *hint = gh_words_name (hints[index]);

          /* Translators: a server's name, and a part of a model's name. */
          return g_strdup_printf (_("%s asked for “%s”, and it is the first of your models with "
                                    "that in its name."),
                                  server, hint);
        }
      return NULL;
    case GH_MODEL_REASON_DEFAULT:
      if (n_hints > 0)
        return g_strdup_printf (_("No model that %s named is set up, so it is your default model."),
                                server);
      return g_strdup_printf (_("%s named no model, so it is your default model."), server);
    case GH_MODEL_REASON_FIRST:
      if (n_hints > 0)
        return g_strdup_printf (_("No model that %s named is set up, and no default is at hand, so "
                                  "it is the first one."),
                                server);
      return g_strdup_printf (_("%s named no model, and no default is at hand, so it is the "
                                "first one."), server);
    case GH_MODEL_REASON_PERSON:
      return g_strdup (_("You picked it for this request."));
    case GH_MODEL_REASON_SERVER:
      return g_strdup_printf (_("It is the model that you chose for %s."), server);
    case GH_MODEL_REASON_PRIORITIES:
      return dup_weighed (request, server);
    case GH_MODEL_REASON_NONE_ABLE:
      return g_strdup (_("None of your models can take what this request holds: pictures, sound or "
                         "tools."));
    case GH_MODEL_REASON_NONE_ALLOWED:
      return g_strdup_printf (_("You let %s use none of the models that are there now."), server);
    case GH_MODEL_REASON_NONE:
    default:
      return NULL;
    }
}

char *
gh_words_objection (GhSamplingRequest *request,
                    GhModelList       *models,
                    GhModel           *model)
{
  GhModelNeeds lacks = gh_model_get_lacks (model, gh_sampling_request_get_model_needs (request));
  const char *id = gh_request_get_server_id (GH_REQUEST (request));

  if (!gh_model_list_allows (models, id, model))
    {
      g_autofree char *server = gh_words_name (gh_request_get_server_name (GH_REQUEST (request)));

      return g_strdup_printf (_("not for %s"), server);
    }
  if (lacks & GH_MODEL_NEEDS_IMAGES)
    return g_strdup (_("takes no pictures"));
  if (lacks & GH_MODEL_NEEDS_AUDIO)
    return g_strdup (_("takes no sound"));
  if (lacks & GH_MODEL_NEEDS_TOOLS)
    return g_strdup (_("takes no tools"));

  return NULL;
}

char *
gh_words_summary (GhSamplingRequest *request)
{
  GhModel *model = gh_sampling_request_get_model (request);
  guint tokens = gh_sampling_request_get_estimated_tokens (request);
  g_autofree char *out = gh_words_number (tokens);
  g_autofree char *back = gh_words_number (gh_sampling_request_get_max_tokens (request));
  g_autofree char *id = NULL;
  g_autofree char *provider = NULL;

  if (model == NULL)
    return g_strdup (_("No model is chosen, so nothing can be sent. You can answer it yourself."));
  id = gh_words_name (gh_model_get_id (model));
  provider = gh_words_name (gh_model_get_provider_name (model));
  switch (gh_model_get_lane (model))
    {
    case GH_LANE_LOCAL:
      /* Translators: model, tokens out, tokens back. */
      return g_strdup_printf (ngettext ("To %s on this computer: about %s token out, at most %s "
                                        "back. Gatehouse sends it nowhere else.",
                                        "To %s on this computer: about %s tokens out, at most %s "
                                        "back. Gatehouse sends it nowhere else.", tokens),
                              id, out, back);
    case GH_LANE_OWN:
      /* Translators: model, endpoint, tokens out, tokens back. */
      return g_strdup_printf (ngettext ("To %s at %s, a server of your own: about %s token out, "
                                        "at most %s back. Gatehouse sends it nowhere else.",
                                        "To %s at %s, a server of your own: about %s tokens out, "
                                        "at most %s back. Gatehouse sends it nowhere else.",
                                        tokens),
                              id, provider, out, back);
    case GH_LANE_CLOUD:
    default:
      /* Translators: model, endpoint, tokens out, tokens back. */
      return g_strdup_printf (ngettext ("Leaves this computer, to %s at %s: about %s token out, "
                                        "at most %s back. Gatehouse sends it nowhere else.",
                                        "Leaves this computer, to %s at %s: about %s tokens out, "
                                        "at most %s back. Gatehouse sends it nowhere else.",
                                        tokens),
                              id, provider, out, back);
    }
}

char *
gh_words_answer_facts (GhSamplingRequest *request)
{
  gint64 n_in = gh_sampling_request_get_input_tokens (request);
  gint64 n_out = gh_sampling_request_get_output_tokens (request);
  g_autofree char *in = gh_words_number (n_in);
  g_autofree char *out = gh_words_number (n_out);
  double seconds = (double) gh_sampling_request_get_generating_time (request) / G_USEC_PER_SEC;

  if (n_in >= 0 && n_out >= 0)
    /* Translators: tokens read and written by a model, and the time it took. */
    return g_strdup_printf (_("%s read, %s written, in %.1f seconds"), in, out, seconds);
  if (n_out >= 0)
    /* Translators: tokens written by a model, and the time it took. */
    return g_strdup_printf (_("%s written, in %.1f seconds"), out, seconds);
  return g_strdup_printf (_("The model did not count them; it took %.1f seconds"), seconds);
}

char *
gh_words_answered (GhSamplingRequest *request)
{
  g_autofree char *server = gh_words_name (gh_request_get_server_name (GH_REQUEST (request)));
  g_autofree char *model = gh_words_name (gh_sampling_request_get_answer_model (request));

  switch (gh_sampling_request_get_end (request))
    {
    case GH_SAMPLING_END_STOPPED:
      /* Translators: a model's name, a server's name. */
      return g_strdup_printf (_("You stopped %s before it had finished. %s has seen nothing of it "
                                "yet."), model, server);
    case GH_SAMPLING_END_BROKEN_OFF:
      /* Translators: a model's name, a server's name. */
      return g_strdup_printf (_("The answer of %s broke off. %s has seen nothing of it yet."),
                              model, server);
    case GH_SAMPLING_END_WHOLE:
    default:
      /* Translators: a model's name, a server's name. */
      return g_strdup_printf (_("%s has answered. %s has not seen it yet."), model, server);
    }
}

char *
gh_words_stop_reason (GhSamplingRequest *request)
{
  const char *reason = gh_sampling_request_get_stop_reason (request);
  GhSamplingEnd end = gh_sampling_request_get_end (request);

  if (end != GH_SAMPLING_END_WHOLE)
    return g_strdup (end == GH_SAMPLING_END_STOPPED ? _("Stopped by you") : _("Broken off"));
  if (reason == NULL)
    return NULL;
  if (g_str_equal (reason, "endTurn"))
    return g_strdup (_("Finished by itself"));
  if (g_str_equal (reason, "maxTokens"))
    return g_strdup (_("Cut at the longest answer"));
  if (g_str_equal (reason, "toolUse"))
    return g_strdup (_("Wants to use tools"));
  if (g_str_equal (reason, "stopSequence"))
    return g_strdup (_("Ended at a stop sequence"));
  return gh_words_name (reason);
}

char *
gh_words_sent (GhSamplingRequest *request)
{
  guint n = g_list_model_get_n_items (gh_sampling_request_list_messages (request));
  gboolean has_system = gh_sampling_request_get_system_prompt (request) != NULL;
  g_autofree char *messages = NULL;
  g_autofree char *what = NULL;

  messages = g_strdup_printf (ngettext ("%'u message", "%'u messages", n), n);
  /* Translators: the number of messages is filled in. */
  what = has_system ? g_strdup_printf (_("System prompt and %s"), messages)
                    : g_steal_pointer (&messages);
  if (!gh_sampling_request_get_edited (request))
    return g_steal_pointer (&what);
  /* Translators: what was sent ("System prompt and 1 message"), and that the person had changed
   * it. */
  return g_strdup_printf (_("%s, with your changes"), what);
}

char *
gh_words_trouble (const GError *error,
                  const char   *endpoint)
{
  g_autofree char *name = gh_words_name (endpoint);
  g_autofree char *detail = shorten (error != NULL ? error->message : NULL, LONGEST_DETAIL);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    return g_strdup (_("The result of a tool in it holds a file that no model can be sent. Write "
                       "the answer yourself, or deny it."));
  if (error != NULL && error->domain == GH_SAMPLING_ERROR)
    return gh_words_use_problem (error);
  switch (gh_model_trouble_from_error (error))
    {
    case GH_MODEL_TROUBLE_UNREACHABLE:
      /* Translators: the name of a model endpoint; what follows are its own words. */
      return g_strdup_printf (_("Nothing answers at the address of %s. See that it runs and that "
                                "the address is right."), name);
    case GH_MODEL_TROUBLE_UNTRUSTED:
      /* Translators: the name of a model endpoint; what follows says why, in English. */
      return g_strdup_printf (_("%s cannot show that it is what its address says, and nothing was "
                                "sent. Check the address and the trusted certificates in the model "
                                "settings. %s"), name, detail);
    case GH_MODEL_TROUBLE_UNAUTHORIZED:
      return g_strdup_printf (_("%s does not accept the key. Check it in the model settings."),
                              name);
    case GH_MODEL_TROUBLE_NOT_FOUND:
      return g_strdup_printf (_("%s has no such model, or is an endpoint of another kind. Choose "
                                "another model, or check kind and address in the model settings."),
                              name);
    case GH_MODEL_TROUBLE_RATE_LIMITED:
      return g_strdup_printf (_("%s takes no more requests for now. Wait a little and send it "
                                "again, or choose another model. It says: %s"), name, detail);
    case GH_MODEL_TROUBLE_REFUSED:
      return g_strdup_printf (_("%s does not accept this request. Change it, or choose another "
                                "model. It says: %s"), name, detail);
    case GH_MODEL_TROUBLE_SERVER:
      return g_strdup_printf (_("%s has trouble of its own. Send it again, or choose another "
                                "model. It says: %s"), name, detail);
    case GH_MODEL_TROUBLE_PROTOCOL:
      return g_strdup_printf (_("What %s answers is not what such an endpoint promises. Check its "
                                "address, or choose another model."), name);
    case GH_MODEL_TROUBLE_TIMED_OUT:
      return g_strdup_printf (_("%s has been silent for too long. Send it again, or choose another "
                                "model."), name);
    case GH_MODEL_TROUBLE_ADDRESS:
      return g_strdup_printf (_("The address of %s cannot be used as it is: it is incomplete, or "
                                "would send your words unprotected over the network. Change it in "
                                "the model settings."), name);
    case GH_MODEL_TROUBLE_UNSUPPORTED:
      return g_strdup_printf (_("Not everything in this request can be sent to %s. Choose another "
                                "model, or take it out. The reason: %s"), name, detail);
    case GH_MODEL_TROUBLE_NOT_ALLOWED:
      return g_strdup (_("You do not let this server use this model. Choose another one, or let it "
                         "in the model settings."));
    case GH_MODEL_TROUBLE_NONE:
    case GH_MODEL_TROUBLE_CANCELLED:
    case GH_MODEL_TROUBLE_OTHER:
    default:
      return g_strdup_printf (_("%s gave no answer. Send it again, or choose another model. The "
                                "reason: %s"), name, detail);
    }
}

char *
gh_words_broken_off (const GError *error)
{
  g_autofree char *detail = shorten (error != NULL ? error->message : NULL, LONGEST_DETAIL);

  /* Translators: what follows is the reason, in the endpoint's own words. */
  return g_strdup_printf (_("What had come by then is kept below. Ask again, or decide whether a "
                            "part of an answer will do. The reason: %s"), detail);
}

char *
gh_words_trouble_listing (const GError *error,
                          const char   *endpoint)
{
  g_autofree char *name = gh_words_name (endpoint);
  g_autofree char *detail = shorten (error != NULL ? error->message : NULL, LONGEST_DETAIL);

  switch (gh_model_trouble_from_error (error))
    {
    case GH_MODEL_TROUBLE_NOT_FOUND:
    case GH_MODEL_TROUBLE_PROTOCOL:
      /* Translators: the name of a model endpoint is filled in. */
      return g_strdup_printf (_("%s does not answer like an endpoint of this kind. Check the "
                                "address and the kind."), name);
    case GH_MODEL_TROUBLE_RATE_LIMITED:
    case GH_MODEL_TROUBLE_TIMED_OUT:
      return g_strdup_printf (_("%s does not answer for now. Wait a little and ask again."), name);
    case GH_MODEL_TROUBLE_REFUSED:
    case GH_MODEL_TROUBLE_SERVER:
    case GH_MODEL_TROUBLE_OTHER:
      return g_strdup_printf (_("%s does not tell its models. It says: %s"), name, detail);
    case GH_MODEL_TROUBLE_UNAUTHORIZED:
      return g_strdup_printf (_("%s needs a key, or does not accept the one it was given. Enter "
                                "the right one."), name);
    case GH_MODEL_TROUBLE_UNREACHABLE:
    case GH_MODEL_TROUBLE_UNTRUSTED:
    case GH_MODEL_TROUBLE_ADDRESS:
    case GH_MODEL_TROUBLE_NONE:
    case GH_MODEL_TROUBLE_CANCELLED:
    case GH_MODEL_TROUBLE_UNSUPPORTED:
    case GH_MODEL_TROUBLE_NOT_ALLOWED:
    default:
      return gh_words_trouble (error, endpoint);
    }
}

char *
gh_words_use_problem (const GError *error)
{
  g_autofree char *detail = shorten (error != NULL ? error->message : NULL, LONGEST_DETAIL);

  if (g_error_matches (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_TOOL))
    return g_strdup (_("The server does not offer this tool, or you took it out. Remove this use "
                       "of it."));
  if (g_error_matches (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_REQUIRED))
    return g_strdup (_("The server wants a tool to be used, and this answer uses none."));
  if (g_error_matches (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_FORBIDDEN))
    return g_strdup (_("No tool is to be used, and this answer uses one. Remove it."));
  if (g_error_matches (error, GH_SAMPLING_ERROR, GH_SAMPLING_ERROR_INPUT))
    /* Translators: what follows is the reason, for developers. */
    return g_strdup_printf (_("A tool’s input must be a JSON object. %s"), detail);
  /* Translators: what follows is the reason, for developers. */
  return g_strdup_printf (_("The tool does not take this input. %s"), detail);
}

char *
gh_words_tool_choice (GhSamplingToolChoice choice)
{
  switch (choice)
    {
    case GH_SAMPLING_TOOL_CHOICE_REQUIRED:
      return g_strdup (_("The model has to use one"));
    case GH_SAMPLING_TOOL_CHOICE_NONE:
      return g_strdup (_("The model must not use them"));
    case GH_SAMPLING_TOOL_CHOICE_AUTO:
    default:
      return g_strdup (_("The model decides"));
    }
}

static void
add_line (GString *lines,
          char    *take_line)
{
  g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", take_line);
  g_free (take_line);
}

static void
add_tool_changes (GString           *lines,
                  GhSamplingRequest *request)
{
  GListModel *tools = gh_sampling_request_list_tools (request);
  GhSamplingToolChoice asked = gh_sampling_request_get_asked_tool_choice (request);
  GhSamplingToolChoice choice = gh_sampling_request_get_tool_choice (request);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (tools, i);
      g_autofree char *name = gh_words_name (gh_tool_get_name (gh_sampling_tool_get_tool (tool)));

      if (!gh_sampling_tool_get_offered (tool))
        /* Translators: a tool's name is filled in. */
        add_line (lines, g_strdup_printf (_("The tool %s is taken out"), name));
    }
  if (choice != asked)
    {
      g_autofree char *now = gh_words_tool_choice (choice);
      g_autofree char *before = gh_words_tool_choice (asked);

      /* Translators: "Tools: The model decides, not: The model has to use one" */
      add_line (lines, g_strdup_printf (_("Tools: %s, not: %s"), now, before));
    }
}

/* A temperature, or that there is none. */
static char *
dup_temperature (double temperature)
{
  return isnan (temperature) ? g_strdup (_("the model’s own"))
                             : g_strdup_printf ("%.2g", temperature);
}

char *
gh_words_changes (GhSamplingRequest *request)
{
  g_autoptr(GString) lines = g_string_new (NULL);
  g_autofree char *tokens = gh_words_number (gh_sampling_request_get_max_tokens (request));
  g_autofree char *asked_tokens =
    gh_words_number (gh_sampling_request_get_asked_max_tokens (request));
  g_autofree char *temperature = dup_temperature (gh_sampling_request_get_temperature (request));
  g_autofree char *asked_temperature =
    dup_temperature (gh_sampling_request_get_asked_temperature (request));

  if (gh_sampling_request_get_system_prompt (request) == NULL &&
      gh_sampling_request_get_asked_system_prompt (request) != NULL)
    add_line (lines, g_strdup (_("The system prompt is taken out")));
  if (g_strcmp0 (tokens, asked_tokens) != 0)
    /* Translators: two numbers of tokens. */
    add_line (lines,
              g_strdup_printf (_("Longest answer: %s tokens, not %s"), tokens, asked_tokens));
  if (g_strcmp0 (temperature, asked_temperature) != 0)
    /* Translators: two temperatures; each may be "the model’s own". */
    add_line (lines, g_strdup_printf (_("Temperature: %s, not %s"), temperature,
                                      asked_temperature));
  if (!g_strv_equal (gh_sampling_request_get_stop_sequences (request),
                     gh_sampling_request_get_asked_stop_sequences (request)))
    add_line (lines, g_strdup (_("Other stop sequences than the server asked for")));
  add_tool_changes (lines, request);
  return lines->len > 0 ? g_strdup (lines->str) : NULL;
}

char *
gh_words_one_answer (GhSamplingAnswer *answer,
                     guint             index)
{
  const char *model = gh_sampling_answer_get_model_name (answer);
  g_autofree char *name = gh_words_name (model);

  if (model == NULL)
    /* Translators: one of several answers; its number is filled in. */
    return g_strdup_printf (_("Answer %u, by you"), index + 1);
  /* Translators: one of several answers; its number and the model's name are filled in. */
  return g_strdup_printf (_("Answer %u, from %s"), index + 1, name);
}

char *
gh_words_age (gint64 microseconds)
{
  gint64 seconds = MAX (0, microseconds) / G_USEC_PER_SEC;
  guint minutes = (guint) MIN (seconds / 60, G_MAXINT);

  if (minutes < 1)
    return g_strdup (_("Just now"));
  if (minutes < 60)
    return g_strdup_printf (ngettext ("%u minute ago", "%u minutes ago", minutes), minutes);

  guint hours = minutes / 60;

  return g_strdup_printf (ngettext ("%u hour ago", "%u hours ago", hours), hours);
}

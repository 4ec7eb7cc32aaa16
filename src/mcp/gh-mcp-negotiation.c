/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How to find out what a server speaks: which step is next, given how the one before went
 * (requirements 2.15-2.28, 4.43). Does nothing itself.
 *
 * The order, where nothing is known: server/discover; when that is refused, in whatever words, or
 * not answered, initialize; over HTTP, when that is refused too, the older transport. */
#include "config.h"

#include "gh-mcp-negotiation.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-discover.h"
#include "gh-mcp-error.h"
#include "gh-mcp-handshake.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"

/* How often a server may name another revision (2.15). */
#define MAX_CORRECTIONS 2

struct _GhMcpNegotiation
{
  GhMcpStep step;

  GhMcpEraPin pin;
  GhMcpEra known;
  guint kinds;
  gboolean renewable;

  gboolean probed;     /* server/discover was sent over this connection */
  gboolean discovered; /* it was sent at all */
  gboolean unheard;    /* it was not answered, and was not repeated since */
  gboolean initialized; /* initialize was refused */
  gboolean restarted;  /* a program was started again */
  guint n_corrections;

  GString *failures;     /* owned: what was tried, for people */
  guint n_failures;
  GhMcpServerInfo *info; /* owned */
  GError *error;         /* owned */
};

/* What a failure says of the server. */
typedef enum
{
  REFUSED,     /* it answered, but not as hoped */
  REFUSED_URL, /* by an HTTP status: maybe another transport suits */
  SILENT,
  GONE,        /* the connection ended */
  FATAL,       /* it has nothing to do with what was asked */
} Failure;

static Failure
classify_rpc (const GError *error)
{
  switch ((GhRpcError) error->code)
    {
    case GH_RPC_ERROR_TIMED_OUT:
    case GH_RPC_ERROR_LIMIT:
      return SILENT;
    case GH_RPC_ERROR_CLOSED:
    case GH_RPC_ERROR_EXITED:
      return GONE;
    case GH_RPC_ERROR_MALFORMED:
      return REFUSED;
    case GH_RPC_ERROR_OVERFLOW:
    case GH_RPC_ERROR_SPAWN:
    default:
      return FATAL;
    }
}

static Failure
classify (const GError *error)
{
  if (error->domain == GH_RPC_ERROR)
    return classify_rpc (error);
  if (error->domain == GH_RPC_REMOTE_ERROR || error->domain == GH_MCP_ERROR)
    return REFUSED;
  if (error->domain == GH_MCP_HTTP_ERROR)
    {
      /* Who asks, not what is asked (2.25). */
      if (error->code == 401 || error->code == 403)
        return FATAL;
      return error->code / 100 == 4 ? REFUSED_URL : REFUSED;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return SILENT;
  /* It hung up instead of answering. */
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT) ? REFUSED : FATAL;
}

static gboolean
is_modern_error (const GError *error)
{
  return g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_HEADER_MISMATCH)
         || g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_MISSING_CAPABILITY)
         || g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_UNSUPPORTED_VERSION);
}

/* A modern server says so of a method it has not; a legacy one that has nothing at this address has
 * no JSON-RPC to say (1.16, 2.25). */
static gboolean
lacks_method (const GError *error)
{
  return g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_RPC_METHOD_NOT_FOUND)
         && gh_rpc_remote_error_get_status (error) == SOUP_STATUS_NOT_FOUND;
}

JsonArray *
gh_mcp_negotiation_get_supported (const GError *error)
{
  JsonNode *data;
  JsonObject *object;

  g_return_val_if_fail (error != NULL, NULL);

  data = gh_rpc_remote_error_get_data (error);
  object = data != NULL ? gh_json_node_get_object (data) : NULL;
  return object != NULL ? gh_json_get_array (object, "supported") : NULL;
}

static gboolean
may_be_modern (GhMcpNegotiation *self)
{
  return self->pin.era != GH_MCP_ERA_LEGACY
         && (self->kinds & (GH_MCP_CONNECTION_STDIO | GH_MCP_CONNECTION_HTTP)) != 0;
}

static gboolean
may_be_legacy (GhMcpNegotiation *self)
{
  return self->pin.era != GH_MCP_ERA_MODERN;
}

/* The newest of those both sides speak and the pin allows, or NULL. theirs: NULL for any. */
static const char *
choose (GhMcpNegotiation *self,
        GhMcpEra          era,
        JsonArray        *theirs)
{
  const char *only = self->pin.era == era ? self->pin.revision : NULL;

  if (theirs != NULL)
    return gh_mcp_era_choose (era, only, theirs);
  return only != NULL ? only : gh_mcp_era_get_revisions (era)[0];
}

static void
go (GhMcpNegotiation *self,
    GhMcpStepKind     kind,
    const char       *version,
    gboolean          patient)
{
  self->step.kind = kind;
  self->step.version = version;
  self->step.patient = patient;
  self->step.fresh = FALSE;
  if (kind == GH_MCP_STEP_DISCOVER)
    self->probed = self->discovered = TRUE;
}

static void
go_fresh (GhMcpNegotiation *self,
          GhMcpStepKind     kind,
          GhMcpConnection   connection)
{
  gboolean is_modern = kind == GH_MCP_STEP_DISCOVER;

  self->probed = FALSE;
  self->step.connection = connection;
  go (self, kind, choose (self, is_modern ? GH_MCP_ERA_MODERN : GH_MCP_ERA_LEGACY, NULL),
      !is_modern);
  self->step.fresh = TRUE;
}

static void
fail (GhMcpNegotiation *self,
      GError           *take_error)
{
  self->error = take_error;
  self->step.kind = GH_MCP_STEP_FAIL;
  self->step.fresh = FALSE;
  /* The next start asks again. */
  if (classify (take_error) != FATAL)
    self->known = GH_MCP_ERA_AUTO;
}

/* Whether it says that the server knows nothing of what was asked, if nothing else may be. Old ones
 * say it in any words (2.21). */
static gboolean
is_of_another_era (GhMcpNegotiation *self,
                   const GError     *error)
{
  if (self->pin.era == GH_MCP_ERA_LEGACY)
    return is_modern_error (error)
           || g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_RPC_METHOD_NOT_FOUND);
  return self->pin.era == GH_MCP_ERA_MODERN && !is_modern_error (error)
         && (error->domain == GH_RPC_REMOTE_ERROR
             || g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL)
             || g_error_matches (error, GH_MCP_HTTP_ERROR, SOUP_STATUS_BAD_REQUEST));
}

/* The error to show. */
static GError *
explain (GhMcpNegotiation *self,
         const GError     *error)
{
  g_autoptr(GError) explained = gh_mcp_handshake_explain (error, &self->pin);

  if (explained->domain != GH_MCP_ERROR || explained->code != GH_MCP_ERROR_VERSION)
    if (is_of_another_era (self, error))
      return gh_mcp_era_new_refusal (error->message, &self->pin);
  return g_steal_pointer (&explained);
}

/* Nothing is left to try. */
static void
give_up (GhMcpNegotiation *self,
         const GError     *last)
{
  g_autoptr(GError) error = explain (self, last);

  if (self->n_failures > 1)
    fail (self, g_error_new_literal (error->domain, error->code, self->failures->str));
  else
    fail (self, g_steal_pointer (&error));
}

/* What worked is remembered. */
static void
note_era (GhMcpNegotiation *self)
{
  if (self->step.kind == GH_MCP_STEP_DONE)
    self->known = self->info->era;
}

static void
note (GhMcpNegotiation *self,
      const GError     *error)
{
  g_autoptr(GError) explained = gh_mcp_handshake_explain (error, &self->pin);
  const char *what = self->step.kind == GH_MCP_STEP_DISCOVER ? GH_MCP_DISCOVER
                     : self->step.connection == GH_MCP_CONNECTION_SSE ? "HTTP+SSE"
                                                                      : GH_MCP_INITIALIZE;

  if (self->n_failures++ > 0)
    g_string_append (self->failures, "; ");
  g_string_append_printf (self->failures, "%s: %s", what, explained->message);
}

/* The server named the revisions it speaks. FALSE when none of them helps. */
static gboolean
follow (GhMcpNegotiation *self,
        JsonArray        *theirs)
{
  const char *version = NULL;

  if (self->n_corrections >= MAX_CORRECTIONS)
    return FALSE;
  if (may_be_modern (self) && self->step.connection != GH_MCP_CONNECTION_SSE)
    version = choose (self, GH_MCP_ERA_MODERN, theirs);
  if (version != NULL)
    {
      self->n_corrections++;
      go (self, GH_MCP_STEP_DISCOVER, version, TRUE);
      return TRUE;
    }
  /* It knows of the modern era and wants us to speak the other (2.16). */
  if (may_be_legacy (self) && self->step.kind == GH_MCP_STEP_DISCOVER)
    version = choose (self, GH_MCP_ERA_LEGACY, theirs);
  if (version == NULL)
    return FALSE;
  go (self, GH_MCP_STEP_INITIALIZE, version, TRUE);
  return TRUE;
}

static void
take_discover_failure (GhMcpNegotiation *self,
                       const GError     *error,
                       Failure           failure)
{
  JsonArray *theirs = gh_mcp_negotiation_get_supported (error);

  /* It is modern, and no other error of its is (2.20, 2.21). */
  if (is_modern_error (error))
    {
      if (theirs == NULL || !follow (self, theirs))
        fail (self, explain (self, error));
      return;
    }
  if (lacks_method (error))
    {
      self->info = gh_mcp_discover_assume (self->step.version);
      go (self, GH_MCP_STEP_DONE, self->step.version, FALSE);
      return;
    }
  if (failure == GONE)
    {
      /* Some end at a question they do not know (2.23). */
      if (may_be_legacy (self) && self->renewable && !self->restarted && !self->initialized
          && self->step.connection == GH_MCP_CONNECTION_STDIO)
        {
          self->restarted = TRUE;
          go_fresh (self, GH_MCP_STEP_INITIALIZE, GH_MCP_CONNECTION_STDIO);
        }
      else
        fail (self, g_error_copy (error));
      return;
    }
  self->unheard = failure == SILENT;
  if (may_be_legacy (self) && !self->initialized && !(self->unheard && self->step.patient))
    go (self, GH_MCP_STEP_INITIALIZE, choose (self, GH_MCP_ERA_LEGACY, NULL), TRUE);
  else
    give_up (self, error);
}

/* The question which era it is, asked only now. */
static void
probe_late (GhMcpNegotiation *self)
{
  if (self->step.connection == GH_MCP_CONNECTION_SSE)
    go_fresh (self, GH_MCP_STEP_DISCOVER, GH_MCP_CONNECTION_HTTP);
  else
    go (self, GH_MCP_STEP_DISCOVER, choose (self, GH_MCP_ERA_MODERN, NULL), FALSE);
}

static void
take_initialize_failure (GhMcpNegotiation *self,
                         const GError     *error,
                         Failure           failure)
{
  JsonArray *theirs = gh_mcp_negotiation_get_supported (error);

  if (failure == GONE)
    {
      /* It may have read the question only now, and ended at that. */
      if (self->probed && self->renewable && !self->restarted
          && self->step.connection == GH_MCP_CONNECTION_STDIO)
        {
          self->restarted = TRUE;
          go_fresh (self, GH_MCP_STEP_INITIALIZE, GH_MCP_CONNECTION_STDIO);
        }
      else
        fail (self, g_error_copy (error));
      return;
    }
  if (theirs != NULL && follow (self, theirs))
    return;
  self->initialized = TRUE;
  if (failure == REFUSED_URL && self->renewable
      && self->step.connection == GH_MCP_CONNECTION_HTTP
      && (self->kinds & GH_MCP_CONNECTION_SSE) != 0)
    go_fresh (self, GH_MCP_STEP_INITIALIZE, GH_MCP_CONNECTION_SSE);
  /* It was only slow to start, and hears us now. */
  else if (self->unheard && failure != SILENT
           && self->step.connection != GH_MCP_CONNECTION_SSE)
    go (self, GH_MCP_STEP_DISCOVER, choose (self, GH_MCP_ERA_MODERN, NULL), TRUE);
  /* What was remembered holds no more (2.27). */
  else if (!self->discovered && may_be_modern (self)
           && (self->step.connection != GH_MCP_CONNECTION_SSE || self->renewable))
    probe_late (self);
  else
    give_up (self, error);
}

/**
 * gh_mcp_negotiation_take_failure:
 * @error: why there is no answer: of the peer, or of the transport; one of starting a fresh
 *   connection counts for the step it was made for
 */
void
gh_mcp_negotiation_take_failure (GhMcpNegotiation *self,
                                 const GError     *error)
{
  Failure failure;

  g_return_if_fail (self != NULL);
  g_return_if_fail (self->step.kind <= GH_MCP_STEP_INITIALIZE);
  g_return_if_fail (error != NULL);

  failure = classify (error);
  note (self, error);
  if (failure == FATAL)
    fail (self, g_error_copy (error));
  else if (self->step.kind == GH_MCP_STEP_DISCOVER)
    take_discover_failure (self, error, failure);
  else
    take_initialize_failure (self, error, failure);
  note_era (self);
}

static void
take_discover_answer (GhMcpNegotiation *self,
                      JsonNode         *result)
{
  JsonArray *theirs = gh_mcp_discover_get_versions (result);
  g_autofree char *listed = NULL;
  const char *version;

  /* Old servers answer questions they do not know, too (2.22). */
  if (theirs == NULL)
    {
      g_autoptr(GError) error =
        g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                     "The answer does not say which protocol revisions the server speaks");

      gh_mcp_negotiation_take_failure (self, error);
      return;
    }
  version = choose (self, GH_MCP_ERA_MODERN, theirs);
  if (version != NULL)
    {
      self->info = gh_mcp_discover_parse (result, version);
      go (self, GH_MCP_STEP_DONE, version, FALSE);
      return;
    }
  if (follow (self, theirs))
    return;
  listed = gh_mcp_era_dup_listed (theirs);
  fail (self, gh_mcp_era_new_error (listed != NULL ? listed : "", &self->pin));
}

static void
take_initialize_answer (GhMcpNegotiation *self,
                        JsonNode         *result)
{
  GError *error = NULL;

  self->info = gh_mcp_handshake_parse (result, &error);
  if (self->info == NULL)
    fail (self, error);
  else if (self->pin.revision != NULL && strcmp (self->info->version, self->pin.revision) != 0)
    fail (self, g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_VERSION,
                             "The server speaks protocol revision %s; only %s is allowed",
                             self->info->version, self->pin.revision));
  else
    go (self, GH_MCP_STEP_DONE, self->step.version, FALSE);
}

void
gh_mcp_negotiation_take_answer (GhMcpNegotiation *self,
                                JsonNode         *result)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->step.kind <= GH_MCP_STEP_INITIALIZE);
  g_return_if_fail (result != NULL);

  if (self->step.kind == GH_MCP_STEP_DISCOVER)
    take_discover_answer (self, result);
  else
    take_initialize_answer (self, result);
  note_era (self);
}

GhMcpNegotiation *
gh_mcp_negotiation_new (const GhMcpEraPin *pin,
                        GhMcpEra           known,
                        guint              kinds,
                        gboolean           renewable)
{
  GhMcpNegotiation *self;

  g_return_val_if_fail (pin != NULL, NULL);
  g_return_val_if_fail (kinds != 0, NULL);

  self = g_new0 (GhMcpNegotiation, 1);
  self->pin = *pin;
  self->known = known;
  self->kinds = kinds;
  self->renewable = renewable;
  self->failures = g_string_new (NULL);
  /* The lowest: Streamable HTTP before what it replaced. */
  self->step.connection = 1 << g_bit_nth_lsf (kinds, -1);

  if (pin->era == GH_MCP_ERA_MODERN && !may_be_modern (self))
    fail (self, g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_VERSION,
                             "HTTP+SSE has no modern protocol revision"));
  else if (!may_be_modern (self) || (known == GH_MCP_ERA_LEGACY && may_be_legacy (self)))
    go (self, GH_MCP_STEP_INITIALIZE, choose (self, GH_MCP_ERA_LEGACY, NULL), TRUE);
  else
    go (self, GH_MCP_STEP_DISCOVER, choose (self, GH_MCP_ERA_MODERN, NULL),
        pin->era == GH_MCP_ERA_MODERN || known == GH_MCP_ERA_MODERN);
  return self;
}

const GhMcpStep *
gh_mcp_negotiation_get_step (GhMcpNegotiation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->step;
}

GhMcpServerInfo *
gh_mcp_negotiation_steal_info (GhMcpNegotiation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_steal_pointer (&self->info);
}

const GError *
gh_mcp_negotiation_get_error (GhMcpNegotiation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->error;
}

GhMcpEra
gh_mcp_negotiation_get_known (GhMcpNegotiation *self)
{
  g_return_val_if_fail (self != NULL, GH_MCP_ERA_AUTO);

  return self->known;
}

void
gh_mcp_negotiation_free (GhMcpNegotiation *self)
{
  g_return_if_fail (self != NULL);

  g_string_free (self->failures, TRUE);
  g_clear_pointer (&self->info, gh_mcp_server_info_free);
  g_clear_error (&self->error);
  g_free (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A folder that matters: what it is called, whether it is there, what of it is left out, who is
 * told. */
#include "config.h"

#include "gh-root-private.h"

#include <string.h>

#include "gh-json.h"

struct _GhRoot
{
  GObject parent_instance;

  /* owned */
  GFile *file;
  char *real_path; /* symbolic links followed, when last seen; NULL: never seen */
  char *own_name;  /* the folder's */
  char *name;      /* the person's, or NULL */
  GStrv servers;   /* or NULL: all */
  GListStore *excluded;
  JsonObject *entry; /* what roots.json held for it: members we do not know are kept, or NULL */

  GhRootState state;
};

enum
{
  PROP_0,
  PROP_FILE,
  PROP_NAME,
  PROP_STATE,
  PROP_SERVERS,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

G_DEFINE_TYPE (GhRoot, gh_root, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

GType
gh_root_state_get_type (void)
{
  static gsize type;
  static const GEnumValue values[] = {
    { GH_ROOT_CHECKING, "GH_ROOT_CHECKING", "checking" },
    { GH_ROOT_AVAILABLE, "GH_ROOT_AVAILABLE", "available" },
    { GH_ROOT_MISSING, "GH_ROOT_MISSING", "missing" },
    { GH_ROOT_UNREADABLE, "GH_ROOT_UNREADABLE", "unreadable" },
    { GH_ROOT_UNMOUNTED, "GH_ROOT_UNMOUNTED", "unmounted" },
    { 0, NULL, NULL },
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("GhRootState", values));
  return type;
}

/* Whether path lies below folder. Both absolute and canonical; equal paths are not inside. */
gboolean
gh_path_is_inside (const char *path,
                   const char *folder)
{
  gsize length = strlen (folder);

  if (length > 0 && folder[length - 1] == '/')
    length--; /* only "/" itself ends so */
  return strncmp (path, folder, length) == 0 && path[length] == '/' && path[length + 1] != '\0';
}

static void
gh_root_finalize (GObject *object)
{
  GhRoot *self = GH_ROOT (object);

  g_clear_object (&self->file);
  g_clear_pointer (&self->real_path, g_free);
  g_clear_pointer (&self->own_name, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->servers, g_strfreev);
  g_clear_object (&self->excluded);
  g_clear_pointer (&self->entry, json_object_unref);

  G_OBJECT_CLASS (gh_root_parent_class)->finalize (object);
}

static void
gh_root_get_property (GObject    *object,
                      guint       prop_id,
                      GValue     *value,
                      GParamSpec *pspec)
{
  GhRoot *self = GH_ROOT (object);

  switch (prop_id)
    {
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_NAME:
      g_value_set_string (value, gh_root_get_name (self));
      break;
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_SERVERS:
      g_value_set_boxed (value, self->servers);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_root_set_property (GObject      *object,
                      guint         prop_id,
                      const GValue *value,
                      GParamSpec   *pspec)
{
  GhRoot *self = GH_ROOT (object);

  switch (prop_id)
    {
    case PROP_NAME:
      gh_root_set_name (self, g_value_get_string (value));
      break;
    case PROP_SERVERS:
      gh_root_set_servers (self, g_value_get_boxed (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_root_class_init (GhRootClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gh_root_finalize;
  object_class->get_property = gh_root_get_property;
  object_class->set_property = gh_root_set_property;

  properties[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE,
                                               G_PARAM_READABLE | flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | flags);
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, GH_TYPE_ROOT_STATE,
                                              GH_ROOT_CHECKING, G_PARAM_READABLE | flags);
  properties[PROP_SERVERS] = g_param_spec_boxed ("servers", NULL, NULL, G_TYPE_STRV,
                                                 G_PARAM_READWRITE | flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_root_init (GhRoot *self)
{
  self->excluded = g_list_store_new (G_TYPE_FILE);
}

/**
 * gh_root_new:
 * @file: a folder with a path on this computer
 *
 * Returns: (transfer full): a root nobody has looked at yet
 */
GhRoot *
gh_root_new (GFile *file)
{
  g_return_val_if_fail (G_IS_FILE (file), NULL);
  g_return_val_if_fail (g_file_peek_path (file) != NULL, NULL);

  GhRoot *self = g_object_new (GH_TYPE_ROOT, NULL);
  g_autofree char *path = g_canonicalize_filename (g_file_peek_path (file), "/");

  self->file = g_file_new_for_path (path);
  self->own_name = g_filename_display_basename (path);
  return self;
}

/**
 * gh_root_get_file:
 *
 * Returns: (transfer none): the folder, as the person named it (symbolic links not followed)
 */
GFile *
gh_root_get_file (GhRoot *self)
{
  g_return_val_if_fail (GH_IS_ROOT (self), NULL);

  return self->file;
}

/* The folder's path: bytes, absolute, canonical. */
const char *
gh_root_get_path (GhRoot *self)
{
  g_return_val_if_fail (GH_IS_ROOT (self), NULL);

  return g_file_peek_path (self->file);
}

/* The path with symbolic links followed, as it was when last seen; the path itself before that. */
const char *
gh_root_get_real_path (GhRoot *self)
{
  g_return_val_if_fail (GH_IS_ROOT (self), NULL);

  return self->real_path != NULL ? self->real_path : gh_root_get_path (self);
}

void
gh_root_set_real_path (GhRoot     *self,
                       const char *path)
{
  g_return_if_fail (GH_IS_ROOT (self));
  g_return_if_fail (path != NULL);

  if (g_strcmp0 (self->real_path, path) == 0)
    return;
  g_free (self->real_path);
  self->real_path = g_strdup (path);
}

/**
 * gh_root_get_name:
 *
 * Returns: (transfer none): the person's name for it, else the folder's; valid UTF-8
 */
const char *
gh_root_get_name (GhRoot *self)
{
  g_return_val_if_fail (GH_IS_ROOT (self), NULL);

  return self->name != NULL ? self->name : self->own_name;
}

/**
 * gh_root_set_name:
 * @name: (nullable): what to call it; NULL or "" for the folder's own name
 */
void
gh_root_set_name (GhRoot     *self,
                  const char *name)
{
  g_return_if_fail (GH_IS_ROOT (self));
  g_return_if_fail (name == NULL || g_utf8_validate (name, -1, NULL));

  if (name != NULL && (*name == '\0' || strcmp (name, self->own_name) == 0))
    name = NULL;
  if (g_strcmp0 (self->name, name) == 0)
    return;

  g_free (self->name);
  self->name = g_strdup (name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
  g_signal_emit (self, signals[CHANGED], 0);
}

GhRootState
gh_root_get_state (GhRoot *self)
{
  g_return_val_if_fail (GH_IS_ROOT (self), GH_ROOT_CHECKING);

  return self->state;
}

/* The one writer of the state; what was seen on disk may follow on anything. */
void
gh_root_set_state (GhRoot      *self,
                   GhRootState  state)
{
  g_return_if_fail (GH_IS_ROOT (self));

  if (self->state == state)
    return;

  g_debug ("root %s: state %d -> %d", self->own_name, self->state, state);
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/**
 * gh_root_get_servers:
 *
 * Returns: (transfer none) (nullable): ids of the servers that are told of it; NULL for every
 * server
 */
const char * const *
gh_root_get_servers (GhRoot *self)
{
  g_return_val_if_fail (GH_IS_ROOT (self), NULL);

  return (const char * const *) self->servers;
}

void
gh_root_set_servers (GhRoot             *self,
                     const char * const *ids)
{
  g_return_if_fail (GH_IS_ROOT (self));

  if (self->servers == NULL && ids == NULL)
    return;
  if (self->servers != NULL && ids != NULL
      && g_strv_equal ((const char * const *) self->servers, ids))
    return;

  g_auto(GStrv) old = g_steal_pointer (&self->servers);

  self->servers = g_strdupv ((char **) ids);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERVERS]);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * gh_root_is_told_to:
 * @server_id: a server's id
 *
 * Returns: whether this server may hear of the root (5.9); its state is another question
 */
gboolean
gh_root_is_told_to (GhRoot     *self,
                    const char *server_id)
{
  g_return_val_if_fail (GH_IS_ROOT (self), FALSE);
  g_return_val_if_fail (server_id != NULL, FALSE);

  return self->servers == NULL
         || g_strv_contains ((const char * const *) self->servers, server_id);
}

/**
 * gh_root_list_excluded:
 *
 * Returns: (transfer none): GListModel of GFile, the sub-folders that are never announced
 */
GListModel *
gh_root_list_excluded (GhRoot *self)
{
  g_return_val_if_fail (GH_IS_ROOT (self), NULL);

  return G_LIST_MODEL (self->excluded);
}

static gboolean
find_excluded (GhRoot *self,
               GFile  *folder,
               guint  *position)
{
  return g_list_store_find_with_equal_func (self->excluded, folder, (GEqualFunc) g_file_equal,
                                            position);
}

/* folder as a path below the root's own, or NULL. A chooser may give it with symbolic links
 * followed. */
static char *
dup_path_inside (GhRoot *self,
                 GFile  *folder)
{
  if (g_file_peek_path (folder) == NULL)
    return NULL;

  g_autofree char *path = g_canonicalize_filename (g_file_peek_path (folder), "/");

  if (gh_path_is_inside (path, gh_root_get_path (self)))
    return g_steal_pointer (&path);
  if (self->real_path != NULL && gh_path_is_inside (path, self->real_path))
    return g_build_filename (gh_root_get_path (self), path + strlen (self->real_path), NULL);
  return NULL;
}

/**
 * gh_root_exclude:
 * @folder: a folder inside the root, there or not
 *
 * Leaves a sub-folder out of what servers are told: the root is announced as its other sub-folders
 * instead. Files that lie directly in a folder above an excluded one are not announced then.
 *
 * Returns: FALSE with G_IO_ERROR_INVALID_ARGUMENT when @folder is not inside the root
 */
gboolean
gh_root_exclude (GhRoot  *self,
                 GFile   *folder,
                 GError **error)
{
  g_return_val_if_fail (GH_IS_ROOT (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (folder), FALSE);

  g_autofree char *path = dup_path_inside (self, folder);

  if (path == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "the folder is not inside the root");
      return FALSE;
    }

  g_autoptr(GFile) file = g_file_new_for_path (path);

  if (find_excluded (self, file, NULL))
    return TRUE;
  g_list_store_append (self->excluded, file);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

/**
 * gh_root_include:
 * @folder: an excluded folder
 *
 * Undoes gh_root_exclude(). A folder that is not excluded is left as it is.
 */
void
gh_root_include (GhRoot *self,
                 GFile  *folder)
{
  g_return_if_fail (GH_IS_ROOT (self));
  g_return_if_fail (G_IS_FILE (folder));

  g_autofree char *path = dup_path_inside (self, folder);

  if (path == NULL)
    return;

  g_autoptr(GFile) file = g_file_new_for_path (path);
  guint position;

  if (!find_excluded (self, file, &position))
    return;
  g_list_store_remove (self->excluded, position);
  g_signal_emit (self, signals[CHANGED], 0);
}

static GFile *
file_from_uri (const char  *uri,
               GError     **error)
{
  g_autofree char *host = NULL;
  g_autofree char *path = g_filename_from_uri (uri, &host, error);

  if (path == NULL)
    return NULL;
  if (host != NULL && *host != '\0' && g_ascii_strcasecmp (host, "localhost") != 0)
    {
      g_set_error (error, G_CONVERT_ERROR, G_CONVERT_ERROR_BAD_URI,
                   "a folder of another computer: %s", host);
      return NULL;
    }

  g_autofree char *canonical = g_canonicalize_filename (path, "/");

  return g_file_new_for_path (canonical);
}

static gboolean
read_servers (GhRoot      *self,
              JsonObject  *object,
              GError     **error)
{
  JsonArray *array = NULL;

  if (!gh_json_expect_array (object, "servers", FALSE, &array, error))
    return FALSE;
  if (array == NULL)
    return TRUE;

  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *id = gh_json_node_get_string (json_array_get_element (array, i));

      if (id == NULL)
        {
          g_set_error_literal (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                               "\"servers\" holds something that is not a server's id");
          return FALSE;
        }
      g_strv_builder_add (builder, id);
    }
  self->servers = g_strv_builder_end (builder);
  return TRUE;
}

static gboolean
read_excluded (GhRoot      *self,
               JsonObject  *object,
               GError     **error)
{
  JsonArray *array = NULL;

  if (!gh_json_expect_array (object, "exclude", FALSE, &array, error))
    return FALSE;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      const char *uri = gh_json_node_get_string (json_array_get_element (array, i));

      if (uri == NULL)
        {
          g_set_error_literal (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                               "\"exclude\" holds something that is not a URI");
          return FALSE;
        }

      g_autoptr(GFile) folder = file_from_uri (uri, error);

      if (folder == NULL || !gh_root_exclude (self, folder, error))
        return FALSE;
    }
  return TRUE;
}

/* A root from its entry in roots.json, or NULL with an error. An entry that is not understood
 * whole is refused whole: taking the root without its exclusions would announce what the person
 * left out. */
GhRoot *
gh_root_new_from_json (JsonNode  *node,
                       GError   **error)
{
  JsonObject *object = gh_json_node_get_object (node);
  const char *uri = NULL;
  const char *name = NULL;

  if (object == NULL)
    {
      g_set_error_literal (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER, "not an object");
      return NULL;
    }
  if (!gh_json_expect_string (object, "uri", TRUE, &uri, error)
      || !gh_json_expect_string (object, "name", FALSE, &name, error))
    return NULL;

  g_autoptr(GFile) file = file_from_uri (uri, error);

  if (file == NULL)
    return NULL;

  g_autoptr(GhRoot) self = gh_root_new (file);

  gh_root_set_name (self, name);
  if (!read_servers (self, object, error) || !read_excluded (self, object, error))
    return NULL;
  self->entry = json_object_ref (object);
  return g_steal_pointer (&self);
}

static gboolean
excludes_same (GhRoot *self,
               GhRoot *other)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->excluded));

  if (g_list_model_get_n_items (G_LIST_MODEL (other->excluded)) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GFile) folder = g_list_model_get_item (G_LIST_MODEL (self->excluded), i);

      if (!find_excluded (other, folder, NULL))
        return FALSE;
    }
  return TRUE;
}

/**
 * gh_root_take:
 * @other: a root of the same folder, as roots.json has it now
 *
 * Takes over its name, exclusions and servers, and its entry's unknown members.
 */
void
gh_root_take (GhRoot *self,
              GhRoot *other)
{
  g_return_if_fail (GH_IS_ROOT (self));
  g_return_if_fail (GH_IS_ROOT (other));

  if (!excludes_same (self, other))
    {
      g_autoptr(GPtrArray) folders = g_ptr_array_new_with_free_func (g_object_unref);
      guint n = g_list_model_get_n_items (G_LIST_MODEL (other->excluded));

      for (guint i = 0; i < n; i++)
        g_ptr_array_add (folders, g_list_model_get_item (G_LIST_MODEL (other->excluded), i));
      g_list_store_splice (self->excluded, 0,
                           g_list_model_get_n_items (G_LIST_MODEL (self->excluded)),
                           folders->pdata, folders->len);
      g_signal_emit (self, signals[CHANGED], 0);
    }
  g_clear_pointer (&self->entry, json_object_unref);
  self->entry = other->entry != NULL ? json_object_ref (other->entry) : NULL;
  gh_root_set_name (self, other->name);
  gh_root_set_servers (self, (const char * const *) other->servers);
}

static void
set_or_remove (JsonObject *object,
               const char *name,
               JsonNode   *take_node)
{
  if (take_node != NULL)
    json_object_set_member (object, name, take_node);
  else if (json_object_has_member (object, name))
    json_object_remove_member (object, name);
}

/* The root's entry for roots.json (transfer full). Members it came with and that are not ours
 * stay. */
JsonNode *
gh_root_to_json (GhRoot *self)
{
  g_return_val_if_fail (GH_IS_ROOT (self), NULL);

  JsonObject *object = gh_json_copy_members (self->entry);
  g_autofree char *uri = g_filename_to_uri (gh_root_get_path (self), NULL, NULL);
  guint n_excluded = g_list_model_get_n_items (G_LIST_MODEL (self->excluded));
  JsonArray *exclude = NULL;
  JsonArray *servers = NULL;

  for (guint i = 0; i < n_excluded; i++)
    {
      g_autoptr(GFile) folder = g_list_model_get_item (G_LIST_MODEL (self->excluded), i);
      g_autofree char *text = g_filename_to_uri (g_file_peek_path (folder), NULL, NULL);

      if (exclude == NULL)
        exclude = json_array_new ();
      json_array_add_element (exclude, gh_json_node_new_string (text));
    }
  if (self->servers != NULL)
    {
      servers = json_array_new ();
      for (guint i = 0; self->servers[i] != NULL; i++)
        json_array_add_element (servers, gh_json_node_new_string (self->servers[i]));
    }

  json_object_set_member (object, "uri", gh_json_node_new_string (uri));
  set_or_remove (object, "name", self->name != NULL ? gh_json_node_new_string (self->name) : NULL);
  set_or_remove (object, "exclude", exclude != NULL ? gh_json_node_new_array (exclude) : NULL);
  set_or_remove (object, "servers", servers != NULL ? gh_json_node_new_array (servers) : NULL);
  return gh_json_node_new_object (object);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One block of what a tool gave back: text, picture, sound, resource, JSON. However large it is,
 * only as much of it is laid out as can be read at a time: the main loop never stops for long. */
#include "config.h"

#include "gh-content-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "gh-compat-file-dialog.h"
#include "gh-image-loader.h"
#include "gh-json-view.h"
#include "gh-plain-text.h"

/* A chunk is one label: measuring one takes about 10 ms, and much longer with more lines in it. */
#define CHUNK_LINES 30
#define CHUNK_BYTES 3000
/* What a "Show More" adds, one chunk a frame. */
#define MORE_CHUNKS 6
/* The rest of a longer line is in the copy and in the file. */
#define MAX_LINE 2000
/* More than this is not read in a window but in an editor. */
#define MAX_CHUNKS 201
/* An address that is longer is cut; its copy is not. */
#define MAX_ADDRESS 2000

struct _GhContentView
{
  GtkWidget parent_instance;

  /* owned */
  GhContent *content;
  GCancellable *cancellable;
  /* what of the text is shown */
  gsize offset;
  guint n_chunks;
  guint n_wanted; /* chunks still to come */
  guint more_id;
  guint n_lines; /* in all */
  guint n_shown;
  gboolean shortened;

  /* template */
  GtkWidget *box;
  GtkLabel *caption;
  GtkWidget *address_box;
  GtkLabel *address;
  GtkWidget *chunks;
  GtkWidget *source_box;
  GhJsonView *source;
  AdwClamp *picture_clamp;
  GtkPicture *picture;
  GtkLabel *note;
  GtkWidget *foot;
  GtkWidget *buttons;
  GtkWidget *more;
  GtkWidget *copy_all;
};

G_DEFINE_FINAL_TYPE (GhContentView, gh_content_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_CONTENT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
update_foot (GhContentView *self)
{
  gtk_widget_set_visible (self->foot, *gtk_label_get_text (self->note) != '\0' ||
                                      gtk_widget_get_visible (self->buttons));
}

static void
set_note (GhContentView *self,
          const char    *text)
{
  gtk_label_set_text (self->note, text != NULL ? text : "");
  update_foot (self);
}

static void
set_buttons (GhContentView *self,
             gboolean       visible)
{
  gtk_widget_set_visible (self->buttons, visible);
  update_foot (self);
}

static void
set_caption (GhContentView *self,
             const char    *text)
{
  gtk_label_set_text (self->caption, text);
  gtk_widget_set_visible (GTK_WIDGET (self->caption), TRUE);
}

static void
set_address (GhContentView *self)
{
  const char *uri = gh_content_get_uri (self->content);
  g_autofree char *plain = gh_plain_text_dup (uri, MAX_ADDRESS, GH_PLAIN_TEXT_EXACT);

  gtk_label_set_text (self->address, plain);
  gtk_widget_set_visible (self->address_box, uri != NULL);
}

/* --- text --- */

static void
append_label (GhContentView *self,
              const char    *text)
{
  GtkWidget *label = gtk_label_new (text);
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();

  /* What is copied by eye must be what is there. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (self->chunks), label);
  gtk_widget_set_visible (self->chunks, TRUE);
}

static void
append_source (GhContentView *self,
               const char    *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->source));
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  if (self->n_chunks > 0)
    gtk_text_buffer_insert (buffer, &end, "\n", 1);
  gtk_text_buffer_insert (buffer, &end, text, -1);
  gtk_widget_set_visible (self->source_box, TRUE);
}

static gboolean
is_json (GhContentView *self)
{
  GhContentKind kind = gh_content_get_kind (self->content);

  return kind == GH_CONTENT_STRUCTURED || kind == GH_CONTENT_UNKNOWN;
}

static void
show_how_much (GhContentView *self)
{
  const char *text = gh_content_get_text (self->content);
  gboolean whole = text[self->offset] == '\0';
  g_autofree char *note = NULL;

  if (!whole)
    /* Translators: how much of a long text is shown, "40 of 1200 lines". */
    note = g_strdup_printf (ngettext ("%'u of %'u line is shown.", "%'u of %'u lines are shown.",
                                      self->n_lines),
                            self->n_shown, self->n_lines);
  else if (self->shortened)
    note = g_strdup (_("Long lines are shortened here. Copy All and Save As give everything."));
  set_note (self, note);
  gtk_widget_set_visible (self->more, !whole && self->n_chunks < MAX_CHUNKS);
  gtk_widget_set_visible (self->copy_all, !whole || self->shortened);
  set_buttons (self, !whole || self->shortened || self->n_chunks > 1);
}

static void
append_chunk (GhContentView *self)
{
  const char *text = gh_content_get_text (self->content);
  gsize before = self->offset;
  g_autofree char *chunk = NULL;

  chunk = gh_plain_text_take_lines (text, &self->offset, CHUNK_LINES, MAX_LINE, CHUNK_BYTES,
                                    &self->shortened);
  for (gsize i = before; i < self->offset; i++)
    if (text[i] == '\n' || text[i + 1] == '\0')
      self->n_shown++;
  if (is_json (self))
    append_source (self, chunk);
  else
    append_label (self, chunk);
  self->n_chunks++;
  show_how_much (self);
}

static void
show_text (GhContentView *self)
{
  const char *text = gh_content_get_text (self->content);

  if (text == NULL || *text == '\0')
    {
      set_note (self, _("An empty text"));
      return;
    }
  self->n_lines = gh_plain_text_count_lines (text);
  append_chunk (self);
}

static gboolean
append_more_cb (gpointer user_data)
{
  GhContentView *self = GH_CONTENT_VIEW (user_data);

  if (self->n_wanted > 0 && self->n_chunks < MAX_CHUNKS &&
      gh_content_get_text (self->content)[self->offset] != '\0')
    {
      self->n_wanted--;
      append_chunk (self);
      return G_SOURCE_CONTINUE;
    }
  self->n_wanted = 0;
  self->more_id = 0;
  return G_SOURCE_REMOVE;
}

static void
more_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GhContentView *self = GH_CONTENT_VIEW (widget);

  self->n_wanted += MORE_CHUNKS;
  /* Idle comes after drawing: each chunk is on screen before the next is laid out. */
  if (self->more_id == 0)
    self->more_id = g_idle_add (append_more_cb, self);
}

/* --- pictures, sounds, data --- */

static void
image_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GhContentView) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GdkTexture) texture = gh_image_load_finish (result, &error);
  g_autofree char *name = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (g_error_matches (error, GH_IMAGE_ERROR, GH_IMAGE_ERROR_KIND))
    set_note (self, _("A picture of a kind that is not shown here. It can be saved."));
  else if (g_error_matches (error, GH_IMAGE_ERROR, GH_IMAGE_ERROR_BYTES) ||
           g_error_matches (error, GH_IMAGE_ERROR, GH_IMAGE_ERROR_SIZE))
    set_note (self, _("A picture with too many pixels to be shown. It can be saved."));
  else if (texture == NULL)
    set_note (self, _("A damaged picture. It can be saved and looked at with another program."));
  if (texture == NULL)
    return;

  set_note (self, NULL);
  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
  /* Translators: what a screen reader says of a picture: width and height. */
  name = g_strdup_printf (_("Picture, %d × %d pixels"), gdk_texture_get_width (texture),
                          gdk_texture_get_height (texture));
  gtk_picture_set_alternative_text (self->picture, name);
  /* No wider than it is: else a small picture would take the height it had at the full width. */
  adw_clamp_set_maximum_size (self->picture_clamp, gdk_texture_get_width (texture));
  adw_clamp_set_tightening_threshold (self->picture_clamp, gdk_texture_get_width (texture));
  gtk_widget_set_visible (GTK_WIDGET (self->picture_clamp), TRUE);
}

static void
show_data (GhContentView *self,
           const char    *what)
{
  GBytes *data = gh_content_get_data (self->content);
  g_autofree char *size = g_format_size (data != NULL ? g_bytes_get_size (data) : 0);
  g_autofree char *kind = gh_plain_text_dup (gh_content_get_mime_type (self->content), 100,
                                             GH_PLAIN_TEXT_ONE_LINE);
  g_autofree char *note = NULL;

  if (*kind != '\0')
    note = g_strdup_printf ("%s · %s · %s", what, kind, size);
  else
    note = g_strdup_printf ("%s · %s", what, size);
  set_note (self, note);
  gtk_widget_set_visible (self->more, FALSE);
  gtk_widget_set_visible (self->copy_all, FALSE);
  set_buttons (self, data != NULL);
}

static void
show_image (GhContentView *self)
{
  show_data (self, _("Picture"));
  if (gh_content_get_data (self->content) != NULL)
    gh_image_load_async (gh_content_get_data (self->content), self->cancellable, image_loaded_cb,
                         g_object_ref (self));
}

static void
show_resource (GhContentView *self)
{
  const char *mime_type = gh_content_get_mime_type (self->content);

  set_caption (self, _("Resource"));
  set_address (self);
  if (gh_content_get_text (self->content) != NULL)
    show_text (self);
  else if (mime_type != NULL && g_str_has_prefix (mime_type, "image/"))
    show_image (self);
  else
    show_data (self, _("Data"));
}

static void
show_link (GhContentView *self)
{
  const char *text = gh_content_get_text (self->content);
  g_autofree char *plain = gh_plain_text_dup (text, 500, GH_PLAIN_TEXT_ONE_LINE);

  set_caption (self, *plain != '\0' ? plain : _("Link to a resource"));
  set_address (self);
  set_note (self, _("The tool names this address. Gatehouse does not open it."));
}

static void
show_content (GhContentView *self)
{
  switch (gh_content_get_kind (self->content))
    {
    case GH_CONTENT_TEXT:
      show_text (self);
      break;

    case GH_CONTENT_IMAGE:
      show_image (self);
      break;

    case GH_CONTENT_AUDIO:
      show_data (self, _("Sound"));
      break;

    case GH_CONTENT_RESOURCE:
      show_resource (self);
      break;

    case GH_CONTENT_RESOURCE_LINK:
      show_link (self);
      break;

    case GH_CONTENT_STRUCTURED:
      set_caption (self, _("Structured Result"));
      show_text (self);
      break;

    case GH_CONTENT_UNKNOWN:
    default:
      set_caption (self, _("Content of a kind that Gatehouse does not know"));
      show_text (self);
      break;
    }
}

/* --- copies --- */

static void
copy_address_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  GhContentView *self = GH_CONTENT_VIEW (widget);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                          gh_content_get_uri (self->content));
}

static void
copy_all_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  GhContentView *self = GH_CONTENT_VIEW (widget);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                          gh_content_get_text (self->content));
}

static GBytes *
dup_bytes (GhContentView *self)
{
  const char *text = gh_content_get_text (self->content);
  GBytes *data = gh_content_get_data (self->content);

  if (data != NULL)
    return g_bytes_ref (data);
  return g_bytes_new_with_free_func (text, strlen (text), g_object_unref,
                                     g_object_ref (self->content));
}

static const char *
suggest_name (GhContentView *self)
{
  static const struct
  {
    const char *mime_type;
    const char *name;
  } names[] = {
    { "image/png", "picture.png" }, { "image/jpeg", "picture.jpg" }, { "image/gif", "picture.gif" },
    { "image/webp", "picture.webp" }, { "image/svg+xml", "picture.svg" },
    { "audio/wav", "sound.wav" }, { "audio/mpeg", "sound.mp3" }, { "audio/ogg", "sound.ogg" },
    { "application/pdf", "document.pdf" },
    { "application/json", "result.json" }, { "text/markdown", "result.md" },
  };
  const char *mime_type = gh_content_get_mime_type (self->content);

  if (is_json (self))
    return "result.json";
  for (guint i = 0; mime_type != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].mime_type, mime_type))
      return names[i].name;
  return gh_content_get_data (self->content) != NULL ? "result" : "result.txt";
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GhContentView) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *note = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    return;
  note = g_strdup_printf (_("It could not be saved: %s. Choose another folder."), error->message);
  set_note (self, note);
}

static void
file_chosen_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(GhContentView) self = user_data;
  g_autoptr(GListModel) files = gh_compat_choose_finish (GTK_WINDOW (source), result, NULL);
  g_autoptr(GFile) file = NULL;
  g_autoptr(GBytes) bytes = NULL;

  if (files == NULL)
    return;
  file = g_list_model_get_item (files, 0);
  bytes = dup_bytes (self);
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL, saved_cb,
                                       g_object_ref (self));
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GhContentView *self = GH_CONTENT_VIEW (widget);
  GtkRoot *root = gtk_widget_get_root (widget);

  gh_compat_save_async (GTK_WINDOW (root), _("Save Result"), _("_Save"), suggest_name (self),
                        self->cancellable, file_chosen_cb, g_object_ref (self));
}

static void
gh_content_view_dispose (GObject *object)
{
  GhContentView *self = GH_CONTENT_VIEW (object);

  g_clear_handle_id (&self->more_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (gh_content_view_parent_class)->dispose (object);
}

static void
gh_content_view_finalize (GObject *object)
{
  GhContentView *self = GH_CONTENT_VIEW (object);

  g_clear_object (&self->content);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (gh_content_view_parent_class)->finalize (object);
}

static void
gh_content_view_constructed (GObject *object)
{
  GhContentView *self = GH_CONTENT_VIEW (object);

  G_OBJECT_CLASS (gh_content_view_parent_class)->constructed (object);

  g_assert (self->content != NULL);
  show_content (self);
}

static void
gh_content_view_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CONTENT:
      g_value_set_object (value, GH_CONTENT_VIEW (object)->content);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_content_view_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_CONTENT:
      GH_CONTENT_VIEW (object)->content = g_value_dup_object (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_content_view_class_init (GhContentViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_content_view_dispose;
  object_class->finalize = gh_content_view_finalize;
  object_class->constructed = gh_content_view_constructed;
  object_class->get_property = gh_content_view_get_property;
  object_class->set_property = gh_content_view_set_property;

  properties[PROP_CONTENT] = g_param_spec_object ("content", NULL, NULL, GH_TYPE_CONTENT,
                                                  G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY |
                                                  G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GH_TYPE_JSON_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-content-view.ui");
  gtk_widget_class_bind_template_child (widget_class, GhContentView, box);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, caption);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, address_box);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, address);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, chunks);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, source_box);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, source);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, picture);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, picture_clamp);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, note);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, foot);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, buttons);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, more);
  gtk_widget_class_bind_template_child (widget_class, GhContentView, copy_all);

  gtk_widget_class_install_action (widget_class, "content.copy-address", NULL, copy_address_action);
  gtk_widget_class_install_action (widget_class, "content.show-more", NULL, more_action);
  gtk_widget_class_install_action (widget_class, "content.copy-all", NULL, copy_all_action);
  gtk_widget_class_install_action (widget_class, "content.save", NULL, save_action);
}

static void
gh_content_view_init (GhContentView *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
gh_content_view_new (GhContent *content)
{
  g_return_val_if_fail (GH_IS_CONTENT (content), NULL);

  return g_object_new (GH_TYPE_CONTENT_VIEW, "content", content, NULL);
}

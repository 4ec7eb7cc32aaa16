/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Characters that cannot be seen, shown: a picture that stands for them inside a text view. */
#include "config.h"

#include "gh-hidden-char.h"

#define PADDING 4.f
#define RADIUS 4.f

struct _GhHiddenChar
{
  GObject      parent_instance;

  /* Owned */
  char        *run;
  PangoLayout *layout;
};

static void paintable_iface_init (GdkPaintableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhHiddenChar, gh_hidden_char, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GDK_TYPE_PAINTABLE, paintable_iface_init))

static int
get_width (GdkPaintable *paintable)
{
  GhHiddenChar *self = GH_HIDDEN_CHAR (paintable);
  int width;

  pango_layout_get_pixel_size (self->layout, &width, NULL);
  return width + (int) (2 * PADDING) + 2;
}

static int
get_height (GdkPaintable *paintable)
{
  GhHiddenChar *self = GH_HIDDEN_CHAR (paintable);
  int height;

  pango_layout_get_pixel_size (self->layout, NULL, &height);
  return height;
}

static GdkPaintableFlags
get_flags (GdkPaintable *paintable)
{
  return GDK_PAINTABLE_STATIC_SIZE | GDK_PAINTABLE_STATIC_CONTENTS;
}

static void
snapshot (GdkPaintable *paintable,
          GdkSnapshot  *snapshot,
          double        width,
          double        height)
{
  GhHiddenChar *self = GH_HIDDEN_CHAR (paintable);
  /* The amber of a warning with dark text on it: readable on light and dark surfaces alike. */
  const GdkRGBA ground = { .98f, .83f, .47f, 1.f };
  const GdkRGBA ink = { .2f, .13f, 0.f, 1.f };
  GskRoundedRect rect;

  gsk_rounded_rect_init_from_rect (&rect,
                                   &GRAPHENE_RECT_INIT (1, 0, (float) width - 2, (float) height),
                                   RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &rect);
  gtk_snapshot_append_color (snapshot, &ground, &rect.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (PADDING + 1, 0));
  gtk_snapshot_append_layout (snapshot, self->layout, &ink);
  gtk_snapshot_restore (snapshot);
}

static void
paintable_iface_init (GdkPaintableInterface *iface)
{
  iface->get_intrinsic_width = get_width;
  iface->get_intrinsic_height = get_height;
  iface->get_flags = get_flags;
  iface->snapshot = snapshot;
}

static void
gh_hidden_char_finalize (GObject *object)
{
  GhHiddenChar *self = GH_HIDDEN_CHAR (object);

  g_clear_pointer (&self->run, g_free);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (gh_hidden_char_parent_class)->finalize (object);
}

static void
gh_hidden_char_class_init (GhHiddenCharClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_hidden_char_finalize;
}

static void
gh_hidden_char_init (GhHiddenChar *self)
{
}

GdkPaintable *
gh_hidden_char_new (GtkWidget  *widget,
                    const char *run,
                    gsize       length)
{
  GhHiddenChar *self = g_object_new (GH_TYPE_HIDDEN_CHAR, NULL);
  g_autofree char *label = NULL;
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();
  glong count;

  self->run = g_strndup (run, length);
  count = g_utf8_strlen (self->run, -1);
  label = g_strdup_printf ("U+%04X", g_utf8_get_char (self->run));
  if (count > 1)
    {
      g_autofree char *one = g_steal_pointer (&label);

      label = g_strdup_printf ("%s ×%ld", one, count);
    }
  self->layout = gtk_widget_create_pango_layout (widget, label);
  pango_attr_list_insert (attributes, pango_attr_scale_new (.8));
  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (self->layout, attributes);
  return GDK_PAINTABLE (self);
}

const char *
gh_hidden_char_get_run (GhHiddenChar *self)
{
  g_return_val_if_fail (GH_IS_HIDDEN_CHAR (self), NULL);

  return self->run;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Holds one child and says when there is little room for it: what AdwBreakpointBin (libadwaita
 * 1.4) does, as far as a page of Gatehouse needs it. */
#include "config.h"

#include "gh-width-bin.h"

struct _GhWidthBin
{
  GtkWidget parent_instance;

  GtkWidget *child; /* owned */
  int threshold;    /* pixels; narrow below it */
  int minimum;      /* pixels; what it asks for however much its child wants */
  guint idle_id;
  gboolean narrow;
};

static void gh_width_bin_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhWidthBin, gh_width_bin, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE,
                                                      gh_width_bin_buildable_init))

enum
{
  PROP_0,
  PROP_CHILD,
  PROP_THRESHOLD,
  PROP_MINIMUM,
  PROP_NARROW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static GtkBuildableIface *parent_buildable;

/* What follows from "narrow" changes sizes, which must not happen while sizes are given out. */
static gboolean
apply_cb (gpointer user_data)
{
  GhWidthBin *self = GH_WIDTH_BIN (user_data);
  gboolean narrow = gtk_widget_get_width (GTK_WIDGET (self)) < self->threshold;

  self->idle_id = 0;
  if (self->narrow != narrow)
    {
      self->narrow = narrow;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
    }
  return G_SOURCE_REMOVE;
}

static void
set_child (GhWidthBin *self,
           GtkWidget  *child)
{
  if (self->child == child)
    return;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHILD]);
}

static void
gh_width_bin_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  GhWidthBin *self = GH_WIDTH_BIN (widget);

  if (self->child == NULL)
    return;
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
    {
      int least;

      gtk_widget_measure (self->child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      for_size = MAX (for_size, least);
    }
  gtk_widget_measure (self->child, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, self->minimum);
}

static void
gh_width_bin_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  GhWidthBin *self = GH_WIDTH_BIN (widget);
  int least;

  if (self->child != NULL)
    {
      /* For one frame the child may be wider than there is room for; it is clipped. */
      gtk_widget_measure (self->child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      gtk_widget_allocate (self->child, MAX (width, least), height, baseline, NULL);
    }
  if ((width < self->threshold) != self->narrow && self->idle_id == 0)
    self->idle_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, apply_cb, self, NULL);
}

static GtkSizeRequestMode
gh_width_bin_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static gboolean
gh_width_bin_focus (GtkWidget        *widget,
                    GtkDirectionType  direction)
{
  GhWidthBin *self = GH_WIDTH_BIN (widget);

  return self->child != NULL && gtk_widget_child_focus (self->child, direction);
}

static gboolean
gh_width_bin_grab_focus (GtkWidget *widget)
{
  GhWidthBin *self = GH_WIDTH_BIN (widget);

  return self->child != NULL && gtk_widget_grab_focus (self->child);
}

static void
gh_width_bin_add_child (GtkBuildable *buildable,
                        GtkBuilder   *builder,
                        GObject      *child,
                        const char   *type)
{
  if (type == NULL && GTK_IS_WIDGET (child))
    set_child (GH_WIDTH_BIN (buildable), GTK_WIDGET (child));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
gh_width_bin_buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = gh_width_bin_add_child;
}

static void
gh_width_bin_dispose (GObject *object)
{
  GhWidthBin *self = GH_WIDTH_BIN (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_clear_pointer (&self->child, gtk_widget_unparent);

  G_OBJECT_CLASS (gh_width_bin_parent_class)->dispose (object);
}

static void
gh_width_bin_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  GhWidthBin *self = GH_WIDTH_BIN (object);

  switch (prop_id)
    {
    case PROP_CHILD:
      g_value_set_object (value, self->child);
      break;

    case PROP_THRESHOLD:
      g_value_set_int (value, self->threshold);
      break;

    case PROP_MINIMUM:
      g_value_set_int (value, self->minimum);
      break;

    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_width_bin_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  GhWidthBin *self = GH_WIDTH_BIN (object);

  switch (prop_id)
    {
    case PROP_CHILD:
      set_child (self, g_value_get_object (value));
      break;

    case PROP_THRESHOLD:
      self->threshold = g_value_get_int (value);
      gtk_widget_queue_allocate (GTK_WIDGET (self));
      break;

    case PROP_MINIMUM:
      self->minimum = g_value_get_int (value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_width_bin_class_init (GhWidthBinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_width_bin_dispose;
  object_class->get_property = gh_width_bin_get_property;
  object_class->set_property = gh_width_bin_set_property;
  widget_class->measure = gh_width_bin_measure;
  widget_class->size_allocate = gh_width_bin_size_allocate;
  widget_class->get_request_mode = gh_width_bin_get_request_mode;
  widget_class->focus = gh_width_bin_focus;
  widget_class->grab_focus = gh_width_bin_grab_focus;

  properties[PROP_CHILD] = g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET, writable);
  properties[PROP_THRESHOLD] = g_param_spec_int ("threshold", NULL, NULL, 0, G_MAXINT, 0, writable);
  properties[PROP_MINIMUM] = g_param_spec_int ("minimum", NULL, NULL, 0, G_MAXINT, G_MAXINT,
                                               writable);
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                                                  G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY |
                                                  G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_width_bin_init (GhWidthBin *self)
{
  self->minimum = G_MAXINT;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

gboolean
gh_width_bin_get_narrow (GhWidthBin *self)
{
  g_return_val_if_fail (GH_IS_WIDTH_BIN (self), FALSE);

  return self->narrow;
}

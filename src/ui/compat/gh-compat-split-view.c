/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A sidebar beside its content; where the window is too narrow for both, over it. */
#include "config.h"

#include "gh-compat-split-view.h"

/* A sidebar in which a folder's name can be read, and one that leaves the page its room. */
#define SIDEBAR_MIN_WIDTH 220
#define SIDEBAR_MAX_WIDTH 420
#define SIDEBAR_DEFAULT_WIDTH 268
/* With text larger than this the sidebar would be most of the window. */
#define MAX_TEXT_SCALE 1.6
/* How near the edge counts as holding it. */
#define EDGE_WIDTH 6

#if ADW_CHECK_VERSION (1, 4, 0)
/* Narrower than this there is no room for a sidebar and a page of 360 pixels. */
#define COLLAPSE_CONDITION "max-width: 640sp"
#endif

struct _GhCompatSplitView
{
  AdwBin      parent_instance;

#if ADW_CHECK_VERSION (1, 4, 0)
  AdwOverlaySplitView *view;    /* borrowed from the tree */
#else
  AdwFlap             *view;    /* borrowed from the tree */
#endif
  GtkOverlay          *overlay; /* borrowed from the tree: the sidebar and its edge */
  GtkWidget           *edge;    /* borrowed from the tree */
  int                  sidebar_width;
};

G_DEFINE_TYPE (GhCompatSplitView, gh_compat_split_view, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SIDEBAR,
  PROP_CONTENT,
  PROP_SHOW_SIDEBAR,
  PROP_COLLAPSED,
  PROP_SIDEBAR_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
collapsed_cb (GhCompatSplitView *self)
{
  g_assert (GH_IS_COMPAT_SPLIT_VIEW (self));

  gtk_widget_set_visible (self->edge, !gh_compat_split_view_get_collapsed (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COLLAPSED]);
}

static void
show_sidebar_cb (GhCompatSplitView *self)
{
  g_assert (GH_IS_COMPAT_SPLIT_VIEW (self));

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_SIDEBAR]);
}

/* How much larger than usual the person wants text to be; the sidebar grows with it. */
static double
get_text_scale (GhCompatSplitView *self)
{
  int dpi = 0;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / (96.0 * 1024), 1.0, MAX_TEXT_SCALE) : 1.0;
}

static void
apply_sidebar_width (GhCompatSplitView *self)
{
  int width = (int) (self->sidebar_width * get_text_scale (self));

#if ADW_CHECK_VERSION (1, 4, 0)
  adw_overlay_split_view_set_sidebar_width_unit (self->view, ADW_LENGTH_UNIT_PX);
  adw_overlay_split_view_set_min_sidebar_width (self->view, width);
  adw_overlay_split_view_set_max_sidebar_width (self->view, width);
#else
  gtk_widget_set_size_request (GTK_WIDGET (self->overlay), width, -1);
#endif
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               gpointer        user_data)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          offset_x,
                double          offset_y,
                gpointer        user_data)
{
  GhCompatSplitView *self = user_data;
  double start_x, start_y, width;
  graphene_point_t in_self;

  /* The edge moves under the pointer, so the offset from it is measured on what stands still. */
  gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y);
  if (!gtk_widget_compute_point (self->edge, GTK_WIDGET (self),
                                 &GRAPHENE_POINT_INIT (start_x + offset_x, 0), &in_self))
    return;

  width = in_self.x;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    width = gtk_widget_get_width (GTK_WIDGET (self)) - width;
  gh_compat_split_view_set_sidebar_width (self, (int) (width / get_text_scale (self)));
}

static void
gh_compat_split_view_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  GhCompatSplitView *self = GH_COMPAT_SPLIT_VIEW (object);

  switch (prop_id)
    {
    case PROP_SIDEBAR:
      g_value_set_object (value, gtk_overlay_get_child (self->overlay));
      break;
    case PROP_CONTENT:
#if ADW_CHECK_VERSION (1, 4, 0)
      g_value_set_object (value, adw_overlay_split_view_get_content (self->view));
#else
      g_value_set_object (value, adw_flap_get_content (self->view));
#endif
      break;
    case PROP_SHOW_SIDEBAR:
      g_value_set_boolean (value, gh_compat_split_view_get_show_sidebar (self));
      break;
    case PROP_COLLAPSED:
      g_value_set_boolean (value, gh_compat_split_view_get_collapsed (self));
      break;
    case PROP_SIDEBAR_WIDTH:
      g_value_set_int (value, self->sidebar_width);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_compat_split_view_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  GhCompatSplitView *self = GH_COMPAT_SPLIT_VIEW (object);

  switch (prop_id)
    {
    case PROP_SIDEBAR:
      gtk_overlay_set_child (self->overlay, g_value_get_object (value));
      break;
    case PROP_CONTENT:
#if ADW_CHECK_VERSION (1, 4, 0)
      adw_overlay_split_view_set_content (self->view, g_value_get_object (value));
#else
      adw_flap_set_content (self->view, g_value_get_object (value));
#endif
      break;
    case PROP_SHOW_SIDEBAR:
      gh_compat_split_view_set_show_sidebar (self, g_value_get_boolean (value));
      break;
    case PROP_SIDEBAR_WIDTH:
      gh_compat_split_view_set_sidebar_width (self, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_compat_split_view_class_init (GhCompatSplitViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = gh_compat_split_view_get_property;
  object_class->set_property = gh_compat_split_view_set_property;

  properties[PROP_SIDEBAR] =
    g_param_spec_object ("sidebar", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_CONTENT] =
    g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SHOW_SIDEBAR] =
    g_param_spec_boolean ("show-sidebar", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_COLLAPSED] =
    g_param_spec_boolean ("collapsed", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SIDEBAR_WIDTH] =
    g_param_spec_int ("sidebar-width", NULL, NULL, SIDEBAR_MIN_WIDTH, SIDEBAR_MAX_WIDTH,
                      SIDEBAR_DEFAULT_WIDTH,
                      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
add_edge (GhCompatSplitView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->edge = gtk_separator_new (GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (self->edge, "gh-edge");
  gtk_widget_set_halign (self->edge, GTK_ALIGN_END);
  gtk_widget_set_size_request (self->edge, EDGE_WIDTH, -1);
  gtk_widget_set_cursor_from_name (self->edge, "col-resize");
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (drag_update_cb), self, 0);
  gtk_widget_add_controller (self->edge, GTK_EVENT_CONTROLLER (drag));
  gtk_overlay_add_overlay (self->overlay, self->edge);
}

static void
gh_compat_split_view_init (GhCompatSplitView *self)
{
  self->sidebar_width = SIDEBAR_DEFAULT_WIDTH;
  self->overlay = GTK_OVERLAY (gtk_overlay_new ());
  /* What is inside may want to grow; the sidebar does not. */
  gtk_widget_set_hexpand (GTK_WIDGET (self->overlay), FALSE);
  add_edge (self);

#if ADW_CHECK_VERSION (1, 4, 0)
  AdwBreakpointCondition *narrow = adw_breakpoint_condition_parse (COLLAPSE_CONDITION);
  AdwBreakpoint *breakpoint = adw_breakpoint_new (narrow);
  GtkWidget *bin = adw_breakpoint_bin_new ();

  self->view = ADW_OVERLAY_SPLIT_VIEW (adw_overlay_split_view_new ());
  adw_overlay_split_view_set_sidebar (self->view, GTK_WIDGET (self->overlay));
  adw_breakpoint_add_setters (breakpoint, G_OBJECT (self->view), "collapsed", TRUE, NULL);
  gtk_widget_set_size_request (bin, 360, 200);
  adw_breakpoint_bin_set_child (ADW_BREAKPOINT_BIN (bin), GTK_WIDGET (self->view));
  adw_breakpoint_bin_add_breakpoint (ADW_BREAKPOINT_BIN (bin), breakpoint);
  adw_bin_set_child (ADW_BIN (self), bin);
  g_signal_connect_object (self->view, "notify::collapsed",
                           G_CALLBACK (collapsed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "notify::show-sidebar",
                           G_CALLBACK (show_sidebar_cb), self, G_CONNECT_SWAPPED);
#else
  self->view = ADW_FLAP (adw_flap_new ());
  adw_flap_set_flap (self->view, GTK_WIDGET (self->overlay));
  adw_flap_set_separator (self->view, gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  adw_flap_set_fold_policy (self->view, ADW_FLAP_FOLD_POLICY_AUTO);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->view));
  g_signal_connect_object (self->view, "notify::folded",
                           G_CALLBACK (collapsed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "notify::reveal-flap",
                           G_CALLBACK (show_sidebar_cb), self, G_CONNECT_SWAPPED);
#endif
  apply_sidebar_width (self);
  g_signal_connect_object (gtk_widget_get_settings (GTK_WIDGET (self)), "notify::gtk-xft-dpi",
                           G_CALLBACK (apply_sidebar_width), self, G_CONNECT_SWAPPED);
}

gboolean
gh_compat_split_view_get_show_sidebar (GhCompatSplitView *self)
{
  g_return_val_if_fail (GH_IS_COMPAT_SPLIT_VIEW (self), FALSE);

#if ADW_CHECK_VERSION (1, 4, 0)
  return adw_overlay_split_view_get_show_sidebar (self->view);
#else
  return adw_flap_get_reveal_flap (self->view);
#endif
}

void
gh_compat_split_view_set_show_sidebar (GhCompatSplitView *self,
                                       gboolean           show_sidebar)
{
  g_return_if_fail (GH_IS_COMPAT_SPLIT_VIEW (self));

#if ADW_CHECK_VERSION (1, 4, 0)
  adw_overlay_split_view_set_show_sidebar (self->view, show_sidebar);
#else
  adw_flap_set_reveal_flap (self->view, show_sidebar);
#endif
}

gboolean
gh_compat_split_view_get_collapsed (GhCompatSplitView *self)
{
  g_return_val_if_fail (GH_IS_COMPAT_SPLIT_VIEW (self), FALSE);

#if ADW_CHECK_VERSION (1, 4, 0)
  return adw_overlay_split_view_get_collapsed (self->view);
#else
  return adw_flap_get_folded (self->view);
#endif
}

int
gh_compat_split_view_get_sidebar_width (GhCompatSplitView *self)
{
  g_return_val_if_fail (GH_IS_COMPAT_SPLIT_VIEW (self), 0);

  return self->sidebar_width;
}

/* Widths outside the limits are brought inside. */
void
gh_compat_split_view_set_sidebar_width (GhCompatSplitView *self,
                                        int                width)
{
  g_return_if_fail (GH_IS_COMPAT_SPLIT_VIEW (self));

  width = CLAMP (width, SIDEBAR_MIN_WIDTH, SIDEBAR_MAX_WIDTH);
  if (self->sidebar_width == width)
    return;
  self->sidebar_width = width;
  apply_sidebar_width (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIDEBAR_WIDTH]);
}

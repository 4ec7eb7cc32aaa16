/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whose certificates are believed at one address: those of the system, or of a file. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_CERTIFICATES_ROW (gh_certificates_row_get_type ())
G_DECLARE_FINAL_TYPE (GhCertificatesRow, gh_certificates_row, GH, CERTIFICATES_ROW, AdwActionRow)

/* Signal "changed". ca_file: absolute path, or NULL: the system's. */
const char *gh_certificates_row_get_ca_file (GhCertificatesRow *self);
void        gh_certificates_row_set_ca_file (GhCertificatesRow *self,
                                             const char        *ca_file);

G_END_DECLS

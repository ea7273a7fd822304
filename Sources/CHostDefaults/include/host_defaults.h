// host_defaults.h
// The fonts and the rasteriser of a program that has not started an application.
//
// SPDX-License-Identifier: MIT

#ifndef HOST_DEFAULTS_H
#define HOST_DEFAULTS_H

/// The font provider of the module UIKit, retained; NULL in a program that does not link it.
void *default_font_provider(void);

/// The rasteriser of the module UIKit, retained; NULL in a program that does not link it.
void *default_drawing_rasterizer(void);

#endif

// host_defaults.h
// The fonts, rasteriser, image files and services of a program that has not started an application.
//
// SPDX-License-Identifier: MIT

#ifndef HOST_DEFAULTS_H
#define HOST_DEFAULTS_H

/// The font provider of the module UIKit, retained; NULL in a program that does not link it.
void *default_font_provider(void);

/// The platform services of the module UIKit, retained; NULL in a program that does not link it. Main thread only.
void *default_platform_services(void);

/// The rasteriser of the module UIKit, retained; NULL in a program that does not link it.
void *default_drawing_rasterizer(void);

/// The codec of image files of the module UIKit, retained; NULL in a program that does not link it.
void *default_image_file_codec(void);

#endif

// quartzcore_methods.c
// The addresses of QuartzCore's own methods, by their link names.
//
// SPDX-License-Identifier: MIT

#include "quartzcore_methods.h"

extern const char layer_init __asm__("$s10QuartzCore7CALayerCACycfC");
extern const char layer_init_layer __asm__("$s10QuartzCore7CALayerC5layerACyp_tcfC");
extern const char animation_init __asm__("$s10QuartzCore11CAAnimationCACycfC");

const void *layer_init_address(void) { return &layer_init; }
const void *layer_init_layer_address(void) { return &layer_init_layer; }
const void *animation_init_address(void) { return &animation_init; }

extern const char layer_action __asm__("$s10QuartzCore7CALayerC6action6forKeyAA8CAAction_pSgSS_tF");
extern const char layer_default_action
    __asm__("$s10QuartzCore7CALayerC13defaultAction6forKeyAA8CAAction_pSgSS_tFZ");
extern const char layer_add __asm__("$s10QuartzCore7CALayerC3add_6forKeyyAA11CAAnimationC_SSSgtF");
extern const char layer_needs_display
    __asm__("$s10QuartzCore7CALayerC12needsDisplay6forKeySbSS_tFZ");

const void *layer_action_address(void) { return &layer_action; }
const void *layer_default_action_address(void) { return &layer_default_action; }
const void *layer_add_address(void) { return &layer_add; }
const void *layer_needs_display_address(void) { return &layer_needs_display; }

extern const char layer_hit_test
    __asm__("$s10QuartzCore7CALayerC7hitTestyACSg10Foundation7CGPointVF");
extern const char layer_resize
    __asm__("$s10QuartzCore7CALayerC6resize21withOldSuperlayerSizey10Foundation6CGSizeV_tF");

const void *layer_hit_test_address(void) { return &layer_hit_test; }
const void *layer_resize_address(void) { return &layer_resize; }

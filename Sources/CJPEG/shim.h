// libjpeg-turbo's TurboJPEG interface, which returns errors without setjmp.
#include <turbojpeg.h>

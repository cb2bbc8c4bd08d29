/* The loops for any processor. */
#define PATH kernel_portable
#include "path.h"

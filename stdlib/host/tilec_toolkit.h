// Included before everything else where the runtime's headers are those of a toolkit: its macros, but for those that
// tilec_host.h replaces.
#pragma once

#define __TILEC_TOOLKIT__

// Functions of the toolkit's headers that are for devices have it for a body.
extern "C" [[noreturn]] void __tilec_device_function(char const *name);

#define __NV_TL__ __tile__
#define __NV_TL_BUILTIN__ __tile__
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__
#include <crt/host_defines.h>
#undef __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__

#undef __annotate__
#define __annotate__(...)
#undef __location__
#define __location__(...)
#undef __builtin_align__
#define __builtin_align__(_n) __align__(_n)

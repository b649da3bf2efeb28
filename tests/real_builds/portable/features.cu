// A program may choose by the features that the host compiler promises.
#include <cuda_tile.h>
#include <optional>
#include <variant>
#include <version>

#if __cpp_concepts >= 202002L && __cpp_constexpr >= 202002L && __cpp_constexpr_dynamic_alloc >= 201907L
__tile_global__ void language(int* p) { cuda::tiles::store(p, 1); }
#endif
#if __cpp_lib_optional >= 202106L && __cpp_lib_variant >= 202106L
__tile_global__ void library(int* p) { cuda::tiles::store(p, 1); }
#endif
#if __cpp_unicode_characters >= 201411L && __cpp_nontype_template_parameter_class && __cpp_impl_destroying_delete
__tile_global__ void more(int* p) { cuda::tiles::store(p, 1); }
#endif
#if __PIC__ == 2 || __pie__ == 2
__tile_global__ void position(int* p) { cuda::tiles::store(p, 1); }
#endif

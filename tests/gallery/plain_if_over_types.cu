#include <type_traits>
#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class T>
__tile_global__ void widen(const T* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<256>>>();
    ct::tile<float, ct::shape<256>> x;
    if (std::is_same_v<T, int>)
        x = ct::element_cast<float>(ct::load(in + at));
    else
        x = ct::load(in + at);
    ct::store(out + at, x);
}

template __tile_global__ void widen<int>(const int*, float*);
template __tile_global__ void widen<__half>(const __half*, float*);

// cpp: A plain `if` over types
// Both branches of a plain `if` are compiled for each specialisation.

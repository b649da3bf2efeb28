#include "cuda_tile.h"

#include <type_traits>

namespace ct = cuda::tiles;

template <class T>
__tile_global__ void to_float(const T* in, float* out) {
    auto at = ct::bid().x * 256 + ct::iota<ct::tile<unsigned, ct::shape<256>>>();
    auto x = ct::load(in + at);
    ct::tile<float, ct::shape<256>> y = ct::zeros<ct::tile<float, ct::shape<256>>>();
    if (std::is_same_v<T, float>)
        y = x;
    else
        y = ct::element_cast<float>(x);
    ct::store(out + at, y);
}

template __tile_global__ void to_float<float>(const float*, float*);
template __tile_global__ void to_float<double>(const double*, float*);

// cpp: an `if` that asks for a type
// Both branches of a plain `if` are compiled.

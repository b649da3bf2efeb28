// Calls of functions of tile libraries, in each form: bytecode.py compares what nvcc 13.5 and tilec make of them.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<16>>;

__experimental_foreign_decl__ __experimental_foreign_name__("lib_negate") T negate(T x);
__experimental_foreign_decl__ void sink(T x, float* p, bool b, char c, long long l, double d);
__experimental_foreign_decl__ ct::tile<bool, ct::shape<4>> flip(ct::tile<bool, ct::shape<4>> x);
__experimental_foreign_decl__ ct::experimental::multi_outputs<int, bool, T, float> several(int n);
__experimental_foreign_decl__ void in_memory(float& x);
namespace inner {
__experimental_foreign_decl__ int named(int x);
}
template <ct::experimental::fixedString S, long long N, class A, class B>
__experimental_foreign_decl__ T with(T x, A a, B b);

extern "C" __tile_global__ void test(float* p, bool* q) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    auto j = ct::iota<ct::tile<int, ct::shape<4>>>();
    T v = negate(ct::load(p + i));
    sink(v, p, true, 3, 5, 1.0);
    ct::store(q + j, flip(ct::load(q + j)));
    auto all = several(inner::named(7));
    float x = all.F3;
    in_memory(x);
    ct::store(p + i, with<"fast", -5>(v + x, 2u, p) + all.F2);
}

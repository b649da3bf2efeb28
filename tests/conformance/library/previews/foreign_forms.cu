// case: foreign_forms
// spec: CUDA 13.5: --tile-preview=simt
// flags: --tile-preview=simt
// reject: E0327 E0327 E0327 E0327 E0327 E0327 E0327 E0327 E0327 E0327 E0327 E0327 what a library cannot have of a function
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<16>>;

struct S {
    int a;
    __experimental_foreign_decl__ static T member(T x);
};

__experimental_foreign_decl__ T body(T x) { return x; }
__experimental_foreign_decl__ void variadic(int, ...);
__experimental_foreign_decl__ int nothing();
__experimental_foreign_decl__ void takes_class(S s);
__experimental_foreign_decl__ S gives_class(int);
__experimental_foreign_decl__ void takes_view(ct::tensor_span<float, ct::extents<int, 4>> s);
__experimental_foreign_decl__ ct::experimental::multi_outputs<S, int> gives_several(int);
__experimental_foreign_decl__ __experimental_foreign_name__("") void nameless(int);
__experimental_foreign_decl__ void overloaded(int);
__experimental_foreign_decl__ void overloaded(float);

template <int N> __experimental_foreign_decl__ T narrow(T x);
template <class U> __experimental_foreign_decl__ T of_tile(T x);

extern "C" __tile_global__ void test(float* p) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    ct::store(p + i, narrow<4>(ct::load(p + i)));
    ct::store(p + i, of_tile<T>(ct::load(p + i)));
}

// case: variable_template_storage
// spec: [temp.decls] each specialisation is a variable of its own
// arg: out i32[3]
// arg: i32 = 4
// expect: [5, 9, 1]
#include "cuda_tile.h"

template <class T>
__device__ int uses = sizeof(T);

template <class T>
__tile__ int use(int n) {
    uses<T> += n;
    return uses<T>;
}

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = use<char>(n);
    out[1] = use<char>(n);
    out[2] = uses<bool>;
}

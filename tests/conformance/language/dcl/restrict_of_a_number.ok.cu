// case: restrict_of_a_number
// spec: [dcl.ptr]/1
// accept: pointers, references, and names of them
using pointer = float*;
template <class T> __tile__ T first(T const __restrict__ p) { return p; }
__tile__ float of(float& __restrict__ x) { return x; }
extern "C" __tile_global__ void test(float *__restrict__ x, pointer __restrict__ y, int* out) {
    *out = of(*first(x)) > y[0];
}

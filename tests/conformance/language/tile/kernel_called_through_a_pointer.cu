// case: kernel_called_through_a_pointer
// spec: tile:1.2
// reject: E0544 whatever names it
template <class T> __tile_global__ void fill(T* p) { *p = 1; }
template <class F> __tile__ void call(F f, int* p) { f(p); }
extern "C" __tile_global__ void test(int* out) { call(&fill<int>, out); }

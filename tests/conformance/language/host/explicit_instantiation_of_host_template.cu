// case: explicit_instantiation_of_host_template
// spec: tile: host code
// arg: out i32[1]
// arg: i32 = 3
// expect: [4]
// note: the explicit instantiation of a host template is not compiled here, whatever is in it.

template <class T>
void fill(T* p) {
    std::thread worker([=] { *p = T(1); });
    worker.join();
}
template void fill<int>(int*);
template void fill(long*);

template <class T>
__tile__ T next(T x) { return x + 1; }
template __tile__ int next<int>(int);

extern "C" __tile_global__ void test(int* out, int n) { *out = next(n); }

// case: explicit_instantiation_of_nothing
// spec: [temp.explicit]
// reject: E0413 the kernel takes a pointer
template <typename T>
__tile_global__ void kernel(T* p) {
    *p = T(1);
}
template __tile_global__ void kernel<float>(float);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

// case: default_argument_twice
// spec: [temp.param]
// reject: E0309 a default argument is given once
template <typename T = int>
struct E;
template <typename T = int>
struct E {
    T v;
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(E<>); }

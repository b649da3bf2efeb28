// case: default_argument_missing_behind
// spec: [temp.param]
// accept: the same, corrected
template <class T, int N>
struct Array;
template <class T, int N = 2>
struct Array;
template <class T = int, int N>
struct Array {
    T data[N];
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Array<>); }

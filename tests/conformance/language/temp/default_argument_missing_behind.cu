// case: default_argument_missing_behind
// spec: [temp.param]
// reject: E0415 a call could not leave out the first and give the second
template <class T = int, int N>
struct Array {
    T data[N];
};

extern "C" __tile_global__ void test(int* out) { *out = sizeof(Array<char, 2>); }

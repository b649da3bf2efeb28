// case: argument_narrows
// spec: [temp.arg.nontype]
// reject: E0403 a converted constant does not narrow
template <unsigned char N>
struct Small {
    static constexpr int v = N;
};

extern "C" __tile_global__ void test(int* out) { *out = Small<256>::v; }

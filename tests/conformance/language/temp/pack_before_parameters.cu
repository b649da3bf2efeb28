// case: pack_before_parameters
// spec: [temp.param]
// reject: E0415 of a class template nothing could follow the pack
template <class... Ts, class Last>
struct Tail {};

extern "C" __tile_global__ void test(int* out) { *out = 1; }

// case: pack_before_parameters
// spec: [temp.param]
// accept: the same, corrected
template <class... Ts, class Last>
__tile__ int tail(Last last, Ts... rest) { return last + sizeof...(rest); }

extern "C" __tile_global__ void test(int* out) { *out = tail<int, int>(1, 2, 3); }

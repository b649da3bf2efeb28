// case: depth_of_variables
// spec: [temp.inst], [implimits]
// reject: E0407 each value needs the next
template <int N>
constexpr int v = v<N + 1> + 1;

extern "C" __tile_global__ void test(int* out) { *out = v<0>; }

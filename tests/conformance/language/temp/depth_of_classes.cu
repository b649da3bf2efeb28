// case: depth_of_classes
// spec: [temp.inst], [implimits]
// reject: E0407 nothing ends the recursion
template <int N>
struct Down {
    static constexpr int v = Down<N + 1>::v + 1;
};

extern "C" __tile_global__ void test(int* out) { *out = Down<0>::v; }

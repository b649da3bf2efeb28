// case: depth_of_classes
// spec: [temp.inst], [implimits]
// accept: 900 nested instantiations
template <int N>
struct Down {
    static constexpr int v = Down<N - 1>::v + 1;
};
template <>
struct Down<0> {
    static constexpr int v = 0;
};

extern "C" __tile_global__ void test(int* out) { *out = Down<900>::v; }

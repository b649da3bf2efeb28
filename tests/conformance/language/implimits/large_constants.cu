// case: large_constants
// spec: [implimits]
// reject: E0571 twenty tables of 2^18 numbers
template <int N>
constexpr int table[1 << 18] = {N};
template <int N>
constexpr int sum = table<N>[0] + sum<N - 1>;
template <>
constexpr int sum<0> = 0;
extern "C" __tile_global__ void test(int* out) { *out = sum<20>; }

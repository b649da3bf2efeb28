// case: ratio_with_a_zero_denominator
// spec: [ratio.ratio]
// reject: E0315 the denominator is zero
#include <ratio>

extern "C" __tile_global__ void test(long* out) { out[0] = std::ratio<1, 0>::num; }

// case: macros_that_double
// spec: [implimits]
// accept: 128 tokens are none too many
#define d0 +1
#define d1 d0 d0
#define d2 d1 d1
#define d3 d2 d2
#define d4 d3 d3
#define d5 d4 d4
#define d6 d5 d5
#define d7 d6 d6
extern "C" __tile_global__ void test(int* out) { *out = 0 d7; }

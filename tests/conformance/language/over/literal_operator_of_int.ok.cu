// case: literal_operator_of_int
// spec: [over.literal]
// accept: the same, corrected
__tile__ int operator""_kib(unsigned long long n) { return n * 1024; }

extern "C" __tile_global__ void test(int* out) { *out = 1_kib; }

// case: literal_operator_of_int
// spec: [over.literal]
// reject: E0324 literals are passed as the widest type of their kind
__tile__ int operator""_kib(int n) { return n * 1024; }

extern "C" __tile_global__ void test(int* out) { *out = 1; }

// case: operator_of_integers
// spec: [over.oper.general]
// reject: E0324 the meaning of + for int is fixed
__tile__ int operator+(int a, int const& b) { return a - b; }

extern "C" __tile_global__ void test(int* out) { *out = 1 + 2; }

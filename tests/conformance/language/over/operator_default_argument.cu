// case: operator_default_argument
// spec: [over.oper.general]
// reject: E0324 an operator always has its operands
struct V {
    int x;
};
__tile__ int operator%(V v, int by = 2) { return v.x % by; }

extern "C" __tile_global__ void test(int* out) { *out = V{3} % 2; }

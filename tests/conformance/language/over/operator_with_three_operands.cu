// case: operator_with_three_operands
// spec: [over.binary]
// reject: E0324 the object is an operand too
struct V {
    int x;
    __tile__ V operator*(V a, V b) const { return {x * a.x * b.x}; }
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }

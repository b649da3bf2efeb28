// case: operator_with_three_operands
// spec: [over.binary]
// accept: the same, corrected
struct V {
    int x;
    __tile__ V operator*(V a) const { return {x * a.x}; }
};

extern "C" __tile_global__ void test(int* out) { *out = (V{1} * V{2}).x; }

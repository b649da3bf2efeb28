// case: unsequenced_bit_fields
// spec: [intro.execution]
// ub: rule 33: both operands access the bit-field
// arg: out i32[1]
struct S {
    int a : 4, b : 4;
};

extern "C" __tile_global__ void test(int* o) {
    S s{1, 1};
    o[0] = s.a++ + s.a;
}

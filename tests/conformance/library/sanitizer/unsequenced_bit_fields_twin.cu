// case: unsequenced_bit_fields_twin
// spec: [intro.execution]
// arg: out i32[2]
// expect: [2, 2]
// note: another bit-field is another memory location or at least another object
struct S {
    int a : 4, b : 4;
};

extern "C" __tile_global__ void test(int* o) {
    S s{1, 1};
    o[0] = s.a++ + s.b;
    o[1] = s.a;
}

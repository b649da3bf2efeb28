// case: enumeration_float
// spec: [expr.static.cast]
// ub: rule 34: the value is not one of the enumeration
// arg: inout i32[8] = iota
// arg: f32 = 9
enum E { A, B = 4 };
extern "C" __tile_global__ void test(int* o, float n) {
    E e = static_cast<E>(n);
    o[0] = e;
}

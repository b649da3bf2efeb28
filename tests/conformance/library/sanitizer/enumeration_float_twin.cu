// case: enumeration_float_twin
// spec: [expr.static.cast]
// arg: inout i32[8] = iota
// arg: f32 = 9
// expect: [4, 1, 2, 3, 4, 5, 6, 7]
enum E { A, B = 4 };
extern "C" __tile_global__ void test(int* o, float n) {
    E e = static_cast<E>(n - 5);
    o[0] = e;
}

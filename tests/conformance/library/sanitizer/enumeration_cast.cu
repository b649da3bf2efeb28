// case: enumeration_cast
// spec: [expr.static.cast]
// ub: rule 34: the value is not one of the enumeration
// arg: inout i32[8] = iota
// arg: i32 = 2
enum E { A, B = 4 };
extern "C" __tile_global__ void test(int* o, int n) {
    E e = static_cast<E>(n + 6);
    o[0] = e;
}

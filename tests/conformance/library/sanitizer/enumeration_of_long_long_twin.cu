// case: enumeration_of_long_long_twin
// spec: [expr.static.cast]
// arg: out i32[1]
// arg: i64 = 1
// expect: [1]
enum E { A, B };

extern "C" __tile_global__ void test(int* o, long long n) {
    E e = static_cast<E>(n);
    o[0] = e;
}

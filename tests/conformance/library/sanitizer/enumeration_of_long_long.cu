// case: enumeration_of_long_long
// spec: [expr.static.cast]
// ub: rule 34: the bits that the conversion cuts off count
// arg: out i32[1]
// arg: i64 = 1099511627776
enum E { A, B };

extern "C" __tile_global__ void test(int* o, long long n) {
    E e = static_cast<E>(n);
    o[0] = e;
}

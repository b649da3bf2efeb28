// case: new_array_at_a_place
// spec: [expr.new]/1
// arg: i32 = 3
// arg: out i32[6]
// expect: [4, 0, 3, 24, 7, 2]
#include <new>
struct P { int a = 7, b = 2; };

extern "C" __tile_global__ void test(int n, int* out) {
    alignas(8) unsigned char bytes[16];
    auto* a = new (bytes) short[6]{1, 2, 3, 4};
    static_assert(__is_same(decltype(a), short*));
    out[0] = a[3];
    out[1] = a[5];
    int* i = new (bytes) int[3]();
    i[n - 1] = n;
    out[2] = i[0] + i[1] + i[2];
    int (*rows)[2] = new (bytes) int[2][2]{{1, 2}, {3, 4}};
    out[3] = rows[0][0] * rows[0][1] * rows[1][0] * rows[1][1];
    P* p = new (bytes) P[2];
    out[4] = p[1].a;
    out[5] = p[n - 2].b;
}

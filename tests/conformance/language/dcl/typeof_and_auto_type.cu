// case: typeof_and_auto_type
// spec: [dcl.type.decltype]
// arg: out i32[4]
// arg: i32 = 6
// expect: [6, 8, 12, 4]
// note: GNU: the type of an expression, or a type

extern "C" __tile_global__ void test(int* out, int n) {
    __typeof__(n) a = n;
    typeof(long long) b = 8;
    __auto_type c = 2 * n;
    __typeof(a + c)* p = &c;
    out[0] = a;
    out[1] = sizeof b;
    out[2] = *p;
    out[3] = sizeof(__typeof__(int));
}

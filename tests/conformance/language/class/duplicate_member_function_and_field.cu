// case: duplicate_member_function_and_field
// spec: [class.mem.general]/5
// reject: E0309 `a` is a data member in this scope already
struct S {
    int a;
    int a() { return 1; }
};
extern "C" __tile_global__ void test(int *p) {
    S s;
    p[0] = s.a;
}

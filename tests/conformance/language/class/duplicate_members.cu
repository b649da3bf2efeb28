// case: duplicate_members
// spec: [class.mem.general]/5
// reject: E0309 the class has a member `a` already
struct S {
    int a;
    int a;
};
extern "C" __tile_global__ void test(int *p) {
    S s;
    p[0] = s.a;
}

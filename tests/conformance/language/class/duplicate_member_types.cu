// case: duplicate_member_types
// spec: [class.mem.general]/5
// reject: E0309 `A` is a type in this scope already
struct S {
    using A = int;
    using A = char;
};
extern "C" __tile_global__ void test(int *p) {
    S::A a = 1;
    p[0] = a;
}

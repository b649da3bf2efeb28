// case: member_alias_of_itself
// spec: [dcl.typedef]/5 an alias may name the class or enumeration of its own name
// arg: out i32[1]
// expect: [4]
struct S {
    struct T {
        int n;
    };
    using T = T;
    enum E { a = 4 };
    using E = enum E;
};
static_assert(__is_same(S::T, struct S::T));
extern "C" __tile_global__ void test(int* p) { *p = S::T{S::E::a}.n; }

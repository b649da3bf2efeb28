// case: member_of_function_type_overloads
// spec: [over.load]/1 a function declared by the name of its type overloads
// arg: out i32[1]
// expect: [3]
typedef int F(int);
struct S {
    F f;
    constexpr int f(char) { return 1; }
    static F g;
    static constexpr int g(char) { return 2; }
};
static_assert(S::g('a') == 2);
extern "C" __tile_global__ void test(int* p) { *p = S{}.f('a') + S::g('b'); }

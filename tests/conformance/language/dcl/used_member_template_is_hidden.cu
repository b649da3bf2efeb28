// case: used_member_template_is_hidden
// spec: [namespace.udecl]/14
// arg: out i32[3]
// expect: [2, 10, 20]
// note: a template with the same parameters hides the one that the using-declaration names; others overload

struct Base {
    template <class T> __tile__ int of(T) { return 1; }
    template <class T> __tile__ int of(T, int) { return 10; }
};
struct Derived : Base {
    using Base::of;
    template <class T> __tile__ int of(T) { return 2; }
    template <class T> __tile__ int of(T, float) { return 20; }
};
extern "C" __tile_global__ void test(int* out) {
    Derived object;
    out[0] = object.of(3);
    out[1] = object.of(3, 4);
    out[2] = object.of(3, 4.0f);
}

// case: inherited_overload_hidden
// spec: [class.member.lookup], [over.match.funcs]
// reject: E0312 a name in the class hides those of its base
struct Base {
    __tile__ int g(int*) { return 1; }
};
struct Derived : Base {
    __tile__ int g(int) { return 2; }
};

extern "C" __tile_global__ void test(int* out) {
    Derived d;
    *out = d.g(out);
}

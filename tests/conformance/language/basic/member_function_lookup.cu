// case: member_function_lookup
// spec: [basic.lookup.unqual]/8
// arg: out i32[4]
// expect: [1, 2, 3, 4]
// note: class, bases, enclosing classes, enclosing namespaces.
constexpr int d = 4, c = 40, b = 20, a = 10;
struct Base { static constexpr int b = 2, a = 100; };
struct Outer {
    static constexpr int c = 3, b = 200;
    struct Inner : Base {
        static constexpr int a = 1;
        __tile__ void store(int* out) { out[0] = a; out[1] = b; out[2] = c; out[3] = d; }
    };
};
extern "C" __tile_global__ void test(int* out) { Outer::Inner{}.store(out); }

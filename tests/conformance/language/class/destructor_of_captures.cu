// case: destructor_of_captures
// spec: [expr.prim.lambda.capture], [class.dtor]
// arg: i32 = 4
// arg: out i32[3]
// expect: [4, 2, 2]
// note: a closure owns its copies; they are destroyed with it.
struct Count {
    int* made;
    int* gone;
    int value;
    __tile__ Count(int* made, int* gone, int v) : made(made), gone(gone), value(v) { ++*made; }
    __tile__ Count(Count const& o) : made(o.made), gone(o.gone), value(o.value) { ++*made; }
    __tile__ ~Count() { ++*gone; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    int made = 0, gone = 0;
    {
        Count c(&made, &gone, n);
        auto f = [c] { return c.value; };
        out[0] = f();
    }
    out[1] = made;
    out[2] = gone;
}

// case: destructor_of_parameter
// spec: [expr.call], [class.copy.ctor]
// arg: i32 = 7
// arg: out i32[3]
// expect: [2, 2, 9]
// note: a parameter is an object of the call, made from the argument and destroyed.
struct Counted {
    int* made;
    int* gone;
    __tile__ Counted(int* made, int* gone) : made(made), gone(gone) { ++*made; }
    __tile__ Counted(Counted const& o) : made(o.made), gone(o.gone) { ++*made; }
    __tile__ ~Counted() { ++*gone; }
};
__tile__ int use(Counted c, int n) { return n + *c.made; }

extern "C" __tile_global__ void test(int n, int* out) {
    int made = 0, gone = 0;
    {
        Counted c(&made, &gone);
        out[2] = use(c, n);
    }
    out[0] = made;
    out[1] = gone;
}

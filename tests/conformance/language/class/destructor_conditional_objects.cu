// case: destructor_conditional_objects
// spec: [class.dtor], [expr.cond], [class.temporary]
// arg: i32[2] = [0, 1]
// arg: out i32[8]
// expect: [1, 3, 11, 7, 2, 3, 22, 7]
// note: which object is made depends on the data; exactly that one is destroyed.
struct Tag {
    int* log;
    int digit;
    __tile__ Tag(int* log, int digit) : log(log), digit(digit) {}
    __tile__ Tag(Tag const& o) : log(o.log), digit(o.digit) {}
    __tile__ ~Tag() { *log = *log * 10 + digit; }
};
__tile__ Tag choose(int* log, bool c) {
    if (c) return Tag(log, 2);
    return Tag(log, 1);
}

extern "C" __tile_global__ void test(int* in, int* out) {
    for (int k = 0; k < 2; ++k) {
        int log = 0;
        {
            Tag t = in[k] ? Tag(&log, 2) : Tag(&log, 1);
            out[4 * k] = t.digit + log;
        }
        out[4 * k + 1] = 3;
        int twice = 0;
        {
            Tag a = choose(&twice, in[k] != 0);
            Tag const& b = choose(&twice, in[k] != 0);
        }
        out[4 * k + 2] = twice;
        int some = 0;
        if (in[k] == 0) Tag made(&some, 7);
        else Tag other(&some, 7);
        out[4 * k + 3] = some;
    }
}

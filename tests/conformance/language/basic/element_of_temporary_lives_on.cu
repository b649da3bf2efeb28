// case: element_of_temporary_lives_on
// spec: [class.temporary]/6
// arg: inout i32[8] = zeros
// expect: [3657, 0, 4, 3, 3, 6, 365, 3665]
// note: a reference to an element of an array member of a temporary lets the temporary live as long as itself
struct S {
    int* log;
    int b[2];
    __tile__ ~S() { *log = *log * 10 + b[0]; }
};
struct Outer {
    S s[2];
};
__tile__ S make(int* log, int n) { return {log, {n, n + 1}}; }
extern "C" __tile_global__ void test(int* out) {
    {
        int&& r = make(out, 3).b[1];
        out[1] = out[0];
        out[2] = r;
    }
    out[3] = out[0];
    {
        const int& r = Outer{make(out, 5), make(out, 6)}.s[1].b[0];
        out[4] = out[0];
        out[5] = r;
    }
    out[6] = out[0];
    {
        const int r = make(out, 7).b[1];
        out[7] = out[0] + r;
    }
}

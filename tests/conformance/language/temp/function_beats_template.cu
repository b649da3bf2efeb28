// case: function_beats_template
// spec: [over.match.best]
// arg: out i32[4]
// expect: [1, 2, 2, 1]
__tile__ int f(int) { return 1; }
template <class T>
__tile__ int f(T) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(1);
    out[1] = f('a');
    out[2] = f<>(1);
    out[3] = (f)(7);
}

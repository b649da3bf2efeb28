// case: unique_names
// spec: [cpp.concat]
// arg: i32 = 4
// arg: out i32[2]
// expect: [9, 1]
// note: an argument beside `##` is not expanded, so the usual macro needs two steps.
#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define UNIQUE(name) CONCAT(name, __COUNTER__)
#define LINED(name) CONCAT(name, __LINE__)

extern "C" __tile_global__ void test(int n, int* out) {
    int UNIQUE(x) = n;
    int UNIQUE(x) = 5;
    out[0] = x0 + x1;
#line 50
    int LINED(at) = 1;
    out[1] = at50;
}

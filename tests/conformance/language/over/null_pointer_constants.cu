// case: null_pointer_constants
// spec: [conv.ptr]/1, [over.ics.rank]
// arg: out i32[5]
// expect: [1, 2, 4, 6, 1]
__tile__ int f(int) { return 1; }
__tile__ int f(int*) { return 2; }
__tile__ int g(int*) { return 3; }
__tile__ int g(decltype(nullptr)) { return 4; }
__tile__ int h(bool) { return 5; }
__tile__ int h(void const*) { return 6; }

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(0);
    out[1] = f(nullptr);
    out[2] = g(nullptr);
    out[3] = h(nullptr);
    int* p = 0;
    out[4] = p == nullptr && nullptr == p;
}

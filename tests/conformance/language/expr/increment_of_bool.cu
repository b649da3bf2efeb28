// case: increment_of_bool
// spec: [expr.pre.incr]/1
// reject: E0509 bool has no ++ since C++17
extern "C" __tile_global__ void test(int* out) {
    bool b = false;
    ++b;
    *out = b;
}

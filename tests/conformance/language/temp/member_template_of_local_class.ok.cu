// case: member_template_of_local_class
// spec: [temp.mem]
// accept: the same, corrected
extern "C" __tile_global__ void test(int* out) {
    auto twice = [](auto x) { return x + x; };
    *out = twice(1);
}

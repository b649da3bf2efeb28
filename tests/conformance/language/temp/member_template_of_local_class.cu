// case: member_template_of_local_class
// spec: [temp.mem]
// reject: E0415 a local class has no member templates, auto parameters make one
extern "C" __tile_global__ void test(int* out) {
    struct Twice {
        __tile__ int operator()(auto x) const { return x + x; }
    };
    *out = Twice()(1);
}

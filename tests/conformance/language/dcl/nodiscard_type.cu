// case: nodiscard_type
// spec: [dcl.attr.nodiscard]
// warns: E0532 a class returned by value, not by reference
struct [[nodiscard]] Status {
    int code;
};
__tile__ Status run(int* p) {
    *p = 1;
    return {0};
}
__tile__ Status& same(Status& s) { return s; }

extern "C" __tile_global__ void test(int* out) {
    run(out);
    Status s = run(out);
    same(s);
}

// case: incomplete_class_pointer
// spec: [basic.types]/5, [basic.compound]
// arg: out i32[2]
// expect: [8, 1]
// note: pointers and references to an incomplete class are complete types.
struct S;
__tile__ bool is_null(S* p) { return p == nullptr; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(S*);
    out[1] = is_null(nullptr);
}

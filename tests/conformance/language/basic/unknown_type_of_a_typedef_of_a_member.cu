// case: unknown_type_of_a_typedef_of_a_member
// spec: [basic.lookup.unqual]
// reject: E0301 the typedef is wrong, and the kernel needs the member that is declared by it
struct S {
    typedef Unknown F;
    static F h;
};
extern "C" __tile_global__ void test(int* out) { *out = S::h; }

// case: member_and_type_of_one_name
// spec: [class.mem.general]/5
// reject: E0309 nothing looks `a` up, and the class is ill-formed all the same
struct S {
    static constexpr int a = 1;
    typedef int a;
};
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }

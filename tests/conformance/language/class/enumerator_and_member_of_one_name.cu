// case: enumerator_and_member_of_one_name
// spec: [class.mem.general]/5
// reject: E0309 the enumerators are members
template <class T> struct S {
    enum { b = 2 };
    static constexpr int b = 3;
};
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }

// case: member_template_and_member_of_one_name
// spec: [class.mem.general]/5
// reject: E0309 a template overloads with functions only
struct S {
    template <class T> struct a {};
    int a = 3;
};
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }

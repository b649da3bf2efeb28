// case: static_data_member_of_a_local_class
// spec: [class.local]/3
// reject: E0323 a local class has none
extern "C" __tile_global__ void test(int* out) {
    struct Local {
        static const int size = 3;
    };
    *out = Local::size;
}

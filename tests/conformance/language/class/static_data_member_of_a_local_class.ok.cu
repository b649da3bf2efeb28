// case: static_data_member_of_a_local_class
// spec: [class.local]/3
// accept: the same, corrected
extern "C" __tile_global__ void test(int* out) {
    struct Local {
        enum { size = 3 };
    };
    *out = Local::size;
}

// case: deleted_assignment_by_const
// spec: [class.copy.assign]
// accept: the same, corrected
struct Fixed {
    int n = 1;
};

extern "C" __tile_global__ void test(int* out) {
    Fixed a, b;
    a = b;
    *out = a.n;
}

// case: deleted_assignment_by_const
// spec: [class.copy.assign]
// reject: E0502 a constant member deletes the assignment
struct Fixed {
    const int n = 1;
};

extern "C" __tile_global__ void test(int* out) {
    Fixed a, b;
    a = b;
    *out = a.n;
}

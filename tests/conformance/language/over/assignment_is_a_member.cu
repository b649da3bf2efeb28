// case: assignment_is_a_member
// spec: [over.ass]
// reject: E0324 every class has a member operator= that would hide it
struct V {
    int x;
};
__tile__ V& operator=(V& v, int x) {
    v.x = x;
    return v;
}

extern "C" __tile_global__ void test(int* out) { *out = 1; }

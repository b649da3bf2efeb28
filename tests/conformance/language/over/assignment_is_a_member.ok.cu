// case: assignment_is_a_member
// spec: [over.ass]
// accept: the same, corrected
struct V {
    int x;
    __tile__ V& operator=(int value) {
        x = value;
        return *this;
    }
};

extern "C" __tile_global__ void test(int* out) {
    V v{1};
    v = 2;
    *out = v.x;
}

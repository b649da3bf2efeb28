// case: postfix_takes_an_int
// spec: [over.inc]
// accept: the same, corrected
struct It {
    int at;
    __tile__ It operator++(int) { return {at++}; }
};

extern "C" __tile_global__ void test(int* out) {
    It it{1};
    *out = (it++).at;
}

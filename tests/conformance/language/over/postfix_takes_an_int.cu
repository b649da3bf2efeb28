// case: postfix_takes_an_int
// spec: [over.inc]
// reject: E0324 the parameter only tells postfix from prefix
struct It {
    int at;
    __tile__ It operator++(unsigned) { return {at++}; }
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }

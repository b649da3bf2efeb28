// case: rewritten_from_no_bool
// spec: [over.match.oper]/9
// accept: the same, corrected
struct Key {
    int value;
    __tile__ bool operator==(int other) const { return value == other; }
};
extern "C" __tile_global__ void test(int* out, int n) { *out = Key{n} != 1; }

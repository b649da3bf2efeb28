// case: alternative_tokens
// spec: [lex.digraph]
// arg: i32 = 12
// arg: i32 = 10
// arg: out i32[9]
// expect: [8, 14, 6, -13, 1, 1, 0, 1, 9]
struct Number {
    int value;
    __tile__ Number operator bitand(Number other) const { return {value bitand other.value}; }
    __tile__ bool operator not() const { return value == 0; }
};

extern "C" __tile_global__ void test(int a, int b, int* out) {
    out[0] = (Number{a} bitand Number{b}).value;
    out[1] = a bitor b;
    out[2] = a xor b;
    out[3] = compl a;
    out[4] = a == 12 and b == 10;
    out[5] = a == 0 or b not_eq a;
    out[6] = not Number{b};
    int x = 1;
    x or_eq 8;
    x and_eq compl 1;
    x xor_eq 9;
    out[7] = x;
    int&& r = a - 3;
    int bitand l = r;
    out[8] = l;
}

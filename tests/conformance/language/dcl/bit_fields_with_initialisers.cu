// case: bit_fields_with_initialisers
// spec: [class.bit]
// arg: out i32[5]
// arg: i32 = 9
// expect: [3, -1, 1, 2, 12]

struct Flags {
    unsigned low : 3 = 3;
    int sign : 2 {-1};
    bool on : 1 = true;
    int : 0;
    unsigned next : 4 = 2, all : 32 = 12;
};

extern "C" __tile_global__ void test(int* out, int n) {
    Flags f;
    out[0] = f.low;
    out[1] = f.sign;
    out[2] = f.on;
    out[3] = f.next;
    out[4] = f.all;
}

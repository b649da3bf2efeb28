// case: bit_fields_in_memory
// spec: [class.bit]
// arg: inout u32[2] = [0xFFFFFFFF, 0]
// arg: i32 = 5
// arg: out i32[7]
// expect: [0xF7FFFFAB, 0x00000500]
// expect: [3, -3, 1, 21, -2, 1, 9]
// note: neighbours share their unit, so a write leaves their bits as they are.
struct Flags {
    unsigned low : 3;
    int middle : 4;
    bool flag : 1;
    unsigned rest : 24;
    unsigned short tail : 8;
    unsigned short next : 8;
};
constexpr Flags table[3] = {{1, -2, true, 9, 0, 0}, {2, 3, false, 4, 0, 0}, {7, -8, true, 21, 0, 0}};

extern "C" __tile_global__ void test(Flags* flags, int n, int* out) {
    flags->low = n - 2;
    flags->middle = n;
    flags->rest &= 0xF7FFFF;
    flags->next = n;
    out[0] = flags->low;
    flags->middle -= 8;
    out[1] = flags->middle;
    out[2] = flags->flag;
    out[3] = table[n - 3].rest;
    out[4] = table[n - 5].middle;
    out[5] = table[n - 3].flag;
    // Indexed at run time, so in memory.
    Flags local[2] = {{1, 2, false, 3, 4, 5}, {6, 7, true, 8, 9, 10}};
    for (int i = 0; i < n - 3; ++i)
        local[i].low = i;
    int sum = 0;
    for (int i = 0; i < n - 3; ++i)
        sum += local[i].middle;
    out[6] = sum;
    flags->middle = n;
}

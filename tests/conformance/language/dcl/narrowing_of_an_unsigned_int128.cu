// case: narrowing_of_an_unsigned_int128
// spec: [dcl.init.list]/7
// reject: E0504 a signed integer of 128 bits does not have all values of the unsigned one
constexpr unsigned __int128 big = (unsigned __int128)1 << 127;
constexpr __int128 small{big};
constexpr bool holds = small < 0;
extern "C" __tile_global__ void test(int* out) { *out = holds; }

//@ check
// GCC and Clang predefine these names of their 128-bit integers, and headers of toolkits specialise templates for them.
template <class T> inline constexpr int bits = 0;
template <> inline constexpr int bits<__int128_t> = 127;
template <> inline constexpr int bits<__uint128_t> = 128;
static_assert(bits<__int128> == 127 && bits<unsigned __int128> == 128 && sizeof(__uint128_t) == 16);

__tile_global__ void kernel(int* p) {
    *p = bits<int>;
}

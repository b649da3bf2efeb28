//@ check
// An exclusive or that is written for a power.
#define KEY 2
#define SWIZZLE 3
constexpr int length = 2^10; //~ warning[E0500]: `^` is exclusive or: `2^10` is 8, not 1024
constexpr long long large = 2^40; //~ warning[E0500]: `2^40` is 42, not 1099511627776
constexpr int bits = 0x2 ^ 10, three = 3^2, of_octal = 2^010;

__tile_global__ void powers(int* p) {
    p[0] = 10^3; //~ warning[E0500]: `10^3` is 9, not 1000
    p[1] = p[2] ^ 10;
    p[3] = KEY ^ SWIZZLE;
    p[2] = length + bits + three + of_octal + static_cast<int>(large);
}

// case: cstdio_printf_promotions
// spec: [cstdio.syn], [expr.call]/12
// arg: i32 = 5
// prints: 200 -3 65535 1
// prints: 1.500000 2.5 -5000000000 18446744073709551615
// prints: F| 5|5 |005|+5|0x5|5%
// prints: text cut: te| text
#include <cstdio>

extern "C" __tile_global__ void test(int n) {
    unsigned char u = 195 + n;
    signed char s = n - 8;
    unsigned short w = 65530 + n;
    printf("%d %d %d %d\n", u, s, w, n == 5);
    printf("%f %g %ld %llu\n", n * 0.3f, n / 2.0, n * -1000000000l, -1ull);
    printf("%c|%2d|%-2d|%03d|%+d|%#x|%d%%\n", 'A' + n, n, n, n, n, n, n);
    printf("%s cut: %.2s|%5s\n", "text", "text", "text");
}

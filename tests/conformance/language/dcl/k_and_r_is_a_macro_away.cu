// case: k_and_r_is_a_macro_away
// spec: [dcl.fct]
// arg: out i32[1]
// arg: i32 = 3
// expect: [6]

// Statement macros as C programs have them.
#define BEGIN {
#define END }
#define FOREVER for (;;)
#define UNLESS(c) if (!(c))

extern "C" __tile_global__ void test(int* out, int n)
BEGIN
    int sum = 0, i = 0;
    FOREVER BEGIN
        UNLESS (i <= n) break;
        sum += i++;
    END
    *out = sum;
END

// case: integer_literal_types
// spec: [lex.icon]
// arg: i32 = -1
// arg: out i32[8]
// expect: [1, 0, 1, 0, 8, 4, 8, 1]
// note: table 8: a decimal literal is int, long or long long; an octal, hexadecimal or binary one may also be unsigned. Comparing -1 with an unsigned value converts it.
template <class A, class B>
constexpr bool same = false;
template <class A>
constexpr bool same<A, A> = true;

extern "C" __tile_global__ void test(int minus, int* out) {
    out[0] = minus < 2147483647;
    out[1] = minus < 0x80000000;
    out[2] = minus < 2147483648;
    out[3] = minus < 037777777777;
    out[4] = sizeof(2147483648);
    out[5] = sizeof(0b11111111111111111111111111111111);
    out[6] = sizeof(0x100000000);
    out[7] = same<decltype(1LLU), unsigned long long> && same<decltype(1l), long> && same<decltype(1u), unsigned> &&
             same<decltype(0xFFFFFFFFFFFFFFFF), unsigned long> && same<decltype(4294967296u), unsigned long>;
}

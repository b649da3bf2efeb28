// case: char_arrays
// spec: [dcl.init.string]
// arg: out i32[6]
// expect: [40, 98, 421, 114, 126, 111]
struct Text { char s[6]; int n; };

extern "C" __tile_global__ void test(int* out) {
    char a[] = "abc";
    out[0] = sizeof(a) * 10 + a[3];
    char b[6] = "ab";
    out[1] = b[1] + b[2] + b[5];
    char c[] = {"xy"};
    out[2] = sizeof(c) * 100 + c[1];
    Text t = {"hello", 3};
    out[3] = t.s[4] + t.n;
    char16_t w[] = u"z";
    out[4] = sizeof(w) + w[0];
    char const* rows[2] = {"one", "two"};
    out[5] = rows[1][2];
}

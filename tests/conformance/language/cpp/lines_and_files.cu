// case: lines_and_files
// spec: [cpp.line]
// arg: out i32[7]
// expect: [7, 100, 103, 1, 10, 2147483647, 7]
// note: the line after `#line 100` is line 100; the digits are decimal whatever they start with, and macros are expanded first.
extern "C" __tile_global__ void test(int* out) {
    out[0] = __LINE__;
#line 100
    out[1] = __LINE__;

    // 102
    out[2] = __LINE__;
#line 200 "other.cu"
    out[3] = __FILE__[0] == 'o' && sizeof(__FILE__) == sizeof("other.cu");
#line 010
    out[4] = __LINE__;
#define HERE 2147483647 "third"
#line HERE
    out[5] = __LINE__;
#line 1
    out[6] = sizeof(__FILE__) + __LINE__;
}

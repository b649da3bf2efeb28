// case: long_string
// spec: [implimits]
// arg: i32 = 0
// arg: out i32[2]
// expect: [65537, 120]
// note: 65,536 characters after concatenation, made by macros that double what they get.
#define X16 "xxxxxxxxxxxxxxxx"
#define X32 X16 X16
#define X64 X32 X32
#define X128 X64 X64
#define X256 X128 X128
#define X512 X256 X256
#define X1024 X512 X512
#define X2048 X1024 X1024
#define X4096 X2048 X2048
#define X8192 X4096 X4096
#define X16384 X8192 X8192
#define X32768 X16384 X16384
#define X65536 X32768 X32768
constexpr char text[] = X65536;
extern "C" __tile_global__ void test(int i, int* out) {
    out[0] = sizeof(text) + i;
    out[1] = text[65535] + text[65536];
}

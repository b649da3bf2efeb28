// case: predefined_macros
// spec: [cpp.predefined]
// arg: out i32[8]
// expect: [202002, 12, 9, 1, 0, 1, 2, 1]
// note: the date and the time have fixed lengths; __COUNTER__ is GCC's and counts its uses.
#define COUNT __COUNTER__

extern "C" __tile_global__ void test(int* out) {
    out[0] = __cplusplus;
    out[1] = sizeof(__DATE__);
    out[2] = sizeof(__TIME__);
    out[3] = __STDC_HOSTED__;
    out[4] = __COUNTER__;
    out[5] = COUNT;
    out[6] = COUNT;
    constexpr char file[] = __FILE__;
    constexpr char name[] = "predefined_macros.cu";
    bool is_own = sizeof(file) >= sizeof(name);
    for (int i = 1; i <= int(sizeof(name)); ++i) is_own = is_own && file[sizeof(file) - i] == name[sizeof(name) - i];
    out[7] = is_own;
}

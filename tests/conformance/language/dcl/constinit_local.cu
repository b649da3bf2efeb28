// case: constinit_local
// spec: [dcl.constinit]/1
// reject: E0323 `constinit` is for variables with static storage
extern "C" __tile_global__ void test(int* out) {
    constinit int one = 1;
    *out = one;
}

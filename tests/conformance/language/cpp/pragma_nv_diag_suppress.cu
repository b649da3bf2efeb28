// case: pragma_nv_diag_suppress
// spec: [cpp.pragma]
// reject: E0531 nvcc's names and numbers, until they are taken back
// flags: -Werror
[[deprecated]] __tile__ int six() { return 6; }
extern "C" __tile_global__ void test(int* out) {
#pragma nv_diag_suppress deprecated_entity
    *out = six();
#pragma nv_diag_default 1215
    *out += six();
}

// case: pragma_nv_diag_suppress
// spec: [cpp.pragma]
// accept: the same, corrected
// flags: -Werror
#define QUIET(e) _Pragma("nv_diag_suppress 1215") e _Pragma("nv_diag_default 1215")
[[deprecated]] __tile__ int six() { return 6; }
extern "C" __tile_global__ void test(int* out) {
#pragma nv_diag_suppress deprecated_entity
    *out = six();
#pragma nv_diag_default 1215
    QUIET(*out += six();)
}

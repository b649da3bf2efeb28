// case: include_guards
// spec: [cpp.include]
// arg: out i32[3]
// expect: [4, 2, 7]
// note: names in quotes are found beside the including file first; a guard and #pragma once make a second reading empty.
#include "headers/guarded.h"
#include "headers/guarded.h"
#include "headers/inner/relative.h"
#include "headers/inner/../inner/relative.h"

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(Relative);
    out[1] = level_of_relative;
    out[2] = Relative{{7}}.guarded.value;
}

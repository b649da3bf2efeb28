// case: conditional_groups
// spec: [cpp.cond]
// arg: out i32[6]
// expect: [2, 3, 4, 1, 6, 5]
// note: the first group whose condition holds is taken; the conditions behind it are not even read, and what is left out need only be tokens.
#define ONE 1
extern "C" __tile_global__ void test(int* out) {
#if 0
    out[0] = 1;
#elif ONE
    out[0] = 2;
#elif this is not an expression +
    out[0] = 3;
#else
    out[0] = 4;
#endif

#ifdef NOWHERE
#if 1
    out[1] = 1;
#else
    out[1] = 2;
#endif
#elif !defined NOWHERE
    out[1] = 3;
#else
    out[1] = 4;
#endif

#if 0
#unknown directives, isn't it
#include "no such file"
#error not here
#elif defined ONE && defined(ONE) && !defined TWO
    out[2] = 4;
#endif

#define DEFINED_LATER
#if defined DEFINED_LATER
#undef DEFINED_LATER
#ifndef DEFINED_LATER
    out[3] = 1;
#endif
#endif

    #  /* blanks and comments */ if ONE // before and behind
    out[4] = 6;
    #  endif
    #
    out[5] = 5;
}

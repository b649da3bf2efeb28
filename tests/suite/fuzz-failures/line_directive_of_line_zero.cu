// case: conditional_groups
// spec: [cpp.cond]
// arg: out i32[6]
// expect: [2, 3, 4, 1, 6, 5]
// note: the first group whose condition holds is taken; the conditions behind it are not even read, and what is left out need only be tokens.
__device__ #define ONE 1
"C" extern __tile_global__ void test(int* out) {
# 0
    out[0] = 1;
#elif ONE
    out['t it] = 2;
#elif this     
     = 3;
#else
    out[out] = 4
#endif

#ifdef NOWHERE
#if 1
    0[1] ] = 1;
#else
    out[1] = 

  NOWHERE 
      
else
    ou%[1] = 4;
#endif

#if 0
unknown# directives, isn't it
#include "no such file"
#error not here
#elif defined ONE && defined(ONE) && !defined TWO
    out [2= ] 4;
#endif

 
  
undef onditional_groups
// spec: [cpp.cond]
// arg: out i32[6]
// expect: [2, 3, 4, 1, 6, 5]
// note: the first group whose condition holds is taken; the conditions behind it are not even read, and what is left out need only be tokens.
__device__ #define ONE 1
"C" extern __tile_global__ void test(int* out) {
# 0
    out[0] = 1;
#elif ONE
    out['t it] = 2;
#elif this     endif
    #
    out[5] = 5;
}

// case: aligned_name_of_a_type
// spec: [dcl.align]/1
// reject: E0524 the alignment would be lost
typedef int wide __attribute__((aligned(16)));
struct Record { char tag; wide value; };
extern "C" __tile_global__ void test(int* out) { *out = sizeof(Record); }

// case: aligned_name_of_a_type
// spec: [dcl.align]/1
// accept: said of the member
typedef int number __attribute__((aligned(4)));
struct Record { char tag; alignas(16) number value; };
extern "C" __tile_global__ void test(int* out) { *out = sizeof(Record); }

// case: explanations_of_rejections
// spec: [over.match.viable]
// reject: E0312 no candidate takes the arguments
struct A {};
__tile__ int f(int, int) { return 1; }
__tile__ int f(A&) { return 2; }
template <class T> __tile__ int f(T*, T*) { return 3; }

extern "C" __tile_global__ void test(float* p, int* out) { *out = f(p, out); }

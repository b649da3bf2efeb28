// One header, several translation units: this one instantiates explicitly what others declare extern.
#include "units.cuh"
template __tile_global__ void shared_kernel<float>(float*, float);
template struct Runner<double>;
void a(float* f) { static_helper(f); Runner<float>{}.run(f); inline_runner(f); }

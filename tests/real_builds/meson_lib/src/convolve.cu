// Explicit instantiations, `extern template`, explicit specialisations.
#include "filters_tile.cuh"
namespace filters {
template <class T, int Taps>
__tile_global__ void convolve(const T* in, T* out) {
  auto i = ct::iota<lanes<128>>();
  auto sum = ct::load(in + i);
  for (int k = 1; k < Taps; ++k) sum = sum + ct::load(in + (i + k));
  ct::store(out + i, sum);
}
template <>
__tile_global__ void convolve<float, 1>(const float* in, float* out) { ct::store(out, ct::load(in)); }
template __tile_global__ void convolve<float, 3>(const float*, float*);
template __tile_global__ void convolve<double, 3>(const double*, double*);
extern template __tile_global__ void convolve<int, 3>(const int*, int*);
void run(const int* in, int* out) {
  convolve<int, 3><<<1, 1>>>(in, out);
  convolve<int, 5><<<1, 1>>>(in, out);
}
}

// Overloads of one name, chosen by the arguments.
#include "filters_tile.cuh"
namespace filters {
template <class T>
__tile_global__ void erode(T* p) { ct::store(p, ct::load(p)); }
template <class T>
__tile_global__ void erode(T* p, int radius) { ct::store(p, T(radius)); }
template <class T>
__tile_global__ void erode(const T* in, T* out, int radius) { ct::store(out, ct::load(in)); }
__tile_global__ void erode(double* p) { ct::store(p, 1.0); }
template <int Radius, class T>
__tile_global__ void dilate(T* p) { ct::store(p, T(Radius)); }
template <class T, int Radius = 4>
__tile_global__ void dilate(T* p) { ct::store(p, T(Radius)); }
void run(float* f, const float* cf, double* d, int* i) {
  erode<<<1, 1>>>(f);
  erode<<<1, 1>>>(f, 3);
  erode<<<1, 1>>>(cf, f, 3);
  erode<<<1, 1>>>(d);
  erode<double><<<1, 1>>>(d);
  dilate<3><<<1, 1>>>(i);
  dilate<float><<<1, 1>>>(f);
  void (*chosen)(int*, int) = erode;
  chosen<<<1, 1>>>(i, 1);
}
}

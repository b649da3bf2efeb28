// Explicit instantiation, extern templates, declarations before definitions.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T> __tile_global__ void later(T* p);
__tile_global__ void plain_later(float* p);
template <class T> __tile_global__ void launched(T* p);
template <class T> void launch(T* p) { launched<<<1, 1>>>(p); later<T><<<1, 1>>>(p); }
template <class T> __tile_global__ void here(T* p) { ct::store(p, T(1)); }
template __tile_global__ void here(float*);
template __tile_global__ void here<double>(double* p);
extern template __tile_global__ void here<int>(int*);
extern template __tile_global__ void here<short>(short*);
template __tile_global__ void here<short>(short*);
template <class T> struct Op { static void run(T* p); void other(T* p); };
template <class T> void Op<T>::run(T* p) { later<T><<<1, 1>>>(p); }
template <class T> void Op<T>::other(T* p) { launched<T><<<1, 1>>>(p); }
template struct Op<char>;
extern template struct Op<unsigned>;
template <class T> void launch_here(T* p) { here<T><<<1, 1>>>(p); }
extern template void launch_here<unsigned char>(unsigned char*);
template void launch_here<signed char>(signed char*);
void use(int* i, unsigned* u) { plain_later<<<1, 1>>>(nullptr); launch(i); here<int><<<1, 1>>>(i); Op<unsigned>::run(u); launch_here<unsigned char>(nullptr); }
template <class T> __tile_global__ void later(T* p) { ct::store(p, T(2)); }
template <class T> __tile_global__ void launched(T* p) { ct::store(p, T(3)); }
__tile_global__ void plain_later(float* p) { ct::store(p, 1.f); }
__tile_global__ void never_launched(float* p) { ct::store(p, 1.f); }

// Launches as formatters and people lay them out.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <class T, int N> __tile_global__ void kernel_with_a_long_name(T* p, int a, int b) { ct::store(p, T(N)); }
template <int N> __tile_global__ void k(float* p) { ct::store(p, float(N)); }
struct dims { dim3 g, b; };
dims get(int n);
void run(float* p, double* d) {
  kernel_with_a_long_name<float,
                          32>
      <<<dim3(1, 2, 3),  // the grid
         dim3(1),
         /* no shared memory */ 0>>>(
          p,
          1,
          2);
  kernel_with_a_long_name<double, 16> <<<1, 1>>> (d, 1, 2);
  k<1><<<get(1).g,get(1).b>>>(p),k<2><<<1,1>>>(p);
  if (p) k<3><<<{1, 1, 1}, {1}>>>(p); else k<4><<<1, 1>>>(p);
  for (int i = 0; i < 2; ++i) k<5><<<i << 1, 1 >> 0>>>(p);
  p ? k<6><<<1, 1>>>(p) : k<7><<<1, 1>>>(p);
  (k<8>)<<<1, 1>>>(p);
  (*&k<9>)<<<1, 1>>>(p);
  [p] { k<10><<<1, 1>>>(p); }();
  switch (int x = 3) { case 3: k<11><<<1, 1>>>(p); }
  auto r = (k<12><<<1, 1>>>(p), cudaGetLastError()); (void)r;
  k<13><<<dim3(1), dim3(1), (1 > 0 ? 2 : 3)>>>(p);
  while (false) k<14><<<1, 1>>>(p);
  try { k<15><<<1, 1>>>(p); } catch (...) { k<16><<<1, 1>>>(p); }
}

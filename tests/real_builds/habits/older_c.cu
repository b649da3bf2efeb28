/* C habits: macros around everything, goto, typedefs, casts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <errno.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include "cuda_tile.h"
#define CHECK(call) do { cudaError_t err_ = (call); if (err_ != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); goto done; } } while (0)
#define LAUNCH(k, g, ...) k<<<(g), 1, 0, stream>>>(__VA_ARGS__)
#define KERNEL(name, T) template <int N> __tile_global__ void name##_##T(T *x) { x[0] = N; }
#define TYPES(X) X(float) X(int) X(double)
#define DEF(T) KERNEL(set, T)
TYPES(DEF)
#define RUN(T) LAUNCH(set_##T<sizeof(T)>, n, (T *)buf);
#define IF_ELSE(c, a, ...) __VA_OPT__(if (c) a; else __VA_ARGS__)
typedef void (*kern_t)(int *);
typedef struct { const char *name; kern_t f; } row_t;
template <int N> __tile_global__ void step(int *x) { x[0] += N; }
static kern_t const rows[2] = { step<1>, (kern_t)step<2> };
static row_t named[] = { { "three", step<3> }, { "four", &step<4> } };
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
extern "C" int run(int n, void *buf) {
  cudaStream_t stream = 0; int rc = EXIT_FAILURE; void *args[] = { &buf }; register_t unused = 0; (void)unused;
  CHECK(cudaStreamCreate(&stream));
  TYPES(RUN)
  IF_ELSE(n > 3, LAUNCH(step<5>, 1, (int *)buf), LAUNCH(step<6>, 1, (int *)buf));
  CHECK(cudaLaunchKernel((const void *)step<7>, dim3(n), dim3(1), args, 0, stream));
  CHECK(cudaFuncSetAttribute((const void *)&step<8>, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
  switch (n) { case 1: step<9><<<1, 1>>>((int *)buf); break; default: rows[n & 1]<<<1, 1>>>((int *)buf); }
  named[0].f<<<1, 1>>>((int *)buf);
  qsort(buf, n, sizeof(int), compare);
  assert(!"never" || 1);
  rc = 0;
done:
  return rc;
}

// Constants of classes whose members have classes without a name.
#include <cuda_tile.h>

struct Config {
  int m;
  struct {
    int a, b;
  } inner{1, 2};
  struct {
    struct {
      int deep;
    } x;
  } outer{{3}};
};
template <Config C> __tile_global__ void configured(int* p) { cuda::tiles::store(p, C.m + C.inner.b + C.outer.x.deep); }

void launch(int* p) {
  configured<Config{1}><<<1, 1>>>(p);
  configured<Config{2, {5, 6}, {{7}}}><<<1, 1>>>(p);
}

#include <curand_kernel.h>
#include <cuda_tile.h>
#include <random>
namespace ct = cuda::tiles;
__global__ void init(curandStatePhilox4_32_10_t* states, unsigned long long seed) { curand_init(seed, threadIdx.x, 0, states + threadIdx.x); }
__global__ void noise(curandStatePhilox4_32_10_t* states, float4* out) { out[threadIdx.x] = curand_normal4(states + threadIdx.x); }
template <class T, int N> __tile_global__ void mix(T* x, const float* by, T amount) { auto i = ct::iota<ct::tile<int, ct::shape<N>>>(); ct::store(x + i, ct::load(x + i) + amount * ct::element_cast<T>(ct::load(by + i))); }
template <class Engine, class T> void add_noise(Engine& engine, T* x, float4* scratch, curandStatePhilox4_32_10_t* states) {
  init<<<1, 64>>>(states, engine()); noise<<<1, 64>>>(states, scratch);
  std::uniform_int_distribution<int> flip(0, 1);
  if (flip(engine)) mix<T, 256><<<1, 1>>>(x, &scratch->x, T(1)); else mix<T, 128><<<1, 1>>>(x, &scratch->x, T(2));
}
int main() { std::mt19937_64 engine; add_noise(engine, (float*)nullptr, nullptr, nullptr); std::minstd_rand small; add_noise(small, (double*)nullptr, nullptr, nullptr); }

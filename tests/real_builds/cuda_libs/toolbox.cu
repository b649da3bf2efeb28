// Every header of the toolkit that a program of both kinds of kernels includes.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda/annotated_ptr>
#include <cuda/functional>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/chrono>
#include <cuda/std/expected>
#include <cuda/std/inplace_vector>
#include <cuda/std/variant>
#include <cuda/stream_ref>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cuda_tile.h>
#include <mma.h>
#include <nv/target>

#include <cassert>
#include <cstdio>
#include <variant>

namespace ct = cuda::tiles;

template <class T>
__device__ T warp_max(T x) {
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2) x = max(x, __shfl_xor_sync(0xffffffffu, x, offset));
    return x;
}

template <class T>
__device__ auto twice(T x) -> decltype(x + x) { return __ldg(&x) + x; }
__device__ auto lane() { unsigned id; asm("mov.u32 %0, %%laneid;" : "=r"(id)); return id; }

__host__ __device__ inline int where() {
    NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return threadIdx.x;), (return -1;))
}

struct Params { float scale; int n; const float* __restrict__ in; float* __restrict__ out; };
__managed__ int launches;
__device__ __constant__ Params defaults;

__global__ void textured(cudaTextureObject_t texture, cudaSurfaceObject_t surface, const __grid_constant__ Params params) {
    __shared__ __align__(16) float tile[32][33];
    float4 t = tex2D<float4>(texture, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
    tile[threadIdx.y][threadIdx.x] = t.x + params.in[blockIdx.x];
    __syncthreads();
    surf2Dwrite(tile[threadIdx.x][threadIdx.y], surface, threadIdx.x * 4, threadIdx.y);
    if (threadIdx.x == 0) printf("%d %d\n", where(), lane());
    assert(warp_max(t.y) >= 0 && twice(1.0f) > 0);
}

__global__ void tensor_cores(const __half* a, const __half* b, float* c) {
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

template <int Stages, class T>
__global__ void pipelined(const T* in, T* out, size_t n) {
    __shared__ T stage[Stages][256];
    auto block = cooperative_groups::this_thread_block();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(block, stage[0], in, sizeof(T) * 256, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[threadIdx.x] = stage[0][threadIdx.x];
    pipe.consumer_release();
}

template <class T, int N, bool Accumulate>
__tile_global__ void copy(const T* in, T* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<N>>>();
    if constexpr (Accumulate) ct::store(out + i, ct::load(in + i) + ct::load(out + i));
    else ct::store(out + i, ct::load(in + i));
}

template <class T>
struct Step {
    int stages;
    bool accumulate;
    template <class F> void dispatch(F&& f) const {
        auto with = [&](auto a) {
            switch (stages) {
            case 2: return f(std::integral_constant<int, 2>{}, a);
            case 3: return f(std::integral_constant<int, 3>{}, a);
            default: return f(cuda::std::integral_constant<int, 4>{}, a);
            }
        };
        accumulate ? with(cuda::std::true_type{}) : with(cuda::std::false_type{});
    }
    void run(const T* in, T* out, cuda::stream_ref stream) const {
        dispatch([&](auto n, auto a) {
            pipelined<decltype(n)::value, T><<<1, 256, 0, stream.get()>>>(in, out, 256);
            copy<T, 32 * (1 << decltype(n)::value), decltype(a)::value><<<1, 1, 0, stream.get()>>>(in, out);
        });
    }
};

int main() {
    float* p = nullptr;
    Step<float>{2, true}.run(p, p, cudaStream_t{});
    Step<__half>{3, false}.run(reinterpret_cast<__half*>(p), reinterpret_cast<__half*>(p), cudaStream_t{});
    cuda::std::variant<float, double> v = 2.0f;
    cuda::std::visit([&](auto x) { copy<decltype(x), 8, false><<<1, 1>>>(&x, &x); }, v);
    cuda::atomic_ref<int, cuda::thread_scope_system>(launches).fetch_add(1, cuda::std::memory_order_relaxed);
    textured<<<dim3(4, 4), dim3(32, 32)>>>({}, {}, Params{1.0f, 4, p, p});
    tensor_cores<<<1, 32>>>(nullptr, nullptr, p);
    auto functor = cuda::proclaim_return_type<int>([](int x) { return x + where(); });
    return functor(3);
}

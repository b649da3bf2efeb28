//@ check
// Memory that host code allocates, copies, passes to kernels and reads.
#include "cuda_tile.h"
#include <vector>
namespace ct = cuda::tiles;

__tile_global__ void twice(float* p, int n) { p[0] = 2.0f * n; }
__tile_global__ void copy(const float* from, float* to, int n) { to[0] = from[n - 1]; }
__tile_global__ void clear_bytes(unsigned char* p, int n) { p[0] = n > 0; }

#define CHECK(call)                                                                                                      \
    do {                                                                                                                 \
        cudaError_t error = call;                                                                                        \
        if (error != cudaSuccess)                                                                                        \
            exit(error);                                                                                                 \
    } while (0)

template <class T>
T* to_device(const std::vector<T>& host) {
    T* device = nullptr;
    cudaMalloc(&device, host.size()); //~ warning[E0906]: `cudaMalloc` takes a number of bytes, but `host.size()` is a number of elements of type `T`; help: write `host.size() * sizeof(T)`
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}

void elements(int n, int rows, size_t pitch) {
    const size_t bytes = n * sizeof(float);
    size_t size = n * sizeof(float);
    int grown = n;
    grown *= sizeof(float);
    float *a, *b, *c, *d;
    unsigned char* e;
    void* raw;
    std::vector<float> h(n);
    std::vector<float> g(rows * 4);
    CHECK(cudaMalloc(&a, n)); //~ warning[E0906]: `cudaMalloc` takes a number of bytes, but `n` is a number of elements of type `float`
    cudaMalloc((void**)&b, rows + n);
    cudaMalloc(&c, bytes);
    cudaMalloc(&d, rows * 4); //~ warning[E0906]: `cudaMalloc` takes a number of bytes, but `rows * 4` is a number of elements of type `float`
    cudaMalloc(&e, n);
    cudaMalloc(&raw, n);
    cudaMallocAsync(reinterpret_cast<void**>(&b), n, 0); //~ warning[E0906]: `cudaMallocAsync` takes a number of bytes
    cudaMemset(a, 0, size);
    cudaMemset(a, 0, grown);
    cudaMemset(a, 0, n); //~ warning[E0906]: `cudaMemset` takes a number of bytes
    cudaMemcpy(a, h.data(), n, cudaMemcpyHostToDevice); //~ warning[E0906]: `cudaMemcpy` takes a number of bytes
    cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy2D(a, pitch, h.data(), pitch, n, rows, cudaMemcpyHostToDevice);
    twice<<<1, 1>>>(a, n);
    clear_bytes<<<1, 1>>>(e, n);
}

// A number of bytes by another name.
void rest(float* from, int length) {
    float* p;
    cudaMalloc(&p, length);
    cudaMemcpy(p, from, length, cudaMemcpyDefault);
    twice<<<1, 1>>>(p, length / sizeof(float));
}

void pointers(std::vector<float>& input, float* given, int n) {
    std::vector<float> result(n);
    float local[16], last = 0;
    float* heap = new float[n];
    float* allocated = static_cast<float*>(malloc(n * sizeof(float)));
    float* pinned = new float[n];
    float* reused = new float[n];
    float *d_input, *d_result;
    CHECK(cudaHostRegister(pinned, n * sizeof(float), cudaHostRegisterMapped));
    cudaMalloc(&d_input, n * sizeof(float));
    cudaMalloc(&d_result, n * sizeof(float));
    cudaMalloc(&reused, n * sizeof(float));
    cudaMemcpy(d_input, input.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    copy<<<1, 1>>>(input.data(), d_result, n); //~ warning[E0907]: the launch of `copy` passes `input.data()`, which points to memory of the host; help: pass `d_input`, its copy in memory of the device
    copy<<<1, 1>>>(d_input, &result[0], n); //~ warning[E0907]: the launch of `copy` passes `&result[0]`
    copy<<<1, 1>>>(d_input, &last, 1); //~ warning[E0907]: the launch of `copy` passes `&last`
    copy<<<1, 1>>>(local, heap, n); //~ warning[E0907]: the launch of `copy` passes `local` //~ warning[E0907]: the launch of `copy` passes `heap`
    copy<<<1, 1>>>(d_input, allocated, n); //~ warning[E0907]: the launch of `copy` passes `allocated`
    copy<<<1, 1>>>(d_input, pinned, n);
    copy<<<1, 1>>>(d_input, reused, n);
    copy<<<1, 1>>>(given, d_result, n);
    cudaMemcpy(d_result, result.data(), n * sizeof(float), cudaMemcpyDeviceToHost); //~ warning[E0909]: the copy says `cudaMemcpyDeviceToHost`, but goes from memory of the host to memory of the device
    cudaMemcpy(&last, d_result, sizeof last, cudaMemcpyDeviceToDevice); //~ warning[E0909]: the copy says `cudaMemcpyDeviceToDevice`, but goes from memory of the device to memory of the host
    cudaMemcpy(result.data(), d_result, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(d_result, d_input, n * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemcpy(given, d_input, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(result.data(), d_result, n * sizeof(float), cudaMemcpyDefault);
}

// The GPU may reach the memory of the host.
void shared(std::vector<float>& input, int n) {
    int reaches = 0;
    cudaDeviceGetAttribute(&reaches, cudaDevAttrPageableMemoryAccess, 0);
    if (reaches)
        twice<<<1, 1>>>(input.data(), n);
}

float waits(int n, bool which) {
    float *p, *q;
    cudaMallocManaged(&p, n * sizeof(float));
    cudaMallocManaged(&q, n * sizeof(float));
    p[0] = 1.0f;
    twice<<<1, 1>>>(p, n);
    float first = q[0];
    first += p[n - 1]; //~ warning[E0908]: host code accesses the managed memory `p` while the kernel `twice` may still use it; help: `cudaDeviceSynchronize();`
    twice<<<1, 1>>>(p, n);
    cudaDeviceSynchronize();
    first += p[0];
    twice<<<1, 1>>>(q, n);
    CHECK(cudaGetLastError());
    *q = 2.0f; //~ warning[E0908]: host code accesses the managed memory `q` while the kernel `twice` may still use it
    twice<<<1, 1>>>(p, n);
    wait_for_all();
    first += p[0];
    if (which) {
        twice<<<1, 1>>>(p, n);
    } else {
        first += p[0];
    }
    twice<<<1, 1>>>(p, n);
    cudaMemPrefetchAsync(&p[0], n * sizeof(float), 0);
    first *= n * q[0];
    cudaStreamSynchronize(0);
    return first + p[0];
}

void grids(float* p) {
    const int n = 1000, full = 2048;
    twice<<<n / 1024, 1>>>(p, n); //~ warning[E0565]: the launch of `twice` has 0 tile blocks; help: round up, `(n + 1024 - 1) / 1024`
    twice<<<(n + 1023) / 1024, 1>>>(p, n);
    twice<<<full / 1024, 1>>>(p, n);
    twice<<<0, 1>>>(p, n); //~ warning[E0565]: the launch of `twice` has 0 tile blocks
}

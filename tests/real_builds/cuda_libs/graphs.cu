// Streams, events, graphs and occupancy around tile kernels.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <nvtx3/nvToolsExt.h>
#include <array>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
namespace ct = cuda::tiles;

inline void check(cudaError_t e, const char* what) { if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e)); }
inline void check(CUresult e, const char* what) { const char* s = nullptr; if (e != CUDA_SUCCESS) { cuGetErrorString(e, &s); throw std::runtime_error(std::string(what) + s); } }
#define CHECK(x) check((x), #x)

struct Range { explicit Range(const char* name) { nvtxRangePushA(name); } ~Range() { nvtxRangePop(); } };

template <int Stage, class T>
__tile_global__ void stage(T* p) { auto q = p + ct::iota<ct::tile<int, ct::shape<64>>>(); ct::store(q, ct::load(q) + T(Stage)); }

template <class T, int... Stages>
cudaGraphExec_t capture(T* data, cudaStream_t s, std::integer_sequence<int, Stages...>) {
    Range range("capture");
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    (stage<Stages><<<dim3(8, 1, 1), 1, 0, s>>>(data), ...);
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(s, &graph));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    return exec;
}

template <class T> void by_nodes(T* data) {
    cudaGraph_t graph; CHECK(cudaGraphCreate(&graph, 0));
    void* args[] = {&data};
    cudaKernelNodeParams params{};
    params.func = (void*)stage<10, T>;
    params.gridDim = 1; params.blockDim = 1; params.kernelParams = args;
    cudaGraphNode_t first, second;
    CHECK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &params));
    params.func = reinterpret_cast<void*>(&stage<11, T>);
    CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &params));
}

template <class Kernel, class... Args> float timed(Kernel kernel, cudaStream_t s, Args... args) {
    cudaEvent_t from, to; CHECK(cudaEventCreate(&from)); CHECK(cudaEventCreateWithFlags(&to, cudaEventDefault));
    CHECK(cudaEventRecord(from, s));
    kernel<<<1, 1, 0, s>>>(args...);
    CHECK(cudaEventRecord(to, s)); CHECK(cudaEventSynchronize(to));
    float ms; CHECK(cudaEventElapsedTime(&ms, from, to)); return ms;
}

int main() {
    float* data; CHECK(cudaMallocManaged(&data, 4096));
    cudaStream_t s; CHECK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 0));
    auto exec = capture(data, s, std::make_integer_sequence<int, 4>{});
    CHECK(cudaGraphLaunch(exec, s));
    by_nodes(reinterpret_cast<double*>(data));
    timed(stage<20, float>, s, data);
    timed(&stage<21, int>, s, reinterpret_cast<int*>(data));
    int blocks; CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stage<22, float>, 1, 0));
    cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, stage<23, long>));
    std::array<void (*)(float*), 2> table{stage<30, float>, stage<31, float>};
    std::thread worker([&] { for (auto k : table) k<<<1, 1, 0, s>>>(data); stage<32><<<1, 1>>>(data); });
    worker.join();
    std::function<void()> later = [=] { stage<33><<<1, 1>>>(data); };
    later();
    cudaLaunchConfig_t config{}; config.gridDim = 2; config.blockDim = 1; config.stream = s;
    cudaLaunchAttribute attribute[1]; attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization; attribute[0].val.programmaticStreamSerializationAllowed = 1;
    config.attrs = attribute; config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, stage<40, float>, data));
    void* args[] = {&data};
    CHECK(cudaLaunchKernel((const void*)stage<41, float>, 1, 1, args, 0, s));
    CHECK(cudaLaunchHostFunc(s, [](void*) {}, nullptr));
    CUfunction f; CHECK(cudaGetFuncBySymbol(&f, (void*)stage<42, float>));
}

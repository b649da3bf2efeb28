//! Programs on a GPU, with a driver for tests in the place of NVIDIA's (`driver.cc`). `tests/gpu/whole_programs` runs all programs
//! on a real one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::skip::skip;
use super::support::{files, has, text, tilec};

const PROGRAM: &str = r#"
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
extern "C" {
__device__ int total;
__tile_global__ void add(const float *a, const float *b, float *c, int n) {
  using tile = ct::tile<int, ct::shape<64>>;
  auto i = int(ct::bid().x) * 64 + ct::iota<tile>();
  ct::store_masked(c + i, ct::load_masked(a + i, i < n) + ct::load_masked(b + i, i < n), i < n);
}
__tile_global__ void count(short by) { ct::atomic_add(&total, int(by), ct::memory_order_relaxed_t{}); }
__tile_global__ void fail(int *p) { *p = 1; }
}
static int n_failed;
#define CHECK(call) check(#call, call)
static void check(const char *text, cudaError_t code) {
  if (code != cudaSuccess) std::printf("%s: %s\n", text, cudaGetErrorName(code)), ++n_failed;
}
int main() {
  const int n = 100;
  float a[n], c[n];
  for (int i = 0; i < n; ++i) a[i] = float(i);
  float *x, *y, *pinned;
  CHECK(cudaMalloc(&x, sizeof a));
  CHECK(cudaMallocManaged(&y, sizeof a));
  CHECK(cudaMallocHost(&pinned, sizeof a));
  CHECK(cudaMemcpy(x, a, sizeof a, cudaMemcpyHostToDevice));
  std::memcpy(y, a, sizeof a);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMemsetAsync(pinned, 0, sizeof a, stream));
  add<<<2, 1, 0, stream>>>(x, y, pinned, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy2DAsync(c, 40, pinned, 40, 40, 10, cudaMemcpyDefault, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%g %g\n", c[1], c[99]);
  int value = 5;
  CHECK(cudaMemcpyToSymbol(total, &value, sizeof value));
  count<<<1, 1>>>(-2);
  CHECK(cudaMemcpyFromSymbol(&value, total, sizeof value));
  std::printf("total %d\n", value);
  CHECK(cudaFree(x));
  CHECK(cudaFreeHost(pinned));
  void *large;
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&large, size_t(1) << 60)));
  return n_failed;
}
"#;

/// The part that has other results on the CPU device.
const ON_GPU: &str = r#"
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
extern "C" {
__tile_global__ void add(const float *a, const float *b, float *c, int n) { c[0] = a[0] + b[0] + n; }
__tile_global__ void fail(int *p) { *p = 1; }
}
int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  std::printf("%s, %d.%d, %d, %zu\n", device.name, device.major, device.minor, device.multiProcessorCount, device.totalGlobalMem);
  char id[32];
  cudaDeviceGetPCIBusId(id, sizeof id, 0);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, add);
  int blocks, processors;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 1, 0);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  std::printf("%s, %d, %d, %d\n", id, attributes.numRegs, blocks, processors);
  fail<<<1, 1>>>(nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int *p;
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
  std::printf("%s\n", cudaGetErrorName(cudaDeviceReset()));
  cudaGetLastError();
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
  add<<<3, 1>>>(nullptr, nullptr, nullptr, 0);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"#;

/// A managed variable, a cooperative launch, and a graph that is built node by node.
const FORMS: &str = r#"
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
extern "C" __tile_global__ void add(const float *a, const float *b, float *c, int n) { c[0] = a[0] + b[0] + n; }
__managed__ float one[2] = {1, 2};
static __managed__ float sums[2];
int main() {
  int n = 2;
  float *three, *b = one, *c = sums;
  cudaMalloc(&three, sizeof one);
  cudaMemsetParams fill = {};
  fill.dst = three;
  fill.elementSize = 4;
  fill.value = 0x40400000;
  fill.width = 2;
  fill.height = 1;
  void *arguments[] = {&three, &b, &c, &n};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void *>(add);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraph_t graph, outer;
  cudaGraphNode_t filled, added, child;
  cudaGraphCreate(&graph);
  cudaGraphAddKernelNode(&added, graph, nullptr, 0, &launch);
  cudaGraphAddMemsetNode(&filled, graph, nullptr, 0, &fill);
  cudaGraphAddDependencies(graph, &filled, &added, nullptr, 1);
  cudaGraphCreate(&outer);
  cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, outer);
  cudaGraphLaunch(executable, nullptr);
  cudaDeviceSynchronize();
  std::printf("%g %g\n", sums[0], sums[1]);
  one[0] = 10;
  std::printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel(add, dim3(264), dim3(1), arguments)));
  std::printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel(add, dim3(265), dim3(1), arguments)));
  cudaDeviceSynchronize();
  std::printf("%g %g\n", sums[0], sums[1]);
}
"#;

/// Random operations of streams. The program works out by the rules of CUDA which come before which, and compares that with the
/// order in which the driver has run them.
const ORDER: &str = r#"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <random>
#include <set>
#include <vector>
extern "C" {
__tile_global__ void note(int number) { (void)number; }
__tile_global__ void meet(int number) { (void)number; }
}
static void host(void *number) {
  FILE *log = std::fopen(std::getenv("DRIVER_LOG"), "a");
  std::fprintf(log, "at %d\n", int(intptr_t(number)));
  std::fclose(log);
}
constexpr int legacy = 0, n_blocking = 4, n_streams = 6;  // streams 4 and 5 do not block
static cudaStream_t streams[n_streams];
static std::set<int> last[n_streams];  // what is before the next operation of the stream
static std::vector<std::set<int>> before;

static std::set<int> start(int stream) {
  std::set<int> all = last[stream];
  for (int other = 0; other < n_blocking; ++other)
    if (stream == legacy || (stream < n_blocking && other == legacy)) all.insert(last[other].begin(), last[other].end());
  return all;
}
static int operation(int stream, const std::set<int> &after) {
  const int number = int(before.size());
  before.push_back(after);
  last[stream] = after;
  last[stream].insert(number);
  return number;
}
static void fork_and_join(int stream, int other) {  // as a graph
  cudaStream_t left, right;
  cudaEvent_t forked, done;
  cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
  cudaEventCreate(&forked);
  cudaEventCreate(&done);
  cudaStreamBeginCapture(left, cudaStreamCaptureModeGlobal);
  int numbers[4];
  const std::set<int> all = start(stream);
  numbers[0] = operation(stream, all);
  const std::set<int> fork = last[stream];
  numbers[1] = operation(stream, fork);
  std::set<int> join = last[stream];
  numbers[2] = operation(stream, fork);
  join.insert(last[stream].begin(), last[stream].end());
  numbers[3] = operation(stream, join);
  note<<<1, 1, 0, left>>>(numbers[0]);
  cudaEventRecord(forked, left);
  cudaStreamWaitEvent(right, forked, 0);
  note<<<1, 1, 0, right>>>(numbers[1]);
  if (other & 1) cudaLaunchHostFunc(left, host, reinterpret_cast<void *>(intptr_t(numbers[2])));
  else note<<<1, 1, 0, left>>>(numbers[2]);
  cudaEventRecord(done, right);
  cudaStreamWaitEvent(left, done, 0);
  note<<<1, 1, 0, left>>>(numbers[3]);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamEndCapture(left, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, streams[stream]);
  cudaStreamDestroy(left);
  cudaStreamDestroy(right);
}
int main(int, char **arguments) {
  cudaStreamCreate(&streams[1]);
  cudaStreamCreate(&streams[2]);
  cudaStreamCreate(&streams[3]);
  cudaStreamCreateWithFlags(&streams[4], cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&streams[5], cudaStreamNonBlocking);
  cudaEvent_t events[3], first, second;
  std::set<int> recorded[3];
  bool is_recorded[3] = {};
  for (auto &event : events) cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventCreate(&first);
  cudaEventCreate(&second);
  cudaEventRecord(first, streams[1]);
  std::mt19937 random(unsigned(std::atoi(arguments[1])));
  for (int step = 0; step < 250; ++step) {
    const int stream = random() % 12 ? 1 + int(random() % 5) : legacy, event = int(random() % 3);
    switch (random() % 8) {
      case 0:
        cudaEventRecord(events[event], streams[stream]);
        recorded[event] = last[stream] = start(stream);
        is_recorded[event] = true;
        break;
      case 1: {
        cudaStreamWaitEvent(streams[stream], events[event], 0);
        if (!is_recorded[event]) break;  // has no effect
        std::set<int> all = start(stream);
        all.insert(recorded[event].begin(), recorded[event].end());
        last[stream] = all;
        break;
      }
      case 2:
        cudaLaunchHostFunc(streams[stream], host, reinterpret_cast<void *>(intptr_t(operation(stream, start(stream)))));
        break;
      case 3:
        if (random() % 4 == 0) fork_and_join(stream, step);
        break;
      default: note<<<1, 1, 0, streams[stream]>>>(operation(stream, start(stream)));
    }
  }
  cudaEventRecord(second, streams[1]);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  float milliseconds = -1;
  std::printf("%s", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, first, second)));
  std::printf(" %d\n", milliseconds >= 0 && milliseconds < 60000);

  std::vector<int> at(before.size(), -1);
  FILE *log = std::fopen(std::getenv("DRIVER_LOG"), "r");
  char line[100];
  for (int place = 0, number; std::fgets(line, sizeof line, log); ++place)
    if (std::sscanf(line, "at %d", &number) == 1) at[number] = place;
  std::fclose(log);
  int n_wrong = 0;
  for (size_t number = 0; number < before.size(); ++number) {
    if (at[number] < 0) std::printf("%zu did not run\n", number), ++n_wrong;
    for (int earlier : before[number])
      if (at[earlier] > at[number]) std::printf("%zu ran before %d\n", number, earlier), ++n_wrong;
  }
  std::printf("%d wrong, %s\n", n_wrong, before.size() > 100 ? "many operations" : "few operations");
  // Two kernels that wait for each other.
  meet<<<1, 1, 0, streams[4]>>>(0);
  meet<<<1, 1, 0, streams[5]>>>(0);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int stream = 1; stream < n_streams; ++stream) cudaStreamDestroy(streams[stream]);
  cudaDeviceSynchronize();
}
"#;

/// Builds a program and the driver in a folder; none if the compiler is missing.
fn built(name: &str, source: &str, options: &[&str]) -> Option<PathBuf> {
    built_with("driver.cc", name, source, options)
}

/// The same with another driver.
pub fn built_with(driver: &str, name: &str, source: &str, options: &[&str]) -> Option<PathBuf> {
    if !has("g++") {
        skip("g++ is not here");
        return None;
    }
    let folder = files(name, &[("x.cu", source)]);
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/whole_programs").join(driver);
    let mut gxx = Command::new("g++");
    gxx.args(["-std=c++17", "-shared", "-fPIC", "-Wall", "-Werror", "-pthread"]);
    gxx.args(["-o", "libcuda.so.1"]).arg(driver);
    assert!(gxx.current_dir(&folder).status().expect("g++ starts").success());
    std::os::unix::fs::symlink("libcuda.so.1", folder.join("libcuda.so")).expect("a link");
    let made = tilec(&[&["build", "x.cu", "-o", "app"], options].concat(), &folder);
    assert!(made.status.success(), "{}", text(&made.stderr));
    Some(folder)
}

/// Runs the program with the driver, and says what the driver was told.
pub fn run(folder: &Path, variables: &[(&str, &str)]) -> (Output, Vec<String>) {
    run_with(folder, &[], variables)
}

/// The same with arguments.
fn run_with(
    folder: &Path,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> (Output, Vec<String>) {
    let log = folder.join("log");
    let _ = fs::remove_file(&log);
    let mut program = Command::new(folder.join("app"));
    program.env("LD_LIBRARY_PATH", folder).env("DRIVER_LOG", &log).env_remove("TILEC_DEVICE");
    program.args(arguments).envs(variables.iter().copied());
    let done = program.output().expect("the program starts");
    let calls = fs::read_to_string(&log).unwrap_or_default().lines().map(str::to_owned).collect();
    (done, calls)
}

const RESULT: &str = "2 198\ntotal 3\ncudaErrorMemoryAllocation\n";

#[test]
fn programs_use_a_gpu_if_there_is_one() {
    let Some(folder) = built("gpu", PROGRAM, &[]) else { return };
    let (done, calls) = run(&folder, &[]);
    assert_eq!(text(&done.stdout), RESULT, "{}", text(&done.stderr));
    assert!(done.status.success() && done.stderr.is_empty(), "{}", text(&done.stderr));
    let n_of = |call: &str| calls.iter().filter(|it| *it == call).count();
    for (call, n) in [
        ("retain 7", 1),
        ("device 400", 1),
        ("managed 400", 1),
        ("pinned 400", 1),
        ("image ptx 90", 1),
        ("image ptx 80", 1),
        ("set 400", 1),
        ("launch add 2x1x1", 1),
        ("copy 40", 10),
        ("launch count 1x1x1", 1),
        ("free", 1),
        ("free pinned", 1),
    ] {
        assert_eq!(n_of(call), n, "{call}: {calls:#?}");
    }
    let at = |call: &str| calls.iter().position(|it| it == call).expect("the call");
    assert!(at("set 400") < at("launch add 2x1x1") && at("launch add 2x1x1") < at("copy 40"));
}

/// The same program, the same output: without a GPU, where the environment says so, and under the sanitizer.
#[test]
fn the_environment_chooses_the_device() {
    let Some(folder) = built("gpu_choice", PROGRAM, &[]) else { return };
    for variables in [
        &[("TILEC_DEVICE", "cpu")][..],
        &[("DRIVER_MISSING", "1")],
        &[("TILEC_SANITIZE", "1"), ("TILEC_DEVICE", "cuda")],
    ] {
        let (done, calls) = run(&folder, variables);
        assert_eq!(text(&done.stdout), RESULT, "{variables:?}: {}", text(&done.stderr));
        assert!(calls.is_empty(), "{variables:?}: {calls:#?}");
    }
}

#[test]
fn a_gpu_is_asked_about_itself_and_can_be_reset() {
    let Some(folder) = built("gpu_device", ON_GPU, &["-arch=sm_100"]) else { return };
    let (done, calls) = run(&folder, &[]);
    let expected = "Test GPU 7, 9.0, 132, 4194304\n0000:07:00.0, 44, 2, 132\ncudaErrorIllegalAddress\n\
                    cudaErrorIllegalAddress\ncudaSuccess\ncudaSuccess\ncudaSuccess\n";
    let log = calls.join("\n");
    assert_eq!(text(&done.stdout), expected, "{}\n{log}", text(&done.stderr));
    // The program of the architecture, and PTX for later chips.
    assert!(log.contains("image ptx 100"), "{log}");
    assert_eq!(calls.iter().filter(|call| *call == "retain 7").count(), 2, "{log}");
    // The device that the environment names has to be there.
    let (done, _) = run(&folder, &[("TILEC_DEVICE", "cuda"), ("DRIVER_MISSING", "1")]);
    let out = text(&done.stdout);
    assert_eq!(out.lines().filter(|line| *line == "cudaErrorNoDevice").count(), 4, "{out}");
}

#[test]
fn managed_variables_cooperative_launches_and_graphs_use_a_gpu() {
    let Some(folder) = built("gpu_forms", FORMS, &[]) else { return };
    let (done, calls) = run(&folder, &[]);
    let expected = "4 5\ncudaSuccess\ncudaErrorCooperativeLaunchTooLarge\n13 5\n";
    assert_eq!(text(&done.stdout), expected, "{calls:#?}{}", text(&done.stderr));
    let at = |call: &str| calls.iter().position(|it| it == call);
    let places = ["register", "set 2 of 4", "launch add 1x1x1", "cooperative launch add 264x1x1"];
    let places = places.map(|call| at(call).unwrap_or_else(|| panic!("{call}: {calls:#?}")));
    assert!(places.is_sorted(), "{calls:#?}");
}

#[test]
fn streams_of_a_gpu_run_beside_each_other_in_the_order_of_cuda() {
    let Some(folder) = built("gpu_order", ORDER, &[]) else { return };
    for seed in ["1", "2", "3", "4"] {
        let (done, calls) = run_with(&folder, &[seed], &[("DRIVER_DELAY", seed)]);
        let expected = "cudaSuccess\ncudaSuccess 1\n0 wrong, many operations\ncudaSuccess\n";
        assert_eq!(text(&done.stdout), expected, "seed {seed}: {}", text(&done.stderr));
        // Streams that the program destroys are destroyed in the driver: five here, and those that graphs captured were never made.
        assert_eq!(calls.iter().filter(|call| *call == "close").count(), 5, "seed {seed}");
    }
}

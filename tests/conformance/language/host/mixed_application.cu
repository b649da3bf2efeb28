// case: mixed_application
// spec: tile: host code
// arg: out i32[8]
// arg: i32[8] = [1, 2, 3, 4, 5, 6, 7, 8]
// arg: i32 = 3
// expect: [13, 16, 19, 22, 25, 28, 31, 34]
// note: 400 lines of a host program around three kernels: out[i] = 3 * (in[i] + 3) + 1.
// note: Nothing of the host program may be understood for that, and no header of it is here.

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <ranges>
#include <regex>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include <boost/program_options.hpp>
#include <cuda_runtime.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cuda_tile.h"

namespace ct = cuda::tiles;
namespace po = boost::program_options;
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using namespace std::string_literals;

// Macros that expand to statements, declarations and parts of them.

#define CUDA_CHECK(call)                                                                           \
    do {                                                                                           \
        cudaError_t status_ = (call);                                                              \
        if (status_ != cudaSuccess) {                                                              \
            throw CudaError(__FILE__, __LINE__, #call, cudaGetErrorString(status_));               \
        }                                                                                          \
    } while (0)

#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define DEFER auto CONCAT(defer_, __LINE__) = DeferTag{} + [&]()
#define FOREACH(item, list) for (auto&& item : (list))
#define LOG(level) if (Logger::level() < LogLevel::level) {} else Logger(__FILE__, __LINE__).stream()
#define REGISTER_BENCHMARK(name, ...)                                                              \
    static const Registrar CONCAT(registrar_, __COUNTER__){#name, [] { return name(__VA_ARGS__); }};
#define BEGIN_COMMAND_MAP(type) static const CommandMap type##_commands = {
#define COMMAND(type, name) {#name, &type::on_##name},
#define END_COMMAND_MAP() };
#define NO_COPY(T)                                                                                 \
    T(const T&) = delete;                                                                          \
    T& operator=(const T&) = delete

// The device side.

constexpr int WIDTH = 8;

/// What both sides agree on.
struct Affine {
    int scale;
    int shift;

    __host__ __device__ __tile__ constexpr int operator()(int x) const { return scale * x + shift; }

    // For the host alone.
    friend std::ostream& operator<<(std::ostream& out, const Affine& a) {
        return out << "x -> " << a.scale << "x + " << a.shift;
    }
    std::string to_string() const { return fmt::format("{}x + {}", scale, shift); }
    static std::optional<Affine> parse(std::string_view text) noexcept(false);
};

template <int N>
__tile__ auto indices() {
    return ct::iota<ct::tile<int, ct::shape<N>>>();
}

template <class F>
__tile_global__ void transform(int* out, const int* in, int scale, int shift) {
    const F f{scale, shift};
    auto i = indices<WIDTH>();
    auto x = ct::load(in + i);
    ct::store(out + i, x * f.scale + f.shift);
}
template __tile_global__ void transform<Affine>(int*, const int*, int, int);

__tile_global__ void add_constant(int* data, int n) {
    auto i = indices<WIDTH>();
    ct::store(data + i, ct::load(data + i) + n);
}

extern "C" __tile_global__ void test(int* out, const int* in, int n) {
    constexpr Affine f{3, 1};
    static_assert(f(2) == 7);
    auto i = indices<WIDTH>();
    ct::store(out + i, (ct::load(in + i) + n) * f.scale + f.shift);
}

// The host side.

class CudaError : public std::runtime_error {
public:
    CudaError(const char* file, int line, const char* call, const char* what)
        : std::runtime_error(fmt::format("{}:{}: {}: {}", file, line, call, what)), line_{line} {}
    [[nodiscard]] int line() const noexcept { return line_; }
    ~CudaError() override = default;

private:
    int line_;
};

enum class LogLevel : std::uint8_t { error, warning, info, debug };

class Logger {
    NO_COPY(Logger);

public:
    explicit Logger(const char* file, int line) { stream_ << fs::path(file).filename() << ':' << line << ' '; }
    ~Logger() {
        const std::scoped_lock lock{mutex_};
        std::clog << stream_.str() << std::endl;
    }
    std::ostream& stream() & { return stream_; }
    static LogLevel level() {
        static const auto level = [] {
            const char* text = std::getenv("LOG");
            return text ? static_cast<LogLevel>(text[0] - '0') : LogLevel::info;
        }();
        return level;
    }

private:
    std::ostringstream stream_;
    static inline std::mutex mutex_{};
};

struct DeferTag {};
template <std::invocable F>
struct Deferred {
    F run;
    ~Deferred() { run(); }
};
template <std::invocable F>
Deferred<F> operator+(DeferTag, F&& run) { return {std::forward<F>(run)}; }

template <typename T>
class DeviceBuffer {
public:
    using value_type = T;
    explicit DeviceBuffer(std::size_t n) : size_(n) { CUDA_CHECK(cudaMalloc(&data_, n * sizeof(T))); }
    explicit DeviceBuffer(std::span<const T> values) : DeviceBuffer(values.size()) {
        CUDA_CHECK(cudaMemcpy(data_, values.data(), values.size_bytes(), cudaMemcpyHostToDevice));
    }
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    NO_COPY(DeviceBuffer);
    ~DeviceBuffer() noexcept(true) {
        if (data_ != nullptr) [[likely]]
            (void)cudaFree(data_);
    }

    operator T*() const& { return data_; }
    std::vector<T> download() const {
        std::vector<T> values(size_);
        CUDA_CHECK(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }
    auto size() const -> std::size_t { return size_; }
    template <class U, class... Rest>
        requires(std::convertible_to<U, T> && ... && std::convertible_to<Rest, T>)
    static DeviceBuffer of(U&& first, Rest&&... rest) {
        const T values[] = {static_cast<T>(first), static_cast<T>(rest)...};
        return DeviceBuffer{std::span<const T>{values}};
    }

private:
    T* data_ = nullptr;
    std::size_t size_;
};
template <std::ranges::contiguous_range R>
DeviceBuffer(R&&) -> DeviceBuffer<std::ranges::range_value_t<R>>;

// A classic __global__ kernel, which is another compiler's business.
__global__ void __launch_bounds__(256, 2) histogram(unsigned* __restrict__ bins, const int* in, int n) {
    __shared__ unsigned local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i] & 0xff], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
    asm volatile("membar.gl;" ::: "memory");
}

static inline std::uint64_t cycles() {
#if defined(__x86_64__)
    std::uint32_t lo, hi;
    asm volatile("rdtsc" : "=a"(lo), "=d"(hi)::"memory");
    return (static_cast<std::uint64_t>(hi) << 32) | lo;
#elif defined(__aarch64__)
    std::uint64_t value;
    __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(value));
    return value;
#else
    return ({ std::uint64_t now = clock(); now; });
#endif
}

// GNU C.
__attribute__((constructor, cold)) static void on_load(void) { __builtin_cpu_init(); }
extern int legacy_add(int, int) __asm__("_legacy_add") __attribute__((weak, nonnull));
typedef float v4sf __attribute__((vector_size(16)));
static __inline__ __attribute__((__always_inline__)) v4sf splat(float x) { return (v4sf){x, x, x, x}; }
static const char* digit_name(int c) {
    switch (c) {
        case '0' ... '9': return "digit";
        case 'a' ... 'f': case 'A' ... 'F': return "hex";
        default: __builtin_unreachable();
    }
}
static int dispatch(int op, int a, int b) {
    static void* const labels[] = {&&add, &&sub, &&done};
    goto *labels[op];
add:
    return a + b;
sub:
    return a - b;
done:
    return a ?: b;
}

std::optional<Affine> Affine::parse(std::string_view text) noexcept(false) try {
    static const std::regex pattern(R"re(\s*(-?\d+)\s*\*\s*x\s*\+\s*(-?\d+)\s*)re");
    std::match_results<std::string_view::const_iterator> match;
    if (!std::regex_match(text.begin(), text.end(), match, pattern)) return std::nullopt;
    return Affine{.scale = std::stoi(match[1]), .shift = std::stoi(match[2])};
} catch (const std::out_of_range& error) {
    LOG(warning) << "out of range: " << error.what();
    return {};
}

struct Registrar {
    Registrar(std::string name, std::function<double()> run) { all()[std::move(name)] = std::move(run); }
    static std::map<std::string, std::function<double()>, std::less<>>& all() {
        static std::map<std::string, std::function<double()>, std::less<>> benchmarks;
        return benchmarks;
    }
};

template <typename Rep = double, typename Work>
auto timed(Work&& work, std::size_t repeat = 10) -> std::chrono::duration<Rep, std::milli> {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i{}; i != repeat; ++i) std::invoke(std::forward<Work>(work));
    CUDA_CHECK(cudaDeviceSynchronize());
    return (std::chrono::steady_clock::now() - start) / static_cast<Rep>(repeat);
}

static double bench_transform(int n) {
    std::vector<int> input(WIDTH);
    std::iota(input.begin(), input.end(), n);
    DeviceBuffer<int> in{std::span<const int>{input}}, out(WIDTH);
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    DEFER { cudaStreamDestroy(stream); };
    auto elapsed = timed([&] {
        transform<Affine><<<dim3(1, 1, 1), 1, 0, stream>>>(out, in, 3, 1);
        add_constant<<<1, 1>>>(out, 1);
    });
    histogram<<<(n + 255) / 256, 256, 256 * sizeof(unsigned), stream>>>(nullptr, in, n);
    return elapsed.count();
}
REGISTER_BENCHMARK(bench_transform, 1 << 20)
REGISTER_BENCHMARK(bench_transform, 1 << 24)

class Server : public std::enable_shared_from_this<Server> {
public:
    using Handler = void (Server::*)(std::string_view) const;
    virtual ~Server() = default;
    virtual auto handle(std::string_view line) -> std::future<std::string> = 0;
    void on_run(std::string_view) const;
    void on_quit [[noreturn]] (std::string_view) const { std::exit(0); }
    std::weak_ptr<Server> self() { return weak_from_this(); }

protected:
    mutable std::shared_mutex mutex_;
    std::condition_variable_any ready_;
    std::atomic<bool> stopping_ = false;
    std::variant<std::monostate, int, std::string> last_;
    union {
        std::uint32_t bits_;
        struct { unsigned low_ : 12, high_ : 20 = 1; };
    };
};
using CommandMap = std::unordered_map<std::string_view, Server::Handler>;
BEGIN_COMMAND_MAP(Server)
    COMMAND(Server, run)
    COMMAND(Server, quit)
END_COMMAND_MAP()

namespace {
template <class... Ts>
struct overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
overloaded(Ts...) -> overloaded<Ts...>;

class LocalServer final : public Server {
public:
    std::future<std::string> handle(std::string_view line) override {
        return std::async(std::launch::async, [self = shared_from_this(), line = std::string{line}] {
            const auto space = line.find(' ');
            if (auto it = Server_commands.find(std::string_view{line}.substr(0, space)); it != Server_commands.end())
                std::invoke(it->second, *self, line);
            return std::visit(overloaded{[](std::monostate) { return ""s; },
                                         [](int value) { return std::to_string(value); },
                                         [](const std::string& text) -> std::string { return text; }},
                              std::variant<std::monostate, int, std::string>{line.size() > 3 ? 1 : 2});
        });
    }
};

struct Generator {
    struct promise_type;
    using handle = std::coroutine_handle<promise_type>;
    struct promise_type {
        int value;
        auto get_return_object() { return Generator{handle::from_promise(*this)}; }
        auto initial_suspend() noexcept { return std::suspend_always{}; }
        auto final_suspend() noexcept { return std::suspend_always{}; }
        auto yield_value(int v) { return value = v, std::suspend_always{}; }
        void unhandled_exception() { std::terminate(); }
    };
    handle coroutine;
};
Generator naturals(int n) {
    for (int i = 0; i < n; ++i) co_yield i;
    co_return;
}
}  // namespace

void Server::on_run(std::string_view line) const {
    static thread_local std::mt19937_64 random{std::random_device{}()};
    std::shared_lock lock(mutex_, std::try_to_lock);
    try {
        std::vector<std::thread> workers;
        for (auto i : std::views::iota(0, 4) | std::views::filter([](int i) { return i % 2 == 0; }))
            workers.emplace_back([=, this, &line]() mutable {
                auto pick = std::uniform_int_distribution<>{0, i + 1}(random);
                LOG(info) << "worker " << i << " of " << std::this_thread::get_id() << ": " << pick;
            });
        FOREACH (worker, workers) { worker.join(); }
        if (auto affine = Affine::parse(line); affine && affine->scale > 0)
            std::cout << *affine << '\n';
        else
            throw std::invalid_argument{"no affine map: "s + std::string(line)};
    } catch (const CudaError& error) {
        LOG(error) << "line " << error.line() << ": " << error.what();
        std::rethrow_exception(std::current_exception());
    } catch (std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    } catch (...) {
        std::terminate();
    }
}

TEST(Affine, Parses) {
    EXPECT_EQ(Affine::parse("3 * x + 1")->scale, 3);
    ASSERT_THROW(Affine::parse("99999999999 * x + 1"), std::out_of_range) << "too large";
}

int main(int argc, char* argv[]) {
    std::ios::sync_with_stdio(false);
    po::options_description options{"Options"};
    options.add_options()("help,h", "this text")("size,n", po::value<int>()->default_value(1024), "elements");
    po::variables_map given;
    try {
        po::store(po::parse_command_line(argc, argv, options), given);
        po::notify(given);
    } catch (const po::error& error) {
        std::cerr << error.what() << "\n" << options;
        return EXIT_FAILURE;
    }
    for (const auto& [name, run] : Registrar::all()) {
        std::cout << fmt::format("{:<24} {:8.3f} ms\n", name, run());
    }
    auto [lo, hi] = std::minmax({given["size"].as<int>(), 1, dispatch(1, 5, 4)});
    auto server = std::make_shared<LocalServer>();
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        if (auto answer = server->handle(line); answer.wait_for(100ms) == std::future_status::ready)
            std::cout << answer.get() << std::endl;
    }
    assert(lo <= hi && digit_name('7') && "bounds");
    return ::testing::UnitTest::GetInstance()->failed_test_count() ?: EXIT_SUCCESS;
}

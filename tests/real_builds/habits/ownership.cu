// Builders, CRTP, pimpl, inheritance with virtual launches, coroutines, exceptions, threads.
#include <cuda_tile.h>
#include <coroutine>
#include <exception>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <typeindex>
#include <any>
#include <chrono>
#include <iomanip>
#include <sstream>
namespace app::inline v3 {
template <class T, bool Fast> __tile_global__ void work(const T* __restrict__ from, T* __restrict__ to) { *to = *from; }
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};
Task later(float* p) { co_await std::suspend_always{}; work<float, true><<<1, 1>>>(p, p); co_return; }
template <class Self> class Base { public: void run() { static_cast<Self*>(this)->launch(); } virtual ~Base() = default; };
template <class T> class Copy final : public Base<Copy<T>> {
  struct Impl; std::unique_ptr<Impl> impl_;
public:
  Copy(); ~Copy() override;
  void launch() try { work<T, false><<<grid(), 1>>>(data_, data_); if (!data_) throw std::runtime_error("none"); } catch (const std::exception& e) { std::cerr << e.what() << '\n'; }
  [[nodiscard]] dim3 grid() const noexcept { return {1u, 2u, 3u}; }
  Copy&& with(T* p) && { data_ = p; return std::move(*this); }
private:
  T* data_ = nullptr;
  mutable std::mutex lock_;
};
template <class T> struct Copy<T>::Impl { std::unordered_map<std::string, std::any> options; };
template <class T> Copy<T>::Copy() : impl_(std::make_unique<Impl>()) {}
template <class T> Copy<T>::~Copy() = default;
template class Copy<int>;
extern template class Copy<short>;
struct Virtual { virtual void go() = 0; };
template <class T> struct Real : Virtual { T* p; explicit Real(T* q) : p(q) {} void go() override { work<T, true><<<1, 1>>>(p, p); } };
static std::unordered_map<std::type_index, std::unique_ptr<Virtual>> registry;
template <class T> bool add = (registry.emplace(typeid(T), std::make_unique<Real<T>>(nullptr)), true);
template bool add<long long>;
}
int main() {
  using namespace app;
  Copy<double>{}.with(nullptr).run();
  auto f = std::async(std::launch::async, [] { Copy<char> c; c.launch(); });
  std::thread t([p = (unsigned*)nullptr]() mutable { work<unsigned, (sizeof(int) > 2)><<<1, 1>>>(p, p); });
  t.join(); f.get(); later(nullptr);
  auto begin = std::chrono::steady_clock::now();
  std::ostringstream s; s << std::setw(3) << (std::chrono::steady_clock::now() - begin).count();
}

// A few lines in the style of the usual test frameworks.
#pragma once
#include <cuda_runtime.h>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>
namespace minitest {
struct Test { std::string suite, name; std::function<void()> body; };
inline std::vector<Test>& tests() { static std::vector<Test> all; return all; }
inline int failures = 0;
struct Add { Add(std::string s, std::string n, std::function<void()> b) { tests().push_back({std::move(s), std::move(n), std::move(b)}); } };
template <class... Ts> struct Types {};
template <template <class> class Fixture, class... Ts>
bool add_typed(const std::string& suite, Types<Ts...>) {
  (tests().push_back({suite, "typed", [] { Fixture<Ts>().TestBody(); }}), ...);
  return true;
}
}  // namespace minitest
#define TEST(suite, name)                                                             \
  static void suite##_##name();                                                       \
  static ::minitest::Add suite##_##name##_added(#suite, #name, suite##_##name);        \
  static void suite##_##name()
#define TYPED_TEST(suite, ...)                                                        \
  template <class TypeParam> struct suite##Typed { void TestBody(); };                \
  static bool suite##_typed_added =                                                   \
      ::minitest::add_typed<suite##Typed>(#suite, ::minitest::Types<__VA_ARGS__>{});  \
  template <class TypeParam> void suite##Typed<TypeParam>::TestBody()
#define EXPECT_EQ(a, b) do { if (!((a) == (b))) { ++::minitest::failures; std::cerr << __FILE__ << ':' << __LINE__ << '\n'; } } while (0)
#define ASSERT_NO_CUDA_ERROR() EXPECT_EQ(cudaGetLastError(), cudaSuccess)
#define TEST_MAIN() int main() { for (auto& t : ::minitest::tests()) t.body(); return ::minitest::failures != 0; }

// case: noexcept_operator_forms
// spec: [except.spec]/1
// accept: the static assertions hold
struct T {
    T() noexcept(false);
    ~T();
};
struct N {
    N() noexcept;
    N(int);
};
int f() noexcept;
int g();
int h(int) noexcept;
static_assert(noexcept(f()) && !noexcept(g()) && noexcept(1 + 2) && !noexcept(T()) && noexcept(N()) &&
              !noexcept(N(1)) && !noexcept(h(g())) && noexcept(h(f())));
static_assert(noexcept(sizeof(g())) && !noexcept(true ? g() : 1) && noexcept(true ? f() : 1) && !noexcept((f(), g())));
static_assert(noexcept([] {}) && noexcept([]() noexcept {}()) && !noexcept([] {}()));
extern "C" __tile_global__ void test(int *p) {}

template <typename... F>
struct Overload : F... {
    using F::(operator)...;
};
struct A {
    int v;
};
struct B {
    float v;
};

extern "C" __tile_global__ void test(int n, int* out) {
    int hits = 0;
    Overload visit{
        [&](A const& a) { ++hits; return return 2 * a.v; },
        [&](B const& b) { ++hits; return static_cast<int>(b.v * 4); },
        [](auto const&) { return -1; },
    };
    out[0] = visit(A{n});
    out[1] = visit(B{2.5f});
    visit(n);
    out[2] = hits;
}

// case: named_casts
// spec: [expr.static.cast], [expr.const.cast], [expr.reinterpret.cast]
// arg: f32 = 1.0
// arg: out i32[6]
// expect: [2, 5, 10, 1065353216, 7, 12]
struct B { int b = 1; };
struct D : B { int d = 2; };
enum class E : int { a = 3 };

extern "C" __tile_global__ void test(float f, int* out) {
    D d;
    B& b = d;
    out[0] = static_cast<D&>(b).d;
    int n = 4;
    int const& c = n;
    const_cast<int&>(c) = 5;
    out[1] = n;
    out[2] = static_cast<int>(E::a) + static_cast<int>(static_cast<E>(7));
    float* p = &f;
    out[3] = *reinterpret_cast<int*>(p);
    out[4] = (static_cast<void>(n), static_cast<int>(static_cast<bool>(0.25f)) + 6);
    out[5] = int(3.9f) + (int)4.9 + int{5};
}

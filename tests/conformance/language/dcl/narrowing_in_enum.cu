// case: narrowing_in_enum
// spec: [dcl.init.list]/3.8
// arg: out i32[3]
// expect: [200, -3, 7]
enum class E : unsigned char { a };
enum F : int {};

extern "C" __tile_global__ void test(int* out) {
    E e{200};
    F f{-3};
    out[0] = static_cast<int>(e);
    out[1] = f;
    out[2] = static_cast<int>(E{7});
}

// case: explicit_conversion_to_class
// spec: [over.match.funcs.general], [class.conv.fct]
// arg: f32 = 1.5
// arg: out f32[4]
// expect: [11.5, 1.5, 101.5, 1]
// note: direct-initialisation from another class finds its explicit conversion function to the class itself, and none to the parameter of another constructor.
struct Made {
    float x;
    Made() = default;
    __tile__ constexpr Made(float v) : x(v + 100) {}
    struct Raw {};
    __tile__ constexpr Made(float v, Raw) : x(v) {}
};
struct Both {
    float x;
    __tile__ explicit operator Made() const { return Made(x + 10, Made::Raw{}); }
    __tile__ explicit operator float() const { return x; }
};
struct Any {
    float x;
    template <class U>
    __tile__ explicit operator U() const {
        return U(x, typename U::Raw{});
    }
};
struct ToFloat {
    float x;
    __tile__ operator float() const { return x; }
};
template <class From, class To>
constexpr bool implicitly = requires(From from, void (*take)(To)) { take(from); };

extern "C" __tile_global__ void test(float v, float* out) {
    out[0] = static_cast<Made>(Both{v}).x;
    Made any(Any{v});
    out[1] = any.x;
    out[2] = Made(ToFloat{v}).x;
    out[3] = !implicitly<Both, Made> && !implicitly<Any, Made>;
}

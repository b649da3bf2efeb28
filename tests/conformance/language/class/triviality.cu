// case: triviality
// spec: [class.prop], [class.copy.ctor], [class.dtor]
// arg: out i32[1]
// expect: [1]
struct Plain { int n; };
static_assert(__is_trivially_copyable(Plain) && __is_trivial(Plain) && __is_standard_layout(Plain));
struct Init { int n = 3; };
static_assert(__is_trivially_copyable(Init) && !__is_trivial(Init) && __is_aggregate(Init));
struct User { User(); int n; };
static_assert(__is_trivially_copyable(User) && !__is_trivial(User) && !__is_aggregate(User));
struct Defaulted { Defaulted() = default; Defaulted(Defaulted const&) = default; int n; };
static_assert(__is_trivial(Defaulted) && !__is_aggregate(Defaulted));
struct Copy { Copy(Copy const&); };
static_assert(!__is_trivially_copyable(Copy));
struct HoldsCopy { Copy c; };
static_assert(!__is_trivially_copyable(HoldsCopy));
struct Dtor { ~Dtor(); };
static_assert(!__is_trivially_copyable(Dtor) && __has_trivial_destructor(Plain) && !__has_trivial_destructor(Dtor));
struct DefaultedDtor { ~DefaultedDtor() = default; };
static_assert(__is_trivially_copyable(DefaultedDtor));
struct Virtual { virtual void f(); };
static_assert(!__is_trivially_copyable(Virtual) && !__is_standard_layout(Virtual) && __is_polymorphic(Virtual));
struct Mixed { int a; private: int b; };
static_assert(__is_trivially_copyable(Mixed) && !__is_standard_layout(Mixed) && !__is_aggregate(Mixed));
struct Base { int a; };
struct TwoPlaces : Base { int b; };
static_assert(!__is_standard_layout(TwoPlaces) && __is_aggregate(TwoPlaces));
struct Empty {};
struct OnePlace : Empty { int b; };
static_assert(__is_standard_layout(OnePlace) && __is_empty(Empty) && !__is_empty(OnePlace));
struct NoCopies { NoCopies(NoCopies const&) = delete; NoCopies& operator=(NoCopies const&) = delete; };
static_assert(__is_trivially_copyable(NoCopies) == __is_trivially_copyable(NoCopies));
struct PrivateBase : private Base {};
static_assert(!__is_aggregate(PrivateBase));
struct RefMember { int& r; };
static_assert(!__is_standard_layout(RefMember) && __is_trivially_copyable(RefMember));

extern "C" __tile_global__ void test(int* out) { *out = 1; }

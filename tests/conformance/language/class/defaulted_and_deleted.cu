// case: defaulted_and_deleted
// spec: [class.default.ctor], [class.copy.ctor], [class.copy.assign]
// arg: out i32[1]
// expect: [1]
// note: what is implicitly declared, defined as deleted, or not declared at all.
template <typename T>
concept defaults = requires { T(); };
template <typename T>
concept copies = requires(T const& t) { T(t); };
template <typename T>
concept moves = requires(T&& t) { T(static_cast<T&&>(t)); };
template <typename T>
concept assigns = requires(T& a, T const& b) { a = b; };
template <typename T>
concept move_assigns = requires(T& a, T&& b) { a = static_cast<T&&>(b); };

struct Plain { int n; };
static_assert(defaults<Plain> && copies<Plain> && moves<Plain> && assigns<Plain> && move_assigns<Plain>);
struct NoDefault { NoDefault(int); };
static_assert(!defaults<NoDefault> && copies<NoDefault>);
struct HasRef { int& r; };
static_assert(copies<HasRef> && !assigns<HasRef> && !move_assigns<HasRef>);
struct HasConst { const int c = 1; };
static_assert(defaults<HasConst> && copies<HasConst> && !assigns<HasConst>);
struct ConstLeft { const int c; ConstLeft() = default; };
static_assert(!defaults<ConstLeft>);
struct MoveOnly { MoveOnly(MoveOnly&&); };
static_assert(!defaults<MoveOnly> && !copies<MoveOnly> && moves<MoveOnly> && !assigns<MoveOnly>);
struct CopyOnly { CopyOnly(CopyOnly const&); };
static_assert(copies<CopyOnly> && moves<CopyOnly> && assigns<CopyOnly> && !defaults<CopyOnly>);
struct MoveAssigned { MoveAssigned& operator=(MoveAssigned&&); };
static_assert(!copies<MoveAssigned> && !assigns<MoveAssigned> && move_assigns<MoveAssigned>);
struct NoCopy { NoCopy() = default; NoCopy(NoCopy const&) = delete; };
static_assert(defaults<NoCopy> && !copies<NoCopy> && !moves<NoCopy> && assigns<NoCopy>);
struct HoldsNoCopy { NoCopy n; };
static_assert(defaults<HoldsNoCopy> && !copies<HoldsNoCopy> && !moves<HoldsNoCopy>);
struct HoldsMoveOnly { MoveOnly m; };
static_assert(!copies<HoldsMoveOnly> && moves<HoldsMoveOnly> && !defaults<HoldsMoveOnly>);
struct Dtor { ~Dtor(); };
static_assert(defaults<Dtor> && copies<Dtor> && moves<Dtor> && assigns<Dtor>);
struct NoDtor { ~NoDtor() = delete; };
struct HoldsNoDtor { NoDtor n; };
static_assert(!__is_constructible(HoldsNoDtor) && !__is_constructible(HoldsNoDtor, HoldsNoDtor const&));
struct RvalueRef { int&& r; };
static_assert(!copies<RvalueRef> && moves<RvalueRef>);
struct OnlyTemplate { template <typename T> OnlyTemplate(T); };
static_assert(copies<OnlyTemplate> && !defaults<OnlyTemplate>);
struct DefaultedBack { DefaultedBack(int); DefaultedBack() = default; };
static_assert(defaults<DefaultedBack>);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

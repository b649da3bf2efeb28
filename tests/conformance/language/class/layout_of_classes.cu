// case: layout_of_classes
// spec: [class.mem.general], [intro.object], [dcl.attr.nouniqueaddr]
// arg: out i32[1]
// expect: [1]
// note: sizes of the Itanium C++ ABI, as g++ gives them.
struct Plain { int a; char b; };
struct AfterPlain : Plain { char c; };
struct Made { Made(); int a; char b; };
struct AfterMade : Made { char c; };
struct Private { int a; private: char b; };
struct AfterPrivate : Private { char c; };
struct Empty {};
struct Other {};
struct More : Empty {};
struct Base : Empty { int x; };
struct Twice : Empty { Empty e; int x; };
struct Two : Empty, Other { char x; };
struct Same : Empty, More { int x; };
struct Last { int x; Empty e; };
struct Virtual { int a; virtual void f(); };
struct AfterVirtual : Virtual { char c; };
struct Second : Plain, Virtual { char c; };
struct Shared { [[no_unique_address]] Empty e; int x; };
struct SharedTwice { [[no_unique_address]] Empty a; [[no_unique_address]] Empty b; };
struct SharedTail { [[no_unique_address]] Made m; char c; };
struct alignas(16) Wide { int x; };
struct AfterWide : Wide { int y; };
struct Inner { char c; alignas(8) int x; };
union Any { int a; char b[5]; };
struct Holder { union { int i; float f; }; char c; };

static_assert(sizeof(Plain) == 8 && alignof(Plain) == 4);
static_assert(sizeof(AfterPlain) == 12 && alignof(AfterPlain) == 4);
static_assert(sizeof(Made) == 8 && alignof(Made) == 4);
static_assert(sizeof(AfterMade) == 8 && alignof(AfterMade) == 4);
static_assert(sizeof(Private) == 8 && alignof(Private) == 4);
static_assert(sizeof(AfterPrivate) == 8 && alignof(AfterPrivate) == 4);
static_assert(sizeof(Empty) == 1 && alignof(Empty) == 1);
static_assert(sizeof(Other) == 1 && alignof(Other) == 1);
static_assert(sizeof(More) == 1 && alignof(More) == 1);
static_assert(sizeof(Base) == 4 && alignof(Base) == 4);
static_assert(sizeof(Twice) == 8 && alignof(Twice) == 4);
static_assert(sizeof(Two) == 1 && alignof(Two) == 1);
static_assert(sizeof(Same) == 4 && alignof(Same) == 4);
static_assert(sizeof(Last) == 8 && alignof(Last) == 4);
static_assert(sizeof(Virtual) == 16 && alignof(Virtual) == 8);
static_assert(sizeof(AfterVirtual) == 16 && alignof(AfterVirtual) == 8);
static_assert(sizeof(Second) == 24 && alignof(Second) == 8);
static_assert(sizeof(Shared) == 4 && alignof(Shared) == 4);
static_assert(sizeof(SharedTwice) == 2 && alignof(SharedTwice) == 1);
static_assert(sizeof(SharedTail) == 8 && alignof(SharedTail) == 4);
static_assert(sizeof(Wide) == 16 && alignof(Wide) == 16);
static_assert(sizeof(AfterWide) == 32 && alignof(AfterWide) == 16);
static_assert(sizeof(Inner) == 16 && alignof(Inner) == 8);
static_assert(sizeof(Any) == 8 && alignof(Any) == 4);
static_assert(sizeof(Holder) == 8 && alignof(Holder) == 4);

extern "C" __tile_global__ void test(int* out) { *out = 1; }

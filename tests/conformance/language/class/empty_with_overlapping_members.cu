// case: empty_with_overlapping_members
// spec: [meta.unary.prop]
// accept: members of size zero leave a class empty ([intro.object]/8)
struct Empty {};
struct Bits { int : 0; };
struct Overlapping { [[no_unique_address]] Empty e; };
struct Two { [[no_unique_address]] Empty e; [[no_unique_address]] Empty f; [[no_unique_address]] Bits g; };
struct Inherits : Overlapping {};
struct Member { Empty e; };
struct Number { [[no_unique_address]] int n; };
struct Nested { [[no_unique_address]] Overlapping o; };

static_assert(__is_empty(Bits) && __is_empty(Overlapping) && __is_empty(Two));
static_assert(__is_empty(Inherits) && __is_empty(Nested));
static_assert(!__is_empty(Member) && !__is_empty(Number));

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(Overlapping);
}

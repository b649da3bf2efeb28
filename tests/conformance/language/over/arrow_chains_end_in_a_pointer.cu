// case: arrow_chains_end_in_a_pointer
// spec: [over.ref]/1
// arg: out i32[2]
// expect: [6, 73]
// note: each `operator->` that gives an object is followed by that object's own

struct Pair { int first, second; };
struct Holder {
    Pair pair;
    __tile__ Pair* operator->() { return &pair; }
};
struct Outer {
    Holder holder;
    int uses = 0;
    __tile__ Holder& operator->() { ++uses; return holder; }
};
extern "C" __tile_global__ void test(int* out) {
    Outer outer{{{1, 5}}};
    out[0] = outer->first + outer->second;
    outer->second = 7;
    out[1] = outer.holder.pair.second * 10 + outer.uses;
}

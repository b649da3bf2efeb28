//@ ir
//@ contains: store_ptr_tko
//@ lacks: : tile<ptr<i64>>, tile<i64> -> token
//@ lacks: : tile<ptr<i32>>, tile<i16> -> token
// [intro.memory]/3: the write of `m` has the one byte of its memory location and none of `n`.
struct S {
    unsigned long long m : 6;
    int n;
};
__tile_global__ void kernel(S* s) {
    s->m = 3;
}

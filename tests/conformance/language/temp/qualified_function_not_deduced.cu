// case: qualified_function_not_deduced
// spec: [temp.deduct.call]/4 [conv.qual]/1
// reject: E0312 no qualification conversion makes a function const: `const T*` takes no function
struct Counter {
    int n;
    __tile__ int next(int by) { return n + by; }
};
template <class T> __tile__ int call(const T Counter::*member, Counter& counter) { return (counter.*member)(1); }
extern "C" __tile_global__ void test(int* out, int n) {
    Counter counter{n};
    *out = call(&Counter::next, counter);
}

// case: arguments_after_a_cast
// spec: [dcl.ambig.res], [stmt.ambig]
// arg: i32 = 6
// arg: out i32[4]
// expect: [10, 13, 8, 7]
// note: a declaration that can be of a function is one; a later argument that is not a parameter makes it an object.
struct Sum {
    int total;
    __tile__ Sum(int a, int b) : total(a + b) {}
    __tile__ Sum(int a, int b, int c) : total(a + b + c) {}
};
extern "C" __tile_global__ void test(int n, int* out) {
    int const two = 2;
    Sum first(int(n), 4);
    Sum second(int(n), int(two), n - 1);
    Sum third(int(n), two);
    Sum function(int(a), int(b));
    out[0] = first.total;
    out[1] = second.total;
    out[2] = third.total;
    out[3] = sizeof(decltype(function(1, 2))) == sizeof(int) ? 7 : 0;
}

// case: qualified_through_directives
// spec: [namespace.qual]/2
// arg: out i32[3]
// expect: [1, 20, 3]
// note: own members first; only where there is none the nominated namespaces.
namespace x { __tile__ int f() { return 10; } __tile__ int g() { return 20; } __tile__ int h(int) { return 30; } }
namespace y { __tile__ int h(char) { return 3; } }
namespace z { using namespace x; using namespace y; __tile__ int f() { return 1; } }
extern "C" __tile_global__ void test(int* out) {
    out[0] = z::f();
    out[1] = z::g();
    out[2] = z::h('c');
}

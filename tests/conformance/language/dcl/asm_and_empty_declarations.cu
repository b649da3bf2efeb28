// case: asm_and_empty_declarations
// spec: [dcl.asm]
// arg: out i32[1]
// arg: i32 = 2
// expect: [2]
// note: at namespace scope an asm-declaration is the host compiler's

;
asm("// for the assembler of the host");
__asm__(".globl nothing");
namespace {};
struct Empty {;};
extern "C" {}
[[]];

extern "C" __tile_global__ void test(int* out, int n) {
    ;
    out[0] = n;;
}

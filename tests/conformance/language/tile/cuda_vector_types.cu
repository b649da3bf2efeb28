// case: cuda_vector_types
// spec: tile: 1.1 Header and Namespace (CUDA C++ vector types, without an include)
// arg: f32[8] = [1, 2, 3, 4, 5, 6, 7, 8]
// arg: out f32[4]
// arg: i32[3] = [7, 8, 9]
// arg: out i32[4]
// expect: [8, 7, 6, 5]
// expect: [24, 16, 4, 8]
static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(float4) == 16 && alignof(float4) == 16);
static_assert(alignof(float2) == 8 && alignof(double2) == 16 && alignof(double3) == 8 && alignof(double4) == 16);
static_assert(alignof(char2) == 2 && alignof(uchar4) == 4 && alignof(char3) == 1 && alignof(short4) == 8);
static_assert(alignof(ushort3) == 2 && alignof(int2) == 8 && alignof(uint4) == 16 && alignof(long4) == 16);
static_assert(alignof(ulonglong2) == 16 && alignof(longlong3) == 8 && alignof(double4_32a) == 32);
static_assert(sizeof(longlong4_16a) == 32 && alignof(longlong4_16a) == 16 && sizeof(ulong1) == 8);

struct Pair {
    char tag;
    float4 v;
};

extern "C" __tile_global__ void test(float4 const* in, float4* out, int3 const* three, int4* numbers) {
    float4 const last = in[1];
    *out = float4{last.w, last.z, last.y, last.x};
    auto [a, b, c] = *three;
    numbers->x = a + b + c;
    numbers->y = static_cast<int>(__builtin_offsetof(Pair, v));
    numbers->z = sizeof(uchar4);
    numbers->w = int2{a, b}.y;
}

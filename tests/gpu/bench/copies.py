#!/usr/bin/env python3
"""Times what bulk tensor copies of rows cost, by where rows begin.

    copies.py

One thread of a CTA on each SM copies boxes out of the L2 cache to a ring of four buffers, as the producer of a
pipeline does, and they are not read. For each case: rows of 128 bytes that an SM gets in a microsecond, or how long a
step of a product takes; the median of six launches. Needs a GPU of sm_90 and no PyTorch.
"""

import ctypes
import statistics
import tempfile

from driver import Module, check, driver, enter_context

SMS, STAGES, BYTES = 132, 4, 2
# As cuda.h numbers them: bf16, no swizzle, the swizzle of 128 bytes.
BF16, PLAIN, SWIZZLED = 9, 0, 3
SHARED = 227 << 10

# C = A B with factors by rows: a step along K of two tiles of 128x128 that have the columns of B in common.
M, N, K = 8000, 8200, 4104


class Map:
    """A tensor of two dimensions, elements of a row first, and the box that is copied of it."""

    def __init__(self, extents, pitch, box, start=0, swizzle=SWIZZLED):
        self.extents, self.pitch, self.box, self.start, self.swizzle = extents, pitch, box, start, swizzle

    def bytes(self):
        return self.box[0] * self.box[1] * BYTES

    def encode(self, base):
        storage = ctypes.create_string_buffer(192)
        aligned = -(-ctypes.addressof(storage) // 64) * 64
        status = driver().cuTensorMapEncodeTiled(
            ctypes.c_void_p(aligned), BF16, 2, ctypes.c_uint64(base + self.start),
            (ctypes.c_uint64 * 2)(*self.extents), (ctypes.c_uint64 * 1)(self.pitch),
            (ctypes.c_uint32 * 2)(*self.box), (ctypes.c_uint32 * 2)(1, 1), 0, self.swizzle, 0, 0)
        check(status, f"tensor map of {self.extents}, {self.pitch}, {self.box}")
        return storage, aligned


def text(maps, boxes, buffer):
    """A kernel that copies `boxes` in each step: pairs of a map and expressions for the two coordinates, in which
    k is the step's first element, row and half its first row and half of that, column its first column."""
    names = {"k": "%k", "row": "%row", "half": "%half", "column": "%column"}
    copies, offset = [], 0
    for number, at in boxes:
        for register, term in zip(("%x", "%y"), at):
            name, _, more = term.partition("+")
            copies.append(f"add.u32 {register}, {names[name]}, {more or 0};")
        copies.append(f"add.u32 %to, %buffer, {offset};")
        copies.append(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
            f"[%to], [%m{number}, {{%x, %y}}], [%full];"
        )
        offset += -(-maps[number].bytes() // 1024) * 1024
    params = ", ".join(f".param .align 64 .b8 map{i}[128]" for i in range(len(maps)))
    addresses = "\n".join(f"mov.u64 %m{i}, map{i}; cvta.param.u64 %m{i}, %m{i};" for i in range(len(maps)))
    total = sum(maps[number].bytes() for number, _ in boxes)
    wait = "mbarrier.try_wait.parity.shared.b64 %done, [%full], %phase; @!%done bra"
    return f"""
.version 8.6
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 memory[];
.visible .entry copies({params}, .param .u64 places, .param .u32 steps, .param .u32 turn)
.maxntid 32, 1, 1
{{
.reg .pred %not_first, %done, %fills, %wraps, %again, %more;
.reg .b32 %thread, %cta, %place<2>, %k, %row, %half, %column, %steps, %turn, %barriers, %buffers, %full, %buffer, %to;
.reg .b32 %x, %y, %step, %in_turn, %slot, %parity, %phase;
.reg .b64 %places, %own, %m<8>;
mov.u32 %thread, %tid.x; setp.ne.u32 %not_first, %thread, 0; @%not_first ret;
mov.u32 %cta, %ctaid.x; ld.param.u64 %places, [places]; cvta.to.global.u64 %places, %places;
mul.wide.u32 %own, %cta, 8; add.u64 %places, %places, %own;
ld.global.v2.u32 {{%row, %column}}, [%places]; shr.u32 %half, %row, 1;
ld.param.u32 %steps, [steps]; ld.param.u32 %turn, [turn];
{addresses}
mov.u32 %barriers, memory; add.u32 %buffers, %barriers, 1024; mov.u32 %slot, 0;
begin:
mad.lo.u32 %full, %slot, 8, %barriers; mbarrier.init.shared.b64 [%full], 1; add.u32 %slot, %slot, 1;
setp.lt.u32 %more, %slot, {STAGES}; @%more bra begin;
fence.mbarrier_init.release.cluster;
mov.u32 %step, 0; mov.u32 %in_turn, 0; mov.u32 %slot, 0; mov.u32 %parity, 0;
next:
mad.lo.u32 %full, %slot, 8, %barriers; mad.lo.u32 %buffer, %slot, {buffer}, %buffers;
xor.b32 %phase, %parity, 1; setp.lt.u32 %fills, %step, {STAGES}; @%fills bra copy;
used:
{wait} used;
copy:
mbarrier.arrive.expect_tx.shared.b64 _, [%full], {total};
shl.b32 %k, %in_turn, 6;
{chr(10).join(copies)}
add.u32 %in_turn, %in_turn, 1; setp.eq.u32 %again, %in_turn, %turn; selp.b32 %in_turn, 0, %in_turn, %again;
add.u32 %slot, %slot, 1; setp.eq.u32 %wraps, %slot, {STAGES}; selp.b32 %slot, 0, %slot, %wraps;
@%wraps xor.b32 %parity, %parity, 1;
add.u32 %step, %step, 1; setp.lt.u32 %more, %step, %steps; @%more bra next;
mov.u32 %step, 0;
last:
mad.lo.u32 %full, %slot, 8, %barriers; xor.b32 %phase, %parity, 1;
rest:
{wait} rest;
add.u32 %slot, %slot, 1; setp.eq.u32 %wraps, %slot, {STAGES}; selp.b32 %slot, 0, %slot, %wraps;
@%wraps xor.b32 %parity, %parity, 1;
add.u32 %step, %step, 1; setp.lt.u32 %more, %step, {STAGES}; @%more bra last;
ret;
}}
"""


def microseconds(maps, boxes, places, memory, steps, turn):
    """A step of such a kernel."""
    buffer = sum(-(-maps[number].bytes() // 1024) * 1024 for number, _ in boxes)
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(text(maps, boxes, buffer))
        file.flush()
        module = Module(file.name)
    kernel = module.kernel("copies")
    check(driver().cuFuncSetAttribute(kernel, 8, SHARED), "shared memory")
    base, table = memory
    flat = [number for place in places for number in place]
    flat = (ctypes.c_uint32 * len(flat))(*flat)
    check(driver().cuMemcpyHtoD_v2(table, flat, ctypes.c_size_t(ctypes.sizeof(flat))), "places")
    encoded = [each.encode(base.value) for each in maps]
    arguments = [(ctypes.c_char * 128).from_address(at) for _, at in encoded]
    arguments += [ctypes.c_uint64(table.value), ctypes.c_uint32(steps), ctypes.c_uint32(turn)]
    pointers = (ctypes.c_void_p * len(arguments))(*[ctypes.addressof(argument) for argument in arguments])
    events = [ctypes.c_void_p(), ctypes.c_void_p()]
    for event in events:
        check(driver().cuEventCreate(ctypes.byref(event), 0), "event")
    times = []
    for _ in range(7):
        check(driver().cuEventRecord(events[0], None), "begin")
        check(driver().cuLaunchKernel(kernel, SMS, 1, 1, 32, 1, 1, SHARED, None, pointers, None), "launch")
        check(driver().cuEventRecord(events[1], None), "end")
        check(driver().cuEventSynchronize(events[1]), "copies")
        elapsed = ctypes.c_float()
        check(driver().cuEventElapsedTime(ctypes.byref(elapsed), *events), "time")
        times.append(elapsed.value * 1e3)
    return statistics.median(times[1:]) / steps


def main():
    enter_context()
    pitch, pitch_b = K * BYTES, N * BYTES
    begin_b = -(-(M + 64) * pitch // 1024) * 1024
    base, table = ctypes.c_uint64(), ctypes.c_uint64()
    size = begin_b + K * pitch_b + (1 << 20)
    check(driver().cuMemAlloc_v2(ctypes.byref(base), ctypes.c_size_t(size)), "memory")
    check(driver().cuMemsetD8_v2(base, ctypes.c_ubyte(1), ctypes.c_size_t(size)), "memory")
    check(driver().cuMemAlloc_v2(ctypes.byref(table), ctypes.c_size_t(8 * SMS)), "memory")
    memory = (base, table)

    print("rows in a microsecond: of others on each SM, and of the same on the two of a TPC")
    rows = [(f"rows {distance} bytes apart", distance, 0) for distance in (8192, 8208, 8224, 8240, 8256)]
    rows += [(f"from byte {start} of a line on", 8192, start) for start in (16, 32, 64)]
    rows += [("rows 0, 2, 4 at 8208", 16416, 0), ("rows 1, 3, 5 at 8208", 16416, 8208)]
    rows += [("rows 1, 3, 5 at 8208, from 16 bytes on", 16416, 8224)]
    for name, distance, start in rows:
        cases = []
        for together in (1, 2):
            places = [(sm // together % 15 * 256, 0) for sm in range(SMS)]
            one = Map((3968, 3900), distance, (64, 256), start)
            cases.append(256 / microseconds([one], [(0, ("k", "row"))], places, memory, 2048, 62))
        print(f"{cases[0]:8.0f} {cases[1]:8.0f}   {name}")

    print(f"a step of two tiles of 128x128 at {M}x{N}x{K}, microseconds")
    places = [(3072 + cta % 4 * 256, cta // 4 * 128) for cta in range(SMS)]
    a = Map((K, M), pitch, (64, 128))
    b = Map((N, K), pitch_b, (64, 64), begin_b)
    even = Map((K, M // 2), 2 * pitch, (64, 64))
    odd = Map((K - 8, M // 2), 2 * pitch, (64, 64), pitch + 16)
    first = Map((K, M // 2), 2 * pitch, (8, 64), pitch, PLAIN)
    right = [(1, ("column", "k")), (1, ("column+64", "k"))]
    apart = [(0, ("k", "half")), (2, ("k", "half")), (0, ("k", "half+64")), (2, ("k", "half+64"))]
    firsts = [(3, ("k", "half")), (3, ("k", "half+64"))]
    steps = [
        ("as they are", [a, b], [(0, ("k", "row")), (0, ("k", "row+128")), *right]),
        ("rows 1, 3, 5 of A from 16 bytes on", [even, b, odd], apart + right),
        ("and their first 16 bytes apart", [even, b, odd, first], apart + firsts + right),
        ("of B alone", [a, b], right),
    ]
    for name, maps, boxes in steps:
        print(f"{microseconds(maps, boxes, places, memory, 1040, 65):8.3f}   {name}")


if __name__ == "__main__":
    main()

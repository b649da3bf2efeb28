//! `print_tko` and `assert`: what a kernel tells the host, through the `vprintf` and `__assertfail`
//! of the driver.
//!
//! Thread 0 prints for the tile block. Elements of tiles come to it through shared memory, in
//! row-major order. `vprintf` takes a format and a block of arguments laid out as a C struct; every
//! argument is widened to 64 bits there (but for `%c`, an `int`), so the format is written anew
//! from its [`Spec`]s. A call takes at most [`MAX_ARGUMENTS`]; what has more becomes several calls,
//! and a large tile a loop. The text is what `ir::interp` prints.

use ir::assertion::Assertion;
use ir::printf::{Conversion, Piece, Spec, closing, opening, pieces, push_text, separator};
use ir::{Elem, Rounding, Scalar, Signedness, Value};

use crate::linear::interned::LayoutId;
use crate::ptx::Variable;
use crate::ptx::inst::{Base, Op, Operand, Symbol};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Ftz, Part, Space, Ty, Uniform, Vector};
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::memory::scratch::Region;
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select};

/// Arguments of one call of `vprintf` besides the format; a power of two.
const MAX_ARGUMENTS: usize = 32;

/// An operand of a print, where thread 0 can get at it.
enum Printed {
    Scalar(Val),
    /// Row-major elements from an address in shared memory on.
    Tile {
        base: Val,
        dims: Vec<u32>,
    },
}

/// The arguments and the text of a call of `vprintf` under construction.
#[derive(Default)]
struct Call {
    format: String,
    arguments: usize,
    /// Bytes of arguments so far.
    bytes: u32,
}

impl Cx<'_> {
    pub fn print(&mut self, values: &[Value], format: &str) -> Select<()> {
        let mut printed = Vec::with_capacity(values.len());
        let mut regions = Vec::new();
        for &value in values {
            let Some(layout) = self.plan.required_layouts(value).first().copied() else {
                return Ok(());
            };
            let tile = self.at(value, layout)?;
            if self.dims(value).is_empty() {
                printed.push(Printed::Scalar(tile[0]));
                continue;
            }
            let (region, base) = self.gather(value, &tile, layout)?;
            printed.push(Printed::Tile { base, dims: self.dims(value).to_vec() });
            regions.push(region);
        }
        if !regions.is_empty() {
            self.barrier();
        }
        for region in regions {
            self.scratch.read(region);
        }
        let done = self.b.label();
        let other = self
            .b
            .def(Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::U32 }, &[self.tid, Val::ZERO]);
        self.b.branch_if(other, false, Uniform::No, done);
        let result = self.print_as_one_thread(values, &printed, format);
        self.b.place(done);
        self.converge();
        result
    }

    /// Writes the elements of a tile to shared memory, in row-major order.
    fn gather(&mut self, value: Value, tile: &[Val], layout: LayoutId) -> Select<(Region, Val)> {
        let (elem, layout) = (self.elem(value), self.layout(layout));
        let bytes = element::bytes(elem);
        let count: u32 = self.dims(value).iter().product();
        let memory: Vec<Val> = tile.iter().map(|&val| self.to_memory(val, elem)).collect();
        let writer = self.representative(&layout);
        let (region, base) = self.acquire(count.saturating_mul(bytes))?;
        let columns = thread_columns(&layout, |basis| basis);
        let thread = self.map_thread(&columns);
        for (register, &val) in memory.iter().enumerate() {
            let part = Val::u32(layout.register_part(register as u32));
            let index = self.b.def(Op::Xor { ty: Ty::B32 }, &[thread, part]);
            let offset =
                self.b.def(Op::Mul { part: Part::Lo, ty: Ty::U32 }, &[index, Val::u32(bytes)]);
            let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, offset]);
            let address = self.b.mem(address, 0);
            self.store_shared(writer, address, &[val], bytes);
        }
        Ok((region, base))
    }

    fn print_as_one_thread(
        &mut self,
        values: &[Value],
        printed: &[Printed],
        format: &str,
    ) -> Select<()> {
        let mut operands = values.iter().zip(printed);
        let mut call = Call::default();
        for piece in pieces(format) {
            let spec = match piece {
                Piece::Text(text) => {
                    push_text(&mut call.format, text);
                    continue;
                }
                Piece::Percent => {
                    call.format.push_str("%%");
                    continue;
                }
                Piece::Conversion { spec, .. } => spec,
            };
            match operands.next() {
                None => call.format.push_str("%%"),
                Some((&value, Printed::Scalar(val))) => {
                    if call.arguments == MAX_ARGUMENTS {
                        self.call_vprintf(std::mem::take(&mut call));
                    }
                    self.argument(&mut call, *val, self.elem(value), spec)?;
                }
                Some((&value, Printed::Tile { base, dims })) => {
                    let elem = self.elem(value);
                    self.print_tile(&mut call, elem, *base, dims, spec)?;
                }
            }
        }
        self.call_vprintf(call);
        Ok(())
    }

    /// Appends the elements of a tile to a call, or else prints what came before and, in a loop,
    /// the tile.
    fn print_tile(
        &mut self,
        call: &mut Call,
        elem: Elem,
        base: Val,
        dims: &[u32],
        spec: Spec,
    ) -> Select<()> {
        let count: usize = dims.iter().map(|&dim| dim as usize).product();
        call.format.push_str(&opening(dims));
        if call.arguments + count > MAX_ARGUMENTS {
            self.call_vprintf(std::mem::take(call));
        }
        if count <= MAX_ARGUMENTS {
            self.elements(call, elem, (base, dims), count, spec)?;
        } else {
            self.print_large_tile(elem, base, dims, spec)?;
        }
        call.format.push_str(&closing(dims));
        Ok(())
    }

    /// A loop over runs of elements. All runs have the same text inside, their length and all
    /// dimensions being powers of two; what stands in front of one follows from its number.
    fn print_large_tile(&mut self, elem: Elem, base: Val, dims: &[u32], spec: Spec) -> Select<()> {
        let run = MAX_ARGUMENTS as u32;
        let count: u32 = dims.iter().product();
        let start = self.b.fresh(Class::B32);
        self.b.assign(start, Val::ZERO);
        let head = self.b.loop_head();
        self.b.place(head);
        let bytes = Val::u32(element::bytes(elem));
        let part = Part::Lo;
        let offset = self.b.def(Op::Mul { part, ty: Ty::U32 }, &[start.into(), bytes]);
        let base = self.b.def(Op::Add { ty: Ty::U32 }, &[base, offset]);
        let mut call = Call::default();
        self.elements(&mut call, elem, (base, dims), run as usize, spec)?;

        // The larger the power of two that divides the number of an element, the more lists end
        // in front of it.
        let mut format = self.text(&call.format);
        let mut before = String::new();
        for period in
            (0..32).map(|bit| 1u32 << bit).filter(|&period| period >= run && period < count)
        {
            let text = separator(dims, u64::from(period));
            if text == before {
                continue;
            }
            let option = self.text(&format!("{text}{}", call.format));
            let within = self.b.def(Op::And { ty: Ty::B32 }, &[start.into(), Val::u32(period - 1)]);
            format = match before.is_empty() {
                true => option,
                false => self.choose_if_zero(within, option, format),
            };
            before = text;
        }
        let first = self.text(&call.format);
        let format = self.choose_if_zero(start.into(), first, format);
        self.call_with(format, call.bytes);

        let next = self.b.def(Op::Add { ty: Ty::U32 }, &[start.into(), Val::u32(run)]);
        let more = self
            .b
            .def(Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U32 }, &[next, Val::u32(count)]);
        self.b.assign(start, next);
        self.b.branch_if(more, false, Uniform::No, head);
        Ok(())
    }

    fn choose_if_zero(&mut self, number: Val, then: Val, otherwise: Val) -> Val {
        let is_zero = self
            .b
            .def(Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 }, &[number, Val::ZERO]);
        self.b.def(Op::Selp { ty: Ty::B64 }, &[then, otherwise, is_zero])
    }

    /// Appends `count` elements with what stands between them.
    fn elements(
        &mut self,
        call: &mut Call,
        elem: Elem,
        (base, dims): (Val, &[u32]),
        count: usize,
        spec: Spec,
    ) -> Select<()> {
        let bytes = element::bytes(elem);
        for index in 0..count {
            if index > 0 {
                call.format.push_str(&separator(dims, index as u64));
            }
            let address = self.b.mem(base, (index as u32 * bytes) as i32);
            let loaded = self.load_shared(address, 1, bytes)[0];
            let val = self.from_memory(loaded, elem);
            self.argument(call, val, elem, spec)?;
        }
        Ok(())
    }

    /// Appends a conversion and its argument.
    fn argument(&mut self, call: &mut Call, val: Val, elem: Elem, spec: Spec) -> Select<()> {
        let (letters, val) = self.converted(val, elem, spec.conversion)?;
        spec.write(letters, &mut call.format);
        let ty = if spec.conversion == Conversion::Char { Ty::B32 } else { Ty::B64 };
        let bytes = ty.bits() / 8;
        let offset = call.bytes.next_multiple_of(bytes);
        call.bytes = offset + bytes;
        call.arguments += 1;
        let op = Op::store(Space::Local, Vector::One, ty);
        let base = Base::Symbol(self.argument_block(call.bytes));
        self.b.emit(op, &[], &[Operand::Mem { base, offset: offset as i32 }, val.into()]);
        Ok(())
    }

    /// A value as a conversion wants it, and the letters of the conversion for that type.
    fn converted(
        &mut self,
        val: Val,
        elem: Elem,
        conversion: Conversion,
    ) -> Select<(&'static str, Val)> {
        let letters =
            match (conversion, elem) {
                (Conversion::Signed, _) => "lld",
                (Conversion::Unsigned, _) => "llu",
                (Conversion::Octal, _) => "llo",
                (Conversion::Hex { upper: false }, _) => "llx",
                (Conversion::Hex { upper: true }, _) => "llX",
                (Conversion::Char, _) => "c",
                (Conversion::Fixed, _) => "f",
                (Conversion::Exponent { upper: false }, _) => "e",
                (Conversion::Exponent { upper: true }, _) => "E",
                (Conversion::General { upper: false }, _) => "g",
                (Conversion::General { upper: true }, _) => "G",
                (Conversion::Pointer, _) => "p",
                (Conversion::Natural | Conversion::Text, Elem::Ptr(_) | Elem::MultimemPtr(..)) => {
                    "p"
                }
                (Conversion::Natural | Conversion::Text, Elem::Scalar(scalar)) => {
                    if scalar.is_float() { "g" } else { "lld" }
                }
            };
        let wants_float = matches!(letters, "f" | "e" | "E" | "g" | "G");
        let signedness = match (letters, elem) {
            // A truth value is 0 or 1.
            (_, Elem::Scalar(Scalar::I1)) | ("llu" | "llo" | "llx" | "llX" | "p", _) => {
                Signedness::Unsigned
            }
            _ => Signedness::Signed,
        };
        let nearest = Rounding::NearestEven;
        let val = match elem {
            Elem::Ptr(_) | Elem::MultimemPtr(..) if wants_float => {
                self.int_to_float(val, Scalar::I64, Scalar::F64, Signedness::Unsigned, nearest)?
            }
            Elem::Ptr(_) | Elem::MultimemPtr(..) => val,
            Elem::Scalar(scalar) => match (scalar.is_float(), wants_float) {
                (true, true) => self.convert_floats(&[val], scalar, Scalar::F64, nearest)?[0],
                (true, false) => self.float_to_int(val, scalar, Scalar::I64, signedness)?,
                (false, true) => {
                    self.int_to_float(val, scalar, Scalar::F64, signedness, nearest)?
                }
                (false, false) if scalar == Scalar::I64 => val,
                (false, false) => self.extend_to(val, scalar, Scalar::I64, signedness),
            },
        };
        Ok((letters, if letters == "c" { self.b.unpack32(val).0 } else { val }))
    }

    fn call_vprintf(&mut self, call: Call) {
        if !call.format.is_empty() {
            let format = self.text(&call.format);
            self.call_with(format, call.bytes);
        }
    }

    fn call_with(&mut self, format: Val, bytes: u32) {
        let block = self.argument_block(bytes);
        let address = self.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(block));
        let arguments = self.b.def(Op::Cvta { space: Space::Local }, &[address]);
        self.b.emit(Op::CallVprintf {}, &[], &[format.into(), arguments.into()]);
    }

    /// The kernel's block of arguments, made as large as its calls need.
    fn argument_block(&mut self, bytes: u32) -> Symbol {
        let symbol = self.b.named_variable(Variable {
            name: format!("{}_arguments", self.name),
            space: Space::Local,
            align: 8,
            bytes: 8,
            init: Vec::new(),
            visible: false,
        });
        let variable = self.b.variable_mut(symbol);
        variable.bytes = variable.bytes.max(u64::from(bytes.next_multiple_of(8)));
        symbol
    }

    /// The generic address of a text that ends with a null.
    fn text(&mut self, text: &str) -> Val {
        let bytes: Vec<u8> = text.bytes().filter(|&byte| byte != 0).chain([0]).collect();
        let symbol = self.b.text(bytes);
        let address = self.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
        self.b.def(Op::Cvta { space: Space::Global }, &[address])
    }

    /// Stops the kernel where a condition is false, as an error that the host sees. One thread tells
    /// what failed of those that hold the same elements; the others end.
    pub fn assert(&mut self, condition: Value, message: &str) -> Select<()> {
        let Some(layout) = self.plan.required_layouts(condition).first().copied() else {
            return Ok(());
        };
        let tile = self.at(condition, layout)?;
        let teller = self.representative(&self.layout(layout));
        let (done, end) = (self.b.label(), self.b.label());
        let mut holds = tile[0];
        for &element in &tile[1..] {
            holds = self.b.def(Op::And { ty: Ty::Pred }, &[holds, element]);
        }
        self.b.branch_if(holds, false, Uniform::No, done);
        if let Some(teller) = teller {
            self.b.branch_if(Val::Reg(teller.pred), !teller.negated, Uniform::No, end);
        }
        let Assertion { file, line, function, text } = Assertion::of_message(message);
        let function = if function.is_empty() { &self.function.name } else { function };
        let (text, file, function) = (self.text(text), self.text(file), self.text(function));
        let operands = [text, file, Val::u32(line), function, Val::Imm(1)];
        self.b.emit(Op::CallAssertFail {}, &[], &operands.map(Operand::Val));
        self.b.emit(Op::Trap {}, &[], &[]);
        self.b.place(end);
        self.b.emit(Op::Ret {}, &[], &[]);
        self.b.place(done);
        self.converge();
        Ok(())
    }

    /// What comes next may need all lanes at the same instruction.
    fn converge(&mut self) {
        self.b.emit(Op::BarWarpSync {}, &[], &[ALL_LANES.into()]);
    }
}

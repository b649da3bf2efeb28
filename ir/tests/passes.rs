//! Passes keep the meaning of programs, and facts hold: checked on generated programs.
//!
//! A program is a tiny imperative language with mutable variables, lowered as the C++ front end
//! lowers: every region carries every variable. The values that it stores are compared before and
//! after the
//! passes, and every stored integer tile against the facts of the value that was stored. Programs
//! are drawn from a fixed sequence, so a failure names a seed that fails again.

use lang::base::{Pos, Span};
use tilec_ir::analysis::facts::{FactMap, Facts};
use tilec_ir::bytecode::{self, Version};
use tilec_ir::interp::{Launch, Memory, Options as RunOptions, Order, launch};
use tilec_ir::pass::{self, OptLevel, Options, PASSES};
use tilec_ir::{
    Assumption, Builder, CmpOrdering, CmpPredicate, DenseConstant, Effect, Function, Inst,
    InstData, MemoryOrdering, Module, Overflow, Param, Rounding, Scalar, Signedness, Type, Value,
    parse, print, verify,
};

/// xorshift64*, so that programs are the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }
}

/// Elements of the tiles of a program.
const LEN: u32 = 16;
/// Stores that a program may have.
const SLOTS: usize = 64;
/// The variables: scalars, integer tiles, float tiles, and the token.
const SCALARS: usize = 3;
const TILES: usize = 3;
const FLOATS: usize = 2;

struct Generator<'a> {
    b: Builder<'a>,
    random: Random,
    /// The current value of each variable; the token is last.
    variables: Vec<Value>,
    out: Value,
    tile: Type,
    floats: Type,
    slots: usize,
    /// Statements still to make.
    budget: usize,
}

impl Generator<'_> {
    fn scalar(&mut self) -> Value {
        let index = self.random.below(SCALARS as u64) as usize;
        self.variables[index]
    }

    fn ints(&mut self) -> Value {
        let index = SCALARS + self.random.below(TILES as u64) as usize;
        self.variables[index]
    }

    fn float(&mut self) -> Value {
        let index = SCALARS + TILES + self.random.below(FLOATS as u64) as usize;
        self.variables[index]
    }

    fn small(&mut self) -> i64 {
        [0, 1, 2, 3, 4, 7, 8, 15, 16, 64, -1, -8][self.random.below(12) as usize]
    }

    /// An integer operation on two values of type `ty`.
    fn int_op(&mut self, a: Value, c: Value, ty: Type) -> Value {
        let signed =
            if self.random.below(2) == 0 { Signedness::Signed } else { Signedness::Unsigned };
        let power = 1 << self.random.below(5);
        let divisor = self.b.const_bits(ty, power);
        let few = self.random.below(6);
        let amount = self.b.const_bits(ty, few);
        let b = &mut self.b;
        match self.random.below(18) {
            0 | 1 => b.addi(a, c, Overflow::None),
            2 => b.subi(a, c, Overflow::None),
            3 => b.muli(a, c, Overflow::None),
            4 => b.divi(a, divisor, signed, Rounding::Zero),
            5 => b.divi(a, divisor, Signedness::Signed, Rounding::NegativeInf),
            6 => b.divi(a, divisor, signed, Rounding::PositiveInf),
            7 => b.remi(a, divisor, signed),
            8 => b.shli(a, amount, Overflow::None),
            9 => b.shri(a, amount, signed),
            10 => b.andi(a, c),
            11 => b.ori(a, c),
            12 => b.xori(a, c),
            13 => b.maxi(a, c, signed),
            14 => b.mini(a, c, signed),
            15 => b.absi(a),
            16 => b.negi(a, Overflow::None),
            _ => b.muli(a, divisor, Overflow::None),
        }
    }

    fn condition(&mut self) -> Value {
        let (a, c) = (self.scalar(), self.scalar());
        let limit = self.small();
        let c = if self.random.below(2) == 0 { c } else { self.b.const_int(Scalar::I32, limit) };
        self.compare(a, c)
    }

    fn compare(&mut self, a: Value, c: Value) -> Value {
        let predicate = CmpPredicate::ALL[self.random.below(6) as usize];
        let signed =
            if self.random.below(3) == 0 { Signedness::Unsigned } else { Signedness::Signed };
        self.b.cmpi(a, c, predicate, signed)
    }

    fn splat(&mut self, value: Value) -> Value {
        let one = self.b.types.tile(&[1], Scalar::I32);
        let one = self.b.reshape(value, one);
        self.b.broadcast(one, self.tile)
    }

    fn assign_scalar(&mut self) {
        let target = self.random.below(SCALARS as u64) as usize;
        let (a, c) = (self.scalar(), self.scalar());
        let ty = self.b.types.scalar(Scalar::I32);
        let number = self.small();
        self.variables[target] = match self.random.below(5) {
            0 => self.b.const_int(Scalar::I32, number),
            // A byte that holds a truth value, as C++ has them.
            1 => {
                let truth = self.compare(a, c);
                let i8_ty = self.b.types.scalar(Scalar::I8);
                let byte = self.b.exti(truth, Signedness::Unsigned, i8_ty);
                self.b.exti(byte, Signedness::Unsigned, ty)
            }
            2 => a,
            _ => self.int_op(a, c, ty),
        };
    }

    fn assign_tile(&mut self) {
        let target = SCALARS + self.random.below(TILES as u64) as usize;
        let (a, c) = (self.ints(), self.ints());
        let scalar = self.scalar();
        self.variables[target] = match self.random.below(9) {
            0 => self.b.iota(self.tile),
            1 => self.splat(scalar),
            2 => {
                let iota = self.b.iota(self.tile);
                let base = self.splat(scalar);
                let sixteen = self.b.const_bits(self.tile, u64::from(LEN));
                let base = self.b.muli(base, sixteen, Overflow::None);
                self.b.addi(base, iota, Overflow::None)
            }
            3 => {
                let mask = self.compare(a, c);
                self.b.select(mask, a, c)
            }
            // Through a plane and back.
            4 => {
                let plane = self.b.types.tile(&[4, LEN / 4], Scalar::I32);
                let x = self.b.reshape(a, plane);
                let x = self.b.permute(x, [1, 0].into_iter().collect());
                self.b.reshape(x, self.tile)
            }
            // Through 64 bits and back.
            5 => {
                let wide = self.b.types.tile(&[LEN], Scalar::I64);
                let signed = if self.random.below(2) == 0 {
                    Signedness::Signed
                } else {
                    Signedness::Unsigned
                };
                let x = self.b.exti(a, signed, wide);
                let y = self.b.exti(c, signed, wide);
                let x = self.int_op(x, y, wide);
                self.b.trunci(x, Overflow::None, self.tile)
            }
            _ => self.int_op(a, c, self.tile),
        };
    }

    fn assign_float(&mut self) {
        let target = SCALARS + TILES + self.random.below(FLOATS as u64) as usize;
        let (x, y, i) = (self.float(), self.float(), self.ints());
        let floats = self.floats;
        let near = Rounding::NearestEven;
        self.variables[target] = match self.random.below(7) {
            0 => self.b.itof(i, Signedness::Signed, near, floats),
            1 => self.b.addf(x, y, near, false),
            2 => self.b.mulf(x, y, Rounding::Zero, false),
            3 => self.b.subf(x, y, near, false),
            4 => {
                let mask = self.b.cmpf(x, y, CmpPredicate::LessThan, CmpOrdering::Ordered);
                self.b.select(mask, x, y)
            }
            5 => self.b.negf(x),
            _ => self.b.maxf(x, y, false, false),
        };
    }

    fn store(&mut self) {
        if self.slots == SLOTS {
            return;
        }
        let value = if self.random.below(4) == 0 {
            let x = self.float();
            self.b.bitcast(x, self.tile)
        } else {
            self.ints()
        };
        let pointers = self.b.types.tile(&[LEN], tilec_ir::Elem::Ptr(Scalar::I32));
        let one = self.b.types.tile(&[1], tilec_ir::Elem::Ptr(Scalar::I32));
        let base = self.b.reshape(self.out, one);
        let base = self.b.broadcast(base, pointers);
        let slot = self.b.const_bits(self.tile, self.slots as u64 * u64::from(LEN));
        let iota = self.b.iota(self.tile);
        let index = self.b.addi(slot, iota, Overflow::NoSignedWrap);
        let at = self.b.offset(base, index);
        let token = self.variables.pop();
        let order = MemoryOrdering::Weak;
        let token = self.b.store_ptr_tko(at, value, None, token, order, None, Default::default());
        self.variables.push(token);
        self.slots += 1;
    }

    fn types(&self) -> Vec<Type> {
        self.variables.iter().map(|&variable| self.b.value_type(variable)).collect()
    }

    fn branch(&mut self) {
        let condition = self.condition();
        let types = self.types();
        let before = self.variables.clone();
        let parts = self.b.open_if(condition, &types);
        let after = self.b.block();
        self.b.switch_to(parts.then_block);
        self.statements();
        self.b.yield_(self.variables.clone());
        self.b.switch_to(parts.else_block);
        self.variables = before;
        if self.random.below(2) == 0 {
            self.statements();
        }
        self.b.yield_(self.variables.clone());
        self.b.switch_to(after);
        self.variables = parts.results.to_vec();
    }

    fn counted(&mut self) {
        let (from, turns, step) = (
            self.random.below(3) as i64,
            self.random.below(4) as i64,
            1 + self.random.below(3) as i64,
        );
        let lower = self.b.const_int(Scalar::I32, from);
        let upper = self.b.const_int(Scalar::I32, from + turns * step);
        let step = self.b.const_int(Scalar::I32, step);
        let parts = self.b.open_for(lower, upper, step, self.random.below(2) == 0, &self.variables);
        let after = self.b.block();
        self.b.switch_to(parts.body);
        self.variables = parts.carried.to_vec();
        if self.random.below(2) == 0 {
            self.variables[0] = parts.induction;
        }
        self.statements();
        self.b.continue_(self.variables.clone());
        self.b.switch_to(after);
        self.variables = parts.results.to_vec();
    }

    /// `for (i = 0; i < turns; i++) { ..; if (c) break; .. }`
    fn repeated(&mut self) {
        let zero = self.b.const_i32(0);
        let turns = 1 + self.random.below(4) as i32;
        let types = self.types();
        let mut inits = self.variables.clone();
        inits.insert(0, zero);
        let parts = self.b.open_loop(&inits, &types);
        let after = self.b.block();
        self.b.switch_to(parts.body);
        let count = parts.carried[0];
        self.variables = parts.carried[1..].to_vec();
        let limit = self.b.const_i32(turns);
        let goes_on = self.b.cmpi(count, limit, CmpPredicate::LessThan, Signedness::Signed);
        self.break_unless(goes_on);
        self.statements();
        if self.random.below(2) == 0 {
            let condition = self.condition();
            self.break_unless(condition);
            self.statements();
        }
        let one = self.b.const_i32(1);
        let next = self.b.addi(count, one, Overflow::NoSignedWrap);
        let mut passed = self.variables.clone();
        passed.insert(0, next);
        self.b.continue_(passed);
        self.b.switch_to(after);
        self.variables = parts.results.to_vec();
    }

    fn break_unless(&mut self, condition: Value) {
        let parts = self.b.open_if(condition, &[]);
        let after = self.b.block();
        self.b.switch_to(parts.then_block);
        self.b.yield_([]);
        self.b.switch_to(parts.else_block);
        self.b.break_(self.variables.clone());
        self.b.switch_to(after);
    }

    fn statements(&mut self) {
        for _ in 0..1 + self.random.below(4) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.random.below(14) {
                0..3 => self.assign_scalar(),
                3..7 => self.assign_tile(),
                7 => self.assign_float(),
                8..11 => self.store(),
                11 => self.branch(),
                12 => self.counted(),
                _ => self.repeated(),
            }
        }
    }
}

/// An entry `@k(%out: ptr<i32>, %n: i32, %m: i32)`, where `%n` is a multiple of 8 from 0 to 64.
fn generate(seed: u64) -> Module {
    let mut module = Module::new("fuzz");
    let mut function = Function::new("k", Span::NONE);
    let param = |name: &str| Param { name: name.into(), restrict: false, span: Span::NONE };
    let pointer = module.types.ptr(Scalar::I32);
    let int = module.types.scalar(Scalar::I32);
    let out = function.add_param(param("out"), pointer);
    let n = function.add_param(param("n"), int);
    let m = function.add_param(param("m"), int);
    let block = function.entry_block;
    let tile = module.types.tile(&[LEN], Scalar::I32);
    let floats = module.types.tile(&[LEN], Scalar::F32);
    let mut b = Builder::new(&mut function, &mut module.types, block, Span::NONE);
    let n = b.assume(n, Assumption::DivBy { divisor: 8, every: None });
    let n = b.assume(n, Assumption::Bounded { lower: Some(0), upper: Some(64) });
    let zero = b.const_i32(0);
    let iota = b.iota(tile);
    let numbers = (0..u64::from(LEN)).map(|i| i * 8);
    let dense = b.constant(DenseConstant::dense(Scalar::I32, numbers), tile);
    let zeros = b.const_bits(tile, 0);
    let x = b.itof(iota, Signedness::Signed, Rounding::NearestEven, floats);
    let token = b.make_token();
    let variables = vec![n, m, zero, iota, dense, zeros, x, x, token];
    let random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let budget = 40;
    let mut generator = Generator { b, random, variables, out, tile, floats, slots: 0, budget };
    while generator.budget > 0 && generator.slots < SLOTS {
        generator.statements();
    }
    generator.store();
    generator.b.return_([]);
    module.entries.push(function);
    module
}

/// The programs to try: few, or as many as `FUZZ_SEEDS` says.
#[expect(clippy::disallowed_methods, reason = "how long to search is for the one who runs it")]
fn seeds() -> std::ops::Range<u64> {
    1..std::env::var("FUZZ_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(50)
}

/// What the program leaves in memory.
fn run(module: &Module, n: u64, m: u64) -> Vec<u32> {
    let mut memory = Memory::new();
    let bytes = SLOTS * LEN as usize * 4;
    let out = memory.alloc_filled(bytes, 0xEE);
    let options =
        RunOptions { order: Order::Sequential, step_limit: Some(1 << 22), ..RunOptions::new() };
    let args = [out, n, m];
    let what =
        Launch { entry: "k", grid: [1, 1, 1], args: &args, globals: None, options: &options };
    launch(module, &what, &mut memory).expect("the program runs");
    let bytes = memory.read(out, bytes).expect("the buffer is there");
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

fn assert_verified(module: &Module, when: &str) {
    let found = verify::module(module);
    assert!(found.is_empty(), "{when}: {found:#?}\n{}", print::module(module));
}

/// The facts of every stored tile, by slot.
fn stored_facts(module: &Module) -> Vec<(usize, Facts)> {
    let function = module.entries.values().next().expect("one entry");
    let map = FactMap::of(function, &module.types);
    let mut stored = Vec::new();
    for inst in function.insts_in_order() {
        let InstData::StorePtrTko { destination, value, .. } = function.data(inst) else {
            continue;
        };
        // The generator's own address computation: base + (slot constant + iota).
        let Some(InstData::Offset { offset, .. }) = function.def_data(*destination) else {
            continue;
        };
        let first = map.get(*offset).bounds.lower;
        stored.push((first as usize / LEN as usize, map.get(*value).clone()));
    }
    stored
}

fn assert_facts(facts: &Facts, elements: &[u32], context: &str) {
    let numbers: Vec<i64> = elements.iter().map(|&bits| i64::from(bits as i32)).collect();
    for &number in &numbers {
        let within = facts.bounds.lower <= number && number <= facts.bounds.upper;
        assert!(within, "{number} is not in {:?}\n{context}", facts.bounds);
    }
    let Some(axis) = facts.axes.first() else { return };
    for group in numbers.chunks(axis.contiguity as usize) {
        let divides = (group[0] as u64).trailing_zeros() >= axis.divisor.trailing_zeros().min(32);
        assert!(group[0] == 0 || divides, "{numbers:?} against {axis:?}\n{context}");
        let contiguous =
            group.windows(2).all(|pair| pair[1] as i32 == (pair[0] as i32).wrapping_add(1));
        assert!(contiguous, "{numbers:?} against {axis:?}\n{context}");
    }
    for group in numbers.chunks(axis.constancy as usize) {
        assert!(group.windows(2).all(|p| p[0] == p[1]), "{numbers:?} against {axis:?}\n{context}");
    }
}

#[test]
fn passes_keep_what_programs_store() {
    let options = Options { level: OptLevel::Full, fmad: false };
    for seed in seeds() {
        let original = generate(seed);
        assert_verified(&original, "as generated");
        let inputs = [(0, 5), (24, 0xFFFF_FFF3), (64, 1 << 20)];
        let expected: Vec<Vec<u32>> = inputs.iter().map(|&(n, m)| run(&original, n, m)).collect();

        let mut module = original.clone();
        let mut random = Random(seed | 1 << 40);
        for _ in 0..6 {
            let name = PASSES[random.below(PASSES.len() as u64) as usize].name;
            pass::run_pass(&mut module, name, &options);
            for (&(n, m), expected) in inputs.iter().zip(&expected) {
                let context = || format!("seed {seed} after {name}\n{}", print::module(&original));
                assert!(run(&module, n, m) == *expected, "{}", context());
            }
        }
        let mut module = original.clone();
        pass::run(&mut module, &options);
        for (&(n, m), expected) in inputs.iter().zip(&expected) {
            let text = print::module(&original);
            assert!(run(&module, n, m) == *expected, "seed {seed}: {text}");
        }
    }
}

fn stores(function: &Function) -> Vec<Inst> {
    let is_store = |inst: &Inst| matches!(function.data(*inst), InstData::StorePtrTko { .. });
    function.insts_in_order().into_iter().filter(is_store).collect()
}

fn remove_store(function: &mut Function, store: Inst) {
    let InstData::StorePtrTko { token, .. } = *function.data(store) else { return };
    if let Some(token) = token {
        function.replace_all_uses(function.results(store)[0], token);
    }
    function.remove_inst(store);
}

/// Along each axis that a program can be split along.
#[test]
fn strips_keep_what_programs_store() {
    let mut n_split = 0;
    for seed in seeds() {
        let mut original = generate(seed);
        pass::run(&mut original, &Options { level: OptLevel::Full, fmad: false });
        let entry = original.entries.keys().next().expect("one entry");
        let stores = stores(&original.entries[entry]);
        for &kept in &stores {
            // What is stored to one place after the other cannot be split: one store at a time.
            let mut single = original.clone();
            for &other in stores.iter().filter(|&&other| other != kept) {
                remove_store(&mut single.entries[entry], other);
            }
            let function = single.entries[entry].clone();
            let InstData::StorePtrTko { value, .. } = *function.data(kept) else { continue };
            for dim in 0..single.types.dims(function.value_type(value)).len() {
                let (mut module, mut function) = (single.clone(), function.clone());
                if !pass::strip_mine::strip_mine(&mut function, &mut module.types, (value, dim), 2)
                {
                    continue;
                }
                n_split += 1;
                module.entries[entry] = function;
                assert_verified(&module, "strip-mined");
                for (n, m) in [(0, 5), (24, 0xFFFF_FFF3), (64, 1 << 20)] {
                    let context = || format!("seed {seed}\n{}", print::module(&single));
                    assert!(run(&module, n, m) == run(&single, n, m), "{}", context());
                }
            }
        }
    }
    assert!(n_split > 20, "only {n_split} were split");
}

#[test]
fn facts_hold_of_what_programs_store() {
    for seed in seeds() {
        let mut module = generate(seed);
        for optimised in [false, true] {
            if optimised {
                pass::run(&mut module, &Options { level: OptLevel::Full, fmad: false });
            }
            let stored = stored_facts(&module);
            for (n, m) in [(0, 5), (24, 0xFFFF_FFF3), (64, 1 << 20)] {
                let memory = run(&module, n, m);
                for (slot, facts) in &stored {
                    let elements = &memory[slot * LEN as usize..][..LEN as usize];
                    // Never stored.
                    if elements.iter().all(|&bits| bits == 0xEEEE_EEEE) {
                        continue;
                    }
                    let text = || print::module(&module);
                    assert_facts(facts, elements, &format!("seed {seed} slot {slot}\n{}", text()));
                }
            }
        }
    }
}

/// The text without the names that bytecode does not hold.
fn anonymous(module: &Module) -> String {
    let mut module = module.clone();
    module.name.clear();
    module.entries.values_mut().for_each(|entry| {
        entry.params.iter_mut().for_each(|param| param.name.clear());
    });
    print::module(&module)
}

#[test]
fn generated_programs_read_back() {
    for seed in 1..100 {
        let mut module = generate(seed);
        for _ in 0..2 {
            let text = print::module(&module);
            let (read, diagnostics) = parse::module(&text, Pos(1));
            let read = read.unwrap_or_else(|| panic!("{diagnostics:#?}\n{text}"));
            assert_eq!(print::module(&read), text);
            let bytes =
                bytecode::write(&module, Version::LATEST).expect("the latest version has all ops");
            let (read, diagnostics) = bytecode::read(&bytes, Span::NONE);
            let read = read.unwrap_or_else(|| panic!("{diagnostics:#?}\n{text}"));
            assert_eq!(anonymous(&read), anonymous(&module));
            pass::run(&mut module, &Options { level: OptLevel::Full, fmad: true });
        }
    }
}

/// Passes leave little of what regions carry for nothing.
#[test]
fn optimised_programs_carry_what_changes() {
    let mut module = generate(7);
    let before = print::module(&module).len();
    pass::run(&mut module, &Options { level: OptLevel::Full, fmad: true });
    let function = module.entries.values().next().expect("one entry");
    let after = print::module(&module).len();
    assert!(after < before, "{before} bytes became {after}");
    let effects = function.insts_in_order().into_iter();
    let dead =
        effects.filter(|&inst| function.data(inst).effect() == Effect::Pure).filter(|&inst| {
            let uses = function.count_uses();
            function.results(inst).iter().all(|&result| uses[result] == 0)
        });
    assert_eq!(dead.count(), 0);
}

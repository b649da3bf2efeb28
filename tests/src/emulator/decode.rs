//! Text to [`Program`]: mnemonics to operations, names to registers and variables.

use cranelift_entity::PrimaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::mnemonic::Mnemonic;
use super::program::{
    Callee, Decoded, Inst, Mem, Op, Place, Program, Reg, RegisterInfo, Special, Src, Symbol,
};
use super::syntax::{self, Instruction, Kernel, Operand, Result, Source, Variable};
use super::types::{Space, Ty};
use super::{
    access, barrier, bulk, collective, copy, lane, matrix, mbarrier, tcgen05, tensor, warpgroup,
};

/// Decodes a kernel of a module.
///
/// # Errors
/// An instruction, register or symbol that is not known, with its line.
pub fn decode(text: &str, name: &str) -> Result<Program> {
    let source = syntax::parse(text)?;
    let kernel = source.kernels.iter().find(|kernel| kernel.name == name);
    let kernel = kernel.ok_or_else(|| format!("no entry `{name}`"))?;
    let mut program = Program {
        threads: kernel.threads.ok_or("the kernel has no .reqntid")?,
        cluster: kernel.cluster.unwrap_or([1; 3]),
        per_sm: kernel.per_sm.map_or(1, |[ctas, ..]| ctas.max(1)),
        blocks_are_clusters: kernel.blocks_are_clusters,
        registers: PrimaryMap::new(),
        symbols: PrimaryMap::new(),
        params: Vec::new(),
        insts: Vec::new(),
        reduces_in_bulk: false,
        shared_bytes: 0,
        local_bytes: 0,
        param_bytes: 0,
        lines: text.lines().map(str::to_owned).collect(),
    };
    let names = declare(&source, kernel, &mut program);
    for instruction in &kernel.body {
        let inst = names
            .instruction(&program, instruction)
            .map_err(|what| format!("line {}: {what}", instruction.line))?;
        program.insts.push(inst);
    }
    let is_one = |inst: &Inst| matches!(inst.op, Op::Bulk(_));
    program.reduces_in_bulk = program.insts.iter().any(is_one);
    Ok(program)
}

type Family = fn(&mut Mnemonic<'_>) -> Result<Option<Decoded>>;

const FAMILIES: [Family; 10] = [
    access::read,
    barrier::read,
    bulk::read,
    collective::read,
    copy::read,
    matrix::read,
    mbarrier::read,
    tcgen05::read,
    tensor::read,
    warpgroup::read,
];

struct Names {
    registers: FxHashMap<String, Reg>,
    symbols: FxHashMap<String, Symbol>,
    labels: FxHashMap<String, usize>,
}

fn declare(source: &Source, kernel: &Kernel, program: &mut Program) -> Names {
    let mut names = Names {
        registers: FxHashMap::default(),
        symbols: FxHashMap::default(),
        labels: kernel.labels.iter().cloned().collect(),
    };
    for family in &kernel.registers {
        let bits = family.ty.bits();
        let names_of_family = match family.count {
            None => vec![family.prefix.clone()],
            Some(count) => (0..count).map(|i| format!("{}{i}", family.prefix)).collect(),
        };
        for name in names_of_family {
            let reg = program.registers.push(RegisterInfo { name: name.clone(), bits });
            names.registers.insert(name, reg);
        }
    }
    let mut place = |variable: &Variable, space: Space, program: &mut Program| {
        let size = match space {
            Space::Shared | Space::SharedCluster => &mut program.shared_bytes,
            Space::Local => &mut program.local_bytes,
            Space::Param => &mut program.param_bytes,
            Space::Global | Space::Const | Space::Generic => &mut 0,
        };
        let offset = size.next_multiple_of(variable.align.max(1));
        *size = offset + variable.bytes;
        let variable = Variable { space, ..variable.clone() };
        let name = variable.name.clone();
        let symbol = program.symbols.push(Place { variable, offset });
        names.symbols.insert(name, symbol);
        symbol
    };
    let named = named(kernel);
    for variable in &source.variables {
        let is_shared = variable.space == Space::Shared;
        if !is_shared || named.contains(variable.name.as_str()) {
            place(variable, variable.space, program);
        }
    }
    for param in &kernel.params {
        let symbol = place(param, Space::Param, program);
        program.params.push(symbol);
    }
    for variable in &kernel.variables {
        // The parameters of a call are the thread's own.
        let space = match variable.space {
            Space::Param => Space::Local,
            space => space,
        };
        place(variable, space, program);
    }
    names
}

/// What the instructions of a kernel name. Of the module's variables in shared memory, a CTA has those that its kernel names, as the
/// assembler allots them: descriptors of matrices have 18 bits for an address.
fn named(kernel: &Kernel) -> FxHashSet<&str> {
    let mut found = FxHashSet::default();
    let mut open: Vec<&Operand> =
        kernel.body.iter().flat_map(|instruction| &instruction.operands).collect();
    while let Some(operand) = open.pop() {
        match operand {
            Operand::Name(name) => {
                found.insert(name.as_str());
            }
            Operand::List(list) => open.extend(list),
            Operand::Address { base, .. } => open.push(base),
            Operand::Number(_) | Operand::Not(_) | Operand::Pair(..) => {}
        }
    }
    found
}

impl Names {
    fn instruction(&self, program: &Program, text: &Instruction) -> Result<Inst> {
        let unknown = || format!("unknown instruction `{}`", text.mnemonic);
        let decoded = self.operation(text)?.ok_or_else(unknown)?;
        let guard = match &text.guard {
            None => None,
            Some((name, negated)) => Some((self.register(name)?, *negated)),
        };
        let mut inst = Inst {
            line: text.line,
            mnemonic: text.mnemonic.clone(),
            guard,
            op: decoded.op,
            gather: decoded.gather,
            dst: SmallVec::new(),
            src: SmallVec::new(),
            mem: SmallVec::new(),
        };
        if matches!(inst.op, Op::Branch(_)) {
            return Ok(inst);
        }
        if matches!(inst.op, Op::Call(_)) {
            inst.mem = self.parameters(&text.operands)?;
            return Ok(inst);
        }
        for (i, operand) in text.operands.iter().enumerate() {
            if i < decoded.results {
                self.result(operand, &mut inst)?;
            } else {
                self.source(operand, &mut inst)?;
            }
        }
        if text.operands.len() < decoded.results {
            return Err(format!("`{}` lacks operands", text.mnemonic));
        }
        // The parameters of a call are local, whatever the access says.
        if let Op::Access(access) = &mut inst.op
            && access.space == Space::Param
            && let Some(&Mem { base: Src::Address(symbol), .. }) = inst.mem.first()
        {
            access.space = program.symbols[symbol].variable.space;
        }
        if let Op::Lane(lane) = &inst.op
            && (inst.src.len() != lane.inputs.len() || inst.dst.len() > lane.results)
        {
            return Err(format!("`{}` has the wrong number of operands", text.mnemonic));
        }
        Ok(inst)
    }

    /// The operation of a mnemonic. Some need a look at the operands.
    fn operation(&self, text: &Instruction) -> Result<Option<Decoded>> {
        let mut m = Mnemonic::new(&text.mnemonic);
        match m.base() {
            "mov" => return self.mov(&mut m, &text.operands).map(Some),
            "cvta" => return cvta(&mut m).map(Some),
            "mapa" => {
                if m.space() != Space::SharedCluster || m.ty()? != Ty::U32 {
                    return Err(
                        m.error("a 32-bit address of the cluster's shared memory is wanted")
                    );
                }
                m.end()?;
                return Ok(Some(Decoded::alone(Op::InCta, 1)));
            }
            "bra" => {
                m.flag("uni");
                m.end()?;
                let Some(Operand::Name(label)) = text.operands.first() else {
                    return Err("a branch needs a label".into());
                };
                let target = self.labels.get(label).ok_or(format!("no label `{label}`"))?;
                return Ok(Some(Decoded::alone(Op::Branch(*target), 0)));
            }
            "ret" | "exit" => {
                m.flag("uni");
                m.end()?;
                return Ok(Some(Decoded::alone(Op::Exit, 0)));
            }
            "trap" => return m.end().map(|()| Some(Decoded::alone(Op::Trap, 0))),
            "call" => {
                m.flag("uni");
                m.end()?;
                return Ok(Some(Decoded::alone(Op::Call(callee(&text.operands)?), 0)));
            }
            // Hints: nothing depends on them.
            "prefetch" | "prefetchu" | "applypriority" | "discard" | "setmaxnreg" | "nanosleep" => {
                return Ok(Some(Decoded::alone(Op::Nothing, 0)));
            }
            _ => {}
        }
        // A new family of instructions is a module with such a function.
        for family in FAMILIES {
            let mut m = m.clone();
            if let Some(decoded) = family(&mut m)? {
                m.end()?;
                return Ok(Some(decoded));
            }
        }
        Ok(lane::read(&mut m)?.map(|lane| Decoded::alone(Op::Lane(lane), 1)))
    }

    fn mov(&self, m: &mut Mnemonic<'_>, operands: &[Operand]) -> Result<Decoded> {
        let ty = m.ty()?;
        m.end()?;
        let parts = |list: &[Operand]| ty.bits() / list.len().max(1) as u32;
        let op = match operands {
            [Operand::List(list), _] => Op::Unpack(parts(list)),
            [_, Operand::List(list)] => Op::Pack(parts(list)),
            [_, _] => Op::Move,
            _ => return Err("mov takes two operands".into()),
        };
        Ok(Decoded::alone(op, 1))
    }

    /// The addresses of the parameters of `call (status), vprintf, (format, arguments)`.
    fn parameters(&self, operands: &[Operand]) -> Result<SmallVec<[Mem; 2]>> {
        let Some(Operand::List(arguments)) = operands.last() else {
            return Err("a call without parameters".into());
        };
        let address = |operand: &Operand| match operand {
            Operand::Name(name) => {
                let symbol = self.symbols.get(name).ok_or(format!("no symbol `{name}`"))?;
                Ok(Mem { base: Src::Address(*symbol), offset: 0 })
            }
            _ => Err("an argument that is not a variable".to_owned()),
        };
        arguments.iter().map(address).collect()
    }

    fn register(&self, name: &str) -> Result<Reg> {
        self.registers.get(name).copied().ok_or_else(|| format!("no register `{name}`"))
    }

    fn result(&self, operand: &Operand, inst: &mut Inst) -> Result<()> {
        match operand {
            Operand::Name(name) if name == "_" => inst.dst.push(None),
            Operand::Name(name) => inst.dst.push(Some(self.register(name)?)),
            Operand::Pair(a, b) => {
                for name in [a, b] {
                    let reg = if name == "_" { None } else { Some(self.register(name)?) };
                    inst.dst.push(reg);
                }
            }
            Operand::List(list) => {
                for operand in list {
                    self.result(operand, inst)?;
                }
            }
            Operand::Number(_) | Operand::Not(_) | Operand::Address { .. } => {
                return Err("a result that is not a register".into());
            }
        }
        Ok(())
    }

    fn source(&self, operand: &Operand, inst: &mut Inst) -> Result<()> {
        match operand {
            Operand::List(list) => {
                for operand in list {
                    self.source(operand, inst)?;
                }
            }
            Operand::Address { base, offset, coordinates } => {
                inst.mem.push(Mem { base: self.value(base)?, offset: *offset });
                for operand in coordinates {
                    self.source(operand, inst)?;
                }
            }
            Operand::Number(_) | Operand::Name(_) | Operand::Not(_) | Operand::Pair(..) => {
                inst.src.push(self.value(operand)?);
            }
        }
        Ok(())
    }

    fn value(&self, operand: &Operand) -> Result<Src> {
        match operand {
            Operand::Number(bits) => Ok(Src::Imm(*bits)),
            Operand::Not(name) => Ok(Src::Not(self.register(name)?)),
            Operand::Name(name) => {
                if let Some(&reg) = self.registers.get(name) {
                    return Ok(Src::Reg(reg));
                }
                if let Some(&symbol) = self.symbols.get(name) {
                    return Ok(Src::Address(symbol));
                }
                if name == "WARP_SZ" {
                    return Ok(Src::Imm(32));
                }
                let special = Special::named(name).map(Src::Special);
                special.ok_or_else(|| format!("no register or symbol `{name}`"))
            }
            Operand::List(_) | Operand::Pair(..) | Operand::Address { .. } => {
                Err("an operand that is not a value".into())
            }
        }
    }
}

fn cvta(m: &mut Mnemonic<'_>) -> Result<Decoded> {
    let from_generic = m.flag("to");
    let space = m.space();
    if !matches!(m.ty()?, Ty::U64 | Ty::U32) || space == Space::Generic {
        return Err(m.error("cvta needs a space and u64"));
    }
    m.end()?;
    let op = if from_generic { Op::FromGeneric(space) } else { Op::ToGeneric(space) };
    Ok(Decoded::alone(op, 1))
}

/// Decodes one instruction without its operands' names, to see that its mnemonic is known.
///
/// # Errors
/// What is wrong with it.
pub fn knows(mnemonic: &str) -> Result<bool> {
    let names = Names {
        registers: FxHashMap::default(),
        symbols: FxHashMap::default(),
        labels: [("label".to_owned(), 0)].into_iter().collect(),
    };
    let label = Operand::Name("label".into());
    let operands = vec![label, Operand::Number(0)];
    let text = Instruction { line: 0, guard: None, mnemonic: mnemonic.to_owned(), operands };
    Ok(names.operation(&text)?.is_some())
}

/// The function that a call names, with as many results and parameters as it has.
fn callee(operands: &[Operand]) -> Result<Callee> {
    match operands {
        [Operand::List(status), Operand::Name(name), Operand::List(arguments)]
            if name == "vprintf" && status.len() == 1 && arguments.len() == 2 =>
        {
            Ok(Callee::Print)
        }
        [Operand::Name(name), Operand::List(arguments)]
            if name == "__assertfail" && arguments.len() == 5 =>
        {
            Ok(Callee::AssertFail)
        }
        _ => Err("only vprintf and __assertfail can be called".into()),
    }
}

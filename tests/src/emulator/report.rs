//! The findings and counts of a run.

use std::collections::BTreeMap;
use std::fmt;

/// Kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FindingKind {
    /// An access outside every variable and allocation, or to memory of the wrong kind.
    OutOfBounds,
    Misaligned,
    /// A register is read before it is written.
    UnwrittenRegister,
    /// Memory is read before it is written.
    UnwrittenMemory,
    /// Two threads access the same byte, one of them writes, and nothing orders them.
    Race,
    /// Lanes that must execute an instruction together do not.
    Divergence,
    /// A register of an asynchronous product or load is used before that is waited for, or the
    /// product before its registers are ready.
    InFlight,
    /// A product reads what an ordinary instruction wrote, without a fence between the proxies.
    Unfenced,
    /// Tensor memory is used that the CTA does not have, or is not given back.
    TensorMemory,
    /// A barrier is used in different ways at once.
    BarrierMisuse,
    /// Threads wait for others that never come.
    Deadlock,
    /// The step limit was reached.
    Hang,
    /// The manual leaves the result open.
    UndefinedResult,
    /// The kernel stopped itself.
    Trap,
}

/// Something that a GPU would leave to luck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub kind: FindingKind,
    /// Line of the PTX text.
    pub line: u32,
    pub text: String,
    /// Where it happened first.
    pub block: [u32; 3],
    pub thread: u32,
    pub detail: String,
    /// How often it happened.
    pub count: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.block;
        write!(
            f,
            "line {}: {:?}: {} (thread {} of block {x},{y},{z}",
            self.line, self.kind, self.detail, self.thread
        )?;
        if self.count > 1 {
            write!(f, ", and {} more", self.count - 1)?;
        }
        write!(f, ")\n    {}", self.text)
    }
}

/// What one instruction of the text cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineCounts {
    /// Times a warp executed it.
    pub issued: u64,
    /// Threads that took part, over all times.
    pub threads: u64,
    /// Shared memory: passes that the banks needed.
    pub wavefronts: u64,
    /// Passes if no two threads of a pass met in a bank.
    pub min_wavefronts: u64,
    /// Global memory: sectors of 32 bytes touched.
    pub sectors: u64,
    /// Sectors that the accessed bytes would fill if they lay together.
    pub min_sectors: u64,
}

impl LineCounts {
    /// Passes lost to bank conflicts.
    pub fn bank_conflicts(&self) -> u64 {
        self.wavefronts - self.min_wavefronts
    }

    fn add(&mut self, other: &LineCounts) {
        self.issued += other.issued;
        self.threads += other.threads;
        self.wavefronts += other.wavefronts;
        self.min_wavefronts += other.min_wavefronts;
        self.sectors += other.sectors;
        self.min_sectors += other.min_sectors;
    }
}

/// The outcome of a launch.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In order of line and kind; one for each, however often it happened.
    pub findings: Vec<Finding>,
    /// What `vprintf` printed.
    pub output: String,
    /// Counts of each instruction by line, with its mnemonic.
    pub lines: BTreeMap<u32, (String, LineCounts)>,
}

impl Report {
    /// The counts of all instructions whose mnemonic starts like this, together.
    pub fn total(&self, mnemonic: &str) -> LineCounts {
        let mut total = LineCounts::default();
        for (name, counts) in self.lines.values() {
            if name.starts_with(mnemonic) {
                total.add(counts);
            }
        }
        total
    }

    /// Warp instructions executed, by what stands before the first dot.
    pub fn instructions(&self) -> BTreeMap<String, u64> {
        let mut classes = BTreeMap::new();
        for (name, counts) in self.lines.values() {
            let class = name.split('.').next().unwrap_or(name);
            *classes.entry(class.to_owned()).or_default() += counts.issued;
        }
        classes
    }

    /// Whether there is a finding of a kind.
    pub fn has(&self, kind: FindingKind) -> bool {
        self.findings.iter().any(|finding| finding.kind == kind)
    }

    /// All findings, one after the other.
    pub fn describe(&self) -> String {
        self.findings.iter().map(|finding| format!("{finding}\n")).collect()
    }
}

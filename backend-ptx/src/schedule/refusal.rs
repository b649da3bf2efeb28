//! Why a pipeline does not feed an MMA or one of its operands: the first requirement that failed, and what failed it.
//!
//! The search for asynchronous loads checks the requirements in the order of [`Requirement`]; it keeps the first that
//! fails for each operand. Remarks and schedules print them; nothing is decided by them again.

use ir::Inst;
use rustc_hash::FxHashMap;

macro_rules! requirements {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $text:literal, $help:expr;)*) => {
        /// A requirement of an asynchronous load, of an operand or of an MMA.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Requirement {
            $($(#[$doc])* $variant,)*
        }

        impl Requirement {
            /// All of them.
            pub const ALL: &[Requirement] = &[$(Requirement::$variant),*];

            /// The name, as schedules and JSON have it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Requirement::$variant => $name,)*
                }
            }

            /// The requirement as a sentence without a full stop.
            pub fn text(self) -> &'static str {
                match self {
                    $(Requirement::$variant => $text,)*
                }
            }

            /// What the user can write to meet it.
            pub fn help(self) -> Option<&'static str> {
                match self {
                    $(Requirement::$variant => $help,)*
                }
            }
        }
    };
}

requirements! {
    // Of the kernel.
    DefaultWarps = "default_warps", "the number of warps must be the compiler's choice", Some("remove the number of warps");
    KnownExits = "known_exits",
        "what leaves a loop or the kernel must depend on parameters, block numbers, memory that the kernel does not write, and single \
         numbers of 1, 32 or 64 bits",
        Some("convert the number to one of 32 bits, or move the part of the loop that may leave it into a loop of its own");
    NoLocalArrays = "no_local_arrays", "the kernel must keep no array of tiles in memory",
        Some("index arrays of tiles with constants");
    ReleasedStages = "released_stages",
        "between the load and the MMA the kernel must neither store to the tensor nor leave the iteration",
        Some("mark pointers to memory that does not overlap with `__restrict__`");
    AccumulatorFits = "accumulator_fits", "the accumulator must fit in the registers of two warpgroups",
        Some("use a tile of the result of at most 128x256 or 256x128 elements");
    StagesFit = "stages_fit", "two stages of all operands must fit in shared memory",
        Some("use a shorter K extent of the tiles, or a smaller tile of the result");
    TensorMemoryFits = "tensor_memory_fits", "the accumulators must fit in tensor memory",
        Some("use a smaller tile of the result");
    CommonLoads = "common_loads", "two tile blocks of a CTA or cluster must have loads in common", None;
    // Of the MMA.
    Unscaled = "unscaled", "the MMA must have no block scales", None;
    NoBatch = "no_batch", "the batch extents must be 1", Some("multiply one matrix at a time");
    ElementTypes = "element_types", "the instruction must have a form for the element types", None;
    KExtent = "k_extent", "a row of K must have at least 32 bytes", Some("use a larger K extent of the tiles");
    ResultExtents = "result_extents",
        "the result must have at least 64 rows, 128 with block scales, and 8 to 256 columns, or the transposed result must",
        Some("use a tile of the result with at least 64 rows");
    /// Few rows are computed as columns of the transposed MMA, but for chained MMAs.
    ChainedRows = "chained_rows",
        "the result must have at least 64 rows where an operand of an MMA is computed from the result of another", Some("use a tile of the result with at least 64 rows");
    // Of an operand.
    LoadedTile = "loaded_tile",
        "only permutations, reshapes, halves of bytes and rounding to tf32 may stand between the load and the MMA",
        Some("apply other operations to the operand that the MMA takes from registers, or behind the MMA");
    ViewLoad = "view_load", "the tile must be loaded from a partition view, or through pointers that describe one",
        Some("describe the memory by a `tensor_span` and load the tile from a `partition_view`");
    PointerPlaces = "pointer_places",
        "pointers of a tile must be one pointer and multiples of the place along each dimension, by arithmetic that cannot \
         wrap",
        Some("load the tile from a `partition_view`, or compute signed offsets from `iota` by additions and multiplications");
    MaskBounds = "mask_bounds",
        "a mask must compare the place along each dimension with a bound that depends on the tile block only by where the \
         tile begins",
        Some("mask with `offset < extent` for each dimension, or load the tile from a `partition_view`");
    KnownStart = "known_start", "where a tile of pointers begins must be known not to be negative, and less than 2^31",
        Some("load the tile from a `partition_view`");
    TmaAllowed = "tma_allowed", "the load must not have the hint `allow_tma` of false", Some("remove the hint");
    WeakLoad = "weak_load", "the load must have no memory order", Some("load without an order");
    NoWriteBefore = "no_write_before",
        "nothing that the kernel executes before the load may write to its tensor",
        Some("mark pointers to memory that does not overlap with `__restrict__`");
    DenseView = "dense_view", "the view must be a partition view or a strided view", None;
    GatheringTarget = "gathering_target",
        "rows of a gather/scatter view must be ones that a pipeline gathers for an MMA, as targets with `wgmma` or `tcgen05` can",
        Some("load rows that follow each other in memory as a tile of a `partition_view`");
    GatheredRows = "gathered_rows",
        "a gather/scatter view must be of a tensor of two dimensions, pick rows along the one that is not contiguous, by \
         numbers of 32 or 64 bits, and have elements of whole bytes",
        Some("describe the tensor by rows and columns, and compute the numbers of the rows from the other indices");
    KnownRows = "known_rows",
        "the numbers of rows must follow, element by element, from `iota`, parameters, block numbers, loop counters and memory \
         that the kernel does not write",
        Some("load the numbers in the iteration that uses them, and mark pointers to memory that does not overlap with `__restrict__`");
    GatheredTensor = "gathered_tensor",
        "the pointer, extents and strides of a tensor whose rows are gathered must be the same for all tile blocks, and those of \
         all tensors of the pipeline where warps gather",
        Some("gather from the whole tensor, by numbers of rows that include those of the tile block");
    /// Of rows that no TMA gathers.
    GatheredColumns = "gathered_columns",
        "where warps gather rows, the elements must be those of the MMA, and columns begin at multiples of 16 bytes",
        Some("gather columns that begin at a multiple of the tile's length");
    ZeroPadding = "zero_padding", "elements outside of the tensor must be zero",
        Some("pad with zeros, and replace other padding behind the MMA");
    KnownIndex = "known_index",
        "the index must depend on parameters, block numbers, loop counters and memory that the kernel does not write",
        None;
    KnownControl = "known_control",
        "conditions and loop bounds around the load must depend on parameters, block numbers, loop counters and memory \
         that the kernel does not write",
        None;
    AheadInLoop = "ahead_in_loop",
        "the load must be in the body of a `for` loop that nothing leaves, at indices that follow from the loop counter",
        Some("load the tile in the body of a `for` loop, at an index computed from its counter");
    LocalView = "local_view", "the view must be made in the kernel, from one tensor",
        Some("make the view where the tile is loaded");
    KernelTensor = "kernel_tensor",
        "the pointer, extents and strides of the tensor must depend on parameters, block numbers, loop counters and memory \
         that the kernel does not write; where they differ between tile blocks, what is known where the kernel begins must \
         tell that 16 bytes divide the pointer and the strides, and no step of a loop may have a tensor of its own",
        Some("select the part of a tile block by the index of the load, or assume that pointers from memory are aligned");
    UnitStride = "unit_stride", "exactly one dimension of the tile must have a static stride of 1",
        Some("give the tensor a layout whose stride is static in one dimension");
    TwoDimensions = "two_dimensions", "at most two dimensions of the tile may have more than one element", None;
    TileRows = "tile_rows", "a row of the tile must have at least 32 bytes, and the tile 8 to 256 rows", None;
    MapRank = "map_rank", "the tile must have as many dimensions as the tensor, at most five", None;
    StaticPitch = "static_pitch", "static strides must be multiples of 16 bytes",
        Some("make the strides parameters of the kernel, or pad the rows");
    ContiguousK = "contiguous_k",
        "the operand must be contiguous along K, since the instruction transposes no operand of this element type",
        Some("store the operand with contiguous K");
    ForMmas = "for_mmas", "the tile must have no uses besides MMAs", Some("move the other uses to a loop of their own, which loads the tile again");
    AlsoRegisters = "also_registers", "only one operand may come from registers", None;
    // Of an atomic reduction of a view.
    RelaxedOrder = "relaxed_order", "an atomic reduction must be relaxed, and its scope the tile block or the device", None;
    GlobalMemory = "global_memory", "pointers of the kernel must be known to point to global memory",
        Some("keep no array of tiles in memory, and take no address of a parameter");
    ReducedRows = "reduced_rows",
        "rows of the tile that is reduced, what lies between two tiles along them, and a static extent must be multiples of 16 bytes",
        Some("use a tile with longer rows, or make the extent a parameter of the kernel");
    StagedElements = "staged_elements",
        "a thread must have at least 16 elements of the tile that is reduced, or else it takes less time to reduce each by an instruction",
        Some("use a larger tile");
}

/// A requirement that failed, and what failed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub requirement: Requirement,
    /// The instruction that fails it, if it is not the MMA itself.
    pub at: Option<Inst>,
}

impl Refusal {
    pub fn at(requirement: Requirement, inst: Inst) -> Refusal {
        Refusal { requirement, at: Some(inst) }
    }

    /// What the MMA or the whole kernel fails.
    pub fn of(requirement: Requirement) -> Refusal {
        Refusal { requirement, at: None }
    }
}

/// Why a pipeline does not feed an MMA, or an operand of it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct MmaRefusals {
    /// What the MMA or the kernel fails.
    pub whole: Option<Refusal>,
    pub a: Option<Refusal>,
    pub b: Option<Refusal>,
}

impl MmaRefusals {
    /// The refusals of the MMA, of A and of B, with how schedules name these parts.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, Refusal)> {
        let parts = [("", self.whole), (" a", self.a), (" b", self.b)];
        parts.into_iter().filter_map(|(part, refusal)| Some((part, refusal?)))
    }

    /// Whether a number is missing that the producer does not know.
    pub fn lacks_number(&self) -> bool {
        self.parts().any(|(_, refusal)| {
            matches!(
                refusal.requirement,
                Requirement::KnownExits
                    | Requirement::KnownIndex
                    | Requirement::KnownControl
                    | Requirement::KernelTensor
            )
        })
    }

    pub fn is_empty(&self) -> bool {
        *self == MmaRefusals::default()
    }
}

/// The refusals of each MMA of a kernel that has any.
pub type Refusals = FxHashMap<Inst, MmaRefusals>;

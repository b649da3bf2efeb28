//! How each op relates the layouts of its operands and results.

use ir::InstData;

/// What layout assignment has to know about an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Its value follows from the index of the element alone, so any layout will do.
    Anywhere,
    /// Element by element. A cheap one is repeated in several layouts rather than converted.
    Elementwise {
        cheap: bool,
    },
    Broadcast,
    Reshape,
    Permute,
    Extract,
    Cat,
    /// Between elements and their bytes.
    Repack,
    /// Reductions and scans.
    Combine,
    LoadPtr,
    StorePtr,
    LoadView,
    StoreView,
    Atomic,
    AtomicView,
    Mma,
    /// Loops, branches and what ends their blocks.
    Control,
    /// Looks at each element once, in any layout.
    Observe,
    /// Has no tile operands or results of rank one or more.
    Scalar,
}

/// The role of an instruction.
pub fn role(data: &InstData) -> Role {
    let cheap = Role::Elementwise { cheap: true };
    let costly = Role::Elementwise { cheap: false };
    match data {
        InstData::Constant { .. } | InstData::Poison {} | InstData::Iota { .. } => Role::Anywhere,

        InstData::AddI { .. } | InstData::SubI { .. } | InstData::MulI { .. } => cheap,
        InstData::AbsI { .. } | InstData::NegI { .. } | InstData::CmpI { .. } => cheap,
        InstData::MaxI { .. } | InstData::MinI { .. } | InstData::MulhiI { .. } => cheap,
        InstData::ShlI { .. } | InstData::ShrI { .. } => cheap,
        InstData::AndI { .. } | InstData::OrI { .. } | InstData::XorI { .. } => cheap,
        InstData::Offset { .. } | InstData::Select { .. } | InstData::Assume { .. } => cheap,
        InstData::Given { .. } | InstData::Subobject { .. } | InstData::Based { .. } => cheap,
        InstData::SameObject { .. } => cheap,
        InstData::Bitcast { .. } | InstData::ExtI { .. } | InstData::TruncI { .. } => cheap,
        InstData::FToF { .. } | InstData::FToI { .. } | InstData::IToF { .. } => cheap,
        InstData::IntToPtr { .. } | InstData::PtrToInt { .. } | InstData::PtrToPtr { .. } => cheap,
        InstData::AbsF { .. } | InstData::NegF { .. } | InstData::CmpF { .. } => cheap,
        InstData::AddF { .. } | InstData::SubF { .. } | InstData::MulF { .. } => cheap,
        InstData::Fma { .. } | InstData::MaxF { .. } | InstData::MinF { .. } => cheap,

        InstData::DivI { .. } | InstData::RemI { .. } => costly,
        InstData::DivF { .. } | InstData::RemF { .. } | InstData::Sqrt { .. } => costly,
        InstData::Rsqrt { .. } | InstData::Pow { .. } | InstData::Atan2 { .. } => costly,
        InstData::Exp { .. } | InstData::Exp2 { .. } => costly,
        InstData::Log { .. } | InstData::Log2 { .. } => costly,
        InstData::Sin { .. } | InstData::Cos { .. } | InstData::Tan { .. } => costly,
        InstData::Sinh { .. } | InstData::Cosh { .. } | InstData::Tanh { .. } => costly,
        InstData::Ceil { .. } | InstData::Floor { .. } => costly,

        // Other ops have taken their places.
        InstData::Insert { .. } | InstData::FPowI { .. } => Role::Scalar,

        // A kernel with one of these is refused.
        InstData::MultimemLoadReduceViewTko { .. } => Role::Scalar,
        InstData::MultimemReduceViewTko { .. } => Role::Scalar,
        InstData::MultimemStoreViewTko { .. } => Role::Scalar,
        InstData::PreviewCall { .. } => Role::Scalar,

        InstData::Broadcast { .. } => Role::Broadcast,
        InstData::Reshape { .. } => Role::Reshape,
        InstData::Permute { .. } => Role::Permute,
        InstData::Extract { .. } => Role::Extract,
        InstData::Cat { .. } => Role::Cat,
        InstData::Pack { .. } | InstData::Unpack { .. } => Role::Repack,
        InstData::Reduce { .. } | InstData::Scan { .. } => Role::Combine,

        InstData::LoadPtrTko { .. } => Role::LoadPtr,
        InstData::StorePtrTko { .. } => Role::StorePtr,
        InstData::LoadViewTko { .. } => Role::LoadView,
        InstData::StoreViewTko { .. } => Role::StoreView,
        InstData::AtomicCasTko { .. } | InstData::AtomicRmwTko { .. } => Role::Atomic,
        InstData::AtomicRedViewTko { .. } => Role::AtomicView,
        InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. } => Role::Mma,

        InstData::For { .. } | InstData::Loop { .. } | InstData::If { .. } => Role::Control,
        InstData::Break { .. } | InstData::Continue { .. } => Role::Control,
        InstData::Return { .. } | InstData::Yield { .. } => Role::Control,
        InstData::Assert { .. } | InstData::PrintTko { .. } => Role::Observe,
        InstData::Require { .. } | InstData::Note { .. } => Role::Observe,

        InstData::GetGlobal { .. } | InstData::Alloca { .. } => Role::Scalar,
        InstData::GetNumTileBlocks { .. } | InstData::GetTileBlockId { .. } => Role::Scalar,
        InstData::JoinTokens { .. } | InstData::MakeToken { .. } => Role::Scalar,
        InstData::GdcLaunchDependentsTko { .. } | InstData::GdcWaitTko { .. } => Role::Scalar,
        InstData::MemoryFenceAliasTko { .. } => Role::Scalar,
        InstData::GetIndexSpaceShape { .. } | InstData::GetTensorShape { .. } => Role::Scalar,
        InstData::MakeTensorView { .. } | InstData::MakePartitionView { .. } => Role::Scalar,
        InstData::MakeGatherScatterView { .. } | InstData::MakeStridedView { .. } => Role::Scalar,
    }
}

//! The operations by family: the one table that says which file selects an operation.
//!
//! Each row gives two patterns: `x_ops!()` matches the operations of a family, and `not_x_ops!()` all others. The match
//! of [`Cx::inst`](crate::select::Cx) over families and the match of a family over its operations are exhaustive with
//! them: an operation in no row, or one of a family that does not select it, is an error of compilation.

use ir::InstData;

use crate::select::Unsupported;

macro_rules! families {
    (
        alone: $($single:ident)*;
        $($name:ident, $others:ident: $($op:ident)*;)*
    ) => {
        families!(@ [$($single)*] $($name, $others: [$($op)*])*);
    };
    (@ [$($before:ident)*]) => {};
    (
        @ [$($before:ident)*]
        $name:ident, $others:ident: [$($op:ident)*]
        $($rest_name:ident, $rest_others:ident: [$($rest:ident)*])*
    ) => {
        macro_rules! $name {
            () => { $(| ir::InstData::$op { .. })* };
        }
        #[allow(unused_macros, reason = "a family of one arm selects all of its operations in it")]
        macro_rules! $others {
            () => { $(| ir::InstData::$before { .. })* $($(| ir::InstData::$rest { .. })*)* };
        }
        families!(@ [$($before)* $($op)*] $($rest_name, $rest_others: [$($rest)*])*);
    };
}

families! {
    // Operations that are not of a family: `Cx::inst` names each.
    alone:
        Reduce Scan MmaF MmaI MmaFScaled Assume Assert PrintTko Require Note MakeToken JoinTokens Insert FPowI
        MultimemLoadReduceViewTko MultimemReduceViewTko MultimemStoreViewTko PreviewCall;
    // Constants, indices, and renamed elements.
    shape_ops, not_shape_ops:
        Constant Poison Iota Broadcast Reshape Permute Extract Cat Pack Unpack;
    // One element of the result from one of each operand.
    elementwise_ops, not_elementwise_ops:
        AbsF AddF Atan2 Ceil CmpF Cos Cosh DivF Exp Exp2 Floor Fma Log Log2 MaxF MinF MulF NegF Pow RemF Rsqrt Sin
        Sinh Sqrt SubF Tan Tanh
        AbsI AddI CmpI DivI MaxI MinI MulI MulhiI NegI RemI ShlI ShrI SubI AndI OrI XorI
        Select Offset Bitcast ExtI TruncI FToF FToI IToF IntToPtr PtrToInt PtrToPtr
        Given Subobject Based SameObject;
    control_ops, not_control_ops:
        For Loop If Yield Continue Break Return;
    // Accesses, and the memory that they are made to.
    memory_ops, not_memory_ops:
        LoadPtrTko StorePtrTko LoadViewTko StoreViewTko AtomicRmwTko AtomicCasTko AtomicRedViewTko
        MemoryFenceAliasTko GetGlobal Alloca;
    view_ops, not_view_ops:
        MakeTensorView MakePartitionView MakeStridedView MakeGatherScatterView GetTensorShape GetIndexSpaceShape;
    grid_ops, not_grid_ops:
        GetTileBlockId GetNumTileBlocks GdcLaunchDependentsTko GdcWaitTko;
}

/// The error for an operation that was handed to a family that it is not of.
pub(in crate::select) fn misplaced(data: &InstData) -> Unsupported {
    Unsupported::op(format!("{} in this family of operations", data.opcode().mnemonic()))
}

//! The diagnostic codes of the PTX back end.

lang::codes! {
    /// The target or this compiler lacks the operation for this type.
    UNSUPPORTED_OP = "E0701", "unsupported-operation", Error;
    /// A value needs more shared memory or registers than one CTA has.
    TILE_TOO_LARGE = "E0702", "tile-too-large", Error;
    /// The element type does not exist on the target.
    UNSUPPORTED_TYPE = "E0703", "unsupported-type", Error;
    /// The threads and the memory of a kernel.
    KERNEL_SHAPE = "E0710", "kernel-shape", Remark;
    /// How a product of matrices is computed.
    PRODUCT_PATH = "E0711", "product-path", Remark;
    /// How an atomic reduction of a view is carried out.
    REDUCTION_PATH = "E0712", "reduction-path", Remark;
    /// The text of a schedule cannot be read, or the schedule cannot be carried out.
    BAD_SCHEDULE = "E0720", "bad-schedule", Error;
    /// The back end produced code that it knows to be wrong.
    MALFORMED_PTX = "E0790", "malformed-ptx", Bug;
}

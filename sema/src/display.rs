//! Types, arguments and entities in the user's spelling.

use crate::Cx;
use crate::entity::FunctionId;
use crate::ty::{Args, Ty};

impl Cx<'_> {
    /// The type as a user would write it: `tile<float, 128x64>`.
    pub fn show(&self, ty: Ty) -> String {
        format!("{:?}", self.types.kind(ty))
    }

    /// `<int, 4>`
    pub fn show_args(&self, args: Args) -> String {
        format!("{:?}", self.types.list(args))
    }

    /// `name(int, float)`
    pub fn show_function(&self, function: FunctionId) -> String {
        format!("{function:?}")
    }
}

//! Lowering on demand and its diagnostics.

use lang::base::{Interner, Severity, SourceMap};
use lang::pp::{ArchFeatures, CudaArch, PpOptions, preprocess};
use tilec_sema::Options;
use tilec_sema::entity::BodyState;

use crate::testing::OneFile;

/// A kernel that cannot be lowered although its body has no error is reported as a bug:
/// else an output would lack the kernel.
#[test]
fn a_kernel_is_not_lost_silently() {
    let text = "__tile_global__ void one(int* p) { *p = 1; }\n\
                __tile_global__ void two(int* p) { *p = 2; }\n";
    let options = PpOptions::new(CudaArch { number: 90, features: ArchFeatures::Specific });
    let (mut map, mut interner) = (SourceMap::new(), Interner::new());
    let source = preprocess(&mut map, &mut interner, &OneFile(text.into()), &options, "main.cu");
    let (mut unit, _) = lang::parse::parse(source.tokens, &mut interner);
    tilec_sema::check(&mut unit, &mut interner, &map, Options::default(), |checked| {
        let lost = checked.kernels()[0].function;
        checked.cx().entities[lost].body = BodyState::Error;
        let module = checked.lower();
        assert_eq!(module.entries.len(), 1);
        let found: Vec<_> = checked.take_diagnostics().into_iter().collect();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].code.id, found[0].severity), ("E0599", Severity::Bug));
        assert!(found[0].message.contains("`one(int*)`"), "{}", found[0].message);
        assert_eq!(map.locate(found[0].primary.span.lo).map(|(_, at)| at.line), Some(1));
    });
}

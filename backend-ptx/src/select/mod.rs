pub mod mma;

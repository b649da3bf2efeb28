//! The library face of the compiler driver.

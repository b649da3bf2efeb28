//! Arrays of one element type in device memory, and the number formats that Rust lacks: what typed
//! launchers take.

use std::marker::PhantomData;

use bytemuck::{Pod, Zeroable};
use ir::scalar::{FloatFormat, float};

use crate::launch::Scalar;
use crate::{Arg, Buffer, Device, Element, Error};

/// A [`Buffer`] that knows what is in it.
#[derive(Debug)]
pub struct Array<T> {
    buffer: Buffer,
    element: PhantomData<T>,
}

impl<T: Element> Array<T> {
    /// Takes the bytes of a buffer as elements.
    ///
    /// # Errors
    /// They are not a whole number of elements.
    pub fn from_buffer(buffer: Buffer) -> Result<Array<T>, Error> {
        let (found, size) = (buffer.len(), size_of::<T>().max(1));
        if !found.is_multiple_of(size) {
            return Err(Error::Size { expected: found.next_multiple_of(size), found });
        }
        Ok(Array { buffer, element: PhantomData })
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.buffer.len() / size_of::<T>().max(1)
    }

    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// A copy of the elements, after all launches so far.
    pub fn to_vec(&self, device: &Device) -> Result<Vec<T>, Error> {
        device.download(&self.buffer)
    }
}

impl Device {
    /// An array with a copy of `data`.
    pub fn array<T: Element>(&self, data: &[T]) -> Result<Array<T>, Error> {
        Ok(Array { buffer: self.upload(data)?, element: PhantomData })
    }

    /// An array of `len` elements, all bytes zero.
    pub fn zeroed_array<T: Element>(&self, len: usize) -> Result<Array<T>, Error> {
        Ok(Array { buffer: self.zeros::<T>(len)?, element: PhantomData })
    }
}

impl<'a, T> From<&'a Array<T>> for Arg<'a> {
    fn from(array: &'a Array<T>) -> Arg<'a> {
        Arg::Buffer(&array.buffer)
    }
}

macro_rules! number_formats {
    ($($(#[$doc:meta])* $name:ident($bits:ty) = $format:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Pod, Zeroable)]
        #[repr(transparent)]
        pub struct $name(
            /// The bits.
            pub $bits,
        );

        impl $name {
            /// Rounds to nearest, ties to even.
            pub fn from_f64(value: f64) -> $name {
                $name(float::from_f64(FloatFormat::$format, value) as $bits)
            }

            /// Rounds to nearest, ties to even.
            pub fn from_f32(value: f32) -> $name {
                $name::from_f64(value.into())
            }

            /// The value, which an `f64` has exactly.
            pub fn to_f64(self) -> f64 {
                float::to_f64(FloatFormat::$format, self.0.into())
            }

            /// The value, which an `f32` has exactly.
            pub fn to_f32(self) -> f32 {
                self.to_f64() as f32
            }
        }

        impl From<$name> for Scalar {
            fn from(value: $name) -> Scalar {
                value.0.into()
            }
        }

        impl From<$name> for Arg<'_> {
            fn from(value: $name) -> Self {
                Arg::Scalar(value.into())
            }
        })*
    };
}

number_formats! {
    /// `__half`: IEEE binary16.
    F16(u16) = F16;
    /// `__nv_bfloat16`: the upper half of an `f32`.
    Bf16(u16) = Bf16;
    /// `tf32`: an `f32` whose lower 13 bits are zero.
    Tf32(u32) = Tf32;
    /// `__nv_fp8_e4m3`: no infinity.
    E4m3(u8) = E4M3;
    /// `__nv_fp8_e5m2`
    E5m2(u8) = E5M2;
    /// `__nv_fp8_e8m0`: a power of two.
    E8m0(u8) = E8M0;
    /// `__nv_fp8_ue5m3`: no sign.
    Ue5m3(u8) = UE5M3;
    /// `__nv_fp4_e2m1`: the low four bits of a byte.
    E2m1(u8) = E2M1;
}

#[cfg(test)]
mod tests {
    use super::{Array, Bf16, E4m3, F16};
    use crate::{Device, Error};

    #[test]
    fn formats_round_to_nearest_even() {
        assert_eq!(F16::from_f32(1.0).0, 0x3C00);
        // Half of the last place above 1: to even, which is 1.
        assert_eq!(F16::from_f32(1.0 + f32::exp2(-11.0)).0, 0x3C00);
        assert_eq!(Bf16::from_f32(-2.0).0, 0xC000);
        assert_eq!(E4m3(0x38).to_f32(), 1.0);
        assert_eq!(F16(0x7BFF).to_f32(), 65504.0);
    }

    #[test]
    fn arrays_are_of_whole_elements() -> Result<(), Error> {
        let device = Device::cpu();
        let array = device.array(&[F16(1), F16(2), F16(3)])?;
        assert_eq!((array.len(), array.buffer().len()), (3, 6));
        assert_eq!(array.to_vec(&device)?, [F16(1), F16(2), F16(3)]);
        let odd = device.zeros::<u8>(6)?;
        assert!(matches!(
            Array::<f32>::from_buffer(odd),
            Err(Error::Size { expected: 8, found: 6 })
        ));
        Ok(())
    }
}

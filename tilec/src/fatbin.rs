//! Fat binaries: the images of one program for several targets in one file, which `cuModuleLoadData`
//! loads as it loads a cubin.
//!
//! The layout is that of files which NVIDIA's `fatbinary` writes without compression; the test of this
//! module compares them byte by byte. All numbers are little-endian.
//!
//! ```text
//! file   = u32 magic, u16 1, u16 16, u64 bytes that follow, image*
//! image  = u16 kind, u16 0x0101, u32 header, u64 padded payload, u32 0, u32 options,
//!          u32 version, u32 compute, u64 0, u64 flags, u64 0, u64 0, extra, payload, padding to 8
//! extra  = for PTX, and for machine code from sm_100 on:
//!          u32 0x48, u32 n, the options of ptxas as a string (empty), n bytes of the section
//!          `.nv.compat` of machine code, padding to 8
//! ```

use backend_ptx::target::Target;

const MAGIC: u32 = 0xba55_ed50;
const IMAGE_HEADER: usize = 64;
/// Linux, 64 bits.
const HOST: u64 = 0x11;
/// The target is specific to its chip (`a`).
const SPECIFIC: u64 = 0x10_0000;
/// The target is a family (`f`).
const FAMILY: u64 = 0x20_0000;
/// The image repeats by what the driver decides whether machine code runs on a chip.
const COMPATIBILITY: u64 = 0x100_0000;
/// The first target whose machine code does.
const FIRST_WITH_COMPATIBILITY: u32 = 100;
/// The version of NVIDIA's machine code in ELF: major 1, minor 8.
const ELF_VERSION: u32 = 0x1_0008;

/// What an image holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Ptx,
    MachineCode,
}

/// The program for one target.
pub struct Image {
    pub kind: Kind,
    pub target: Target,
    pub payload: Vec<u8>,
}

/// The images as a file.
pub fn fatbin(images: &[Image]) -> Vec<u8> {
    let body: Vec<u8> = images.iter().flat_map(entry).collect();
    let mut file = Vec::with_capacity(16 + body.len());
    file.extend(MAGIC.to_le_bytes());
    file.extend(1u16.to_le_bytes());
    file.extend(16u16.to_le_bytes());
    file.extend((body.len() as u64).to_le_bytes());
    file.extend(body);
    file
}

fn entry(image: &Image) -> Vec<u8> {
    let Image { target, payload, .. } = image;
    let mut payload = payload.clone();
    let suffix = match target.name.chars().last() {
        Some('a') => SPECIFIC,
        Some('f') => FAMILY,
        _ => 0,
    };
    let (kind, version, flags, extra) = match image.kind {
        Kind::Ptx => {
            // Text ends with a zero byte.
            payload.push(0);
            let (major, minor) = target.ptx;
            (1u16, major << 16 | minor, 0, extra(&[]))
        }
        Kind::MachineCode if target.compute >= FIRST_WITH_COMPATIBILITY => {
            let compatibility = section(&image.payload, b".nv.compat").unwrap_or_default();
            (2, ELF_VERSION, COMPATIBILITY, extra(compatibility))
        }
        Kind::MachineCode => (2, ELF_VERSION, 0, Vec::new()),
    };
    pad(&mut payload);
    let options: u32 = if extra.is_empty() { 0 } else { IMAGE_HEADER as u32 };
    let header = (IMAGE_HEADER + extra.len()) as u32;
    let mut entry = Vec::with_capacity(header as usize + payload.len());
    entry.extend(kind.to_le_bytes());
    entry.extend(0x0101u16.to_le_bytes());
    entry.extend(header.to_le_bytes());
    entry.extend((payload.len() as u64).to_le_bytes());
    entry.extend(0u32.to_le_bytes());
    entry.extend(options.to_le_bytes());
    entry.extend(version.to_le_bytes());
    entry.extend(target.compute.to_le_bytes());
    entry.extend(0u64.to_le_bytes());
    entry.extend((HOST | suffix | flags).to_le_bytes());
    entry.extend([0; 16]);
    entry.extend(extra);
    entry.extend(payload);
    entry
}

/// No options of ptxas, and `compatibility`.
fn extra(compatibility: &[u8]) -> Vec<u8> {
    let mut extra = Vec::new();
    extra.extend((IMAGE_HEADER as u32 + 8).to_le_bytes());
    extra.extend((compatibility.len() as u32).to_le_bytes());
    extra.push(0);
    extra.extend(compatibility);
    pad(&mut extra);
    extra
}

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
}

/// A section of a 64-bit ELF file by its name.
fn section<'a>(elf: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let u16_at = |at: usize| elf.get(at..at + 2).map(|b| u16::from_le_bytes([b[0], b[1]]) as usize);
    let u32_at = |at: usize| {
        let bytes = elf.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let u64_at = |at: usize| {
        let bytes = elf.get(at..at.checked_add(8)?)?;
        usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()
    };
    let headers = u64_at(0x28)?;
    let (size, count, names) = (u16_at(0x3a)?, u16_at(0x3c)?, u16_at(0x3e)?);
    let range = |index: usize| {
        let header = headers.checked_add(index.checked_mul(size)?)?;
        let (offset, length) = (u64_at(header + 0x18)?, u64_at(header + 0x20)?);
        Some((u32_at(header)?, elf.get(offset..offset.checked_add(length)?)?))
    };
    let (_, names) = range(names)?;
    (0..count).find_map(|index| {
        let (at, bytes) = range(index)?;
        let found = names.get(at..)?.split(|byte| *byte == 0).next()?;
        (found == name).then_some(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(name: &str) -> Target {
        Target::named(name).expect("a target of the table")
    }

    #[test]
    fn images_follow_one_another_and_are_padded() {
        let image = |kind, name, payload: &[u8]| Image {
            kind,
            target: target(name),
            payload: payload.to_vec(),
        };
        let file = fatbin(&[
            image(Kind::MachineCode, "sm_90a", b"\x7fELF"),
            image(Kind::Ptx, "sm_90", b".version"),
        ]);
        assert_eq!(file[..4], [0x50, 0xed, 0x55, 0xba]);
        assert_eq!(u64::from_le_bytes(file[8..16].try_into().expect("8 bytes")), 72 + 80 + 16);
        assert_eq!(file.len(), 16 + (64 + 8) + (80 + 16));
        // sm_90a, then the text with its zero byte.
        assert_eq!((file[16], file[16 + 28], file[16 + 42]), (2, 90, 0x10));
        assert_eq!(&file[16 + 72 + 80..], b".version\0\0\0\0\0\0\0\0");
    }

    #[test]
    fn a_broken_file_has_no_sections() {
        for elf in [&b""[..], b"\x7fELF", &[0xff; 64], &[0xff; 200]] {
            assert_eq!(section(elf, b".nv.compat"), None);
        }
    }
}

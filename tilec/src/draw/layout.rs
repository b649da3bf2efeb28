//! How a tile is spread over threads and registers.
//!
//! A cell is an element. Neighbours in a row that one thread holds are one box with the number of the thread in the CTA;
//! the registers of thread 0 have their numbers. Where several threads hold an element, the one with the lowest number
//! stands for them.

use std::fmt::Write;

use backend_ptx::inspect::RegisterTile;
use backend_ptx::linear::layout::{Axis, HardwareIndex, LinearLayout, coordinates};
use backend_ptx::target::LANES;

use super::svg::{Anchor, Fill, Size};
use super::{Picture, TOP, counted, join};

/// Rows and columns that are shown, in a picture and as text; a vector is folded to rows of so many columns.
const SHOWN: (u32, u32) = (32, 32);
const SHOWN_AS_TEXT: (u32, u32) = (16, 16);
const CELL: (f64, f64) = (21.0, 17.0);
/// Room for the numbers of rows.
const LEFT: f64 = 34.0;

/// Where an element is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Holder {
    thread: u32,
    register: u32,
}

/// The holders of a tile that is shown as a table of rows and columns.
struct Table {
    rows: u32,
    columns: u32,
    holders: Vec<Option<Holder>>,
}

impl Table {
    fn of(layout: &LinearLayout, vector_columns: u32) -> Table {
        let elements: u32 = layout.shape().iter().product();
        let columns = match layout.shape() {
            [] => 1,
            [extent] => (*extent).min(vector_columns),
            [.., columns] => *columns,
        };
        let mut holders: Vec<Option<Holder>> = vec![None; elements as usize];
        for warp in 0..1 << layout.warp_bits() {
            for lane in 0..LANES {
                for register in 0..layout.num_registers() {
                    let element = layout.element(HardwareIndex { register, lane, warp });
                    let holder = Holder { thread: warp * LANES + lane, register };
                    let known = &mut holders[element as usize];
                    *known = Some(known.map_or(holder, |other| other.min(holder)));
                }
            }
        }
        Table { rows: elements / columns, columns, holders }
    }

    fn holder(&self, row: u32, column: u32) -> Option<Holder> {
        self.holders[(row * self.columns + column) as usize]
    }

    /// The part that is shown.
    fn shown(&self, (rows, columns): (u32, u32)) -> (u32, u32) {
        (self.rows.min(rows), self.columns.min(columns))
    }
}

/// The picture of a tile.
pub fn draw(tile: &RegisterTile, place: &str) -> Picture {
    let layout = &tile.layout;
    let table = Table::of(layout, SHOWN.1);
    let shown = table.shown(SHOWN);
    let title =
        format!("{} {} of {}, {place}", tile.origin.ty, tile.origin.name, tile.origin.mnemonic);
    let mut picture = Picture::new(title, description(tile));
    let canvas = &mut picture.canvas;
    let top = TOP + 12.0;
    let (width, height) = CELL;
    for column in (0..shown.1).step_by(8) {
        let at = (LEFT + f64::from(column) * width + 2.0, top - 5.0);
        canvas.text(at, Anchor::Start, Size::Small, &column.to_string());
    }
    for row in 0..shown.0 {
        let y = top + f64::from(row) * height;
        let name = if layout.rank() == 1 { row * table.columns } else { row };
        canvas.text((LEFT - 6.0, y + 12.0), Anchor::End, Size::Small, &name.to_string());
        let mut column = 0;
        while column < shown.1 {
            let Some(holder) = table.holder(row, column) else {
                column += 1;
                continue;
            };
            let same = |&at: &u32| table.holder(row, at).is_some_and(|h| h.thread == holder.thread);
            let run = (column..shown.1).take_while(same).count() as u32;
            let x = LEFT + f64::from(column) * width;
            let is_first = holder.thread == 0;
            let fill =
                if is_first { Fill::Hot } else { Fill::Color((holder.thread / LANES) as usize) };
            canvas.rect([x, y, f64::from(run) * width, height], fill);
            if is_first {
                for at in column..column + run {
                    let middle = LEFT + (f64::from(at) + 0.5) * width;
                    let register = table.holder(row, at).map_or(0, |holder| holder.register);
                    let name = format!("r{register}");
                    canvas.text((middle, y + 12.0), Anchor::Middle, Size::Small, &name);
                }
            } else {
                let middle = x + f64::from(run) * width / 2.0;
                let name = holder.thread.to_string();
                canvas.text((middle, y + 12.0), Anchor::Middle, Size::Small, &name);
            }
            column += run;
        }
    }
    let (right, bottom) = (LEFT + f64::from(shown.1) * width, top + f64::from(shown.0) * height);
    let mut below = bottom + 18.0;
    canvas.rect([LEFT, below - 10.0, 14.0, 12.0], Fill::Hot);
    canvas.text(
        (LEFT + 20.0, below),
        Anchor::Start,
        Size::Normal,
        "thread 0, with its registers; other boxes have the number of their thread",
    );
    below += 18.0;
    let warps = 1u32 << layout.warp_bits();
    let mut x = LEFT;
    for warp in 0..warps.min(8) {
        canvas.rect([x, below - 10.0, 14.0, 12.0], Fill::Color(warp as usize));
        let name = format!("warp {warp}");
        canvas.text((x + 20.0, below), Anchor::Start, Size::Normal, &name);
        x += 78.0;
    }
    if shown != (table.rows, table.columns) {
        let text = part(shown, layout, &table);
        canvas.line(&[(right, top), (right, bottom), (LEFT, bottom)], true);
        canvas.text((LEFT, below + 18.0), Anchor::Start, Size::Normal, &text);
    }
    picture.text = text(layout, &Table::of(layout, SHOWN_AS_TEXT.1));
    picture
}

/// What is shown of a table.
fn part((rows, columns): (u32, u32), layout: &LinearLayout, table: &Table) -> String {
    if layout.rank() == 1 {
        return format!("elements 0 to {} of {}", rows * columns - 1, table.rows * table.columns);
    }
    format!(
        "rows 0 to {} of {}, columns 0 to {} of {}",
        rows - 1,
        table.rows,
        columns - 1,
        table.columns
    )
}

/// The layout in words.
fn description(tile: &RegisterTile) -> String {
    let layout = &tile.layout;
    let elements: u64 = layout.shape().iter().map(|&extent| u64::from(extent)).product();
    let registers = u64::from(layout.num_registers());
    let warps = 1u64 << layout.warp_bits();
    let copies = registers * u64::from(LANES) * warps / elements.max(1);
    let held = match copies {
        0 | 1 => "Each element is held by one thread.".to_owned(),
        _ => format!("Each element is held by {copies} threads."),
    };
    let warps = counted(warps, "warp");
    let registers = match registers {
        1 => "one element".to_owned(),
        count => format!("{count} elements"),
    };
    let spread = match tile.in_tensor_memory {
        true => "The tile is in tensor memory; this is the layout of its loads. A load spreads it",
        false => "The tile is spread",
    };
    let rows = match layout.rank() {
        0..=2 => String::new(),
        rank => {
            let names: Vec<String> = ('i'..).take(rank - 1).map(String::from).collect();
            format!(" Rows are those of the indices ({}) in order.", names.join(", "))
        }
    };
    format!("{spread} over {warps} of {LANES} threads. Each thread holds {registers}. {held}{rows}")
}

/// The bases of the layout, and the first rows as a table.
fn text(layout: &LinearLayout, table: &Table) -> String {
    let mut text = String::new();
    for (axis, name) in [(Axis::Register, "register"), (Axis::Lane, "lane"), (Axis::Warp, "warp")] {
        let basis = |&basis: &u32| match basis {
            0 => "-".to_owned(),
            _ => format!("({})", join(&coordinates(layout.shape(), basis), ",")),
        };
        let bases: Vec<String> = layout.bases(axis).iter().map(basis).collect();
        let bases = if bases.is_empty() { "none".to_owned() } else { bases.join(" ") };
        let _ = writeln!(text, "{name:10}{bases}");
    }
    let shown = table.shown(SHOWN_AS_TEXT);
    let _ = writeln!(text, "\nthread that holds each element, {}:\n", part(shown, layout, table));
    for row in 0..shown.0 {
        if layout.rank() == 1 && table.rows > 1 {
            let _ = write!(text, "{:>8}: ", row * table.columns);
        }
        let cells = (0..shown.1).map(|column| match table.holder(row, column) {
            Some(holder) => format!("{:4}", holder.thread),
            None => "   -".to_owned(),
        });
        let _ = writeln!(text, "{}", cells.collect::<String>());
    }
    text
}

#[cfg(test)]
mod tests {
    use backend_ptx::inspect::TileOrigin;

    use super::*;

    /// The worked example of `backend_ptx::linear::layout`, with 32 lanes: the upper two bits hold copies.
    #[test]
    fn the_worked_example_is_drawn() {
        let flat = |row: u32, column: u32| row << 3 | column;
        let layout = LinearLayout::new(
            &[4, 8],
            &[flat(0, 1), flat(2, 0)],
            &[flat(0, 2), flat(0, 4), flat(1, 0), 0, 0],
            &[],
        );
        let table = Table::of(&layout, SHOWN.1);
        let row = |row: u32| -> Vec<u32> {
            (0..8).map(|column| table.holder(row, column).expect("it is held").thread).collect()
        };
        assert_eq!(row(0), [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(row(3), [4, 4, 5, 5, 6, 6, 7, 7]);
        assert_eq!(table.holder(3, 3), Some(Holder { thread: 5, register: 3 }));
        let tile = tile_of(layout);
        assert!(description(&tile).ends_with("Each element is held by 4 threads."));
    }

    fn tile_of(layout: LinearLayout) -> RegisterTile {
        let origin = TileOrigin {
            name: "%0".into(),
            mnemonic: "iota",
            ty: "tile".into(),
            span: lang::base::Span::NONE,
        };
        RegisterTile { origin, layout, in_tensor_memory: false }
    }

    /// Element `e` of 64 is in register `e / 32` of thread `e % 32`.
    #[test]
    fn a_vector_is_folded_and_rows_are_named_as_text() {
        let lanes = [1, 2, 4, 8, 16];
        let tile = tile_of(LinearLayout::new(&[64], &[32], &lanes, &[]));
        let text = draw(&tile, "line 1").text();
        let row = |first: u32| (first..first + 16).map(|e| format!("{:4}", e % 32));
        for first in [0, 16, 32, 48] {
            let expected = format!("\n{first:>8}: {}\n", row(first).collect::<String>());
            assert!(text.contains(&expected), "{text}");
        }
        assert!(text.contains("elements 0 to 63 of 64"), "{text}");
    }

    #[test]
    fn rows_of_three_dimensions_and_tensor_memory_are_described() {
        let lanes = [1, 2, 4, 8, 16];
        let mut tile = tile_of(LinearLayout::new(&[2, 4, 8], &[32], &lanes, &[]));
        assert!(description(&tile).ends_with("Rows are those of the indices (i, j) in order."));
        tile.in_tensor_memory = true;
        let text = description(&tile);
        assert!(
            text.starts_with("The tile is in tensor memory; this is the layout of its loads."),
            "{text}"
        );
    }
}

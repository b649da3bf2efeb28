//! How a view cuts a tensor into tiles, and which tile blocks access them.
//!
//! The tiles of block 0 stand out. The part of a tile that is behind the end of the tensor is grey: masks leave it out.

use std::fmt::Write;

use backend_ptx::inspect::{BlockAccess, ViewAccess};

use super::svg::{Anchor, Canvas, Fill, Size};
use super::{Picture, TOP, counted, index, join};

/// Tiles that are shown in each direction.
const SHOWN: u64 = 8;
/// Pixels of an element, if its tile then has a good size.
const ELEMENT: f64 = 13.0;
const WIDTHS: (f64, f64) = (104.0, 168.0);
const HEIGHTS: (f64, f64) = (40.0, 104.0);
const LEFT: f64 = 44.0;
const SUBSCRIPTS: &str = "a tile has its index and the tile block that accesses it";

/// The tensor and its tiles along the two dimensions that are drawn; a vector has one row.
struct Cut<'a> {
    access: &'a ViewAccess,
    grid: [u32; 3],
    /// Elements of the tensor, of a tile, and from tile to tile: of rows, then of columns.
    extents: [u64; 2],
    tile: [u64; 2],
    steps: [u64; 2],
}

/// The picture of an access; none where the extents of the tensor are unknown.
pub fn draw(access: &ViewAccess, grid: [u32; 3], line: u32) -> Option<Picture> {
    let tensor = access.tensor.as_ref()?;
    let rank = access.tile.len();
    let along = |dim: Option<usize>, of: &dyn Fn(usize) -> u64| dim.map_or(1, of);
    let dims = [rank.checked_sub(2), rank.checked_sub(1)];
    let extent = |dim: usize| tensor.get(access.dims[dim] as usize).copied().unwrap_or(1);
    let cut = Cut {
        access,
        grid,
        extents: dims.map(|dim| along(dim, &extent)),
        tile: dims.map(|dim| along(dim, &|dim| u64::from(access.tile[dim]))),
        steps: dims.map(|dim| along(dim, &|dim| u64::from(access.steps[dim].max(1)))),
    };
    let what = if access.is_store { "stores to" } else { "loads from" };
    let shape = join(tensor, "x");
    let title = format!(
        "Line {line} {what} a tensor of {shape} elements in tiles of {}",
        join(&access.tile, "x")
    );
    let mut picture = Picture::new(title, cut.description());
    cut.draw(&mut picture.canvas);
    picture.text = cut.text();
    Some(picture)
}

impl Cut<'_> {
    /// Tiles in each direction.
    fn tiles(&self) -> [u64; 2] {
        [0, 1].map(|at| self.extents[at].div_ceil(self.steps[at]).max(1))
    }

    fn shown(&self) -> [u64; 2] {
        self.tiles().map(|count| count.min(SHOWN))
    }

    /// The index of a tile in the view; dimensions that are not drawn are at 0.
    fn index(&self, row: u64, column: u64) -> Vec<u64> {
        let mut index = vec![0; self.access.tile.len()];
        let at = [row, column];
        for (place, &number) in index.iter_mut().rev().zip(at.iter().rev()) {
            *place = number;
        }
        index
    }

    /// The tile blocks that access a tile.
    fn blocks(&self, index: &[u64]) -> Vec<u64> {
        let is_inside = |access: &&BlockAccess| {
            let bounds = access.first.iter().zip(&access.last).zip(index);
            access.first.len() == index.len()
                && bounds
                    .into_iter()
                    .all(|((first, last), at)| (first.min(last)..=first.max(last)).contains(&at))
        };
        self.access.blocks.iter().filter(is_inside).map(|access| access.block).collect()
    }

    /// The index of a tile block, as far as the grid has dimensions.
    fn block_name(&self, number: u64) -> String {
        let [x, y, _] = self.grid.map(|extent| u64::from(extent.max(1)));
        let at = [number % x, number / x % y, number / x / y];
        match self.grid {
            [_, 0 | 1, 0 | 1] => format!("block {number}"),
            [_, _, 0 | 1] => format!("block {}", index(&at[..2])),
            _ => format!("block {}", index(&at)),
        }
    }

    fn accessors(&self, blocks: &[u64]) -> String {
        match blocks {
            [] => "no block".to_owned(),
            [block] => self.block_name(*block),
            _ => counted(blocks.len() as u64, "block"),
        }
    }

    /// Elements of a tile that are inside of the tensor, in each direction.
    fn inside(&self, at: [u64; 2]) -> [u64; 2] {
        [0, 1].map(|dim| {
            self.extents[dim].saturating_sub(at[dim] * self.steps[dim]).min(self.tile[dim])
        })
    }

    fn description(&self) -> String {
        let [rows, columns] = self.tiles();
        let view = match self.access.tile.len() {
            0 | 1 => format!("The view has {}.", counted(columns, "tile")),
            _ => {
                let rows = counted(rows, "row");
                format!("The view has {rows} and {} of tiles.", counted(columns, "column"))
            }
        };
        let [in_rows, in_columns] = self.inside([rows - 1, columns - 1]);
        let ends = match [in_rows, in_columns] == self.tile {
            true => "The tiles divide the tensor.".to_owned(),
            false => format!(
                "The last tile has {} of {} elements inside of the tensor.",
                in_rows * in_columns,
                self.tile[0] * self.tile[1]
            ),
        };
        let first = self.access.blocks.iter().find(|access| access.block == 0);
        let of_first = match first {
            Some(access) if access.first == access.last => {
                format!("Tile block 0 accesses tile {}.", index(&access.first))
            }
            Some(access) => format!(
                "Tile block 0 accesses the tiles from {} to {}.",
                index(&access.first),
                index(&access.last)
            ),
            None => "Tile block 0 accesses none of them.".to_owned(),
        };
        format!("{view} {ends} {of_first}")
    }

    fn draw(&self, canvas: &mut Canvas) {
        let size =
            |extent: u64, (least, most): (f64, f64)| (extent as f64 * ELEMENT).clamp(least, most);
        let (width, height) = (size(self.tile[1], WIDTHS), size(self.tile[0], HEIGHTS));
        let top = TOP + 14.0;
        let [rows, columns] = self.shown();
        for column in 0..columns {
            let x = LEFT + column as f64 * width;
            let first = (column * self.steps[1]).to_string();
            canvas.text((x + 2.0, top - 5.0), Anchor::Start, Size::Small, &first);
        }
        for row in 0..rows {
            let y = top + row as f64 * height;
            if self.access.tile.len() > 1 {
                let first = (row * self.steps[0]).to_string();
                canvas.text((LEFT - 6.0, y + 10.0), Anchor::End, Size::Small, &first);
            }
            for column in 0..columns {
                let x = LEFT + column as f64 * width;
                self.draw_tile(canvas, [x, y, width, height], [row, column]);
            }
        }
        let bottom = top + rows as f64 * height;
        let mut below = bottom + 18.0;
        canvas.text((LEFT, below), Anchor::Start, Size::Normal, SUBSCRIPTS);
        below += 18.0;
        canvas.rect([LEFT, below - 10.0, 14.0, 12.0], Fill::Hot);
        canvas.text((LEFT + 20.0, below), Anchor::Start, Size::Normal, "tile block 0");
        canvas.rect([LEFT + 130.0, below - 10.0, 14.0, 12.0], Fill::Outside);
        let outside = "outside of the tensor: left out by masks";
        canvas.text((LEFT + 150.0, below), Anchor::Start, Size::Normal, outside);
        if self.shown() != self.tiles() {
            let [all_rows, all_columns] = self.tiles();
            let text = format!(
                "{rows} of {all_rows} rows and {columns} of {all_columns} columns of tiles"
            );
            canvas.text((LEFT, below + 18.0), Anchor::Start, Size::Normal, &text);
        }
    }

    fn draw_tile(&self, canvas: &mut Canvas, [x, y, width, height]: [f64; 4], at: [u64; 2]) {
        let index_of = self.index(at[0], at[1]);
        let blocks = self.blocks(&index_of);
        let fill = match blocks.first() {
            Some(0) => Fill::Hot,
            Some(_) => Fill::Color(0),
            None => Fill::None,
        };
        canvas.rect([x, y, width, height], Fill::Outside);
        let [rows, columns] = self.inside(at);
        let inside = [
            x,
            y,
            width * columns as f64 / self.tile[1] as f64,
            height * rows as f64 / self.tile[0] as f64,
        ];
        canvas.rect(inside, fill);
        let middle = x + width / 2.0;
        let center = y + height / 2.0;
        canvas.text((middle, center - 3.0), Anchor::Middle, Size::Normal, &index(&index_of));
        let accessors = self.accessors(&blocks);
        canvas.text((middle, center + 12.0), Anchor::Middle, Size::Normal, &accessors);
        // The edge of the tile, above what is inside of it.
        canvas.rect([x, y, width, height], Fill::None);
    }

    fn text(&self) -> String {
        let [rows, columns] = self.shown();
        let mut text = String::new();
        for row in 0..rows {
            for column in 0..columns {
                let index_of = self.index(row, column);
                let [in_rows, in_columns] = self.inside([row, column]);
                let accessors = self.accessors(&self.blocks(&index_of));
                let (inside, all) = (in_rows * in_columns, self.tile[0] * self.tile[1]);
                let _ = writeln!(
                    text,
                    "tile {:12} {accessors:16} {inside} of {all} elements are inside",
                    index(&index_of)
                );
            }
        }
        if self.shown() != self.tiles() {
            text.push_str("...\n");
        }
        text
    }
}

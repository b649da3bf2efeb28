//! How a view cuts a tensor into tiles, and which tile blocks access them.
//!
//! The tiles of block 0 stand out. The part of a tile that is behind the end of the tensor is grey: masks leave it out.
//! Of a view of more than two dimensions the slice with index 0 of the leading ones is drawn.

use std::collections::BTreeMap;
use std::fmt::Write;

use backend_ptx::inspect::{AccessedTiles, ViewAccess};

use super::svg::{Anchor, Canvas, Fill, Size};
use super::{Picture, TOP, capitalised, counted, index, join, of_first_blocks};

/// Tiles that are shown in each direction.
const SHOWN: u64 = 8;
/// Pixels of an element, if its tile then has a good size.
const ELEMENT: f64 = 13.0;
const WIDTHS: (f64, f64) = (104.0, 168.0);
const HEIGHTS: (f64, f64) = (40.0, 104.0);
const LEFT: f64 = 44.0;
const LEGEND: &str = "a tile has its index and the tile block that accesses it";
/// Tiles of block 0 that are listed.
const LISTED: usize = 4;

/// The message about a tile whose index cannot be computed.
pub(super) const UNKNOWN_TILE: &str =
    "the tile depends on values that are not known: give the contents of the buffer";
pub(super) const GUESSED: &str = "Branches or loops depend on values that are not known, so that tile blocks may access other tiles.";

/// The tensor and its tiles, of which the last two dimensions are drawn; a vector has one row.
struct Cut<'a> {
    access: &'a ViewAccess,
    grid: [u32; 3],
    /// Tiles along each dimension.
    counts: Vec<u64>,
    /// The tile blocks that access each tile, in the order of their numbers; none where some tiles are not known.
    blocks: Option<BTreeMap<&'a [u64], Vec<u64>>>,
}

/// The picture of an access.
///
/// # Errors
/// The tiles of the view have no places that are known.
pub fn draw(access: &ViewAccess, grid: [u32; 3], place: &str) -> Result<Picture, String> {
    refuse_gathered(access)?;
    let (Some(tensor), Some(counts)) = (&access.tensor, access.tile_counts()) else {
        return Err("the extents of the tensor depend on values that are not known".into());
    };
    let cut = Cut { access, grid, counts, blocks: blocks_of_tiles(access) };
    let what = if access.is_store { "stores to" } else { "loads from" };
    let title = format!(
        "{} {what} a tensor of {} elements in tiles of {}",
        capitalised(place),
        join(tensor, "x"),
        join(&access.tile, "x")
    );
    let mut picture = Picture::new(title, cut.description());
    cut.draw(&mut picture.canvas);
    picture.text = cut.text();
    Ok(picture)
}

/// Refuses a view whose tiles have no fixed places.
pub(super) fn refuse_gathered(access: &ViewAccess) -> Result<(), String> {
    match access.is_gathered {
        true => Err("a gather/scatter view has no grid of tiles".into()),
        false => Ok(()),
    }
}

fn blocks_of_tiles(access: &ViewAccess) -> Option<BTreeMap<&[u64], Vec<u64>>> {
    let mut blocks: BTreeMap<&[u64], Vec<u64>> = BTreeMap::new();
    for found in &access.blocks {
        let AccessedTiles::All(tiles) = &found.tiles else { return None };
        for tile in tiles {
            blocks.entry(tile).or_default().push(found.block);
        }
    }
    Some(blocks)
}

impl Cut<'_> {
    fn rank(&self) -> usize {
        self.counts.len()
    }

    /// A number of the dimensions that are the rows and the columns; 1 for a dimension that the tile lacks.
    fn drawn(&self, of: impl Fn(usize) -> u64) -> [u64; 2] {
        [2, 1].map(|from_end| self.rank().checked_sub(from_end).map_or(1, &of))
    }

    /// Tiles in each direction.
    fn tiles(&self) -> [u64; 2] {
        self.drawn(|dim| self.counts[dim])
    }

    fn shown(&self) -> [u64; 2] {
        self.tiles().map(|count| count.min(SHOWN))
    }

    fn steps(&self) -> [u64; 2] {
        self.drawn(|dim| u64::from(self.access.steps[dim]))
    }

    /// The index of a tile in the view; dimensions that are not drawn are at 0.
    fn index(&self, row: u64, column: u64) -> Vec<u64> {
        let mut index = vec![0; self.rank()];
        let at = [row, column];
        for (place, &number) in index.iter_mut().rev().zip(at.iter().rev()) {
            *place = number;
        }
        index
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

    /// The tile blocks that access a tile, in words.
    fn accessors(&self, tile: &[u64]) -> String {
        let Some(blocks) = &self.blocks else { return "?".to_owned() };
        match blocks.get(tile).map_or(&[][..], Vec::as_slice) {
            [] => "no block".to_owned(),
            [block] => self.block_name(*block),
            blocks => counted(blocks.len() as u64, "block"),
        }
    }

    fn fill(&self, tile: &[u64]) -> Fill {
        let blocks = self.blocks.as_ref().and_then(|blocks| blocks.get(tile));
        match blocks.and_then(|blocks| blocks.first()) {
            Some(0) => Fill::Hot,
            Some(_) => Fill::Color(0),
            None => Fill::Inside,
        }
    }

    /// Elements of a tile that are inside of the tensor, along a dimension.
    fn inside_along(&self, dim: usize, at: u64) -> u64 {
        let before = at * u64::from(self.access.steps[dim]);
        let extent = self.access.extent(dim).unwrap_or(1);
        extent.saturating_sub(before).min(u64::from(self.access.tile[dim]))
    }

    /// Elements of a tile that are inside of the tensor, and all.
    fn inside(&self, tile: &[u64]) -> (u64, u64) {
        let inside = tile.iter().enumerate().map(|(dim, &at)| self.inside_along(dim, at));
        (inside.product(), self.access.tile.iter().map(|&extent| u64::from(extent)).product())
    }

    fn description(&self) -> String {
        let sentences = [
            self.described_view(),
            self.described_ends(),
            self.described_steps(),
            self.described_block(),
            of_first_blocks(self.grid),
            if self.access.is_guessed { GUESSED.to_owned() } else { String::new() },
        ];
        let sentences: Vec<String> =
            sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect();
        sentences.join(" ")
    }

    fn described_view(&self) -> String {
        let [rows, columns] = self.tiles();
        match self.rank() {
            0 | 1 => format!("The view has {}.", counted(columns, "tile")),
            2 => {
                let rows = counted(rows, "row");
                format!("The view has {rows} and {} of tiles.", counted(columns, "column"))
            }
            rank => format!(
                "The view has {} tiles; the picture is the slice with index 0 of the first {}.",
                join(&self.counts, "x"),
                if rank == 3 { "dimension".to_owned() } else { format!("{} dimensions", rank - 2) }
            ),
        }
    }

    fn described_ends(&self) -> String {
        let last: Vec<u64> = self.counts.iter().map(|count| count - 1).collect();
        let (inside, all) = self.inside(&last);
        match (inside == all, self.access.steps == self.access.tile) {
            (true, true) => "The tiles divide the tensor.".to_owned(),
            (true, false) => "All elements of the last tile are inside of the tensor.".to_owned(),
            (false, _) => {
                format!("The last tile has {inside} of {all} elements inside of the tensor.")
            }
        }
    }

    /// How far the tiles of a strided view overlap or are apart.
    fn described_steps(&self) -> String {
        let pairs = self.access.steps.iter().zip(&self.access.tile).enumerate();
        let described = |(dim, (&step, &tile)): (usize, (&u32, &u32))| {
            let along = match self.rank() {
                1 => String::new(),
                _ => format!(" along dimension {dim}"),
            };
            if step < tile {
                let elements = counted(u64::from(tile - step), "element");
                return Some(format!(
                    "Tiles overlap by {elements}{along}, and are drawn side by side."
                ));
            }
            let elements = counted(u64::from(step - tile), "element");
            (step > tile).then(|| format!("Between tiles the view leaves out {elements}{along}."))
        };
        pairs.filter_map(described).collect::<Vec<_>>().join(" ")
    }

    fn described_block(&self) -> String {
        let Some(first) = self.access.blocks.iter().find(|access| access.block == 0) else {
            return "Tile block 0 accesses none of them.".to_owned();
        };
        match &first.tiles {
            AccessedTiles::All(tiles) => match &tiles[..] {
                [tile] => format!("Tile block 0 accesses tile {}.", index(tile)),
                tiles => {
                    let names: Vec<String> =
                        tiles.iter().take(LISTED).map(|tile| index(tile)).collect();
                    let more = if tiles.len() > LISTED { ", ..." } else { "" };
                    let count = counted(tiles.len() as u64, "tile");
                    format!("Tile block 0 accesses {count}: {}{more}.", names.join(", "))
                }
            },
            AccessedTiles::Between(first, last) => format!(
                "Tile block 0 accesses tiles between {} and {}; they are too many to follow each of them.",
                index(first),
                index(last)
            ),
            AccessedTiles::Unknown => format!("{}.", capitalised(UNKNOWN_TILE)),
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        let size =
            |extent: u64, (least, most): (f64, f64)| (extent as f64 * ELEMENT).clamp(least, most);
        let tile = self.drawn(|dim| u64::from(self.access.tile[dim]));
        let (width, height) = (size(tile[1], WIDTHS), size(tile[0], HEIGHTS));
        let top = TOP + 14.0;
        let [rows, columns] = self.shown();
        let steps = self.steps();
        for column in 0..columns {
            let x = LEFT + column as f64 * width;
            let first = (column * steps[1]).to_string();
            canvas.text((x + 2.0, top - 5.0), Anchor::Start, Size::Small, &first);
        }
        for row in 0..rows {
            let y = top + row as f64 * height;
            if self.rank() > 1 {
                let first = (row * steps[0]).to_string();
                canvas.text((LEFT - 6.0, y + 10.0), Anchor::End, Size::Small, &first);
            }
            for column in 0..columns {
                let x = LEFT + column as f64 * width;
                self.draw_tile(canvas, [x, y, width, height], [row, column]);
            }
        }
        self.draw_legend(canvas, top + rows as f64 * height + 18.0);
    }

    fn draw_legend(&self, canvas: &mut Canvas, below: f64) {
        let mut below = below;
        canvas.text((LEFT, below), Anchor::Start, Size::Normal, LEGEND);
        below += 18.0;
        canvas.rect([LEFT, below - 10.0, 14.0, 12.0], Fill::Hot);
        canvas.text((LEFT + 20.0, below), Anchor::Start, Size::Normal, "tile block 0");
        canvas.rect([LEFT + 130.0, below - 10.0, 14.0, 12.0], Fill::Outside);
        let outside = "outside of the tensor: left out by masks";
        canvas.text((LEFT + 150.0, below), Anchor::Start, Size::Normal, outside);
        if self.blocks.is_none() {
            below += 18.0;
            let text = "?: the tile blocks that access the tile are not known";
            canvas.text((LEFT, below), Anchor::Start, Size::Normal, text);
        }
        if let Some(text) = self.left_out() {
            canvas.text((LEFT, below + 18.0), Anchor::Start, Size::Normal, &text);
        }
    }

    /// The part of the tiles that is shown.
    fn left_out(&self) -> Option<String> {
        let ([rows, columns], [all_rows, all_columns]) = (self.shown(), self.tiles());
        if self.shown() == self.tiles() {
            return None;
        }
        Some(match self.rank() {
            0 | 1 => format!("the first {columns} of {all_columns} tiles"),
            _ => {
                format!("{rows} of {all_rows} rows and {columns} of {all_columns} columns of tiles")
            }
        })
    }

    fn draw_tile(&self, canvas: &mut Canvas, [x, y, width, height]: [f64; 4], at: [u64; 2]) {
        let tile = self.index(at[0], at[1]);
        canvas.rect([x, y, width, height], Fill::Outside);
        let part = |dim: usize| {
            self.inside_along(dim, tile[dim]) as f64 / f64::from(self.access.tile[dim])
        };
        let [rows, columns] =
            [2, 1].map(|from_end| self.rank().checked_sub(from_end).map_or(1.0, part));
        canvas.rect([x, y, width * columns, height * rows], self.fill(&tile));
        let middle = x + width / 2.0;
        let center = y + height / 2.0;
        canvas.text((middle, center - 3.0), Anchor::Middle, Size::Normal, &index(&tile));
        let accessors = self.accessors(&tile);
        canvas.text((middle, center + 12.0), Anchor::Middle, Size::Normal, &accessors);
        // The edge of the tile, above what is inside of it.
        canvas.rect([x, y, width, height], Fill::None);
    }

    fn text(&self) -> String {
        let [rows, columns] = self.shown();
        let mut text = String::new();
        for row in 0..rows {
            for column in 0..columns {
                let tile = self.index(row, column);
                let (inside, all) = self.inside(&tile);
                let _ = writeln!(
                    text,
                    "tile {:12} {:16} {inside} of {all} elements are inside",
                    index(&tile),
                    self.accessors(&tile)
                );
            }
        }
        if let Some(left_out) = self.left_out() {
            let _ = writeln!(text, "... ({left_out})");
        }
        text
    }
}

#[cfg(test)]
pub(super) mod tests {
    use backend_ptx::inspect::{BlockAccess, TileOrigin};

    use super::*;

    /// A store of a kernel of one line.
    pub fn store(tensor: &[u64], tile: &[u32], blocks: Vec<(u64, AccessedTiles)>) -> ViewAccess {
        ViewAccess {
            origin: TileOrigin {
                name: "%0".into(),
                mnemonic: "store_view_tko",
                ty: "tile".into(),
                span: lang::base::Span::NONE,
            },
            is_store: true,
            is_gathered: false,
            tensor: Some(tensor.to_vec()),
            tile: tile.to_vec(),
            steps: tile.to_vec(),
            dims: (0..tile.len() as u32).collect(),
            blocks: blocks.into_iter().map(|(block, tiles)| BlockAccess { block, tiles }).collect(),
            is_guessed: false,
        }
    }

    fn drawn(access: &ViewAccess, grid: u32) -> Picture {
        draw(access, [grid, 1, 1], "line 1").expect("a picture")
    }

    /// Ten elements in tiles of four, of which only the first is accessed: the other two are inside, the last one half.
    #[test]
    fn tiles_without_accesses_are_inside_of_the_tensor() {
        let blocks = vec![(0, AccessedTiles::All(vec![vec![0]]))];
        let svg = drawn(&store(&[10], &[4], blocks), 1).svg();
        let widths: Vec<&str> = svg
            .lines()
            .filter(|line| line.starts_with("<rect class=\"inside\""))
            .filter_map(|line| line.split("width=\"").nth(1)?.split('"').next())
            .collect();
        assert_eq!(widths, ["104", "52"], "{svg}");
    }

    #[test]
    fn blocks_of_tiles_that_are_not_followed_are_not_counted() {
        let all = AccessedTiles::All(vec![vec![0, 1]]);
        let between = AccessedTiles::Between(vec![0, 0], vec![28, 28]);
        let text = drawn(&store(&[116, 116], &[4, 4], vec![(0, between), (1, all)]), 2).text();
        assert!(text.contains("Tile block 0 accesses tiles between (0, 0) and (28, 28)"), "{text}");
        assert!(text.contains("tile (0, 1)       ?  "), "{text}");
        assert!(!text.contains("block 1"), "{text}");
    }

    #[test]
    fn tiles_of_one_block_are_listed() {
        let tiles = (0..6).map(|tile| vec![tile * 2]).collect();
        let text = drawn(&store(&[48], &[4], vec![(0, AccessedTiles::All(tiles))]), 1).text();
        assert!(text.contains("Tile block 0 accesses 6 tiles: (0), (2), (4), (6), ..."), "{text}");
        assert!(text.contains("tile (1)          no block"), "{text}");
    }

    #[test]
    fn steps_that_are_not_the_tile_are_described() {
        let mut access = store(&[10, 64], &[4, 8], Vec::new());
        access.steps = vec![2, 16];
        let text = drawn(&access, 1).text();
        assert!(text.contains("Tiles overlap by 2 elements along dimension 0"), "{text}");
        assert!(
            text.contains("Between tiles the view leaves out 8 elements along dimension 1."),
            "{text}"
        );
    }
}

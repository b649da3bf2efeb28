//! SVG: the few elements that pictures need, in colours for light and dark pages.
//!
//! In: shapes and texts, in pixels. Out: one file. Colours are CSS variables: a file by itself follows the colour scheme
//! of the reader's system, and a page that contains the picture may set the variables for its own theme. Numbers have at
//! most one digit behind the point, so that equal input gives equal bytes.

use std::fmt::Write;

/// Colours that tell things apart: fills behind text.
pub const COLORS: usize = 8;

const LIGHT: &str = "--ink: #1f2328; --faint: #59636e; --rule: #8c959f; --page: #ffffff; --outside: #e4e7eb; --hot: #ffb86b; \
--c0: #cfe4ff; --c1: #d2f2d4; --c2: #f6dcf5; --c3: #fff0b8; --c4: #d9f1f2; --c5: #ffdcd7; --c6: #e4dcff; --c7: #e6e9c9;";
const DARK: &str = "--ink: #f0f3f6; --faint: #aab4be; --rule: #7d8590; --page: #161923; --outside: #2b303b; --hot: #a8570b; \
--c0: #1d4272; --c1: #1f5130; --c2: #5c2a5c; --c3: #5d4c0d; --c4: #17505a; --c5: #6b2b25; --c6: #41347c; --c7: #4a4f1e;";

/// How a shape is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// One of [`COLORS`], counted round.
    Color(usize),
    /// What the picture is about.
    Hot,
    /// What does not count.
    Outside,
    /// Elements inside of the tensor that have no colour of their own.
    Inside,
    None,
}

impl Fill {
    fn class(self) -> String {
        match self {
            Fill::Color(number) => format!("c{}", number % COLORS),
            Fill::Hot => "hot".into(),
            Fill::Outside => "outside".into(),
            Fill::Inside => "inside".into(),
            Fill::None => "none".into(),
        }
    }
}

/// How a text stands at its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Text of a picture: small in shapes, and beside them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    Small,
    Normal,
    Heading,
}

/// Pixels that a character of a size takes, about.
pub fn char_width(size: Size) -> f64 {
    match size {
        Size::Small => 5.6,
        Size::Normal => 6.7,
        Size::Heading => 8.0,
    }
}

/// The shapes of a picture.
#[derive(Default)]
pub struct Canvas {
    body: String,
    width: f64,
    height: f64,
}

impl Canvas {
    fn reach(&mut self, x: f64, y: f64) {
        self.width = self.width.max(x);
        self.height = self.height.max(y);
    }

    pub fn rect(&mut self, [x, y, width, height]: [f64; 4], fill: Fill) {
        self.reach(x + width, y + height);
        let class = fill.class();
        let [x, y, width, height] = [x, y, width, height].map(number);
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    /// A dot around a point.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, fill: Fill) {
        self.reach(x + radius, y + radius);
        let class = fill.class();
        let [x, y, radius] = [x, y, radius].map(number);
        let _ =
            writeln!(self.body, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// A line through points; dashed where it marks what does not end there.
    pub fn line(&mut self, points: &[(f64, f64)], is_dashed: bool) {
        points.iter().for_each(|&(x, y)| self.reach(x, y));
        let class = if is_dashed { "line dashed" } else { "line" };
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
        let _ =
            writeln!(self.body, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
    }

    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, size: Size, text: &str) {
        let width = text.chars().count() as f64 * char_width(size);
        let right = match anchor {
            Anchor::Start => width,
            Anchor::Middle => width / 2.0,
            Anchor::End => 0.0,
        };
        self.reach(x + right, y + 4.0);
        let mut class = match size {
            Size::Small => "small",
            Size::Normal => "normal",
            Size::Heading => "heading",
        }
        .to_owned();
        class.push_str(match anchor {
            Anchor::Start => "",
            Anchor::Middle => " mid",
            Anchor::End => " end",
        });
        let (x, y, text) = (number(x), number(y), escaped(text));
        let _ = writeln!(self.body, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    /// The file.
    pub fn finish(&self, title: &str, description: &str) -> String {
        const MARGIN: f64 = 8.0;
        let width = number((self.width + 2.0 * MARGIN).ceil());
        let height = number((self.height + 2.0 * MARGIN).ceil());
        let (title, description) = (escaped(title), escaped(description));
        let colors: String = (0..COLORS)
            .map(|color| format!(".tilec-picture .c{color} {{ fill: var(--c{color}); }}\n"))
            .collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tilec-picture\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"{0} {0} {width} {height}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n<style>\n\
             .tilec-picture {{ {LIGHT} max-width: 100%; height: auto; font-family: ui-monospace, monospace; }}\n\
             @media (prefers-color-scheme: dark) {{ .tilec-picture {{ {DARK} }} }}\n\
             .tilec-picture text {{ fill: var(--ink); }}\n\
             .tilec-picture .small {{ font-size: 9px; }}\n\
             .tilec-picture .normal {{ font-size: 11px; }}\n\
             .tilec-picture .heading {{ font-size: 13px; font-weight: 600; }}\n\
             .tilec-picture .mid {{ text-anchor: middle; }}\n\
             .tilec-picture .end {{ text-anchor: end; }}\n\
             .tilec-picture rect, .tilec-picture circle {{ stroke: var(--rule); }}\n\
             .tilec-picture .line {{ stroke: var(--ink); fill: none; }}\n\
             .tilec-picture .dashed {{ stroke: var(--faint); stroke-dasharray: 4 3; }}\n\
             .tilec-picture .none {{ fill: none; }}\n\
             .tilec-picture .page {{ fill: var(--page); stroke: none; }}\n\
             .tilec-picture .inside {{ fill: var(--page); }}\n\
             .tilec-picture .outside {{ fill: var(--outside); }}\n\
             .tilec-picture .hot {{ fill: var(--hot); }}\n\
             {colors}</style>\n\
             <rect class=\"page\" x=\"{0}\" y=\"{0}\" width=\"{width}\" height=\"{height}\"/>\n\
             {1}</svg>\n",
            number(-MARGIN),
            self.body
        )
    }
}

/// A number with at most one digit behind the point.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A text as XML, which has no control characters.
fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_named() {
        let mut canvas = Canvas::default();
        canvas.text((1.0, 2.25), Anchor::Middle, Size::Small, "tile<4xf32> & more");
        let file = canvas.finish("a < b", "c & d");
        assert!(file.contains("<title>a &lt; b</title>\n<desc>c &amp; d</desc>"), "{file}");
        assert!(file.contains("x=\"1\" y=\"2.2\">tile&lt;4xf32&gt; &amp; more</text>"), "{file}");
    }

    /// XML 1.0, "Char": no control characters but tab and the ends of lines.
    #[test]
    fn control_characters_are_dropped() {
        let file = Canvas::default().finish("a\u{1}b\u{1b}[0m", "say \"c\"");
        assert!(file.contains("<title>ab[0m</title>\n<desc>say &quot;c&quot;</desc>"), "{file}");
        assert!(file.chars().all(|letter| letter == '\n' || !letter.is_control()));
    }
}

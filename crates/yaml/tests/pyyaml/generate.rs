//! Texts in the shape of the repository's files, and what accidents make of them.

/// A small generator of pseudo-random numbers: the same texts every time (xorshift).
pub struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }
}

const KEYS: &[&str] = &[
    "image",
    "model",
    "tp",
    "ep",
    "dp-attn",
    "conc-list",
    "prefill",
    "decode",
    "search-space",
    "isl",
    "router",
    "1",
    "true",
    "null",
    "a b",
    "x_y",
    "y",
    "on",
    "\"quoted\"",
    "'single'",
    "<<",
    "1.5",
    "2026-08-21",
    "k8s/node",
    "中文",
    "p",
];

const SCALARS: &[&str] = &[
    "8",
    "860_160",
    "0x1F",
    "0b11",
    "017",
    "08",
    "0o17",
    "1:30",
    "1:30.5",
    "1:75",
    "190:20:30",
    "-5",
    "+12",
    "0",
    "-0",
    "0_",
    "1_000_",
    "1e5",
    "1.0e5",
    "1.0e+5",
    "-1.5E-3",
    ".5",
    "-.5",
    "5.",
    "1.10",
    ".inf",
    "-.INF",
    ".nan",
    ".NaN",
    "+.inf",
    "yes",
    "No",
    "ON",
    "off",
    "y",
    "n",
    "true",
    "False",
    "TRUE",
    "tRUE",
    "~",
    "null",
    "Null",
    "nULL",
    "",
    "2026-08-21",
    "2026-8-1",
    "2026-08-21 10:11:12",
    "2026-08-21T10:11:12.5Z",
    "2026-08-21t10:11:12 +01:30",
    "2024-13-45",
    "2024-02-30",
    "0b_",
    "0x_",
    "99999999999999999999",
    "-0x10000000000000000",
    "text",
    "with space",
    "a:b",
    "a: b",
    "a #b",
    "a # b",
    "#c",
    "http://x/y?z=1",
    "'it''s'",
    "'multi\n  line'",
    "\"esc \\n \\u00e9 \\x41\"",
    "\"line\\\n  on\"",
    "\"\"",
    "''",
    "[1, 2]",
    "[]",
    "{}",
    "{a: 1, b: [x, y]}",
    "[a, [b, {c: d}]]",
    "{a, b: }",
    "[1, 2,]",
    "{a: 1,}",
    "!!str 5",
    "!!int \"5\"",
    "!!float 3",
    "!!bool yes",
    "!!null x",
    "! 12",
    "!!binary aGk=",
    "!function f",
    "!!map {a: 1}",
    "!!seq [1]",
    "!!set {a, b}",
    "&x 1",
    "*x",
    "*missing",
    "&y [1]",
    "|",
    ">",
    "=",
    "<<",
    "-",
    "--",
    "- a",
    "?",
    "? a",
    ":",
    "%x",
    "@x",
    "`x",
    "a,b",
    "a]b",
    "中文,文",
    "é",
    "a\tb",
    "\ta",
    "a\t# c",
    "0.1.2",
    "v1.2.3",
    "1.3.0.dev20260710",
    "4x8x16",
    "...",
    "---",
    "- - 1",
    "\u{FEFF}a",
    "a\u{A0}b",
    "\u{7F}",
    "\u{85}",
    "a\u{2028}b",
    "1__0",
    "0x1G",
    "1:",
    "\"unclosed",
    "'open",
    "[1, 2",
    "{a: 1",
    "]",
    "}",
    "!!timestamp 2026-01-01",
    "!!omap [a: 1]",
    "!!pairs [a: 1]",
    "!!str [a]",
    "*x : 1",
    "&a-b_1 z",
    "&a.b z",
    "\"a\":1",
    "{\"a\":1}",
    "{a:1}",
    "[a:1]",
    "[a: 1]",
    "{? a : b}",
];

/// Hand-made texts at the edges.
const EDGES: &[&str] = &[
    "",
    "\n",
    "# only\n",
    "---\n",
    "--- a\n",
    "a: 1\n---\nb: 2\n",
    "...\n",
    "a: 1\n...\n",
    "%YAML 1.1\n---\na: 1\n",
    "\u{FEFF}a: 1\n",
    "a: 1\r\nb: 2\r\n",
    "a:\r\n  - 1\r\n",
    "a: |\n  x\n  y\n",
    "a: |-\n  x\n\n",
    "a: |+\n  x\n\n",
    "a: >\n  x\n  y\n\n  z\n",
    "a: |2\n    x\n",
    "a: |\n  x",
    "a: >-\n  folded\n  text\nb: 1\n",
    "- |\n x\n- y\n",
    "a:\n- 1\n- 2\n",
    "a:\n  - 1\n  -\n",
    "-\n",
    "- \n- a\n",
    "- - - 1\n",
    "a:\n - b:\n   - c\n",
    "a: [1,\n 2]\n",
    "a: {b: 1,\n  c: 2}\n",
    "a: 'x\n\n  y'\n",
    "a: \"x\\\n   y\"\n",
    "? a\n: b\n",
    "? [1, 2]\n: b\n",
    "? {a: 1}\n: b\n",
    "[a, b]: 1\n",
    "{a: 1}: 2\n",
    "a: &x {k: 1}\nb: *x\n",
    "a: &x 1\nb: &x 2\n",
    "a: *x\nb: &x 1\n",
    "a: &x [*x]\n",
    "&a a: 1\n",
    "a: &x\n  b: 1\nc: *x\n",
    "base: &b {k: 1, long: 2}\nd: {<<: *b, k: 3}\n",
    "<<: {a: 1}\nb: 2\n",
    "x: &x {key: 1}\ny: &y {key: 2}\nz: {<<: [*x, *y]}\n",
    "x: &x {p: 1}\ny: &y {p: 2}\nz: {<<: [*x, *y]}\n",
    "x: &x {key: 1}\ny: &y {key: 2}\nz: {<<: *x, <<: *y}\n",
    "x: {<<: 3}\n",
    "x: {<<: [1]}\n",
    "x: {<<: [{a: 1}]}\n",
    "a: 1\na: 2\n",
    "a: 1\n\"a\": 2\n",
    "1: a\n1.0: b\ntrue: c\n",
    "~: a\nnull: b\n",
    "a: b: c\n",
    "a:b\n",
    "a : b\n",
    "a:  b\n",
    "a: b\n c: d\n",
    "a:\n  b: 1\n c: 2\n",
    "\ta: 1\n",
    "a:\n\tb: 1\n",
    "a: b\t\n",
    "a:\tb\n",
    "- a\n b\n",
    "a\nb\n",
    "a: x\n  y\n",
    "a: \"x\" y\n",
    "a: 'x'y\n",
    "[1, 2] x\n",
    "a: [1]#x\n",
    "a: 'x'#y\n",
    "a: x#y\n",
    "- a\n- b: 1\n  c: 2\n-\n  d: 3\n",
    "a: !!python/object x\n",
    "a: !x y\n",
    "!!map\na: 1\n",
    "a: |\n\tx\n",
    "a: |\n x\n\ty\n",
    "a: #c\n  b\n",
    "a: # c\n  b: 1\n",
    "a:\n# c\n  b: 1\n",
    "# c\n\n# d\na: 1 # e\n# f\n",
    "a: -\n",
    "a: - b\n",
    "- -\n",
    "a: ?\n",
    "a: ? b\n",
    "a: ,b\n",
    "a: [,]\n",
    "a: [, 1]\n",
    "a: {,}\n",
    "{a: 1, a: 2}\n",
    "a: 'b\n",
    "a: \"b\n",
    "a: [b\n",
    "a: {b\n",
    "a: b]\n",
    "a: b}\n",
    "a: \"\\q\"\n",
    "a: \"\\u12\"\n",
    "a: &\n",
    "a: *\n",
    "a: !\n",
    "a: !!\n",
    "a: !<tag:yaml.org,2002:str> 1\n",
    "%TAG ! tag:x,2000:\n---\n!a b\n",
    "a: 1 \n",
    "a: 1\n ",
    "\n\n a: 1\n",
    " a: 1\n b: 2\n",
    " a: 1\nb: 2\n",
    "a:\n  b\n  c\n",
    "a:\n  b: 1\n\n\n  c: 2\n",
    "a: {b: [c, {d: e}]}\nf: g\n",
    "a: =\n",
    "=: a\n",
    "a: [=]\n",
    "a: <<\n",
    "- =\n",
    "- <<\n",
    ": a\n",
    "{: a}\n",
    "a: {b}\n",
    "a: {b, c: d}\n",
    "a: [b: c, d]\n",
    "a: [? b : c]\n",
    "a: [b, c: ]\n",
    "\"a\": 1\n'b': 2\n",
    "\"a\" : 1\n",
    "a: 2024-01-01\nb: 2024-01-01 00:00\n",
    "a: 12:30:45\nb: 1:2:3.4\n",
    "a: 1_2_3\nb: _1\n",
    "a: 0777\nb: 0888\nc: 0\n",
    "a: +1\nb: +.5\nc: ++1\n",
    "key with space: v\n",
    "- [a, b]\n- {c: d}\n- e\n",
    "a: {}\nb: []\nc: ''\n",
    "a: >\n\n  x\n   indented\n  y\n",
    "a: |\n   x\n  y\n",
    "a: |1\n x\n",
    "a: |0\n x\n",
    "a: |x\n y\n",
    "a: | # c\n  x\n",
    "a: |\tx\n",
    "a: >+1\n x\n\n",
    "- - a\n  - b\n- c\n",
    "a: 'x' # c\nb: \"y\" # d\n",
    "a: x # c\n   y\n",
    "a: 'it''s'\n",
    "a: \"tab\\there\"\n",
    "a: \"\\x41\\u00e9\\U0001F600\"\n",
    "a: 😀\nb: 中文，文\n",
    "中文: 值\n",
];

/// At least `count` texts.
pub fn texts(count: usize) -> Vec<String> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut texts: Vec<String> = EDGES.iter().map(|text| (*text).to_owned()).collect();
    for scalar in SCALARS {
        for shape in [
            "a: {}\n",
            "- {}\n",
            "{}: 1\n",
            "a: [{}, 2]\n",
            "a: {b: {}}\n",
            "{}\n",
            "a:\n  b: {}\n  c: 1\n",
        ] {
            // The placeholder is replaced only once, so that braces in a shape stay.
            texts.push(shape.replacen("{}", scalar, 1));
        }
    }
    while texts.len() < count {
        let mut text = String::new();
        mapping(&mut dice, &mut text, 0, 0);
        let mutations = dice.below(4);
        for _ in 0..mutations {
            text = mutated(&mut dice, &text);
        }
        texts.push(text);
    }
    texts
}

fn mapping(dice: &mut Dice, out: &mut String, indent: usize, depth: usize) {
    let entries = 1 + dice.below(5);
    for _ in 0..entries {
        let pad = " ".repeat(indent);
        let key = if dice.below(8) == 0 {
            dice.pick(KEYS).to_owned()
        } else {
            format!("key{}", dice.below(40))
        };
        out.push_str(&format!("{pad}{key}:"));
        value(dice, out, indent, depth);
        if dice.below(10) == 0 {
            out.push_str(&format!("{pad}# comment 注释\n"));
        }
        if dice.below(12) == 0 {
            out.push('\n');
        }
    }
}

fn value(dice: &mut Dice, out: &mut String, indent: usize, depth: usize) {
    match dice.below(if depth > 3 { 5 } else { 9 }) {
        0..=3 => {
            let scalar = if dice.below(3) == 0 {
                dice.pick(SCALARS)
            } else {
                dice.pick(&["8", "true", "fp4", "\"x\"", "1.5"])
            };
            out.push_str(&format!(" {scalar}{}\n", dice.pick(&["", "", "", " # c", " "])));
        }
        4 => out.push_str(&format!(
            " [{}]\n",
            (0..dice.below(4)).map(|i| i.to_string()).collect::<Vec<_>>().join(", ")
        )),
        5 | 6 => {
            out.push('\n');
            mapping(dice, out, indent + 2, depth + 1);
        }
        7 => {
            out.push('\n');
            let offset = 2 * dice.below(2);
            for _ in 0..=dice.below(3) {
                let pad = " ".repeat(indent + offset);
                if dice.below(2) == 0 {
                    out.push_str(&format!(
                        "{pad}- {}\n",
                        dice.pick(&["1", "a", "'b'", "~", "[x]"])
                    ));
                } else {
                    let mut inner = String::new();
                    mapping(dice, &mut inner, indent + offset + 2, depth + 1);
                    out.push_str(&format!("{pad}- {}", inner.trim_start()));
                }
            }
        }
        _ => {
            let pad = " ".repeat(indent + 2);
            let header = dice.pick(&["|", ">", "|-", ">-", "|+"]);
            out.push_str(&format!(" {header}\n{pad}first\n{pad}second: x\n"));
        }
    }
}

fn mutated(dice: &mut Dice, text: &str) -> String {
    const INSERTED: &[&str] = &[
        " ", "  ", "\n", "\t", ":", ": ", "- ", "#", " #", "'", "\"", "[", "]", "{", "}", ",",
        "&a ", "*a", "!", "|", ">", "?", "，", "：", "-", "\r\n", "%", "@", "~", "<<: ", "0", "_",
    ];
    let boundaries: Vec<usize> =
        text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let at = boundaries[dice.below(boundaries.len())];
    match dice.below(4) {
        0 => format!("{}{}{}", &text[..at], dice.pick(INSERTED), &text[at..]),
        1 => {
            let end = boundaries[dice.below(boundaries.len())].clamp(at, text.len().min(at + 4));
            let end = boundaries.iter().copied().find(|b| *b >= end).unwrap_or(text.len());
            format!("{}{}", &text[..at], &text[end..])
        }
        2 => {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            if lines.len() > 1 {
                let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
                lines.swap(a, b);
            }
            lines.concat()
        }
        _ => {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let chosen = dice.below(lines.len());
            let shifted = |line: &str| match line.strip_prefix(' ') {
                Some(rest) => rest.to_owned(),
                None => format!(" {line}"),
            };
            lines
                .iter()
                .enumerate()
                .map(|(i, l)| if i == chosen { shifted(l) } else { (*l).to_owned() })
                .collect()
        }
    }
}

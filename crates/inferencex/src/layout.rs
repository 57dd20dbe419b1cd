//! Where the files of the repository stand. One table; settings may replace it.

/// Paths, relative to the repository's root. Where a list is given, every file that exists is
/// read; the repository moved its configs from `.github/configs/` to `configs/` in 2026.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Master configs.
    pub masters: Vec<String>,
    /// Folders of retired master configs; read to know which keys once existed.
    pub deprecated: Vec<String>,
    /// The runners file; the first that exists.
    pub runners: Vec<String>,
    /// The changelog.
    pub changelog: String,
    /// Folder of srt-slurm recipes; `recipes/X` of a `CONFIG_FILE` stands there as `X`.
    pub recipes: String,
    /// Folder of llm-d recipes.
    pub llmd_recipes: String,
    /// Folder whose YAML files are all linted.
    pub benchmarks: String,
    /// Folder of golden acceptance curves.
    pub golden: String,
}

impl Default for Layout {
    fn default() -> Self {
        let both = |name: &str| vec![format!("configs/{name}"), format!(".github/configs/{name}")];
        Self {
            masters: [both("nvidia-master.yaml"), both("amd-master.yaml")].concat(),
            deprecated: both("deprecated"),
            runners: both("runners.yaml"),
            changelog: "perf-changelog.yaml".to_owned(),
            recipes: "benchmarks/multi_node/srt-slurm-recipes".to_owned(),
            llmd_recipes: "benchmarks/multi_node/llm-d-recipes".to_owned(),
            benchmarks: "benchmarks".to_owned(),
            golden: "golden_al_distribution".to_owned(),
        }
    }
}

impl Layout {
    /// Whether a path is a file this tool reads as YAML.
    #[must_use]
    pub fn is_linted_yaml(&self, path: &str) -> bool {
        let yaml = path.ends_with(".yaml") || path.ends_with(".yml");
        let inside =
            |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        yaml && (path == self.changelog
            || self.is_master(path)
            || self.is_runners(path)
            || inside(&self.benchmarks)
            || inside(&self.golden)
            || self.deprecated.iter().any(|folder| inside(folder)))
    }

    /// Whether a path is a master config in use.
    #[must_use]
    pub fn is_master(&self, path: &str) -> bool {
        self.masters.iter().any(|master| master == path)
    }

    /// Whether a path is a runners file.
    #[must_use]
    pub fn is_runners(&self, path: &str) -> bool {
        self.runners.iter().any(|runners| runners == path)
    }

    /// Whether a path is a recipe.
    #[must_use]
    pub fn is_recipe(&self, path: &str) -> bool {
        [&self.recipes, &self.llmd_recipes].iter().any(|folder| {
            path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
        }) && (path.ends_with(".yaml") || path.ends_with(".yml"))
    }
}

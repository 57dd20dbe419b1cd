//! A whole snapshot read once: every linted file, the typed views, every reference followed.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use sweeplint_source::{Blob, LineIndex, RepoPath, Snapshot, SourceError};
use sweeplint_yaml::{Document, Kind, Node};

use crate::changelog::Changelog;
use crate::layout::Layout;
use crate::master::{self, Entry, Point, Scenario};
use crate::recipe::{self, Deployment, Outcome, Reference, Resolution};
use crate::runners::Runners;
use crate::validate::{self, Edition, Violation};

/// A text that was parsed, with its typed views made when first asked for.
#[derive(Debug)]
pub struct Parsed {
    /// The spanned document.
    pub document: Document,
    /// Lines and columns.
    pub lines: LineIndex,
    entries: OnceLock<Vec<Entry>>,
    master_violations: OnceLock<Vec<Violation>>,
    /// What the text deploys as a recipe, by the path and selector it was asked for: base and head
    /// share the texts that a change leaves alone.
    deployed: Mutex<BTreeMap<(RepoPath, Option<String>), Outcome>>,
}

/// A file of the snapshot.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// Its path.
    pub path: RepoPath,
    /// Its bytes.
    pub blob: Blob,
    parsed: Arc<Parsed>,
}

impl ParsedFile {
    /// The spanned document.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.parsed.document
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.parsed.document.text()
    }

    /// Lines and columns.
    #[must_use]
    pub fn lines(&self) -> &LineIndex {
        &self.parsed.lines
    }

    /// The file read as a master config.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        self.parsed.entries.get_or_init(|| master::read(&self.parsed.document))
    }

    /// What the real validator refuses in the file read as a master config.
    #[must_use]
    pub fn master_violations(&self) -> &[Violation] {
        self.parsed
            .master_violations
            .get_or_init(|| validate::master(&self.parsed.document, Edition::Summer))
    }

    /// Follows a selector of the file read as a recipe.
    fn deploy(&self, selector: Option<&str>) -> Outcome {
        let id = (self.path.clone(), selector.map(str::to_owned));
        let known = lock(&self.parsed.deployed).get(&id).cloned();
        known.unwrap_or_else(|| {
            let outcome = self.follow_selector(selector);
            lock(&self.parsed.deployed).entry(id).or_insert(outcome).clone()
        })
    }

    fn follow_selector(&self, selector: Option<&str>) -> Outcome {
        let path = self.path.clone();
        let root = self.document().root().filter(|root| root.kind() == Kind::Mapping);
        let Some(root) = root else {
            return Outcome::Unreadable { path, reason: "it holds no mapping".to_owned() };
        };
        if selector.is_none() && recipe::is_override_file(root) {
            let available = recipe::variants(root, None)
                .map(|all| all.into_iter().map(|variant| variant.name).collect())
                .unwrap_or_default();
            return Outcome::NoSelector { path, available };
        }
        match recipe::variants(root, selector) {
            Ok(variants) => Outcome::Deployed(
                variants.iter().map(|variant| Arc::new(recipe::deploy(&path, variant))).collect(),
            ),
            Err(error) => Outcome::Selector { path, error },
        }
    }

    /// Whether two files are one parsed text.
    #[must_use]
    pub fn is_same_text(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.parsed, &other.parsed) || self.blob.same(&other.blob)
    }
}

/// A file that should have been read and could not be.
#[derive(Clone, Debug)]
pub struct FileProblem {
    /// Its path.
    pub path: RepoPath,
    /// Byte offset of the trouble, where there is one.
    pub offset: usize,
    /// One sentence.
    pub message: String,
}

/// Parsed texts by content, so that what base and head share is parsed once.
#[derive(Default, Debug)]
pub struct ParseCache {
    texts: Mutex<HashMap<Blob, Arc<Parsed>>>,
}

impl ParseCache {
    fn parse(&self, blob: &Blob, text: &str) -> Arc<Parsed> {
        let known = self.lock().get(blob).cloned();
        if let Some(known) = known {
            return known;
        }
        let parsed = Arc::new(Parsed {
            document: Document::parse(text),
            lines: LineIndex::new(text),
            entries: OnceLock::new(),
            master_violations: OnceLock::new(),
            deployed: Mutex::default(),
        });
        Arc::clone(self.lock().entry(blob.clone()).or_insert(parsed))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Blob, Arc<Parsed>>> {
        lock(&self.texts)
    }
}

/// A snapshot as the rules see it.
#[derive(Debug)]
pub struct Project {
    /// Where files stand.
    pub layout: Layout,
    /// The snapshot that was read.
    pub snapshot: Snapshot,
    /// Every linted YAML file that could be read as text.
    pub files: BTreeMap<RepoPath, ParsedFile>,
    /// Files that could not.
    pub problems: Vec<FileProblem>,
    /// Paths of the master configs in use.
    pub masters: Vec<RepoPath>,
    /// The runners file.
    pub runners: Option<(RepoPath, Runners)>,
    /// The changelog.
    pub changelog: Option<(RepoPath, Changelog)>,
    resolutions: BTreeMap<PointId, Vec<Resolution>>,
}

/// Identity of a point: file, index of its entry, index of the point within the entry.
type PointId = (usize, usize, usize);

/// A point with everything around it.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'p> {
    /// The master config.
    pub file: &'p ParsedFile,
    /// The entry.
    pub entry: &'p Entry,
    /// The scenario.
    pub scenario: &'p Scenario,
    /// The point.
    pub point: &'p Point,
    /// Its references to recipes, followed.
    pub resolutions: &'p [Resolution],
}

impl<'p> Placed<'p> {
    /// The config key.
    #[must_use]
    pub fn key(&self) -> &'p str {
        &self.entry.key.value
    }

    /// Every deployment of the point, those of eval-only runs included.
    pub fn deployments(&self) -> impl Iterator<Item = &'p Arc<Deployment>> + use<'p> {
        self.resolutions.iter().flat_map(|resolution| resolution.deployments())
    }

    /// The point for people: `conc 1–8`.
    #[must_use]
    pub fn label(&self) -> String {
        let values = &self.point.concurrency.values;
        match (values.iter().min(), values.iter().max()) {
            (Some(low), Some(high)) if low == high => format!("conc {low}"),
            (Some(low), Some(high)) => format!("conc {low}–{high}"),
            _ => "no concurrency".to_owned(),
        }
    }
}

impl Project {
    /// Reads a snapshot. Nothing fails: what cannot be read stands in
    /// [`problems`](Self::problems).
    #[must_use]
    pub fn load(snapshot: &Snapshot, layout: &Layout, cache: &ParseCache) -> Self {
        let mut paths: Vec<&RepoPath> =
            snapshot.paths().iter().filter(|path| layout.is_linted_yaml(path.as_str())).collect();
        // Large files first, so that the threads finish together.
        paths.sort_by_key(|path| {
            !layout.is_master(path.as_str()) && path.as_str() != layout.changelog
        });
        let read: Vec<Result<ParsedFile, FileProblem>> =
            paths.par_iter().map(|path| read(snapshot, path, cache)).collect();
        let mut files = BTreeMap::new();
        let mut problems = Vec::new();
        for file in read {
            match file {
                Ok(file) => {
                    files.insert(file.path.clone(), file);
                }
                Err(problem) => problems.push(problem),
            }
        }
        problems.sort_by(|a, b| a.path.cmp(&b.path));
        let present = |names: &[String]| -> Vec<RepoPath> {
            names
                .iter()
                .filter_map(|name| files.get(name.as_str()))
                .map(|f| f.path.clone())
                .collect()
        };
        let masters = present(&layout.masters);
        let runners = present(&layout.runners).into_iter().next().map(|path| {
            let runners = Runners::read(files[&path].document());
            (path, runners)
        });
        let changelog = files
            .get(layout.changelog.as_str())
            .map(|file| (file.path.clone(), Changelog::read(file.document())));
        let mut project = Self {
            layout: layout.clone(),
            snapshot: snapshot.clone(),
            files,
            problems,
            masters,
            runners,
            changelog,
            resolutions: BTreeMap::new(),
        };
        project.resolutions = project.resolve_all();
        project
    }

    /// A linted file.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&ParsedFile> {
        self.files.get(path)
    }

    /// The master configs in use.
    pub fn master_files(&self) -> impl Iterator<Item = &ParsedFile> {
        self.masters.iter().filter_map(|path| self.files.get(path))
    }

    /// Every entry of the master configs.
    pub fn entries(&self) -> impl Iterator<Item = (&ParsedFile, &Entry)> {
        self.master_files().flat_map(|file| file.entries().iter().map(move |entry| (file, entry)))
    }

    /// Every point of the master configs, in the order of the files.
    pub fn points(&self) -> impl Iterator<Item = Placed<'_>> {
        self.master_files().enumerate().flat_map(move |(file_index, file)| {
            file.entries().iter().enumerate().flat_map(move |(entry_index, entry)| {
                entry.points().enumerate().map(move |(point_index, (scenario, point))| Placed {
                    file,
                    entry,
                    scenario,
                    point,
                    resolutions: self
                        .resolutions
                        .get(&(file_index, entry_index, point_index))
                        .map_or(&[], Vec::as_slice),
                })
            })
        })
    }

    fn resolve_all(&self) -> BTreeMap<PointId, Vec<Resolution>> {
        let mut points: Vec<(PointId, &Entry, &Point)> = Vec::new();
        for (file_index, file) in self.master_files().enumerate() {
            for (entry_index, entry) in file.entries().iter().enumerate() {
                for (point_index, (_, point)) in entry.points().enumerate() {
                    points.push(((file_index, entry_index, point_index), entry, point));
                }
            }
        }
        points
            .into_par_iter()
            .filter_map(|(id, entry, point)| {
                let found: Vec<Resolution> = ["CONFIG_FILE", "EVAL_CONFIG_FILE"]
                    .into_iter()
                    .filter_map(|name| point.setting(name))
                    .map(|setting| {
                        let reference = Reference::parse(setting);
                        let outcome = self.follow(&reference, Some((entry, point)));
                        Resolution { reference, outcome }
                    })
                    .collect();
                (!found.is_empty()).then_some((id, found))
            })
            .collect()
    }

    /// Follows a reference that does not stand in a master config.
    #[must_use]
    pub fn resolve(&self, reference: Reference) -> Resolution {
        let outcome = self.follow(&reference, None);
        Resolution { reference, outcome }
    }

    fn follow(&self, reference: &Reference, claim: Option<(&Entry, &Point)>) -> Outcome {
        let path = match reference.checked_path() {
            Ok(path) => path,
            Err(error) => return Outcome::Refused(error),
        };
        let is_llmd = claim.is_some_and(|(entry, _)| entry.framework_has("llmd"));
        let place = self.place(path, is_llmd);
        let found = RepoPath::new(&place.path).ok().filter(|p| self.snapshot.contains(p.as_str()));
        let Some(found) = found else {
            if self.snapshot.is_dir(&place.path) {
                let reason = "it is a directory".to_owned();
                return match RepoPath::new(&place.path) {
                    Ok(path) => Outcome::Unreadable { path, reason },
                    Err(_) => Outcome::External,
                };
            }
            if let Some(candidate) = self.staged_elsewhere(&place.path) {
                return Outcome::StagedElsewhere { candidate };
            }
            return if place.must_exist {
                Outcome::Missing { looked_at: place.path }
            } else {
                Outcome::External
            };
        };
        let Some(file) = self.files.get(&found) else {
            let reason = self.problems.iter().find(|problem| problem.path == found).map_or_else(
                || "it is not a YAML file of the benchmarks".to_owned(),
                |problem| problem.message.clone(),
            );
            return Outcome::Unreadable { path: found, reason };
        };
        let kind = file.document().root().and_then(|root| root.get("kind")).and_then(Node::as_str);
        if is_llmd || kind == Some("EndpointPickerConfig") {
            return match (claim, file.document().root()) {
                (Some((_, point)), Some(root)) => {
                    Outcome::Deployed(vec![Arc::new(recipe::deploy_llmd(&found, root, point))])
                }
                _ => Outcome::Deployed(Vec::new()),
            };
        }
        file.deploy(reference.selector.as_deref())
    }

    /// A recipe of the repository whose last folder and name are those of `path`.
    fn staged_elsewhere(&self, path: &str) -> Option<RepoPath> {
        let inner = path.strip_prefix(self.layout.recipes.as_str())?;
        let (folder, name) = inner.rsplit_once('/')?;
        let last = folder.rsplit_once('/').map_or(folder, |(_, last)| last);
        let tail = format!("/{last}/{name}");
        let mut found = self
            .files
            .keys()
            .filter(|other| other.starts_with_dir(&self.layout.recipes) && other.ends_with(&tail));
        found.next().cloned()
    }

    /// Where a recipe's path leads in the repository.
    fn place(&self, path: &str, is_llmd: bool) -> Place {
        if path.starts_with("benchmarks/") {
            return Place { path: path.to_owned(), must_exist: true };
        }
        if is_llmd && !path.contains('/') {
            return Place {
                path: format!("{}/{path}", self.layout.llmd_recipes),
                must_exist: true,
            };
        }
        let Some(inner) = path.strip_prefix("recipes/") else {
            return Place { path: path.to_owned(), must_exist: false };
        };
        let folder = inner.rsplit_once('/').map_or("", |(folder, _)| folder);
        let family: Vec<&str> = folder.split('/').take(2).collect();
        let family = family.join("/");
        let must_exist = !family.is_empty()
            && self.snapshot.is_dir(&format!("{}/{family}", self.layout.recipes));
        Place { path: format!("{}/{inner}", self.layout.recipes), must_exist }
    }
}

struct Place {
    path: String,
    /// Whether its absence is an error: it stands in a folder that the repository keeps.
    must_exist: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read(
    snapshot: &Snapshot,
    path: &RepoPath,
    cache: &ParseCache,
) -> Result<ParsedFile, FileProblem> {
    let problem = |offset, message| FileProblem { path: path.clone(), offset, message };
    let blob =
        snapshot.read(path.as_str()).map_err(|error: SourceError| problem(0, error.to_string()))?;
    let text = blob.text().map_err(|error| problem(error.offset, error.to_string()))?;
    let parsed = cache.parse(&blob, text);
    Ok(ParsedFile { path: path.clone(), blob: blob.clone(), parsed })
}

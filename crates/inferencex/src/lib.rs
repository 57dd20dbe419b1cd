//! What the files of InferenceX mean: master configs, recipes, runners, changelog, topology.

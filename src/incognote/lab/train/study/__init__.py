"""The paper's study on our corpora: models by data, in one resumable grid, with intervals (`incognote train ablation`)."""

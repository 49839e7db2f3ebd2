"""A language model that is taught the task by a hospital's own labelled notes: low-rank adapters (LoRA)."""

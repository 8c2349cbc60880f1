"""What the attacks share: a federation to listen to or to tamper with, the data, t-SNE's formulas, and how figures are told."""

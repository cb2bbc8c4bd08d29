"""The kernel: positions of card play relabelled, and what can be computed of them at the hardware's pace."""

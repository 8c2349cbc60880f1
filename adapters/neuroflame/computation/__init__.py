"""dSNE as a NeuroFLAME computation: the executables that COINSTAC steps, in NeuroFLAME's iterative workflow."""

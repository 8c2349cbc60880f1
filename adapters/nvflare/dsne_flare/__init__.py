"""dSNE under NVIDIA FLARE: a controller at the server, an executor at each site. Both step the executables that COINSTAC steps."""

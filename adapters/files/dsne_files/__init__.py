"""dSNE for sites that share nothing but a folder, or mail: each step's message is a file."""

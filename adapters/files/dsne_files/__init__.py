"""dSNE for sites that share only a folder, or mail: each step's message is a file."""

"""Questions on a GPU, for `device="cuda"`, with CuPy (`sightline-engine[gpu]`)."""

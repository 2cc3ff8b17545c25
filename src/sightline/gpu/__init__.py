"""Questions on a GPU for `device="cuda"`, using CuPy (`sightline-engine[gpu]`)."""

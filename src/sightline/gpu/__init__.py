"""Questions on a GPU: what `device="cuda"` asks, with CuPy (`sightline[gpu]`)."""

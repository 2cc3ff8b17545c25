"""The benchmarks: `python -m benchmarks`. README.md explains what they measure."""

"""The benchmarks: `python -m benchmarks`. What is measured, and how to read it: README.md."""

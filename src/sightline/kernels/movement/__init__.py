"""The kernel of `path`, `reach` and `threat`. Only `engine.native` imports it."""

"""Plans of storeys. Importing this registers them."""

from sightline.table.actions.plans.storeys import floors

__all__ = ["floors"]

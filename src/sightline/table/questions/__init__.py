"""Answers to what people ask: for the master out of the truth, for a player out of what they know.

Nothing changes by asking. Answers that take long are worked out on copies (`still`), so that nobody
waits for them.
"""

from sightline.table.questions.checklist import checklist_of
from sightline.table.questions.dispatch import MasterAnswers, PlayerAnswers
from sightline.table.questions.player import NOT_YOURS

__all__ = ["NOT_YOURS", "MasterAnswers", "PlayerAnswers", "checklist_of"]

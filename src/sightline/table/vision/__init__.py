"""The views and knowledge of each user, computed by the engine and updated after each change.

`PartyVision` covers all players. `figure_sight` has what each figure sees now, and `Knowledge` what
one player has seen so far; a player's pages get nothing else. `cost` estimates the time of an
answer. `encode` and `sight_answer` turn boards and answers into messages. Caches (`field_cache`,
`pair_cache`) affect only the speed.
"""

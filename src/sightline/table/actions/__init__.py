"""The actions of the game master and players, and their effects.

`plan` takes an action and returns an `ActionPlan`, or raises a `Refusal` with a message for the
user. Every permission is checked here. Planning changes nothing: the service applies the plan.
"""

"""The messages of each game, one module per game; `all_games` combines them."""

"""The screens around the games: title, lobby, settings, pause, rules sheet, results."""

"""Who decides: scripted bots, language models, people; one file a kind."""

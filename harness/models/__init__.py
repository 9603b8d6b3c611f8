"""Language models: reached through litellm or built in, with their limits, prices and failures."""

"""All the words of Zero to Hero in English."""

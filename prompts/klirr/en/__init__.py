"""All the words of Klirr in English."""

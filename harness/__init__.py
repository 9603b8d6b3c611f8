"""Who plays and what comes of it: players, tournaments, records, ratings, tables."""

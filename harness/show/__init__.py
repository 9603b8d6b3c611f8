"""What a person looks at: tables, replays, reports."""

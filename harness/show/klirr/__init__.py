"""What the tables of Klirr look like: bluffing, the drill, the claims told one by one."""

"""The drill: a frozen bank of bluffing positions that every player meets, beside table play."""

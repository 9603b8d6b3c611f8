"""Every setting of every switch, for the generic laws."""

from hypothesis import strategies as st

_DOLLARS = st.integers(1, 30).map(lambda step: 10_000 * step)

SWITCHES = {
    "dollar_values": st.lists(_DOLLARS, min_size=26, max_size=26),
    "pass_to": st.sampled_from(["round", "lap", "nobody"]),
    "bluff_cap": st.sampled_from(["fixed", "own_cash"]),
    "ask_target": st.sampled_from(["any", "active", "owner"]),
    "turn_after_klirr": st.sampled_from(["turner", "taker"]),
    "max_rounds": st.integers(1, 4) | st.just(100),
}

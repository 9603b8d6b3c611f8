"""Every setting of every switch, for the generic laws."""

from hypothesis import strategies as st

_VALUE = st.integers(-6, 6)

SWITCHES = {
    "score_tiles": st.lists(st.lists(_VALUE, min_size=2, max_size=2), min_size=12, max_size=12),
    "extra_draw_ranking": st.sampled_from(["competition", "dense"]),
    "suits_public": st.booleans(),
    "lone2_second": st.sampled_from(["offsuit", "suit_winner", "suit_second"]),
    "offsuit_second": st.sampled_from(["tile", "suit_total"]),
    "hero_count": st.sampled_from(["net", "gross"]),
    "tied_lead": st.sampled_from(["leader", "left"]),
    "played_tiles": st.sampled_from(["hand", "trick"]),
}
